// Export and import of the sample with a seeded community (100,000 posts, as many comments, twice as many likes), as commands
// of their own. Where `pg_dump` is there and not older than the server (TEST_POSTGRES_URL names one), it does the rows
// beside us: dump to a file, restore into an empty database. Prints rows and megabytes a second.
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { DERIVATIONS } from '../src/app/derivations.ts';
import { openObjects } from '../src/app/open-objects.ts';
import { publish } from '../src/features/release/publish/publish.ts';
import { checkConfig } from '../src/platform/config/config.ts';
import { connectTo, createTestDatabase } from '../tests/fixtures/database.ts';
import { type Finished, PROJECT_ROOT, runMeasured, withFolder } from './livehouse.ts';
import { formatTable } from './machine.ts';

const MAIN = join(PROJECT_ROOT, 'src', 'main.ts');

interface Sizes {
  readonly rows: number;
  readonly bytes: number;
}

/** Prints the table of exports and imports. */
export async function benchMoving({ posts }: { readonly posts: number }): Promise<void> {
  await withFolder(async (folder) => {
    await using from = await createTestDatabase();
    await using to = await createTestDatabase();
    await seed(from.url, from.name, posts);
    const source = { LIVEHOUSE_DATA: join(folder, 'source'), DATABASE_URL: from.url, OBJECTS_URL: '' };
    await publishSample(source);
    const exported = join(folder, 'exported');
    const command = [process.execPath, '--no-env-file', MAIN];
    const out = await runMeasured([...command, 'export', exported], source);
    const sizes = readSizes(exported);
    const target = { LIVEHOUSE_DATA: join(folder, 'target'), DATABASE_URL: to.url, OBJECTS_URL: '' };
    const into = await runMeasured([...command, 'import', exported], target);
    const table = [
      ['export', ...figures(out, sizes)],
      ['import', ...figures(into, sizes)],
    ];
    rmSync(exported, { recursive: true });
    const peer = await measureDump(folder, from.url, sizes);
    if (typeof peer !== 'string') table.push(['pg_dump, rows alone', ...peer.dump], ['pg_restore', ...peer.restore]);
    process.stdout.write(`${sizes.rows} rows, ${(sizes.bytes / 1e6).toFixed(1)} MB with all objects\n`);
    process.stdout.write(`${formatTable(['', 's', 'CPU s', 'rows/s', 'MB/s', 'peak MiB'], table)}\n`);
    if (typeof peer === 'string') process.stdout.write(`${peer}\n`);
  });
}

/** Wall clock, CPU of the command (not of the server), rates, and its largest resident set. */
function figures({ milliseconds, cpuMilliseconds, peakMebibytes }: Finished, { rows, bytes }: Sizes): string[] {
  const seconds = milliseconds / 1000;
  const rates = [Math.round(rows / seconds).toLocaleString('en-US'), (bytes / 1e6 / seconds).toFixed(1)];
  return [seconds.toFixed(1), (cpuMilliseconds / 1000).toFixed(1), ...rates, peakMebibytes.toFixed(0)];
}

async function seed(url: string, name: string, posts: number): Promise<void> {
  await using sql = new SQL(url, { max: 1, database: name });
  const sizes = `set bench.posts = '${posts}'; set bench.comments = '${posts}'; set bench.likes = '${2 * posts}';`;
  await sql.unsafe(`${sizes}\n${readFileSync(join(import.meta.dir, 'community-seed.sql'), 'utf8')}`).simple();
  await sql.unsafe('analyze');
}

/** Publishes the sample into a data directory. */
export async function publishSample(source: Readonly<Record<string, string>>): Promise<void> {
  const config = checkConfig(source);
  mkdirSync(config.dataDirectory, { recursive: true });
  const objects = openObjects(config);
  try {
    await publish({
      directory: join(PROJECT_ROOT, 'examples', 'sample'),
      objects,
      dataDirectory: config.dataDirectory,
      derivations: DERIVATIONS,
      promote: true,
      dryRun: false,
    });
  } finally {
    await objects.close();
  }
}

function readSizes(folder: string): Sizes {
  const { tables, objects }: { tables: Sizes[]; objects: Sizes } = JSON.parse(
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  );
  return {
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    bytes: tables.reduce((sum, table) => sum + table.bytes, objects.bytes),
  };
}

/** The rows by PostgreSQL's own programs; a sentence where they cannot. */
async function measureDump(
  folder: string,
  url: string,
  sizes: Sizes,
): Promise<string | { readonly dump: string[]; readonly restore: string[] }> {
  if (Bun.which('pg_dump') === null) return 'pg_dump is not there: nothing beside us';
  const file = join(folder, 'rows.dump');
  const empty = await createTestDatabase();
  try {
    const dump = await runMeasured([
      'pg_dump',
      '--format=custom',
      '--compress=0',
      '--schema=public',
      `--file=${file}`,
      url,
    ]);
    // The dump brings tables of its own.
    const sql = connectTo(empty.url);
    await sql.unsafe('drop schema public cascade');
    await sql.close();
    const restore = await runMeasured(['pg_restore', '--no-owner', '--exit-on-error', `--dbname=${empty.url}`, file]);
    const alone = { rows: sizes.rows, bytes: statSync(file).size };
    // Their resident set is said to be at least that of who started them, which tells nothing.
    return { dump: [...figures(dump, alone).slice(0, -1), ''], restore: [...figures(restore, alone).slice(0, -1), ''] };
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return `pg_dump could not be measured: ${line}`;
  } finally {
    await empty[Symbol.asyncDispose]();
  }
}

if (import.meta.main) await benchMoving({ posts: Number(process.argv[2] ?? 100_000) });
