// Clears what people wrote into audit events. The events stay.
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { idRow, listRows } from '../../platform/database/rows.ts';

/** What was erased. */
export interface ErasedSubject {
  readonly kind: string;
  readonly id: string;
  /** Account id of who erased it; undefined: the service. */
  readonly by: string | undefined;
}

/**
 * Clears the values of the events `e` that meet a condition, and records that. The reasons of erasures stay: they say why
 * something is not there.
 */
export async function clearAuditValues(tx: Transaction, { kind, id, by }: ErasedSubject, which: SQL): Promise<void> {
  const events = await listRows(tx, idRow)`
    select distinct e.id from audit_value v join audit_event e on e.id = v.event_id
      where e.action not like '%.erase' and (${which})`;
  if (events.length === 0) return;
  const ids = `{${events.map((event) => event.id).join(',')}}`;
  await tx.execute(
    sql`select clear_audit_values(${Bun.randomUUIDv7()}::uuid, ${ids}::uuid[], ${by ?? null}::uuid, ${kind}, ${id})`,
  );
}
