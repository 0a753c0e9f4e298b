// Queries of a catalog: what their file costs a publication, their rate beside the same statements on bare `bun:sqlite`,
// and what they cost reads of the release.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type Finished,
  PROJECT_ROOT,
  publishSnapshot,
  requireExample,
  runMeasured,
  startLivehouse,
  withFolder,
} from './livehouse.ts';
import { formatTable, medianOf } from './machine.ts';
import { benchReadsBeside } from './query-beside.ts';
import { ask, closedLoop, downloadFile, facetPath, type LoadResult, openLoop, queryPath } from './query-load.ts';
import type { Scale } from './scale.ts';

const COST_GOAL = 1.25;
const PEAK_GOAL_MEBIBYTES = 826;
export const BARE_GOAL = 0.5;
const REPEATED_GOAL = 10;
const P99_GOAL_MS = 25;
const COST_ROUNDS_MAX = 3;
/** One client has places for ten at once, of which one may wait while a process is reserved for pages. */
export const CONNECTIONS = 8;
const OPEN_RATE = 60;
/** Runs of a load, of which the one with the least CPU time counts: other work on the machine makes the others slower. */
const LOAD_RUNS = 3;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const judge = (isMet: boolean): string => (isMet ? 'met' : 'missed');

/** Prints all figures of queries. */
export async function benchQuery(scale: Scale): Promise<void> {
  const example = requireExample('items');
  await withFolder(async (folder) => {
    const data = await measureCost(example, folder, Math.min(scale.rounds, COST_ROUNDS_MAX));
    await measureRates(data, folder, scale);
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
    p50Ms: least((each) => each.p50Ms),
    p99Ms: least((each) => each.p99Ms),
  };
}

async function measureRates(data: string, folder: string, scale: Scale): Promise<void> {
  const { seconds } = scale;
  const livehouse = await startLivehouse(data, { pinned: false });
  try {
    const { port, pid } = livehouse;
    const file = await downloadFile(port, folder);
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
    await benchReadsBeside(livehouse, folder, scale, OPEN_RATE, askFacets);
  } finally {
    await livehouse.stop();
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

/** Queries a second of processor time of the same statements without the service. */
export async function runBare(file: string, seconds: number, kind?: string): Promise<number> {
  const program = join(PROJECT_ROOT, 'bench', 'query-bare.ts');
  const command = [process.execPath, '--no-env-file', program, file, String(seconds)];
  const child = Bun.spawn([...command, ...(kind === undefined ? [] : [kind])], { stdout: 'pipe' });
  const text = await new Response(child.stdout).text();
  return z.object({ perCpuSecond: z.number() }).parse(JSON.parse(text)).perCpuSecond;
}
