// The key by which work that is shared fairly counts a client: the account whose credential was verified, else the address. A
// credential that nobody has verified is no key, since a client could make up as many as it likes.
import { withinTime } from '../../kernel/concurrency/within-time.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { isDatabaseUnavailable } from '../../platform/database/errors.ts';
import type { RequestContext } from './context.ts';
import type { Actor, Guard } from './guard.ts';

export type ReadClientKey = (context: RequestContext) => string | Promise<string>;

/** A client whose account cannot be read in time counts by its address, so that reads never wait for the database. */
const IDENTIFY_MS = 500;

export function createClientKey({ identify, isForeignPage }: Pick<Guard, 'identify' | 'isForeignPage'>): ReadClientKey {
  return (context) => {
    const { headers } = context.request;
    const hasCredential = headers.has('authorization') || headers.has('cookie');
    // A page of another origin must not use up the places of whoever visits it.
    if (!hasCredential || isForeignPage(context)) return context.clientKey();
    const identified = identify(context).catch(asNobody);
    return withinTime(identified, IDENTIFY_MS, () => undefined).then((actor: Actor | undefined) =>
      actor?.emailVerified === true ? `account ${actor.accountId}` : context.clientKey(),
    );
  };
}

/** Queries are open to everybody, so that a refused or unreadable credential is none. */
function asNobody(error: unknown): undefined {
  if (!(error instanceof Refusal) && !isDatabaseUnavailable(error)) throw error;
}
