// Kills the server with SIGKILL while the sweep erases what staff deleted. After each kill every post is either whole or erased
// with all that belongs to it, and another process erases the rest. LIVEHOUSE_STORM: how many kills.
import { expect, test } from 'bun:test';
import type { SQL } from 'bun';
import { createResident, speakFor } from '../fixtures/house-process.ts';
import { openKillableHouse } from '../fixtures/killable-house.ts';
import { Storm } from '../fixtures/storm.ts';

const storm = new Storm('deletion-sweep-crash', 2);
const POSTS = 400;
/** A job whose process died is taken over after half a minute. */
const DONE_MS = 180_000;
/** Posts that are erased between two kills, so that the job is in the middle of its work. */
const STEP = Math.max(1, Math.min(40, Math.floor((POSTS - 60) / storm.rounds)));

test(
  `${storm.rounds} kills while what staff deleted is erased`,
  async () => {
    await using livehouse = await openKillableHouse();
    const { sql } = livehouse;
    const author = await createResident(sql);
    const moderator = await createResident(sql);
    await makeDeleted(sql, author.id, moderator.id);
    const kept = await speakFor(author, () => livehouse.address)('POST', '/api/v1/community/posts', { body: 'KEPT' });
    expect(kept.status).toBe(201);
    const countErased = async (): Promise<number> => {
      const [row] = await sql`select count(*)::int as count from audit_event where action = 'post.erase'`;
      return row?.count;
    };
    // With the options of its queue, as the schedule makes it.
    await sql`insert into jobs.job (name, data, policy, singleton_key, retry_limit, retry_delay, expire_seconds, heartbeat_seconds)
      select name, '{}', policy, 'sweep', retry_limit, retry_delay, expire_seconds, heartbeat_seconds
      from jobs.queue where name = 'community.deletions'`;
    for (const _ of storm) {
      const from = await countErased();
      const deadline = performance.now() + DONE_MS;
      while ((await countErased()) < Math.min(POSTS, from + STEP) && performance.now() < deadline) await Bun.sleep(2);
      await livehouse.kill();
      expect(await countHalves(sql)).toBe(0);
      await livehouse.restart();
    }
    const deadline = performance.now() + DONE_MS;
    while ((await countErased()) < POSTS && performance.now() < deadline) await Bun.sleep(200);
    // Each of them once, and nothing else.
    expect(await countErased()).toBe(POSTS);
    expect(await countHalves(sql)).toBe(0);
    const [left] = await sql`select
      (select count(*)::int from staff_deletion) as deletions,
      (select count(*)::int from post_revision where body like 'SECRET%') as revisions,
      (select count(*)::int from audit_value where value like 'SECRET%') as notes,
      (select count(*)::int from post where title <> '' or body <> '') as posts`;
    expect(left).toEqual({ deletions: 0, revisions: 0, notes: 0, posts: 1 });
  },
  (120 + storm.rounds * 60) * 1000 + 2 * DONE_MS,
);

/** Posts with an earlier version and a note about them, which staff deleted so long ago that they are due. */
async function makeDeleted(sql: SQL, author: string, moderator: string): Promise<void> {
  await sql`insert into post (id, author_id, title, body, excerpt, visibility, moderation_status, hidden_at, search_text, grams)
    select gen_random_uuid(), ${author}, 'SECRET title', 'SECRET body', 'SECRET', 'public', 'rejected', now(), 'secret', ''
    from generate_series(1, ${POSTS}::int)`;
  await sql`insert into post_revision (post_id, revision, title, body, visibility, tags)
    select id, 1, 'SECRET title', 'SECRET before', 'public', '{}' from post`;
  await sql`insert into audit_event (id, action, subject_kind, subject_id, note)
    select gen_random_uuid(), 'post.delete', 'post', id::text, 'SECRET note' from post`;
  await sql`insert into staff_deletion (kind, subject_id, author_account_id, deleted_by, was_hidden, erase_at)
    select 'post', id, ${author}, ${moderator}, false, now() - interval '1 hour' from post`;
}

/** Deleted posts of which some parts are erased, and others are not. */
async function countHalves(sql: SQL): Promise<number> {
  const [row] = await sql`select count(*)::int as count from (
    select p.deleted_at is not null as d, p.title = '' as t, p.body = '' as b, p.search_text = '' as s,
      not exists (select 1 from post_revision where post_id = p.id) as r,
      not exists (select 1 from staff_deletion where subject_id = p.id) as l,
      not exists (select 1 from audit_event e join audit_value v on v.event_id = e.id
        where e.subject_id = p.id::text and v.value like 'SECRET%') as n,
      exists (select 1 from audit_event where action = 'post.erase' and subject_id = p.id::text) as a,
      (select count(*) from audit_event where action = 'post.erase' and subject_id = p.id::text) > 1 as twice
    from post p where p.moderation_status = 'rejected') parts
    where twice or not (array[d, t, b, s, r, l, n, a] in (array_fill(true, array[8]), array_fill(false, array[8])))`;
  return row?.count;
}
