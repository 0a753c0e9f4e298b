// Chooses the language of mails and pages: the person's preference, else the browser's, else the language of the
// instance.
import { Negotiator } from 'negotiator';
import { LOCALES, type Locale } from '../../../kernel/names.ts';

/** The rest of a longer header is ignored. */
const HEADER_CHARACTERS_MAX = 512;

/** `accepted` is an `Accept-Language` header, `preferred` the `locale` preference. */
export type ChooseLocale = (accepted: string | null, preferred?: string | null) => Locale;

/**
 * Creates a chooser that falls back to the language of the instance when neither preference nor header names one of the
 * languages.
 */
export const createLocaleChooser =
  (instanceLocale: () => Locale): ChooseLocale =>
  (accepted, preferred) => {
    const chosen = LOCALES.find((locale) => locale === preferred);
    if (chosen !== undefined) return chosen;
    const headers = { 'accept-language': (accepted ?? '').slice(0, HEADER_CHARACTERS_MAX) };
    for (const tag of new Negotiator({ headers }).languages()) {
      const found = localeOf(tag);
      if (found !== undefined) return found;
    }
    return instanceLocale();
  };

/** The locale of a language tag: the same one, else one of the same language; Chinese by script, or by the region's usual script. */
function localeOf(tag: string): Locale | undefined {
  const [language, ...parts] = tag.toLowerCase().split('-');
  if (language === 'zh') return parts.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-TW' : 'zh-CN';
  const same = LOCALES.find((locale) => locale.toLowerCase() === tag.toLowerCase());
  return same ?? LOCALES.find((locale) => locale.split('-')[0] === language);
}
