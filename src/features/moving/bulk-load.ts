// Loads many rows efficiently: foreign keys and secondary indexes are dropped and recreated from their own definitions
// after the rows are inserted. This validates all rows at once and builds indexes in sorted order. Everything runs in
// the caller's transaction, so the database ends up with exactly its previous constraints, or unchanged.
import type { TransactionSQL } from 'bun';
import { z } from 'zod';
import { askRows } from '../../platform/database/rows.ts';

/** Memory for building indexes. */
const BUILD_MEMORY = '128MB';

const indexRow = z.object({ name: z.string(), definition: z.string() });
const keyRow = indexRow.extend({ table: z.string() });

/** Runs `fill` while these tables have no foreign keys, no secondary indexes and no enabled triggers. */
export async function fillTables(
  tx: TransactionSQL,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const names = [`{${tables.map((name) => `"${name}"`).join(',')}}`];
  const keys = await askRows(
    tx,
    keyRow,
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conrelid = any(array(select to_regclass(n) from unnest($1::text[]) n))
      order by conrelid::regclass::text, conname`,
    names,
  );
  const indexes = await askRows(
    tx,
    indexRow,
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid = any(array(select to_regclass(n) from unnest($1::text[]) n)) and not i.indisprimary
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype <> 'f')
      order by i.indexrelid::regclass::text`,
    names,
  );
  await tx.unsafe(`set local maintenance_work_mem = '${BUILD_MEMORY}'`);
  for (const table of tables) await tx.unsafe(`alter table "${table}" disable trigger user`);
  for (const { table, name } of keys) await tx.unsafe(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
  await fill();
  for (const { definition } of indexes) await tx.unsafe(definition);
  for (const { table, name, definition } of keys) {
    await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
  }
  for (const table of tables) await tx.unsafe(`alter table "${table}" enable trigger user`);
}
