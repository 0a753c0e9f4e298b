// How uploads grow: reads, an intent and the sweeps with a tenth of the files and with all of them (half as many as posts are
// asked for). Reads and writes are measured by the blocks that PostgreSQL touches, sweeps by their time.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { createIntent, listOwned, readAttachment, readVariants } from '../src/features/uploads/common/attachments.ts';
import {
  type CleanUpDependencies,
  removeExpired,
  removeOrphans,
  sweepUploads,
} from '../src/features/uploads/upkeep/clean-up.ts';
import { ATTACHMENTS_PREFIX } from '../src/kernel/object-key.ts';
import type { Database } from '../src/platform/database/database.ts';
import { openDiskObjects } from '../src/platform/objects/disk/objects.ts';
import { openLog } from '../src/platform/telemetry/log.ts';
import { captureStatements } from '../tests/fixtures/statements.ts';
import { countBlocks, countWriteBlocks, withNewDatabase } from './blocks.ts';
import { memberOf } from './community-parts.ts';
import { type Figures, keepTimes, printGrowth } from './growth-tables.ts';
import { withFolder } from './livehouse.ts';
import type { Scale } from './scale.ts';

const FILES_EACH = 20;
const INTENTS = 100;
/** Files that a removal finds: expired ones, and ones whose original is past its time. */
const DUE = 500;
const QUOTA_BYTES = 2 ** 40;

/** Prints the tables. */
export async function benchFileGrowth({ posts }: Scale): Promise<void> {
  const files = Math.round(posts / 2);
  const small = await measureFiles(Math.round(files / 10));
  const large = await measureFiles(files);
  printGrowth('blocks of a read or write', [files / 10, small.blocks], [files, large.blocks]);
  printGrowth('ms', [files / 10, small.milliseconds], [files, large.milliseconds]);
}

interface Measured {
  readonly blocks: Figures;
  readonly milliseconds: Figures;
}

function measureFiles(files: number): Promise<Measured> {
  return withFolder((folder) =>
    withNewDatabase(async (sql, database, databaseUrl) => {
      await seedFiles(sql, folder, files);
      await database.ready();
      const blocks = await measureBlocks(sql, database, databaseUrl);
      return { blocks, milliseconds: await measureSweeps(sql, database, folder) };
    }),
  );
}

/** Files of a few people who upload most, each with two variants; their objects are empty. */
async function seedFiles(sql: SQL, folder: string, files: number): Promise<void> {
  const people = Math.ceil(files / FILES_EACH);
  await sql.unsafe(`
    create temp table owner as select gen_random_uuid() as id, n from generate_series(1, ${people}) n;
    insert into attachment (id, owner_account_id, owner_uid, idempotency_key, file_name, media_type, size, charged_bytes,
      status, original_key, processing, progress, linked_at, created_at, updated_at, ready_at, original_removed_at)
    select t.id, o.id, o.n, 'seed-' || t.id, 'picture.png', 'image/png', 100000, 30000, 'ready',
      'attachments/v1/' || t.id || '/original', 'ready', 1, t.at, t.at, t.at, t.at, t.at
    from (select gen_random_uuid() as id, 1 + floor(${people} * power(random(), 3))::int as owner,
        now() - interval '1 year' * random() as at from generate_series(1, ${files})) t join owner o on o.n = t.owner;
    insert into attachment_variant (attachment_id, kind, object_key, media_type, bytes, sha256, width, height)
    select id, kind, 'attachments/v1/' || id || '/' || kind, 'image/webp', 20000, repeat('0', 64), 800, 600
    from attachment, (values ('media'), ('thumb')) v(kind);`);
  await sql`vacuum analyze`;
  const rows: { id: string }[] = await sql`select id from attachment`;
  for (const { id } of rows) {
    const place = join(folder, ATTACHMENTS_PREFIX, id);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'media'), '');
  }
}

async function measureBlocks(sql: SQL, database: Database, databaseUrl: string): Promise<Figures> {
  const { db } = database;
  const [found]: { owner: string; uid: string; file: string }[] = await sql`
    select owner_account_id as owner, min(owner_uid) as uid, min(id::text) as file from attachment
    group by owner_account_id order by abs(count(*) - ${FILES_EACH}), 1 limit 1`;
  if (found === undefined) throw new Error('too few files were seeded');
  const reads: readonly (readonly [name: string, read: () => Promise<unknown>])[] = [
    ['own files', () => listOwned(db, found.owner, { status: undefined, before: undefined, limit: 31 })],
    ['a file', () => readAttachment(db, found.file)],
    ['its variants', () => readVariants(db, [found.file])],
  ];
  const blocks = new Map<string, number>();
  for (const [name, read] of reads) {
    let touched = 0;
    for (const statement of await captureStatements(database, read)) touched += await countBlocks(sql, statement);
    blocks.set(name, touched);
  }
  const actor = memberOf({ id: found.owner, uid: Number(found.uid) });
  const plan = { fileName: 'new.png', mediaType: 'image/png', size: 1_000 } as const;
  blocks.set(
    'an intent',
    await countWriteBlocks(sql, databaseUrl, INTENTS, (own, turn) =>
      createIntent(own, actor, `grown-${turn}`, plan, { bytes: QUOTA_BYTES }, undefined),
    ),
  );
  return blocks;
}

async function measureSweeps(sql: SQL, database: Database, folder: string): Promise<Figures> {
  const log = openLog('silent');
  const objects = openDiskObjects(folder);
  const parts: CleanUpDependencies = { database, objects, log, originalsDays: 7, enqueue: async () => undefined };
  const { milliseconds, time } = keepTimes();
  await time('the sweep of every minute', () => sweepUploads(parts));
  await sql`update attachment set expires_at = now() - interval '1 hour', linked_at = null
    where id in (select id from attachment where status = 'ready' limit ${DUE})`;
  await sql`update attachment set original_removed_at = null
    where id in (select id from attachment where status = 'ready' and linked_at is not null limit ${DUE})`;
  await time(`the removal, ${DUE} expired and ${DUE} originals`, () => removeExpired(parts));
  await time('the search for objects without a row', () => removeOrphans(parts));
  return milliseconds;
}
