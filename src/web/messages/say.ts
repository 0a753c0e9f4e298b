// Texts of the interface: their types, and how values are filled in. Runs on the server and in the browser; the tables
// (tables.ts) stay on the server, which sends a page the words of its islands in one language.
import type { Locale } from '../../kernel/names.ts';

/** The forms of a text by the plural categories of its language. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** A text with placeholders in braces. One of several forms is chosen by the placeholder `count`. */
export type Text = string | Forms;

/** A text without placeholders, as it is. */
export const plainText = (text: Text): string => (typeof text === 'string' ? text : text.other);

/** The words of one language. */
export type Words<K extends string = string> = Readonly<Record<K, Text>>;

/** The words of all languages. */
export type Messages<K extends string = string> = Readonly<Record<Locale, Words<K>>>;

type Values = Readonly<Record<string, string | number>>;

/** Fills a text in. Numbers are written in the language of the page. */
export type Say = (text: Text, values?: Values) => string;

/** Words of this instance, which replace those of a table with the same key. */
export type OwnWords = Readonly<Record<string, string>>;

/** The words of a table in a language, with those that the instance has of its own. */
export function wordsOf<K extends string>(messages: Messages<K>, locale: Locale, own: OwnWords): Words<K> {
  const words = messages[locale];
  const replaced = Object.entries(own).filter(([key]) => key in words);
  return replaced.length === 0 ? words : { ...words, ...Object.fromEntries(replaced) };
}

/** Says the texts of one table by their keys. */
export interface SayKey<K extends string = string> {
  (key: K, values?: Values): string;
  /** The same for a key that is made from a value; undefined where the table has none. */
  known(key: string, values?: Values): string | undefined;
}

/** What says the texts of a table in one language. */
export function sayFrom<K extends string>(words: Words<K>, locale: Locale): SayKey<K> {
  const say = sayIn(locale);
  const isKey = (key: string): key is K => Object.hasOwn(words, key);
  const ofKey = (key: K, values?: Values): string => say(words[key], values);
  return Object.assign(ofKey, {
    known: (key: string, values?: Values) => (isKey(key) ? ofKey(key, values) : undefined),
  });
}

/** What an island gets besides its props. */
export interface Spoken<K extends string = string> {
  readonly say: SayKey<K>;
  readonly locale: Locale;
}

/** `Intl` values are slow to make, so that each language has one of each. */
const says = new Map<Locale, Say>();

/** The function that fills in texts of one language. */
export function sayIn(locale: Locale): Say {
  const known = says.get(locale);
  if (known !== undefined) return known;
  const made = createSay(locale);
  says.set(locale, made);
  return made;
}

function createSay(locale: Locale): Say {
  let plurals: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  return (text, values) => {
    let chosen = text;
    if (typeof chosen !== 'string') {
      plurals ??= new Intl.PluralRules(locale);
      chosen = chosen[plurals.select(Number(values?.count ?? 0))] ?? chosen.other;
    }
    if (values === undefined) return chosen;
    return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      if (typeof value === 'string') return value;
      numbers ??= new Intl.NumberFormat(locale);
      return numbers.format(value);
    });
  };
}
