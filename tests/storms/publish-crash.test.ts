// Kills `livehouse publish` with SIGKILL at random moments. After each kill the current release is the old or the new one and
// verifies, the next publication succeeds, and a collection loses nothing. LIVEHOUSE_STORM: how many kills.
import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROMOTIONS_MAX } from '../../src/features/release/store/formats.ts';
import { readPromotionLog } from '../../src/features/release/store/promotions.ts';
import { verifyRelease } from '../../src/features/release/store/verify.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { createLargeTree } from '../fixtures/large-tree.ts';
import { runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { Storm } from '../fixtures/storm.ts';

const storm = new Storm('publish-crash', 3);
const FIRST_KILLS = Math.ceil(storm.rounds / 2);
const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts');

/** Starts a publication and kills it within `spanMs`. */
async function killPublication(data: string, directory: string, spanMs: number): Promise<void> {
  // Without the parent in Node, because the kill must hit the process that writes.
  const child = Bun.spawn([process.execPath, '--no-env-file', MAIN, 'publish', directory, '--json'], {
    env: { ...process.env, LIVEHOUSE_DATA: data },
    stdout: 'ignore',
    stderr: 'ignore',
  });
  await Bun.sleep(Math.random() * spanMs);
  child.kill('SIGKILL');
  await child.exited;
}

/** What is wrong with the current release, read in this process, which takes a fraction of the time of a command. */
const findProblems = async (data: string, server: string): Promise<readonly unknown[]> =>
  (await verifyRelease(openDiskObjects(join(data, 'objects')), server)).problems;

test(
  `${storm.rounds} kills while publishing`,
  async () => {
    const data = folderForTest();
    using snapshot = createSmallSnapshot({ media: 700 });
    let old = (await runJson(data, 'publish', snapshot.directory)).json;
    let spanMs = old.milliseconds + 100;
    /** Releases in the order in which they became current. */
    const promoted: string[] = [old.releaseId];
    for (const round of storm) {
      for (let i = 0; i < 400; i++) snapshot.write(`assets/Assets/media-${i}.txt`, `round ${round} media ${i}`);
      await killPublication(data, snapshot.directory, spanMs);

      const { entries, pointer } = await readPromotionLog(openDiskObjects(join(data, 'objects')), 'jp');
      const current = pointer?.value?.releaseId ?? '';
      const isOld = current === old.releaseId;
      const known = isOld ? promoted : [...promoted, current];
      expect(entries.map(({ releaseId }) => releaseId)).toEqual(known.slice(-PROMOTIONS_MAX));
      // The oldest are dropped above the limit; the others keep their numbers, without a gap.
      const first = entries[0]?.number ?? 0;
      expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => first + index));
      expect(await findProblems(data, 'jp')).toEqual([]);
      const after = (await runJson(data, 'publish', snapshot.directory)).json;
      expect(after.ok).toBe(true);
      expect([old.releaseId, after.releaseId]).toContain(current);
      expect(await findProblems(data, 'jp')).toEqual([]);
      if (round % 3 === 2) expect((await runJson(data, 'releases', 'gc', '--keep', '2')).json.ok).toBe(true);
      old = after;
      if (promoted.length !== entries.length || after.releaseId !== entries.at(-1)?.releaseId) {
        promoted.splice(0, promoted.length, ...entries.map(({ releaseId }) => releaseId));
        if (promoted.at(-1) !== after.releaseId) promoted.push(after.releaseId);
      }
      spanMs = after.milliseconds + 100;
    }
    expect((await runJson(data, 'releases', 'gc', '--keep', '2')).json.ok).toBe(true);
    for (const { releaseId } of (await runJson(data, 'releases', 'list')).json.servers[0].releases) {
      const { json } = await runJson(data, 'releases', 'verify', 'jp', releaseId);
      expect(json).toMatchObject({ ok: true, problems: [] });
    }
    const leftovers = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tmp-|\.lock$/.test(name),
    );
    expect(leftovers).toEqual([]);
    expect((await runJson(data, 'publish', snapshot.directory)).json.unchanged).toBe(true);
  },
  { timeout: storm.rounds * 20_000 + 60_000 },
);

test(
  `${FIRST_KILLS} kills of the first publication of a large tree`,
  async () => {
    const data = folderForTest();
    let spanMs = 1500;
    for (let round = 0; round < FIRST_KILLS; round++) {
      using snapshot = createLargeTree(`${round}`);
      // A new server id, so that each round is a first publication beside the leftovers of the earlier rounds.
      snapshot.describe({ server: { id: `s${round}`, displayName: 'Japan', region: 'jp' } });
      await killPublication(data, snapshot.directory, spanMs);
      const after = (await runJson(data, 'publish', snapshot.directory)).json;
      expect(after).toMatchObject({ ok: true, promoted: true });
      expect(await findProblems(data, `s${round}`)).toEqual([]);
      spanMs = after.milliseconds + 100;
    }
  },
  { timeout: FIRST_KILLS * 30_000 + 60_000 },
);
