// Who may decide what has just come in: the members of staff who are notified of it. The rules are those of the decisions.
import { and, eq, inArray } from 'drizzle-orm';
import type { Role } from '../../http/gates/guard.ts';
import type { Queries } from '../../platform/database/database.ts';
import { report } from '../../platform/database/schema/moderation.ts';
import { readAppealed } from './appeals/appeals.ts';
import { findBlocks } from './appeals/blocks.ts';
import { readCase } from './cases/cases.ts';
import { readPerson } from './common/people.ts';
import type { People } from './common/ports.ts';
import { OPEN_REPORT } from './staff/reports.ts';

export const ARRIVALS = ['case', 'report', 'appeal', 'registration'] as const;
/** What comes in for staff. */
export type Arrival = (typeof ARRIVALS)[number];

/** Account ids of the staff who may decide it. None when it is decided already. */
export async function listDeciders(db: Queries, people: People, kind: Arrival, id: string): Promise<readonly string[]> {
  const staff = await people.listStaff(db);
  switch (kind) {
    case 'case': {
      const found = await readCase(db, id);
      return found?.status === 'review' ? except(db, people, staff, found.authorAccountId) : [];
    }
    case 'report': {
      const [found] = await db
        .select()
        .from(report)
        .where(and(eq(report.id, id), inArray(report.status, OPEN_REPORT)));
      return found === undefined ? [] : except(db, people, staff, found.targetAccountId, found.reporterAccountId);
    }
    case 'appeal': {
      const found = await readAppealed(db, id);
      if (found?.appeal.status !== 'open') return [];
      const deciders: string[] = [];
      for (const one of staff) if (!(await findBlocks(db, people, one, [found])).has(id)) deciders.push(one.accountId);
      return deciders;
    }
    case 'registration': {
      if (!(await people.isRegistrationOpen(db, id))) return [];
      return staff.filter(({ role }) => role === 'administrator').map(({ accountId }) => accountId);
    }
  }
}

type Staff = Awaited<ReturnType<People['listStaff']>>;

/** Nobody decides about their own, and moderators not about administrators. */
async function except(
  db: Queries,
  people: People,
  staff: Staff,
  accountId: string,
  reporterId?: string,
): Promise<readonly string[]> {
  const role: Role = (await readPerson(db, people, accountId))?.role ?? 'member';
  return staff
    .filter((one) => one.accountId !== accountId && one.accountId !== reporterId)
    .filter((one) => one.role === 'administrator' || role !== 'administrator')
    .map((one) => one.accountId);
}
