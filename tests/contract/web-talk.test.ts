// What people do with an entity, on its page and at their bookmarks: posts about it, the way to write one, and keeping it.
import { expect, test } from 'bun:test';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML, openPage } from '../fixtures/page-client.ts';
import { expectOnlyStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const SUBJECT = { server: 'demo', resource: 'cards', id: '1001' };
const PAGE = '/catalog/demo/cards/1001';

const accounts = await keepOpen(openAccountsWorld());
const world = accounts.world;
await world.publish(SAMPLE);
const writer = await accounts.person();

const open = (path: string, visitor: Pick<Person, 'fetch'> = world) => openPage(visitor, path);
const keep = (id: string, active = true) =>
  accounts.send('PUT', '/api/v1/me/entities', { ...SUBJECT, id, active }, { cookie: writer.cookie });

test('posts about an entity stand on its page, newest first, and nowhere else', async () => {
  expect(await open(PAGE)).toContain('No posts about this yet');
  await writePost(writer, { title: 'First words', body: 'A lamp.', subject: SUBJECT });
  await writePost(writer, {
    title: 'On the last part',
    body: 'The <b>ending</b> of it',
    subject: SUBJECT,
    spoiler: true,
  });
  const page = await open(PAGE);
  expect(page.indexOf('On the last part')).toBeGreaterThan(0);
  expect(page.indexOf('On the last part')).toBeLessThan(page.indexOf('First words'));
  expect(page).not.toContain('ending');
  expect(page).toContain(`feed.atom?subject=${encodeURIComponent('demo/cards/1001')}`);
  expect(await open('/catalog/demo/cards/1002')).not.toContain('First words');
});

test('a search in the whole catalog finds posts, too', async () => {
  const page = await open('/catalog/demo?q=First+words');
  expect(page).toContain('Posts that mention this');
  expect(page).toContain('First words');
});

test('older posts are another page', async () => {
  const about = { ...SUBJECT, id: '2001' };
  for (let index = 0; index < 11; index++) {
    await writePost(await accounts.person(), { title: `Number ${index}.`, body: 'Text', subject: about });
  }
  const page = await open('/catalog/demo/cards/2001');
  expect(page).not.toContain('Number 0.');
  const older = /href="([^"]*[?&]posts=[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(await open(older)).toContain('Number 0.');
  expect(await open('/catalog/demo/cards/2001?posts=nonsense')).toContain('Posts can’t be loaded right now');
});

test('who writes about it begins with it; strangers sign in first', async () => {
  expect(await open(PAGE, writer)).toContain('/compose?subject=demo%2Fcards%2F1001');
  expect(await open(PAGE)).toContain(`/sign-in?then=${encodeURIComponent(PAGE)}`);
});

test('what is kept is marked, and listed at the bookmarks until it goes', async () => {
  expect(await open('/bookmarks', writer)).toContain('Catalog entries you bookmark will appear here');
  expect(await open(PAGE, writer)).toContain('&quot;bookmarked&quot;:false');
  await expectOnlyStatus(keep('1001'), 200);
  expect(await open(PAGE, writer)).toContain('&quot;bookmarked&quot;:true');
  expect(await open(PAGE)).not.toContain('Bookmarked');
  expect(await open('/bookmarks', writer)).toContain(`href="${PAGE}"`);
  await keep('1001', false);
  expect(await open('/bookmarks', writer)).not.toContain(`href="${PAGE}"`);
});

test('many kept entries have pages, and a cursor of another list leads back', async () => {
  const cards = await (await world.fetch('/api/v1/servers/demo/catalog/query/cards?limit=24')).json();
  const songs = await (await world.fetch('/api/v1/servers/demo/catalog/query/songs?limit=12')).json();
  for (const { id } of cards.items) await keep(id);
  for (const { id } of songs.items.slice(0, 2)) {
    await accounts.send(
      'PUT',
      '/api/v1/me/entities',
      { server: 'demo', resource: 'songs', id, active: true },
      { cookie: writer.cookie },
    );
  }
  const page = await open('/bookmarks', writer);
  const older = /href="([^"]*[?&]entities=[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect((await open(older, writer)).match(/href="\/catalog\/demo\/cards\//g)?.length).toBe(2);
  const stale = await writer.fetch('/bookmarks?entities=nonsense', { headers: HTML });
  expect([stale.status, stale.headers.get('location')]).toEqual([303, '/bookmarks']);
});
