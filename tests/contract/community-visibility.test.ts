// Who sees what. First the two spellings of each rule (pure and SQL) over every combination of facts; then every path that
// shows a post, a comment or a file, for every kind of viewer, on every kind of post, against the pure rule.
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sql';
import {
  isCommentShown,
  isPostListed,
  listsPost,
  mayReadPost,
  type PostFacts,
  readsPost,
  showsComment,
  type Viewer,
} from '../../src/features/community/common/visibility.ts';
import { mayReadThroughPost } from '../../src/features/community/posts/attachments.ts';
import { COMMENTS, POSTS, readDetail, readWholeFeed, TAGS, USERS } from '../fixtures/community.ts';
import { connectTo } from '../fixtures/database.ts';
import { listen } from '../fixtures/event-stream.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectStatus, openAccountsWorld, type Person, refusalOf } from '../fixtures/people.ts';

const VISIBILITIES = ['public', 'protected', 'private'] as const;
const VERDICTS = ['allow', 'pending', 'review', 'rejected'] as const;
const STATES = ['active', 'hidden', 'archived', 'deleted'] as const;

interface Kind {
  readonly id: string;
  readonly commentId: string;
  readonly fileId: string;
  readonly authorId: string;
  readonly visibility: (typeof VISIBILITIES)[number];
  readonly verdict: (typeof VERDICTS)[number];
  readonly state: (typeof STATES)[number];
  readonly isAuthorDeleted: boolean;
}

const kinds: Kind[] = [];
const viewers: { name: string; viewer: Viewer; fetch: Pick<Person, 'fetch'>; isBlocked: boolean }[] = [];

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const client = await keepOpen(connectTo(world.databaseUrl, { max: 2 }));
const [author, gone] = await world.people(2);
const [reader, blocker, blocked, moderator] = [
  await world.person(),
  await world.person(),
  await world.person(),
  await world.person({ role: 'moderator' }),
];
await expectStatus(blocker.send('PUT', `${USERS}/${author.uid}/block`, { active: true }), 200);
await expectStatus(author.send('PUT', `${USERS}/${blocked.uid}/block`, { active: true }), 200);
viewers.push(
  { name: 'nobody', viewer: undefined, fetch: world.world, isBlocked: false },
  { name: 'author', viewer: { accountId: author.id, role: 'member' }, fetch: author, isBlocked: false },
  { name: 'reader', viewer: { accountId: reader.id, role: 'member' }, fetch: reader, isBlocked: false },
  { name: 'blocker', viewer: { accountId: blocker.id, role: 'member' }, fetch: blocker, isBlocked: true },
  { name: 'blocked', viewer: { accountId: blocked.id, role: 'member' }, fetch: blocked, isBlocked: true },
  { name: 'moderator', viewer: { accountId: moderator.id, role: 'moderator' }, fetch: moderator, isBlocked: false },
);
for (const by of [author, gone]) {
  for (const visibility of VISIBILITIES) {
    for (const verdict of VERDICTS) {
      for (const state of STATES) {
        const id = Bun.randomUUIDv7();
        const commentId = Bun.randomUUIDv7();
        const fileId = Bun.randomUUIDv7();
        const at = (wanted: string): Date | null => (state === wanted ? new Date() : null);
        await world.sql`insert into post (id, author_id, title, body, excerpt, visibility, moderation_status, hidden_at, archived_at, deleted_at, search_text, grams, subject_server, subject_resource, subject_id, subject_title)
            values (${id}, ${by.id}, 'matrix', 'matrix', 'matrix', ${visibility}, ${verdict}, ${at('hidden')}, ${at('archived')}, ${at('deleted')}, 'matrix', ${"'ma' 'at' 'tr' 'ri' 'ix'"}::tsvector, 'jp', 'songs', '1', 'One')`;
        await world.sql`insert into post_tag (post_id, tag, created_at) select id, 'matrix', created_at from post where id = ${id}`;
        await world.sql`insert into comment (id, post_id, author_id, top, floor, body, moderation_status, hidden_at, deleted_at)
            values (${commentId}, ${id}, ${by.id}, true, 1, 'c', ${verdict}, ${at('hidden')}, ${at('deleted')})`;
        await world.sql`insert into post_attachment (attachment_id, post_id, position) values (${fileId}, ${id}, 0)`;
        kinds.push({
          id,
          commentId,
          fileId,
          authorId: by.id,
          visibility,
          verdict,
          state,
          isAuthorDeleted: by === gone,
        });
      }
    }
  }
}
await world.sql`update profile set status = 'deleted' where account_id = ${gone.id}`;

const factsOf = (kind: Kind, isBlocked: boolean): PostFacts => ({
  authorId: kind.authorId,
  isAuthorDeleted: kind.isAuthorDeleted,
  moderationStatus: kind.verdict,
  isHidden: kind.state === 'hidden',
  isDeleted: kind.state === 'deleted',
  isArchived: kind.state === 'archived',
  isBlocked: isBlocked && kind.authorId === author.id,
  visibility: kind.visibility,
});

const idsOf = (answers: readonly { readonly id: string }[]): ReadonlySet<string> =>
  new Set(answers.map(({ id }) => id));

test('the SQL of every rule equals the pure function, for every viewer and every kind of post', async () => {
  const db = drizzle(client);
  for (const { name, viewer, isBlocked } of viewers) {
    const rows = await db.execute(sql`select p.id, (${listsPost(viewer)}) as lists, (${readsPost(viewer)}) as reads
      from post p join profile a on a.account_id = p.author_id where p.title = 'matrix'`);
    const comments = await db.execute(sql`select c.id, (${showsComment(viewer)}) as shows from comment c
      join profile ca on ca.account_id = c.author_id`);
    const said = new Map([...rows, ...comments].map((row) => [row.id, row]));
    expect(kinds.length).toBe(96);
    for (const kind of kinds) {
      const facts = factsOf(kind, isBlocked);
      const row = said.get(kind.id);
      const wanted = [
        name,
        kind,
        isPostListed(facts, viewer),
        mayReadPost(facts, viewer),
        isCommentShown(facts, viewer),
      ];
      expect([name, kind, row?.lists, row?.reads, said.get(kind.commentId)?.shows]).toEqual(wanted);
      const wasRead = await mayReadThroughPost(db, viewer, kind.fileId);
      expect([name, kind, wasRead]).toEqual([name, kind, mayReadPost(facts, viewer)]);
    }
  }
}, 60_000);

test('every list shows exactly what is listed: all, latest, top, tag, subject, search, recommended', async () => {
  for (const { name, viewer, fetch, isBlocked } of viewers) {
    const wanted = new Set(kinds.filter((kind) => isPostListed(factsOf(kind, isBlocked), viewer)).map(({ id }) => id));
    for (const query of [
      ...['scope=all', 'scope=latest', 'scope=top', 'scope=top&period=all', 'tag=matrix', 'q=matrix'],
      ...['subject=jp/songs/1', 'subject=jp/songs/1&q=matrix', 'scope=recommended&seed=3'],
    ]) {
      expect([name, query, new Set(await readWholeFeed(fetch, `${query}&limit=50`))]).toEqual([name, query, wanted]);
    }
  }
}, 60_000);

test('an address answers the post or the 404 of a post that is not there; its comments and likes alike', async () => {
  for (const { name, viewer, fetch, isBlocked } of viewers) {
    for (const kind of kinds) {
      const facts = factsOf(kind, isBlocked);
      const may = mayReadPost(facts, viewer);
      const answer = await fetch.fetch(`${POSTS}/${kind.id}`);
      expect([name, kind, answer.status]).toEqual([name, kind, may ? 200 : 404]);
      if (!may) {
        expect(await answer.text()).toContain('"post_not_found"');
        const like = await fetch.fetch(`${POSTS}/${kind.id}/reaction`, {
          method: 'PUT',
          body: '{"active":true}',
          headers: { 'content-type': 'application/json' },
        });
        expect([name, kind, like.status]).toEqual([name, kind, viewer === undefined ? 401 : 404]);
        continue;
      }
      await answer.body?.cancel();
      const { comments } = await readDetail(fetch, kind.id);
      expect([name, kind, idsOf(comments).has(kind.commentId)]).toEqual([name, kind, isCommentShown(facts, viewer)]);
    }
  }
}, 120_000);

test('mine shows the author everything that stands; a profile what a stranger sees, and counts it', async () => {
  const own = kinds.filter(({ authorId }) => authorId === author.id);
  const standing = own.filter(({ state }) => state === 'active' || state === 'archived').map(({ id }) => id);
  expect(new Set(await readWholeFeed(author, 'scope=mine&state=all&limit=50'))).toEqual(new Set(standing));
  const open = own.filter((kind) => isPostListed(factsOf(kind, false), undefined)).map(({ id }) => id);
  for (const { name, fetch, isBlocked } of viewers) {
    const view = await expectStatus(fetch.fetch(`${USERS}/${author.uid}`), 200);
    expect([name, idsOf(view.posts)]).toEqual([name, new Set(isBlocked ? [] : open)]);
    expect([name, idsOf(view.works)]).toEqual([name, new Set(isBlocked ? [] : open)]);
    expect([name, view.profile.stats.posts, view.profile.stats.works]).toEqual([name, open.length, open.length]);
  }
});

test('bookmarks, followed authors and followed tags show listed posts only', async () => {
  for (const { name, viewer, fetch, isBlocked } of viewers) {
    if (viewer === undefined) continue;
    const me = viewer.accountId;
    await world.sql`insert into bookmark (account_id, post_id) select ${me}::uuid, id from post where title = 'matrix'`;
    const listed = kinds.filter((kind) => isPostListed(factsOf(kind, isBlocked), viewer));
    const wanted = new Set(listed.map(({ id }) => id));
    expect([name, new Set(await readWholeFeed(fetch, 'scope=bookmarked&limit=50'))]).toEqual([name, wanted]);
    // A follow that outlived a block by whatever way shows nothing either.
    if (me !== author.id) {
      await world.sql`insert into follow (follower_id, followed_id) values (${me}, ${author.id})`;
      const theirs = new Set(listed.filter(({ authorId }) => authorId === author.id).map(({ id }) => id));
      expect([name, new Set(await readWholeFeed(fetch, 'scope=following&limit=50'))]).toEqual([name, theirs]);
      await world.sql`delete from follow where follower_id = ${me}`;
    }
    await world.sql`insert into tag (name, id) values ('matrix', ${Bun.randomUUIDv7()}) on conflict do nothing`;
    await world.sql`insert into tag_preference (account_id, tag, kind) values (${me}, 'matrix', 'follow')`;
    expect([name, new Set(await readWholeFeed(fetch, 'scope=following&limit=50'))]).toEqual([name, wanted]);
    await world.sql`delete from tag_preference where account_id = ${me}`;
    await world.sql`delete from bookmark where account_id = ${me}`;
  }
}, 60_000);

test('a tag counts what a stranger sees, whoever asks', async () => {
  await world.sql`insert into tag (name, id) values ('matrix', ${Bun.randomUUIDv7()}) on conflict do nothing`;
  await world.sql`insert into tag (name, id) values ('matrix-unused', ${Bun.randomUUIDv7()}) on conflict do nothing`;
  const open = kinds.filter((kind) => isPostListed(factsOf(kind, false), undefined)).length;
  for (const { name, viewer, fetch, isBlocked } of viewers) {
    const seesAny = kinds.some((kind) => isPostListed(factsOf(kind, isBlocked), viewer));
    const { tags } = await expectStatus(fetch.fetch(`${TAGS}?q=matrix`), 200);
    // Those of the account that is gone count until its job has removed them.
    const counts = tags.map(({ normalizedName, postCount }) => [normalizedName, postCount]);
    expect([name, counts]).toEqual([name, seesAny ? [['matrix', open * 2]] : []]);
  }
});

test('revisions of posts and comments are for their authors and for staff that reads the post', async () => {
  for (const { name, viewer, fetch, isBlocked } of viewers) {
    const isStaff = viewer !== undefined && viewer.role !== 'member';
    for (const kind of kinds) {
      const facts = factsOf(kind, isBlocked);
      const may = mayReadPost(facts, viewer);
      const isOwn = viewer?.accountId === kind.authorId;
      const none = viewer === undefined ? 401 : 404;
      const ofPost = await fetch.fetch(`${POSTS}/${kind.id}/revisions`);
      expect([name, kind, ofPost.status]).toEqual([name, kind, may && (isOwn || isStaff) ? 200 : none]);
      const ofComment = await fetch.fetch(`${COMMENTS}/${kind.commentId}/revisions`);
      const stands = !facts.isDeleted && !facts.isAuthorDeleted;
      expect([name, kind, ofComment.status]).toEqual([name, kind, stands && (isOwn || (isStaff && may)) ? 200 : none]);
    }
  }
}, 60_000);

test('one’s own comments are listed whatever became of the post, and say so', async () => {
  const seen = new Map<string, boolean>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { comments: { id: string; postAccessible: boolean }[]; nextCursor: string | null } = await expectStatus(
      author.fetch(`/api/v1/community/me/comments?limit=50${cursor === '' ? '' : `&cursor=${cursor}`}`),
      200,
    );
    for (const { id, postAccessible } of page.comments) seen.set(id, postAccessible);
    cursor = page.nextCursor;
  }
  const own = kinds.filter(({ authorId }) => authorId === author.id);
  const wanted = own.map((kind): [string, boolean] => [
    kind.commentId,
    mayReadPost(factsOf(kind, false), { accountId: author.id, role: 'member' }),
  ]);
  expect(new Map([...seen].toSorted())).toEqual(new Map(wanted.toSorted()));
});

test('notifications never show content that is not visible, in the list and in the stream', async () => {
  for (const { name, viewer, fetch, isBlocked } of viewers) {
    if (viewer === undefined || viewer.accountId === author.id) continue;
    const place = Bun.randomUUIDv7();
    await world.sql`insert into notification (id, recipient_id, kind, occasion, created_at, read_at)
      values (${place}, ${viewer.accountId}, 'moderation', 'place', now() - interval '1 hour', now())`;
    for (const { id, commentId } of kinds) {
      await world.sql`insert into notification (id, recipient_id, actor_id, kind, post_id, occasion)
        values (${Bun.randomUUIDv7()}, ${viewer.accountId}, ${author.id}, 'mention', ${id}, ${`m:${commentId}`})`;
    }
    const wanted = new Set(
      kinds.filter((kind) => !isBlocked && mayReadPost(factsOf(kind, isBlocked), viewer)).map(({ id }) => id),
    );
    const seen = await expectStatus(fetch.fetch('/api/v1/community/notifications?limit=50&unread=true'), 200);
    expect([name, new Set(seen.notifications.map(({ postId }) => postId)), seen.unreadCount]).toEqual([
      name,
      wanted,
      wanted.size,
    ]);
    const stream = await listen(fetch, place);
    await world.world.until(() => stream.events.length >= wanted.size);
    await stream.close();
    expect([name, new Set(stream.events.map(({ postId }) => postId))]).toEqual([name, wanted]);
  }
});

test('actions on a post require that it is visible', async () => {
  for (const { name, viewer, fetch, isBlocked } of viewers) {
    if (viewer === undefined) continue;
    for (const kind of kinds) {
      const facts = factsOf(kind, isBlocked);
      const wanted = !mayReadPost(facts, viewer)
        ? 'post_not_found'
        : facts.isHidden
          ? 'post_hidden'
          : facts.isArchived
            ? 'post_archived'
            : facts.moderationStatus === 'allow'
              ? 'done'
              : 'post_not_ready';
      for (const [method, what, body] of [
        ['PUT', 'reaction', '{"active":true}'],
        ['PUT', 'bookmark', '{"active":true}'],
        ['POST', 'comments', '{"body":"one more"}'],
      ] as const) {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch.fetch(`${POSTS}/${kind.id}/${what}`, { method, body, headers });
        const said = answer.ok ? 'done' : (await refusalOf(answer))[1];
        expect([name, what, kind, said]).toEqual([name, what, kind, wanted]);
      }
    }
  }
}, 120_000);
