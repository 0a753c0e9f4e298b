// Names of languages in the language of a page. Pure.
import type { Locale } from '../../../kernel/names.ts';

const names = new Map<Locale, Intl.DisplayNames>();

/** The name of a language in the language of the page; the tag itself where there is none. */
export function languageIn(locale: Locale, tag: string): string {
  const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'language' });
  names.set(locale, known);
  try {
    return known.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
