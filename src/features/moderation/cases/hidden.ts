// What staff hides although no case waits, mostly because people reported it. Hiding is a decision like another: it is
// recorded as a decided case, so that it is part of the person's standing, is mailed, and can be appealed. A granted appeal
// shows the content again. Writes moderation_case together with cases.ts.
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { ReasonCode } from '../../../kernel/reason-code.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { moderationCase, report } from '../../../platform/database/schema/moderation.ts';
import type { MailDecision } from '../common/ports.ts';
import { HIDDEN_BY_STAFF } from '../common/vocabulary.ts';
import { excerptOf } from './cases.ts';
import { endDeletion } from './deletions.ts';

/** A post, comment, list, file or set of links that staff hides or shows again. */
interface HiddenSubject {
  readonly kind: 'post' | 'comment' | 'list' | 'attachment' | 'profile-links';
  readonly subjectId: string;
  /** Account id of who did it. */
  readonly decidedBy: string;
  readonly reasonCode: ReasonCode;
  /** What the author reads. */
  readonly message: string | null;
}

export interface Hiding extends HiddenSubject {
  readonly revision: number;
  readonly authorAccountId: string;
  readonly authorUid: number;
  /** What others could read; of a file its name. */
  readonly text: string;
  /** Of a file: what a person sees of it. */
  readonly content?: { readonly key: string; readonly mediaType: string } | undefined;
  /** Whether it also decides a case that waits. */
  readonly decidesWaiting: boolean;
}

/**
 * Records that staff hid something, and mails its author. Returns the id of the case; undefined while a case about the same
 * revision waits: the decision on that one is what can be appealed. A deletion decides that case.
 */
export async function recordHiding(
  tx: Transaction,
  mailDecision: MailDecision,
  hiding: Hiding,
): Promise<string | undefined> {
  const { kind, subjectId, revision, text, content, decidesWaiting, ...rest } = hiding;
  const [row] = await tx
    .insert(moderationCase)
    .values({
      id: Bun.randomUUIDv7(),
      kind,
      subjectId,
      subjectRevision: revision,
      status: 'decided',
      verdict: 'rejected',
      reasons: [`staff.${rest.reasonCode}`, HIDDEN_BY_STAFF],
      excerpt: excerptOf(text),
      body: content === undefined ? text : null,
      content: content ?? null,
      decidedAt: sql`now()`,
      createdAt: sql`coalesce(${firstReported(kind, subjectId)}, now())`,
      ...rest,
    })
    .onConflictDoUpdate({
      target: [moderationCase.kind, moderationCase.subjectId, moderationCase.subjectRevision],
      set: {
        status: 'decided',
        verdict: 'rejected',
        reasons: sql`${moderationCase.reasons} || array(
          select r from unnest(excluded.reasons) r where r <> all(${moderationCase.reasons}))`,
        version: sql`${moderationCase.version} + 1`,
        decidedBy: rest.decidedBy,
        decidedAt: sql`now()`,
        reasonCode: rest.reasonCode,
        message: rest.message,
        updatedAt: sql`now()`,
      },
      setWhere: decidesWaiting ? ne(moderationCase.status, 'superseded') : eq(moderationCase.status, 'decided'),
    })
    .returning({ id: moderationCase.id });
  if (row === undefined) return undefined;
  await mailDecision(tx, { of: 'case', id: row.id });
  return row.id;
}

/** Since when it has waited for staff: the first open report. */
const firstReported = (kind: HiddenSubject['kind'], subjectId: string): SQL => sql`(select min(${report.createdAt})
  from ${report} where ${report.targetKind} = ${kind} and ${report.targetId} = ${subjectId}
    and ${report.status} in ('pending', 'reviewing'))`;

/**
 * Records that staff shows something again. Where nothing else stands against it (its own verdict is `allow`), its case is
 * allowed, and a case that waited before a deletion waits again. Returns the id of that case.
 */
export async function recordShowing(
  tx: Transaction,
  { kind, subjectId, decidedBy, reasonCode, message }: HiddenSubject,
  verdict: string,
): Promise<string | undefined> {
  const allowed = { verdict: 'allow' as const, decidedBy, decidedAt: sql`now()`, reasonCode, message };
  const waiting = { status: 'review' as const, verdict: 'review' as const, decidedBy: null, decidedAt: null };
  const isWaiting = verdict === 'pending' || verdict === 'review';
  const decision = verdict === 'allow' ? allowed : isWaiting ? { ...waiting, reasonCode: null, message: null } : {};
  const [row] = await tx
    .update(moderationCase)
    .set({
      reasons: sql`array_remove(${moderationCase.reasons}, ${HIDDEN_BY_STAFF})`,
      version: sql`${moderationCase.version} + 1`,
      updatedAt: sql`now()`,
      ...decision,
    })
    .where(
      and(
        eq(moderationCase.kind, kind),
        eq(moderationCase.subjectId, subjectId),
        eq(moderationCase.status, 'decided'),
        sql`${HIDDEN_BY_STAFF} = any(${moderationCase.reasons})`,
      ),
    )
    .returning({ id: moderationCase.id });
  await endDeletion(tx, kind, subjectId);
  return row?.id;
}
