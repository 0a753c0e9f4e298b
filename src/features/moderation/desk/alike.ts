// Rejects a case and all that waits with the same text, whoever wrote it: a wave of spam comes from many accounts.
import { and, asc, eq, gt, inArray, isNotNull, ne } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { moderationCase } from '../../../platform/database/schema/moderation.ts';
import { type DecisionDependencies, type DecisionPlan, requireCase } from '../cases/decisions.ts';
import type { CaseDetail } from '../cases/view.ts';
import { TEXT_KINDS } from '../common/vocabulary.ts';
import { readTextForms, textIdentity } from '../rules/normalize.ts';
import { decideSeveral, type Outcome, type Seen } from './several.ts';

/** So many are rejected by one request. */
const ALIKE_MAX = 200;
const BATCH = 100;

export interface Alike {
  readonly results: readonly Outcome<{ readonly case: CaseDetail }>[];
  /** Whether more may wait. */
  readonly more: boolean;
}

/** Refuses with `case_not_found`, `case_without_text`, and `version_conflict` if the case itself has changed. */
export async function rejectAlike(
  dependencies: DecisionDependencies,
  actor: Actor,
  id: string,
  { version, ...plan }: Omit<DecisionPlan, 'verdict'>,
): Promise<Alike> {
  const { db } = dependencies.database;
  const found = await requireCase(db, id);
  if (found.body === null) throw new Refusal('case_without_text');
  if (found.version !== version) throw new Refusal('version_conflict');
  const alike = await findAlike(db, id, identityOf(found.body));
  const seen = [{ id, version }, ...alike].slice(0, ALIKE_MAX);
  const results = await decideSeveral(dependencies, actor, seen, { ...plan, verdict: 'rejected' });
  return { results, more: alike.length >= ALIKE_MAX };
}

const identityOf = (text: string): string => textIdentity(readTextForms(text));

/** Reads what waits in batches, so that a long queue neither fills the memory nor blocks others. */
async function findAlike(db: Queries, id: string, identity: string): Promise<readonly Seen[]> {
  const alike: Seen[] = [];
  let after: string | undefined;
  for (;;) {
    const rows = await db
      .select({ id: moderationCase.id, version: moderationCase.version, body: moderationCase.body })
      .from(moderationCase)
      .where(
        and(
          eq(moderationCase.status, 'review'),
          inArray(moderationCase.kind, [...TEXT_KINDS]),
          isNotNull(moderationCase.body),
          ne(moderationCase.id, id),
          after === undefined ? undefined : gt(moderationCase.id, after),
        ),
      )
      .orderBy(asc(moderationCase.id))
      .limit(BATCH);
    for (const row of rows) {
      if (row.body !== null && identityOf(row.body) === identity) alike.push({ id: row.id, version: row.version });
    }
    after = rows.at(-1)?.id;
    if (rows.length < BATCH || alike.length >= ALIKE_MAX) return alike.slice(0, ALIKE_MAX);
  }
}
