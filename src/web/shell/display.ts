// How a reader wants pages: language and colours, kept in two cookies. Cookies of ours hold no more than these words.
import { parse } from 'hono/utils/cookie';
import { LOCALES, type Locale } from '../../kernel/names.ts';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const LOCALE_COOKIE = 'livehouse.locale';
export const THEME_COOKIE = 'livehouse.theme';
const YEAR_SECONDS = 31_536_000;

export interface Display {
  readonly locale: Locale | undefined;
  readonly theme: Theme | undefined;
}

export const asLocale = (text: string | null | undefined): Locale | undefined =>
  LOCALES.find((locale) => locale === text);

/** What the cookies of a request say; anything else counts as nothing. */
export function readDisplay(request: Request): Display {
  const header = request.headers.get('cookie') ?? '';
  if (!header.includes('livehouse.')) return { locale: undefined, theme: undefined };
  const cookies = parse(header);
  return {
    locale: asLocale(cookies[LOCALE_COOKIE]),
    theme: THEMES.find((theme) => theme === cookies[THEME_COOKIE]),
  };
}

/** `Set-Cookie` for a choice; undefined ends the choice. */
export function displayCookie(name: string, value: string | undefined, path: string): string {
  const age = value === undefined ? 0 : YEAR_SECONDS;
  return `${name}=${value ?? ''}; Path=${path}; Max-Age=${age}; SameSite=Lax; HttpOnly`;
}
