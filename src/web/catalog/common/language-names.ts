// Names of the languages of data: of those of the pages in themselves, of others in the language of the page.
import type { Locale } from '../../../kernel/names.ts';
import { LANGUAGE_NAMES } from '../../messages/shell.ts';
import { languageIn } from '../../ui/text/language-names.ts';

/** The name of a language, and the language in which the name is written; the tag itself where there is none. */
export function nameOfLanguage(locale: Locale, tag: string): { readonly text: string; readonly lang: string } {
  const own = Object.entries(LANGUAGE_NAMES).find(([one]) => one === tag)?.[1];
  return own === undefined ? { text: languageIn(locale, tag), lang: locale } : { text: own, lang: tag };
}
