// Registrations that wait for an administrator: the list and the decision. Lists contain no address,
// but its domain, by which mail domains are blocked.
import { and, asc, eq, gt, ne, or, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { account, profile } from '../../../platform/database/schema/accounts.ts';
import { recordAudit } from '../../audit/record.ts';
import type { Account, Reader } from '../common/accounts.ts';

export const REGISTRATION_VERDICTS = ['approve', 'refuse'] as const;
export type RegistrationVerdict = (typeof REGISTRATION_VERDICTS)[number];

export interface WaitingRegistration {
  readonly uid: number;
  readonly displayName: string;
  readonly text: string | null;
  readonly mailDomain: string;
  /** Services that the account was made with. */
  readonly providers: readonly string[];
  readonly createdAt: Date;
  readonly waitingSince: Date;
}

/** Place in the list. */
export interface RegistrationPlace {
  readonly time: number;
  readonly uid: number;
}

/** As the index has it. */
const isWaiting = sql`${account.approval} = 'pending' and ${account.approvalSince} is not null`;

/** What waits, oldest first. */
export async function listRegistrations(
  db: Reader,
  after: RegistrationPlace | undefined,
  limit: number,
): Promise<readonly WaitingRegistration[]> {
  const since = after && new Date(after.time);
  const rows = await db
    .select({
      uid: profile.uid,
      displayName: profile.displayName,
      text: account.approvalText,
      mailDomain: sql<string>`split_part(${account.email}, '@', 2)`,
      providers: sql<string[]>`array(select m.provider_id from login_method m
        where m.account_id = ${account.id} and m.provider_id <> 'credential' order by m.provider_id)`,
      createdAt: account.createdAt,
      waitingSince: account.approvalSince,
    })
    .from(account)
    .innerJoin(profile, eq(profile.accountId, account.id))
    .where(
      and(
        isWaiting,
        ne(profile.status, 'deleted'),
        since === undefined || after === undefined
          ? undefined
          : or(gt(account.approvalSince, since), and(eq(account.approvalSince, since), gt(profile.uid, after.uid))),
      ),
    )
    .orderBy(asc(account.approvalSince), asc(profile.uid))
    .limit(limit);
  return rows.flatMap(({ waitingSince, ...row }) => (waitingSince === null ? [] : [{ ...row, waitingSince }]));
}

/**
 * Decides about the registration of a locked account and returns the account. The text is deleted with the decision. Refuses with
 * `registration_not_found` and `registration_already_decided`.
 */
export async function decideRegistration(
  tx: Transaction,
  { accountId: by }: Actor,
  found: Account,
  verdict: RegistrationVerdict,
): Promise<Account> {
  if (found.approval === null) throw new Refusal('registration_not_found');
  if (found.approval !== 'pending') throw new Refusal('registration_already_decided');
  const approval = verdict === 'approve' ? 'approved' : 'refused';
  await tx
    .update(account)
    .set({ approval, approvalText: null, approvalDecidedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(account.id, found.id));
  await recordAudit(tx, {
    actorAccountId: by,
    action: `account.${verdict}`,
    subjectKind: 'user',
    subjectId: String(found.uid),
  });
  return found;
}
