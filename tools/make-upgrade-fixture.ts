// Makes a fixture of this version's data: `bash tests/engines/with-postgres.sh node bin/bun.js tools/make-upgrade-fixture.ts NAME`.
// It starts the service, uses it as people do, and writes `tests/fixtures/upgrades/NAME` with the database as SQL (by
// `pg_dump`), the files of the data directory, and the facts that every later version must still find. Run it once for each
// release, with the code of that release; tests/long/upgrade.test.ts starts the current code on every fixture.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { queryRecordKey } from '../src/kernel/object-key.ts';
import { PACKAGE_ROOT } from '../src/platform/config/package-root.ts';
import { NOTIFICATIONS, POSTS, USERS, writeComment, writePost } from '../tests/fixtures/community.ts';
import { BACKUP, enrol, joinCookies } from '../tests/fixtures/factors.ts';
import { openAccountsWorld, type Person, type PersonPlan, readJson } from '../tests/fixtures/people.ts';
import { makeJpeg } from '../tests/fixtures/pictures.ts';
import { createSmallSnapshot } from '../tests/fixtures/small-snapshot.ts';
import { packFiles, UPGRADE_FOLDER, type UpgradeFacts } from '../tests/fixtures/upgrades.ts';
import { settle, upload } from '../tests/fixtures/uploads.ts';

const PASSWORD = 'a password of the past, long enough';
const SIGN_IN = '/api/auth/sign-in/email';
const SETTINGS = '/api/v1/admin/settings';
/** Parts of a data directory that later versions make again or that name a process. */
const LEFT_OUT = /^(cache|postgres|serving|outbox|publish|work)(\/|$)/;

async function main(): Promise<number> {
  const [name = ''] = process.argv.slice(2);
  if (!/^[\w.-]+$/.test(name) || !process.env.TEST_POSTGRES_URL) {
    process.stderr.write('usage: with-postgres.sh node bin/bun.js tools/make-upgrade-fixture.ts NAME\n');
    return 2;
  }
  const folder = join(UPGRADE_FOLDER, name);
  await using accounts = await openAccountsWorld({ LIMITS: 'off' });
  const { world, databaseUrl } = accounts;
  const facts = await liveIn(accounts);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
  writeFileSync(join(folder, 'database.sql.gz'), Bun.gzipSync(dump(databaseUrl), { level: 9 }));
  const files = new Map<string, Buffer>();
  for (const path of readdirSync(world.dataDirectory, { recursive: true, withFileTypes: true })) {
    if (!path.isFile()) continue;
    const file = join(path.parentPath, path.name);
    const own = relative(world.dataDirectory, file);
    if (!LEFT_OUT.test(own)) files.set(own, readFileSync(file));
  }
  writeFileSync(join(folder, 'data.json.gz'), packFiles(files));
  process.stdout.write(`${relative(PACKAGE_ROOT, resolve(folder))}: ${files.size} files\n`);
  return 0;
}

function dump(databaseUrl: string): Uint8Array<ArrayBuffer> {
  const options = ['--inserts', '--rows-per-insert=50', '--no-owner', '--no-privileges', '--no-comments'];
  const { exitCode, stdout, stderr } = Bun.spawnSync(['pg_dump', ...options, databaseUrl]);
  if (exitCode !== 0) throw new Error(`pg_dump: ${stderr}`);
  // Commands of psql, which newer versions write around the statements.
  return Buffer.from(stdout.toString().replaceAll(/^\\.*\n/gm, ''));
}

async function require<T>(answer: Response, status: number): Promise<T> {
  if (answer.status !== status) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return status === 204 ? (undefined as T) : readJson<T>(answer);
}

type Home = Awaited<ReturnType<typeof openAccountsWorld>>;

async function liveIn(accounts: Home): Promise<UpgradeFacts> {
  const { world, sql } = accounts;
  const releases = await publishTwo(accounts);
  const author = await register(accounts, 'author@example.org');
  const reader = await register(accounts, 'reader@example.org');
  const staff = {
    moderator: await register(accounts, 'moderator@example.org', 'moderator'),
    administrator: await register(accounts, 'administrator@example.org', 'administrator'),
  };
  await require(await author.send('PATCH', '/api/v1/account/profile', {
    displayName: 'Author',
    handle: 'the-author',
  }), 200);
  const picture = await upload(author, await makeJpeg(320, 200), 'image/jpeg');
  await settle(author, picture);
  const post = await writePost(author, {
    title: 'A post of the past',
    body: 'Written by an **earlier** version. #history',
    attachmentIds: [picture],
  });
  const hidden = await writePost(author, { body: 'Only for me', visibility: 'private' });
  const comment = await writeComment(reader, post.id, { body: 'A comment of the past' });
  await require(await reader.send('PUT', `${POSTS}/${post.id}/reaction`, { active: true }), 200);
  await require(await reader.send('PUT', `${POSTS}/${post.id}/bookmark`, { active: true }), 200);
  await require(await reader.send('PUT', `${USERS}/${author.uid}/follow`, { active: true }), 200);
  await require(await reader.send('PUT', '/api/v1/me/entities', {
    server: 'jp',
    resource: 'songs',
    id: '1',
    active: true,
  }), 200);
  const token = await makeToken(reader, { scopes: ['read'] });
  const more = await beStaff(accounts, { author, reader, ...staff });
  const queryFiles: { releaseId: string; record: string; sha256: string }[] = [];
  for (const releaseId of releases) {
    await world.untilThere(`/api/v1/servers/jp/catalog/query/songs?q=Song&release=${releaseId}`);
    const record = queryRecordKey('jp', releaseId);
    const { file }: { file: { sha256: string } } = await Bun.file(join(world.objectsDirectory, record)).json();
    queryFiles.push({ releaseId, record, sha256: file.sha256 });
  }
  const [{ kinds }] = await sql`select count(*)::int as kinds from pg_tables where schemaname = 'public'`;
  return {
    releases,
    author: author.email,
    reader: reader.email,
    password: PASSWORD,
    token,
    tables: kinds,
    post: { id: post.id, title: post.title, body: post.body, picture },
    hidden: hidden.id,
    comment: { id: comment.id, body: comment.body },
    authorUid: author.uid,
    more: { ...more, queryFiles, madeAt: Date.now() },
  };
}

async function publishTwo({ world }: Home): Promise<string[]> {
  using snapshot = createSmallSnapshot({ sourceId: 'first' });
  const { releaseId: first } = await world.publish(snapshot.directory);
  snapshot.describe({ sourceId: 'second' });
  snapshot.write('assets/Assets/media-0.txt', 'media 0, changed');
  const { releaseId: second } = await world.publish(snapshot.directory);
  return [first, second];
}

async function makeToken(person: Person, plan: object): Promise<string> {
  const made = await person.send('POST', '/api/v1/account/tokens', { name: 'of the past', ...plan });
  return (await require<{ secret: string }>(made, 201)).secret;
}

interface People {
  readonly author: Person;
  readonly reader: Person;
  readonly moderator: Person;
  readonly administrator: Person;
}

/** What moderators and administrators do and have, and what the author hears of it. */
async function beStaff(accounts: Home, { author, reader, moderator: plain, administrator }: People) {
  const { uri: totp, codes, cookie } = await enrol(accounts, plain.cookie);
  const [usedBackupCode = '', ...backupCodes] = codes;
  const begun = await accounts.send('POST', SIGN_IN, { email: plain.email, password: PASSWORD });
  const step = { cookie: joinCookies('', begun) };
  await require(await accounts.send('POST', BACKUP, { code: usedBackupCode }, step), 200);
  const moderator: Person = {
    ...plain,
    cookie,
    fetch: (path, init = {}) =>
      plain.fetch(path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), cookie } }),
    send: (method, path, body) => accounts.send(method, path, body, { cookie }),
  };

  // The shipped rules let it wait.
  const rejected = await writePost(author, { body: 'Free followers for everybody' });
  const [waiting] = await accounts.sql`select id, version from moderation_case where subject_id = ${rejected.id}`;
  const decision = { verdict: 'rejected', reasonCode: 'spam', version: waiting.version };
  await require(await moderator.send('POST', `/api/v1/moderation/cases/${waiting.id}/decision`, decision), 200);
  const { restriction } = await require<{ restriction: { id: string } }>(await moderator.send(
    'POST',
    `/api/v1/moderation/users/${author.uid}/restrictions`,
    {
      kind: 'upload',
      reasonCode: 'spam',
      expiresAt: null,
    },
  ), 201);
  const message = 'It was not me.';
  const filed = await author.send('POST', '/api/v1/account/appeals', { restrictionId: restriction.id, message });
  const { appeal } = await require<{ appeal: { id: string } }>(filed, 201);
  const { notifications } = await require<{ notifications: { kind: string }[] }>(await author.fetch(
    NOTIFICATIONS,
  ), 200);

  const tokens = {
    reader: await makeToken(reader, { scopes: ['read', 'community'] }),
    moderator: await makeToken(moderator, { scopes: ['read'] }),
    administrator: await makeToken(administrator, { scopes: ['publish'], servers: ['jp'] }),
  };
  const host = 'hooks.livehouse.invalid';
  const events = ['release.promoted', 'appeal.created'];
  const hook = await require<{ webhook: { id: string }; secret: string }>(await administrator.send(
    'POST',
    '/api/v1/admin/webhooks',
    { url: `https://${host}/past`, events },
  ), 201);
  const { invite } = await require<{ invite: { id: string; code: string } }>(await administrator.send(
    'POST',
    '/api/v1/admin/invites',
    { maxUses: 2 },
  ), 201);
  const settings = { name: 'A house of the past', registration: 'invite' };
  const before = await require<{ version: number }>(await administrator.fetch(SETTINGS), 200);
  await require(await administrator.send('PATCH', SETTINGS, { version: before.version, ...settings }), 200);
  return {
    administrator: administrator.email,
    moderator: { email: moderator.email, totp, usedBackupCode, backupCodes },
    sessions: { reader: reader.cookie, moderator: moderator.cookie },
    tokens,
    rejected: rejected.id,
    appeal: { id: appeal.id, message },
    notifications: notifications.map(({ kind }) => kind),
    webhook: { id: hook.webhook.id, secret: hook.secret, host, events },
    invite: { id: invite.id, code: invite.code },
    settings,
  };
}

/** Registers as people do: by the mailed link. */
async function register(accounts: Home, email: string, role: PersonPlan['role'] = 'member'): Promise<Person> {
  const { world } = accounts;
  const person = await accounts.person({ email, role });
  await require(await accounts.send('POST', '/api/auth/request-password-reset', { email }), 200);
  const { token } = await accounts.mail(email);
  await require(await accounts.send('POST', '/api/auth/reset-password', { token, newPassword: PASSWORD }), 200);
  const answer = await accounts.send('POST', SIGN_IN, { email, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`${email}: ${answer.status} ${await answer.text()}`);
  const cookie = (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  const { origin } = accounts;
  return {
    ...person,
    cookie,
    fetch: (path, init = {}) =>
      world.fetch(path, { ...init, headers: { origin, cookie, ...Object.fromEntries(new Headers(init.headers)) } }),
    send: (method, path, body) => accounts.send(method, path, body, { cookie }),
  };
}

process.exit(await main());
