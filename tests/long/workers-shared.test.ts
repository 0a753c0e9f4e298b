// Several processes as one service. A session that ends on one process is refused by all at once, a promoted release appears
// on all, one scrape covers all, and another process takes over the job of one that stops.
import { expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { sql as drizzle } from 'drizzle-orm';
import { z } from 'zod';
import { openDatabase } from '../../src/platform/database/database.ts';
import { bindJob, declareJob, openJobs } from '../../src/platform/jobs/jobs.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { connectTo, createTestDatabase } from '../fixtures/database.ts';
import { freePort } from '../fixtures/free-port.ts';
import { createResident, speakFor, startHouse } from '../fixtures/house-process.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import { runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const PROFILE = '/api/v1/account/profile';
const FILE = '/assets/jp/Assets/media-1.txt';
/** Persistent connections, which the kernel distributes to the processes. All go to one of two once in 2^23 times. */
const CONNECTIONS = 24;

const snapshot = await keepOpen(createSmallSnapshot());

const data = keepFolder();
const database = await keepOpen(createTestDatabase());
const sql = await keepOpen(connectTo(database.url));
if ((await runJson(data, 'publish', snapshot.directory)).code !== 0) throw new Error('not published');
const metricsPort = await freePort();
const livehouse = await startHouse({
  data,
  databaseUrl: database.url,
  args: ['--workers', '2'],
  environment: { METRICS_PORT: String(metricsPort) },
});
await keepOpen({ [Symbol.asyncDispose]: async () => void (await livehouse.stop()) });
// The first process answers before the second listens.
const deadline = performance.now() + 30_000;
while (!livehouse.log().includes('"message":"serving"') && performance.now() < deadline) await Bun.sleep(20);

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One request on a persistent connection. */
function ask(socket: Socket, method: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  return new Promise<Answer>((resolve, reject) => {
    let text = '';
    const onData = (piece: Buffer): void => {
      text += piece.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
      if (end === -1 || text.length < end + 4 + length) return;
      socket.off('data', onData).off('close', onClose);
      resolve({ status: Number(text.slice(9, 12)), body: text.slice(end + 4) });
    };
    const onClose = (): void => reject(new Error(`closed after ${text.length} bytes`));
    socket.on('data', onData).on('close', onClose);
    const lines = Object.entries({ Host: `127.0.0.1:${livehouse.port}`, ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  });
}

/** Runs `work` with connections that stay open. */
async function withConnections(work: (sockets: readonly Socket[]) => Promise<void>): Promise<void> {
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(livehouse.port, '127.0.0.1'));
  try {
    for (const socket of sockets) socket.on('error', () => undefined);
    await work(sockets);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function scrape(): Promise<string> {
  return (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
}

test('a session ended on one process is refused on all at once', async () => {
  const { cookie } = await createResident(sql);
  await withConnections(async (sockets) => {
    const statuses = async (): Promise<readonly number[]> =>
      (await Promise.all(sockets.map((socket) => ask(socket, 'GET', PROFILE, { Cookie: cookie })))).map(
        ({ status }) => status,
      );
    for (let round = 0; round < 3; round++) expect(new Set(await statuses())).toEqual(new Set([200]));
    const [first] = sockets;
    if (first === undefined) throw new Error('no connection');
    const left = await ask(first, 'POST', '/api/auth/sign-out', {
      Cookie: cookie,
      Origin: livehouse.address,
      'Content-Type': 'application/json',
      'Content-Length': '0',
    });
    expect([left.status, left.body]).toEqual([200, expect.any(String)]);
    expect(new Set(await statuses())).toEqual(new Set([401]));
  });
});

test('a page is never older than the last change, whichever process is asked and whoever made the change', async () => {
  const resident = await createResident(sql);
  const { cookie, id } = resident;
  const written = await speakFor(resident, () => livehouse.address)('POST', '/api/v1/community/posts', {
    body: 'A body.',
    title: 'first',
  });
  expect(written.status).toBe(201);
  const { post } = z.object({ post: z.object({ id: z.string() }) }).parse(await written.json());
  const path = `/api/v1/community/posts/${post.id}`;
  const shown = z.object({ post: z.object({ title: z.string() }), viewer: z.object({ canEdit: z.boolean() }) });
  await withConnections(async (sockets) => {
    const see = async (headers: Readonly<Record<string, string>>) => {
      const answers = await Promise.all(sockets.map((socket) => ask(socket, 'GET', path, headers)));
      const seen = answers.map(({ body }) => shown.parse(JSON.parse(body)));
      return [...new Set(seen.map(({ post, viewer }) => `${post.title} ${viewer.canEdit}`))];
    };
    for (let turn = 0; turn < 10; turn++) {
      await sql`update post set title = ${`turn ${turn}`} where id = ${post.id}`;
      expect(await see({})).toEqual([`turn ${turn} false`]);
      expect(await see({ Cookie: cookie })).toEqual([`turn ${turn} true`]);
    }
    await sql`delete from session where account_id = ${id}`;
    expect(await see({ Cookie: cookie })).toEqual(['turn 9 false']);
  });
});

test('a promoted release shows on every process', async () => {
  await withConnections(async (sockets) => {
    const bodies = async (): Promise<ReadonlySet<string>> =>
      new Set((await Promise.all(sockets.map((socket) => ask(socket, 'GET', FILE)))).map(({ body }) => body));
    for (let round = 0; round < 3; round++) expect(await bodies()).toEqual(new Set(['media 1']));
    snapshot.write('assets/Assets/media-1.txt', 'changed');
    expect((await runJson(data, 'publish', snapshot.directory)).code).toBe(0);
    const deadline = performance.now() + 10_000;
    let seen = await bodies();
    while ([...seen].join() !== 'changed' && performance.now() < deadline) {
      await Bun.sleep(50);
      seen = await bodies();
    }
    expect(seen).toEqual(new Set(['changed']));
    expect(await bodies()).toEqual(new Set(['changed']));
  });
});

test('a rolling restart fails no request that needs the database', async () => {
  const { cookie } = await createResident(sql);
  const statuses = new Map<number, number>();
  let stopped = false;
  const client = async (): Promise<void> => {
    while (!stopped) {
      // The kernel may have given a connection to a socket that closed at that moment, so the client connects once more.
      const read = (): Promise<Response> =>
        fetch(`${livehouse.address}${PROFILE}`, { headers: { cookie }, keepalive: false });
      const answer = await read().catch(read);
      await answer.arrayBuffer();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      await Bun.sleep(2);
    }
  };
  const clients = Array.from({ length: 6 }, client);
  livehouse.child.kill('SIGHUP');
  const deadline = performance.now() + 60_000;
  const isReplaced = (): boolean => livehouse.log().includes('"message":"the workers are replaced"');
  const isEnough = (): boolean => (statuses.get(200) ?? 0) > 300;
  while (!(isReplaced() && isEnough()) && performance.now() < deadline) await Bun.sleep(50);
  stopped = true;
  await Promise.all(clients);
  expect(livehouse.log()).toContain('"message":"the workers are replaced"');
  expect([...statuses.keys()]).toEqual([200]);
  expect(statuses.get(200)).toBeGreaterThan(300);
}, 90_000);

test('one scrape covers all processes, with figures of each, and counts every response', async () => {
  const count = (text: string): number =>
    Number(/^livehouse_requests_total\{route="healthRead",status="200"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  const before = count(await scrape());
  await withConnections(async (sockets) => {
    for (let round = 0; round < 5; round++) await Promise.all(sockets.map((socket) => ask(socket, 'GET', '/healthz')));
  });
  const text = await scrape();
  expect(count(text) - before).toBe(5 * CONNECTIONS);
  for (const name of ['event_loop_lag_seconds', 'resident_memory_bytes', 'uptime_seconds', 'database_up']) {
    for (const number of [1, 2]) expect(text).toMatch(new RegExp(`^livehouse_${name}\\{process="${number}"\\} `, 'm'));
  }
  // Jobs are shared, so they are counted once.
  expect(text.match(/^livehouse_jobs_queued\{kind="attachment\.scan"\} /gm)).toHaveLength(1);
});

test('a job that outlasts the stop of its process is released, and another process finishes it', async () => {
  await using clone = await createTestDatabase();
  const log = openLog('silent');
  const kind = declareJob({ kind: 'note.long', payload: z.object({}), plan: { retrySeconds: 1 } });
  const runs: string[] = [];
  const started = Promise.withResolvers<void>();
  const open = (name: string, work: (signal: AbortSignal) => Promise<void>) => {
    const opened = openDatabase({ databaseUrl: clone.url, dataDirectory: '/nonexistent' }, log);
    const run = bindJob(kind, async (_payload, { signal }) => {
      runs.push(name);
      await work(signal);
    });
    return { database: opened, jobs: openJobs(opened, [run], true, log) };
  };
  const endless = Promise.withResolvers<void>();
  const first = open('first', () => {
    started.resolve();
    return endless.promise;
  });
  try {
    await first.database.ready();
    await first.database.transaction((tx) => first.jobs.enqueue(tx, kind, {}));
    await started.promise;
    await first.jobs.stop();
    const rows = await first.database.db.execute<{ state: string }>(
      drizzle`select state::text as state from jobs.job where name = 'note.long'`,
    );
    expect(rows.map(({ state }) => state)).toEqual(['retry']);
    const second = open('second', async () => undefined);
    try {
      await second.database.ready();
      await second.jobs.drain(30_000);
    } finally {
      await second.jobs.stop();
      await second.database.close();
    }
    expect(runs).toEqual(['first', 'second']);
  } finally {
    endless.resolve();
    await first.jobs.stop();
    await first.database.close();
  }
}, 60_000);
