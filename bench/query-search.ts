// Searches of `@wfcd/items`: ranked queries of its largest collection, and searches of all collections, each asked for once.
import { join } from 'node:path';
import { z } from 'zod';
import { publishSnapshot, requireExample, startLivehouse, withFolder } from './livehouse.ts';
import { formatTable } from './machine.ts';
import { ask, CATALOG, type LoadResult, openLoop, waitUntilReady } from './query-load.ts';
import type { Scale } from './scale.ts';

const RANKED_RATE = 60;
const RANKED_P99_MS = 25;
const EVERYWHERE_RATE = 20;
const EVERYWHERE_P95_MS = 40;
const SECONDS_MIN = 10;
const WARM_REQUESTS = 60;
const NAMES = 1_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const judge = (isMet: boolean): string => (isMet ? 'met' : 'missed');

/** Prints how long searches take at fixed rates. */
export async function benchQuerySearch({ seconds }: Scale): Promise<void> {
  const example = requireExample('items');
  await withFolder(async (folder) => {
    const data = join(folder, 'data');
    await publishSnapshot(example, data);
    const livehouse = await startLivehouse(data, { pinned: false });
    try {
      const { port, pid } = livehouse;
      await waitUntilReady(port, `${CATALOG}/search?q=prime`);
      const words = searchesOf(await readNames(port));
      const run = async (rate: number, path: string): Promise<LoadResult> => {
        const next = (): string => `${path}${encodeURIComponent(words.next().value ?? '')}`;
        for (let warm = 0; warm < WARM_REQUESTS; warm++) await ask(port, next());
        return openLoop(pid, rate, Math.max(SECONDS_MIN, seconds), () => ask(port, next()));
      };
      const ranked = await run(RANKED_RATE, `${CATALOG}/query/items?q=`);
      const everywhere = await run(EVERYWHERE_RATE, `${CATALOG}/search?q=`);
      print(
        formatTable(
          ['each search once', 'answers', 'CPU µs', 'p50 ms', 'p95 ms', 'p99 ms', 'goal'],
          [
            present(
              `ranked q, ${RANKED_RATE}/s`,
              ranked,
              `p99 < ${RANKED_P99_MS} ms: ${judge(ranked.p99Ms < RANKED_P99_MS)}`,
            ),
            present(
              `all collections, ${EVERYWHERE_RATE}/s`,
              everywhere,
              `p95 < ${EVERYWHERE_P95_MS} ms: ${judge(everywhere.p95Ms < EVERYWHERE_P95_MS)}`,
            ),
          ],
        ),
      );
    } finally {
      await livehouse.stop();
    }
  });
}

const present = (name: string, run: LoadResult, goal: string): readonly string[] => [
  name,
  `${run.answers - run.refused} of ${run.answers}`,
  (run.serverUs + run.queriesUs).toFixed(0),
  run.p50Ms.toFixed(1),
  run.p95Ms.toFixed(1),
  run.p99Ms.toFixed(1),
  goal,
];

const namesSchema = z.object({ items: z.array(z.object({ entity: z.object({ name: z.string() }) })) });

async function readNames(port: number): Promise<readonly string[]> {
  const path = `${CATALOG}/query/items?sort=_id&fields=name&limit=${NAMES}`;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return namesSchema.parse(await answer.json()).items.map(({ entity }) => entity.name);
}

/**
 * What people type: every beginning of a name from its first letter on, whole names, and its words in another order. None is
 * given twice.
 */
function* searchesOf(names: readonly string[]): Generator<string, undefined> {
  const given = new Set<string>();
  for (let length = 1; ; length++) {
    let isAny = false;
    // Names in turns, so that short and long searches follow one another.
    for (const [at, name] of names.entries()) {
      const typed = at % 5 === 0 ? name.split(' ').toReversed().join(' ') : name;
      const text = typed.slice(0, 1 + ((length + at) % Math.max(1, typed.length))).trim();
      if (text === '' || given.has(text)) continue;
      given.add(text);
      isAny = true;
      yield text;
    }
    if (!isAny) return undefined;
  }
}
