// Open threads and subscribers: memory of 1,000 open threads of members and of strangers; and a post with 10,000 subscribers, of
// whom 200 have a stream open: when the last row is there and the last stream has it, and reads of the catalog meanwhile beside
// the same reads before.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SQL } from 'bun';
import { z } from 'zod';
import { EMBEDDED_DATABASE } from '../src/platform/database/embedded/cluster.ts';
import { SAMPLE } from '../tests/fixtures/changed-sample.ts';
import { NOTIFICATIONS, POSTS, type PostAnswer } from '../tests/fixtures/community.ts';
import { createResident, type House, type Resident, speakFor, startHouse } from '../tests/fixtures/house-process.ts';
import { readJson } from '../tests/fixtures/people.ts';
import { runJson } from '../tests/fixtures/run-command.ts';
import { embeddedUrl, seedCluster } from '../tests/fixtures/seeded-cluster.ts';
import { formatTable, percentileOf, readMemory } from './machine.ts';
import type { Scale } from './scale.ts';

const OPEN = 1_000;
const WARM = 100;
const STREAMS_EACH = 5;
const SUBSCRIBERS = 10_000;
const LISTENING = 200;
const CATALOG = '/api/v1/servers/demo/songs/1001';
const READS_A_SECOND = 100;
const ALONE_MS = 6_000;

/** Prints memory of open threads (`--only=memory`), and the time of a fan-out with the catalog beside it (`--only=subscribers`). */
export async function benchThreads({ rounds, only }: Scale): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'livehouse-threads-'));
  let house: House | undefined;
  try {
    await seedCluster(data);
    cpSync(SAMPLE, join(data, 'snapshot'), { recursive: true });
    const published = await runJson(data, 'publish', join(data, 'snapshot'));
    if (published.code !== 0) throw new Error(JSON.stringify(published.json));
    house = await startHouse({
      data,
      databaseUrl: undefined,
      environment: { QUOTAS: 'off', LOG_LEVEL: 'warn', TRUSTED_PROXIES: '127.0.0.1' },
    });
    const sql = new SQL(embeddedUrl(data), { max: 1, database: EMBEDDED_DATABASE });
    const author = await createResident(sql);
    const members: Resident[] = [];
    for (let made = 0; made < (OPEN + WARM) / STREAMS_EACH; made++) members.push(await createResident(sql));
    const post = await writePost(house, author);
    if (only !== 'subscribers') await measureMemory(house, post.id, members);
    if (only !== 'memory') await measureFanOut(house, sql, post.id, members, rounds);
    await sql.close();
  } finally {
    await house?.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function writePost({ address }: House, author: Resident): Promise<PostAnswer> {
  const made = await speakFor(author, () => address)('POST', POSTS, { title: 'Read by many', body: 'text' });
  return (await readJson<{ post: PostAnswer }>(made)).post;
}

interface Listener {
  /** Events of a name so far. */
  count(name: string): number;
  close(): Promise<void>;
}

/** Opens a stream of events, and counts them. On a socket of its own: `fetch` opens 256 at once. */
async function listen(url: string, headers: Record<string, string>): Promise<Listener> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let text = '';
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_socket, piece) => {
        text += piece.toString('latin1');
        if (!text.includes('\r\n\r\n')) return;
        if (text.startsWith('HTTP/1.1 200 ')) resolve();
        else reject(new Error(text));
      },
      close: () => end(),
    },
  });
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  await begun;
  return {
    count: (name) => text.split(`event: ${name}\n`).length - 1,
    close: () => {
      socket.end();
      return over;
    },
  };
}

const SETTLE_MS = 3_000;

async function measureMemory({ address, child }: House, postId: string, members: readonly Resident[]): Promise<void> {
  const member = (at: number, query: string): Promise<Listener> =>
    listen(`${address}${NOTIFICATIONS}/stream${query}`, {
      cookie: members[Math.floor(at / STREAMS_EACH)]?.cookie ?? '',
    });
  const stranger = (at: number): Promise<Listener> =>
    listen(`${address}${POSTS}/${postId}/comments/news`, {
      'x-forwarded-for': `10.${at >> 9}.${(at >> 1) & 255}.1`,
    });
  const kinds: Readonly<Record<string, (at: number) => Promise<Listener>>> = {
    'notifications alone': (at) => member(at, ''),
    'with a thread': (at) => member(at, `?thread=${postId}`),
    strangers: stranger,
  };
  const rows: string[][] = [];
  for (const [name, open] of Object.entries(kinds)) {
    const streams: Listener[] = [];
    const openTo = async (count: number): Promise<void> => {
      while (streams.length < count) {
        const from = streams.length;
        const batch = Array.from({ length: Math.min(50, count - from) }, (_, at) => open(from + at));
        streams.push(...(await Promise.all(batch)));
      }
      await Bun.sleep(SETTLE_MS);
    };
    await openTo(WARM);
    const before = readMemory(child.pid).residentMebibytes;
    await openTo(WARM + OPEN);
    const after = readMemory(child.pid).residentMebibytes;
    for (const stream of streams) await stream.close();
    await Bun.sleep(SETTLE_MS);
    rows.push([name, before.toFixed(0), after.toFixed(0), (((after - before) * 1024) / OPEN).toFixed(1)]);
  }
  process.stdout.write(`${OPEN} open threads\n${formatTable(['', 'MiB before', 'MiB after', 'KiB each'], rows)}\n`);
}

async function measureFanOut(
  { address }: House,
  sql: SQL,
  postId: string,
  members: readonly Resident[],
  rounds: number,
): Promise<void> {
  const writer = members.at(-1);
  if (writer === undefined) throw new Error('nobody writes');
  const listening = members.slice(0, LISTENING);
  await sql`insert into account (id, name, email, email_verified)
    select gen_random_uuid(), 'Reader', 'reader-' || n || '@example.org', true from generate_series(1, ${SUBSCRIBERS - LISTENING}) n`;
  await sql`insert into profile (account_id, display_name) select id, 'Reader' from account where email like 'reader-%'`;
  await sql`insert into post_subscription (account_id, post_id, is_active)
    select id, ${postId}::uuid, true from account where email like 'reader-%'`;
  const send = speakFor(writer, () => address);
  const reader = readCatalog(address);
  const rows: string[][] = [];
  const allAlone: number[] = [];
  const allMeanwhile: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    await sql`delete from notification`;
    // As autovacuum leaves the tables of a community that did not come into being within a second.
    await sql.unsafe('vacuum analyze');
    const streams = await Promise.all(
      listening.map(async (reader) => {
        const body = { active: true };
        await speakFor(reader, () => address)('PUT', `${POSTS}/${postId}/subscription`, body);
        return listen(`${address}${NOTIFICATIONS}/stream`, { cookie: reader.cookie });
      }),
    );
    await Bun.sleep(SETTLE_MS);
    await reader.take();
    await Bun.sleep(ALONE_MS);
    const alone = await reader.take();
    if (round > 0) allAlone.push(...alone);
    const startedAt = performance.now();
    let [rowsMs, eventsMs] = [0, 0];
    const answer = await send('POST', `${POSTS}/${postId}/comments`, { body: `round ${round}` });
    if (answer.status !== 201) throw new Error(await answer.text());
    while (rowsMs === 0 || eventsMs === 0) {
      await Bun.sleep(50);
      const now = performance.now() - startedAt;
      if (now > 60_000) throw new Error('not all were notified within a minute');
      if (eventsMs === 0 && streams.every((stream) => stream.count('notification') >= 1)) eventsMs = now;
      if (rowsMs > 0) continue;
      const [open]: unknown[] = await sql`select id from fan_out where finished_at is null limit 1`;
      if (open === undefined) rowsMs = now;
    }
    const meanwhile = await reader.take();
    if (round > 0) allMeanwhile.push(...meanwhile);
    const [row]: { count: number }[] = await sql`select count(*)::int as count from notification where kind = 'thread'`;
    if (row?.count !== SUBSCRIBERS) throw new Error(`${row?.count} were notified`);
    for (const stream of streams) await stream.close();
    // The first round is for warming up.
    if (round === 0) continue;
    rows.push([
      String(round),
      `${(rowsMs / 1000).toFixed(2)} s`,
      `${(eventsMs / 1000).toFixed(2)} s`,
      ...compareReads(alone, meanwhile),
    ]);
  }
  rows.push(['all', '', '', ...compareReads(allAlone, allMeanwhile)]);
  await reader.end();
  const head = ['round', 'rows', 'streams', 'p95 alone', 'p95 meanwhile', 'slower by'];
  process.stdout.write(
    `${SUBSCRIBERS} subscribers, ${LISTENING} with a stream; an entity of the catalog, ${READS_A_SECOND} a second\n${formatTable(head, rows)}\n`,
  );
}

function compareReads(alone: readonly number[], meanwhile: readonly number[]): readonly string[] {
  const [before, beside] = [percentileOf(alone, 0.95), percentileOf(meanwhile, 0.95)];
  return [`${before.toFixed(2)} ms`, `${beside.toFixed(2)} ms`, `${((beside / before - 1) * 100).toFixed(0)} %`];
}

interface Reader {
  /** What the reads since it was asked last took, in milliseconds. */
  take(): Promise<readonly number[]>;
  end(): Promise<void>;
}

/**
 * Reads the catalog at a steady rate in a process of its own. As root it has a real-time priority, since what is measured is how
 * long the service takes, and not how long the reader itself waits for a processor.
 */
function readCatalog(address: string): Reader {
  const priority = process.getuid?.() === 0 && Bun.which('chrt') !== null ? ['chrt', '--fifo', '1'] : [];
  const script = join(import.meta.dir, 'steady-reader.ts');
  const [program = '', ...rest] = [
    ...priority,
    process.execPath,
    script,
    `${address}${CATALOG}`,
    String(READS_A_SECOND),
  ];
  const child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
  const over = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    take: async () => {
      child.stdin.write('\n');
      return z.array(z.number()).parse(JSON.parse(String((await lines.next()).value)));
    },
    end: async () => {
      child.stdin.end();
      await over;
    },
  };
}
