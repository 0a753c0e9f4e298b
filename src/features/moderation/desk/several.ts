// Applies one decision to several cases or reports. Each is decided separately: if one is refused, the others are still
// decided.
import type { Actor } from '../../../http/gates/guard.ts';
import { onlyOf } from '../../../kernel/page.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { presentCaseDetail } from '../cases/case-list.ts';
import { type DecisionDependencies, type DecisionPlan, decideCase } from '../cases/decisions.ts';
import type { CaseDetail } from '../cases/view.ts';
import type { ReportView } from '../staff/contract.ts';
import { type ClosePlan, closeReport, presentReports } from '../staff/reports.ts';

export const SEVERAL_MAX = 50;

/** An id with the version that the person saw. */
export interface Seen {
  readonly id: string;
  readonly version: number;
}

export type Outcome<T> =
  | ({ readonly id: string; readonly ok: true } & T)
  | { readonly id: string; readonly ok: false; readonly status: number; readonly code: string };

export const decideSeveral = (
  dependencies: DecisionDependencies,
  actor: Actor,
  seen: readonly Seen[],
  plan: Omit<DecisionPlan, 'version'>,
): Promise<readonly Outcome<{ readonly case: CaseDetail }>[]> =>
  eachByItself(seen, async ({ id, version }) => {
    const decided = await decideCase(dependencies, actor, id, { ...plan, version });
    return { case: await presentCaseDetail(dependencies.database.db, dependencies.people, decided) };
  });

export const closeSeveral = (
  dependencies: Pick<DecisionDependencies, 'database' | 'people'>,
  actor: Actor,
  seen: readonly Seen[],
  plan: Omit<ClosePlan, 'version'>,
): Promise<readonly Outcome<{ readonly report: ReportView }>[]> =>
  eachByItself(seen, async ({ id, version }) => {
    const closed = await closeReport(dependencies, actor, id, { ...plan, version });
    return { report: onlyOf(await presentReports(dependencies.database.db, dependencies.people, [closed])) };
  });

/** One after the other, so that fifty take one connection. */
async function eachByItself<T>(seen: readonly Seen[], act: (one: Seen) => Promise<T>): Promise<readonly Outcome<T>[]> {
  const outcomes: Outcome<T>[] = [];
  for (const one of seen) {
    try {
      outcomes.push({ id: one.id, ok: true, ...(await act(one)) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.push({ id: one.id, ok: false, status: error.status, code: error.code });
    }
  }
  return outcomes;
}
