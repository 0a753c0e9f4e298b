// Jobs on a real database: promised with their transaction, retried, kept when given up, one at a time per key.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { openDatabase } from '../../src/platform/database/database.ts';
import { openEngineDatabase } from '../../src/platform/jobs/engine.ts';
import { bindJob, declareJob, openJobs } from '../../src/platform/jobs/jobs.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { closing } from '../fixtures/closing.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { keepOpen } from '../fixtures/keep-open.ts';

const note = declareJob({ kind: 'note.write', payload: z.object({ text: z.string() }), plan: { retries: 2 } });
const sweep = declareJob({
  kind: 'note.sweep',
  payload: z.object({ key: z.string().optional() }),
  singleton: (p) => p.key ?? '',
});
/** Runs until it is let go, so that a test sees who works at the same time. */
const visit = declareJob({
  kind: 'guest.visit',
  payload: z.object({ name: z.string() }),
  plan: { concurrency: 2, groupConcurrency: 1 },
});
const errand = declareJob({ kind: 'note.errand', payload: z.object({ name: z.string() }) });
/** One run a key, which lasts until the test lets it go. */
const walk = declareJob({
  kind: 'guest.walk',
  payload: z.object({ key: z.string(), name: z.string() }),
  plan: { concurrency: 2 },
  singleton: ({ key }) => key,
});
const log = openLog('silent');

const ran: string[] = [];
let onNote: ((text: string) => void) | undefined;
const endSlow = Promise.withResolvers<void>();
const visitors = new Map<string, () => void>();
const errands: string[] = [];
let holdErrands: Promise<void> | undefined;

/** Waits until a visitor is inside; what lets it go. */
async function meet(name: string): Promise<() => void> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const leave = visitors.get(name);
    if (leave !== undefined) return leave;
    if (Date.now() > deadline) throw new Error(`${name} did not come; inside: ${[...visitors.keys()]}`);
    await Bun.sleep(5);
  }
}

const clone = await keepOpen(createTestDatabase());
const database = await keepOpen(closing(openDatabase({ databaseUrl: clone.url, dataDirectory: '/nonexistent' }, log)));
const bound = [
  bindJob(note, async ({ text }, { attempt }) => {
    ran.push(`${text} ${attempt}`);
    onNote?.(text);
    if (text === 'fails' || (text === 'wavers' && attempt === 1)) throw new Error('not yet');
    if (text === 'slow') await endSlow.promise;
  }),
  bindJob(visit, async ({ name }) => {
    await new Promise<void>((resolve) => visitors.set(name, resolve));
    visitors.delete(name);
  }),
  bindJob(walk, async ({ name }) => {
    await new Promise<void>((resolve) => visitors.set(name, resolve));
    visitors.delete(name);
  }),
  bindJob(errand, async ({ name }) => {
    errands.push(name);
    await holdErrands;
  }),
  bindJob(sweep, async ({ key }) => void ran.push(`sweep ${key}`), '17 3 * * *'),
];
const jobs = openJobs(database, bound, true, log);
await keepOpen({ [Symbol.asyncDispose]: () => jobs.stop() });
await database.ready();

test('an aborted transaction leaves no job', async () => {
  const abort = database.transaction(async (tx) => {
    await jobs.enqueue(tx, note, { text: 'aborted' });
    throw new Error('no');
  });
  await abort.catch(() => undefined);
  await jobs.drain();
  expect(ran).not.toContain('aborted 1');
});

test('a committed job starts by itself', async () => {
  const started = new Promise<string>((resolve) => {
    onNote = resolve;
  });
  await database.transaction((tx) => jobs.enqueue(tx, note, { text: 'prompt' }));
  expect(await started).toBe('prompt');
  onNote = undefined;
  await jobs.drain();
});

test('a failed job is tried again, and one that keeps failing is kept as a dead letter', async () => {
  await database.transaction(async (tx) => {
    await jobs.enqueue(tx, note, { text: 'wavers' });
    await jobs.enqueue(tx, note, { text: 'fails' });
  });
  await jobs.drain();
  expect(ran.filter((line) => /wavers|fails/.test(line)).sort()).toEqual([
    'fails 1',
    'fails 2',
    'fails 3',
    'wavers 1',
    'wavers 2',
  ]);
  expect(await jobs.countDeadLetters()).toEqual(new Map([['note.write', 1]]));
});

test('a group at its limit leaves workers to others, and continues when one of its jobs ends', async () => {
  const promise = (name: string) =>
    database.transaction((tx) => jobs.enqueue(tx, visit, { name }, { group: name.slice(0, 1) }));
  await promise('a1');
  const leaveFirst = await meet('a1');
  await promise('a2');
  await promise('b1');
  const leaveOther = await meet('b1');
  expect([...visitors.keys()].sort()).toEqual(['a1', 'b1']);
  leaveFirst();
  (await meet('a2'))();
  leaveOther();
  await jobs.drain();
});

test('the waiting job with the highest priority is claimed first, without waiting for a timer', async () => {
  const gate = Promise.withResolvers<void>();
  holdErrands = gate.promise;
  const promise = (name: string, priority: number) =>
    database.transaction((tx) => jobs.enqueue(tx, errand, { name }, { priority }));
  await promise('first', 0);
  while (errands.length === 0) await Bun.sleep(5);
  const late = Array.from({ length: 20 }, (_, i) => i - 10);
  for (const priority of late) await promise(String(priority), priority);
  gate.resolve();
  // A pause after every job would take 40 s.
  const deadline = Date.now() + 15_000;
  while (errands.length <= late.length && Date.now() < deadline) await Bun.sleep(5);
  expect(errands).toEqual(['first', ...late.toReversed().map(String)]);
  await jobs.drain();
}, 30_000);

test('of many jobs of one key only one waits', async () => {
  await database.transaction(async (tx) => {
    for (const key of ['a', 'a', 'a', 'b']) await jobs.enqueue(tx, sweep, { key });
  });
  await jobs.drain();
  expect(ran.filter((line) => line.startsWith('sweep')).sort()).toEqual(['sweep a', 'sweep b']);
});

test('a job whose key is active waits for its end, and lets jobs of other keys pass', async () => {
  const enqueue = (key: string, name: string): Promise<void> =>
    database.transaction((tx) => jobs.enqueue(tx, walk, { key, name }));
  await enqueue('one', 'first');
  const endFirst = await meet('first');
  await enqueue('one', 'second');
  await enqueue('two', 'other');
  const endOther = await meet('other');
  expect([...visitors.keys()].sort()).toEqual(['first', 'other']);
  endFirst();
  const endSecond = await meet('second');
  for (const end of [endOther, endSecond]) end();
  await jobs.drain();
});

test('a payload outside its schema never becomes a job', async () => {
  const wrong: unknown = JSON.parse('{"text":7}');
  const parsed = note.payload.safeParse(wrong);
  expect(parsed.success).toBe(false);
  const work = database.transaction(async (tx) => {
    // The type is lost on purpose, as it is behind JSON.
    await jobs.enqueue(tx, { ...note, payload: z.object({ text: z.string().max(0) }) }, { text: 'long' });
  });
  expect(await work.catch((error: Error) => error.name)).toBe('ZodError');
});

test('a timetable is kept in the database', async () => {
  const rows = await database.db.execute<{ name: string; cron: string }>(sql`select name, cron from jobs.schedule`);
  expect(rows.map(({ name, cron }) => [name, cron])).toEqual([['note.sweep', '17 3 * * *']]);
});

test('stopping lets a run come to its end', async () => {
  const started = new Promise<string>((resolve) => {
    onNote = resolve;
  });
  await database.transaction((tx) => jobs.enqueue(tx, note, { text: 'slow' }));
  await started;
  const stopped = jobs.stop();
  endSlow.resolve();
  await stopped;
  const rows = await database.db.execute<{ state: string }>(
    sql`select state::text as state from jobs.job where name = 'note.write' and data->>'text' = 'slow'`,
  );
  expect(rows.map(({ state }) => state)).toEqual(['completed']);
  expect(jobs.state).toBe('closed');
});

test('a stop while the engine starts leaves no worker behind', async () => {
  const program = join(import.meta.dir, '../fixtures/stopping-jobs.ts');
  await using child = Bun.spawn([process.execPath, '--no-env-file', program, clone.url], { stdout: 'pipe' });
  // The process ends by itself once nothing is left that could run.
  expect([await child.exited, await new Response(child.stdout).text()]).toEqual([0, 'starting']);
}, 60_000);

test('what the engine binds as JSON arrives as JSON', async () => {
  if (database.pool === undefined) throw new Error('no pool');
  const engine = openEngineDatabase(database.pool);
  const texts = ['$1::json', '$1::text::json'].map(
    (place) => `select name from json_to_recordset(${place}) as x (name text)`,
  );
  for (const text of texts) {
    const { rows } = await engine.executeSql(text, [JSON.stringify([{ name: 'note.sweep' }])]);
    expect(rows).toEqual([{ name: 'note.sweep' }]);
  }
});
