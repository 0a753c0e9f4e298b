// Names of the languages of data: of those of the pages in themselves, of others in the language of the page.
import type { Locale } from '../../../kernel/names.ts';
import { LANGUAGE_NAMES } from '../../messages/shell.ts';

const names = new Map<Locale, Intl.DisplayNames>();

/** The name of a language, and the language in which the name is written; the tag itself where there is none. */
export function nameOfLanguage(locale: Locale, tag: string): { readonly text: string; readonly lang: string } {
  const own = Object.entries(LANGUAGE_NAMES).find(([one]) => one === tag)?.[1];
  if (own !== undefined) return { text: own, lang: tag };
  const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'language' });
  names.set(locale, known);
  try {
    return { text: known.of(tag) ?? tag, lang: locale };
  } catch {
    return { text: tag, lang: locale };
  }
}
