// Cards that other sites show: what a stranger may read now, drawn in the confined process.
import { expect, test } from 'bun:test';
import sharp from 'sharp';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { POSTS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, openAccountsWorld } from '../fixtures/people.ts';

const accounts = await keepOpen(openAccountsWorld());
const world = accounts.world;
await world.publish(SAMPLE);
const author = await accounts.person();

async function cardAt(path: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const answer = await world.fetch(path, { headers });
  expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
  return Buffer.from(await answer.arrayBuffer());
}

/** Path of the card that a page names. */
async function namedBy(path: string): Promise<string> {
  const page = await (await world.fetch(path, { headers: { accept: 'text/html' } })).text();
  const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? [];
  const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
  return `${pathname}${search}`;
}

test('every page that has one names its card, of the size that it says', async () => {
  const post = await writePost(author, { title: 'A <lamp> & more', body: 'Text **of** the post' });
  for (const path of [
    '/',
    '/catalog/demo/cards/1002',
    '/catalog/demo/songs/3004',
    `/community/posts/${post.id}`,
    `/@${author.uid}`,
  ]) {
    const address = await namedBy(path);
    const card = await sharp(await cardAt(address)).metadata();
    expect([path, card.format, card.width, card.height]).toEqual([path, 'png', 1200, 630]);
    const etag = (await world.fetch(address)).headers.get('etag') ?? '';
    await expectOnlyStatus(world.fetch(address, { headers: { 'if-none-match': etag } }), 304);
  }
}, 60_000);

test('a release has a card of what it changed', async () => {
  const { releaseId } = await (await world.fetch('/api/v1/servers/demo/release?projection=identity')).json();
  const path = `/share/releases/demo/${releaseId}.png`;
  const card = await sharp(await cardAt(path)).metadata();
  expect([card.width, card.height]).toEqual([1200, 630]);
  const etag = (await world.fetch(path)).headers.get('etag') ?? '';
  await expectOnlyStatus(world.fetch(path, { headers: { 'if-none-match': etag } }), 304);
  expect(await namedBy(`/catalog/demo/releases/${releaseId}...${releaseId}`)).toStartWith(path);
}, 60_000);

test('a card is drawn once, and again when what it shows has changed', async () => {
  const post = await writePost(author, { title: 'Before', body: 'Text' });
  const path = `/share/posts/${post.id}.png`;
  const first = await cardAt(path);
  expect((await cardAt(`${path}?v=anything`)).equals(first)).toBe(true);
  const etag = (await world.fetch(path)).headers.get('etag') ?? '';
  await expectOnlyStatus(world.fetch(path, { headers: { 'if-none-match': etag } }), 304);
  const edit = { title: 'After', body: 'Text', tags: [], attachmentIds: [], visibility: 'public', version: 1 };
  await expectOnlyStatus(author.send('PATCH', `${POSTS}/${post.id}`, edit), 200);
  expect((await cardAt(path)).equals(first)).toBe(false);
  await expectOnlyStatus(author.send('DELETE', `${POSTS}/${post.id}`, { version: 2 }), 204);
  await expectOnlyStatus(world.fetch(path), 404);
}, 60_000);

test('shows nobody more than a stranger may read', async () => {
  const hidden = await writePost(author, { title: 'For me', body: 'Private', visibility: 'private' });
  for (const path of [
    `/share/posts/${hidden.id}.png`,
    `/share/posts/${Bun.randomUUIDv7()}.png`,
    '/share/posts/none.png',
    '/share/people/999999999.png',
    '/share/people/none.png',
    '/share/entities/demo/cards/999999.png',
    '/share/entities/none/cards/1.png',
    `/share/releases/demo/r-${'0'.repeat(20)}.png`,
    '/share/releases/demo/r-none.png',
    '/share/none.png',
    `/share/instance.png?lang=${'x'.repeat(17)}`,
  ]) {
    const answer = await world.fetch(path, { headers: { cookie: author.cookie } });
    expect([path, answer.status]).toEqual([path, 404]);
  }
  const card = await cardAt('/share/instance.png');
  expect((await cardAt('/share/instance.png', { cookie: author.cookie })).equals(card)).toBe(true);
}, 60_000);

test('a card in the language of who asks says so to caches', async () => {
  const read = (language: string) => world.fetch('/share/instance.png', { headers: { 'accept-language': language } });
  for (const answer of [await read('ja'), await read('en')]) {
    expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Accept-Language']);
  }
}, 60_000);

test('who asks for too many at once is led to the mark', async () => {
  const { items }: { readonly items: readonly { readonly id: string }[] } = await (
    await world.fetch('/api/v1/servers/demo/catalog/query/cards?limit=8')
  ).json();
  const post = await writePost(author, { title: 'One of many', body: 'Text' });
  const { releaseId } = await (await world.fetch('/api/v1/servers/demo/release?projection=identity')).json();
  const others = ['instance', `people/${author.uid}`, `posts/${post.id}`, `releases/demo/${releaseId}`];
  const ask = (card: string, lang: string) => world.fetch(`/share/${card}.png?lang=${lang}`, { redirect: 'manual' });

  const led = new Map<string, string>();
  // One that is asked for just when another is finished is drawn. In the next language it is another card.
  for (const lang of ['zh-TW', 'zh-CN', 'ko', 'ja']) {
    const drawn = items.map(({ id }) => ask(`entities/demo/cards/${id}`, lang));
    // As soon as one of them is led away, the others take all the places.
    await Promise.any(drawn.map(async (answer) => expect((await answer).status).toBe(302)));
    await Promise.all(
      others.map(async (card) => {
        const { status, headers } = await ask(card, lang);
        if (status !== 302) return;
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        led.set(card, headers.get('location') ?? '');
      }),
    );
    expect((await Promise.all(drawn)).map(({ status }) => status)).toContain(200);
    if (led.size === others.length) break;
  }
  expect([...led.keys()].sort()).toEqual(others.sort());
  for (const path of led.values()) expect((await world.fetch(path)).headers.get('content-type')).toBe('image/png');
}, 120_000);
