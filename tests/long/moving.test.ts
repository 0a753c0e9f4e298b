// `livehouse export` beside a running service and `livehouse import` into an empty one, as commands. Afterwards people see
// the same, with any combination of engines. An import that would overwrite data is refused.
import { describe, expect, test } from 'bun:test';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob, type SQL } from 'bun';
import { CARRIED_TABLES, OWN_TABLES } from '../../src/features/moving/tables.ts';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { IMPORT_MARKER_KEY } from '../../src/kernel/object-key.ts';
import type { DetailAnswer } from '../fixtures/community.ts';
import { connectTo } from '../fixtures/database.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { codesOf, contentOf, filesOf, type Place, readManifest, runAt } from '../fixtures/moving.ts';
import { EMAIL, type MovingHome, openMovingHome, PASSWORD, POSTS } from '../fixtures/moving-home.ts';
import { cookiesOf, expectOnlyStatus, type Person, readJson } from '../fixtures/people.ts';
import { attachmentPath } from '../fixtures/uploads.ts';
import { openWorld, type World } from '../world.ts';

let home: MovingHome['home'];
let place: Place;
let snapshot: MovingHome['snapshot'];
let author: Person;
let reader: Person;
let attachmentId: string;
let postId: string;
let avatarUrl: string;
let exported: string;
let folder: MovingHome['folder'];
let freshPlace: MovingHome['freshPlace'];
const moving = await keepOpen(openMovingHome());
({ home, place, snapshot, author, reader, attachmentId, postId, avatarUrl, exported, folder, freshPlace } = moving);

/** What an anonymous caller, a member and a moderator see. */
async function lookAround(fetchAt: World['fetch'], origin: string): Promise<Readonly<Record<string, unknown>>> {
  const seen: Record<string, unknown> = {};
  const paths = [
    '/api/v1/releases',
    '/api/v1/servers/jp/release?projection=identity',
    '/api/v1/servers/jp/catalog',
    '/api/v1/servers/jp/songs/3',
    '/api/v1/servers/jp/songs',
    '/assets/jp/Assets/media-1.txt',
    '/game-client/jp/manifest.json',
    avatarUrl,
    `${POSTS}?scope=latest`,
    `/api/v1/community/users/${author.uid}`,
    `${attachmentPath(attachmentId)}/content`,
    `${attachmentPath(attachmentId)}/content?variant=thumb`,
  ];
  for (const path of paths) {
    const answer = await fetchAt(path);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    seen[path] = [answer.status, answer.headers.get('etag'), answer.headers.get('content-type'), sha256Hex(bytes)];
    expect([path, answer.status < 400 || path.startsWith('/game-client')]).toEqual([path, true]);
  }
  // With the session cookie of the source, because sessions are imported too.
  const headers = { cookie: reader.cookie, origin };
  for (const path of [`${POSTS}/${postId}`, '/api/v1/account/profile', `${POSTS}/${postId}/revisions`]) {
    const answer = await fetchAt(path, {
      headers: path.endsWith('revisions') ? { ...headers, cookie: author.cookie } : headers,
    });
    seen[path] = [answer.status, await answer.json()];
    expect([path, answer.status]).toEqual([path, 200]);
  }
  const signedIn = await fetchAt('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  expect(signedIn.status).toBe(200);
  const staff = { cookie: cookiesOf(signedIn), origin };
  for (const path of ['/api/v1/moderation/cases?status=review', '/api/v1/moderation/reports']) {
    const answer = await fetchAt(path, { headers: staff });
    seen[path] = [answer.status, await answer.json()];
    expect([path, answer.status]).toEqual([path, 200]);
  }
  return seen;
}

/** Constraints, indexes and triggers by their definitions. */
async function readRules(sql: SQL): Promise<readonly string[]> {
  const rows: { rule: string }[] = await sql`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`;
  expect(rows.length).toBeGreaterThan(100);
  return rows.map(({ rule }) => rule);
}

test('the files that queries run on stay behind', () => {
  const findSqlite = (root: string): readonly string[] =>
    [...new Glob('objects/cas/**').scanSync({ cwd: root, onlyFiles: true })].filter(
      (path) => readFileSync(join(root, path)).subarray(0, 15).toString() === 'SQLite format 3',
    );
  expect(findSqlite(home.world.dataDirectory)).toHaveLength(1);
  expect(findSqlite(exported)).toEqual([]);
});

test('every table is exported except the list of migrations and the record of imports', async () => {
  const rows: { name: string }[] = await home.sql`select tablename as name from pg_tables where schemaname = 'public'`;
  const carried = CARRIED_TABLES.map(({ name }) => name);
  expect(rows.map(({ name }) => name).sort()).toEqual([...carried, ...OWN_TABLES].sort());
  for (const { name, columns } of CARRIED_TABLES) {
    const found: { name: string }[] = await home.sql`
      select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${name}`;
    expect([name, ...found.map((column) => column.name).sort()]).toEqual([name, ...[...columns].sort()]);
  }
  expect(CARRIED_TABLES.length).toBe(new Set(carried).size);
});

describe('a move to other engines', () => {
  let target: Place;

  test('what people see is the same, sessions and passwords included', async () => {
    // From the database server of the tests to an embedded one.
    target = { LIVEHOUSE_DATA: folder('embedded') };
    const imported = await runAt(target, ['import', exported]);
    expect(imported.json).toMatchObject({ ok: true, jobs: readManifest(exported).jobs.rows, problems: [] });
    // Rows and objects are compared byte by byte, before anything else is written there.
    const again = folder('exported-again');
    expect((await runAt(target, ['export', again])).json).toMatchObject({ ok: true, problems: [] });
    expect([...contentOf(again)].sort()).toEqual([...contentOf(exported)].sort());
    const { sequences } = readManifest(again);
    expect(sequences).toEqual(readManifest(exported).sequences);

    await using world = await openWorld({ ...target, DATABASE_URL: '', LIMITS: 'off' });
    await world.until(async () => (await (await world.fetch('/readyz')).text()).includes('"jobs":"ok"'), 30_000);
    const there = await lookAround(world.fetch, world.address);
    expect(there).toEqual(await lookAround(home.world.fetch, home.origin));
  });

  test('sequences and counters continue, and the audit trail accepts inserts only', async () => {
    const fresh = await freshPlace('counting');
    expect((await runAt(fresh, ['import', exported])).json).toMatchObject({ ok: true });
    await using world = await openWorld({ ...fresh, LIMITS: 'off' });
    await world.until(async () => (await (await world.fetch('/readyz')).text()).includes('"jobs":"ok"'), 30_000);
    const made = await runAt(fresh, ['accounts', 'create', 'next@example.org', '--password-stdin'], PASSWORD);
    const [row]: { uid: string }[] = await home.sql`select max(uid) as uid from profile`;
    expect(made.json.uid).toBe(Number(row?.uid) + 1);

    const headers = { cookie: author.cookie, origin: world.address, 'content-type': 'application/json' };
    const comment = { method: 'POST', headers, body: JSON.stringify({ body: 'one more' }) };
    await expectOnlyStatus(world.fetch(`${POSTS}/${postId}/comments`, comment), 201);
    const { post } = await readJson<DetailAnswer>(world.fetch(`${POSTS}/${postId}`));
    expect([post.commentCount, post.likeCount]).toEqual([2, 1]);

    await using sql = connectTo(fresh.DATABASE_URL);
    expect(
      await sql`delete from audit_event`.then(
        () => 'deleted',
        () => 'refused',
      ),
    ).toBe('refused');
    const [waiting]: { data: unknown; due: boolean }[] = await sql`
      select data, start_after > now() + interval '1 hour' as due from jobs.job where data ->> 'for' = 'later'`;
    expect(waiting).toEqual({ data: { for: 'later' }, due: true });
    // Keys, indexes and triggers are dropped during the import; afterwards they are the same as in any other database.
    expect(await readRules(sql)).toEqual(await readRules(home.sql));
    await sql`update jobs.job set start_after = now() where data ->> 'for' = 'later'`;
    await world.until(async () => {
      const [job] = await sql`select state from jobs.job where data ->> 'for' = 'later'`;
      return job?.state === 'completed';
    }, 30_000);
  });

  test('an installation that has data or is in use is refused and left unchanged', async () => {
    const twice = await runAt(target, ['import', exported]);
    expect([twice.code, codesOf(twice)]).toEqual([1, ['target_not_empty']]);
    const own = await runAt(place, ['import', exported]);
    expect([own.code, codesOf(own)]).toEqual([1, ['target_in_use']]);

    const filled = await freshPlace('filled');
    await runAt(filled, ['accounts', 'create', 'somebody@example.org', '--password-stdin'], PASSWORD);
    const onRows = await runAt(filled, ['import', exported]);
    expect([onRows.code, codesOf(onRows)]).toEqual([1, ['target_not_empty']]);

    const published = await freshPlace('published');
    await runAt(published, ['publish', snapshot.directory]);
    const before = filesOf(join(published.LIVEHOUSE_DATA ?? '', 'objects'));
    const onObjects = await runAt(published, ['import', exported]);
    expect([onObjects.code, codesOf(onObjects)]).toEqual([1, ['target_not_empty']]);
    expect(filesOf(join(published.LIVEHOUSE_DATA ?? '', 'objects'))).toEqual(before);
  });
});

test('an altered object stops the import, nothing is served, and the import continues with the repaired export', async () => {
  const copy = folder('mended');
  cpSync(exported, copy, { recursive: true });
  const keys = [...contentOf(copy).keys()].filter((key) => !key.startsWith('table '));
  const ofCas = keys.find((key) => key.startsWith('cas/')) ?? '';
  const ofFile = keys.find((key) => key.startsWith('attachments/')) ?? '';
  const target = await freshPlace('halfway');
  for (const key of [ofCas, ofFile]) {
    const path = join(copy, 'objects', key);
    const good = readFileSync(path);
    writeFileSync(
      path,
      good.map((byte) => byte ^ 1),
    );
    const stopped = await runAt(target, ['import', copy]);
    expect([stopped.code, codesOf(stopped)]).toEqual([1, ['file_damaged']]);
    expect(existsSync(join(folder('halfway'), 'objects', IMPORT_MARKER_KEY))).toBe(true);
    for (const command of [['serve'], ['serve', '--workers', '2'], ['work']]) {
      const served = await runAt({ ...target, PORT: '0' }, command);
      expect([served.code, codesOf(served)]).toEqual([1, ['import_unfinished']]);
    }
    expect(existsSync(join(folder('halfway'), 'objects', 'servers', 'jp', 'current.json'))).toBe(false);
    writeFileSync(path, good);
  }
  // Another export may not be imported on top.
  const other = folder('other');
  expect((await runAt(place, ['export', other])).json).toMatchObject({ ok: true });
  expect(codesOf(await runAt(target, ['import', other]))).toEqual(['import_unfinished']);

  const { json } = await runAt(target, ['import', copy]);
  expect(json).toMatchObject({ ok: true });
  expect(json.objects.kept).toBeGreaterThan(0);
  const again = folder('mended-again');
  expect((await runAt(target, ['export', again])).json).toMatchObject({ ok: true });
  // The altered content is stored under its own digest until it is collected.
  expect((await runAt(target, ['releases', 'gc', '--keep', '9'])).json).toMatchObject({ releases: 0, objects: 1 });
  const expected = contentOf(exported);
  const there = [...contentOf(again)].filter(([key]) => expected.has(key));
  expect(there.sort()).toEqual([...expected].sort());
  const verified = await runAt(target, ['releases', 'verify', 'jp']);
  expect(verified.json).toMatchObject({ ok: true });
});

test('a secret that was stored in a file is exported; a configured one is not, and the command says so', async () => {
  const fresh = await freshPlace('other-secret');
  const other = { ...fresh, AUTH_SECRET: 'another secret that is long enough for it' };
  const imported = await runAt(other, ['import', exported]);
  expect([imported.json.ok, imported.stderr.includes('AUTH_SECRET')]).toEqual([true, true]);
  expect(existsSync(join(folder('other-secret'), 'auth-secret'))).toBe(false);

  const configured = folder('configured');
  expect((await runAt(other, ['export', configured])).json).toMatchObject({ ok: true, secret: 'configured' });
  expect(existsSync(join(configured, 'auth-secret'))).toBe(false);
  const told = await runAt(await freshPlace('no-secret'), ['import', configured]);
  expect([told.json.ok, told.stderr.includes('AUTH_SECRET')]).toEqual([true, true]);
  const same = { ...(await freshPlace('same-secret')), AUTH_SECRET: other.AUTH_SECRET };
  const quiet = await runAt(same, ['import', configured]);
  expect([quiet.json.ok, quiet.stderr.includes('AUTH_SECRET')]).toEqual([true, false]);
});

test('an unreachable database and one of another version are reported', async () => {
  const away: Place = { LIVEHOUSE_DATA: folder('away'), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const outcome = await runAt(away, ['export', folder('from-nowhere')]);
  expect([outcome.code, codesOf(outcome)]).toEqual([1, ['database_unavailable']]);
  const other = await freshPlace('newer');
  const sql = connectTo(other.DATABASE_URL);
  await sql`insert into migration (name) values ('9999_later.sql')`;
  expect(codesOf(await runAt(other, ['export', folder('of-newer')]))).toEqual(['schema_differs']);
  expect(codesOf(await runAt(other, ['import', exported]))).toEqual(['database_unavailable']);
  await sql`delete from migration where name >= '0003'`;
  expect(codesOf(await runAt(other, ['export', folder('of-older')]))).toEqual(['schema_differs']);
  await sql.close();
});
