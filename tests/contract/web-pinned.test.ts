// Pages of an earlier release, where the current one lacks what they show or has what they lack.
import { expect, test } from 'bun:test';
import { crawl } from '../fixtures/crawl.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML } from '../fixtures/page-client.ts';
import { openAccountsWorld } from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const OLD = 'assets/Assets/old/deep/note.txt';

const queried = (resource: string): Promise<void> => world.untilThere(`/api/v1/servers/jp/catalog/query/${resource}`);

async function open(path: string): Promise<{ status: number; page: string; links: readonly string[] }> {
  const answer = await world.fetch(path, { headers: HTML });
  const page = await answer.text();
  const links = [...page.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
  return { status: answer.status, page, links };
}

const accounts = await keepOpen(openAccountsWorld({ PROVIDER_URL: 'off' }));
const world = accounts.world;
const snapshot = await keepOpen(createSmallSnapshot());
const songs = { file: 'catalog/songs.json', id: 'musicId' };
snapshot.describe({ resources: { songs } });
await world.publish(snapshot.directory);
snapshot.write('catalog/bands.json', JSON.stringify([{ bandId: '1', name: 'One' }]));
snapshot.write('catalog/rules.json', JSON.stringify({ most: 5 }));
snapshot.write(OLD, 'old');
const rules = { file: 'catalog/rules.json', kind: 'document' };
snapshot.describe({ resources: { songs, rules, bands: { file: 'catalog/bands.json', id: 'bandId' } } });
const first = (await world.publish(snapshot.directory)).releaseId;
await queried('bands');
snapshot.write('catalog/cards.json', JSON.stringify([{ cardId: '1', name: 'New' }]));
snapshot.remove(OLD);
snapshot.write('assets/Assets/new/note.txt', 'new');
snapshot.describe({ resources: { songs, cards: { file: 'catalog/cards.json', id: 'cardId' } } });
await world.publish(snapshot.directory);
await queried('cards');

test.each([
  ['bands', 'doesn’t have this list', '/catalog/jp'],
  ['rules', 'doesn’t have this list', '/catalog/jp'],
  ['bands/1', 'no longer has this entry', '/catalog/jp'],
  ['bands?compare=1', 'doesn’t have this list', '/catalog/jp'],
  ['files/assets/Assets/old', 'doesn’t have this file or folder', '/catalog/jp/files/assets/Assets'],
  [`files/${OLD}`, 'doesn’t have this file or folder', '/catalog/jp/files/assets/Assets'],
])('%s, which the current release lacks', async (path, words, nearest) => {
  const { status, page, links } = await open(`/catalog/jp/${path}${path.includes('?') ? '&' : '?'}release=${first}`);
  expect(status).toBe(200);
  expect(page).toContain(words);
  expect(links).toContain(nearest);
  expect(links).not.toContain(`/catalog/jp/${path}`);
  expect((await open(nearest)).status).toBe(200);
});

test.each(['cards', 'cards/1', 'songs/999', 'files/assets/Assets/new', 'files/assets/Assets/new/note.txt'])(
  '%s, which the pinned release lacks',
  async (path) => {
    const { status, page, links } = await open(`/catalog/jp/${path}?release=${first}`);
    expect(status).toBe(404);
    expect(page).toContain(`Release ${first} doesn’t have this page.`);
    const below = links.filter((link) => link.startsWith('/catalog/'));
    expect(below).toEqual([`/catalog/jp?release=${first}`, '/catalog/jp']);
    for (const link of below) expect((await open(link)).status).toBe(200);
    const hasForm = page.includes('action="/catalog/jp/songs"');
    expect(hasForm).toBe(path === 'songs/999');
    if (hasForm) expect(page).toContain(`name="release" value="${first}"`);
  },
);

test('what the current release lacks, without a pin, leads to its catalog', async () => {
  const { status, links } = await open('/catalog/jp/bands');
  expect(status).toBe(404);
  expect(links).toContain('/catalog/jp');
});

test('a release that the server never had', async () => {
  const unknown = 'r-00000000000000000000';
  const { status, page, links } = await open(`/catalog/jp/songs?release=${unknown}`);
  expect(status).toBe(404);
  expect(page).toContain(`This server has no release ${unknown}.`);
  expect(links.filter((link) => link.startsWith('/catalog/'))).toEqual(['/catalog/jp']);
});

test('changes lead to the release after them, where it is no longer the current one', async () => {
  const { releases }: { releases: readonly { releaseId: string }[] } = await (
    await world.fetch('/api/v1/servers/jp/release/history')
  ).json();
  const [last, , oldest] = releases.map(({ releaseId }) => releaseId);
  const { page, links } = await open(`/catalog/jp/releases/${oldest}...${first}`);
  expect(page).not.toContain('release-band');
  expect(links).toContain(`/catalog/jp/bands/1?release=${first}`);
  expect(links).toContain(`/catalog/jp/rules?release=${first}`);
  const newest = await open(`/catalog/jp/releases/${first}...${last}`);
  expect(newest.links).toContain('/catalog/jp/cards/1');
  expect(newest.links).toContain(`/catalog/jp/rules?release=${first}`);
});

test('no link of a pinned page is dead or loses the release', async () => {
  const start = `/catalog/jp?release=${first}`;
  const { opened, problems } = await crawl({
    start,
    below: '/catalog/jp',
    pages: 60,
    pin: first,
    fetch: (path, init) => world.fetch(path, init),
  });
  expect(problems).toEqual([]);
  expect(opened).toBeGreaterThan(30);
});
