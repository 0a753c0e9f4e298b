// Kills the server with SIGKILL between an event and its delivery, and publishes a release while no process runs. Afterwards
// everything is delivered. LIVEHOUSE_STORM: how many kills.
import { expect, test } from 'bun:test';
import { POSTS } from '../fixtures/community.ts';
import { connectTo, createTestDatabase } from '../fixtures/database.ts';
import { createResident, type House, speakFor, startHouse } from '../fixtures/house-process.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { publishInto } from '../fixtures/stored-release.ts';
import { Storm } from '../fixtures/storm.ts';
import { isSignedBy, openWebhookReceiver } from '../fixtures/webhook-receiver.ts';

const storm = new Storm('webhooks-crash', 2);
/** A job whose process died is taken over after half a minute. */
const DELIVERED_MS = 120_000;

test(
  `${storm.rounds} kills between events and their deliveries`,
  async () => {
    const data = folderForTest();
    await using database = await createTestDatabase();
    await using sql = connectTo(database.url, { max: 2 });
    const start = (): Promise<House> =>
      startHouse({ data, databaseUrl: database.url, environment: { WEBHOOK_PRIVATE: 'on', QUOTAS: 'off' } });
    let livehouse = await start();
    await using receiver = openWebhookReceiver();
    // Holds every delivery until its sender has died.
    let isUp = false;
    const waiting = Promise.withResolvers<void>();
    receiver.answerWith(async () => {
      if (!isUp) await waiting.promise;
      return new Response();
    });
    try {
      const chief = await createResident(sql);
      await sql`update profile set role = 'administrator' where account_id = ${chief.id}`;
      const speak = speakFor(chief, () => livehouse.address);
      const plan = { url: receiver.url, events: ['post.created', 'release.promoted'] };
      const made = await speak('POST', '/api/v1/admin/webhooks', plan);
      expect(made.status).toBe(201);
      const { secret }: { secret: string } = JSON.parse(await made.text());
      const posts: string[] = [];
      const releases: string[] = [];
      for (const round of storm) {
        const written = await speak('POST', POSTS, { body: `A post of round ${round}` });
        expect(written.status).toBe(201);
        const { post }: { post: { id: string } } = JSON.parse(await written.text());
        posts.push(post.id);
        await Bun.sleep(Math.random() * 200);
        await livehouse.kill();
        using snapshot = createSmallSnapshot();
        snapshot.write('assets/Assets/media-0.txt', `round ${round}`);
        releases.push((await publishInto(data, snapshot.directory)).releaseId);
        livehouse = await start();
      }
      isUp = true;
      waiting.resolve();
      const told = (type: string, field: string): Set<unknown> =>
        new Set(receiver.of(type).map(({ body }) => body.data[field]));
      const deadline = performance.now() + DELIVERED_MS;
      const isWhole = (): boolean =>
        posts.every((id) => told('post.created', 'postId').has(id)) &&
        releases.every((id) => told('release.promoted', 'releaseId').has(id));
      while (!isWhole() && performance.now() < deadline) await Bun.sleep(200);
      expect([...told('post.created', 'postId')].sort()).toEqual(posts.toSorted());
      expect([...told('release.promoted', 'releaseId')]).toEqual(expect.arrayContaining(releases));
      for (const got of receiver.deliveries) expect(isSignedBy(secret, got)).toBe(true);
    } finally {
      waiting.resolve();
      await livehouse.kill();
    }
  },
  (60 + storm.rounds * 30) * 1000 + DELIVERED_MS,
);
