// What a post in each of its states still takes, and how it says no: every action on hidden, archived, waiting, locked, deleted,
// blocked and foreign posts, by the author, by readers and by staff; and the refusals that need a target.
import { describe, expect, test } from 'bun:test';
import { COMMENTS, POSTS, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, expectStatus, openAccountsWorld, type Person, refusedWith } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const [author, reader] = await world.people(2);
const moderator = await world.person({ role: 'moderator' });
const outcome = async (answer: Promise<Response>): Promise<string> => {
  const response = await answer;
  return response.ok ? String(response.status) : refusedWith(response);
};

interface Target {
  readonly postId: string;
  /** A comment by each of them. */
  readonly byAuthor: string;
  readonly byReader: string;
}

const ACTIONS = {
  comment: (who: Person, { postId }: Target) => who.send('POST', `${POSTS}/${postId}/comments`, { body: 'a' }),
  like: (who: Person, { postId }: Target) => who.send('PUT', `${POSTS}/${postId}/reaction`, { active: true }),
  bookmark: (who: Person, { postId }: Target) => who.send('PUT', `${POSTS}/${postId}/bookmark`, { active: true }),
  feedback: (who: Person, { postId }: Target) => who.send('PUT', `${POSTS}/${postId}/feedback`, { feedback: 'hide' }),
  likeComment: (who: Person, { byAuthor }: Target) =>
    who.send('PUT', `${COMMENTS}/${byAuthor}/reaction`, { active: true }),
  editComment: (who: Person, { byAuthor, byReader }: Target) =>
    who.send('PATCH', `${COMMENTS}/${who === reader ? byReader : byAuthor}`, { body: 'changed', version: 1 }),
} as const;
type Action = keyof typeof ACTIONS;
type Outcomes = Readonly<Record<Action, string>>;

async function makeTarget(): Promise<Target> {
  const { id: postId } = await writePost(author);
  const [byAuthor, byReader] = [await writeComment(author, postId), await writeComment(reader, postId)];
  return { postId, byAuthor: byAuthor.id, byReader: byReader.id };
}

const setState = (postId: string, action: string) =>
  moderator.send('POST', `/api/v1/moderation/posts/${postId}/state`, { action, reasonCode: 'spam', version: 1 });

const each = (all: string, more: Partial<Outcomes> = {}): Outcomes => ({
  comment: all,
  like: all,
  bookmark: all,
  feedback: all,
  likeComment: all,
  editComment: all,
  ...more,
});
const GONE = each('404 post_not_found', {
  likeComment: '404 comment_not_found',
  editComment: '404 comment_not_found',
});

const STATES: readonly (readonly [
  name: string,
  bring: (target: Target) => Promise<unknown>,
  outcomes: { readonly author: Outcomes; readonly reader: Outcomes; readonly staff: Partial<Outcomes> },
])[] = [
  [
    'active',
    () => Promise.resolve(),
    {
      author: each('200', { comment: '201', feedback: '403 forbidden' }),
      reader: each('200', { comment: '201' }),
      staff: { comment: '201', editComment: '403 forbidden' },
    },
  ],
  [
    'hidden',
    ({ postId }) => setState(postId, 'hide'),
    { author: each('409 post_hidden'), reader: GONE, staff: { comment: '409 post_hidden', like: '409 post_hidden' } },
  ],
  [
    'archived',
    ({ postId }) => author.send('POST', `${POSTS}/${postId}/archive`, { version: 1 }),
    { author: each('409 post_archived'), reader: GONE, staff: { bookmark: '409 post_archived' } },
  ],
  [
    'waiting',
    ({ postId }) => world.sql`update post set moderation_status = 'review' where id = ${postId}`,
    { author: each('409 post_not_ready', { editComment: '200' }), reader: GONE, staff: { like: '409 post_not_ready' } },
  ],
  [
    'locked',
    ({ postId }) => setState(postId, 'lock'),
    {
      author: each('200', { comment: '409 post_locked', editComment: '409 post_locked', feedback: '403 forbidden' }),
      reader: each('200', { comment: '409 post_locked', editComment: '409 post_locked' }),
      staff: { comment: '409 post_locked' },
    },
  ],
  [
    'deleted',
    ({ postId }) => author.send('DELETE', `${POSTS}/${postId}`, { version: 1 }),
    { author: GONE, reader: GONE, staff: GONE },
  ],
  [
    'private',
    ({ postId }) => author.send('PATCH', `${POSTS}/${postId}`, { body: 'mine', visibility: 'private', version: 1 }),
    { author: each('200', { comment: '201', feedback: '403 forbidden' }), reader: GONE, staff: GONE },
  ],
];

describe('actions on a post that is', () => {
  for (const [name, bring, { author: byAuthor, reader: byReader, staff }] of STATES) {
    test(name, async () => {
      const rows: readonly (readonly [Person, Partial<Outcomes>])[] = [
        [author, byAuthor],
        [reader, byReader],
        [moderator, staff],
      ];
      for (const [who, wanted] of rows) {
        for (const action of Object.keys(ACTIONS).filter((key): key is Action => key in wanted)) {
          const target = await makeTarget();
          await bring(target);
          expect([action, await outcome(ACTIONS[action](who, target))]).toEqual([action, wanted[action] ?? '']);
        }
      }
    });
  }

  test('behind a block, in either direction', async () => {
    for (const [by, whom] of [
      [author, reader],
      [reader, author],
    ] as const) {
      const target = await makeTarget();
      await expectStatus(by.send('PUT', `${USERS}/${whom.uid}/block`, { active: true }), 200);
      for (const action of Object.keys(ACTIONS).filter((key): key is Action => key in GONE)) {
        expect([action, await outcome(ACTIONS[action](reader, target))]).toEqual([action, GONE[action]]);
      }
      await expectStatus(by.send('PUT', `${USERS}/${whom.uid}/block`, { active: false }), 200);
    }
  });
});

test('changes of a post by its author', async () => {
  const post = await writePost(author);
  const path = `${POSTS}/${post.id}`;
  const nowhere = `${POSTS}/${Bun.randomUUIDv7()}`;
  const rows: readonly (readonly [string, string, unknown, string])[] = [
    ['PATCH', path, { body: 'x', version: 1, visibility: 'secret' }, '422 invalid_visibility'],
    ['PATCH', path, { body: 'x', version: 1, tags: ['a b'] }, '422 invalid_tags'],
    ['PATCH', path, { body: 'x', version: 1, tags: Array.from({ length: 11 }, (_, i) => `t${i}`) }, '422 invalid_tags'],
    ['PATCH', path, { body: 'a'.repeat(20_001), version: 1 }, '422 invalid_post'],
    ['PATCH', nowhere, { body: 'x', version: 1 }, '404 post_not_found'],
    ['DELETE', path, { version: 2 }, '409 version_conflict'],
    ['PUT', `${path}/pin`, { active: true, version: 2 }, '409 version_conflict'],
    ['PUT', `${nowhere}/pin`, { active: true, version: 1 }, '404 post_not_found'],
    ['POST', `${path}/archive`, {}, '422 invalid_archive'],
    ['POST', `${path}/archive`, { version: 2 }, '409 version_conflict'],
    ['POST', `${nowhere}/archive`, { version: 1 }, '404 post_not_found'],
    ['POST', `${path}/restore`, { version: '1' }, '422 invalid_archive'],
    ['POST', `${nowhere}/restore`, { version: 1 }, '404 post_not_found'],
    ['PUT', `${nowhere}/bookmark`, { active: true }, '404 post_not_found'],
    ['PUT', `${nowhere}/feedback`, { feedback: null }, '404 post_not_found'],
    ['POST', `${path}/attachments`, { attachmentIds: [Bun.randomUUIDv7()] }, '409 attachment_not_ready'],
    ['DELETE', `${nowhere}/attachments/${Bun.randomUUIDv7()}`, undefined, '404 post_not_found'],
  ];
  for (const [method, where, body, refused] of rows) {
    expect([method, where, await refusedWith(author.send(method, where, body))]).toEqual([method, where, refused]);
  }
  const another = Bun.randomUUIDv7();
  for (const [method, where, body] of [
    ['PATCH', path, { body: 'x', version: 1 }],
    ['DELETE', path, { version: 1 }],
    ['PUT', `${path}/pin`, { active: true, version: 1 }],
    ['POST', `${path}/archive`, { version: 1 }],
    ['POST', `${path}/restore`, { version: 1 }],
    ['POST', `${path}/attachments`, { attachmentIds: [another] }],
    ['DELETE', `${path}/attachments/${another}`, undefined],
  ] as const) {
    // Staff's pin in the feed and hiding are routes of their own.
    for (const who of [reader, moderator]) {
      expect([method, where, await refusedWith(who.send(method, where, body))]).toEqual([
        method,
        where,
        '403 forbidden',
      ]);
    }
  }
  for (const [query, refused] of [
    ['limit=0', '400 invalid_limit'],
    ['limit=51', '400 invalid_limit'],
    ['cursor=0', '400 invalid_cursor'],
    ['cursor=e30', '400 invalid_cursor'],
  ]) {
    expect([query, await refusedWith(author.fetch(`${path}/revisions?${query}`))]).toEqual([query, refused]);
  }
});

test('changes of comments', async () => {
  const { byAuthor, byReader } = await makeTarget();
  const nowhere = `${COMMENTS}/${Bun.randomUUIDv7()}`;
  await expectRefused(author.send('PATCH', nowhere, { body: 'x', version: 1 }), '404 comment_not_found');
  await expectRefused(author.send('DELETE', nowhere, { version: 1 }), '404 comment_not_found');
  await expectRefused(author.send('DELETE', `${COMMENTS}/${byAuthor}`, { version: 2 }), '409 version_conflict');
  await expectRefused(
    author.send('PUT', `${COMMENTS}/${byAuthor}/reaction`, { active: 'yes' }),
    '422 invalid_reaction',
  );
  // A comment that waits takes no like; nobody else sees it.
  await world.sql`update comment set moderation_status = 'review' where id = ${byReader}`;
  const like = `${COMMENTS}/${byReader}/reaction`;
  await expectRefused(reader.send('PUT', like, { active: true }), '409 comment_not_ready');
  await expectRefused(author.send('PUT', like, { active: true }), '404 comment_not_found');
});

test('two who edit one comment, and two who archive one post: one wins', async () => {
  const { byAuthor, postId } = await makeTarget();
  const edits = await Promise.all(
    ['a', 'b', 'c', 'd'].map((body) => author.send('PATCH', `${COMMENTS}/${byAuthor}`, { body, version: 1 })),
  );
  expect(edits.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  const moves = await Promise.all(
    ['archive', 'archive', 'archive'].map((to) => author.send('POST', `${POSTS}/${postId}/${to}`, { version: 1 })),
  );
  expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('relations to nobody, or said wrongly', async () => {
  const unknown = `${USERS}/999999999`;
  for (const relation of ['follow', 'block', 'mute']) {
    await expectRefused(reader.send('PUT', `${unknown}/${relation}`, { active: true }), '404 user_not_found');
    const path = `${USERS}/${author.uid}/${relation}`;
    await expectRefused(reader.send('PUT', path, { active: 1 }), '422 invalid_relationship');
    const own = `${USERS}/${reader.uid}/${relation}`;
    await expectRefused(reader.send('PUT', own, { active: true }), '422 self_relationship_forbidden');
    const gone = await world.person({ status: 'deleted' });
    await expectRefused(reader.send('PUT', `${USERS}/${gone.uid}/${relation}`, { active: true }), '404 user_not_found');
  }
});

test('staff acts on what is there, and not on their own', async () => {
  const act = (kind: string, id: string, who = moderator) =>
    who.send('POST', `/api/v1/moderation/${kind}/${id}/state`, { action: 'hide', reasonCode: 'spam', version: 1 });
  await expectRefused(act('posts', Bun.randomUUIDv7()), '404 post_not_found');
  const post = await writePost(author);
  const own = await writeComment(moderator, post.id);
  await expectRefused(act('comments', own.id), '403 forbidden');
  const administrator = await world.person({ role: 'administrator' });
  const above = await writeComment(administrator, post.id);
  await expectRefused(act('comments', above.id), '403 forbidden');
  await expectStatus(act('comments', own.id, administrator), 200);
});

describe('what waits for review', () => {
  const MANY = Array.from({ length: 6 }, (_, index) => `https://example.org/${index}`).join(' ');
  const readAs = (who: Person, id: string) => who.fetch(`${POSTS}/${id}`);
  /** The notices on the page of a post. */
  const pageAs = async (who: Person, id: string, language = 'en'): Promise<string> => {
    const headers = { accept: 'text/html', 'accept-language': language };
    const page = await (await who.fetch(`/community/posts/${id}`, { headers })).text();
    return [...page.matchAll(/<div class="notice[^>]*>(.*?)<\/div>/gs)].map(([, notice]) => notice).join();
  };

  test('says why to its author, as far as the author may know, and to nobody else', async () => {
    const fresh = await world.person();
    const written = await expectStatus(fresh.send('POST', POSTS, { title: 'Links', body: MANY }), 201);
    expect(written).toMatchObject({ moderationQueued: true, moderationReasons: ['links', 'new_account'] });
    const { id, version } = written.post;
    const own = await expectStatus<{ viewer: object }>(readAs(fresh, id), 200);
    expect(own.viewer).toMatchObject({ moderationReasons: ['links', 'new_account'] });
    const seen = await expectStatus<{ viewer: object }>(readAs(moderator, id), 200);
    expect(seen.viewer).toMatchObject({ moderationReasons: [] });
    expect(await pageAs(fresh, id)).toContain('Waiting for review: several links, new account');
    expect(await pageAs(fresh, id, 'ja')).toContain('確認待ち：複数のリンク、新しいアカウント');
    const theirs = await pageAs(moderator, id);
    expect(theirs).toContain('Waiting for review');
    expect(theirs).not.toContain('several links');
    expect(theirs).not.toContain('Only you can see');

    // Neither the id nor the words of a rule are told.
    const edit = { body: 'I sell my account here: account for sale', version };
    const edited = await fresh.send('PATCH', `${POSTS}/${id}`, edit);
    expect(await edited.clone().text()).not.toContain('account-trade');
    expect(await expectStatus(edited, 200)).toMatchObject({ moderationReasons: ['words'] });
    expect(await pageAs(fresh, id)).toContain('Waiting for review: wording');

    const { id: openPost } = await writePost(author);
    const comment = await fresh.send('POST', `${POSTS}/${openPost}/comments`, { body: MANY });
    expect(await expectStatus(comment, 201)).toMatchObject({ moderationReasons: ['links', 'new_account'] });
  });

  test('has no reasons once it is decided, and none where nothing waits', async () => {
    const written = await expectStatus(author.send('POST', POSTS, { body: 'Hello.' }), 201);
    expect(written).toMatchObject({ moderationQueued: false, moderationReasons: [] });
    const fresh = await world.person();
    const { post } = await expectStatus(fresh.send('POST', POSTS, { body: MANY }), 201);
    const [row]: { id: string }[] = await world.sql`select id from moderation_case where subject_id = ${post.id}`;
    const allow = { verdict: 'allow', reasonCode: 'other', version: 1 };
    await expectStatus(moderator.send('POST', `/api/v1/moderation/cases/${row?.id}/decision`, allow), 200);
    const own = await expectStatus<{ viewer: object }>(readAs(fresh, post.id), 200);
    expect(own.viewer).toMatchObject({ moderationReasons: [] });
    expect(await pageAs(fresh, post.id)).not.toContain('Waiting for review');
  });
});
