// `releases gc` while a service makes the file that queries of a release run on: the file is not begun while a collection
// runs, nothing that the service needs is removed while it is at it, and no release ends up with half a file.
import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEASE_SCHEMA, sealDocument } from '../../src/features/release/store/formats.ts';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { contentKey, leaseKey, queryRecordKey } from '../../src/kernel/object-key.ts';
import { processMark } from '../../src/platform/files/process-identity.ts';
import { keepForTest } from '../fixtures/keep-open.ts';
import { getReady } from '../fixtures/query-client.ts';
import { runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot, type SmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld, type World } from '../world.ts';

const query = '/api/v1/servers/jp/catalog/query/songs';
const RELEASES = 5;

async function openHome(): Promise<World> {
  return keepForTest(await openWorld());
}

/** Releases without files for queries, the current one last. Their songs differ, so their files do, too. */
async function publishSeveral(home: World): Promise<readonly string[]> {
  const snapshot: SmallSnapshot = keepForTest(createSmallSnapshot());
  const ids: string[] = [];
  for (let serial = 0; serial < RELEASES; serial++) {
    snapshot.write('catalog/songs.json', JSON.stringify([{ musicId: '1', title: `version ${serial}` }]));
    ids.push((await home.publish(snapshot.directory)).releaseId);
  }
  return ids;
}

/** A lease of a collection that runs until the lease is removed. */
function beginCollection(home: World): () => void {
  const name = `collect-${processMark()}-test`;
  const now = Date.now();
  const document = { schema: LEASE_SCHEMA, server: 'jp', lease: name, startedAt: now, renewedAt: now, digest: '' };
  const path = join(home.objectsDirectory, leaseKey('jp', name));
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, sealDocument(document));
  return () => rmSync(path, { force: true });
}

const leases = (home: World): readonly string[] => {
  const folder = join(home.objectsDirectory, leaseKey('jp', 'any'), '..');
  return existsSync(folder) ? readdirSync(folder) : [];
};

const collect = (home: World) => runJson(home.dataDirectory, 'releases', 'gc', '--keep', '2');
const verify = async (home: World) => (await runJson(home.dataDirectory, 'releases', 'verify', 'jp')).json.problems;

test('a file waits for a collection, and another collection spares the release that it is made for', async () => {
  const home = await openHome();
  const ids = await publishSeveral(home);
  const [oldest = ''] = ids;
  const record = join(home.objectsDirectory, queryRecordKey('jp', oldest));
  const end = beginCollection(home);
  const path = `${query}?release=${oldest}`;
  expect((await home.fetch(path)).status).toBe(503);
  await home.until(() => leases(home).some((name) => name.startsWith('query-')));

  // Alone it would remove this release and the content that nobody refers to.
  const content = join(home.objectsDirectory, contentKey(sha256Hex('on its way')));
  mkdirSync(join(content, '..'), { recursive: true });
  writeFileSync(content, 'on its way');
  expect((await collect(home)).json).toMatchObject({ ok: true, releases: 0, objects: 0 });
  expect(existsSync(content)).toBe(true);
  expect(leases(home).filter((name) => name.startsWith('query-'))).toHaveLength(1);
  expect(existsSync(record)).toBe(false);
  expect((await home.fetch(path)).status).toBe(503);

  end();
  const answer = await getReady((each) => home.fetch(each), path);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('version 0')]);
  expect(await verify(home)).toEqual([]);
  await home.until(() => leases(home).length === 0);

  const { file } = JSON.parse(readFileSync(record, 'utf8'));
  expect(existsSync(join(home.objectsDirectory, contentKey(file.sha256)))).toBe(true);
  expect((await collect(home)).json.releases).toBeGreaterThan(0);
  for (const gone of [record, content, join(home.objectsDirectory, contentKey(file.sha256))]) {
    expect([gone, existsSync(gone)]).toEqual([gone, false]);
  }
});

test('collections and files at the same time leave whole releases, and answers only from whole files', async () => {
  const home = await openHome();
  const ids = await publishSeveral(home);
  const ask = async (id: string): Promise<readonly [status: number, text: string]> => {
    const answer = await getReady((path) => home.fetch(path), `${query}?release=${id}`);
    return [answer.status, await answer.text()];
  };
  const [answers] = await Promise.all([Promise.all(ids.map(ask)), collect(home), collect(home)]);
  answers.forEach(([status, text], serial) => {
    // A collection may be first: then the release is gone.
    if (status === 404) expect(text).toContain('"release_not_found"');
    else expect([status, text]).toEqual([200, expect.stringContaining(`version ${serial}`)]);
  });
  expect(answers.at(-1)?.[0]).toBe(200);
  await home.until(() => leases(home).length === 0);
  expect(await verify(home)).toEqual([]);

  const kept = (await runJson(home.dataDirectory, 'releases', 'list')).json.servers[0].releases;
  for (const { releaseId } of kept) expect([releaseId, (await ask(releaseId))[0]]).toEqual([releaseId, 200]);
  await collect(home);
  expect(await verify(home)).toEqual([]);
  expect((await collect(home)).json).toMatchObject({ releases: 0, objects: 0 });
});
