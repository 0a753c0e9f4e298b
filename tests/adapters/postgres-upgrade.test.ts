// `livehouse upgrade`: a database that an earlier PostgreSQL made, with the data of an earlier Livehouse, moves to the present
// one with everything in it; interrupted runs are repeated, and nothing starts on a half of it. The programs of the earlier
// PostgreSQL are those of TEST_OLD_POSTGRES (tests/engines/with-old-postgres.sh).
import { beforeEach, expect, onTestFinished, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { locateCluster } from '../../src/platform/database/embedded/cluster.ts';
import { openPostgresPackage, postgresPackageName } from '../../src/platform/database/embedded/package.ts';
import { openEmbeddedServer } from '../../src/platform/database/embedded/server.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { type FeedAnswer, POSTS } from '../fixtures/community.ts';
import { startHouse } from '../fixtures/house-process.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { readJson } from '../fixtures/people.ts';
import { runJson, startCommand } from '../fixtures/run-command.ts';
import { embeddedUrl } from '../fixtures/seeded-cluster.ts';
import { listUpgrades, readFacts, restoreDatabase, unpackFiles } from '../fixtures/upgrades.ts';

const PROGRAMS = process.env.TEST_OLD_POSTGRES ?? '';
const [FIXTURE = ''] = listUpgrades();
let data: string;

beforeEach(async () => {
  data = folderForTest();
  unpackFiles(FIXTURE, data);
  const former = openPostgresPackage(join(PROGRAMS, 'node_modules', postgresPackageName()));
  const server = openEmbeddedServer(data, openLog('error'), former);
  await server.ensureRunning();
  await restoreDatabase(FIXTURE, embeddedUrl(data));
  await server.leave();
  expect(majorOf(data)).toBe('17');
});

const majorOf = (folder: string): string =>
  readFileSync(join(locateCluster(folder).cluster, 'PG_VERSION'), 'utf8').trim();
const upgrade = () => runJson(data, 'upgrade', '--programs', PROGRAMS);

async function expectWhole(): Promise<void> {
  const facts = readFacts(FIXTURE);
  const livehouse = await startHouse({ data, databaseUrl: undefined, environment: { AUTH_SECRET: '' } });
  onTestFinished(() => livehouse.kill());
  const { posts } = await readJson<FeedAnswer>(fetch(`${livehouse.address}${POSTS}`));
  expect(posts.map(({ id, likeCount, commentCount }) => [id, likeCount, commentCount])).toEqual([
    [facts.post.id, 1, 1],
  ]);
  const signedIn = await fetch(`${livehouse.address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: livehouse.address, 'content-type': 'application/json' },
    body: JSON.stringify({ email: facts.author, password: facts.password }),
  });
  expect(signedIn.status).toBe(200);
  const cookie = (signedIn.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  const written = await fetch(`${livehouse.address}${POSTS}`, {
    method: 'POST',
    headers: { origin: livehouse.address, 'content-type': 'application/json', cookie },
    body: JSON.stringify({ body: 'A post of today' }),
  });
  expect(written.status).toBe(201);
  expect(await livehouse.stop()).toBe(0);
}

test('everything is there afterwards, the former folder is kept, and a second run has nothing to do', async () => {
  const refused = await runJson(data, 'accounts', 'list');
  expect([refused.code, refused.json.errors?.[0]?.message ?? JSON.stringify(refused.json)]).toEqual([
    1,
    expect.stringContaining('livehouse upgrade'),
  ]);
  const { code, json } = await upgrade();
  expect([code, json]).toMatchObject([0, { ok: true, upgraded: true, from: 17, kept: join(data, 'postgres-17') }]);
  expect(json.rows).toBeGreaterThan(20);
  expect(Number(majorOf(data))).toBe(json.to);
  expect(readFileSync(join(json.kept, 'cluster', 'PG_VERSION'), 'utf8').trim()).toBe('17');
  expect(existsSync(join(data, 'postgres-upgrade'))).toBe(false);
  await expectWhole();
  expect((await upgrade()).json).toMatchObject({ ok: true, upgraded: false });
}, 120_000);

test('a killed run is repeated, and no server starts beside a half of it', async () => {
  for (const [round, milliseconds] of [200, 500, 900, 1300].entries()) {
    const child = startCommand(data, ['upgrade', '--programs', PROGRAMS]);
    await Bun.sleep(milliseconds);
    child.kill('SIGKILL');
    await child.exited;
    if (!existsSync(join(data, 'postgres-upgrade'))) continue;
    const refused = await runJson(data, 'accounts', 'list');
    expect([round, refused.code]).toEqual([round, 1]);
  }
  // The last of them may have come to its end.
  expect((await upgrade()).json).toMatchObject({ ok: true, to: openPostgresPackage().major });
  await expectWhole();
}, 180_000);

test('a run that ended between the two renamings is finished', async () => {
  const child = await upgrade();
  expect(child.code).toBe(0);
  // As if it had been killed after the first renaming.
  const fresh = join(data, 'postgres-upgrade');
  await Bun.write(join(fresh, 'complete'), '');
  renameSync(join(data, 'postgres'), join(fresh, 'postgres'));
  expect((await runJson(data, 'accounts', 'list')).code).toBe(1);
  expect(existsSync(join(data, 'postgres'))).toBe(false);
  expect((await upgrade()).json).toMatchObject({ ok: true, upgraded: true });
  expect(
    readdirSync(data)
      .filter((name) => name.startsWith('postgres'))
      .sort(),
  ).toEqual(['postgres', 'postgres-17']);
  await expectWhole();
}, 120_000);

test('programs of another version are refused, and the database is left as it was', async () => {
  const own = openPostgresPackage();
  const { code, json } = await runJson(data, 'upgrade', '--programs', join(own.postgres, '..', '..', '..'));
  expect([code, JSON.stringify(json)]).toEqual([1, expect.stringContaining('programs_differ')]);
  expect([majorOf(data), existsSync(join(data, 'postgres-upgrade'))]).toEqual(['17', false]);
}, 60_000);
