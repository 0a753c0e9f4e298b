// Media: ranges of 64 KiB out of objects of 4 MiB and of 64 MiB, and whole objects of 4 MiB, beside nginx with sendfile.
// The objects are random bytes in a snapshot of its own.

import { randomFillSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../tests/fixtures/free-port.ts';
import { DUEL_HEAD, type DuelRow, type LoadRequest, presentDuel, runDuel } from './duel.ts';
import { publishSnapshot, type RunningLivehouse, SERVER_CORE, startLivehouse, withFolder } from './livehouse.ts';
import { formatTable } from './machine.ts';
import { requirePeer, startNginx } from './peers.ts';
import type { Scale } from './scale.ts';
import { copyAnswers, requestFile } from './static-copy.ts';

const MEBIBYTE = 1024 * 1024;
const RANGE_BYTES = 64 * 1024;
const GOAL = 0.8;
const MIDDLE_FILES = 8;
const ADDRESS = '/assets/bench/Assets/bench';

interface Mix {
  readonly name: string;
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly goal?: number;
}

/** Prints the table of media reads. */
export async function benchMedia(scale: Scale): Promise<void> {
  requirePeer('nginx');
  requirePeer('wrk');
  await withFolder(async (folder) => {
    const data = join(folder, 'data');
    await publishSnapshot(writeMediaSnapshot(join(folder, 'snapshot')), data);
    const livehouse = await startLivehouse(data);
    try {
      const rows: DuelRow[] = [];
      for (const mix of planMediaMixes()) rows.push(...(await measure(folder, livehouse, mix, scale)));
      process.stdout.write(`${formatTable(DUEL_HEAD, presentDuel(rows))}\n`);
    } finally {
      await livehouse.stop();
    }
  });
}

/** A snapshot of random files; returns its folder. */
export function writeMediaSnapshot(folder: string): string {
  const media = join(folder, 'assets', 'Assets', 'bench');
  mkdirSync(media, { recursive: true });
  const descriptor = { server: { id: 'bench', displayName: 'Bench', region: 'global' } };
  writeFileSync(join(folder, 'snapshot.json'), JSON.stringify(descriptor));
  for (let i = 0; i < MIDDLE_FILES; i++) {
    writeFileSync(join(media, `middle-${i}.bin`), randomFillSync(Buffer.allocUnsafe(4 * MEBIBYTE)));
  }
  writeFileSync(join(media, 'large.bin'), randomFillSync(Buffer.allocUnsafe(64 * MEBIBYTE)));
  return folder;
}

/** Ranges and whole files of that snapshot. */
export function planMediaMixes(): readonly Mix[] {
  const middle = Array.from({ length: MIDDLE_FILES }, (_, i) => `${ADDRESS}/middle-${i}.bin`);
  const rangeOf = (path: string, start: number): LoadRequest => ({
    path,
    headers: { Range: `bytes=${start}-${start + RANGE_BYTES - 1}` },
  });
  /** Ranges that jump about, none at a round number. */
  const ranges = (paths: readonly string[], bytes: number, count = 64): readonly LoadRequest[] =>
    Array.from({ length: count }, (_, i) => {
      const start = (i * 1_000_003 + 17) % (bytes - RANGE_BYTES);
      return rangeOf(paths[i % paths.length] ?? '', start);
    });
  return [
    { name: '64 KiB range of 4 MiB', requests: ranges(middle, 4 * MEBIBYTE), connections: 32, goal: GOAL },
    {
      name: '64 KiB range of 64 MiB',
      requests: ranges([`${ADDRESS}/large.bin`], 64 * MEBIBYTE),
      connections: 32,
      goal: GOAL,
    },
    // More than are kept: each is asked for again, and none is there any more.
    { name: '… 4,096 of them', requests: ranges([`${ADDRESS}/large.bin`], 64 * MEBIBYTE, 4096), connections: 32 },
    { name: 'whole 4 MiB', requests: middle.map((path) => ({ path, headers: {} })), connections: 8, goal: GOAL },
  ];
}

async function measure(
  folder: string,
  livehouse: RunningLivehouse,
  mix: Mix,
  scale: Scale,
): Promise<readonly DuelRow[]> {
  const { files, headers, mediaType } = await copyAnswers(livehouse.port, mix.requests);
  const place = join(folder, `nginx-${Bun.hash(mix.name)}`);
  mkdirSync(place);
  const port = await freePort();
  const server = await startNginx({
    folder: place,
    port,
    core: SERVER_CORE,
    files,
    headers,
    mediaType,
    keepOpen: false,
    corked: false,
  });
  try {
    return await runDuel({
      name: mix.name,
      folder,
      ours: { name: 'livehouse', server: livehouse, requests: mix.requests },
      peers: [{ name: 'nginx', server, requests: mix.requests.map(requestFile) }],
      goal: mix.goal,
      connections: mix.connections,
      ...scale,
    });
  } finally {
    await server.stop();
  }
}
