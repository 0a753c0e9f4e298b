// Kills the server with SIGKILL while it notifies many hundred subscribers of a comment, and of a post. Afterwards each of them
// is notified exactly once. LIVEHOUSE_STORM: how many kills of each.
import { expect, test } from 'bun:test';
import { createResident, speakFor } from '../fixtures/house-process.ts';
import { openKillableHouse } from '../fixtures/killable-house.ts';
import { Storm } from '../fixtures/storm.ts';

const storm = new Storm('fan-out-crash', 1);
/** A job whose process died is taken over after half a minute. */
const DONE_MS = 180_000;
/** So many that they are notified in several batches. */
const SUBSCRIBERS = 1_400;

test(
  `${storm.rounds} kills while ${SUBSCRIBERS} subscribers are notified of a comment, and of a post`,
  async () => {
    await using livehouse = await openKillableHouse();
    const { sql } = livehouse;
    const [author, guest] = [await createResident(sql), await createResident(sql)];
    const write = async (who: typeof author, path: string, body: object): Promise<string> => {
      const answer = await speakFor(who, () => livehouse.address)('POST', `/api/v1/community/posts${path}`, body);
      expect(answer.status).toBe(201);
      return (await answer.json())[path === '' ? 'post' : 'comment'].id;
    };
    const postId = await write(author, '', { body: 'A post with many readers' });
    await sql`with reader as (insert into account (id, name, email, email_verified)
        select gen_random_uuid(), 'Reader', 'reader-' || n || '@example.org', true from generate_series(1, ${SUBSCRIBERS}) n
        returning id),
      person as (insert into profile (account_id, display_name) select id, 'Reader' from reader),
      thread as (insert into post_subscription (account_id, post_id, is_active) select id, ${postId}::uuid, true from reader)
      insert into author_subscription (account_id, author_id) select id, ${author.id}::uuid from reader`;
    const notified = async (kind: string, occasion: string): Promise<number> =>
      (await sql`select 1 from notification where kind = ${kind} and occasion = ${occasion}`).length;
    /** Kills once some are notified and others are not. */
    const killAmid = async (kind: string, id: string): Promise<void> => {
      const occasion = `${kind === 'thread' ? 'comment' : 'post'}:${id}`;
      const deadline = performance.now() + DONE_MS;
      while ((await notified(kind, occasion)) === 0 && performance.now() < deadline) await Bun.sleep(5);
      await livehouse.kill();
      const some = await notified(kind, occasion);
      expect(some).toBeGreaterThan(0);
      expect(some).toBeLessThan(SUBSCRIBERS);
      await livehouse.restart();
      const isOver = async (): Promise<boolean> =>
        (await sql`select 1 from fan_out where finished_at is null`).length === 0;
      while (!(await isOver()) && performance.now() < deadline) await Bun.sleep(200);
      expect(await isOver()).toBe(true);
      expect(await notified(kind, occasion)).toBe(SUBSCRIBERS);
    };
    for (const round of storm) {
      await killAmid('thread', await write(guest, `/${postId}/comments`, { body: `Comment ${round}` }));
      // One unread notification a reader, which counts the comments: another count would be a second notification of one.
      const counts = await sql`select (decision ->> 'count')::int as count, count(*)::int as readers from notification
        where kind = 'thread' and post_id = ${postId}::uuid and recipient_id <> ${author.id}::uuid group by 1`;
      expect([...counts]).toEqual([{ count: round + 1, readers: SUBSCRIBERS }]);
      await killAmid('new_post', await write(author, '', { body: `Another post ${round}` }));
      const posts =
        await sql`select count(*)::int as posts, count(distinct recipient_id)::int as readers from notification
        where kind = 'new_post'`;
      expect([...posts]).toEqual([{ posts: SUBSCRIBERS * (round + 1), readers: SUBSCRIBERS }]);
    }
  },
  (120 + storm.rounds * 120) * 1000 + 2 * DONE_MS,
);
