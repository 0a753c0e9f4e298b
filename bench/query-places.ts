// What one client notices of another that asks for as much as it can: 68 connections with slow queries, and 66 more that are
// closed again and again. Queries and list pages of the other client, alone and beside it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishSnapshot, startLivehouse, withFolder } from './livehouse.ts';
import { formatTable, percentileOf } from './machine.ts';
import { waitUntilReady } from './query-load.ts';
import type { Scale } from './scale.ts';

const ENTITIES = 20_000;
const TEXT_LENGTH = 900;
const ASKING = 68;
const ABANDONING = 66;
const ABANDONED_AFTER_MS = 300;
/** After a refusal, as `Retry-After` says at least. */
const REFUSED_MS = 100;
const FILTERS = 16;
const GOAL_MS = 3_000;
/** So many times the seconds of a round, since a query takes one. */
const SECONDS_FACTOR = 10;
const CATALOG = '/api/v1/servers/places/catalog';
const BUSY = '203.0.113.1';
const OTHER = '198.51.100.1';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

let serial = 0;

/** A query that reads every text sixteen times. No two are equal, since what a filter found is kept. */
function slowPath(): string {
  const search = new URLSearchParams();
  for (let at = 0; at < FILTERS; at++) search.append('filter', `text~long enough ${serial++}`);
  return `${CATALOG}/query/rows?${search}`;
}

interface Figures {
  readonly times: readonly number[];
  /** Answers other than 200. */
  readonly refused: number;
}

async function ask(port: number, client: string, path: string, signal?: AbortSignal): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'X-Forwarded-For': client },
    ...(signal === undefined ? {} : { signal }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Asks one after another until the time is over. A refused request counts with its time until the refusal. */
async function measure(port: number, endsAt: number, pathOf: () => string): Promise<Figures> {
  const times: number[] = [];
  let refused = 0;
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    if ((await ask(port, OTHER, pathOf())) !== 200) refused++;
    times.push(performance.now() - startedAt);
  }
  return { times: times.sort((a, b) => a - b), refused };
}

async function keepAsking(port: number, endsAt: number): Promise<void> {
  while (performance.now() < endsAt) if ((await ask(port, BUSY, slowPath())) !== 200) await Bun.sleep(REFUSED_MS);
}

async function keepAbandoning(port: number, endsAt: number): Promise<void> {
  while (performance.now() < endsAt) {
    const status = await ask(port, BUSY, slowPath(), AbortSignal.timeout(ABANDONED_AFTER_MS)).catch(() => undefined);
    if (status !== undefined) await Bun.sleep(REFUSED_MS);
  }
}

/** Queries and pages of the other client, at the same time. */
function measureOther(port: number, endsAt: number): Promise<readonly [Figures, Figures]> {
  return Promise.all([
    measure(port, endsAt, () => `${CATALOG}/query/rows?filter=level=${serial++ % 100}&filter=id!=${serial}&limit=20`),
    measure(port, endsAt, () => `/catalog/places/rows?q=${serial++ % ENTITIES}`),
  ]);
}

/** Prints the times of the other client. */
export async function benchQueryPlaces({ seconds }: Scale): Promise<void> {
  await withFolder(async (folder) => {
    const snapshot = join(folder, 'places');
    writeSnapshot(snapshot);
    const data = join(folder, 'data');
    await publishSnapshot(snapshot, data);
    rmSync(snapshot, { recursive: true });
    const livehouse = await startLivehouse(data, { pinned: false, environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
    try {
      const { port } = livehouse;
      await waitUntilReady(port, `${CATALOG}/query/rows?limit=1`);
      const startedAt = performance.now();
      await ask(port, BUSY, slowPath());
      print(`one slow query alone: ${((performance.now() - startedAt) / 1000).toFixed(2)} s`);
      const roundMs = seconds * SECONDS_FACTOR * 1000;
      const alone = await measureOther(port, performance.now() + roundMs / 2);
      const endsAt = performance.now() + roundMs;
      const load = [
        ...Array.from({ length: ASKING }, () => keepAsking(port, endsAt)),
        ...Array.from({ length: ABANDONING }, () => keepAbandoning(port, endsAt)),
      ];
      const beside = await measureOther(port, endsAt);
      await Promise.all(load);
      const rows = (['query', 'list page'] as const).flatMap((name, at) => [
        rowOf(`${name}, alone`, alone[at]),
        rowOf(`${name}, beside the other client`, beside[at], GOAL_MS),
      ]);
      print(formatTable(['', 'answers', 'p50 ms', 'p95 ms', 'slowest ms', 'refused', 'goal'], rows));
    } finally {
      await livehouse.stop();
    }
  });
}

function rowOf(name: string, figures: Figures | undefined, goal?: number): readonly string[] {
  const { times = [], refused = 0 } = figures ?? {};
  const at = (share: number): number => percentileOf(times, share);
  const met = goal === undefined ? '' : `p95 < ${goal} ms ${at(0.95) < goal && refused === 0 ? 'met' : 'missed'}`;
  return [name, String(times.length), ...[at(0.5), at(0.95), at(1)].map((ms) => ms.toFixed(0)), String(refused), met];
}

function writeSnapshot(directory: string): void {
  mkdirSync(join(directory, 'catalog'), { recursive: true });
  const rows = Array.from({ length: ENTITIES }, (_, at) => ({
    id: `r${at}`,
    name: `Row ${at}`,
    level: at % 100,
    text: `word${at % 997} of a text that is long enough `.repeat(30).slice(0, TEXT_LENGTH),
  }));
  writeFileSync(join(directory, 'catalog', 'rows.json'), JSON.stringify(rows));
  writeFileSync(
    join(directory, 'snapshot.json'),
    JSON.stringify({
      server: { id: 'places', displayName: 'Places', region: 'global' },
      resources: { rows: { file: 'catalog/rows.json', id: 'id', summary: ['id', 'name', 'level'] } },
    }),
  );
}
