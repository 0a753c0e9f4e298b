// Kills the server with SIGKILL during the deletion of an account. Afterwards the account is either unchanged or deleted, and
// deleted if the deletion was acknowledged. A deleted account loses its posts, likes and files without help, also when the
// job was killed. LIVEHOUSE_STORM: how many kills. They come in bursts, in which a later kill can hit the job of an earlier
// account again.
import { expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { POSTS } from '../fixtures/community.ts';
import { connectTo, createTestDatabase } from '../fixtures/database.ts';
import { createResident, type House, speakFor, startHouse } from '../fixtures/house-process.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { makePng } from '../fixtures/pictures.ts';
import { Storm } from '../fixtures/storm.ts';

const storm = new Storm('deletion-crash', 2);
const PROFILE = '/api/v1/account/profile';
const POST_COUNT = 150;
/** Kills before everything must be forgotten. A dead job is started again after half a minute, so waiting each time is slow. */
const BURST = 10;
const FORGETTING_MS = 200_000;

test(
  `${storm.rounds} kills while deleting accounts`,
  async () => {
    const data = folderForTest();
    await using database = await createTestDatabase();
    await using sql = connectTo(database.url, { max: 2 });
    const start = (): Promise<House> =>
      startHouse({ data, databaseUrl: database.url, environment: { QUOTAS: 'off', LOG_LEVEL: 'warn' } });
    let livehouse = await start();
    const png = await makePng(64, 64);
    const leaving: string[] = [];
    try {
      for (const round of storm) {
        const resident = await createResident(sql);
        const speak = speakFor(resident, () => livehouse.address);
        const avatar = await fetch(`${livehouse.address}/api/v1/account/avatar`, {
          method: 'PUT',
          headers: { cookie: resident.cookie, origin: livehouse.address, 'content-type': 'image/png' },
          body: png,
        });
        expect(avatar.status).toBe(202);
        expect((await speak('POST', POSTS, { body: `A post of round ${round}` })).status).toBe(201);
        await sql`insert into post (id, author_id, title, body, excerpt, visibility, moderation_status, search_text, grams)
          select gen_random_uuid(), author_id, title, body, excerpt, visibility, moderation_status, search_text, grams from post,
            generate_series(1, ${POST_COUNT}) where author_id = ${resident.id}`;

        let acknowledged = false;
        const deleting = speak('DELETE', PROFILE, { confirmation: resident.email }).then(
          (answer) => {
            acknowledged = answer.status === 204;
          },
          () => undefined,
        );
        // First during the request, later during the job that follows.
        if (round % 2 > 0) await deleting;
        await Bun.sleep(Math.random() * 60);
        await Promise.all([livehouse.kill(), deleting]);
        livehouse = await start();

        const [row]: { status: string }[] = await sql`select status from profile where account_id = ${resident.id}`;
        const isDeleted = row?.status === 'deleted';
        if (acknowledged) expect(isDeleted).toBe(true);
        expect((await speak('GET', PROFILE)).status).toBe(isDeleted ? 401 : 200);
        if (!isDeleted) {
          const [posts] = await sql`select count(*)::int as count from post
            where author_id = ${resident.id} and deleted_at is null`;
          expect(posts?.count).toBe(POST_COUNT + 1);
          expect((await speak('DELETE', PROFILE, { confirmation: resident.email })).status).toBe(204);
        }
        leaving.push(resident.id);
        if (leaving.length === BURST) await waitUntilForgotten(sql, leaving.splice(0), data);
      }
      if (leaving.length > 0) await waitUntilForgotten(sql, leaving, data);
    } finally {
      await livehouse.kill();
    }
  },
  { timeout: storm.rounds * 120_000 + 60_000 },
);

/** A job whose process died is restarted within a minute, and later if it died several times. */
async function waitUntilForgotten(sql: SQL, ids: readonly string[], data: string): Promise<void> {
  const deadline = performance.now() + FORGETTING_MS;
  for (;;) {
    const [left] = await sql`select
      (select count(*)::int from post where author_id in ${sql(ids)} and (deleted_at is null or body <> '')) as posts,
      (select count(*)::int from session where account_id in ${sql(ids)}) as sessions,
      (select count(*)::int from avatar where account_id in ${sql(ids)}) as avatars,
      (select count(*)::int from jobs.job where data->>'accountId' in ${sql(ids)}
        and state in ('created', 'retry', 'active')) as jobs`;
    const files = existsSync(join(data, 'objects', 'avatars'))
      ? readdirSync(join(data, 'objects', 'avatars'), { recursive: true, withFileTypes: true }).filter((entry) =>
          entry.isFile(),
        ).length
      : 0;
    const rest = { ...left, files };
    if (Object.values(rest).every((count) => count === 0)) return;
    if (performance.now() > deadline) throw new Error(`not forgotten: ${JSON.stringify(rest)}`);
    await Bun.sleep(100);
  }
}
