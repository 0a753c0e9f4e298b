// Atom feeds and embeds: what a stranger may read, escaped, with validators.
import { expect, test } from 'bun:test';
import { XMLParser } from 'fast-xml-parser';
import sharp from 'sharp';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { POSTS, USERS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, expectStatus, openAccountsWorld, refusedWith } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { settle, upload } from '../fixtures/uploads.ts';

const FEED = '/api/v1/community/feed.atom';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const snapshot = await keepOpen(createSmallSnapshot());
const author = await world.person();
await world.world.publish(snapshot.directory);

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly summary?: { readonly '#text': string };
  readonly category?: readonly { readonly '@_term': string }[];
  readonly author: { readonly name: string; readonly uri: string };
  readonly link: readonly { readonly '@_rel': string; readonly '@_href': string }[];
  readonly published: string;
  readonly updated: string;
}
interface Feed {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly entry?: readonly Entry[];
  readonly link: readonly { readonly '@_rel': string; readonly '@_href': string }[];
}
const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  isArray: (name) => ['entry', 'link', 'category'].includes(name),
});
async function read(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Feed> {
  const answer = await world.world.fetch(path, { headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  const { feed }: { feed: Feed } = parser.parse(await answer.text());
  return feed;
}
const titles = (feed: Feed): readonly string[] => (feed.entry ?? []).map(({ title }) => title);

test('the newest public posts, escaped; no spoiler is told, nothing that is not public is there', async () => {
  const empty = await read(`${USERS}/${author.uid}/feed.atom`);
  expect(titles(empty)).toEqual([]);
  const first = await writePost(author, { title: '<One> & "more"', body: 'said ]]> \u0007<b>so</b>', tags: ['feeds'] });
  await writePost(author, {
    title: 'Told',
    body: 'the end',
    spoiler: true,
    subject: { server: 'jp', resource: 'songs', id: '1' },
  });
  await writePost(author, { title: 'Members', visibility: 'protected' });
  const archived = await writePost(author, { title: 'Archived' });
  await expectStatus(author.send('POST', `${POSTS}/${archived.id}/archive`, { version: 1 }), 200);
  for (const path of [FEED, `${USERS}/${author.uid}/feed.atom`]) {
    // Whoever asks.
    for (const headers of [{}, { cookie: author.cookie }]) {
      const feed = await read(path, headers);
      expect([path, titles(feed)]).toEqual([path, ['Told', '<One> & "more"']]);
      const [told, one] = feed.entry ?? [];
      expect(told?.summary).toBeUndefined();
      expect(one?.summary?.['#text']).toContain('so');
      expect(one?.id).toBe(`${world.world.address.replace('127.0.0.1', 'localhost')}/community/posts/${first.id}`);
      expect(one?.link[0]?.['@_href']).toBe(`${world.world.address}/community/posts/${first.id}`);
      expect(one?.category?.map((tag) => tag['@_term'])).toEqual(['feeds']);
      expect(one?.author.uri).toBe(`${world.world.address}/users/${author.uid}`);
    }
  }
  expect(titles(await read(`${FEED}?tag=feeds`))).toEqual(['<One> & "more"']);
  const about = await read(`${FEED}?subject=jp/songs/1`);
  expect([titles(about), about.title]).toEqual([['Told'], 'Song 1']);
  expect(about.link.find((link) => link['@_rel'] === 'alternate')?.['@_href']).toEndWith('/catalog/jp/songs/1');
  expect(titles(await read(`${FEED}?subject=jp/songs/2`))).toEqual([]);
  expect(titles(await read(`${FEED}?tag=none`))).toEqual([]);
});

test('an unchanged feed is 304; another host gets other links and the same ids', async () => {
  await writePost(author);
  for (const path of [FEED, `${USERS}/${author.uid}/feed.atom`]) {
    const { headers } = await world.world.fetch(path);
    const again = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect([path, (await world.world.fetch(path, again)).status]).toEqual([path, 304]);
  }
  const elsewhere = await fetch(`http://localhost:${world.world.port}${FEED}`);
  const { feed: other }: { feed: Feed } = parser.parse(await elsewhere.text());
  const own = await read(FEED);
  expect(other.entry?.map(({ id }) => id)).toEqual(own.entry?.map(({ id }) => id) ?? []);
  expect(other.entry?.[0]?.link[0]?.['@_href']).toStartWith(`http://localhost:${world.world.port}/`);
});

test('malformed and unknown feeds are refused', async () => {
  await expectRefused(world.world.fetch(`${FEED}?tag=a%20b`), '400 invalid_tag');
  await expectRefused(world.world.fetch(`${FEED}?subject=a`), '400 invalid_query');
  await expectRefused(world.world.fetch(`${FEED}?tag=a&tag=b`), '400 duplicate_query_parameter');
  for (const name of ['999999', '@nobody']) {
    await expectRefused(world.world.fetch(`${USERS}/${name}/feed.atom`), '404 profile_not_found');
  }
  await expectRefused(world.world.fetch(`${USERS}/x/feed.atom`), '404 route_not_found');
});

test('a post or an entity of this instance is embedded as a quotation', async () => {
  const post = await writePost(author, { title: 'A <title>', body: 'words & "marks"' });
  const embed = (url: string, more = '') => world.world.fetch(`/oembed?url=${encodeURIComponent(url)}${more}`);
  const address = `${world.world.address}/community/posts/${post.id}`;
  const answer = await embed(address, '&maxwidth=300&maxheight=99&format=json');
  const tag = answer.headers.get('etag') ?? '';
  const found = await expectStatus(answer, 200);
  expect(found).toMatchObject({
    version: '1.0',
    type: 'rich',
    title: 'A <title>',
    author_url: `${world.world.address}/users/${author.uid}`,
    width: 300,
    height: 99,
  });
  expect(found.html).toBe(
    `<blockquote cite="${address}"><p>words &amp; &quot;marks&quot;</p><footer>${found.author_name}: <a href="${address}">A &lt;title&gt;</a></footer></blockquote>`,
  );
  const again = await world.world.fetch(
    `/oembed?url=${encodeURIComponent(address)}&maxwidth=300&maxheight=99&format=json`,
    {
      headers: { 'if-none-match': tag },
    },
  );
  expect(again.status).toBe(304);
  const spoiler = await writePost(author, { title: 'Told', body: 'the butler', spoiler: true });
  const folded = await expectStatus(embed(`${world.world.address}/community/posts/${spoiler.id}`), 200);
  expect(folded.html).not.toContain('butler');
  const entity = await expectStatus(embed(`${world.world.address}/catalog/jp/songs/1`), 200);
  expect(entity).toMatchObject({ title: 'Song 1', width: 550 });
  expect('author_name' in entity).toBe(false);
  const hidden = await writePost(author, { visibility: 'protected' });
  for (const url of [
    `${world.world.address}/community/posts/${hidden.id}`,
    `${world.world.address}/community/posts/${Bun.randomUUIDv7()}`,
    `${world.world.address}/community/posts/x`,
    `${world.world.address}/catalog/jp/songs/99`,
    `${world.world.address}/catalog/jp/songs`,
    `${world.world.address}/catalog/jp/songs/%ff`,
    `${world.world.address}/users/${author.uid}`,
    `https://elsewhere.example/community/posts/${post.id}`,
    `http://127.0.0.1.elsewhere.example/community/posts/${post.id}`,
  ]) {
    expect([url, await refusedWith(embed(url))]).toEqual([url, '404 embed_not_found']);
  }
  await expectRefused(embed(address, '&format=xml'), '501 embed_format_unsupported');
  await expectRefused(embed(address, '&maxwidth=0'), '400 invalid_query');
  await expectRefused(embed(address, '&maxwidth=1&maxwidth=1'), '400 duplicate_query_parameter');
  for (const query of ['', '?url=', '?url=x']) {
    expect([query, await refusedWith(world.world.fetch(`/oembed${query}`))]).toEqual([query, '400 invalid_query']);
  }
});

test('an embed is in the language asked for, and has the picture of what it embeds', async () => {
  await world.world.publish(SAMPLE);
  const embed = async (page: string, more = '', headers: Readonly<Record<string, string>> = {}) => {
    const url = encodeURIComponent(`${world.world.address}${page}`);
    const answer = await world.world.fetch(`/oembed?url=${url}${more}`, { headers });
    expect(answer.headers.get('vary')).toContain('Accept-Language');
    return expectStatus(answer, 200);
  };
  const song = '/catalog/demo/songs/1001';
  const titles = async (...asked: Parameters<typeof embed>) => (await embed(...asked)).title;
  expect(await titles(song)).toBe('Promise of the Lighthouse');
  expect(await titles(song, '', { 'accept-language': 'ko-KR,ko;q=0.9' })).toBe('등대의 약속');
  expect(await titles(song, '', { 'accept-language': 'fr' })).toBe('Promise of the Lighthouse');
  expect(await titles(`${song}?lang=zh-TW`, '', { 'accept-language': 'ko' })).toBe('燈塔的約定');
  expect(await titles(`${song}?lang=xx`, '', { 'accept-language': 'ja' })).toBe('灯台の約束');
  expect((await embed(`${song}?lang=ja`)).html).toContain(`href="${world.world.address}${song}?lang=ja"`);

  // The original is 256 wide.
  for (const [more, width] of [
    ['', 256],
    ['&maxwidth=200', 192],
    ['&maxheight=100', 96],
    ['&maxwidth=400&maxheight=200', 192],
  ] as const) {
    const found = await embed(song, more);
    expect([more, found.thumbnail_width]).toEqual([more, width]);
    const picture = await fetch(String(found.thumbnail_url));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { width: real, height } = await sharp(await picture.bytes()).metadata();
    expect([real, height] as unknown[]).toEqual([found.thumbnail_width, found.thumbnail_height]);
  }
  expect('thumbnail_url' in (await embed(song, '&maxwidth=20'))).toBe(false);
  expect('thumbnail_url' in (await embed('/catalog/jp/songs/1'))).toBe(false);
});

test('the embed of a post has its picture, unless it is a spoiler', async () => {
  const send = async (): Promise<string> => {
    const id = await upload(author, await makePng(300, 200), 'image/png');
    await settle(author, id);
    return id;
  };
  const attachmentIds = [await send()];
  const post = await writePost(author, { body: 'look', attachmentIds });
  const read = (id: string, more = '') => {
    const url = encodeURIComponent(`${world.world.address}/community/posts/${id}`);
    return world.world.fetch(`/oembed?url=${url}${more}`).then((answer) => expectStatus(answer, 200));
  };
  const found = await read(post.id);
  const picture = await fetch(String(found.thumbnail_url));
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect([found.thumbnail_width, found.thumbnail_height]).toEqual([expect.any(Number), expect.any(Number)]);
  expect('thumbnail_url' in (await read(post.id, '&maxwidth=1'))).toBe(false);
  const spoiler = await writePost(author, { body: 'the end', spoiler: true, attachmentIds: [await send()] });
  expect('thumbnail_url' in (await read(spoiler.id))).toBe(false);
}, 60_000);
