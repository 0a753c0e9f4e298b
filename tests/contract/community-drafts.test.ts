// Drafts on the server: one's own alone, never overwritten unseen, 50 of 64 KiB each.
import { expect, test } from 'bun:test';
import { POSTS, USERS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const DRAFTS = '/api/v1/me/drafts';
const world = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));

const write = (who: Person, id: string, version: number, body: string) =>
  who.send('PUT', `${DRAFTS}/${id}`, { content: { body }, version });

test('a draft is written, read, replaced by its version, and deleted', async () => {
  const person = await world.person();
  const path = `${DRAFTS}/post`;
  await expectRefused(person.fetch(path), '404 draft_not_found');
  const content = { title: 'T', body: 'x\ty', tags: ['a'], visibility: 'public', files: [], subject: null };
  const first = await expectStatus(person.send('PUT', path, { content, version: 0 }), 200);
  expect(first.draft).toMatchObject({ id: 'post', version: 1, content });
  expect((await expectStatus(person.fetch(path), 200)).draft).toEqual(first.draft);
  const second = await expectStatus(write(person, 'post', 1, 'mine'), 200);
  expect(second.draft.version).toBe(2);
  // The answer was lost: the same again.
  expect((await expectStatus(write(person, 'post', 1, 'mine'), 200)).draft.version).toBe(2);
  for (const version of [0, 1, 3]) {
    const conflict = await expectStatus<{ error: object; draft: object }>(write(person, 'post', version, 'other'), 409);
    expect(conflict).toMatchObject({
      error: { code: 'version_conflict' },
      draft: { version: 2, content: { body: 'mine' } },
    });
  }
  await expectOnlyStatus(person.send('DELETE', path, undefined), 204);
  await expectOnlyStatus(person.send('DELETE', path, undefined), 204);
  expect(await expectStatus(write(person, 'post', 2, 'other'), 409)).toMatchObject({ draft: null });
});

test('only its owner reaches it, staff not either', async () => {
  const [owner, other, blocked] = await world.people(3);
  await expectStatus(owner.send('PUT', `${USERS}/${blocked.uid}/block`, { active: true }), 200);
  const staff = [await world.person({ role: 'moderator' }), await world.person({ role: 'administrator' })];
  const id = Bun.randomUUIDv7();
  await expectStatus(write(owner, id, 0, 'secret'), 200);
  for (const who of [other, blocked, ...staff]) {
    await expectRefused(who.fetch(`${DRAFTS}/${id}`), '404 draft_not_found');
    expect((await expectStatus(who.fetch(DRAFTS), 200)).drafts).toEqual([]);
    await expectOnlyStatus(who.send('DELETE', `${DRAFTS}/${id}`, undefined), 204);
  }
  await expectRefused(world.world.fetch(DRAFTS), '401 authentication_required');
  expect((await expectStatus(owner.fetch(DRAFTS), 200)).drafts).toHaveLength(1);
});

test('of more than fifty the oldest goes; pages are in the order of the last change', async () => {
  const person = await world.person();
  const ids = Array.from({ length: 52 }, () => crypto.randomUUID());
  for (const id of ids) await expectStatus(write(person, id, 0, id), 200);
  const listed: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { drafts: readonly { id: string }[]; nextCursor: string | null } = await expectStatus(
      person.fetch(`${DRAFTS}?limit=20${cursor === '' ? '' : `&cursor=${cursor}`}`),
      200,
    );
    listed.push(...page.drafts.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(new Set(listed)).toEqual(new Set(ids.slice(2)));
  expect(listed.at(0)).toBe(ids.at(-1));
  await expectStatus(write(person, ids[2] ?? '', 1, 'again'), 200);
  expect((await expectStatus(person.fetch(`${DRAFTS}?limit=1`), 200)).drafts[0]?.id).toBe(ids[2] ?? '');
  await expectRefused(person.fetch(`${DRAFTS}?limit=0`), '400 invalid_limit');
  await expectRefused(person.fetch(`${DRAFTS}?cursor=x`), '400 invalid_cursor');
});

test('names and contents that are none, and those that are too large', async () => {
  const person = await world.person();
  const post = Bun.randomUUIDv7();
  for (const id of ['posts', 'edit-', 'comment-x', post.toUpperCase(), `${post}0`]) {
    await expectRefused(write(person, id, 0, 'x'), '404 draft_not_found');
    await expectRefused(person.send('DELETE', `${DRAFTS}/${id}`, undefined), '404 draft_not_found');
  }
  for (const id of [`edit-${post}`, `comment-${post}`, post]) await expectStatus(write(person, id, 0, 'x'), 200);
  for (const sent of [
    { content: {} },
    { version: 0 },
    { content: { other: 1 }, version: 0 },
    { content: [], version: 0 },
  ]) {
    await expectRefused(person.send('PUT', `${DRAFTS}/post`, sent), '422 invalid_draft');
  }
  await expectRefused(write(person, 'post', 0, 'x'.repeat(65_530)), '422 invalid_draft');
  await expectStatus(write(person, 'post', 0, 'x'.repeat(65_500)), 200);
  await expectRefused(write(person, 'post', 0, 'x'.repeat(140_000)), '413 request_too_large');
});

test('what nobody went on with goes after 90 days', async () => {
  const person = await world.person();
  await expectStatus(write(person, 'post', 0, 'old'), 200);
  await expectStatus(write(person, crypto.randomUUID(), 0, 'new'), 200);
  await world.sql`update draft set updated_at = now() - interval '91 days' where account_id = ${person.id} and id = 'post'`;
  await world.sql`insert into jobs.job (name, data) values ('community.sweep', '{}')`;
  await world.world.until(async () => {
    const rows: unknown[] = await world.sql`select 1 from draft where account_id = ${person.id}`;
    return rows.length === 1;
  });
});

test('drafts and subscriptions are in an export, and go with the account', async () => {
  const [person, other] = await world.people(2);
  await expectStatus(write(person, 'post', 0, 'mine alone'), 200);
  const post = await writePost(other);
  await expectStatus(person.send('PUT', `${POSTS}/${post.id}/subscription`, { active: true }), 200);
  await expectStatus(person.send('PUT', `${USERS}/${other.uid}/posts-subscription`, { active: true }), 200);
  await expectStatus(other.send('PUT', `${USERS}/${person.uid}/posts-subscription`, { active: true }), 200);
  const zip = Buffer.from(await (await person.fetch('/api/v1/account/export')).arrayBuffer()).toString('latin1');
  for (const name of ['drafts', 'post-subscriptions', 'posts-subscriptions'])
    expect(zip).toContain(`community/${name}.json`);
  await expectOnlyStatus(person.send('DELETE', '/api/v1/account/profile', { confirmation: person.email }), 204);
  await world.world.until(async () => {
    const rows: unknown[] = await world.sql`select 1 from draft where account_id = ${person.id}
      union all select 1 from post_subscription where account_id = ${person.id}
      union all select 1 from author_subscription where account_id = ${person.id} or author_id = ${person.id}`;
    return rows.length === 0;
  });
});

test('one version is deleted alone', async () => {
  const person = await world.person();
  await expectStatus(write(person, 'post', 0, 'first'), 200);
  await expectStatus(write(person, 'post', 1, 'second'), 200);
  await expectOnlyStatus(person.send('DELETE', `${DRAFTS}/post?version=1`, undefined), 204);
  expect((await expectStatus(person.fetch(`${DRAFTS}/post`), 200)).draft.version).toBe(2);
  await expectRefused(person.send('DELETE', `${DRAFTS}/post?version=x`, undefined), '400 invalid_query');
  await expectOnlyStatus(person.send('DELETE', `${DRAFTS}/post?version=2`, undefined), 204);
  await expectRefused(person.fetch(`${DRAFTS}/post`), '404 draft_not_found');
});
