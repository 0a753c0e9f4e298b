// The database server is killed or freezes under a service that people write to, and comes back. Meanwhile releases are
// served and writes get 503 with Retry-After. Afterwards everything works again by itself, and every acknowledged write is
// stored. Tested with an external server and with the embedded one, which the service restarts. LIVEHOUSE_STORM_SECONDS: how
// long it is away (default 3).
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { EMBEDDED_DATABASE, locateCluster } from '../../src/platform/database/embedded/cluster.ts';
import { openEmbeddedServer } from '../../src/platform/database/embedded/server.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { POSTS } from '../fixtures/community.ts';
import { createResident, type House, speakFor, startHouse } from '../fixtures/house-process.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, readJson, refusalOf } from '../fixtures/people.ts';
import { embeddedUrl, seedCluster } from '../fixtures/seeded-cluster.ts';

const AWAY_MS = 1000 * Number(process.env.LIVEHOUSE_STORM_SECONDS ?? 3);
const RELEASE = '/api/v1/releases';

/** The postmaster and all its child processes. */
function processesOf(folder: string): readonly number[] {
  const first = Number(readFileSync(join(locateCluster(folder).cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const others = Bun.spawnSync(['ps', '-o', 'pid=', '--ppid', String(first)]).stdout.toString();
  return [first, ...others.split('\n').map(Number).filter(Boolean)];
}

function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended with its parent.
    }
  }
}

/** Writes one post after another until stopped, and sorts the answers. */
function keepWriting(speak: ReturnType<typeof speakFor>) {
  const acknowledged: string[] = [];
  const others: string[] = [];
  let refused = 0;
  let stopped = false;
  const write = async (): Promise<void> => {
    for (let serial = 0; !stopped; serial += 1) {
      const answer = await speak('POST', POSTS, { body: `Post ${serial}` }).catch((error: unknown) => String(error));
      if (typeof answer === 'string') others.push(answer);
      else if (answer.status === 201) {
        acknowledged.push((await readJson<{ post: { id: string } }>(answer)).post.id);
      } else {
        const retryAfter = Number(answer.headers.get('retry-after'));
        const [status, code] = await refusalOf(answer);
        if (status === 503 && code === 'database_unavailable' && retryAfter > 0) refused += 1;
        else others.push(`${status} ${code} ${retryAfter}`);
      }
      await Bun.sleep(20);
    }
  };
  const writing = Promise.all([write(), write(), write()]);
  return {
    acknowledged: () => acknowledged.length,
    refused: () => refused,
    stop: async () => {
      stopped = true;
      await writing;
      return { acknowledged, others };
    },
  };
}

async function until(condition: () => boolean | Promise<boolean>, what: string, timeoutMs = 30_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`in time: ${what}`);
    await Bun.sleep(20);
  }
}

interface Trouble {
  begin(): void;
  /** Undefined: the service has to recover by itself. */
  readonly end?: () => Promise<void>;
}

async function weather(livehouse: House, sql: () => SQL, trouble: Trouble): Promise<void> {
  const before = sql();
  const resident = await createResident(before);
  await before.close();
  const writer = keepWriting(speakFor(resident, () => livehouse.address, 60_000));
  try {
    await until(() => writer.acknowledged() >= 10, 'writes before the trouble');
    trouble.begin();
    if (trouble.end !== undefined) {
      await until(() => writer.refused() > 0, 'writes are refused');
      const end = performance.now() + AWAY_MS;
      do {
        await expectOnlyStatus(fetch(`${livehouse.address}${RELEASE}`), 200);
        const ready = await fetch(`${livehouse.address}/readyz`);
        expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('"status":"degraded"')]);
        await Bun.sleep(100);
      } while (performance.now() < end);
      await trouble.end();
    }
    const reached = writer.acknowledged();
    await until(() => writer.acknowledged() >= reached + 10, 'writes after the trouble', 60_000);
    await until(
      async () => (await (await fetch(`${livehouse.address}/readyz`)).text()).includes('"status":"ok"'),
      'ready with all its parts',
    );
  } finally {
    const { acknowledged, others } = await writer.stop();
    expect(others).toEqual([]);
    const after = sql();
    try {
      const rows: { id: string }[] = await after`select id from post`;
      const there = new Set(rows.map(({ id }) => id));
      expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
    } finally {
      await after.close();
    }
  }
}

for (const how of ['killed', 'frozen'] as const) {
  test(
    `an external server is ${how} and comes back`,
    async () => {
      const folder = folderForTest();
      const data = folderForTest();
      const server = openEmbeddedServer(folder, openLog('silent'));
      let livehouse: House | undefined;
      try {
        await seedCluster(folder);
        await server.ensureRunning();
        livehouse = await startHouse({ data, databaseUrl: embeddedUrl(folder), environment: { QUOTAS: 'off' } });
        let pids: readonly number[] = [];
        await weather(livehouse, () => new SQL(embeddedUrl(folder), { max: 1, database: EMBEDDED_DATABASE }), {
          begin: () => {
            pids = processesOf(folder);
            signalAll(pids, how === 'killed' ? 'SIGKILL' : 'SIGSTOP');
          },
          end: async () => {
            if (how === 'frozen') signalAll(pids, 'SIGCONT');
            else await server.ensureRunning();
          },
        });
        expect(await livehouse.stop()).toBe(0);
      } finally {
        await livehouse?.kill();
        if (existsSync(join(locateCluster(folder).cluster, 'postmaster.pid')))
          signalAll(processesOf(folder), 'SIGCONT');
        await server.leave();
      }
    },
    120_000 + 3 * AWAY_MS,
  );

  test(
    `the embedded server is ${how} and comes back`,
    async () => {
      const data = folderForTest();
      let livehouse: House | undefined;
      let pids: readonly number[] = [];
      try {
        await seedCluster(data);
        livehouse = await startHouse({ data, databaseUrl: undefined, environment: { QUOTAS: 'off' } });
        await weather(livehouse, () => new SQL(embeddedUrl(data), { max: 1, database: EMBEDDED_DATABASE }), {
          begin: () => {
            pids = processesOf(data);
            signalAll(pids, how === 'killed' ? 'SIGKILL' : 'SIGSTOP');
          },
          ...(how === 'frozen' && {
            end: async () => {
              signalAll(pids, 'SIGCONT');
            },
          }),
        });
        expect(await livehouse.stop()).toBe(0);
      } finally {
        signalAll(pids, 'SIGCONT');
        if (livehouse?.child.exitCode === null) await livehouse.stop();
      }
    },
    120_000 + 3 * AWAY_MS,
  );
}
