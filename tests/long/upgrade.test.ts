// Data of every earlier version starts under this one: the migrations run, and whatever people and operators had is there,
// readable and writable. A fixture is made by the code of its version and never changed.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { queryRecordKey } from '../../src/kernel/object-key.ts';
import { openEmbeddedServer } from '../../src/platform/database/embedded/server.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { COMMENTS, type DetailAnswer, type FeedAnswer, NOTIFICATIONS, POSTS } from '../fixtures/community.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { BACKUP, joinCookies, VERIFY } from '../fixtures/factors.ts';
import { type House, startHouse } from '../fixtures/house-process.ts';
import { folderForTest, keepForTest } from '../fixtures/keep-open.ts';
import { cookiesOf, expectOnlyStatus, expectRefused, expectStatus, readJson } from '../fixtures/people.ts';
import { LIVEHOUSE } from '../fixtures/run-command.ts';
import { embeddedUrl } from '../fixtures/seeded-cluster.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { totpCode } from '../fixtures/totp.ts';
import { listUpgrades, readFacts, restoreDatabase, type UpgradeFacts, unpackFiles } from '../fixtures/upgrades.ts';
import { isSignedBy, openWebhookReceiver } from '../fixtures/webhook-receiver.ts';

interface Upgraded extends House {
  readonly data: string;
}

/** Which PostgreSQL holds the data: one of its own, or the one that the service runs. */
const ENGINES = ['outside', 'embedded'] as const;
type Engine = (typeof ENGINES)[number];

/** A database with the data of the fixture; the URL that the service is started with, if it needs one. */
async function restoreOn(engine: Engine, name: string, data: string): Promise<string | undefined> {
  if (engine === 'outside') {
    const database = keepForTest(await createTestDatabase());
    await restoreDatabase(name, database.url);
    return database.url;
  }
  const server = openEmbeddedServer(data, openLog('error'));
  await server.ensureRunning();
  await restoreDatabase(name, embeddedUrl(data));
  await server.leave();
  return undefined;
}

/** Starts this version on the data of another. */
async function startUpgraded(name: string, engine: Engine): Promise<Upgraded> {
  const data = folderForTest();
  unpackFiles(name, data);
  const databaseUrl = await restoreOn(engine, name, data);
  const environment = { AUTH_SECRET: '', WEBHOOK_PRIVATE: 'on' };
  const livehouse = keepForTest(await startHouse({ data, databaseUrl, environment }));
  return { ...livehouse, data };
}

const SIGN_IN = '/api/auth/sign-in/email';

async function send(
  livehouse: House,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return fetch(`${livehouse.address}${path}`, {
    method,
    headers: {
      origin: livehouse.address,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Requests with a credential of somebody: a session or a token. */
const speakWith = (livehouse: House, headers: Record<string, string>) => ({
  read: (path: string) => fetch(`${livehouse.address}${path}`, { headers }),
  send: (method: string, path: string, body?: unknown) => send(livehouse, method, path, body, headers),
});
type Speaker = ReturnType<typeof speakWith>;
const withToken = (livehouse: House, secret: string) => speakWith(livehouse, { authorization: `Bearer ${secret}` });

async function signIn(livehouse: House, email: string, password: string): Promise<Speaker> {
  const answer = await send(livehouse, 'POST', SIGN_IN, { email, password });
  expect(answer.status).toBe(200);
  return speakWith(livehouse, { cookie: cookiesOf(answer) });
}

async function expectReleases(livehouse: House, { releases }: UpgradeFacts): Promise<void> {
  const base = `${livehouse.address}/api/v1/servers/jp`;
  const current = await readJson<{ releaseId: string }>(fetch(`${base}/release?projection=identity`));
  expect(current.releaseId).toBe(releases.at(-1) ?? '');
  const texts = await Promise.all(
    releases.map(async (release) =>
      (await fetch(`${livehouse.address}/assets/jp/Assets/media-0.txt?release=${release}`)).text(),
    ),
  );
  expect(texts).toEqual(['media 0', 'media 0, changed']);
  const history = await readJson<{ releases: { releaseId: string }[] }>(fetch(`${base}/release/history`));
  expect(history.releases.map(({ releaseId }) => releaseId)).toEqual([...releases].reverse());
  const song = await readJson<{ title: string }>(fetch(`${base}/songs/1`));
  expect(song.title).toBe('Song 1');
  // The file for queries is made at the first query where the release has none.
  let found = await fetch(`${base}/catalog/query/songs?q=Song%2017`);
  for (const end = Date.now() + 30_000; found.status === 503 && Date.now() < end; await Bun.sleep(50)) {
    found = await fetch(`${base}/catalog/query/songs?q=Song%2017`);
  }
  expect((await readJson<{ total: number }>(found)).total).toBe(1);
}

type More = NonNullable<UpgradeFacts['more']>;
const PROFILE = '/api/v1/account/profile';
const CASES = '/api/v1/moderation/cases';
const GUEST = 'guest@example.org';
const ADMIN = '/api/v1/admin';

/** The file for queries that a release has answers at once, and stays where its layout is still that of today. */
async function expectQueryFiles(livehouse: Upgraded, { queryFiles }: More): Promise<void> {
  for (const { releaseId, record, sha256 } of queryFiles) {
    const path = `/api/v1/servers/jp/catalog/query/songs?q=Song%2017&release=${releaseId}`;
    expect((await expectStatus<{ total: number }>(fetch(`${livehouse.address}${path}`), 200)).total).toBe(1);
    if (queryRecordKey('jp', releaseId) !== record) continue;
    const { file } = JSON.parse(readFileSync(join(livehouse.data, 'objects', record), 'utf8'));
    expect(file.sha256).toBe(sha256);
  }
}

/** The app and the unused backup codes of the moderator open a session each; what was used is used. Returns that of the app. */
async function expectFactors(livehouse: House, password: string, { moderator }: More): Promise<Speaker> {
  const { email, totp, usedBackupCode, backupCodes } = moderator;
  const answer = async (path: string, code: string): Promise<Response> => {
    const step = await send(livehouse, 'POST', SIGN_IN, { email, password });
    expect(await readJson<object>(step.clone())).toMatchObject({ twoFactorRedirect: true });
    return send(livehouse, 'POST', path, { code }, { cookie: joinCookies('', step) });
  };
  await expectOnlyStatus(answer(BACKUP, usedBackupCode), 401);
  const byApp = await answer(VERIFY, totpCode(totp));
  const [first = '', second = ''] = backupCodes;
  for (const opened of [byApp, await answer(BACKUP, first), await answer(BACKUP, second)]) {
    expect(opened.status).toBe(200);
    await expectOnlyStatus(speakWith(livehouse, { cookie: cookiesOf(opened) }).read(CASES), 200);
  }
  await expectOnlyStatus(answer(BACKUP, first), 401);
  return speakWith(livehouse, { cookie: cookiesOf(byApp) });
}

/** Each token has its scopes, and may read what one of the same scopes may that is made today. */
async function expectTokens(livehouse: House, facts: UpgradeFacts, { tokens, rejected }: More, moderator: Speaker) {
  const member = withToken(livehouse, tokens.reader);
  await expectOnlyStatus(member.read(PROFILE), 200);
  await expectOnlyStatus(member.send('POST', `${POSTS}/${facts.post.id}/comments`, { body: 'By a program' }), 201);
  const staff = withToken(livehouse, tokens.moderator);
  await expectOnlyStatus(staff.read(PROFILE), 200);
  await expectRefused(staff.send('POST', POSTS, { body: 'No' }), '403 insufficient_scope');
  for (const program of [member, staff, withToken(livehouse, tokens.administrator)]) {
    await expectRefused(program.read(CASES), '403 insufficient_scope');
  }
  await expectOnlyStatus(moderator.read(`${POSTS}/${rejected}`), 200);
  await expectOnlyStatus(member.read(`${POSTS}/${rejected}`), 404);
  const made = await moderator.send('POST', '/api/v1/account/tokens', { name: 'today', scopes: ['read'] });
  const today = withToken(livehouse, (await expectStatus<{ secret: string }>(made, 201)).secret);
  for (const path of [`${POSTS}/${rejected}`, `${POSTS}/${facts.hidden}`]) {
    expect((await staff.read(path)).status).toBe((await today.read(path)).status);
  }
}

/** Settings, the invite and the webhook stand and do their work; the token of the administrator publishes. */
async function expectAdministration(livehouse: Upgraded, { password }: UpgradeFacts, more: More): Promise<Speaker> {
  const { webhook, invite, settings, tokens } = more;
  const administrator = await signIn(livehouse, more.administrator, password);
  const view = await expectStatus<{ settings: object; stored: string[] }>(administrator.read(`${ADMIN}/settings`), 200);
  expect(view.settings).toMatchObject(settings);
  expect(view.stored.toSorted()).toEqual(Object.keys(settings).toSorted());
  const register = (fields: object) => send(livehouse, 'POST', '/api/v1/account/register', { email: GUEST, ...fields });
  await expectRefused(register({}), '403 invite_required');
  expect((await register({ inviteCode: invite.code })).ok).toBe(true);
  const { invites } = await readJson<AnswerBody<'GET /api/v1/admin/invites'>>(administrator.read(`${ADMIN}/invites`));
  expect(invites.map(({ id, isUsable }) => [id, isUsable])).toEqual([[invite.id, true]]);

  const path = `${ADMIN}/webhooks/${webhook.id}`;
  type Kept = {
    readonly address: string;
    readonly events: string[];
    readonly enabled: boolean;
    readonly version: number;
  };
  const kept = (await expectStatus<{ webhook: Kept }>(administrator.read(path), 200)).webhook;
  expect([kept.enabled, kept.events.toSorted()]).toEqual([true, webhook.events.toSorted()]);
  expect(kept.address).toContain(webhook.host);
  await using receiver = openWebhookReceiver();
  await expectOnlyStatus(administrator.send('PATCH', path, { url: receiver.url, version: kept.version }), 200);
  using snapshot = createSmallSnapshot({ sourceId: 'third' });
  const published = await publishTo(livehouse, snapshot.directory, tokens.administrator);
  for (const end = Date.now() + 30_000; receiver.deliveries.length === 0 && Date.now() < end; ) await Bun.sleep(50);
  const [delivery] = receiver.of('release.promoted');
  expect(delivery?.body.data).toMatchObject({ releaseId: published });
  expect(delivery && isSignedBy(webhook.secret, delivery)).toBe(true);
  return administrator;
}

/** Publishes by a token, as an operator does from elsewhere; the id of the release. */
async function publishTo(livehouse: Upgraded, directory: string, token: string): Promise<string> {
  const child = Bun.spawn([...LIVEHOUSE, 'publish', directory, '--to', livehouse.address, '--json'], {
    env: { ...process.env, LIVEHOUSE_DATA: livehouse.data, LIVEHOUSE_TOKEN: token },
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const outcome: { promoted: boolean; releaseId: string } = await new Response(child.stdout).json();
  expect([await child.exited, outcome.promoted]).toEqual([0, true]);
  return outcome.releaseId;
}

/** What fixtures of today have besides. */
async function expectMore(livehouse: Upgraded, facts: UpgradeFacts, more: More): Promise<void> {
  const [reader, staff] = [more.sessions.reader, more.sessions.moderator].map((cookie) =>
    speakWith(livehouse, { cookie }),
  );
  expect((await reader?.read(PROFILE))?.status).toBe(200);
  expect((await reader?.send('POST', POSTS, { body: 'In the session of the past' }))?.status).toBe(201);
  const queue = await staff?.read('/api/v1/moderation/appeals?status=open');
  const { appeals } = await readJson<AnswerBody<'GET /api/v1/moderation/appeals'>>(queue ?? Response.error());
  expect(appeals.map(({ id, message }) => ({ id, message }))).toEqual([more.appeal]);
  await expectTokens(livehouse, facts, more, await expectFactors(livehouse, facts.password, more));
  const administrator = await expectAdministration(livehouse, facts, more);
  const decision = { verdict: 'granted', version: appeals[0]?.version };
  const decided = await administrator.send('POST', `/api/v1/moderation/appeals/${more.appeal.id}/decision`, decision);
  expect(decided.status).toBe(200);
}

test('there is data of an earlier version', () => {
  expect(listUpgrades().length).toBeGreaterThan(0);
});

test.each(listUpgrades().flatMap((name) => ENGINES.map((engine) => [name, engine] as const)))(
  'the data of %s starts under this version on the %s PostgreSQL, whole',
  async (name, engine) => {
    const facts = readFacts(name);
    const livehouse = await startUpgraded(name, engine);
    if (facts.more !== undefined) await expectQueryFiles(livehouse, facts.more);
    await expectReleases(livehouse, facts);

    const strangers = await readJson<FeedAnswer>(fetch(`${livehouse.address}${POSTS}`));
    expect(strangers.posts.map(({ id }) => id)).toEqual([facts.post.id]);
    const { post, comments } = await readJson<DetailAnswer>(fetch(`${livehouse.address}${POSTS}/${facts.post.id}`));
    expect([post.title, post.body, post.likeCount, post.commentCount, post.authorUid]).toEqual([
      facts.post.title,
      facts.post.body,
      1,
      1,
      facts.authorUid,
    ]);
    expect(comments.map(({ id, body }) => ({ id, body }))).toEqual([facts.comment]);
    expect(post.attachments.map(({ id }) => id)).toEqual([facts.post.picture]);
    const media = await fetch(`${livehouse.address}/api/v1/community/attachments/${facts.post.picture}/content`);
    expect([media.status, media.headers.get('content-type')]).toEqual([200, 'image/webp']);

    const author = await signIn(livehouse, facts.author, facts.password);
    await expectOnlyStatus(author.read(`${POSTS}/${facts.hidden}`), 200);
    await expectOnlyStatus(fetch(`${livehouse.address}${POSTS}/${facts.hidden}`), 404);
    const standing = await readJson<{ restrictions: { kind: string }[] }>(author.read('/api/v1/account/standing'));
    expect(standing.restrictions.map(({ kind }) => kind)).toEqual(['upload']);

    if (facts.more !== undefined) {
      const { notifications, unreadCount } = await readJson<AnswerBody<'GET /api/v1/community/notifications'>>(
        author.read(NOTIFICATIONS),
      );
      expect<string[]>(notifications.map(({ kind }) => kind)).toEqual(facts.more.notifications);
      expect(unreadCount).toBe(notifications.length);
    }

    const reader = await signIn(livehouse, facts.reader, facts.password);
    const kept = await readJson<FeedAnswer>(reader.read(`${POSTS}?scope=bookmarked`));
    expect(kept.posts.map(({ id, viewer }) => [id, viewer.liked])).toEqual([[facts.post.id, true]]);
    const entities = await reader.read('/api/v1/me/entities');
    expect((await entities.text()).includes('"songs"')).toBe(true);
    await expectOnlyStatus(
      reader.send('POST', `${POSTS}/${facts.post.id}/comments`, { body: 'A comment of today' }),
      201,
    );
    expect((await reader.send('DELETE', `${COMMENTS}/${facts.comment.id}`, { version: 1 })).status).toBeLessThan(300);
    const byToken = await fetch(`${livehouse.address}/api/v1/account/profile`, {
      headers: { authorization: `Bearer ${facts.token}` },
    });
    expect(byToken.status).toBe(200);

    if (facts.more !== undefined) await expectMore(livehouse, facts, facts.more);
    expect(await livehouse.stop()).toBe(0);
    expect(livehouse.log()).not.toContain('"level":"error"');
  },
  90_000,
);
