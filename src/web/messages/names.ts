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

/** A word that a program wrote, such as `permanent`; `id` and `us` are none. */
const LOWER_WORD = /^[a-z]{3,}$/;

/**
 * A value in the language of a page. Elsewhere than in English only common words have one; a value in capitals stays in English.
 * `isName`: it is one of the few values by which entities are grouped, such as a rarity, so that a word begins with a capital.
 */
export function sayValue(locale: Locale, value: string, isName = false): string {
  const words: Words = VALUE_WORDS[locale];
  const key = locale === 'en' ? value : value.toLowerCase();
  const text = Object.hasOwn(words, key) ? words[key] : undefined;
  if (text !== undefined) return plainText(text);
  return isName && LOWER_WORD.test(value) ? `${value.charAt(0).toUpperCase()}${value.slice(1)}` : value;
}
