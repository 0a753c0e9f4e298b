// Invites: codes with which people create an account while registration is by invitation. An invite is used by one statement
// in the transaction that creates the account, so it never creates more accounts than its number of uses.
import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import { onlyOf } from '../../../kernel/page.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { isUnexpired } from '../../../platform/database/conditions.ts';
import { recordCreated } from '../../../platform/database/created.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/database.ts';
import { instanceInvite } from '../../../platform/database/schema/instance.ts';
import { type AuditEntry, recordAudit } from '../../audit/record.ts';

export type Invite = typeof instanceInvite.$inferSelect;

export interface InvitePlan {
  readonly maxUses: number;
  readonly expiresAt: Date | null;
  readonly note: string | null;
}

const CODE_BYTES = 15;
const CODE = /^[A-Za-z0-9_-]{20}$/;

const isUsable = (code: string): SQL | undefined =>
  and(
    eq(instanceInvite.code, code),
    lt(instanceInvite.uses, instanceInvite.maxUses),
    isUnexpired(instanceInvite.expiresAt),
  );

/** Whether a code could be used now. Counts nothing. */
export async function isUsableInvite(db: Queries, code: string): Promise<boolean> {
  if (!CODE.test(code)) return false;
  const rows = await db.select({ id: instanceInvite.id }).from(instanceInvite).where(isUsable(code));
  return rows.length > 0;
}

/** Takes a use and returns the id of the invite; undefined when the code cannot be used. The row stays locked until the end. */
export async function takeInvite(db: Queries | Transaction, code: string): Promise<string | undefined> {
  if (!CODE.test(code)) return undefined;
  const [row] = await db
    .update(instanceInvite)
    .set({ uses: sql`${instanceInvite.uses} + 1` })
    .where(isUsable(code))
    .returning({ id: instanceInvite.id });
  return row?.id;
}

/** Gives a use back whose account was not made after all. */
export async function giveInviteBack(db: Queries, id: string): Promise<void> {
  await db
    .update(instanceInvite)
    .set({ uses: sql`${instanceInvite.uses} - 1` })
    .where(and(eq(instanceInvite.id, id), gt(instanceInvite.uses, 0)));
}

/** Makes an invite with a new code. */
export const createInvite = (database: Database, { accountId }: Actor, plan: InvitePlan): Promise<Invite> =>
  database.transaction(async (tx) => {
    const values = { id: Bun.randomUUIDv7(), code: randomBytes(CODE_BYTES).toString('base64url'), ...plan };
    const made = onlyOf(await tx.insert(instanceInvite).values(values).returning());
    await recordCreated(tx, made.id);
    await recordInvite(tx, accountId, 'instance.invite', made.id, { after: describe(made) });
    return made;
  });

export async function findInvite(db: Queries, id: string): Promise<Invite | undefined> {
  const [found] = await db.select().from(instanceInvite).where(eq(instanceInvite.id, id));
  return found;
}

/** Ends an invite. Accounts that were made with it stay. */
export const removeInvite = (database: Database, { accountId }: Actor, id: string): Promise<void> =>
  database.transaction(async (tx) => {
    const [gone] = await tx.delete(instanceInvite).where(eq(instanceInvite.id, id)).returning();
    if (gone === undefined) throw new Refusal('invite_not_found');
    await recordInvite(tx, accountId, 'instance.invite-end', id, { before: describe(gone) });
  });

/** Invites, the newest first, up to `limit` before `id`. */
export const listInvites = (db: Queries, before: string | undefined, limit: number): Promise<readonly Invite[]> =>
  db
    .select()
    .from(instanceInvite)
    .where(before === undefined ? undefined : lt(instanceInvite.id, before))
    .orderBy(desc(instanceInvite.id))
    .limit(limit);

/** Without the code, which is as good as an invitation. */
const describe = ({ maxUses, uses, expiresAt, note }: Invite) => ({
  maxUses,
  uses,
  note,
  expiresAt: expiresAt?.getTime() ?? null,
});

const recordInvite = (
  tx: Transaction,
  actorAccountId: string,
  action: 'instance.invite' | 'instance.invite-end',
  subjectId: string,
  change: Pick<AuditEntry<typeof action>, 'before' | 'after'>,
): Promise<void> => recordAudit(tx, { actorAccountId, action, subjectKind: 'invite', subjectId, ...change });
