// Cookies of sign-in: their names, their signature, and the names that earlier versions gave them. Over https a cookie is
// bound to its host (`__Host-`), so that no other host of the same domain can plant one. Earlier versions called it
// `__Secure-`: such a cookie is read until its session ends. Processes of both versions may answer side by side during an
// update; cookies are then set under both names.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse } from 'hono/utils/cookie';
import { COOKIE_PREFIX } from './auth-names.ts';

const HOST = '__Host-';
const EARLIER = '__Secure-';
const END = 'Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure';

/** The name that earlier versions gave a cookie; undefined: the same. */
const earlierNameOf = (name: string): string | undefined =>
  name.startsWith(HOST) ? `${EARLIER}${name.slice(HOST.length)}` : undefined;

export interface FoundCookie {
  readonly value: string;
  /** It came under the name of earlier versions. */
  readonly isEarlier: boolean;
}

/** A cookie of a `Cookie` header, under its name or the earlier one. */
export function findCookie(header: string, name: string): FoundCookie | undefined {
  const value = parse(header, name)[name];
  if (value !== undefined) return { value, isEarlier: false };
  const earlier = earlierNameOf(name);
  const kept = earlier === undefined ? undefined : parse(header, earlier)[earlier];
  return kept === undefined ? undefined : { value: kept, isEarlier: true };
}

/** The same for a cookie signed by Better Auth: `{value}.{base64 HMAC-SHA-256}`; undefined when the signature is invalid. */
export function findSignedCookie(header: string, name: string, secret: string): FoundCookie | undefined {
  const found = findCookie(header, name);
  if (found === undefined) return undefined;
  const dot = found.value.lastIndexOf('.');
  const value = found.value.slice(0, dot);
  const expected = createHmac('sha256', secret).update(value).digest();
  const given = Buffer.from(found.value.slice(dot + 1), 'base64');
  if (dot < 1 || given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected)) return undefined;
  return { value, isEarlier: found.isEarlier };
}

/** `Set-Cookie` for a signed cookie. Without `maxAge` it ends with the browser. */
export function signedCookie(
  name: string,
  value: string,
  { secret, maxAge }: { readonly secret: string; readonly maxAge: number | undefined },
): string {
  const signature = createHmac('sha256', secret).update(value).digest('base64');
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  const secure = name.startsWith(HOST) ? '; Secure' : '';
  return `${name}=${encodeURIComponent(`${value}.${signature}`)}${age}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

const PAIRS = /;\s*/;
const nameOf = (pair: string): string => pair.slice(0, pair.indexOf('='));

/** A `Cookie` header with earlier names as they are today. A cookie under today's name wins. */
export function withNamesOfToday(header: string): string {
  if (!header.includes(`${EARLIER}${COOKIE_PREFIX}.`)) return header;
  const pairs = header.split(PAIRS);
  const names = new Set(pairs.map(nameOf));
  return pairs
    .flatMap((pair) => {
      if (!pair.startsWith(`${EARLIER}${COOKIE_PREFIX}.`)) return [pair];
      const today = `${HOST}${pair.slice(EARLIER.length)}`;
      return names.has(nameOf(today)) ? [] : [today];
    })
    .join('; ');
}

/** A `Cookie` header without a cookie, under any of its names. */
export function withoutCookie(header: string, name: string): string {
  const gone = [name, earlierNameOf(name)];
  return header
    .split(PAIRS)
    .filter((pair) => !gone.includes(nameOf(pair)))
    .join('; ');
}

/**
 * `Set-Cookie` lines with what the earlier names need: the same value while a process of the earlier version may answer
 * (`isUpdating`), otherwise an end where the browser still has one.
 */
export function withEarlierNames(lines: readonly string[], header: string, isUpdating: boolean): readonly string[] {
  return lines.flatMap((line) => {
    const name = nameOf(line);
    const earlier = earlierNameOf(name);
    if (earlier === undefined) return [line];
    if (isUpdating) return [line, `${earlier}${line.slice(name.length)}`];
    return parse(header, earlier)[earlier] === undefined ? [line] : [line, `${earlier}=; ${END}`];
  });
}

/**
 * Headers of a sign-out: the browser drops what pages stored. Not its cookies, which other services under the same domain
 * may have set, and not its cache, which browsers take seconds to empty. Over plain http browsers ignore it.
 */
export const signOutHeaders = (publicUrl: string): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https:') ? { 'Clear-Site-Data': '"storage"' } : {};

/** `Set-Cookie` lines that end cookies under all their names. */
export const endCookies = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => {
    const earlier = earlierNameOf(name);
    if (earlier === undefined) return [`${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`];
    return [`${name}=; ${END}`, `${earlier}=; ${END}`];
  });
