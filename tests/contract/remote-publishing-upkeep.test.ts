// Publications from elsewhere beside others: collections spare what an unfinished one has sent and remove what an expired one
// left; inputs are kept as long as their release; of two publishers the last one wins; nothing of them goes into an export.
import { expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { collectReleases } from '../../src/features/release/store/retention.ts';
import { verifyRelease } from '../../src/features/release/store/verify.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import { closing } from '../fixtures/closing.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { type Begun, openPublisher, PUBLICATIONS, readSnapshot, sha256Of } from '../fixtures/publications.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));

const isStored = (content: string | Uint8Array): boolean => {
  const sha256 = sha256Of(content);
  return existsSync(join(home.world.objectsDirectory, 'cas/v1/sha256', sha256.slice(0, 2), sha256));
};

async function collect() {
  await using objects = closing(openDiskObjects(home.world.objectsDirectory));
  return await collectReleases({ objects, server: undefined, keep: 2, dryRun: false });
}

/** Runs the hourly removal now. */
async function sweep(): Promise<void> {
  await home.sql`
    insert into jobs.job (name, data, singleton_key, policy)
    select 'publications.sweep', '{}', '', policy from jobs.queue where name = 'publications.sweep'`;
  await home.world.until(async () => {
    const [row]: { n: string }[] = await home.sql`
      select count(*) as n from jobs.job where name = 'publications.sweep' and state in ('created', 'retry', 'active')`;
    return Number(row?.n) === 0;
  });
}

test('a collection spares an unfinished publication, and removes what an expired one left', async () => {
  using snapshot = createSmallSnapshot({ server: 'unfinished' });
  const publisher = await openPublisher(home, ['unfinished', 'settled']);
  const { descriptor, files } = readSnapshot(snapshot.directory);
  const { id } = await readJson<Begun>(publisher.begin({ descriptor, files }));
  await expectOnlyStatus(publisher.put(id, sha256Of('media 1'), 'media 1'), 201);
  const large = 'l'.repeat(1_100_000);
  const other = {
    descriptor,
    files: [...files, { path: 'runtime/l', sha256: sha256Of(large), bytes: large.length }],
  };
  const second = await readJson<Begun>(publisher.begin(other));
  const range = { 'content-range': 'bytes 0-999/1100000' };
  await expectOnlyStatus(publisher.put(second.id, sha256Of(large), large.slice(0, 1000), range), 200);
  await collect();
  expect(isStored('media 1')).toBe(true);
  const again = await readJson<Begun>(publisher.begin({ descriptor, files }));
  expect(again.id).toBe(id);
  expect(again.missing).not.toContain(sha256Of('media 1'));

  // A day later: nobody came back. Rows, plan, spool and lease go, then the object.
  await home.sql`update publication set expires_at = now() - interval '1 second'`;
  await expectOnlyStatus(publisher.fetch(`${PUBLICATIONS}/${id}`), 404);
  await sweep();
  const [row]: { n: string }[] = await home.sql`select count(*) as n from publication`;
  expect(Number(row?.n)).toBe(0);
  expect(readdirSync(join(home.world.dataDirectory, 'publications'))).toEqual([]);
  const left = readdirSync(home.world.objectsDirectory, { recursive: true, encoding: 'utf8' });
  expect(left.filter((name) => /plan\.json|uploads\/remote-/.test(name))).toEqual([]);
  // A collection needs a server.
  using settled = createSmallSnapshot({ server: 'settled' });
  settled.write('assets/Assets/media-1.txt', 'another');
  expect(await publisher.publish(settled.directory)).toMatchObject({ state: 'done' });
  await collect();
  expect(isStored('media 1')).toBe(false);
}, 60_000);

test('inputs of kept releases are kept, so that they need not be sent again; later ones go', async () => {
  using snapshot = createSmallSnapshot({ server: 'inputs' });
  const publisher = await openPublisher(home, ['inputs']);
  const table = '[{"musicId":"first"}]';
  snapshot.write('catalog/songs.json', table);
  expect(await publisher.publish(snapshot.directory)).toMatchObject({ state: 'done' });
  await collect();
  const { descriptor, files } = readSnapshot(snapshot.directory);
  const { id, missing } = await readJson<Begun>(publisher.begin({ descriptor, files }));
  expect(missing).toEqual([]);
  await publisher.fetch(`${PUBLICATIONS}/${id}`, { method: 'DELETE' });
  expect(isStored(table)).toBe(true);
  for (let round = 0; round < 3; round++) {
    snapshot.write('catalog/songs.json', `[{"musicId":"${round}"}]`);
    expect(await publisher.publish(snapshot.directory)).toMatchObject({ state: 'done' });
  }
  await collect();
  expect(isStored(table)).toBe(false);
  expect(isStored('[{"musicId":"2"}]')).toBe(true);
  await using objects = closing(openDiskObjects(home.world.objectsDirectory));
  expect((await verifyRelease(objects, 'inputs')).problems).toEqual([]);
}, 60_000);

test('two publishers at once end as two on one machine do', async () => {
  using one = createSmallSnapshot({ server: 'both' });
  using two = createSmallSnapshot({ server: 'both' });
  two.write('runtime/two.txt', 'two');
  const publishers = [await openPublisher(home, ['both']), await openPublisher(home, ['both'])] as const;
  const ended = await Promise.all([publishers[0].publish(one.directory), publishers[1].publish(two.directory)]);
  const ids = ended.map(({ result }) => result?.releaseId);
  expect(ended.map(({ state }) => state)).toEqual(['done', 'done']);
  expect(new Set(ids).size).toBe(2);
  await home.world.until(async () => {
    const served = await home.world.fetch('/api/v1/servers/both/release/history');
    const history = served.ok ? await readJson<{ releases: { releaseId: string }[] }>(served) : { releases: [] };
    return history.releases.length === 2;
  });
  await using objects = closing(openDiskObjects(home.world.objectsDirectory));
  for (const id of ids) expect((await verifyRelease(objects, 'both', String(id))).problems).toEqual([]);
  // Both at once with the same content share one publication.
  one.write('runtime/same.txt', 'same');
  const [publisher] = publishers;
  const same = await Promise.all([publisher.publish(one.directory), publisher.publish(one.directory)]);
  expect(same[0]?.id).toBe(same[1]?.id);
  expect(same.map(({ state }) => state)).toEqual(['done', 'done']);
}, 60_000);

test('an account that is deleted takes its unfinished publications with it, and its export tells of them', async () => {
  const publisher = await openPublisher(home, ['gone']);
  const file = { path: 'runtime/a', sha256: sha256Of('gone'), bytes: 4 };
  const descriptor = { server: { id: 'gone', displayName: 'Gone', region: 'jp' } };
  await expectOnlyStatus(publisher.begin({ descriptor, files: [file] }), 201);
  const exported = await publisher.person.fetch('/api/v1/account/export');
  expect(Buffer.from(await exported.arrayBuffer()).includes('publications.json')).toBe(true);
  // Another administrator stays.
  await home.person({ role: 'administrator' });
  const confirmation = { confirmation: publisher.person.email };
  await expectOnlyStatus(publisher.person.send('DELETE', '/api/v1/account/profile', confirmation), 204);
  await home.world.until(async () => {
    const [row]: { n: string }[] = await home.sql`
      select count(*) as n from publication where account_id = ${publisher.person.id} and expires_at > now()`;
    return Number(row?.n) === 0;
  });
}, 60_000);
