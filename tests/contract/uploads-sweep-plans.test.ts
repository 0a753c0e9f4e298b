// The sweeps of uploads find their rows by the partial indexes made for them, whatever their values are: otherwise each would
// read the whole table, every minute or hour.
import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { removeExpired, sweepUploads } from '../../src/features/uploads/upkeep/clean-up.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { closing } from '../fixtures/closing.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { captureTransaction, writeLiteral } from '../fixtures/statements.ts';

test('each sweep reads its own index', async () => {
  await using clone = await createTestDatabase();
  const log = openLog('silent');
  await using database = closing(openDatabase({ databaseUrl: clone.url, dataDirectory: '/nonexistent' }, log));
  await using sql = new SQL(clone.url, {
    max: 1,
    database: clone.name,
    // A table is then read whole only where no index can serve.
    connection: { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' },
  });
  await database.ready();
  const objects = openDiskObjects('/nonexistent');
  const parts = { database, objects, log, originalsDays: 7, enqueue: async () => undefined };
  const sent = await captureTransaction(database, async () => {
    await sweepUploads(parts);
    await removeExpired(parts);
  });
  const found: string[] = [];
  for (const { text, values } of sent.filter((statement) => /^select .* from "attachment"/.test(statement.text))) {
    await sql.unsafe(`prepare planned as ${text}`);
    const given = values.length === 0 ? '' : `(${values.map(writeLiteral).join(', ')})`;
    const rows: readonly object[] = await sql.unsafe(`explain execute planned${given}`);
    await sql.unsafe('deallocate planned');
    found.push(/(?:using|on) (attachment_\w+_index)/.exec(JSON.stringify(rows))?.[1] ?? `none: ${text}`);
  }
  expect(found.toSorted()).toEqual([
    ...['attachment_decided_index', 'attachment_decided_index', 'attachment_expires_index'],
    ...['attachment_original_index', 'attachment_removal_index', 'attachment_working_index'],
  ]);
});
