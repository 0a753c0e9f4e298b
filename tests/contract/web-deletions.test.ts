// The pages that delete, restore and erase: who may open them, what they show, and the forms, which work without script.
import { describe, expect, test } from 'bun:test';
import { POSTS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML, openPage, submitForm } from '../fixtures/page-client.ts';
import { expectOnlyStatus, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const moderator = await world.person({ role: 'moderator' });
const administrator = await world.person({ role: 'administrator' });
const NOWHERE = '0190a1b2-0000-7000-8000-000000000000';

const read = (who: Person, path: string, status?: number) => openPage(who, path, {}, status);
const leadsTo = async (answer: Promise<Response>, path: string): Promise<void> => {
  const found = await expectOnlyStatus(answer, 303);
  expect(found.headers.get('location')).toEndWith(path);
};

describe('the page of one thing', () => {
  test('deletes it with a reason, says when it is erased, and restores it', async () => {
    const author = await world.person();
    const { id } = await writePost(author, { title: 'A lamp', body: 'in the <b>window</b>' });
    const path = `/moderation/deletions/post/${id}`;
    await read(author, path, 403);
    await read(moderator, `/moderation/deletions/post/${NOWHERE}`, 404);
    await read(moderator, '/moderation/deletions/user/1', 404);
    const page = await read(moderator, path);
    expect(page).toContain('in the &lt;b>window&lt;/b>');
    expect(page).not.toContain('/admin/erasures');
    expect(await read(administrator, path)).toContain(`/admin/erasures/post/${id}`);

    const refused = await expectOnlyStatus(submitForm(moderator, path, { reasonCode: '', message: 'Not here.' }), 422);
    expect(await refused.text()).toContain('Not here.');
    await expectOnlyStatus(submitForm(moderator, path, { reasonCode: 'spam', message: 'x'.repeat(1_001) }), 422);
    await leadsTo(submitForm(moderator, path, { reasonCode: 'spam', message: 'Not here.' }), `${path}?done=deleted`);
    expect(await read(moderator, `${path}?done=deleted`)).toContain('Others no longer see it');
    expect((await author.fetch('/notifications', { headers: HTML })).ok).toBe(true);
    await expectOnlyStatus(submitForm(moderator, path, { reasonCode: 'spam', message: '' }), 409);
    expect(await read(moderator, `/moderation/people/${author.uid}/content`)).toContain('Deleted: restore');
    await leadsTo(submitForm(moderator, `${path}/restore`), `${path}?done=restored`);
    expect((await world.world.fetch(`${POSTS}/${id}`)).ok).toBe(true);
    await expectOnlyStatus(submitForm(moderator, `${path}/restore`), 404);

    const own = await writePost(moderator);
    await expectOnlyStatus(
      submitForm(moderator, `/moderation/deletions/post/${own.id}`, { reasonCode: 'spam', message: '' }),
      403,
    );
    const ownPath = `/moderation/deletions/post/${own.id}`;
    await leadsTo(submitForm(administrator, ownPath, { reasonCode: 'spam', message: '' }), `${ownPath}?done=deleted`);
    await expectOnlyStatus(submitForm(moderator, `${ownPath}/restore`), 403);
  });

  test('is linked where posts, comments and lists of others are', async () => {
    const author = await world.person();
    const found = await writePost(author);
    const comment = await writeComment(author, found.id);
    const list = await expectStatus<{ list: { id: string } }>(
      author.send('POST', '/api/v1/me/lists', { title: 'Cards', visibility: 'public' }),
      201,
    );
    const address = `/community/posts/${found.id}`;
    for (const link of [`/moderation/deletions/post/${found.id}`, `/moderation/deletions/comment/${comment.id}`]) {
      expect(await read(moderator, address)).toContain(link);
      expect(await read(author, address)).not.toContain(link);
    }
    const link = `/moderation/deletions/list/${list.list.id}`;
    expect(await read(moderator, `/lists/${list.list.id}`)).toContain(link);
    expect(await read(author, `/lists/${list.list.id}`)).not.toContain(link);
    expect(await read(moderator, link)).toContain('Cards');
    const content = await read(moderator, `/moderation/people/${author.uid}/content`);
    for (const [kind, id] of [
      ['post', found.id],
      ['comment', comment.id],
      ['list', list.list.id],
    ]) {
      expect(content).toContain(`/moderation/deletions/${kind}/${id}`);
    }
  });
});

describe('the pages that erase', () => {
  test('are for administrators with a fresh proof, ask before, and say what was done', async () => {
    const author = await world.person();
    const { id } = await writePost(author, { title: 'A lamp' });
    const path = `/admin/erasures/post/${id}`;
    await read(moderator, '/admin/erasures', 403);
    await read(moderator, path, 403);
    expect(await read(administrator, '/admin/erasures')).toContain('name="id"');
    await leadsTo(
      administrator.fetch(`/admin/erasures?kind=post&id=${id}`, { headers: HTML, redirect: 'manual' }),
      path,
    );
    expect(await read(administrator, path)).toContain('A lamp');
    await expectOnlyStatus(submitForm(administrator, path, { reason: ' ' }), 422);
    await expectOnlyStatus(submitForm(administrator, `/admin/erasures/post/${NOWHERE}`, { reason: 'x' }), 404);
    await expectOnlyStatus(
      submitForm(administrator, `/admin/erasures/account/${administrator.uid}`, { reason: 'x' }),
      409,
    );
    const own = await writePost(administrator);
    await expectOnlyStatus(submitForm(administrator, `/admin/erasures/post/${own.id}`, { reason: 'x' }), 403);
    await leadsTo(submitForm(administrator, path, { reason: 'Request 3' }), '/admin/erasures?done=post');
    expect(await read(administrator, '/admin/erasures?done=post')).toContain('Erased.');
    expect(await read(administrator, '/admin/audit')).toContain('Erased a post');

    expect(await read(administrator, `/admin/accounts/${author.uid}`)).toContain(
      `/admin/erasures/account/${author.uid}`,
    );
    const account = `/admin/erasures/account/${author.uid}`;
    expect(await read(administrator, account)).toContain(`Person`);
    await leadsTo(submitForm(administrator, account, { reason: 'Request 4' }), '/admin/erasures?done=account');
    await expectOnlyStatus(author.fetch('/api/v1/account/profile'), 401);
    const stale = await world.person({ role: 'administrator' });
    await world.sql`update session set created_at = now() - interval '11 minutes', confirmed_at = null
      where account_id = ${stale.id}`;
    const answer = await stale.fetch(path, { headers: HTML, redirect: 'manual' });
    expect([303, 403]).toContain(answer.status);
  });
});
