// Kills the server with SIGKILL while an act hides what somebody wrote, and while it is undone. Afterwards each entry is as its row
// says, the act is whole, and nothing was done twice. LIVEHOUSE_STORM: how many kills.
import { expect, test } from 'bun:test';
import { createResident, speakFor } from '../fixtures/house-process.ts';
import { openKillableHouse } from '../fixtures/killable-house.ts';
import { Storm } from '../fixtures/storm.ts';

const storm = new Storm('removal-crash', 2);
/** A job whose process died is taken over after half a minute. */
const DONE_MS = 180_000;
const POSTS = 400;

test(
  `${storm.rounds} kills while everything by a person is hidden and shown again`,
  async () => {
    await using livehouse = await openKillableHouse();
    const { sql } = livehouse;
    const chief = await createResident(sql);
    await sql`update profile set role = 'moderator' where account_id = ${chief.id}`;
    const author = await createResident(sql);
    const [row]: { uid: string }[] = await sql`select uid from profile where account_id = ${author.id}`;
    const speak = speakFor(chief, () => livehouse.address);
    const write = speakFor(author, () => livehouse.address);
    for (let made = 0; made < POSTS; made++) {
      expect((await write('POST', '/api/v1/community/posts', { body: `A post ${made}` })).status).toBe(201);
    }
    const count = async (state: string): Promise<number> => {
      const rows = await sql`select 1 from removal_target where state = ${state}`;
      return rows.length;
    };
    /** Kills as often as the storm says while the number grows, then waits for the end. */
    const killWhile = async (working: string, end: string): Promise<void> => {
      for (const round of storm) {
        const from = await count(working);
        const deadline = performance.now() + DONE_MS;
        while ((await count(working)) < Math.min(POSTS, from + 20 + round) && performance.now() < deadline) {
          await Bun.sleep(20);
        }
        await livehouse.kill();
        const wrong = await sql`select t.state from removal_target t join post p on p.id = t.subject_id
          where (p.hidden_at is not null) <> (t.state in ('removed', 'kept'))`;
        expect(wrong).toHaveLength(0);
        await livehouse.restart();
      }
      const deadline = performance.now() + DONE_MS;
      const isOver = async (): Promise<boolean> => (await sql`select 1 from removal where state = ${end}`).length > 0;
      while (!(await isOver()) && performance.now() < deadline) await Bun.sleep(200);
      expect(await isOver()).toBe(true);
    };
    const begun = await speak('POST', `/api/v1/moderation/users/${row?.uid}/removals`, {
      scope: 'all',
      reasonCode: 'spam',
    });
    expect(begun.status).toBe(202);
    const { removal }: { removal: { id: string } } = JSON.parse(await begun.text());
    await killWhile('removed', 'done');
    expect(await count('removed')).toBe(POSTS);
    // A process that dies while somebody waits for the answer leaves the undo to the next one.
    void speak('POST', `/api/v1/moderation/removals/${removal.id}/undo`, {}).catch(() => undefined);
    await killWhile('restored', 'undone');
    expect(await count('restored')).toBe(POSTS);
    expect(await sql`select 1 from post where hidden_at is not null`).toHaveLength(0);
    const acts = await sql`select action, count(*)::int as count from audit_event
      where action in ('post.hide', 'post.unhide') group by action order by action`;
    expect([...acts]).toEqual([
      { action: 'post.hide', count: POSTS },
      { action: 'post.unhide', count: POSTS },
    ]);
  },
  (120 + storm.rounds * 60) * 1000 + 2 * DONE_MS,
);
