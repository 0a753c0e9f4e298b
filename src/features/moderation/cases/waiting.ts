// What an author may know about why a text waits: the kinds of rules that it matched, never their ids or terms, which are for
// staff.
import { and, eq, inArray } from 'drizzle-orm';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { moderationCase } from '../../../platform/database/schema/moderation.ts';
import { type TextKind, WAITING_REASONS, type WaitingReason } from '../common/vocabulary.ts';
import type { TextRules } from '../rules/rules.ts';

/** The reasons of a case as its author may know them, each once. Where none can be told, a check by itself is the reason. */
export function explainWaiting(rules: TextRules, reasons: readonly string[]): readonly WaitingReason[] {
  const kinds = new Map<string, readonly WaitingReason[]>([['policy.review', ['policy']]]);
  const name = (id: string, ...kind: readonly WaitingReason[]): void => {
    kinds.set(`rule.${id}`, kind);
  };
  for (const { id } of rules.words) name(id, 'words');
  for (const { id, moreThan } of rules.links) name(id, moreThan > 0 ? 'links' : 'link');
  for (const { id } of rules.repetition) name(id, 'repetition');
  for (const { id, links } of rules.newAccounts) {
    name(id, ...(links > 1 ? (['links'] as const) : links > 0 ? (['link'] as const) : []), 'new_account');
  }
  const told = new Set(reasons.flatMap((reason): readonly WaitingReason[] => kinds.get(reason) ?? ['automatic']));
  return WAITING_REASONS.filter((reason) => told.has(reason) && (reason !== 'automatic' || told.size === 1));
}

/** Why a revision of a text waits; empty when it does not. */
export async function readWaiting(
  db: Queries | Transaction,
  rules: TextRules,
  kind: TextKind,
  subjectId: string,
  revision: number,
): Promise<readonly WaitingReason[]> {
  const [row] = await db
    .select({ reasons: moderationCase.reasons })
    .from(moderationCase)
    .where(
      and(
        eq(moderationCase.kind, kind),
        eq(moderationCase.subjectId, subjectId),
        eq(moderationCase.subjectRevision, revision),
        inArray(moderationCase.status, ['pending', 'review']),
      ),
    );
  return row === undefined ? [] : explainWaiting(rules, row.reasons);
}
