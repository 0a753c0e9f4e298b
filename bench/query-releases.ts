// Memory of a server with its query processes after queries of one release of `@wfcd/items`, and of eleven.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { publishSnapshot, requireExample, startLivehouse, withFolder } from './livehouse.ts';
import { writeVariant } from './memory.ts';
import { facetPath, readWholeMemory, waitUntilReady } from './query-load.ts';

const MORE_MEMORY_GOAL_MEBIBYTES = 32;
const MORE_RELEASES = 10;

/** Prints the memory of both. */
export async function benchQueriedReleases(): Promise<void> {
  const example = requireExample('items');
  await withFolder(async (folder) => {
    const data = join(folder, 'data');
    await publishSnapshot(example, data);
    await measureReleases(example, data, folder);
  });
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
  process.stdout.write(
    `memory with query processes: 1 release ${one.toFixed(0)} MiB, ${MORE_RELEASES + 1} releases ${eleven.toFixed(0)} MiB: ` +
      `${more.toFixed(0)} more (≤ ${MORE_MEMORY_GOAL_MEBIBYTES} ${more <= MORE_MEMORY_GOAL_MEBIBYTES ? 'met' : 'missed'})\n`,
  );
}

/** Asks as many queries in both cases, over all releases that there are. */
async function readMemoryAfter(data: string, releases: number): Promise<number> {
  const livehouse = await startLivehouse(data, { pinned: false });
  try {
    const { port } = livehouse;
    const history = await fetch(`http://127.0.0.1:${port}/api/v1/servers/warframe/release/history`);
    const listed = z.object({ releases: z.array(z.object({ releaseId: z.string() })) }).parse(await history.json());
    const ids = listed.releases.map(({ releaseId }) => releaseId);
    if (ids.length !== releases) throw new Error(`${ids.length} releases are kept, not ${releases}`);
    const rounds = 220 / releases;
    for (let round = 0; round < rounds; round++) {
      for (const id of ids) {
        const path = `${facetPath(round)}&release=${id}`;
        await waitUntilReady(port, path);
      }
    }
    return readWholeMemory(livehouse.pid);
  } finally {
    await livehouse.stop();
  }
}
