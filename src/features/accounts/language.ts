// Which of the five languages somebody is written to in: their preference, else what their browser asks for, else Japanese.
import { parseAccept } from 'hono/utils/accept';
import { LOCALES, type Locale } from '../../kernel/names.ts';

const DEFAULT: Locale = 'ja';

/** `accepted` is an `Accept-Language` header, `preferred` the `locale` preference. */
export function chooseLocale(accepted: string | null, preferred?: string | null): Locale {
  const chosen = LOCALES.find((locale) => locale === preferred);
  if (chosen !== undefined) return chosen;
  const wanted = parseAccept((accepted ?? '').slice(0, 512)).toSorted((a, b) => b.q - a.q);
  for (const { type, q } of wanted) {
    const found = q > 0 ? localeOf(type) : undefined;
    if (found !== undefined) return found;
  }
  return DEFAULT;
}

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
