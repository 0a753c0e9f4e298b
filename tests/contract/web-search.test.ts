// The search page, its field in the header of every page, and an instance without it.
import { expect, test } from 'bun:test';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openPage } from '../fixtures/page-client.ts';
import { expectOnlyStatus, openAccountsWorld } from '../fixtures/people.ts';
import { getReady } from '../fixtures/query-client.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const author = await home.person();
const snapshot = createSmallSnapshot();
snapshot.write('catalog/cards.json', JSON.stringify([{ id: '7', name: 'Lantern of <b>March</b>' }]));
const server = { id: 'jp', displayName: 'JP', region: 'jp' };
const cards = { file: 'catalog/cards.json', id: 'id' };
snapshot.write('snapshot.json', JSON.stringify({ server, resources: { cards } }));
await home.world.publish(snapshot.directory);
await getReady((path) => home.world.fetch(path), '/api/v1/servers/jp/catalog/search?q=x');

const read = (path: string, headers?: Readonly<Record<string, string>>) => openPage(home.world, path, headers);

test('shows the hits of each kind, as text, with links', async () => {
  const post = await writePost(author, { title: 'My lantern', body: 'so bright', tags: ['lantern-night'] });
  const text = await read('/search?q=lantern');
  expect(text).toContain('href="/catalog/jp/cards/7"');
  expect(text).toContain('Lantern of &lt;b>March&lt;/b>');
  expect(text).toContain(`href="/community/posts/${post.id}"`);
  expect(text).toContain('href="/community/tags/lantern-night"');
  expect(text).toContain('Sign in to search for people');
  expect(text).toMatch(/<meta name="robots" content="noindex/);
  const near = await read('/search?q=lantren');
  expect(near).toContain('exactly');
  expect(near).toContain('href="/catalog/jp/cards/7"');
});

test('says what it searches, and that nothing was found', async () => {
  expect(await read('/search')).toContain('Search catalogs, posts, people and tags.');
  expect(await read('/search?q=xylophone-quartz')).toContain('Nothing found for “xylophone-quartz”.');
  expect(await read('/search?q=%E2%80%8B')).toContain('<h1>Search</h1>');
  expect(await read(`/search?q=${'a'.repeat(200)}`)).toContain('Nothing found');
});

test('finds people for those who are signed in', async () => {
  const person = await home.person();
  const { cookie } = person;
  const { displayName } = await (await person.fetch('/api/v1/account/profile')).json().then(({ profile }) => profile);
  const text = await read(`/search?q=${encodeURIComponent(displayName)}`, { cookie });
  expect(text).toContain('id="found-people"');
});

test('every page has the field, which keeps a forced language', async () => {
  for (const path of ['/', '/catalog/jp/cards', '/community', '/sign-in']) {
    expect(await read(path)).toMatch(/<search class="site-search"><form action="\/search"/);
  }
  expect(await read('/catalog/jp?lang=ja')).toMatch(
    /class="site-search"><form[^>]*><input type="hidden" name="lang" value="ja"/,
  );
});

test('an instance may be without a search', async () => {
  const world = await keepOpen(openWorld({ SEARCH: 'off' }));
  await expectOnlyStatus(world.fetch('/api/v1/search?q=a'), 404);
  await expectOnlyStatus(world.fetch('/search?q=a', { headers: { accept: 'text/html' } }), 404);
  expect(await (await world.fetch('/', { headers: { accept: 'text/html' } })).text()).not.toContain('site-search');
});
