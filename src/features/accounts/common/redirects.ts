// Where the library's addresses for mailed links may lead: to pages of our own, named by a path or a whole address.

import type { RequestContext } from '../../../http/gates/context.ts';
import type { OwnAddress } from '../../../http/gates/own-address.ts';
import { isCleanText } from '../../../http/routing/body.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { PASSWORD_PAGE } from './auth-names.ts';

/** Path of the service below its origin, without a last slash. */
export const basePathOf = (ownAddress: OwnAddress): string => new URL(ownAddress.public()).pathname.replace(/\/$/, '');

/** Whether an address that somebody named has an origin of ours; true where none is named. */
export function isOwnPlace(ownAddress: OwnAddress, context: RequestContext, named: string | undefined): boolean {
  return named === undefined || named === '' || readOwnPlace(ownAddress, context, named) !== undefined;
}

/** Whether an address that somebody named is exactly our page that sets a password; true where none is named. */
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

/** The query as it came, unless a name or value in it is no clean text. */
export function requireCleanSearch(search: string): string {
  for (const pair of new URLSearchParams(search)) {
    if (!pair.every(isCleanText)) throw new Refusal('invalid_query');
  }
  return search;
}
