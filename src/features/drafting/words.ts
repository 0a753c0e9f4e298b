// Words of names, for comparisons of fields and resources. Pure.
import { kebabOf } from './resource-names.ts';

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['mice', 'mouse'],
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['dice', 'die'],
  ['indices', 'index'],
  ['series', 'series'],
  ['species', 'species'],
  ['news', 'news'],
]);

/** `heroes` is `hero`, `rarities` is `rarity`. */
function singularOf(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh|[^aeiou]o)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The words of a name, in lower case and singular. */
export const wordsOf = (name: string): readonly string[] =>
  kebabOf(name)
    .split('-')
    .filter((word) => word !== '')
    .map(singularOf);
