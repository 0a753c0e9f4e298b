// Accounts as administrators see them: a list with filters, and one account. The results say how a person signs in, but
// contain no email address, no private id and no secret. A search for a whole address finds its account.
import { and, desc, eq, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { RestrictionKind, Role } from '../../../http/gates/guard.ts';
import {
  account,
  apiToken,
  loginMethod,
  passkey,
  profile,
  session,
} from '../../../platform/database/schema/accounts.ts';
import {
  activeRestrictions,
  readSuspension,
  type StandingSuspension,
} from '../../moderation/common/active-restrictions.ts';
import type { Person } from '../../moderation/common/vocabulary.ts';
import { normalizeEmail, type Reader } from '../common/accounts.ts';
import { matchesPerson, PERSON_COLUMNS } from './directory.ts';

/** `unverified`: the address is not verified. `restricted`: a restriction counts now. */
export const ACCOUNT_STATES = ['active', 'suspended', 'restricted', 'unverified', 'deleted'] as const;
type AccountState = (typeof ACCOUNT_STATES)[number];

export interface AccountQuery {
  /** Part of a handle or name, a UID, or a whole address; empty: everybody. */
  readonly text: string;
  readonly role: Role | undefined;
  /** Undefined: everybody but deleted accounts. */
  readonly state: AccountState | undefined;
  /** UID of the last account of the page before. */
  readonly beforeUid: number | undefined;
  readonly limit: number;
}

/** An account in a list. Its `accountId` is private and not for answers. */
export interface ListedAccount extends Person {
  readonly emailVerified: boolean;
  readonly createdAt: Date;
  readonly restrictions: readonly RestrictionKind[];
}

/** One account. */
export interface AccountDetail extends ListedAccount {
  readonly hasPassword: boolean;
  /** Social providers. */
  readonly providers: readonly string[];
  readonly totp: boolean;
  readonly passkeys: number;
  readonly sessions: number;
  readonly apiTokens: number;
  readonly lastSignInAt: Date | undefined;
  readonly suspension: StandingSuspension | undefined;
}

const COLUMNS = {
  ...PERSON_COLUMNS,
  emailVerified: account.emailVerified,
  createdAt: account.createdAt,
  restrictions: activeRestrictions(profile.accountId),
} as const;

/** Accounts, newest first. */
export async function listForAdministration(db: Reader, wanted: AccountQuery): Promise<readonly ListedAccount[]> {
  const { text, role, state, beforeUid, limit } = wanted;
  return db
    .select(COLUMNS)
    .from(profile)
    .innerJoin(account, eq(account.id, profile.accountId))
    .where(
      and(
        beforeUid === undefined ? undefined : lt(profile.uid, beforeUid),
        role === undefined ? undefined : eq(profile.role, role),
        isInState(state),
        text === '' ? undefined : or(matchesPerson(text), hasAddress(text)),
      ),
    )
    .orderBy(desc(profile.uid))
    .limit(limit);
}

function hasAddress(text: string): SQL | undefined {
  const email = normalizeEmail(text);
  return email === undefined ? undefined : eq(account.email, email);
}

function isInState(state: AccountState | undefined): SQL | undefined {
  switch (state) {
    case undefined:
      return ne(profile.status, 'deleted');
    case 'restricted':
      return and(ne(profile.status, 'deleted'), sql`cardinality(${activeRestrictions(profile.accountId)}) > 0`);
    case 'unverified':
      return and(ne(profile.status, 'deleted'), eq(account.emailVerified, false));
    default:
      return eq(profile.status, state);
  }
}

/** One account; undefined when there is none with this UID. */
export async function readForAdministration(db: Reader, uid: number): Promise<AccountDetail | undefined> {
  const [row] = await db
    .select({
      ...COLUMNS,
      totp: account.twoFactorEnabled,
      passkeys: db.$count(passkey, eq(passkey.accountId, profile.accountId)),
      sessions: db.$count(session, and(eq(session.accountId, profile.accountId), sql`${session.expiresAt} > now()`)),
      apiTokens: db.$count(apiToken, eq(apiToken.accountId, profile.accountId)),
    })
    .from(profile)
    .innerJoin(account, eq(account.id, profile.accountId))
    .where(eq(profile.uid, uid));
  if (row === undefined) return undefined;
  const { accountId } = row;
  const methods = await db
    .select({ provider: loginMethod.providerId, hasPassword: sql<boolean>`${loginMethod.password} is not null` })
    .from(loginMethod)
    .where(eq(loginMethod.ownerId, accountId))
    .orderBy(loginMethod.providerId);
  const [newest] = await db
    .select({ at: session.createdAt })
    .from(session)
    .where(eq(session.accountId, accountId))
    .orderBy(desc(session.createdAt))
    .limit(1);
  return {
    ...row,
    hasPassword: methods.some(({ hasPassword }) => hasPassword),
    providers: methods.flatMap(({ provider, hasPassword }) => (hasPassword ? [] : [provider])),
    lastSignInAt: newest?.at,
    suspension: row.status === 'suspended' ? await readSuspension(db, accountId) : undefined,
  };
}
