// Queries of a release of a million entities of 1 KB (`--entities`): publication, file, memory, times of queries, and what
// others notice of a query that is ended after two seconds.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { publishSnapshot, startLivehouse, withFolder } from './livehouse.ts';
import { formatTable, medianOf } from './machine.ts';
import { readWholeMemory, waitUntilReady } from './query-load.ts';
import type { Scale } from './scale.ts';

const FILE_ENTITIES = 50_000;
const ENTITIES_TOGETHER = 1_000;
const ENTITY_BYTES = 1_000;
const CATALOG = '/api/v1/servers/large/catalog';
const ENTITY = '/api/v1/servers/large/rows/r1';
const ROUNDS = 3;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const QUERIES: readonly (readonly [string, string])[] = [
  ['first page', 'limit=20'],
  ['filtered', 'filter=level>=90&filter=kind=k3'],
  ['sorted', 'sort=-score,name'],
  ['facet', 'facet=kind'],
  ['text', 'q=word77 word9'],
];
const SCANNING = 'q=word7&filter=note~zz&sort=-name,score&facet=kind&facet=level&facet=name&facet=score';

/** Prints all figures of the large release. */
export async function benchLargeQueries({ entities }: Scale): Promise<void> {
  if (entities === 0) return;
  await withFolder(async (folder) => {
    const snapshot = join(folder, 'large');
    await writeSnapshot(snapshot, entities);
    const data = join(folder, 'data');
    const published = await publishSnapshot(snapshot, data);
    rmSync(snapshot, { recursive: true });
    const livehouse = await startLivehouse(data, { pinned: false });
    try {
      const { port, pid } = livehouse;
      await waitUntilReady(port, `${CATALOG}/query/rows?limit=1`);
      const head = await fetch(`http://127.0.0.1:${port}${CATALOG}/database.sqlite`, { method: 'HEAD' });
      const bytes = Number(head.headers.get('content-length'));
      print(
        `${entities} entities of 1 KB: published in ${(published.milliseconds / 1000).toFixed(0)} s ` +
          `(${(published.cpuMilliseconds / 1000).toFixed(0)} s CPU, peak ${published.peakMebibytes.toFixed(0)} MiB), ` +
          `file ${(bytes / 1024 ** 2).toFixed(0)} MiB, ready after ${livehouse.startMilliseconds.toFixed(0)} ms`,
      );
      await measureQueries(port);
      print(`memory with query processes: ${readWholeMemory(pid).toFixed(0)} MiB\n`);
      await measureScan(port);
    } finally {
      await livehouse.stop();
    }
  });
}

async function measureQueries(port: number): Promise<void> {
  const rows: (readonly string[])[] = [];
  for (const [name, search] of [...QUERIES, ['everything at once', SCANNING]]) {
    const times: number[] = [];
    let status = 0;
    // A release never changes, so answers are kept: each query is another one.
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now();
      const path = `${CATALOG}/query/rows?${search}&filter=id!=${round}`;
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      await answer.arrayBuffer();
      status = answer.status;
      times.push(performance.now() - startedAt);
    }
    rows.push([name ?? '', times.map((time) => time.toFixed(0)).join(' / '), String(status)]);
  }
  print(formatTable(['query', 'ms', 'status'], rows));
}

/** Reads alone, and while queries are ended one after another. */
async function measureScan(port: number): Promise<void> {
  const reads: readonly (readonly [string, (serial: number) => string])[] = [
    ['entity', () => ENTITY],
    ['first page of a query', (serial) => `${CATALOG}/query/rows?limit=20&filter=level=${serial % 100}`],
  ];
  const rows: (readonly string[])[] = [];
  let serial = 0;
  for (const [name, pathOf] of reads) {
    const read = async (): Promise<number> => {
      const startedAt = performance.now();
      // A query may be refused here; how long that takes counts the same.
      const answer = await fetch(`http://127.0.0.1:${port}${pathOf(serial++)}`);
      await answer.arrayBuffer();
      return performance.now() - startedAt;
    };
    const alone: number[] = [];
    for (let i = 0; i < 20; i++) alone.push(await read());
    const beside: number[] = [];
    let isOver = false;
    const path = `${CATALOG}/query/rows?${SCANNING}&filter=id!=${name.length}&filter=note~q&filter=note~x`;
    const scan = fetch(`http://127.0.0.1:${port}${path}`).then(async (answer) => {
      await answer.arrayBuffer();
      isOver = true;
      return answer.status;
    });
    while (!isOver) beside.push(await read());
    const worst = (times: readonly number[]): string => Math.max(...times).toFixed(1);
    rows.push([
      ...[name, medianOf(alone).toFixed(1), worst(alone), medianOf(beside).toFixed(1), worst(beside)],
      `${await scan}`,
    ]);
  }
  print(
    formatTable(['while a query scans', 'ms alone', 'slowest', 'ms beside', 'slowest', 'status of the scan'], rows),
  );
}

async function writeSnapshot(directory: string, count: number): Promise<void> {
  mkdirSync(join(directory, 'catalog'), { recursive: true });
  const files: string[] = [];
  for (let first = 0; first < count; first += FILE_ENTITIES) {
    const name = `catalog/rows-${first}.json`;
    const end = Math.min(count, first + FILE_ENTITIES);
    const writer = Bun.file(join(directory, name)).writer();
    for (let at = first; at < end; at += ENTITIES_TOGETHER) {
      const some = Array.from({ length: Math.min(ENTITIES_TOGETHER, end - at) }, (_, i) => makeText(at + i));
      writer.write(`${at === first ? '[' : ','}${some.join(',')}`);
      await writer.flush();
    }
    writer.write(']');
    await writer.end();
    files.push(name);
  }
  const server = { id: 'large', displayName: 'Large', region: 'global' };
  const resources = { rows: { file: files, summary: ['id', 'name'] } };
  await Bun.write(join(directory, 'snapshot.json'), JSON.stringify({ server, resources }));
}

function makeText(serial: number): string {
  const mixed = Math.imul(serial + 1, 0x9e3779b1) >>> 0;
  const entity = {
    id: `r${serial}`,
    name: `word${mixed % 1000} word${mixed % 77} ${serial}`,
    kind: `k${mixed % 12}`,
    level: mixed % 100,
    score: mixed / 7,
    isOpen: mixed % 3 === 0,
    tags: [`t${mixed % 9}`, `t${mixed % 5}`],
    note: '',
  };
  const room = Math.max(0, ENTITY_BYTES - JSON.stringify(entity).length);
  const word = `${mixed.toString(36)} `;
  return JSON.stringify({ ...entity, note: word.repeat(Math.ceil(room / word.length)).slice(0, room) });
}
