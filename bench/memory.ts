// A server that holds the release of `@wfcd/items`: time from the start of its process to readiness, resident memory then
// and after a walk over the catalog, with one release and with ten more. All releases differ in their content.
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { publishSnapshot, requireExample, startLivehouse, withFolder } from './livehouse.ts';
import { formatTable, type Memory, medianOf, readMemory } from './machine.ts';
import type { Scale } from './scale.ts';

const MORE_RELEASES = 10;
const SERVER = '/api/v1/servers/warframe';
const WALKED = 2000;

/** Prints start times and memory. */
export async function benchMemory(scale: Scale): Promise<void> {
  const example = requireExample('items');
  await withFolder(async (folder) => {
    const data = join(folder, 'data');
    const first = await publishSnapshot(example, data);
    process.stdout.write(
      `publishing @wfcd/items: ${presentSeconds(first.milliseconds)}, peak ${first.peakMebibytes.toFixed(0)} MiB\n`,
    );
    const rows = [await measureServer('1 release', data, scale.rounds)];
    for (let i = 1; i <= MORE_RELEASES; i++) await publishSnapshot(await writeVariant(example, folder, i), data);
    rows.push(await measureServer(`${MORE_RELEASES + 1} releases`, data, scale.rounds));
    const head = ['', 'ready after', 'first entity', 'RSS at start', 'RSS after reads', 'PSS after reads'];
    process.stdout.write(`${formatTable(head, rows)}\n`);
  });
}

const presentSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** The same snapshot with one table changed. Every table is mounted by itself, so that one of them can be ours. */
export async function writeVariant(example: string, folder: string, serial: number): Promise<string> {
  const variant = join(folder, `variant-${serial}`);
  const tables = join(example, 'node_modules', '@wfcd', 'items', 'data', 'json');
  mkdirSync(join(variant, 'catalog'), { recursive: true });
  const changed = 'Arcanes.json';
  const arcanes = z.array(z.looseObject({ name: z.string() })).parse(await Bun.file(join(tables, changed)).json());
  const edited = arcanes.map((entity) => ({ ...entity, name: `${entity.name} ${serial}` }));
  writeFileSync(join(variant, 'catalog', changed), JSON.stringify(edited));
  const mounts: Record<string, string> = {};
  for (const name of readdirSync(tables)) if (name !== changed) mounts[`catalog/${name}`] = join(tables, name);
  cpSync(join(example, 'snapshot.json'), join(variant, 'snapshot.json'));
  const descriptor = z.looseObject({}).parse(await Bun.file(join(example, 'snapshot.json')).json());
  const written = { ...descriptor, $schema: undefined, sourceId: `variant-${serial}`, mounts };
  writeFileSync(join(variant, 'snapshot.json'), JSON.stringify(written));
  return variant;
}

async function measureServer(name: string, data: string, rounds: number): Promise<readonly string[]> {
  const starts: number[] = [];
  const firsts: number[] = [];
  const idle: Memory[] = [];
  const walked: Memory[] = [];
  for (let round = 0; round < rounds; round++) {
    const livehouse = await startLivehouse(data);
    try {
      starts.push(livehouse.startMilliseconds);
      idle.push(readMemory(livehouse.pid));
      const origin = `http://127.0.0.1:${livehouse.port}`;
      const startedAt = performance.now();
      await read(`${origin}${SERVER}/items/Lotus:Powersuits:Excalibur:Excalibur`);
      firsts.push(performance.now() - startedAt);
      await walkCatalog(origin);
      walked.push(readMemory(livehouse.pid));
    } finally {
      await livehouse.stop();
    }
  }
  const memory = (of: (memory: Memory) => number, all: readonly Memory[]): string =>
    `${medianOf(all.map(of)).toFixed(0)} MiB`;
  return [
    name,
    `${medianOf(starts).toFixed(0)} ms`,
    `${medianOf(firsts).toFixed(1)} ms`,
    memory((each) => each.residentMebibytes, idle),
    memory((each) => each.residentMebibytes, walked),
    memory((each) => each.shareMebibytes, walked),
  ];
}

/** Manifest, summary, an index, and entities from all shards. */
async function walkCatalog(origin: string): Promise<void> {
  await read(`${origin}${SERVER}/catalog`);
  await read(`${origin}${SERVER}/catalog/summary`);
  const index: unknown = JSON.parse(new TextDecoder().decode(await read(`${origin}${SERVER}/items`)));
  const names = z.array(z.looseObject({ uniqueName: z.string() })).parse(index);
  const step = Math.max(1, Math.floor(names.length / WALKED));
  for (let i = 0; i < names.length; i += step) {
    const id = (names[i]?.uniqueName ?? '').replace(/^\//, '').replaceAll('/', ':');
    await read(`${origin}${SERVER}/items/${encodeURIComponent(id)}`, false);
  }
}

async function read(url: string, required = true): Promise<Uint8Array> {
  const response = await fetch(url);
  if (required && !response.ok) throw new Error(`${new URL(url).pathname} answers ${response.status}`);
  return response.bytes();
}
