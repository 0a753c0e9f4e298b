// Data of every earlier version starts under this one: the migrations run, and whatever people and operators had is there,
// readable and writable. A fixture is made by the code of its version and never changed.
import { afterEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMENTS, type DetailAnswer, type FeedAnswer, POSTS } from '../fixtures/community.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { type House, startHouse } from '../fixtures/house-process.ts';
import { readJson } from '../fixtures/people.ts';
import { listUpgrades, readFacts, restoreDatabase, type UpgradeFacts, unpackFiles } from '../fixtures/upgrades.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts this version on the data of another. */
async function startUpgraded(name: string): Promise<House> {
  const data = mkdtempSync(join(tmpdir(), 'livehouse-upgrade-'));
  cleanups.push(() => rmSync(data, { recursive: true, force: true }));
  const database = await createTestDatabase();
  cleanups.push(() => database.drop());
  unpackFiles(name, data);
  await restoreDatabase(name, database.url);
  const house = await startHouse({ data, databaseUrl: database.url, environment: { AUTH_SECRET: '' } });
  cleanups.push(() => house.kill());
  return house;
}

async function signIn(house: House, email: string, password: string) {
  const origin = house.address;
  const send = (method: string, path: string, body: unknown, cookie: string): Promise<Response> =>
    fetch(`${origin}${path}`, {
      method,
      headers: { origin, cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const answer = await send('POST', '/api/auth/sign-in/email', { email, password }, '');
  expect(answer.status).toBe(200);
  const cookie = (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  return {
    read: (path: string) => fetch(`${origin}${path}`, { headers: { cookie } }),
    send: (method: string, path: string, body?: unknown) => send(method, path, body, cookie),
  };
}

async function expectReleases(house: House, { releases }: UpgradeFacts): Promise<void> {
  const base = `${house.address}/api/v1/servers/jp`;
  const current = await readJson<{ releaseId: string }>(await fetch(`${base}/release?projection=identity`));
  expect(current.releaseId).toBe(releases.at(-1) ?? '');
  const texts = await Promise.all(
    releases.map(async (release) =>
      (await fetch(`${house.address}/assets/jp/Assets/media-0.txt?release=${release}`)).text(),
    ),
  );
  expect(texts).toEqual(['media 0', 'media 0, changed']);
  const history = await readJson<{ releases: { releaseId: string }[] }>(await fetch(`${base}/release/history`));
  expect(history.releases.map(({ releaseId }) => releaseId)).toEqual([...releases].reverse());
  const song = await readJson<{ title: string }>(await fetch(`${base}/songs/1`));
  expect(song.title).toBe('Song 1');
  // The file for queries is made at the first query where the release has none.
  let found = await fetch(`${base}/catalog/query/songs?q=Song%2017`);
  for (const end = Date.now() + 30_000; found.status === 503 && Date.now() < end; await Bun.sleep(50)) {
    found = await fetch(`${base}/catalog/query/songs?q=Song%2017`);
  }
  expect((await readJson<{ total: number }>(found)).total).toBe(1);
}

test('there is data of an earlier version', () => {
  expect(listUpgrades().length).toBeGreaterThan(0);
});

test.each(listUpgrades())(
  'the data of %s starts under this version, whole',
  async (name) => {
    const facts = readFacts(name);
    const house = await startUpgraded(name);
    await expectReleases(house, facts);

    const strangers = await readJson<FeedAnswer>(await fetch(`${house.address}${POSTS}`));
    expect(strangers.posts.map(({ id }) => id)).toEqual([facts.post.id]);
    const { post, comments } = await readJson<DetailAnswer>(await fetch(`${house.address}${POSTS}/${facts.post.id}`));
    expect([post.title, post.body, post.likeCount, post.commentCount, post.authorUid]).toEqual([
      facts.post.title,
      facts.post.body,
      1,
      1,
      facts.authorUid,
    ]);
    expect(comments.map(({ id, body }) => ({ id, body }))).toEqual([facts.comment]);
    expect(post.attachments.map(({ id }) => id)).toEqual([facts.post.picture]);
    const media = await fetch(`${house.address}/api/v1/community/attachments/${facts.post.picture}/content`);
    expect([media.status, media.headers.get('content-type')]).toEqual([200, 'image/webp']);

    const author = await signIn(house, facts.author, facts.password);
    expect((await author.read(`${POSTS}/${facts.hidden}`)).status).toBe(200);
    expect((await fetch(`${house.address}${POSTS}/${facts.hidden}`)).status).toBe(404);
    const standing = await readJson<{ restrictions: { kind: string }[] }>(
      await author.read('/api/v1/account/standing'),
    );
    expect(standing.restrictions.map(({ kind }) => kind)).toEqual(['upload']);

    const reader = await signIn(house, facts.reader, facts.password);
    const kept = await readJson<FeedAnswer>(await reader.read(`${POSTS}?scope=bookmarked`));
    expect(kept.posts.map(({ id, viewer }) => [id, viewer.liked])).toEqual([[facts.post.id, true]]);
    const entities = await reader.read('/api/v1/me/entities');
    expect((await entities.text()).includes('"songs"')).toBe(true);
    const answer = await reader.send('POST', `${POSTS}/${facts.post.id}/comments`, { body: 'A comment of today' });
    expect(answer.status).toBe(201);
    expect((await reader.send('DELETE', `${COMMENTS}/${facts.comment.id}`, { version: 1 })).status).toBeLessThan(300);
    const byToken = await fetch(`${house.address}/api/v1/account/profile`, {
      headers: { authorization: `Bearer ${facts.token}` },
    });
    expect(byToken.status).toBe(200);

    expect(await house.stop()).toBe(0);
    expect(house.log()).not.toContain('"level":"error"');
  },
  90_000,
);
