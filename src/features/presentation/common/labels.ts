// Names of fields and resources that occur in many games, in the languages of the pages. English is made of the name
// itself. A publisher whose data uses other names declares labels. Pure.
import { type Locale, SLOT_LOCALES, type SlotLocale } from '../../../kernel/names.ts';
import { FIELD_NAMES } from '../../../web/messages/names.ts';
import { plainText, type Words } from '../../../web/messages/say.ts';

type Texts = { readonly [Name in SlotLocale]?: string };

const ABBREVIATIONS = /\b(?:id|bpm|hp|mp|np|npc|url|uuid|xp)(s?)\b/gi;

/** English words with the abbreviations that many games have in capitals: `card id` → `card ID`. */
export const capitaliseAbbreviations = (words: string): string =>
  words.replace(
    ABBREVIATIONS,
    (word, plural: string) => `${word.slice(0, word.length - plural.length).toUpperCase()}${plural}`,
  );

/** Plurals that do not end in `s` alone. */
const plain = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');

/** Words of a name: `bandIds` → `band ids`. */
function wordsOf(name: string): string {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replace(/[-_\s.]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** A common name in a language; undefined: there is none. English is made of the name. */
export function nameIn(locale: Locale, name: string): string | undefined {
  const words = wordsOf(name);
  const stem = words.replace(/ ids?$/, '');
  const found = [words, stem, plain(stem)].find((one) => Object.hasOwn(FIELD_NAMES.en, one));
  if (found === undefined || locale === 'en') return undefined;
  const names: Words = FIELD_NAMES[locale];
  // A key is not what it names: `musicId` is no song.
  const key = found === words || stem === words ? '' : locale === 'ja' ? 'ID' : ' ID';
  return `${plainText(names[found] ?? found)}${key}`;
}

/** Translations of a common name for slots of data; none of others. */
export const translateName = (name: string): Texts =>
  Object.fromEntries(
    SLOT_LOCALES.flatMap((locale) => {
      const text = nameIn(locale, name);
      return text === undefined ? [] : [[locale, text]];
    }),
  );
