// Makes a fixture of this version's data: `bash tests/engines/with-postgres.sh node bin/bun.js tools/make-upgrade-fixture.ts NAME`.
// It starts the service, uses it as people do, and writes `tests/fixtures/upgrades/NAME` with the database as SQL (by
// `pg_dump`), the files of the data directory, and the facts that every later version must still find. Run it once for each
// release, with the code of that release; tests/long/upgrade.test.ts starts the current code on every fixture.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { PACKAGE_ROOT } from '../src/platform/config/package-root.ts';
import { POSTS, USERS, writeComment, writePost } from '../tests/fixtures/community.ts';
import { openAccountsWorld, type Person, readJson } from '../tests/fixtures/people.ts';
import { makeJpeg } from '../tests/fixtures/pictures.ts';
import { createSmallSnapshot } from '../tests/fixtures/small-snapshot.ts';
import { packFiles, UPGRADE_FOLDER, type UpgradeFacts } from '../tests/fixtures/upgrades.ts';
import { settle, upload } from '../tests/fixtures/uploads.ts';

const PASSWORD = 'a password of the past, long enough';
/** Parts of a data directory that later versions make again or that name a process. */
const LEFT_OUT = /^(cache|postgres|serving|outbox|publish|work)(\/|$)/;

async function main(): Promise<number> {
  const [name = ''] = process.argv.slice(2);
  if (!/^[\w.-]+$/.test(name) || !process.env.TEST_POSTGRES_URL) {
    process.stderr.write('usage: with-postgres.sh node bin/bun.js tools/make-upgrade-fixture.ts NAME\n');
    return 2;
  }
  const folder = join(UPGRADE_FOLDER, name);
  await using accounts = await openAccountsWorld();
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

async function liveIn(accounts: Awaited<ReturnType<typeof openAccountsWorld>>): Promise<UpgradeFacts> {
  const { world, sql } = accounts;
  const snapshot = createSmallSnapshot({ sourceId: 'first' });
  const releases: string[] = [];
  try {
    releases.push((await world.publish(snapshot.directory)).releaseId);
    snapshot.describe({ sourceId: 'second' });
    snapshot.write('assets/Assets/media-0.txt', 'media 0, changed');
    releases.push((await world.publish(snapshot.directory)).releaseId);
  } finally {
    snapshot.dispose();
  }
  const author = await register(accounts, 'author@example.org');
  const reader = await register(accounts, 'reader@example.org');
  const moderator = await accounts.person({ role: 'moderator', email: 'moderator@example.org' });
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
  const { secret: token } = await require<{ secret: string }>(await reader.send('POST', '/api/v1/account/tokens', {
    name: 'of the past',
    scopes: ['read'],
  }), 201);
  await require(await moderator.send('POST', `/api/v1/moderation/users/${author.uid}/restrictions`, {
    kind: 'upload',
    reasonCode: 'spam',
    expiresAt: null,
  }), 201);
  const [{ kinds }] = await sql`select count(*)::int as kinds from pg_tables where schemaname = 'public'`;
  return {
    ...{ releases, author: author.email, reader: reader.email, password: PASSWORD, token, tables: kinds },
    post: { id: post.id, title: post.title, body: post.body, picture },
    ...{ hidden: hidden.id, comment: { id: comment.id, body: comment.body }, authorUid: author.uid },
  };
}

/** Registers as people do: by the mailed link. */
async function register(accounts: Awaited<ReturnType<typeof openAccountsWorld>>, email: string): Promise<Person> {
  const { world } = accounts;
  const person = await accounts.person({ email });
  await require(await accounts.send('POST', '/api/auth/request-password-reset', { email }), 200);
  const { token } = await accounts.mail(email);
  await require(await accounts.send('POST', '/api/auth/reset-password', { token, newPassword: PASSWORD }), 200);
  const answer = await accounts.send('POST', '/api/auth/sign-in/email', { email, password: PASSWORD });
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
