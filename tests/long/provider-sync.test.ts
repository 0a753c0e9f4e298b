// `livehouse provider sync` fills the cache, so that a region is served without upstream. It can be repeated, and it reports
// failures.
import { beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { folderForTest, keepOpen } from '../fixtures/keep-open.ts';
import { openSimulator } from '../fixtures/provider-upstream/simulator.ts';
import { LIVEHOUSE, runProgram } from '../fixtures/run-command.ts';
import { words } from '../fixtures/words.ts';
import { openWorld } from '../world.ts';

const ROOT = '/api/v1/game/provider';
let folder: string;
const simulator = await keepOpen(openSimulator());
beforeEach(async () => {
  simulator.reset();
  shorten();
  folder = folderForTest();
});

/** A small upstream with the first entries of every list. */
function shorten(): void {
  for (const path of [
    'songs/all.8',
    'cards/all.5',
    'events/all.5',
    'events/all.stories',
    'misc/mainstories.5',
    'misc/afterlivetalks.5',
  ]) {
    const whole: object = JSON.parse(Buffer.from(simulator.documentBytes(`/api/${path}.json`) ?? []).toString());
    simulator.replace(`/api/${path}.json`, Object.fromEntries(Object.entries(whole).slice(0, 45)));
  }
  const tree = { bg: { scenario1: 3 }, live2d: { chara: { '001_casual': 5, '001_general': 50 } } };
  for (const region of ['jp', 'en', 'tw', 'cn', 'kr'])
    simulator.replace(`/api/explorer/${region}/assets/_info.json`, tree);
}

const sync = (url: string, ...args: string[]) =>
  runProgram([...LIVEHOUSE, 'provider', 'sync', ...args], {
    LIVEHOUSE_DATA: folder,
    CACHE_DIR: join(folder, 'cache'),
    PROVIDER_URL: url,
  });

const PARTS = 'bands,songs,song-meta,characters,stories,charts';

test('fills the cache and skips fresh entries; afterwards upstream is not needed', async () => {
  const first = await sync(simulator.address, 'kr', '--what', PARTS, '--json');
  expect([first.code, first.stderr.includes('stories')]).toEqual([0, true]);
  const { ok, region, parts, complete } = JSON.parse(first.stdout);
  expect({ ok, region, complete }).toEqual({ ok: true, region: 'kr', complete: true });
  expect(Object.keys(parts).join()).toBe(PARTS);
  expect(parts.songs).toMatchObject({ held: 0, failed: 0 });
  expect(simulator.mostAtOnce).toBeLessThanOrEqual(4);
  const asked = simulator.total();
  const second = await sync(simulator.address, 'kr', '--what', PARTS, '--json');
  expect(JSON.parse(second.stdout).parts.songs).toEqual({ ...parts.songs, held: parts.songs.brought, brought: 0 });
  // Only absent entries are requested again.
  expect(simulator.total() - asked).toBeLessThan(20);

  await using world = await openWorld({ PROVIDER_URL: 'off', CACHE_DIR: join(folder, 'cache') });
  for (const tail of words(`
    bands songs song-meta characters stories/event stories/band stories/main stories/afterlive songs/10
    charts/10/special stories/event.41-1 stories/main.5 stories/card.res022001.episode21
  `)) {
    expect([tail, (await world.fetch(`${ROOT}/kr/${tail}`)).status]).toEqual([tail, 200]);
  }
}, 60_000);

test('without a list of kinds everything except media is fetched', async () => {
  const all = await sync(simulator.address, 'tw', '--json');
  const { parts } = JSON.parse(all.stdout);
  expect(Object.keys(parts)).toEqual([
    'bands',
    'songs',
    'song-meta',
    'characters',
    'cards',
    'stories',
    'charts',
    'editor-assets',
    'live2d',
  ]);
  expect(parts.live2d).toMatchObject({ brought: 1, missing: 0, failed: 0 });
  expect([...simulator.counts.keys()].some((path) => path.endsWith('.mp3') || path.endsWith('.png'))).toBe(false);
}, 120_000);

test('failures are counted and named; without a provider nothing is done', async () => {
  simulator.trouble('/api/songs/meta/all.5.json', { kind: 'body', body: 'no', mediaType: 'application/json' });
  const partly = await sync(simulator.address, 'en', '--what', 'song-meta', '--json');
  expect(partly.code).toBe(1);
  expect(JSON.parse(partly.stdout)).toMatchObject({
    ok: false,
    complete: true,
    failures: ['/api/songs/meta/all.5.json'],
  });
  const off = await sync('off', 'jp', '--json');
  expect([off.code, JSON.parse(off.stdout).errors[0].code]).toEqual([1, 'provider_off']);
}, 60_000);

test('wrong usage', async () => {
  for (const args of [[], ['xx'], ['jp', '--what', 'everything'], ['jp', 'en']]) {
    expect([args.join(' '), (await sync('off', ...args)).code]).toEqual([args.join(' '), 2]);
  }
}, 30_000);
