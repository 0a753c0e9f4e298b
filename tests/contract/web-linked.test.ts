// Cards of entities at posts: what a post is about and what its text links to, beside the author; and none for what is folded,
// foreign or gone.
import { describe, expect, test } from 'bun:test';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openPage } from '../fixtures/page-client.ts';
import { expectOnlyStatus, openAccountsWorld } from '../fixtures/people.ts';

const HOSTILE = '"><script>alert(1)</script>';

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
await accounts.world.publish(SAMPLE);
const author = await accounts.person();

const open = (path: string, headers?: Record<string, string>) => openPage(accounts.world, path, headers);
/** Addresses of the cards, in their order. */
const cardsOf = (page: string): readonly string[] =>
  [...page.matchAll(/class="linked-entity" href="([^"]+)"/g)].map(([, href = '']) => href);
const link = (path: string): string => `${accounts.world.address}/catalog/demo/${path}`;

async function cardsAt(content: Parameters<typeof writePost>[1]): Promise<readonly string[]> {
  const { id } = await writePost(author, content);
  // Texts with many links wait for a look; their author sees them all the same.
  return cardsOf(await open(`/community/posts/${id}`, { cookie: author.cookie }));
}

test('the composer and bookmarks name an entity in the language of the reader', async () => {
  const subject = { server: 'demo', resource: 'songs', id: '1001' };
  const { id } = await writePost(author, { title: 'About', subject });
  await expectOnlyStatus(author.send('PUT', '/api/v1/me/entities', { ...subject, active: true }), 200);
  const cookie = { cookie: author.cookie };
  for (const path of ['/compose?subject=demo/songs/1001', `/compose?post=${id}`, '/bookmarks']) {
    const english = await open(path, cookie);
    expect([path, english.includes('Promise of the Lighthouse'), english.includes('灯台の約束')]).toEqual([
      path,
      true,
      false,
    ]);
    expect(await open(path, { ...cookie, 'accept-language': 'ja' })).toContain('灯台の約束');
  }
});

describe('the page of a post', () => {
  test('has cards of its subject and of what its text links to, with pictures and names', async () => {
    const post = await writePost(author, {
      title: 'Cards',
      body: `See [this](${link('cards/1002?lang=ja#talk')}) and ${link('songs/1001')}.`,
      subject: { server: 'demo', resource: 'cards', id: '2001' },
    });
    const page = await open(`/community/posts/${post.id}`);
    expect(cardsOf(page)).toEqual(['/catalog/demo/cards/2001', '/catalog/demo/cards/1002', '/catalog/demo/songs/1001']);
    expect(page).toContain('Promise of the Lighthouse');
    const card = page.slice(page.indexOf('href="/catalog/demo/cards/1002"'));
    expect(card.slice(0, card.indexOf('</a>'))).toMatch(/<img[^>]*width="\d+"/);
    const inJapanese = await open(`/community/posts/${post.id}`, { 'accept-language': 'ja' });
    for (const part of ['灯台の約束', 'カード · 限定', 'カード · 恒常']) expect(inJapanese).toContain(part);
  });

  test('has a card once, and three of the text at most', async () => {
    const ids = [1001, 1002, 2001, 2002, 3002];
    const body = [...ids, ...ids].map((id) => link(`cards/${id}`)).join('\n\n');
    const subject = { server: 'demo', resource: 'cards', id: '1002' };
    expect(await cardsAt({ body, subject })).toEqual([1002, 1001, 2001].map((id) => `/catalog/demo/cards/${id}`));
  });

  test.each([
    ['another host', () => 'https://example.org/catalog/demo/cards/1002'],
    ['a host that begins like this one', () => `${accounts.world.address}.example.org/catalog/demo/cards/1002`],
    ['what the release lacks', () => link('cards/999999')],
    ['an unknown server', () => `${accounts.world.address}/catalog/nowhere/cards/1`],
    ['other pages of the catalog', () => `${link('files/assets')} ${link('releases/r-1...r-2')} ${link('cards')}`],
    ['a document', () => link('provenance/1')],
    ['broken escapes', () => `[x](<${link('cards/%E0%A4%A')}>)`],
    ['hostile ids', () => `[x](<${link(`cards/${HOSTILE}`)}>)`],
  ])('has none for %s', async (_, body) => {
    expect(await cardsAt({ title: 'Links', body: body() })).toEqual([]);
  });

  test('gives nothing away of a folded text, but says what the post is about', async () => {
    const subject = { server: 'demo', resource: 'cards', id: '2001' };
    expect(await cardsAt({ title: 'Folded', body: link('cards/1002'), spoiler: true, subject })).toEqual([
      '/catalog/demo/cards/2001',
    ]);
  });

  test('says who wrote it, with the way to follow for others', async () => {
    await author.send('PATCH', '/api/v1/account/profile', { bio: 'I light **lamps**.' });
    const post = await writePost(author, { body: 'Hello' });
    const page = await open(`/community/posts/${post.id}`);
    const [side = ''] = /<section class="card stack author-card".*?<\/section>/s.exec(page) ?? [];
    expect(side).toContain('<strong>lamps</strong>');
    expect(side).toContain('Follow');
    const own = await open(`/community/posts/${post.id}`, { cookie: author.cookie });
    const [ownSide = ''] = /<section class="card stack author-card".*?<\/section>/s.exec(own) ?? [];
    expect(ownSide).not.toContain('Follow');
  });
});

test('a feed shows what a post is about, and nothing of folded ones', async () => {
  await writePost(author, { title: 'About', body: 'x', subject: { server: 'demo', resource: 'songs', id: '1002' } });
  const folded = { server: 'demo', resource: 'songs', id: '1003' };
  await writePost(author, { title: 'Folded', body: 'x', spoiler: true, subject: folded });
  for (const headers of [{}, { cookie: author.cookie }]) {
    const cards = cardsOf(await open('/community?scope=latest', headers));
    expect(cards).toContain('/catalog/demo/songs/1002');
    expect(cards).not.toContain('/catalog/demo/songs/1003');
  }
});
