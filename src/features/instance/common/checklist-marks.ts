// When each task of the administrators' checklist was last done.
import { eq, sql } from 'drizzle-orm';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { instanceMark } from '../../../platform/database/schema/instance.ts';

const MARKS = ['mail-tested', 'exported', 'checklist-dismissed'] as const;
export type MarkName = (typeof MARKS)[number];

/** When each was done last; those that never were are missing. */
export async function readMarks(db: Queries | Transaction): Promise<ReadonlyMap<MarkName, Date>> {
  const rows = await db.select().from(instanceMark);
  return new Map(
    rows.flatMap(({ name, markedAt }) => {
      const known = MARKS.find((mark) => mark === name);
      return known === undefined ? [] : [[known, markedAt] as const];
    }),
  );
}

export async function writeMark(db: Queries | Transaction, name: MarkName): Promise<void> {
  await db
    .insert(instanceMark)
    .values({ name })
    .onConflictDoUpdate({ target: instanceMark.name, set: { markedAt: sql`now()` } });
}

export async function removeMark(db: Queries | Transaction, name: MarkName): Promise<void> {
  await db.delete(instanceMark).where(eq(instanceMark.name, name));
}
