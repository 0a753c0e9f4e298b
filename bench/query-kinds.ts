// Kinds of queries, each beside the same statements on bare `bun:sqlite`, in turns: filters through lists, `where`, `include` and
// histograms of `@wfcd/items`. What is compared is processor time.
import { join } from 'node:path';
import { z } from 'zod';
import { publishSnapshot, requireExample, startLivehouse, withFolder } from './livehouse.ts';
import { formatTable, medianOf } from './machine.ts';
import { BARE_GOAL, CONNECTIONS, runBare } from './query.ts';
import { ask, closedLoop, downloadFile, KINDS, kindPath, REFERENCE } from './query-load.ts';
import type { Scale } from './scale.ts';

/** Prints queries a second of processor time, ours and bare. */
export async function benchQueryKinds({ rounds, seconds }: Scale): Promise<void> {
  const example = requireExample('items');
  await withFolder(async (folder) => {
    const data = join(folder, 'data');
    await publishSnapshot(await declareReference(example, folder), data);
    const { port, pid, stop } = await startLivehouse(data, { pinned: false });
    try {
      const file = await downloadFile(port, folder);
      const rows: (readonly string[])[] = [];
      for (const kind of Object.keys(KINDS)) {
        let serial = 0;
        const askNew = (): Promise<void> => ask(port, kindPath(kind, serial++));
        await closedLoop(pid, CONNECTIONS, 1, askNew);
        const pairs: { readonly ours: number; readonly bare: number }[] = [];
        for (let round = 0; round < rounds; round++) {
          const bare = await runBare(file, seconds, kind);
          const { serverUs, queriesUs } = await closedLoop(pid, CONNECTIONS, seconds, askNew);
          pairs.push({ ours: 1e6 / (serverUs + queriesUs), bare });
        }
        const ratio = medianOf(pairs.map(({ ours, bare }) => ours / bare));
        rows.push([
          kind,
          medianOf(pairs.map(({ bare }) => bare)).toFixed(0),
          medianOf(pairs.map(({ ours }) => ours)).toFixed(0),
          `${ratio.toFixed(2)} × (≥ ${BARE_GOAL} ${ratio >= BARE_GOAL ? 'met' : 'missed'})`,
        ]);
      }
      const head = ['new queries a second of processor time', 'bare', 'ours', 'goal'];
      process.stdout.write(`${formatTable(head, rows)}\n`);
    } finally {
      await stop();
    }
  });
}

const snapshotFile = z.looseObject({
  mounts: z.object({ catalog: z.string() }),
  resources: z.looseObject({ items: z.looseObject({ fields: z.unknown().optional() }) }),
});

/** The snapshot with a declaration of what `include` follows. */
async function declareReference(example: string, folder: string): Promise<string> {
  const snapshot = snapshotFile.parse(await Bun.file(join(example, 'snapshot.json')).json());
  snapshot.mounts.catalog = join(example, snapshot.mounts.catalog);
  snapshot.resources.items.fields = { [REFERENCE]: { references: { resource: 'items' } } };
  const declared = join(folder, 'snapshot');
  await Bun.write(join(declared, 'snapshot.json'), JSON.stringify(snapshot));
  return declared;
}
