// Pages of lists, the forms on them, and marks and filters in the catalog, as they are without script.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openPage } from '../fixtures/page-client.ts';
import { expectOnlyStatus, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const snapshot = await keepOpen(createSmallSnapshot());
snapshot.write(
  'catalog/songs.json',
  JSON.stringify([1, 2, 3, 4].map((id) => ({ musicId: String(id), title: `Song <${id}>` }))),
);
await world.world.publish(snapshot.directory);
await world.world.untilThere('/api/v1/servers/jp/catalog/query/songs?limit=1', 30_000);

const MINE = '/api/v1/me/lists';
const CATALOG = '/catalog/jp/songs';
const subject = (id: number) => ({ server: 'jp', resource: 'songs', id: String(id) });

const page = (who: Pick<Person, 'fetch'>, path: string, status?: number) => openPage(who, path, {}, status);
/** Sends a form and returns the status and where it leads, or the page. */
const form = async (who: Person, path: string, fields: Readonly<Record<string, string>>) => {
  const answer = await who.fetch(path, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
};
const titles = (text: string): readonly string[] => [...text.matchAll(/Song &lt;(\d)>/g)].map(([, id]) => id ?? '');
const make = async (who: Person, fields: object): Promise<string> =>
  (await expectStatus<{ list: { id: string } }>(who.send('POST', MINE, fields), 201)).list.id;
const mark = (who: Person, id: string, ids: readonly number[]) =>
  expectOnlyStatus(who.send('PUT', `${MINE}/${id}/entries`, { subjects: ids.map(subject), active: true }), 200);

test('entities are marked in a list and on their page, and the list is filtered by marks', async () => {
  const who = await world.person();
  expect(await page(world.world, CATALOG)).not.toContain('entity-marks');
  const before = await page(who, CATALOG);
  expect(before.match(/<form class="entity-marks"/g)).toHaveLength(4);
  expect(before).toContain('data-island="entity-marks"');
  const then = `${CATALOG}?view=table`;
  const sent = await form(who, '/lists/marks', { ...subject(2), owned: 'true', then });
  expect(sent).toMatchObject({ status: 303, location: then });
  expect(await form(who, '/lists/marks', { ...subject(3), wanted: 'true', then: '//evil.example' })).toMatchObject({
    location: '/',
  });
  expect((await page(who, CATALOG)).match(/aria-pressed="true"/g)).toHaveLength(2);
  const found = async (query: string) => [...new Set(titles(await page(who, `${CATALOG}?${query}`)))].toSorted();
  expect(await found('list=owned')).toEqual(['2']);
  expect(await found('notlist=owned')).toEqual(['1', '3', '4']);
  expect(await found('list=wanted')).toEqual(['3']);
  expect(await found('list=nonsense')).toEqual(['1', '2', '3', '4']);
  const answer = await who.fetch(`${CATALOG}?list=owned`, { headers: { accept: 'text/html' } });
  expect(answer.headers.get('cache-control')).toMatch(/^private/);
  expect(await answer.text()).toContain('noindex');
  // A stranger has no lists.
  expect([...new Set(titles(await page(world.world, `${CATALOG}?list=owned`)))]).toHaveLength(4);
  await page(who, `${CATALOG}?list=${crypto.randomUUID()}`, 404);
  await form(who, '/lists/marks', { ...subject(2), owned: 'false', then });
  expect(await found('list=owned')).toEqual([]);
  expect((await form(who, '/lists/marks', { ...subject(9), owned: 'true', then })).status).toBe(422);
  const stranger = await world.form('/lists/marks', { ...subject(2), owned: 'true', then });
  expect([stranger.status, stranger.url.includes('/sign-in') || stranger.status === 401]).toEqual([
    stranger.status,
    true,
  ]);
  // On the page of an entity: also onto a named list.
  const id = await make(who, { title: 'Practice' });
  const entity = await page(who, `${CATALOG}/1`);
  expect(entity).toContain('Practice');
  expect(await form(who, '/lists/additions', { ...subject(1), list: id, then: `${CATALOG}/1` })).toMatchObject({
    status: 303,
    location: `${CATALOG}/1`,
  });
  expect(titles(await page(who, `/lists/${id}`))).toContain('1');
});

test('owners are shown from five on, also to strangers', async () => {
  const people = await world.people(5);
  for (const one of people.slice(1)) await mark(one, 'owned', [4]);
  expect(await page(world.world, `${CATALOG}/4`)).not.toContain('Owned by');
  await mark(people[0] ?? (await world.person()), 'owned', [4]);
  expect(await page(world.world, `${CATALOG}/4`)).toContain('Owned by 5 people');
});

test('lists are made, changed, ordered and deleted by forms', async () => {
  const who = await world.person();
  expect((await who.fetch('/settings/lists', { headers: { accept: 'text/html' } })).status).toBe(200);
  const made = await form(who, '/settings/lists', {
    title: 'My <list>',
    description: 'One\r\nTwo',
    visibility: 'private',
  });
  expect(made.status).toBe(303);
  const path = (made.location ?? '').split('?')[0] ?? '';
  expect(path).toMatch(/^\/lists\/[0-9a-f-]{36}$/);
  const again = await form(who, '/settings/lists', { title: ' ', description: 'kept', visibility: 'public' });
  expect([again.status, again.text.includes('kept')]).toEqual([422, true]);
  await mark(who, path.slice('/lists/'.length), [1, 2, 3]);
  const shown = await page(who, path);
  expect(shown).toContain('My &lt;list>');
  expect(shown).toContain('noindex');
  const version = /name="version" value="(\d+)"/.exec(shown)?.[1] ?? '';
  const ids = [...shown.matchAll(/id="count-([0-9a-f-]{36})"/g)].map(([, id]) => id ?? '');
  expect(await form(who, `${path}/order`, { id: ids[2] ?? '', after: '', version })).toMatchObject({
    status: 303,
    location: path,
  });
  expect((await form(who, `${path}/order`, { id: ids[2] ?? '', after: '', version })).status).toBe(409);
  expect([...new Set(titles(await page(who, path)))]).toEqual(['3', '1', '2']);
  const entry = { ...subject(1), act: 'save', count: '12', note: 'two <b>' };
  expect((await form(who, `${path}/entries`, entry)).status).toBe(303);
  expect(await page(who, path)).toContain('two &lt;b>');
  expect((await form(who, `${path}/entries`, { ...entry, count: 'many' })).status).toBe(422);
  expect((await form(who, `${path}/entries`, { ...entry, ...subject(4) })).status).toBe(404);
  expect((await form(who, `${path}/entries`, { ...entry, act: 'remove' })).status).toBe(303);
  expect([...new Set(titles(await page(who, path)))]).toEqual(['3', '2']);
  const texts = { title: 'Shared', description: '', visibility: 'public' };
  expect((await form(who, `${path}/texts`, { ...texts, version })).status).toBe(409);
  const now = /name="version" value="(\d+)"/.exec(await page(who, path))?.[1] ?? '';
  expect((await form(who, `${path}/texts`, { ...texts, title: '', version: now })).status).toBe(422);
  expect((await form(who, `${path}/texts`, { ...texts, version: now })).status).toBe(303);
  // Others read it, without forms of the owner, and may report it.
  expect(await page(world.world, path)).not.toContain('name="version"');
  const other = await world.person();
  const foreign = await page(other, path);
  expect([foreign.includes('name="version"'), foreign.includes(`${path}/report`)]).toEqual([false, true]);
  expect((await form(other, `${path}/report`, { reasonCode: 'other', details: '' })).status).toBe(422);
  expect(await form(other, `${path}/report`, { reasonCode: 'spam', details: '' })).toMatchObject({
    status: 303,
    location: `${path}?done=reported`,
  });
  for (const tail of ['texts', 'removal', 'entries', 'order']) {
    const body = { ...texts, ...entry, version: now, id: tail === 'order' ? (ids[0] ?? '') : '1', after: '' };
    expect([tail, (await form(other, `${path}/${tail}`, body)).status]).toEqual([tail, 404]);
  }
  await page(other, `${path}/import`, 404);
  expect(await form(who, `${path}/removal`, {})).toMatchObject({
    status: 303,
    location: '/settings/lists?done=deleted',
  });
  await page(who, path, 404);
  expect((await form(other, `${path}/report`, { reasonCode: 'spam', details: '' })).status).toBe(404);
  expect(
    (await form(other, '/lists/additions', { ...subject(1), list: path.slice('/lists/'.length), then: '/' })).status,
  ).toBe(404);
});

test('files are tried and imported, and lists compared', async () => {
  const who = await world.person();
  const [a, b] = [await make(who, { title: 'Left' }), await make(who, { title: 'Right' })];
  await mark(who, a, [1, 2]);
  const path = `/lists/${b}/import`;
  expect(await page(who, path)).toContain('<textarea');
  const text = 'server;resource;id\r\njp;songs;2\r\njp;songs;3\r\njp;songs;none\r\n';
  const tried = await form(who, path, { format: 'csv', text, act: 'try' });
  expect([
    tried.status,
    tried.text.includes('This would add 2 and change 0.'),
    tried.text.includes('Lines: 4'),
  ]).toEqual([200, true, true]);
  expect(titles(await page(who, `/lists/${b}`))).toEqual([]);
  expect((await form(who, path, { format: 'csv', text, act: 'import' })).text).toContain('Added 2, changed 0.');
  const refused = await form(who, path, { format: 'csv', text: 'a;b', act: 'import' });
  expect([refused.status, refused.text.includes('there is no column id')]).toEqual([422, true]);
  expect(await page(who, '/lists/compare')).toContain('Left');
  const compared = await page(who, `/lists/compare?a=${a}&b=${b}`);
  expect(compared).toContain('Only on Left');
  expect(titles(compared).toSorted()).toEqual(['1', '2', '3']);
  await page(who, `/lists/compare?a=${a}&b=${crypto.randomUUID()}`, 404);
  const stale = await who.fetch(`/lists/compare?a=${a}&b=${b}&cursor=e30`, { redirect: 'manual' });
  expect([stale.status, stale.headers.get('location')]).toEqual([303, `/lists/compare?a=${a}&b=${b}`]);
  for (const [stalePath, to] of [
    [`/lists/${a}`, `/lists/${a}`],
    ['/settings/lists', '/settings/lists'],
  ] as const) {
    const answer = await who.fetch(`${stalePath}?cursor=e30`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, to]);
  }
});

test('an instance without lists has neither routes nor pages', async () => {
  await using off = await openAccountsWorld({ LIMITS: 'off', LISTS: 'off' });
  const who = await off.person();
  for (const path of [MINE, '/settings/lists', '/lists/compare', `/api/v1/community/users/${who.uid}/lists`]) {
    expect([path, (await who.fetch(path)).status]).toEqual([path, 404]);
  }
  expect(await page(who, '/settings')).not.toContain('/settings/lists');
}, 60_000);
