// The feed `top`: by likes and comments within a period, as they come, are taken back, hidden, and become old.
import { expect, test } from 'bun:test';
import { moveWindows } from '../../src/features/community/feeds/activity.ts';
import { COMMENTS, POSTS, readFeed, readWholeFeed, writeComment, writePost } from '../fixtures/community.ts';
import { openReadyDatabase } from '../fixtures/database.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectStatus, openAccountsWorld, type Person, refusedWith } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const people = await world.people(4);
const database = await keepOpen(openReadyDatabase(world.databaseUrl));
const PERIODS = ['day', 'week', 'month', 'year', 'all'] as const;
const DAYS = { day: 1, week: 7, month: 30, year: 365, all: 100_000 } as const;

async function like(postId: string, count: number): Promise<void> {
  for (const person of people.slice(0, count)) {
    await expectStatus(person.send('PUT', `${POSTS}/${postId}/reaction`, { active: true }), 200);
  }
}
const top = (period: string, limit = 2): Promise<readonly string[]> =>
  readWholeFeed(world.world, `scope=top&period=${period}&limit=${limit}`);

/** The order as the events themselves tell it. */
async function reckon(period: (typeof PERIODS)[number]): Promise<readonly string[]> {
  const rows: { id: string }[] = await world.sql`
    select p.id from post p left join (select post_id, created_at from post_like
      union all select post_id, created_at from comment where deleted_at is null and hidden_at is null and moderation_status = 'allow') e
      on e.post_id = p.id and e.created_at > now() - make_interval(days => ${DAYS[period]})
    group by p.id having count(e.post_id) > 0 or p.created_at > now() - make_interval(days => ${DAYS[period]})
    order by count(e.post_id) desc, p.created_at desc, p.id desc`;
  return rows.map(({ id }) => id);
}

async function expectReckoned(): Promise<void> {
  for (const period of PERIODS) expect([period, await top(period)]).toEqual([period, await reckon(period)]);
}

test('likes and comments of the period decide, then the time', async () => {
  const [author, other] = people;
  const posts = [];
  for (let index = 0; index < 5; index += 1) posts.push(await writePost(author));
  const [quiet, liked, commented, both] = posts.map(({ id }) => id);
  if (quiet === undefined || liked === undefined || commented === undefined || both === undefined) {
    throw new Error('no posts');
  }
  await like(liked, 2);
  const comment = await writeComment(other, commented);
  await like(both, 2);
  await writeComment(other, both);
  expect(await top('week')).toEqual([both, liked, commented, posts[4]?.id ?? '', quiet]);
  expect((await readFeed(world.world, '?scope=top')).posts.map(({ id }) => id)).toEqual([...(await top('week', 50))]);
  await expectReckoned();
  // Taken back, hidden and shown again, deleted.
  await expectStatus(author.send('PUT', `${POSTS}/${both}/reaction`, { active: false }), 200);
  await world.sql`update comment set hidden_at = now() where id = ${comment.id}`;
  await expectReckoned();
  await world.sql`update comment set hidden_at = null where id = ${comment.id}`;
  await expectReckoned();
  await expectStatus(other.send('DELETE', `${COMMENTS}/${comment.id}`, { version: 1 }), 200);
  await expectReckoned();
});

test('what becomes old no longer counts, once the job has run; what is taken back later never counts twice', async () => {
  await moveWindows(database);
  await expectReckoned();
  const [author] = people;
  const old: string[] = [];
  for (const days of [2, 10, 40, 400]) {
    const { id } = await writePost(author);
    await like(id, 3);
    const about = await writeComment(author, id);
    await world.sql`update post set created_at = now() - make_interval(days => ${days + 1}) where id = ${id}`;
    await world.sql`update post_like set created_at = now() - make_interval(days => ${days}) where post_id = ${id}`;
    await world.sql`update comment set created_at = now() - make_interval(days => ${days}) where id = ${about.id}`;
    old.push(id);
  }
  await expectReckoned();
  expect(await top('month')).toContain(old[1] ?? '');
  expect(await top('month')).not.toContain(old[2] ?? '');
  expect((await top('all')).length).toBeGreaterThan((await top('year')).length);
  // As if the job had last run a month and a half ago: everything counted then leaves its window now, step by step.
  await world.sql`update activity_window set day = day - interval '45 days', week = week - interval '45 days',
    month = month - interval '45 days', year = year - interval '45 days'`;
  await world.sql`update post_activity a set
    day = (select count(*) from (select created_at, post_id from post_like union all select created_at, post_id from comment) e, activity_window w where e.post_id = a.post_id and e.created_at > w.day),
    week = (select count(*) from (select created_at, post_id from post_like union all select created_at, post_id from comment) e, activity_window w where e.post_id = a.post_id and e.created_at > w.week),
    month = (select count(*) from (select created_at, post_id from post_like union all select created_at, post_id from comment) e, activity_window w where e.post_id = a.post_id and e.created_at > w.month),
    year = (select count(*) from (select created_at, post_id from post_like union all select created_at, post_id from comment) e, activity_window w where e.post_id = a.post_id and e.created_at > w.year)
    where a.post_id = any(${world.sql.array(old, 'UUID')})`;
  const [before]: { day: number }[] = await world.sql`select day from post_activity where post_id = ${old[0] ?? ''}`;
  expect(before?.day).toBe(4);
  // A like that is taken back before the job comes is subtracted once.
  await expectStatus(author.send('PUT', `${POSTS}/${old[0]}/reaction`, { active: false }), 200);
  await moveWindows(database);
  const [after]: { day: number; week: number }[] = await world.sql`
    select day, week from post_activity where post_id = ${old[0] ?? ''}`;
  expect(after).toMatchObject({ day: 0, week: 3 });
  await expectStatus(author.send('PUT', `${POSTS}/${old[0]}/reaction`, { active: true }), 200);
  await expectReckoned();
});

test('the first run and a step count few posts in a transaction, and come to the same', async () => {
  await world.sql`delete from activity_window`;
  await world.sql`update post_activity set day = 99, week = 99, month = 99, year = 99 where total > 0`;
  await moveWindows(database, { postsMax: 2 });
  await expectReckoned();
  // More posts than two leave a window of one day: the step is made shorter.
  await world.sql`update post_like set created_at = now() - interval '2 days'`;
  await world.sql`update activity_window set day = day - interval '4 days'`;
  await moveWindows(database, { postsMax: 2 });
  await expectReckoned();
});

test('a period belongs to top, a cursor to its period', async () => {
  for (const [query, refused] of [
    ['scope=top&period=hour', 'invalid_period'],
    ['scope=latest&period=day', 'invalid_period'],
    ['period=day', 'invalid_period'],
    ['scope=top&state=all', 'invalid_state_scope'],
  ] as const) {
    expect([query, await refusedWith(world.world.fetch(`${POSTS}?${query}`))]).toEqual([query, `400 ${refused}`]);
  }
  const { nextCursor } = await readFeed(world.world, '?scope=top&period=all&limit=1');
  for (const query of ['scope=top&period=day', 'scope=top', 'scope=latest', 'scope=top&period=all&q=a']) {
    expect([query, await refusedWith(world.world.fetch(`${POSTS}?${query}&cursor=${nextCursor}`))]).toEqual([
      query,
      '400 invalid_cursor',
    ]);
  }
});

test('what a viewer does not see in other feeds is not in top', async () => {
  const [author, reader] = people;
  const secret = await writePost(author, { visibility: 'private' });
  const { id } = await writePost(author);
  await like(id, 4);
  const ids = (who: Pick<Person, 'fetch'>): Promise<readonly string[]> =>
    readWholeFeed(who, 'scope=top&period=day&limit=50');
  expect(await ids(reader)).toContain(id);
  expect(await ids(author)).toContain(secret.id);
  expect(await ids(reader)).not.toContain(secret.id);
  await expectStatus(reader.send('PUT', `/api/v1/community/users/${author.uid}/mute`, { active: true }), 200);
  expect(await ids(reader)).toEqual([]);
});
