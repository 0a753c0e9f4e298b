// What one person wrote, at a glance, and the act of staff that hides it: with progress, in the standing of the person, undone
// within a day where nothing has changed since.
import { describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { COMMENTS, NOTIFICATIONS, POSTS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const MODERATION = '/api/v1/moderation';
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const moderator = await world.person({ role: 'moderator' });
const administrator = await world.person({ role: 'administrator' });
const reader = await world.person();

type Removal = AnswerBody<'GET /api/v1/moderation/removals/{id}'>['removal'];
const LINKS = 'https://a.example https://b.example https://c.example https://d.example https://e.example';

const begin = (who: Person, by = moderator, fields: object = {}) =>
  by.send('POST', `${MODERATION}/users/${who.uid}/removals`, { scope: 'all', reasonCode: 'spam', ...fields });
const undo = (id: string, by = moderator) => by.fetch(`${MODERATION}/removals/${id}/undo`, { method: 'POST' });
async function done(id: string, state: Removal['state'] = 'done'): Promise<Removal> {
  let found: Removal | undefined;
  await world.world.until(async () => {
    found = (await expectStatus(moderator.fetch(`${MODERATION}/removals/${id}`), 200)).removal;
    return found.state === state;
  }, 60_000);
  if (found === undefined) throw new Error('no act');
  return found;
}
async function removed(who: Person, by = moderator, fields: object = {}): Promise<Removal> {
  const { removal } = await expectStatus(begin(who, by, fields), 202);
  return done(removal.id);
}
/** Undoes an act. The answer waits for its end, but on a busy machine not long enough. */
async function undone(id: string): Promise<Removal> {
  const answer = await undo(id);
  expect([200, 202]).toContain(answer.status);
  const removal = await done(id, 'undone');
  const { restored, skipped } = removal;
  if (answer.status === 200) expect(await expectStatus(answer, 200)).toEqual({ removal, restored, skipped });
  return removal;
}
const content = async (who: Person, query = '') =>
  expectStatus(moderator.fetch(`${MODERATION}/users/${who.uid}/content${query}`), 200);
const states = async (who: Person) =>
  new Map((await content(who, '?limit=100')).items.map(({ id, state }) => [id, state]));
const sees = async (postId: string): Promise<number> => (await reader.fetch(`${POSTS}/${postId}`)).status;

/** A person with a public post, one that waits, and a comment. */
async function writer() {
  const author = await world.person();
  const post = await writePost(author, { title: 'Title', body: 'Body' });
  const waiting = await writePost(author, { body: LINKS });
  const other = await writePost(reader);
  const comment = await writeComment(author, other.id);
  return { author, post, waiting, comment };
}

test('a person at a glance: posts and comments with their state, by kind and state, page by page, without private ones', async () => {
  const { author, post, waiting, comment } = await writer();
  await writePost(author, { visibility: 'private', body: 'SECRET-PRIVATE' });
  await expectStatus(
    reader.send('POST', '/api/v1/community/reports', { targetKind: 'post', targetId: post.id, reasonCode: 'spam' }),
    201,
  );
  const all = await content(author);
  expect(all.items.map(({ id, kind, state }) => [id, kind, state])).toEqual([
    [comment.id, 'comment', 'public'],
    [waiting.id, 'post', 'waiting'],
    [post.id, 'post', 'public'],
  ]);
  expect(all.items[2]).toMatchObject({ title: 'Title', excerpt: 'Body', reports: 1, caseId: null, version: 1 });
  expect(all.items[1]?.caseId).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.stringify(all)).not.toContain('SECRET');
  expect((await content(author, '?state=waiting')).items.map(({ id }) => id)).toEqual([waiting.id]);
  expect((await content(author, '?kind=comment')).items.map(({ id }) => id)).toEqual([comment.id]);
  const first = await content(author, '?limit=2');
  const second = await content(author, `?limit=2&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all.items.map(({ id }) => id));
  expect(second.nextCursor).toBeNull();
  await expectRefused(moderator.fetch(`${MODERATION}/users/99999999/content`), '404 user_not_found');
  await expectRefused(moderator.fetch(`${MODERATION}/users/${author.uid}/content?state=gone`), '400 invalid_query');
  await expectRefused(
    moderator.fetch(`${MODERATION}/users/${author.uid}/content?kind=comment&cursor=${first.nextCursor}`),
    '400 invalid_cursor',
  );
  await expectRefused(author.fetch(`${MODERATION}/users/${author.uid}/content`), '403 staff_required');
});

describe('hiding everything', () => {
  test('hides what is public, rejects what waits, restricts; the person hears of it and can appeal', async () => {
    const { author, post, waiting, comment } = await writer();
    const restriction = { kind: 'write', until: null };
    const removal = await removed(author, moderator, { message: 'No advertising.', restriction });
    expect(removal).toMatchObject({ total: 3, removed: 3, waiting: 0, restored: 0, skipped: [], byUid: moderator.uid });
    expect(await states(author)).toEqual(
      new Map([
        [comment.id, 'hidden'],
        [waiting.id, 'rejected'],
        [post.id, 'hidden'],
      ]),
    );
    expect(await sees(post.id)).toBe(404);
    await expectRefused(author.send('POST', POSTS, { body: 'x' }), '403 community_write_restricted');
    const standing = await expectStatus(author.fetch('/api/v1/account/standing'), 200);
    expect(standing.decisions.map(({ message }) => message)).toEqual(Array(3).fill('No advertising.'));
    const { notifications } = await expectStatus(author.fetch(NOTIFICATIONS), 200);
    expect(notifications.filter(({ kind }) => kind === 'moderation')).toHaveLength(4);
    const caseId = standing.decisions[0]?.caseId;
    await expectStatus(author.send('POST', '/api/v1/account/appeals', { caseId, message: 'Why?' }), 201);
    const targets = await world.sql`select kind, version_before, version_after, before::text, after::text
      from removal_target where removal_id = ${removal.id} order by position`;
    expect(
      targets.every(
        (one: Record<string, number>) =>
          one.version_after === (one.version_before ?? 0) + 1 && one.after !== one.before,
      ),
    ).toBe(true);
    const [event] = await world.sql`select reason_code, after from audit_event
      where action = 'removal.begin' and subject_id = ${String(author.uid)}`;
    expect([event?.reason_code, event?.after]).toEqual([
      'spam',
      { removal: removal.id, scope: 'all', total: 3, restriction: removal.restrictionId },
    ]);
    const { removals } = await expectStatus(moderator.fetch(`${MODERATION}/users/${author.uid}/removals`), 200);
    expect(removals.map(({ id }) => id)).toEqual([removal.id]);
  });

  test('of a day or a week leaves what is older', async () => {
    const { author, post } = await writer();
    await world.sql`update post set created_at = now() - interval '3 days' where id = ${post.id}`;
    expect((await removed(author, moderator, { scope: 'day' })).total).toBe(2);
    expect(await sees(post.id)).toBe(200);
    expect((await removed(author, moderator, { scope: 'week' })).total).toBe(1);
    expect(await sees(post.id)).toBe(404);
    expect(await removed(author)).toMatchObject({ total: 0, state: 'done' });
  });

  test('spares staff and oneself, and more than 500 entries are for administrators', async () => {
    await expectRefused(begin(moderator), '409 self_modification_forbidden');
    await expectRefused(begin(administrator), '403 forbidden');
    await expectRefused(begin(moderator, administrator), '403 forbidden');
    const { author } = await writer();
    await expectRefused(begin(author, reader), '403 staff_required');
    await expectRefused(begin(author, moderator, { scope: 'month' }), '422 invalid_removal');
    await expectRefused(begin(author, moderator, { reasonCode: 'because' }), '422 invalid_removal');
    const until = Date.now() - 1;
    await expectRefused(begin(author, moderator, { restriction: { kind: 'write', until } }), '422 invalid_restriction');
    await expectRefused(begin(author, moderator, { restriction: { kind: 'sign_in', until: null } }), '403 forbidden');
    await expectStatus(
      moderator.send('POST', `${MODERATION}/users/${author.uid}/restrictions`, { kind: 'write', reasonCode: 'spam' }),
      201,
    );
    const restriction = { kind: 'write', until: null };
    await expectRefused(begin(author, moderator, { restriction }), '409 restriction_already_active');
    await world.sql`insert into comment (id, post_id, author_id, body, floor, moderation_status, top)
      select gen_random_uuid(), (select post_id from comment where author_id = ${author.id} limit 1), ${author.id}, 'x',
        1000 + n, 'allow', false from generate_series(1, 500) n`;
    await expectRefused(begin(author), '403 removal_too_large');
    expect(await world.sql`select 1 from removal where account_id = ${author.id}`).toHaveLength(0);
    const removal = await removed(author, administrator);
    expect(removal).toMatchObject({ total: 503, removed: 503 });
    await expectRefused(moderator.fetch(`${MODERATION}/users/99999999/removals`), '404 user_not_found');
    await expectRefused(
      moderator.send('POST', `${MODERATION}/users/99999999/removals`, { scope: 'all', reasonCode: 'spam' }),
      '404 user_not_found',
    );
    await expectRefused(moderator.fetch(`${MODERATION}/removals/${NOWHERE}`), '404 removal_not_found');
  });
});

describe('undoing', () => {
  test('restores what nobody has changed since, says what it leaves, and happens once', async () => {
    const { author, post, waiting, comment } = await writer();
    const gone = await writePost(author);
    const removal = await removed(author, moderator, { restriction: { kind: 'write', until: null } });
    // Deleted by the author, and shown again by somebody else.
    await expectOnlyStatus(author.send('DELETE', `${POSTS}/${gone.id}`, { version: gone.version + 1 }), 204);
    const [row] = await world.sql`select version from comment where id = ${comment.id}`;
    const show = { action: 'unhide', reasonCode: 'other', version: row?.version };
    await expectStatus(administrator.send('POST', `${MODERATION}/comments/${comment.id}/state`, show), 200);
    const restored = await undone(removal.id);
    expect(restored).toMatchObject({ restored: 2, undoneByUid: moderator.uid });
    expect(restored.skipped.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { id: comment.id, kind: 'comment', reason: 'changed' },
      { id: gone.id, kind: 'post', reason: 'gone' },
    ]);
    const now = await states(author);
    expect([now.get(post.id), now.get(waiting.id), now.get(comment.id)]).toEqual(['public', 'waiting', 'public']);
    expect(await sees(post.id)).toBe(200);
    // The case waits again, and the restriction has ended.
    const [again] = await world.sql`select status, verdict from moderation_case where subject_id = ${waiting.id}`;
    expect(again).toEqual({ status: 'review', verdict: 'review' });
    await writePost(author);
    await expectRefused(undo(removal.id), '409 already_undone');
    await expectRefused(undo(NOWHERE), '404 removal_not_found');
  });

  test('is over after a day, and waits for an act in progress', async () => {
    const { author } = await writer();
    const removal = await removed(author);
    await world.sql`update removal set created_at = now() - interval '25 hours' where id = ${removal.id}`;
    await expectRefused(undo(removal.id), '409 removal_expired');
    await world.sql`update removal set created_at = now(), state = 'running' where id = ${removal.id}`;
    await expectRefused(undo(removal.id), '409 removal_in_progress');
    await expectRefused(begin(author), '409 removal_in_progress');
    await world.sql`update removal set state = 'done' where id = ${removal.id}`;
    // Who has become an administrator since is not a moderator's to judge.
    await world.sql`update profile set role = 'administrator' where account_id = ${author.id}`;
    await expectRefused(undo(removal.id), '403 forbidden');
  });

  test('an act that was interrupted goes on; who has left the staff decides nothing more', async () => {
    const { author } = await writer();
    const former = await world.person({ role: 'moderator' });
    await world.sql`update profile set role = 'member' where account_id = ${former.id}`;
    const id = Bun.randomUUIDv7();
    await world.sql`insert into removal (id, account_id, scope, reason_code, made_by, state, total)
      values (${id}, ${author.id}, 'all', 'spam', ${moderator.id}, 'running', 2)`;
    await world.sql`insert into removal_target (removal_id, position, kind, subject_id)
      select ${id}, row_number() over (), 'post', id from post where author_id = ${author.id}`;
    await world.sql`update removal_target set state = 'removed' where removal_id = ${id} and position = 1`;
    await world.sql`update removal set made_by = ${former.id} where id = ${id}`;
    await world.sql`insert into jobs.job (name, data) values ('community.removal', ${JSON.stringify({ id })}::text::jsonb)`;
    const removal = await done(id);
    expect(removal).toMatchObject({ removed: 1, waiting: 0 });
    expect(removal.skipped.map(({ reason }) => reason)).toEqual(['forbidden']);
  });

  test('comments and posts of others stay', async () => {
    const { author, post } = await writer();
    const answer = await writeComment(reader, post.id);
    await removed(author);
    const [row] = await world.sql`select hidden_at from comment where id = ${answer.id}`;
    expect(row?.hidden_at).toBeNull();
    expect((await reader.fetch(`${COMMENTS}/${answer.id}`)).status).not.toBe(500);
  });
});
