// Which of the five languages somebody is written to in: their preference, else what their browser asks for, else the
// language of the instance.
import { parseAccept } from 'hono/utils/accept';
import { LOCALES, type Locale } from '../../../kernel/names.ts';

/** `accepted` is an `Accept-Language` header, `preferred` the `locale` preference. */
export type ChooseLocale = (accepted: string | null, preferred?: string | null) => Locale;

/** A chooser that answers `instanceLocale` where neither preference nor header names one of the five languages. */
export const createLocaleChooser =
  (instanceLocale: Locale): ChooseLocale =>
  (accepted, preferred) => {
    const chosen = LOCALES.find((locale) => locale === preferred);
    if (chosen !== undefined) return chosen;
    const wanted = parseAccept((accepted ?? '').slice(0, 512)).toSorted((a, b) => b.q - a.q);
    for (const { type, q } of wanted) {
      const found = q > 0 ? localeOf(type) : undefined;
      if (found !== undefined) return found;
    }
    return instanceLocale;
  };

/** The locale of a language tag; Chinese by script, or by the region that writes in it. */
function localeOf(tag: string): Locale | undefined {
  const parts = tag.toLowerCase().split('-');
  switch (parts[0]) {
    case 'zh':
      return parts.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-TW' : 'zh-CN';
    case 'ja':
    case 'en':
    case 'ko':
      return parts[0];
    default:
      return undefined;
  }
}
