// What a notification refers to must exist, and a notification is deleted with it. Triggers check this once a statement.
import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld());
const { sql } = world;

interface Subject {
  readonly recipient: string;
  readonly actor: string | null;
  readonly post: string | null;
  readonly comment: string | null;
}

/** Writes notifications in one statement; returns the error code of the database, if it refuses. */
async function insert(subjects: readonly Subject[]): Promise<string | undefined> {
  const rows = subjects.map(({ recipient, actor, post, comment }) => ({
    id: Bun.randomUUIDv7(),
    recipient_id: recipient,
    actor_id: actor,
    kind: 'comment',
    post_id: post,
    comment_id: comment,
    occasion: crypto.randomUUID(),
  }));
  try {
    await sql`insert into notification ${sql(rows)}`;
    return undefined;
  } catch (error) {
    return error instanceof SQL.PostgresError ? error.errno : String(error);
  }
}

const countOf = async (recipient: string): Promise<number> =>
  (await sql`select 1 from notification where recipient_id = ${recipient}::uuid`).length;

async function openThread() {
  const [author, guest, reader] = await world.people(3);
  const post = await writePost(author);
  const comment = await writeComment(guest, post.id);
  const whole = { recipient: reader.id, actor: guest.id, post: post.id, comment: comment.id };
  return { author, guest, reader, post, comment, whole };
}

test.each(['recipient', 'actor', 'post', 'comment'])(
  'one about a missing %s is refused, with all of its statement',
  async (missing) => {
    const { reader, whole } = await openThread();
    expect(await insert([whole, { ...whole, [missing]: crypto.randomUUID() }])).toBe('23503');
    expect(await countOf(reader.id)).toBe(0);
    expect(await insert([whole, { recipient: reader.id, actor: null, post: null, comment: null }])).toBeUndefined();
    expect(await countOf(reader.id)).toBe(2);
  },
);

test.each(['comment', 'post', 'actor', 'recipient'])('goes with its %s', async (deleted) => {
  const { reader, whole, ...thread } = await openThread();
  const alone = { recipient: reader.id, actor: null, post: null, comment: null };
  expect(await insert([whole, alone])).toBeUndefined();
  if (deleted === 'comment') await sql`delete from comment where id = ${thread.comment.id}::uuid`;
  else if (deleted === 'post') await sql`delete from post where id = ${thread.post.id}::uuid`;
  else await sql`delete from account where id = ${(deleted === 'actor' ? thread.guest : reader).id}::uuid`;
  expect(await countOf(reader.id)).toBe(deleted === 'recipient' ? 0 : 1);
});

test('whoever deletes an account waits for notifications that are being written, and deletes them too', async () => {
  const { guest, reader, whole } = await openThread();
  let deletion: Promise<unknown> | undefined;
  await sql.begin(async (tx) => {
    await tx`insert into notification (id, recipient_id, actor_id, kind, occasion)
      values (${Bun.randomUUIDv7()}, ${whole.recipient}, ${guest.id}, 'follow', 'meanwhile')`;
    deletion = sql`delete from account where id = ${guest.id}::uuid`.execute();
    await world.world.until(
      async () => (await tx`select 1 from pg_locks where not granted and pid <> pg_backend_pid()`).length > 0,
    );
  });
  await deletion;
  expect(await countOf(reader.id)).toBe(0);
});
