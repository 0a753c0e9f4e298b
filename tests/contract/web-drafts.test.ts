// The page of one's own drafts, as a browser without script uses it.
import { expect, test } from 'bun:test';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openPage } from '../fixtures/page-client.ts';
import { expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const DRAFTS = '/api/v1/me/drafts';
const PAGE = '/settings/drafts';
const world = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));

const store = (who: Person, id: string, content: object, version = 0) =>
  expectStatus(who.send('PUT', `${DRAFTS}/${id}`, { content, version }), 200);
const read = (who: Person, path = PAGE) => openPage(who, path);
const remove = (who: Person, draft: string, version: number) =>
  who.fetch(PAGE, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: world.world.address },
    body: new URLSearchParams({ draft, version: String(version) }).toString(),
    redirect: 'manual',
  });

test('it lists what the reader has begun, with the way to go on with it', async () => {
  const person = await world.person();
  expect(await read(person, '/settings')).toContain(`href="${PAGE}"`);
  expect(await read(person)).toContain('No drafts.');
  const post = await writePost(person);
  const id = crypto.randomUUID();
  await store(person, id, { title: 'A title <b>', body: 'text' });
  await store(person, `edit-${post.id}`, { title: '', body: '\n  First words\nsecond line' });
  await store(person, `comment-${post.id}`, { body: '' });
  const answer = await person.fetch(PAGE, { headers: { accept: 'text/html' } });
  expect(answer.headers.get('cache-control')).toContain('no-store');
  const html = await answer.text();
  for (const part of [
    ...['A title &lt;b>', 'First words', 'Untitled', 'New post', 'New comment'],
    ...[`href="/compose?draft=${id}"`, `href="/compose?post=${post.id}"`],
    `href="/community/posts/${post.id}#comment-text"`,
  ])
    expect(html).toContain(part);
  expect(html).not.toContain('second line');
  // The composer comes with it, also where no script opens it.
  const composer = await read(person, `/compose?draft=${id}`);
  expect(composer).toContain('value="A title &lt;b');
  const gone = await person.fetch(`/compose?draft=${crypto.randomUUID()}`, { headers: { accept: 'text/html' } });
  expect(gone.status).toBe(404);
});

test('a draft is deleted by a form, unless it was changed since', async () => {
  const person = await world.person();
  await store(person, 'post', { body: 'one' });
  await store(person, 'post', { body: 'two' }, 1);
  const changed = await remove(person, 'post', 1);
  expect([changed.status, changed.headers.get('location')]).toEqual([303, `${PAGE}?done=changed`]);
  expect(await read(person, `${PAGE}?done=changed`)).toContain('wasn’t deleted');
  expect((await expectStatus(person.fetch(DRAFTS), 200)).drafts).toHaveLength(1);
  const deleted = await remove(person, 'post', 2);
  expect(deleted.headers.get('location')).toBe(`${PAGE}?done=deleted`);
  expect(await read(person, `${PAGE}?done=deleted`)).toContain('Draft deleted.');
  expect((await remove(person, 'no draft', 1)).status).toBe(404);
  expect((await remove(person, 'post', 0)).status).toBe(422);
});

test('nobody sees or deletes those of others; strangers sign in first', async () => {
  const [owner, other] = [await world.person(), await world.person({ role: 'administrator' })];
  await store(owner, 'post', { body: 'nobody else reads this' });
  expect(await read(other)).not.toContain('nobody else reads this');
  expect((await remove(other, 'post', 1)).status).toBe(303);
  expect(await read(owner)).toContain('nobody else reads this');
  const stranger = await world.world.fetch(PAGE, { headers: { accept: 'text/html' }, redirect: 'manual' });
  expect([stranger.status, stranger.headers.get('location')]).toEqual([
    303,
    `/sign-in?then=${encodeURIComponent(PAGE)}`,
  ]);
  const refused = await world.form(PAGE, { draft: 'post', version: '1' });
  expect(refused.status).toBe(401);
});

test('more than a page of drafts has an older page, and an ended cursor leads to the first', async () => {
  const person = await world.person();
  for (let at = 0; at < 21; at++) await store(person, crypto.randomUUID(), { title: `Draft number ${at}.` });
  const first = await read(person);
  expect(first).not.toContain('Draft number 0.');
  const next = /href="(\/settings\/drafts\?cursor=[^"]+)"/.exec(first)?.[1] ?? '';
  expect(await read(person, next.replaceAll('&amp;', '&'))).toContain('Draft number 0.');
  const stale = await person.fetch(`${PAGE}?cursor=x`, { headers: { accept: 'text/html' }, redirect: 'manual' });
  expect([stale.status, stale.headers.get('location')]).toEqual([303, PAGE]);
});
