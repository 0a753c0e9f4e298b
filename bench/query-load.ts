// Loads for the query bench: different queries of `@wfcd/items` as paths, a closed loop of connections, an open loop at a
// fixed rate, and CPU time of a server with the processes that run its queries.
import { join } from 'node:path';
import { percentileOf, readChildren, readCpuSeconds, readMemory, sumOf } from './machine.ts';

export const CATALOG = '/api/v1/servers/warframe/catalog';
const CATEGORIES = [
  'Mods',
  'Relics',
  'Skins',
  'Misc',
  'Melee',
  'Primary',
  'Glyphs',
  'Resources',
  'Warframes',
  'Arcanes',
];
const WORDS = ['prime', 'a', 'lex', 'relic', 'of', 'the', 'blade', 'set', 'er', 'ion', 'ash', 'void'];

/** The query number `serial`: no two are equal. */
export function queryOf(serial: number): URLSearchParams {
  const pick = (list: readonly string[], of: number): string => list[Math.floor(of) % list.length] ?? '';
  const search = new URLSearchParams({ limit: '20', sort: serial % 2 === 0 ? '-name' : 'name' });
  search.append('filter', `category=${pick(CATEGORIES, serial)},${pick(CATEGORIES, serial / 10)}`);
  // Holds everywhere, and makes the query one that was never asked.
  search.append('filter', `uniqueName!=${serial}`);
  if (serial % 3 === 0) search.append('filter', `name~${pick(WORDS, serial / 3)}`);
  return search;
}

/** A path of `items` whose values are ids of `items`, once the snapshot declares it (`query-kinds.ts`). */
export const REFERENCE = 'components.uniqueName';

/** Percentages between 0 and 100 in no order, each once. */
const percentageOf = (serial: number): number => ((serial * 7_919) % 10_000) / 100;

/** Queries of one kind, each with a condition that was never asked. */
export const KINDS: Readonly<Record<string, (serial: number) => Readonly<Record<string, string>>>> = {
  'a filter through a list': (serial) => ({ filter: `drops.chance>=${percentageOf(serial)}` }),
  'one object of a list that meets two conditions': (serial) => ({
    where: `drops[chance>=${percentageOf(serial)} && rarity="Rare"]`,
  }),
  where: (serial) => ({
    where: `(category="Mods" || masteryReq>=5 || name~"prime") && !(tradable=true && buildPrice=${serial})`,
  }),
  include: (serial) => ({ filter: `buildPrice>=${serial}`, include: REFERENCE }),
  'a histogram': (serial) => ({ filter: `uniqueName!=${serial}`, histogram: 'buildPrice' }),
  'a histogram through a list': (serial) => ({ filter: `uniqueName!=${serial}`, histogram: 'drops.chance' }),
};

export function kindOf(kind: string, serial: number): URLSearchParams {
  const parameters = KINDS[kind]?.(serial);
  if (parameters === undefined) throw new Error(`there are no queries of the kind "${kind}"`);
  return new URLSearchParams({ limit: '20', ...parameters });
}

export const queryPath = (serial: number): string => `${CATALOG}/query/items?${queryOf(serial)}`;

export const kindPath = (kind: string, serial: number): string => `${CATALOG}/query/items?${kindOf(kind, serial)}`;

export const facetPath = (serial: number): string => `${queryPath(serial)}&facet=category&facet=type&facet=tradable`;

export interface LoadResult {
  readonly perSecond: number;
  readonly answers: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** CPU time an answer, of the server and of its query processes, µs. */
  readonly serverUs: number;
  readonly queriesUs: number;
  /** Requests that were refused because too many waited; they count as the slowest. */
  readonly refused: number;
}

/** CPU seconds of each query process of a server, those that ended not counting. */
function readQuerySeconds(server: number): ReadonlyMap<number, number> {
  return new Map(readChildren(server).map((pid) => [pid, readCpuSeconds(pid)]));
}

/** Resident memory of a server with its query processes, MiB. One that has just ended counts nothing. */
export function readWholeMemory(server: number): number {
  const shares = readChildren(server).map((pid) => {
    try {
      return readMemory(pid).shareMebibytes;
    } catch {
      return 0;
    }
  });
  return readMemory(server).shareMebibytes + sumOf(shares);
}

type Send = () => Promise<void>;

/** Asks and reads the whole answer; throws when it is not the one expected. */
export async function ask(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${path.slice(0, 200)} is answered ${answer.status}`);
}

async function measure(server: number, work: (times: number[]) => Promise<void>): Promise<LoadResult> {
  const times: number[] = [];
  const before = [readCpuSeconds(server), readQuerySeconds(server)] as const;
  const startedAt = performance.now();
  await work(times);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = [readCpuSeconds(server), readQuerySeconds(server)] as const;
  const at = (share: number): number => percentileOf(times, share);
  const queries = sumOf([...after[1]].map(([pid, used]) => used - (before[1].get(pid) ?? 0)));
  return {
    perSecond: times.length / seconds,
    answers: times.length,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    serverUs: ((after[0] - before[0]) / times.length) * 1e6,
    queriesUs: (queries / times.length) * 1e6,
    refused: times.filter((time) => time === Number.POSITIVE_INFINITY).length,
  };
}

/** Every connection asks as soon as it has its answer. */
export function closedLoop(server: number, connections: number, seconds: number, send: Send): Promise<LoadResult> {
  return measure(server, async (times) => {
    const endsAt = performance.now() + seconds * 1000;
    const connection = async (): Promise<void> => {
      for (let now = performance.now(); now < endsAt; ) {
        await send();
        const done = performance.now();
        times.push(done - now);
        now = done;
      }
    };
    await Promise.all(Array.from({ length: connections }, connection));
  });
}

/** Asks so many times a second, whether answers come or not; a time counts from when its request was due. */
export function openLoop(server: number, perSecond: number, seconds: number, send: Send): Promise<LoadResult> {
  return measure(server, async (times) => {
    const startedAt = performance.now();
    const running: Promise<void>[] = [];
    for (let serial = 0; serial < perSecond * seconds; serial++) {
      const due = startedAt + (serial * 1000) / perSecond;
      const early = due - performance.now();
      if (early > 0) await Bun.sleep(early);
      running.push(
        send().then(
          () => void times.push(performance.now() - due),
          () => void times.push(Number.POSITIVE_INFINITY),
        ),
      );
    }
    await Promise.all(running);
  });
}

const NOT_READY_MS = 120_000;

/** Waits until the file of the release is there. */
export async function waitUntilReady(port: number, path: string): Promise<void> {
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

/** Waits until queries of the items are answered, and returns the path of a copy of the file that they run on. */
export async function downloadFile(port: number, folder: string): Promise<string> {
  await waitUntilReady(port, `${CATALOG}/query/items`);
  const file = join(folder, 'items.sqlite');
  await Bun.write(file, await fetch(`http://127.0.0.1:${port}${CATALOG}/database.sqlite`));
  return file;
}
