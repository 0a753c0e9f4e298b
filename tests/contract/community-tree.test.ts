// The tree of Markdown: beside the body of posts, comments and profiles with `tree=1`, and as a preview.
import { expect, test } from 'bun:test';
import { POSTS, readDetail, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, expectStatus, openAccountsWorld, readJson, refusedWith } from '../fixtures/people.ts';

const MARKDOWN = '/api/v1/community/markdown';
const OWN_COMMENTS = '/api/v1/community/me/comments';

const world = await keepOpen(openAccountsWorld({ QUOTAS: 'off' }));
const person = await world.person();
const SOURCE = '# Hi\n\n*you* @ann #tag [x](javascript:alert(1)) ![p](https://x.org/p.png)';
const TREE = [
  { type: 'heading', level: 3, children: ['Hi'] },
  {
    type: 'paragraph',
    children: [
      { type: 'emphasis', children: ['you'] },
      ' ',
      { type: 'mention', handle: 'ann', text: '@ann' },
      ' ',
      { type: 'tag', tag: 'tag', text: '#tag' },
      ' x ',
      { type: 'link', href: 'https://x.org/p.png', children: ['p'] },
    ],
  },
];

test('a preview is the tree that the post has, and stores nothing', async () => {
  const preview = await expectStatus(person.send('POST', MARKDOWN, { body: SOURCE }), 200);
  expect<unknown>(preview.tree).toEqual(TREE);
  const [row]: { count: number }[] = await world.sql`select count(*)::int as count from post`;
  expect(row?.count).toBe(0);
  const post = await writePost(person, { body: SOURCE });
  const comment = await writeComment(person, post.id, { body: '**c**' });
  const detail = await readJson<{ post: Record<string, unknown>; comments: Record<string, unknown>[] }>(
    world.world.fetch(`${POSTS}/${post.id}?tree=1`),
  );
  expect(detail.post.bodyTree).toEqual(TREE);
  expect(detail.post.body).toBe(SOURCE);
  const commentTree = [{ type: 'paragraph', children: [{ type: 'strong', children: ['c'] }] }];
  expect(detail.comments.map(({ bodyTree }) => bodyTree)).toEqual([commentTree]);
  const alone = await readJson(world.world.fetch(`${POSTS}/${post.id}?tree=1&commentsOnly=true`));
  expect<unknown>(alone.comments[0]?.bodyTree).toEqual(commentTree);
  const own = await readJson(person.fetch(`${OWN_COMMENTS}?tree=1`));
  expect<unknown>(own.comments.map(({ id, bodyTree }) => [id, bodyTree])).toEqual([[comment.id, commentTree]]);
  expect('bodyTree' in (await readDetail(person, post.id)).post).toBe(false);
});

test('a profile has the tree of its biography', async () => {
  const bio = async (): Promise<unknown> =>
    (await readJson(world.world.fetch(`${USERS}/${person.uid}?tree=1`))).profile.bioTree;
  expect(await bio()).toBeNull();
  await expectStatus(person.send('PATCH', '/api/v1/account/profile', { bio: 'me, *really*' }), 200);
  expect(await bio()).toEqual([{ type: 'paragraph', children: ['me, ', { type: 'emphasis', children: ['really'] }] }]);
});

test('other values are refused; a preview may be empty, not too long', async () => {
  const post = await writePost(person);
  for (const path of [`${POSTS}/${post.id}`, OWN_COMMENTS, `${USERS}/${person.uid}`]) {
    expect([path, await refusedWith(person.fetch(`${path}?tree=yes`))]).toEqual([path, '400 invalid_tree']);
  }
  expect(await expectStatus(person.send('POST', MARKDOWN, { body: '' }), 200)).toEqual({ tree: [] });
  for (const body of [{}, { body: 1 }, { body: 'a'.repeat(20_001) }]) {
    await expectRefused(person.send('POST', MARKDOWN, body), '422 invalid_markdown');
  }
  const slow = await expectStatus(person.send('POST', MARKDOWN, { body: '> #\na\n'.repeat(3_000) }), 200);
  expect(slow.tree.length).toBeGreaterThan(0);
});

test('previews have a limit of their own', async () => {
  const busy = await world.person();
  const answers = await Promise.all(Array.from({ length: 121 }, () => busy.send('POST', MARKDOWN, { body: 'a' })));
  expect(answers.filter(({ status }) => status === 200).length).toBe(120);
  expect(answers.filter(({ status }) => status === 429).length).toBe(1);
});
