// How a reader wants pages: language and colours, kept in two cookies. Cookies of ours hold no more than these words.
import { parse } from 'hono/utils/cookie';
import { LOCALES, type Locale } from '../../kernel/names.ts';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const LOCALE_COOKIE = 'livehouse.locale';
export const THEME_COOKIE = 'livehouse.theme';
const HOST = '__Host-';
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
  // Over https cookies are bound to their host. Earlier versions did not do that, and their choices stand.
  const read = (name: string): string | undefined => cookies[`${HOST}${name}`] ?? cookies[name];
  const theme = read(THEME_COOKIE);
  return { locale: asLocale(read(LOCALE_COOKIE)), theme: THEMES.find((one) => one === theme) };
}

/** `Set-Cookie` lines for a choice; undefined ends the choice. */
export function displayCookies(
  { headers }: Request,
  name: string,
  value: string | undefined,
  { basePath, isSecure }: { readonly basePath: string; readonly isSecure: boolean },
): readonly string[] {
  const age = value === undefined ? 0 : YEAR_SECONDS;
  const path = `${basePath}/`;
  if (!isSecure) return [`${name}=${value ?? ''}; Path=${path}; Max-Age=${age}; SameSite=Lax; HttpOnly`];
  const line = `${HOST}${name}=${value ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax; HttpOnly; Secure`;
  const hasEarlier = parse(headers.get('cookie') ?? '', name)[name] !== undefined;
  return hasEarlier ? [line, `${name}=; Path=${path}; Max-Age=0; SameSite=Lax; HttpOnly`] : [line];
}
