// Looks up people for staff: by UID, by account id, by part of a name. Returns public data, role and status only; no
// email addresses.
import { and, eq, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../../http/gates/guard.ts';
import { toNormalForm } from '../../../kernel/normal-form.ts';
import { isAnyOf } from '../../../platform/database/conditions.ts';
import { profile } from '../../../platform/database/schema/accounts.ts';
import { activeRestrictions } from '../../moderation/common/active-restrictions.ts';
import type { People } from '../../moderation/common/ports.ts';
import { endSessions, type Profile, type Reader, readAccountById } from '../common/accounts.ts';
import { requireAnotherAdministrator } from '../common/administrators.ts';
import { reinstateAccount } from './roles.ts';

interface StaffPerson {
  readonly accountId: string;
  readonly uid: number;
  readonly handle: string | null;
  readonly displayName: string;
  readonly role: Role;
  readonly status: Profile['status'];
}

/** Public data of a person, with role and status. */
export const PERSON_COLUMNS = {
  accountId: profile.accountId,
  uid: profile.uid,
  handle: profile.handle,
  displayName: profile.displayName,
  role: profile.role,
  status: profile.status,
} as const;

/** The person with this public UID. */
async function readPersonByUid(db: Reader, uid: number): Promise<StaffPerson | undefined> {
  const [row] = await db.select(PERSON_COLUMNS).from(profile).where(eq(profile.uid, uid));
  return row;
}

/** The person with this public UID (a number) or handle. */
async function readPersonByKey(db: Reader, key: number | string): Promise<StaffPerson | undefined> {
  if (typeof key === 'number') return readPersonByUid(db, key);
  const [row] = await db.select(PERSON_COLUMNS).from(profile).where(eq(profile.handle, key));
  return row;
}

/** People by public UID; missing ones are absent. */
async function readPersonsByUids(db: Reader, uids: readonly number[]): Promise<ReadonlyMap<number, StaffPerson>> {
  if (uids.length === 0) return new Map();
  const rows = await db
    .select(PERSON_COLUMNS)
    .from(profile)
    .where(inArray(profile.uid, [...uids]));
  return new Map(rows.map((row) => [row.uid, row]));
}

/** People by account id; missing accounts are absent. */
async function readPersonsByIds(db: Reader, accountIds: readonly string[]): Promise<ReadonlyMap<string, StaffPerson>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db.select(PERSON_COLUMNS).from(profile).where(isAnyOf(profile.accountId, accountIds));
  return new Map(rows.map((row) => [row.accountId, row]));
}

/**
 * People with a UID above `afterUid`, in UID order, whose handle or public name contains the text or whose UID equals
 * it.
 */
async function searchPersons(
  db: Reader,
  { text, afterUid, limit }: { readonly text: string; readonly afterUid: number; readonly limit: number },
): Promise<readonly StaffPerson[]> {
  return db
    .select(PERSON_COLUMNS)
    .from(profile)
    .where(and(gt(profile.uid, afterUid), text === '' ? undefined : matchesPerson(text)))
    .orderBy(profile.uid)
    .limit(limit);
}

/** SQL: the handle or public name contains the text, or the UID equals it. */
export function matchesPerson(text: string): SQL | undefined {
  const wanted = toNormalForm(text, 'NFKC').toLowerCase();
  const part = `%${wanted.replace(/^@/, '').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return or(
    /^[1-9]\d{0,14}$/.test(wanted) ? eq(profile.uid, Number(wanted)) : undefined,
    sql`${profile.handle} like ${part}`,
    sql`lower(normalize(${profile.displayName}, nfkc)) like ${part}`,
  );
}

/** Active moderators and administrators who may sign in. */
async function listStaff(db: Reader): Promise<readonly Pick<StaffPerson, 'accountId' | 'role'>[]> {
  return db
    .select({ accountId: profile.accountId, role: profile.role })
    .from(profile)
    .where(
      and(
        ne(profile.role, 'member'),
        eq(profile.status, 'active'),
        sql`not ('sign_in' = any(${activeRestrictions(profile.accountId)}))`,
      ),
    );
}

/** Account lookups and changes that moderation and the community use. */
export const STAFF_DIRECTORY: People = {
  readByUid: readPersonByUid,
  readByKey: readPersonByKey,
  readByUids: readPersonsByUids,
  readByIds: readPersonsByIds,
  search: searchPersons,
  listStaff,
  isRegistrationOpen: async (db, accountId) => (await readAccountById(db, accountId))?.approval === 'pending',
  reinstate: async (tx, by, accountId) => {
    await reinstateAccount(tx, by, accountId);
  },
  endSessions,
  requireAnotherAdministrator,
};
