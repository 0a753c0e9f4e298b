// Publications, rollbacks and collections at the same time on one data directory. Every current and every kept release
// verifies. The content alternates, so that collections keep removing what publications need again.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { listReleases } from '../../src/features/release/store/registry.ts';
import { verifyRelease } from '../../src/features/release/store/verify.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import { folderForTest, keepForTest } from '../fixtures/keep-open.ts';
import { runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { Storm } from '../fixtures/storm.ts';

const storm = new Storm('publish-collect', 3);

/** What is wrong with any kept release, read in this process, which takes a fraction of the time of a command for each. */
async function findProblems(data: string): Promise<readonly unknown[]> {
  const objects = openDiskObjects(join(data, 'objects'));
  const problems: unknown[] = [];
  for (const { id, releases } of await listReleases(objects)) {
    for (const { releaseId } of releases) {
      for (const problem of (await verifyRelease(objects, id, releaseId)).problems) {
        problems.push({ server: id, releaseId, problem });
      }
    }
  }
  return problems;
}

test(
  `${storm.rounds} rounds of publishing while collecting`,
  async () => {
    const data = folderForTest();
    const snapshots = [1, 2, 3, 4].map((n) => {
      const snapshot = keepForTest(
        createSmallSnapshot({ media: 200, server: n === 4 ? 'kr' : 'jp', sourceId: `v${n}` }),
      );
      for (let i = 0; i < 200; i++) snapshot.write(`assets/Assets/media-${i}.txt`, `${n % 3} of ${i}`);
      snapshot.write('artifacts/android/bundles/one.bundle', `bundle ${n}`);
      return snapshot;
    });
    for (const { directory } of snapshots) expect((await runJson(data, 'publish', directory)).code).toBe(0);
    for (const round of storm) {
      const [one, two] = [snapshots[round % 4], snapshots[(round + 1) % 4]];
      const outcomes = await Promise.all([
        runJson(data, 'publish', one?.directory ?? ''),
        runJson(data, 'releases', 'gc', '--keep', '2'),
        runJson(data, 'publish', two?.directory ?? ''),
        runJson(data, 'releases', 'gc', '--keep', '2'),
      ]);
      expect(outcomes.map(({ json }) => json.errors ?? [])).toEqual([[], [], [], []]);
      expect(await findProblems(data)).toEqual([]);
    }
  },
  { timeout: storm.rounds * 30_000 + 60_000 },
);
