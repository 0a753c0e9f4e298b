// Reads the texts of the service: `{locale}/{table}.json` beside this file, one folder for each language. The compiler reads the
// English folder and takes the keys from it. All languages are read once, when a module declares its tables; after that, a
// table is a plain object. On the server only: the browser gets the words of its islands in one language.
import { readFileSync } from 'node:fs';
import { LOCALES, type Locale } from '../../kernel/names.ts';
import sharedEn from './en/shared.json';
import type { Messages, Text, Words } from './say.ts';

type SharedKey = keyof typeof sharedEn;

/** A value for each language. */
export function byLocale<T>(make: (locale: Locale) => T): Readonly<Record<Locale, T>> {
  const made: Partial<Record<Locale, T>> = {};
  for (const locale of LOCALES) made[locale] = make(locale);
  if (!isComplete(made)) throw new Error('a language is missing');
  return made;
}

function isComplete<T>(made: Partial<Record<Locale, T>>): made is Record<Locale, T> {
  return LOCALES.every((locale) => locale in made);
}

const SHARED = byLocale((locale) => (locale === 'en' ? sharedEn : readWords(locale, 'shared', sharedEn)));

/**
 * Declares a table: its path in the folder of a language without `.json`, its English texts, and which of its keys have a text
 * of `shared.json`. An instance runs with an incomplete table, in English where a text is missing; a test demands all texts.
 *
 *     import saved from './en/settings/saved.json';
 *     export const SAVED_MESSAGES = messagesOf('settings/saved', saved, { submit: 'save' });
 */
export function messagesOf<K extends string, A extends string = never>(
  table: string,
  english: Words<K>,
  aliases?: Readonly<Record<A, SharedKey>>,
): Messages<K | A>;
export function messagesOf(table: string, english: Words, aliases: Readonly<Record<string, SharedKey>> = {}): Messages {
  return byLocale((locale) => ({
    ...Object.fromEntries(Object.entries(aliases).map(([key, shared]) => [key, SHARED[locale][shared]])),
    ...(locale === 'en' ? english : readWords(locale, table, english)),
  }));
}

/** One table with the texts of several. Where two have the same key, the later one counts. */
export function joinMessages<A extends string, B extends string, C extends string = never, D extends string = never>(
  ...tables: readonly [Messages<A>, Messages<B>, Messages<C>?, Messages<D>?]
): Messages<A | B | C | D>;
export function joinMessages(...tables: readonly (Messages | undefined)[]): Messages {
  return byLocale((locale) => Object.fromEntries(tables.flatMap((table) => Object.entries(table?.[locale] ?? {}))));
}

/** A table with some of the texts of another. */
export function pickMessages<K extends string, const P extends K>(
  table: Messages<K>,
  ...keys: readonly P[]
): Messages<P>;
export function pickMessages(table: Messages, ...keys: readonly string[]): Messages {
  return byLocale((locale) => Object.fromEntries(Object.entries(table[locale]).filter(([key]) => keys.includes(key))));
}

/** The texts of a file, in the order of the English ones. */
function readWords<K extends string>(locale: Locale, table: string, english: Words<K>): Words<K> {
  const found: unknown = JSON.parse(readFileSync(new URL(`${locale}/${table}.json`, import.meta.url), 'utf8'));
  const texts = new Map(Object.entries(found ?? {}));
  const words: Record<K, Text> = { ...english };
  for (const key in english) {
    const text: unknown = texts.get(key);
    if (isText(text)) words[key] = text;
  }
  return words;
}

function isText(value: unknown): value is Text {
  return typeof value === 'string' || (typeof value === 'object' && value !== null && 'other' in value);
}
