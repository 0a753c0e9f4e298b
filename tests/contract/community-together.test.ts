// Many people at once: posts, comments, answers, likes, bookmarks and follows cross each other on the same rows. Whatever
// was acknowledged is there once, nothing else is, and every counter says what is there.
import { expect, test } from 'bun:test';
import { COMMENTS, POSTS, readDetail, readWholeFeed, USERS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectStatus, openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';

const PEOPLE = 12;

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const people = await world.people(PEOPLE);

/** Every person with every turn, all sent before any is answered. */
const together = <T>(turns: number, act: (person: Person, turn: number, at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(people.flatMap((person, at) => Array.from({ length: turns }, (_, turn) => act(person, turn, at))));

interface Row {
  readonly id: string;
  readonly body: string;
  readonly floor: number;
}

test('concurrently created posts exist once, are listed once, and counted', async () => {
  const written = await together(4, async (person, turn, at) => {
    const post = await writePost(person, { body: `at once, ${at} of ${turn}` });
    return { ...post, uid: person.uid };
  });
  const rows: Row[] = await world.sql`select id, body from post where body like 'at once, %'`;
  expect(rows.map(({ id, body }) => `${id} ${body}`).toSorted()).toEqual(
    written.map(({ id, body }) => `${id} ${body}`).toSorted(),
  );
  expect(new Set(rows.map(({ body }) => body)).size).toBe(PEOPLE * 4);
  const listed = await readWholeFeed(world.world, 'scope=latest&limit=7');
  expect(listed.toSorted()).toEqual(written.map(({ id }) => id).toSorted());
  for (const person of people) {
    const { profile } = await expectStatus(world.world.fetch(`${USERS}/${person.uid}`), 200);
    expect(profile.stats.posts).toBe(4);
  }
});

test('concurrent comments get consecutive numbers and are counted', async () => {
  const [author, ...others] = people;
  const post = await writePost(author);
  const roots = await Promise.all(
    others.map(async (person, at) => {
      const answer = await person.send('POST', `${POSTS}/${post.id}/comments`, { body: `root ${at}` });
      return (await expectStatus(answer, 201)).comment;
    }),
  );
  const answers = await together(3, async (person, turn, at) => {
    const root = roots[(at + turn) % roots.length];
    const body = { body: `answer ${at} of ${turn}`, parentId: root?.id };
    const answer = await person.send('POST', `${POSTS}/${post.id}/comments`, body);
    return { root: root?.id, ...(await expectStatus(answer, 201)).comment };
  });
  const all = [...roots, ...answers];
  const rows: Row[] = await world.sql`select id, body, floor from comment where post_id = ${post.id} order by floor`;
  expect(rows.map(({ floor }) => floor)).toEqual(all.map((_, i) => i + 1));
  expect(rows.map(({ id, body, floor }) => `${id} ${body} ${floor}`).toSorted()).toEqual(
    all.map(({ id, body, floor }) => `${id} ${body} ${floor}`).toSorted(),
  );
  const detail = await readDetail(author, post.id);
  expect(detail.post.commentCount).toBe(all.length);
  for (const root of roots) {
    const shown = detail.comments.find(({ id }) => id === root.id);
    expect([root.id, shown?.replyCount]).toEqual([root.id, answers.filter((one) => one.root === root.id).length]);
  }
});

test('concurrent likes and bookmarks end in the last state of each person', async () => {
  const [author] = people;
  const posts = await Promise.all([writePost(author), writePost(author)]);
  const comment = await expectStatus(
    author.send('POST', `${POSTS}/${posts[0]?.id}/comments`, { body: 'liked by all' }),
    201,
  );
  // Two at once of the same person: whichever is last, a like is there once or not at all.
  await together(2, async (person, turn) => {
    for (const { id } of posts) {
      await expectStatus(person.send('PUT', `${POSTS}/${id}/reaction`, { active: turn === 0 }), 200);
      await expectStatus(person.send('PUT', `${POSTS}/${id}/bookmark`, { active: turn === 0 }), 200);
    }
    await expectStatus(person.send('PUT', `${COMMENTS}/${comment.comment.id}/reaction`, { active: turn === 0 }), 200);
  });
  // The last word, sent twice at once by each: all but two of them like.
  const likes = (at: number): boolean => at >= 2;
  await together(2, async (person, _turn, at) => {
    for (const { id } of posts) {
      await expectStatus(person.send('PUT', `${POSTS}/${id}/reaction`, { active: likes(at) }), 200);
      await expectStatus(person.send('PUT', `${POSTS}/${id}/bookmark`, { active: likes(at) }), 200);
    }
    await expectStatus(person.send('PUT', `${COMMENTS}/${comment.comment.id}/reaction`, { active: likes(at) }), 200);
  });
  for (const { id } of posts) {
    const [row]: { likes: number; marks: number }[] = await world.sql`
      select (select count(*)::int from post_like where post_id = ${id}) as likes, bookmark_count as marks
      from post where id = ${id}`;
    expect([row?.likes, row?.marks]).toEqual([PEOPLE - 2, PEOPLE - 2]);
    const detail = await readDetail(author, id);
    expect(detail.post.likeCount).toBe(PEOPLE - 2);
    const shown = detail.comments.find((one) => one.id === comment.comment.id);
    if (id === posts[0]?.id) expect(shown?.likeCount).toBe(PEOPLE - 2);
  }
});

test('concurrent mutual follows exist once and are counted on both sides', async () => {
  await Promise.all(
    people.flatMap((person) =>
      people
        .filter((other) => other !== person)
        .flatMap((other) =>
          [1, 2].map(async () =>
            expectStatus(person.send('PUT', `${USERS}/${other.uid}/follow`, { active: true }), 200),
          ),
        ),
    ),
  );
  const [first, ...others] = people;
  // The first leaves all at once, while all leave the first.
  await Promise.all(
    others.flatMap((other) => [
      first?.send('PUT', `${USERS}/${other.uid}/follow`, { active: false }),
      other.send('PUT', `${USERS}/${first?.uid}/follow`, { active: false }),
    ]),
  );
  for (const person of people) {
    const { profile } = await readJson(world.world.fetch(`${USERS}/${person.uid}`));
    const count = person === first ? 0 : PEOPLE - 2;
    expect([profile.stats.followers, profile.stats.following]).toEqual([count, count]);
  }
});

test('a read after a write sees it, also while others read the same page', async () => {
  const [author] = people;
  const path = `${POSTS}?scope=latest&limit=1`;
  let isOver = false;
  const crowd = Array.from({ length: 8 }, async () => {
    while (!isOver) await expectStatus(world.world.fetch(path), 200);
  });
  try {
    for (let round = 0; round < 25; round += 1) {
      const { id } = await writePost(author);
      const asked = await Promise.all(Array.from({ length: 4 }, () => world.world.fetch(path)));
      for (const answer of asked) {
        const page = await expectStatus(answer, 200);
        expect([round, page.posts[0]?.id]).toEqual([round, id]);
      }
      const detail = `${POSTS}/${id}`;
      await Promise.all(Array.from({ length: 4 }, () => world.world.fetch(detail)));
      await expectStatus(author.send('POST', `${detail}/archive`, { version: 1 }), 200);
      await expectOnlyStatus(world.world.fetch(detail), 404);
    }
  } finally {
    isOver = true;
    await Promise.all(crowd);
  }
});

test('all counters are consistent at the end', async () => {
  const [wrong]: { comments: number; likes: number; bookmarks: number; replies: number; authors: number }[] =
    await world.sql`
    select
      (select count(*)::int from post p where comment_count <> (select count(*) from comment c where c.post_id = p.id
        and c.deleted_at is null and c.hidden_at is null and c.moderation_status = 'allow')) as comments,
      (select count(*)::int from post p where like_count <> (select count(*) from post_like l where l.post_id = p.id))
        + (select count(*)::int from comment c where like_count <> (select count(*) from comment_like l
          where l.comment_id = c.id)) as likes,
      (select count(*)::int from post p where bookmark_count <> (select count(*) from bookmark b where b.post_id = p.id))
        as bookmarks,
      (select count(*)::int from comment r where reply_count <> (select count(*) from comment c where c.root_id = r.id
        and c.deleted_at is null and c.hidden_at is null and c.moderation_status = 'allow')) as replies,
      (select count(*)::int from author_stat s where posts <> (select count(*) from post p where p.author_id = s.account_id
          and p.deleted_at is null and p.hidden_at is null and p.archived_at is null and p.moderation_status = 'allow'
          and p.visibility = 'public')
        or followers <> (select count(*) from follow where followed_id = s.account_id)
        or following <> (select count(*) from follow where follower_id = s.account_id)) as authors`;
  expect(wrong).toEqual({ comments: 0, likes: 0, bookmarks: 0, replies: 0, authors: 0 });
});
