// How a path names a person: by UID, or by handle.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type RefusalCode, required } from '../../../kernel/refusal.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { prepareSql } from '../../../platform/database/prepared.ts';

/** A UID, or a handle in lower case. */
export type PersonName = number | string;

const namedPerson = z.object({ accountId: z.string(), uid: z.string() });
type NamedPerson = Readonly<z.output<typeof namedPerson>>;

// Prepared, since they run before every page of a person.
const byHandleStatement = prepareSql(
  namedPerson,
  () => sql`select account_id as "accountId", uid from profile where status <> 'deleted'
    and handle in (${sql.placeholder('handle')}::text, rtrim(${sql.placeholder('handle')}::text, '_-'))
    order by length(handle) desc limit 1`,
);
const byUidStatement = prepareSql(
  namedPerson,
  () => sql`select account_id as "accountId", uid from profile where status <> 'deleted'
    and uid = ${sql.placeholder('uid')}::bigint`,
);

/** The person whom a path names; undefined when there is none. */
export const readNamed = (db: Queries | Transaction, name: PersonName): Promise<NamedPerson | undefined> =>
  typeof name === 'number'
    ? byUidStatement.first(db, {}, { uid: name })
    : byHandleStatement.first(db, {}, { handle: name });

/**
 * The UID of a person. Refuses with `missing` when nobody has the handle. Like mentions, a handle that nobody has is
 * looked up again without its trailing hyphens and underscores. A UID is not looked up.
 */
export async function requireUid(
  db: Queries | Transaction,
  name: PersonName,
  missing: Extract<RefusalCode, 'profile_not_found' | 'user_not_found'>,
): Promise<number> {
  if (typeof name === 'number') return name;
  return Number(required(await readNamed(db, name), missing).uid);
}
