// Fairness of reads by strangers: one client cannot hold the database's connections; others, accounts and the release plane
// do not notice. Reads are held by a lock on the tables that they need.
import { expect, test } from 'bun:test';
import { listRoutes } from '../../src/app/surface.ts';
import { refusalsOf } from '../../src/http/openapi/refusals.ts';
import { POSTS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, refusalOf } from '../fixtures/people.ts';

/** Eight at once and 32 waiting. */
const ROOM = 40;
const CLIENT = '2001:db8:7:1::';

const home = await keepOpen(openAccountsWorld({ TRUSTED_PROXIES: '127.0.0.0/8, ::1/128' }));
const author = await home.person();
await writePost(author, { body: 'a post' });

const ask = (from: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  home.world.fetch(path, { redirect: 'manual', headers: { 'x-forwarded-for': from, ...headers } });

/** Runs `work` while nobody can read posts. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const locked = await home.sql.reserve();
  try {
    await locked`begin`;
    await locked`lock table post in access exclusive mode`;
    await work();
  } finally {
    await locked`rollback`;
    locked.release();
  }
}

/** Different reads of one client, as many as there is room for and one more; settles with the one that is refused. */
async function fill(tag: string): Promise<{ readonly refused: Response; readonly held: readonly Promise<Response>[] }> {
  const reads = Array.from({ length: ROOM + 1 }, (_, number) => {
    const address = `${CLIENT}${(number + 1).toString(16)}`;
    return { number, answer: ask(address, `${POSTS}?tag=${tag}${number}`) };
  });
  const first = await Promise.race(reads.map(async ({ number, answer }) => ({ number, refused: await answer })));
  const held = reads.filter(({ number }) => number !== first.number).map(({ answer }) => answer);
  return { refused: first.refused, held };
}

const VALUES: Readonly<Record<string, string>> = {
  postId: Bun.randomUUIDv7(),
  listId: Bun.randomUUIDv7(),
  attachmentId: Bun.randomUUIDv7(),
  userId: 'x'.repeat(22),
  uid: '4711',
  provider: 'github',
  token: 'abcdefghijklmnop',
};
const addressOf = (path: string): string => {
  const address = path.replace(/\{([A-Za-z]+)\}/g, (_, name: string) => VALUES[name] ?? 'x');
  const post = `${home.origin}/community/posts/${VALUES.postId}`;
  if (path === '/search' || path === '/api/v1/search') return `${address}?q=post`;
  return path === '/oembed' ? `${address}?url=${encodeURIComponent(post)}` : address;
};

test('beyond eight concurrent reads and 32 waiting a client is refused, and no other client is', async () => {
  const waiting: Promise<Response>[] = [];
  await whileLocked(async () => {
    const { refused, held } = await fill('one');
    expect(refused.headers.get('retry-after')).toBe('1');
    await expectRefused(refused, '429 too_many_reads');
    waiting.push(...held);

    for (const { id, path } of listRoutes().filter((route) => refusalsOf(route).has('too_many_reads'))) {
      expect([id, ...(await refusalOf(ask(`${CLIENT}ffff`, addressOf(path))))]).toEqual([id, 429, 'too_many_reads']);
    }
    await expectOnlyStatus(ask(`${CLIENT}ffff`, '/api/v1/releases'), 200);
    // Another client, and an account at the same address: they wait for the lock alone.
    waiting.push(ask('2001:db8:7:2::1', POSTS));
    waiting.push(ask(`${CLIENT}ffff`, `${POSTS}?tag=own`, { cookie: author.cookie }));
  });
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
  await expectOnlyStatus(ask(`${CLIENT}ffff`, POSTS), 200);
});

test('concurrent requests for one page share its reads, and none is refused', async () => {
  const waiting: Promise<Response>[] = [];
  await whileLocked(async () => {
    for (let number = 0; number < 200; number += 1) waiting.push(ask('192.0.2.1', `${POSTS}?tag=same`));
    // Another client's reads begin behind them.
    const { refused } = await fill('two');
    expect(refused.status).toBe(429);
  });
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
});
