// Localized texts of the level server: reading them from an operator's fields, choosing one for a locale, and aliases
// for the locale codes that real clients send (`zhs`, `zht`). Pure.
import { SLOT_LOCALES, type SlotLocale } from '../../../kernel/names.ts';
import type { LocalizedText } from './formats.ts';

/** Locale of documents for which none, or an unknown one, is requested. */
const DEFAULT_LOCALE: SlotLocale = 'ja';

const CODES: ReadonlyMap<string, SlotLocale> = new Map<string, SlotLocale>([
  ...SLOT_LOCALES.map((locale) => [locale.toLowerCase(), locale] as const),
  ['zht', 'zh-TW'],
  ['zh-hant', 'zh-TW'],
  ['zhs', 'zh-CN'],
  ['zh-hans', 'zh-CN'],
]);

/** The locale of a `localization` code. */
export const readLocale = (code: string | undefined): SlotLocale =>
  (code === undefined ? undefined : CODES.get(code.toLowerCase())) ?? DEFAULT_LOCALE;

const SECOND_CHOICE: Readonly<Partial<Record<SlotLocale, SlotLocale>>> = { 'zh-TW': 'zh-CN', 'zh-CN': 'zh-TW' };

/** The text for a locale. Fallbacks: for Chinese the other script, then the first available locale in slot order. */
export function chooseText(text: LocalizedText, locale: SlotLocale): string {
  if (typeof text === 'string') return text;
  const second = SECOND_CHOICE[locale];
  for (const candidate of [locale, ...(second === undefined ? [] : [second]), ...SLOT_LOCALES]) {
    const found = text[candidate];
    if (found !== undefined) return found;
  }
  return '';
}

/** All texts, for search. */
export const everyText = (text: LocalizedText): readonly string[] =>
  typeof text === 'string' ? [text] : SLOT_LOCALES.flatMap((locale) => text[locale] ?? []);

const clean = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined;
  const text = value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return text === '' ? undefined : text.slice(0, 500);
};

/**
 * Reads a field that may be localized: a string, an object by locale, a five-slot array, or an array of another length
 * as a list of names. Undefined when it contains no text.
 */
export function readText(value: unknown): LocalizedText | undefined {
  if (Array.isArray(value)) {
    const slots: readonly unknown[] = value;
    if (slots.length === SLOT_LOCALES.length)
      return gather(SLOT_LOCALES.map((locale, slot) => [locale, slots[slot]] as const));
    const names = slots.flatMap((slot) => clean(slot) ?? []);
    return names.length === 0 ? undefined : names.join(' / ');
  }
  if (typeof value !== 'object' || value === null) return clean(value);
  return gather(
    Object.entries(value).flatMap(([code, text]) => {
      const locale = CODES.get(code.toLowerCase());
      return locale === undefined ? [] : [[locale, text] as const];
    }),
  );
}

function gather(pairs: readonly (readonly [SlotLocale, unknown])[]): LocalizedText | undefined {
  const texts: Partial<Record<SlotLocale, string>> = {};
  for (const [locale, value] of pairs) {
    const text = clean(value);
    if (text !== undefined) texts[locale] ??= text;
  }
  return Object.keys(texts).length === 0 ? undefined : texts;
}
