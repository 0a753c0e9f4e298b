// Common names of fields, and common values, in data of games. A publisher whose data uses others declares labels or writes texts
// in several languages.
import type { Locale } from '../../kernel/names.ts';
import fieldNamesEn from './en/catalog/field-names.json';
import valuesEn from './en/catalog/values.json';
import { plainText, type Words } from './say.ts';
import { messagesOf } from './tables.ts';

/** Common values, in lower case. */
const VALUE_WORDS = messagesOf('catalog/values', valuesEn);
/** By name in lower case without the ending of a key: `bandIds` is `band`. */
export const FIELD_NAMES = messagesOf('catalog/field-names', fieldNamesEn);

/** A value in the language of a page; the value itself where it is no common word, and in English. */
export function sayValue(locale: Locale, value: string): string {
  const words: Words = VALUE_WORDS[locale];
  const key = value.toLowerCase();
  const text = locale === 'en' || !Object.hasOwn(words, key) ? undefined : words[key];
  return text === undefined ? value : plainText(text);
}
