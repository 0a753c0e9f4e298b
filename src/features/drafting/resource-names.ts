// Names of resources from names of files. Pure.
import { isResourceName } from '../../kernel/names.ts';

const NAME_MAX = 64;

/** `cardSkills` and `card_skills` become `card-skills`; what no name may have becomes a hyphen. */
export function kebabOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** `catalog/pc/items.json` is `items`. */
export const stemOf = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/(?:\.min)?\.(?:json|ndjson|jsonl|csv|tsv|ya?ml)$/i, '');

/** What a name is made of: the name of the file, and what can tell it from others. */
export interface NameParts {
  readonly word: string;
  /** Words that come before it where it alone is taken, the nearest last. */
  readonly before: readonly string[];
}

/** One name for each of them, in their order: the word alone, with what comes before it where two share it. */
export function chooseNames(parts: readonly NameParts[]): readonly string[] {
  const stems = parts.map(({ word }) => kebabOf(word));
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const taken = new Set<string>();
  return parts.map(({ before }, at) => {
    const stem = stems[at] ?? '';
    const isShared = (counts.get(stem) ?? 0) > 1;
    const wished = [...(isShared ? before.map(kebabOf) : []), stem].filter((part) => part !== '').join('-');
    const name = freeName(wished === '' ? 'table' : wished, taken);
    taken.add(name);
    return name;
  });
}

function freeName(wished: string, taken: ReadonlySet<string>): string {
  const long = wished.length > NAME_MAX ? wished.slice(-NAME_MAX).replace(/^-+/, '') : wished;
  const name = isResourceName(long) ? long : `${long.slice(0, NAME_MAX - '-table'.length)}-table`;
  for (let number = 2, free = name; ; number++) {
    if (!taken.has(free)) return free;
    free = `${name.slice(0, NAME_MAX - 6).replace(/-+$/, '')}-${number}`;
  }
}
