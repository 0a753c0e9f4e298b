// People write and an operator publishes while the service, the database server and the publisher are killed with SIGKILL at
// random moments. Afterwards everything that was acknowledged is there, nothing is there twice or half, and no counter is
// wrong. LIVEHOUSE_STORM: how many kills.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { verifyRelease } from '../../src/features/release/store/verify.ts';
import { EMBEDDED_DATABASE, locateCluster } from '../../src/platform/database/embedded/cluster.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import { type House, startHouse } from '../fixtures/house-process.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { Ledger } from '../fixtures/ledger.ts';
import { runJson, startCommand } from '../fixtures/run-command.ts';
import { embeddedUrl, seedCluster } from '../fixtures/seeded-cluster.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { publishInto } from '../fixtures/stored-release.ts';
import { Storm } from '../fixtures/storm.ts';

const storm = new Storm('mixed-crash', 5);
const PEOPLE = 6;

const openSql = (data: string): SQL => new SQL(embeddedUrl(data), { max: 1, database: EMBEDDED_DATABASE });

function killDatabase(data: string): void {
  const file = join(locateCluster(data).cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const postmaster = readFileSync(file, 'utf8').split('\n')[0] ?? '';
  const children = Bun.spawnSync(['ps', '-o', 'pid=', '--ppid', postmaster]).stdout.toString().split('\n');
  for (const pid of [postmaster, ...children].map(Number).filter(Boolean)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended with its parent.
    }
  }
}

/** Publishes one version after another; `kill` ends the publication that runs. */
function keepPublishing(data: string) {
  const snapshot = createSmallSnapshot();
  let child: ReturnType<typeof startCommand> | undefined;
  let [started, acknowledged, isStopped] = [0, 0, false];
  const write = (version: number): void => {
    for (const name of ['media-0', 'media-1']) snapshot.write(`assets/Assets/${name}.txt`, `version ${version}`);
  };
  const work = async (): Promise<void> => {
    while (!isStopped) {
      started += 1;
      const version = started;
      write(version);
      child = startCommand(data, ['publish', snapshot.directory, '--json']);
      if ((await child.exited) === 0) acknowledged = version;
      await Bun.sleep(100);
    }
  };
  write(0);
  return {
    first: () => publishInto(data, snapshot.directory),
    begin: () => {
      const working = work();
      return async (): Promise<void> => {
        isStopped = true;
        await working;
        snapshot[Symbol.dispose]();
      };
    },
    kill: () => child?.kill('SIGKILL'),
    versions: () => ({ started, acknowledged }),
    directory: snapshot.directory,
  };
}

/** Reads two files of one release, which are always of one version. */
async function readVersion(address: string): Promise<number | undefined> {
  const first = await fetch(`${address}/assets/jp/Assets/media-0.txt`).catch(() => undefined);
  const release = [...(first?.headers ?? [])].find(([name]) => name.endsWith('-release-id'))?.[1];
  if (first?.status !== 200 || release === undefined) return undefined;
  const second = await fetch(`${address}/assets/jp/Assets/media-1.txt?release=${release}`).catch(() => undefined);
  if (second?.status !== 200) return undefined;
  const texts = [await first.text(), await second.text()];
  expect(texts[1]).toBe(texts[0] ?? '');
  return Number(texts[0]?.split(' ')[1]);
}

test(
  `${storm.rounds} kills of service, database and publisher under writes`,
  async () => {
    const data = folderForTest();
    const publisher = keepPublishing(data);
    const ledger = new Ledger();
    const killed = { service: 0, database: 0, publisher: 0 };
    let livehouse: House | undefined;
    try {
      await seedCluster(data);
      await publisher.first();
      const start = (): Promise<House> =>
        startHouse({ data, databaseUrl: undefined, environment: { QUOTAS: 'off', LOG_LEVEL: 'error' } });
      livehouse = await start();
      const sql = openSql(data);
      const stopWriting = await ledger.open(sql, PEOPLE, () => livehouse?.address ?? '');
      await sql.close();
      const stopPublishing = publisher.begin();
      for (const kill of storm) {
        await Bun.sleep(100 + Math.random() * 900);
        const version = await readVersion(livehouse.address);
        if (version !== undefined) expect(version).toBeLessThanOrEqual(publisher.versions().started);
        // Each of the three in turn, so that a short storm has all of them.
        if (kill % 3 === 0) {
          killed.service += 1;
          await livehouse.kill();
          livehouse = await start();
        } else if (kill % 3 === 1) {
          killed.database += 1;
          killDatabase(data);
        } else {
          killed.publisher += 1;
          publisher.kill();
        }
        const reached = ledger.acknowledged;
        const end = Date.now() + 60_000;
        // More than there can be answers on their way.
        while (ledger.acknowledged < reached + 2 * PEOPLE) {
          if (Date.now() > end) throw new Error(`no writes after kill ${kill}: ${livehouse.log()}`);
          await Bun.sleep(20);
        }
      }
      await Promise.all([stopWriting(), stopPublishing()]);
      const { started, acknowledged } = publisher.versions();
      const problems = (await verifyRelease(openDiskObjects(join(data, 'objects')), 'jp')).problems;
      expect(problems).toEqual([]);
      const end = Date.now() + 20_000;
      let version = await readVersion(livehouse.address);
      while ((version === undefined || version < acknowledged) && Date.now() < end) {
        await Bun.sleep(100);
        version = await readVersion(livehouse.address);
      }
      expect(version).toBeGreaterThanOrEqual(acknowledged);
      expect(version).toBeLessThanOrEqual(started);
      const audit = openSql(data);
      try {
        expect(await ledger.audit(audit)).toEqual([]);
      } finally {
        await audit.close();
      }
      expect(await livehouse.stop()).toBe(0);
      expect((await runJson(data, 'releases', 'gc', '--keep', '2')).json.ok).toBe(true);
      const { posts, comments, likes, unanswered } = ledger;
      process.stdout.write(
        `kills ${JSON.stringify(killed)}; acknowledged ${ledger.acknowledged}: ${posts.size} posts, ${comments.size} comments, ` +
          `${likes.size} likes, ${acknowledged} of ${started} releases; ${unanswered} without an answer\n`,
      );
    } finally {
      await livehouse?.kill();
      killDatabase(data);
    }
  },
  { timeout: storm.rounds * 30_000 + 60_000 },
);
