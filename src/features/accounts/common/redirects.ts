// Validates redirect targets in the sign-in library's URLs for mailed links: pages of our own, given as a path or a
// full URL.

import type { RequestContext } from '../../../http/gates/context.ts';
import type { OwnAddress } from '../../../http/gates/own-address.ts';
import { isCleanText } from '../../../http/routing/body.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { PASSWORD_PAGE } from './auth-names.ts';

/**
 * Whether a text is a path of this instance: it begins with one `/`, then neither `/` nor `\`, and has no control
 * characters, which browsers remove before they read an address. Pure.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused.
export const isOwnPath = (text: string): boolean => /^\/(?![/\\])[^\u0000-\u001f\u007f]*$/.test(text);

/** Path of the service below its origin, without trailing slash. */
export const basePathOf = (ownAddress: OwnAddress): string => new URL(ownAddress.public()).pathname.replace(/\/$/, '');

/** Whether a given redirect target has our origin; true when none is given. */
export function isOwnPlace(ownAddress: OwnAddress, context: RequestContext, named: string | undefined): boolean {
  return named === undefined || named === '' || readOwnPlace(ownAddress, context, named) !== undefined;
}

/** Whether a given redirect target is exactly our password page; true when none is given. */
export function isPasswordPage(ownAddress: OwnAddress, context: RequestContext, named: string | undefined): boolean {
  if (named === undefined || named === '') return true;
  const url = readOwnPlace(ownAddress, context, named);
  return url !== undefined && url.href === `${url.origin}${basePathOf(ownAddress)}${PASSWORD_PAGE}`;
}

function readOwnPlace(ownAddress: OwnAddress, context: RequestContext, named: string): URL | undefined {
  const home = new URL(ownAddress.public());
  if (!URL.canParse(named, home.href)) return undefined;
  const url = new URL(named, home.href);
  return url.origin === home.origin || ownAddress.owns(context.request, url.origin) ? url : undefined;
}

/** Returns the query unchanged. Refuses one with unclean text in a name or value. */
export function requireCleanSearch(search: string): string {
  for (const pair of new URLSearchParams(search)) {
    if (!pair.every(isCleanText)) throw new Refusal('invalid_query');
  }
  return search;
}
