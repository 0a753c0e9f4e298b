// Places for queries are shared by client: nobody can use up those of others, and nothing runs for a client that has gone.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { getReady } from '../fixtures/query-client.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const catalog = '/api/v1/servers/jp/catalog';
/**
 * A query that takes longer than it may: every place in the texts looks like the beginning of what is looked for, for
 * thousands of letters. No two are equal, since what a filter found is kept.
 */
function slowQuery(): string {
  const filters = Array.from(
    { length: 3 },
    () => `filter=${encodeURIComponent(`text~${'a'.repeat(4_000 - serial++)}b`)}`,
  );
  return `${catalog}/query/songs?${filters.join('&')}&facet=musicId&facet=text`;
}

const ENDED = 'a query took too long and was ended';

let serial = 0;
const get = (path: string) => world.fetch(path);

const world = await keepOpen(openWorld({ TRUSTED_PROXIES: '127.0.0.1/32' }));
const snapshot = await keepOpen(createSmallSnapshot());
const texts = Array.from({ length: 100 }, (_, at) => ({ musicId: String(at), text: 'a'.repeat(300_000) }));
snapshot.write('catalog/songs.json', JSON.stringify(texts));
// Read at once, so that how long its page takes says how long it waited.
snapshot.write('catalog/bands.json', JSON.stringify([{ bandId: '1', name: 'Band' }]));
snapshot.describe({
  resources: {
    songs: { file: 'catalog/songs.json', id: 'musicId' },
    bands: { file: 'catalog/bands.json', id: 'bandId' },
  },
});
await world.publish(snapshot.directory);
// Downloading the file needs no process.
await getReady((path) => world.fetch(path, { headers: { Range: 'bytes=0-15' } }), `${catalog}/database.sqlite`);
// The first query of a release has more to do.
await get(`${catalog}/query/songs?limit=1`);

interface Asked {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | null;
}

/** Asks as a client of this address. No two queries are equal, since answers are kept. */
async function ask(address: string, path: string, signal?: AbortSignal): Promise<Asked> {
  // Pages ignore what they do not know; queries refuse it.
  const unread = path.startsWith('/catalog/') ? `${path.includes('?') ? '&' : '?'}unread=${serial++}` : '';
  const answer = await world.fetch(`${path}${unread}`, {
    headers: { 'X-Forwarded-For': address },
    ...(signal ? { signal } : {}),
  });
  const text = await answer.text();
  const code = answer.ok || !text.startsWith('{') ? undefined : JSON.parse(text).error.code;
  return { status: answer.status, code, retryAfter: answer.headers.get('retry-after') };
}

const slow = (address: string, signal?: AbortSignal): Promise<Asked> => ask(address, slowQuery(), signal);
const quick = (address: string): Promise<Asked> =>
  ask(address, `${catalog}/query/songs?filter=musicId=7&filter=musicId!=x${serial++}&fields=musicId`);

test('the query of another client starts before the third of the first, and no more than ten of one run and wait', async () => {
  const order: string[] = [];
  const first = Array.from({ length: 11 }, async () => {
    const answered = await slow('203.0.113.1');
    order.push(answered.code ?? 'answered');
    return answered;
  });
  await world.until(() => order.length > 0);
  expect(new Set(order)).toEqual(new Set(['query_busy']));
  const other = await quick('203.0.113.2');
  expect(other.status).toBe(200);
  order.push('other');
  const before = order.slice(0, order.indexOf('other')).filter((code) => code === 'query_timeout').length;
  expect(before).toBeLessThanOrEqual(2);
  const answers = await Promise.all(first);
  const busy = answers.filter(({ code }) => code === 'query_busy');
  expect(busy.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(busy.map(() => [503, '1']));
  // Two at once take two seconds each, so that some of those that waited did so for five.
  expect(busy.length).toBeGreaterThan(3);
}, 30_000);

test('what a client has abandoned never runs, and what runs for it ends', async () => {
  const ended = (): number => world.log.filter(({ message }) => message === ENDED).length;
  const endedBefore = ended();
  const leaving = new AbortController();
  const abandoned = Array.from({ length: 10 }, () => slow('203.0.113.3', leaving.signal).catch(() => undefined));
  await Bun.sleep(500);
  leaving.abort();
  await Promise.all(abandoned);
  const [own, other] = await Promise.all([quick('203.0.113.3'), quick('203.0.113.4')]);
  expect([own.status, other.status]).toEqual([200, 200]);
  await Bun.sleep(2_500);
  expect(ended()).toBe(endedBefore);
}, 30_000);

test('addresses of one IPv6 network are one client', async () => {
  const leaving = new AbortController();
  const asked = Array.from({ length: 14 }, (_, at) => slow(`2001:db8:1:2::${at + 1}`, leaving.signal));
  // As clients of their own, all of them would run or wait.
  expect(await Promise.race(asked)).toMatchObject({ status: 503, code: 'query_busy', retryAfter: '1' });
  leaving.abort();
  await Promise.allSettled(asked);
}, 30_000);

test('a credential that is not verified is no key', async () => {
  const leaving = new AbortController();
  const forged = (at: number) =>
    world.fetch(slowQuery(), {
      headers: { 'X-Forwarded-For': '203.0.113.5', Authorization: `Bearer lh_forged${at}`, Cookie: `session=${at}` },
      signal: leaving.signal,
    });
  const asked = Array.from({ length: 14 }, (_, at) => forged(at));
  const first = await Promise.race(asked);
  expect(first.status).toBe(503);
  expect(await first.json()).toMatchObject({ error: { code: 'query_busy' } });
  leaving.abort();
  await Promise.allSettled(asked);
}, 30_000);

test('one process is kept for pages, and a page counts for its reader', async () => {
  // The first page of a process takes longer, since its parts are loaded for it.
  expect((await ask('203.0.113.29', '/catalog/jp/bands?sort=bandId')).status).toBe(200);
  const leaving = new AbortController();
  let endedCount = 0;
  const others = Array.from({ length: 6 }, (_, at) =>
    Array.from({ length: 3 }, () =>
      slow(`203.0.113.${10 + at}`, leaving.signal)
        .catch(() => undefined)
        .then(() => endedCount++),
    ),
  ).flat();
  const page = ask('203.0.113.30', '/catalog/jp/bands');
  expect((await page).status).toBe(200);
  // In turns with the other clients, the page would come behind at least four of them. Each takes two seconds.
  expect(endedCount).toBeLessThan(4);
  // The reader of these addresses has as many tasks as it may have.
  const own = Array.from({ length: 11 }, () => slow('203.0.113.31', leaving.signal).catch(() => undefined));
  // The eleventh is refused at once, so the ten others run and wait.
  expect(await Promise.race(own)).toMatchObject({ code: 'query_busy' });
  expect((await ask('203.0.113.31', '/catalog/jp/bands?page=1&sort=-bandId')).status).toBe(503);
  leaving.abort();
  await Promise.all([...others, ...own]);
}, 30_000);
