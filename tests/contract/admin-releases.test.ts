// Administration of releases over HTTP: the list says what is stored, current and running; promoting, rolling back and retiring
// need what the administrator saw, are audited, and readers see them.
import { describe, expect, test } from 'bun:test';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openObjects } from '../../src/app/open-objects.ts';
import type { PublishResult } from '../../src/features/release/publish/publish.ts';
import { LEASE_KINDS, takeLease } from '../../src/features/release/store/lease.ts';
import { pointerKey, sideManifestKey } from '../../src/kernel/object-key.ts';
import { checkConfig } from '../../src/platform/config/config.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { closing } from '../fixtures/closing.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  readJson,
  refusalOf,
  sendTogether,
} from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const SERVERS = '/api/v1/admin/servers';
const UNKNOWN = 'r-11111111111111111111';

const made: string[] = [];

async function publish(sourceId: string, promote = true): Promise<PublishResult> {
  snapshot.describe({ sourceId, server: { id: 'jp', displayName: 'Japan', region: 'jp' } });
  snapshot.write('catalog/songs.json', JSON.stringify([{ musicId: '1', title: `Song of ${sourceId}`, bandId: 1 }]));
  return home.world.publish(snapshot.directory, { promote });
}

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const admin = await home.person({ role: 'administrator' });
const snapshot = await keepOpen(createSmallSnapshot());
for (const version of ['v1', 'v2']) made.push((await publish(version)).releaseId);
made.push((await publish('v3', false)).releaseId);

type ServerBody = AnswerBody<'GET /api/v1/admin/servers'>['servers'][number];

async function readServer(): Promise<ServerBody> {
  const { servers } = await readJson(admin.fetch(SERVERS));
  const found = servers.find(({ id }) => id === 'jp');
  if (found === undefined) throw new Error('the server is not listed');
  return found;
}

const move = (act: string, body?: unknown, server = 'jp') =>
  body === undefined
    ? admin.fetch(`${SERVERS}/${server}/${act}`, { method: 'POST' })
    : admin.send('POST', `${SERVERS}/${server}/${act}`, body);

/** Title of the song that readers see. */
async function readTitle(): Promise<string | undefined> {
  const answer = await home.world.fetch('/api/v1/servers/jp/songs/1');
  return answer.ok ? (await readJson<{ title: string }>(answer)).title : undefined;
}

/** Waits until readers see a title. */
const seeTitle = (title: string | undefined): Promise<void> =>
  home.world.until(async () => (await readTitle()) === title);

const newestEvents = async (count: number): Promise<readonly (readonly [string, unknown, unknown])[]> => {
  const { events } = await readJson(admin.fetch(`/api/v1/admin/audit?subjectKind=server&subjectId=jp&limit=${count}`));
  return events.map(({ action, before, after }) => [action, before, after] as const);
};

test('the list has releases that were never promoted, the history, and what runs', async () => {
  const [first = '', second = '', third = ''] = made;
  const server = await readServer();
  expect(server).toMatchObject({
    displayName: 'Japan',
    region: 'jp',
    status: 'active',
    current: second,
    previous: first,
  });
  expect(server.releases.map(({ releaseId }) => releaseId).sort()).toEqual([...made].sort());
  expect(server.releases.every(({ entries }) => (entries ?? 0) > 0)).toBe(true);
  expect(server.history.map(({ kind, releaseId }) => [kind, releaseId])).toEqual([
    ['promote', second],
    ['promote', first],
  ]);
  expect(server.history.some(({ releaseId }) => releaseId === third)).toBe(false);
  expect(server.running).toEqual([]);
  const objects = openObjects(checkConfig({ LIVEHOUSE_DATA: home.world.dataDirectory }));
  for (const kind of LEASE_KINDS) {
    const lease = await takeLease(objects, 'jp', kind);
    expect((await readServer()).running).toEqual([
      { kind, startedAt: expect.any(Number), liveUntil: expect.any(Number) },
    ]);
    const page = await admin.fetch('/admin/releases');
    expect([kind, page.status, (await page.text()).includes('tone-warning')]).toEqual([kind, 200, true]);
    await lease.release();
  }
  await objects.close();
});

test('promote and roll back are seen by readers, and audited', async () => {
  const [, second = '', third = ''] = made;
  const promoted = await move('promote', { from: second, to: third });
  expect([promoted.status, await readJson(promoted)]).toEqual([
    200,
    { server: 'jp', releaseId: third, status: 'active', previous: second, changed: true },
  ]);
  await seeTitle('Song of v3');
  expect(await readServer()).toMatchObject({ current: third, previous: second });
  expect(await newestEvents(1)).toEqual([['release.promote', { releaseId: second }, { releaseId: third }]]);

  // What stands already is no change, and no event.
  const same = await move('promote', { from: third, to: third });
  expect([same.status, await readJson(same)]).toMatchObject([200, { changed: false }]);
  expect((await newestEvents(5)).length).toBe(1);

  await expectRefused(move('rollback', { from: second }), '409 current_release_changed');
  await expectRefused(move('rollback', { from: third, to: made[0] }), '409 current_release_changed');
  const back = await move('rollback', { from: third, to: second });
  expect([back.status, await readJson(back)]).toMatchObject([
    200,
    { releaseId: second, previous: third, changed: true },
  ]);
  await seeTitle('Song of v2');
  expect(await newestEvents(1)).toEqual([['release.rollback', { releaseId: third }, { releaseId: second }]]);
});

test('of two changes at once one is refused, and nothing is hidden', async () => {
  const [first = '', second = '', third = ''] = made;
  const answers = await sendTogether(home, (tx) => tx`lock table audit_event in exclusive mode`, [
    () => move('promote', { from: second, to: third }),
    () => move('promote', { from: second, to: first }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const lost = answers.find(({ status }) => status === 409) ?? new Response('{}');
  await expectRefused(lost, '409 current_release_changed');
  const { current } = await readServer();
  const events = await newestEvents(3);
  expect(events.map(([action]) => action).sort()).toEqual(['release.promote', 'release.promote', 'release.unchanged']);
  expect(events.find(([action]) => action === 'release.unchanged')).toEqual([
    'release.unchanged',
    { wanted: 'release.promote', releaseId: current === third ? first : third },
    { releaseId: current },
  ]);
  await expectOnlyStatus(move('promote', { from: current, to: second }), 200);
});

test('retiring takes the server from readers, promoting brings it back', async () => {
  const [, second = ''] = made;
  await expectRefused(move('retire', { from: UNKNOWN }), '409 current_release_changed');
  const retired = await move('retire', { from: second });
  expect([retired.status, await readJson(retired)]).toMatchObject([200, { status: 'retired', changed: true }]);
  await seeTitle(undefined);
  expect(await newestEvents(1)).toEqual([['release.retire', { releaseId: second }, { releaseId: null }]]);
  expect(await readJson(move('retire'))).toMatchObject({ status: 'retired', changed: false });
  expect((await readServer()).status).toBe('retired');
  await expectOnlyStatus(move('promote', { from: second, to: second }), 200);
  await seeTitle('Song of v2');
});

describe('it refuses', () => {
  test('servers and releases that are not there, and malformed bodies', async () => {
    const [, second = ''] = made;
    for (const act of ['promote', 'rollback', 'retire']) {
      const body = { from: second, to: second };
      expect([act, ...(await refusalOf(move(act, body, 'elsewhere')))]).toEqual([act, 404, 'server_not_found']);
      expect([act, ...(await refusalOf(move(act, body, 'A')))]).toEqual([act, 404, 'server_not_found']);
      const malformed = await move(act, { from: 'newest', to: second });
      expect([act, ...(await refusalOf(malformed))]).toEqual([act, 422, 'invalid_body']);
    }
    await expectRefused(move('promote', { from: second, to: UNKNOWN }), '404 release_not_found');
    await expectRefused(move('promote', { from: null, to: second }), '409 current_release_changed');
  });

  test('while releases are collected', async () => {
    const [first = '', second = ''] = made;
    await using objects = closing(openObjects(checkConfig({ LIVEHOUSE_DATA: home.world.dataDirectory })));
    const lease = await takeLease(objects, 'jp', 'collect');
    try {
      for (const [act, body] of [
        ['promote', { from: second, to: first }],
        ['rollback', { from: second }],
      ] as const) {
        const answer = await move(act, body);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        await expectRefused(answer, '503 collection_running');
      }
    } finally {
      await lease.release();
    }
    expect((await newestEvents(1))[0]?.[0]).toBe('release.unchanged');
    expect((await readServer()).current).toBe(second);
  });

  test('a damaged release, a damaged pointer, and a server that has nothing before', async () => {
    const [first = '', second = ''] = made;
    const file = (key: string): string => join(home.world.objectsDirectory, key);
    const damage = async (key: string, work: () => Promise<void>): Promise<void> => {
      const bytes = await readFile(file(key));
      await writeFile(file(key), '{}');
      await work().finally(() => writeFile(file(key), bytes));
    };
    await damage(sideManifestKey('jp', first), async () => {
      await expectRefused(move('promote', { from: second, to: first }), '409 release_unusable');
    });
    home.world.expectLogError('the current release is damaged');
    await damage(pointerKey('jp'), async () => {
      expect((await readServer()).status).toBe('damaged');
      await expectRefused(move('rollback', { from: second }), '409 release_unusable');
      await expectRefused(move('retire'), '409 release_unusable');
    });

    snapshot.describe({ sourceId: 'only', server: { id: 'kr', displayName: 'Korea', region: 'kr' } });
    const { releaseId } = await home.world.publish(snapshot.directory, { promote: false });
    await expectRefused(move('rollback', { from: releaseId }, 'kr'), '409 current_release_changed');
    await expectRefused(move('retire', undefined, 'kr'), '409 current_release_changed');
    await expectOnlyStatus(move('promote', { from: null, to: releaseId }, 'kr'), 200);
    await expectRefused(move('rollback', { from: releaseId }, 'kr'), '409 nothing_to_roll_back');
  });

  test('while the store is away', async () => {
    const [, second = ''] = made;
    await home.world.withoutStore(async () => {
      const answers = [
        admin.fetch(SERVERS),
        move('promote', { from: second, to: made[0] }),
        move('rollback', { from: second }),
        move('retire'),
      ];
      for (const answer of answers) await expectRefused(answer, '503 storage_unavailable');
    });
    expect((await readdir(home.world.objectsDirectory)).length).toBeGreaterThan(0);
  });
});
