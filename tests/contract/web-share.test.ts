// What other sites and search engines get: tags of the head, structured data, sitemaps.
import { describe, expect, test } from 'bun:test';
import { LOCALES } from '../../src/kernel/names.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML, openPage } from '../fixtures/page-client.ts';
import { expectOnlyStatus, expectStatus, openAccountsWorld } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { settle, upload } from '../fixtures/uploads.ts';

const accounts = await keepOpen(openAccountsWorld());
const world = accounts.world;
await world.publish(SAMPLE);
const author = await accounts.person();

const pageAt = (path: string) => openPage(world, path);
const textAt = async (path: string): Promise<string> => {
  const answer = await world.fetch(path);
  expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
    path,
    200,
    'application/xml; charset=utf-8',
  ]);
  return answer.text();
};
const locsOf = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => loc);
const canonicalOf = (page: string): string | undefined =>
  /<link rel="canonical" href="([^"]+)"/.exec(page)?.[1]?.replace(world.address, '').replaceAll('&amp;', '&');
const structuredOf = (page: string): Record<string, unknown>[] =>
  [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, text = '']) => JSON.parse(text));

describe('the head of a page', () => {
  test('names one address for all its views, and the languages', async () => {
    const page = await pageAt('/catalog/demo/cards?view=table&sort=-releasedAt&rarity=4');
    expect(canonicalOf(page)).toBe('/catalog/demo/cards?rarity=4');
    for (const lang of LOCALES) expect(page).toContain(`hreflang="${lang}"`);
    expect(page).toMatch(/hreflang="x-default" href="[^"]+\/catalog\/demo\/cards\?rarity=4"/);
    expect(canonicalOf(await pageAt('/catalog/demo/cards?lang=ja'))).toBe('/catalog/demo/cards?lang=ja');
  });

  test('keeps pins, searches, files and two facets out of search engines', async () => {
    const { releaseId } = await (await world.fetch('/api/v1/servers/demo/release?projection=identity')).json();
    for (const path of [
      `/catalog/demo/cards/1002?release=${releaseId}`,
      '/catalog/demo/cards?q=light',
      '/catalog/demo/cards?rarity=4&attribute=red&cardType=red&characterId=1',
      '/catalog/demo/files',
      '/community?q=light',
    ]) {
      const page = await pageAt(path);
      expect([path, page.includes('<meta name="robots" content="noindex"/>'), canonicalOf(page)]).toEqual([
        path,
        true,
        undefined,
      ]);
    }
    expect(await pageAt('/catalog/demo/cards/1002')).not.toContain('noindex');
  });

  test('says what a link to it shows elsewhere', async () => {
    const page = await pageAt('/catalog/demo/songs/3004');
    expect(page).toContain('<meta property="og:type" content="music.song"/>');
    expect(page).toContain('<meta name="twitter:card"');
    expect(page).toMatch(/<link rel="alternate" type="application\/json\+oembed" title="[^"]+" href="\/oembed\?url=/);
    const [, address = ''] = /href="(\/oembed\?url=[^"]+)"/.exec(page) ?? [];
    await expectOnlyStatus(world.fetch(address), 200);
  });
});

const metaOf = (page: string, name: string): string | undefined =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(page)?.[1];
const WORDS = '# News\n\nGo **left** at [the harbour](https://x.org/h), `now`.\n\n- one\n- two';
const PLAIN = 'News Go left at the harbour, now. one two';

test('what others show of a post or a person is plain text', async () => {
  const post = await writePost(author, { title: 'Plain', body: WORDS });
  await expectStatus(author.send('PATCH', '/api/v1/account/profile', { bio: WORDS }), 200);
  for (const path of [`/community/posts/${post.id}`, `/@${author.uid}`]) {
    const page = await pageAt(path);
    expect([path, metaOf(page, 'description'), metaOf(page, 'og:description')]).toEqual([path, PLAIN, PLAIN]);
  }
  expect(structuredOf(await pageAt(`/community/posts/${post.id}`))[0]).toMatchObject({ text: PLAIN });
  const embed = await world.fetch(`/oembed?url=${encodeURIComponent(`${world.address}/community/posts/${post.id}`)}`);
  expect((await embed.json()).html).toContain(`<p>${PLAIN}</p>`);
  const long = await writePost(author, { title: 'Long', body: '夜'.repeat(20_000) });
  const page = await pageAt(`/community/posts/${long.id}`);
  expect(metaOf(page, 'og:description')).toBe(`${'夜'.repeat(159)}…`);
  expect(structuredOf(page)[0]).toMatchObject({ text: `${'夜'.repeat(499)}…` });
});

test('a post with a picture and a person with one are shared with it, a spoiler is not', async () => {
  const id = await upload(author, await makePng(640, 480), 'image/png');
  await settle(author, id);
  const shown = await writePost(author, { title: 'Seen', attachmentIds: [id] });
  const page = await pageAt(`/community/posts/${shown.id}`);
  const address = metaOf(page, 'og:image') ?? '';
  expect([metaOf(page, 'og:image:width'), metaOf(page, 'og:image:height')]).toEqual(['640', '480']);
  const answer = await world.fetch(new URL(address).pathname + new URL(address).search);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, metaOf(page, 'og:image:type') ?? null]);
  const other = await upload(author, await makePng(64, 48), 'image/png');
  await settle(author, other);
  const folded = await writePost(author, { title: 'Unseen', attachmentIds: [other], spoiler: true });
  expect(metaOf(await pageAt(`/community/posts/${folded.id}`), 'og:image')).toContain(`/share/posts/${folded.id}.png`);

  const headers = { 'content-type': 'image/png' };
  await author.fetch('/api/v1/account/avatar', { method: 'PUT', body: await makePng(256, 256), headers });
  await world.until(async () => (await pageAt(`/@${author.uid}`)).includes('<img class="avatar"'), 30_000);
  const profile = await pageAt(`/@${author.uid}`);
  expect(metaOf(profile, 'twitter:card')).toBe('summary');
  const avatar = await world.fetch(new URL(metaOf(profile, 'og:image') ?? '').pathname);
  expect([avatar.status, avatar.headers.get('content-type')]).toEqual([200, metaOf(profile, 'og:image:type') ?? null]);
}, 60_000);

test('structured data says what the page shows', async () => {
  const typesAt = async (path: string): Promise<unknown[]> =>
    structuredOf(await pageAt(path)).map((thing) => thing['@type']);
  expect(await typesAt('/')).toEqual(['WebSite']);
  expect(await typesAt('/catalog/demo/songs')).toEqual(['BreadcrumbList']);
  expect(await typesAt('/catalog/demo/songs/3004')).toEqual(['BreadcrumbList', 'MusicRecording']);
  const post = await writePost(author, { title: 'A talk </script><b>', body: 'About lamps' });
  expect(await typesAt(`/community/posts/${post.id}`)).toEqual(['DiscussionForumPosting']);
  expect(await typesAt(`/@${author.uid}`)).toEqual(['ProfilePage']);
  const [way] = structuredOf(await pageAt('/catalog/demo/songs/3004'));
  expect(way).toMatchObject({ itemListElement: [{ position: 1 }, { position: 2 }, { position: 3 }, { position: 4 }] });
});

describe('sitemapIndex and sitemapPart', () => {
  test('list every page that strangers may read, and nothing else', async () => {
    const open = await writePost(author, { title: 'For all', body: 'Public' });
    const hidden = await writePost(author, { title: 'For me', body: 'Private', visibility: 'private' });
    const parts = locsOf(await textAt('/sitemap.xml'));
    expect(parts).toContain(`${world.address}/sitemap-site.xml`);
    expect(parts).toContain(`${world.address}/sitemap-entities.demo.songs.1.xml`);
    const lists = await Promise.all(parts.map((part) => textAt(part.replace(world.address, ''))));
    const all = lists.flatMap(locsOf).map((loc) => loc.replace(world.address, ''));
    for (const path of [
      '/',
      '/catalog/demo',
      '/catalog/demo/songs',
      '/catalog/demo/songs/3004',
      '/community',
      '/about',
    ])
      expect(all).toContain(path);
    expect(all).toContain(`/community/posts/${open.id}`);
    expect(all).not.toContain(`/community/posts/${hidden.id}`);
    expect(new Set(all).size).toBe(all.length);
    const { count } = await (await world.fetch('/api/v1/servers/demo/catalog/query/songs?limit=1'))
      .json()
      .then(({ total }: { total: number }) => ({ count: total }));
    expect(all.filter((path) => path.startsWith('/catalog/demo/songs/')).length).toBe(count);
    for (const path of all.slice(0, 12)) {
      const answer = await world.fetch(path, { headers: HTML, redirect: 'manual' });
      expect([path, answer.status < 400]).toEqual([path, true]);
    }
  });

  test('answer 304, and 404 for parts that are none', async () => {
    for (const path of ['/sitemap.xml', '/sitemap-site.xml']) {
      const etag = (await world.fetch(path)).headers.get('etag') ?? '';
      await expectOnlyStatus(world.fetch(path, { headers: { 'if-none-match': etag } }), 304);
    }
    for (const part of ['none', 'entities.demo.songs.2', 'entities.demo.none.1', 'entities.none.songs.1', 'posts.none'])
      expect([part, (await world.fetch(`/sitemap-${part}.xml`)).status]).toEqual([part, 404]);
    expect(await (await world.fetch('/robots.txt')).text()).toContain(`Sitemap: ${world.address}/sitemap.xml`);
  });
});
