// Queries of a catalog: what their file costs a publication, their rate beside the same statements on bare `bun:sqlite`,
// what they cost reads of the release, memory, and a release of a million entities.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type Finished,
  PROJECT_ROOT,
  publishSnapshot,
  requireExample,
  runMeasured,
  startHouse,
  withFolder,
} from './house.ts';
import { formatTable, medianOf } from './machine.ts';
import { writeVariant } from './memory.ts';
import {
  ask,
  CATALOG,
  closedLoop,
  facetPath,
  type LoadResult,
  openLoop,
  queryPath,
  readWholeMemory,
} from './query-load.ts';
import type { Scale } from './scale.ts';

const COST_GOAL = 1.25;
const PEAK_GOAL_MEBIBYTES = 826;
const BARE_GOAL = 0.5;
const REPEATED_GOAL = 10;
const P99_GOAL_MS = 25;
const MORE_MEMORY_GOAL_MEBIBYTES = 32;
const COST_ROUNDS_MAX = 3;
const CONNECTIONS = 32;
const OPEN_RATE = 60;
const MORE_RELEASES = 10;
const NOT_READY_MS = 120_000;
/** Runs of a load, of which the one with the least CPU time counts: other work on the machine makes the others slower. */
const LOAD_RUNS = 3;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const judge = (isMet: boolean): string => (isMet ? 'met' : 'missed');

/** Prints all figures of queries. */
export async function benchQuery(scale: Scale): Promise<void> {
  const example = requireExample('items');
  await withFolder(async (folder) => {
    const data = await measureCost(example, folder, Math.min(scale.rounds, COST_ROUNDS_MAX));
    await measureRates(data, folder, scale.seconds);
    await measureReleases(example, data, folder);
    if (scale.entities > 0) await measureLarge(folder, scale.entities);
  });
}

/** A publication with and without the file, in turns; the data directory of the last one with it. */
async function measureCost(example: string, folder: string, rounds: number): Promise<string> {
  const plain: Finished[] = [];
  const whole: Finished[] = [];
  let data = '';
  for (let round = 0; round < rounds; round++) {
    const place = join(folder, `plain-${round}`);
    const program = join(PROJECT_ROOT, 'bench', 'publish-plain.ts');
    plain.push(await runMeasured([process.execPath, '--no-env-file', program, example, place]));
    rmSync(place, { recursive: true, force: true });
    if (data !== '') rmSync(data, { recursive: true, force: true });
    data = join(folder, `data-${round}`);
    whole.push(await publishSnapshot(example, data));
  }
  const median = (runs: readonly Finished[], of: (run: Finished) => number): number => medianOf(runs.map(of));
  const row = (name: string, runs: readonly Finished[], goal: string): readonly string[] => [
    name,
    (median(runs, (run) => run.milliseconds) / 1000).toFixed(2),
    (median(runs, (run) => run.cpuMilliseconds) / 1000).toFixed(2),
    median(runs, (run) => run.peakMebibytes).toFixed(0),
    goal,
  ];
  const ratio = medianOf(whole.map((run, i) => run.milliseconds / (plain[i]?.milliseconds ?? Number.NaN)));
  const peak = median(whole, (run) => run.peakMebibytes);
  const goal = `${ratio.toFixed(2)} × (≤ ${COST_GOAL} ${judge(ratio <= COST_GOAL)}), peak < ${PEAK_GOAL_MEBIBYTES} ${judge(peak < PEAK_GOAL_MEBIBYTES)}`;
  print(
    formatTable(
      ['publishing @wfcd/items', 'seconds', 'CPU s', 'peak MiB', 'goal'],
      [row('without the file for queries', plain, ''), row('with it', whole, goal)],
    ),
  );
  return data;
}

/** The best of several runs by CPU time, with the best times of all of them. */
async function bestOf(run: () => Promise<LoadResult>): Promise<LoadResult> {
  const runs: LoadResult[] = [];
  for (let done = 0; done < LOAD_RUNS; done++) runs.push(await run());
  const cpuOf = (each: LoadResult): number => each.serverUs + each.queriesUs;
  const [best] = runs.toSorted((a, b) => cpuOf(a) - cpuOf(b));
  if (best === undefined) throw new Error('nothing was measured');
  const least = (of: (each: LoadResult) => number): number => Math.min(...runs.map(of));
  return {
    ...best,
    perSecond: Math.max(...runs.map((each) => each.perSecond)),
    ...{ p50Ms: least((each) => each.p50Ms), p99Ms: least((each) => each.p99Ms) },
  };
}

async function measureRates(data: string, folder: string, seconds: number): Promise<void> {
  const house = await startHouse(data, { pinned: false });
  try {
    const { port, pid } = house;
    await waitUntilReady(port, `${CATALOG}/query/items`);
    const file = join(folder, 'items.sqlite');
    await Bun.write(file, await fetch(`http://127.0.0.1:${port}${CATALOG}/database.sqlite`));
    print(`\nfile: ${(Bun.file(file).size / 1024 ** 2).toFixed(0)} MiB`);
    let serial = 1;
    const askNew = (): Promise<void> => ask(port, queryPath(serial++));
    await closedLoop(pid, CONNECTIONS, 1, askNew);

    const rows: (readonly string[])[] = [];
    const bare = await runBare(file, seconds);
    const fresh = await bestOf(() => closedLoop(pid, CONNECTIONS, seconds, askNew));
    const perCore = 1e6 / (fresh.serverUs + fresh.queriesUs);
    const toBare = perCore / bare;
    rows.push(['bare bun:sqlite, one core', bare.toFixed(0), (1e6 / bare).toFixed(0), '', '', '']);
    rows.push(
      present(
        'new queries',
        fresh,
        `${toBare.toFixed(2)} × bare per core (≥ ${BARE_GOAL} ${judge(toBare >= BARE_GOAL)})`,
      ),
    );

    const again = queryPath(0);
    const askAgain = (): Promise<void> => ask(port, again);
    await closedLoop(pid, CONNECTIONS, 1, askAgain);
    const repeated = await bestOf(() => closedLoop(pid, CONNECTIONS, seconds, askAgain));
    const gain = (fresh.serverUs + fresh.queriesUs) / (repeated.serverUs + repeated.queriesUs);
    rows.push(
      present('repeated', repeated, `${gain.toFixed(0)} × by CPU (≥ ${REPEATED_GOAL} ${judge(gain >= REPEATED_GOAL)})`),
    );

    const askFacets = (): Promise<void> => ask(port, facetPath(serial++));
    const open = await bestOf(() => openLoop(pid, OPEN_RATE, Math.max(5, seconds), askFacets));
    rows.push(
      present(
        `three facets, ${OPEN_RATE}/s open loop`,
        open,
        `p99 < ${P99_GOAL_MS} ms ${judge(open.p99Ms < P99_GOAL_MS)}, ${open.refused} of ${open.answers} refused`,
      ),
    );
    const closed = await bestOf(() => closedLoop(pid, CONNECTIONS, seconds, askFacets));
    rows.push(present('three facets, closed loop', closed, ''));
    print(formatTable([`${CONNECTIONS} connections`, 'per second', 'CPU µs', 'p50 ms', 'p99 ms', 'goal'], rows));
    print('');
    await measureBeside(port, pid, seconds, askFacets);
  } finally {
    await house.stop();
  }
}

const present = (name: string, run: LoadResult, goal: string): readonly string[] => [
  name,
  run.perSecond.toFixed(0),
  (run.serverUs + run.queriesUs).toFixed(0),
  run.p50Ms.toFixed(1),
  run.p99Ms.toFixed(1),
  goal,
];

async function runBare(file: string, seconds: number): Promise<number> {
  const program = join(PROJECT_ROOT, 'bench', 'query-bare.ts');
  const child = Bun.spawn([process.execPath, '--no-env-file', program, file, String(seconds)], { stdout: 'pipe' });
  const text = await new Response(child.stdout).text();
  return z.object({ perCpuSecond: z.number() }).parse(JSON.parse(text)).perCpuSecond;
}

/** Reads of the release alone, and while queries run at the rate of the open loop. */
async function measureBeside(port: number, pid: number, seconds: number, askNew: () => Promise<void>): Promise<void> {
  const entity = '/api/v1/servers/warframe/items/Lotus:Powersuits:Excalibur:Excalibur';
  const etag = (await fetch(`http://127.0.0.1:${port}${entity}`)).headers.get('etag') ?? '';
  const database = `${CATALOG}/database.sqlite`;
  const reads: readonly (readonly [string, () => Promise<void>])[] = [
    ['entity', () => ask(port, entity)],
    ['304', () => ask(port, entity, { 'If-None-Match': etag }, 304)],
    ['range of 64 KiB', () => ask(port, database, { Range: 'bytes=65536-131071' }, 206)],
  ];
  const rows: (readonly string[])[] = [];
  for (const [name, send] of reads) {
    await closedLoop(pid, 4, 0.5, send);
    const alone = await bestOf(() => closedLoop(pid, 4, seconds, send));
    const beside = await bestOf(async () => {
      const [reads] = await Promise.all([closedLoop(pid, 4, seconds, send), openLoop(pid, OPEN_RATE, seconds, askNew)]);
      return reads;
    });
    // The server answers the queries, too: their share of its time is in the second figure.
    rows.push([
      name,
      ...[alone.perSecond.toFixed(0), beside.perSecond.toFixed(0), (beside.perSecond / alone.perSecond).toFixed(2)],
      ...[alone.serverUs.toFixed(0), beside.serverUs.toFixed(0), alone.p99Ms.toFixed(1), beside.p99Ms.toFixed(1)],
    ]);
  }
  print(
    formatTable(
      [
        `while ${OPEN_RATE} queries/s run`,
        'alone/s',
        'beside/s',
        'rate ×',
        'µs alone',
        'µs beside',
        'p99 ms alone',
        'p99 ms beside',
      ],
      rows,
    ),
  );
}

/** Memory of a server and its query processes after queries of one release, and of eleven. */
async function measureReleases(example: string, data: string, folder: string): Promise<void> {
  const one = await readMemoryAfter(data, 1);
  for (let i = 1; i <= MORE_RELEASES; i++) {
    const variant = await writeVariant(example, folder, i);
    await publishSnapshot(variant, data);
    rmSync(variant, { recursive: true, force: true });
  }
  const eleven = await readMemoryAfter(data, MORE_RELEASES + 1);
  const more = eleven - one;
  print(
    `\nmemory with query processes: 1 release ${one.toFixed(0)} MiB, ${MORE_RELEASES + 1} releases ${eleven.toFixed(0)} MiB: ` +
      `${more.toFixed(0)} more (≤ ${MORE_MEMORY_GOAL_MEBIBYTES} ${judge(more <= MORE_MEMORY_GOAL_MEBIBYTES)})`,
  );
}

/** Asks as many queries in both cases, over all releases that there are. */
async function readMemoryAfter(data: string, releases: number): Promise<number> {
  const house = await startHouse(data, { pinned: false });
  try {
    const { port } = house;
    const history = await fetch(`http://127.0.0.1:${port}/api/v1/servers/warframe/release/history`);
    const listed = z.object({ releases: z.array(z.object({ releaseId: z.string() })) }).parse(await history.json());
    const ids = listed.releases.map(({ releaseId }) => releaseId);
    if (ids.length !== releases) throw new Error(`${ids.length} releases are kept, not ${releases}`);
    const rounds = 220 / releases;
    for (let round = 0; round < rounds; round++) {
      for (const id of ids) {
        const path = `${facetPath(round)}&release=${id}`;
        if (round === 0) await waitUntilReady(port, path);
        else await ask(port, path);
      }
    }
    return readWholeMemory(house.pid);
  } finally {
    await house.stop();
  }
}

const LARGE_FILE_ENTITIES = 50_000;
const LARGE_BYTES = 1_000;

/** A release of many entities of 1 KB. */
async function measureLarge(folder: string, count: number): Promise<void> {
  const directory = join(folder, 'large');
  mkdirSync(join(directory, 'catalog'), { recursive: true });
  const files: string[] = [];
  for (let first = 0; first < count; first += LARGE_FILE_ENTITIES) {
    const name = `catalog/rows-${first}.json`;
    const length = Math.min(LARGE_FILE_ENTITIES, count - first);
    writeFileSync(join(directory, name), JSON.stringify(Array.from({ length }, (_, at) => makeLarge(first + at))));
    files.push(name);
  }
  const server = { id: 'large', displayName: 'Large', region: 'global' };
  const resources = { rows: { file: files, summary: ['id', 'name'] } };
  writeFileSync(join(directory, 'snapshot.json'), JSON.stringify({ server, resources }));
  const data = join(folder, 'large-data');
  const published = await publishSnapshot(directory, data);
  const house = await startHouse(data, { pinned: false });
  try {
    const { port } = house;
    const base = '/api/v1/servers/large/catalog';
    await waitUntilReady(port, `${base}/query/rows?limit=1`);
    const head = await fetch(`http://127.0.0.1:${port}${base}/database.sqlite`, { method: 'HEAD' });
    const bytes = Number(head.headers.get('content-length'));
    print(
      `\n${count} entities of 1 KB: published in ${(published.milliseconds / 1000).toFixed(0)} s ` +
        `(${(published.cpuMilliseconds / 1000).toFixed(0)} s CPU, peak ${published.peakMebibytes.toFixed(0)} MiB), ` +
        `file ${(bytes / 1024 ** 2).toFixed(0)} MiB`,
    );
    const queries: readonly (readonly [string, string])[] = [
      ['first page', 'limit=20'],
      ['filtered', 'filter=level>=90&filter=kind=k3'],
      ['sorted', 'sort=-score,name'],
      ['facet', 'facet=kind'],
      ['text', 'q=word77 word9'],
      ['everything at once', 'q=word7&filter=note~zz&sort=-name,score&facet=kind&facet=level&facet=name&facet=score'],
    ];
    const rows: (readonly string[])[] = [];
    for (const [name, search] of queries) {
      const startedAt = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}${base}/query/rows?${search}`);
      await answer.arrayBuffer();
      const entityAt = performance.now();
      await ask(port, '/api/v1/servers/large/rows/r1');
      const [query, entity] = [entityAt - startedAt, performance.now() - entityAt];
      rows.push([name, query.toFixed(0), String(answer.status), entity.toFixed(1)]);
    }
    print(formatTable(['', 'ms', 'status', 'an entity then, ms'], rows));
    print(`memory with query processes: ${readWholeMemory(house.pid).toFixed(0)} MiB`);
  } finally {
    await house.stop();
  }
}

function makeLarge(serial: number): object {
  const mixed = Math.imul(serial + 1, 0x9e3779b1) >>> 0;
  const entity = {
    id: `r${serial}`,
    name: `word${mixed % 1000} word${mixed % 77} ${serial}`,
    ...{ kind: `k${mixed % 12}`, level: mixed % 100, score: mixed / 7, isOpen: mixed % 3 === 0 },
    tags: [`t${mixed % 9}`, `t${mixed % 5}`],
    note: '',
  };
  const room = Math.max(0, LARGE_BYTES - JSON.stringify(entity).length);
  return { ...entity, note: `${mixed.toString(36)} `.repeat(Math.ceil(room / 5)).slice(0, room) };
}

async function waitUntilReady(port: number, path: string): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    const text = await answer.text();
    if (answer.ok) return;
    const isWaiting = text.includes('query_not_ready') || text.includes('query_timeout');
    if (!isWaiting || performance.now() - startedAt > NOT_READY_MS) throw new Error(`${path}: ${text.slice(0, 300)}`);
    await Bun.sleep(100);
  }
}
