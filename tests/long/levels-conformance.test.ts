// The sample release is playable. Every document of the level server matches the types of the protocol in every locale and
// under both prefixes, and a client that follows the links as the app does reaches every level and every file.
import { describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { crawlLevelServer } from '../fixtures/level-client.ts';
import { createLevelValidators, type ValidatedType } from '../fixtures/level-schema.ts';
import { openWorld } from '../world.ts';

const SEARCHES = [
  '/levels/list?type=random',
  '/levels/info?type=random',
  '/playlists/list?type=random',
  '/playlists/info?type=random',
  '/levels/list?type=quick&keywords=lantern',
  '/levels/list?type=advanced&keywords=&difficulties=expert,easy&ratingMin=5&ratingMax=20',
  '/playlists/list?type=quick&keywords=lantern',
] as const;

const validate = createLevelValidators();
const world = await keepOpen(openWorld());
await world.publish(SAMPLE);

const read = async (path: string): Promise<unknown> => (await world.fetch(path)).json();

describe.each(['/levelserver', '/sonolus'])('%s', (prefix) => {
  test.each(['none', 'ja', 'en', 'zh-TW', 'zhs', 'ko', 'fr'])(
    'a client with locale %s plays every level',
    async (localization) => {
      const mistakes: string[] = [];
      let documents = 0;
      const crawl = await crawlLevelServer(world.address, {
        prefix,
        skip: ['provider'],
        ...(localization === 'none' ? {} : { localization }),
        onDocument: (type, document, path) => {
          documents++;
          for (const mistake of validate(type, document)) mistakes.push(`${path}: ${mistake}`);
        },
      });
      expect(mistakes).toEqual([]);
      expect(crawl.problems).toEqual([]);
      expect(crawl.items.level.size).toBe(36);
      expect(crawl.items.playlist.size).toBe(12);
      expect(crawl.items.engine.size).toBe(2);
      expect(documents).toBeGreaterThan(60);
      expect(crawl.files).toBeGreaterThan(80);
    },
  );

  test.each(SEARCHES)('%s follows the protocol', async (path) => {
    const type: ValidatedType = path.includes('/info')
      ? 'itemInfo'
      : path.startsWith('/levels')
        ? 'levelList'
        : 'playlistList';
    for (const localization of ['ja', 'en', 'zht', 'zh-CN', 'ko']) {
      const document = await read(`${prefix}${path}${path.includes('?') ? '&' : '?'}localization=${localization}`);
      expect(validate(type, document)).toEqual([]);
      expect(JSON.stringify(document)).toContain('"name"');
    }
  });

  test('a refusal is a message of the protocol', async () => {
    const answer = await world.fetch(`${prefix}/levels/nothing-here`);
    expect(answer.status).toBe(404);
    expect(validate('message', await answer.json())).toEqual([]);
  });
});

describe('negative controls: documents that the validators must reject', () => {
  type Change = (document: { item: Record<string, unknown> & { engine: Record<string, unknown> } }) => void;
  const changes: readonly (readonly [string, Change])[] = [
    ['a wrong item version', ({ item }) => Object.assign(item, { version: 2 })],
    ['an engine of another version', ({ item }) => Object.assign(item.engine, { version: 12 })],
    ['a missing field', ({ item }) => delete item.artists],
    ['missing watch data', ({ item }) => delete item.engine.watchData],
    ['an extra field', ({ item }) => Object.assign(item, { extra: 1 })],
    ['a rating as text', ({ item }) => Object.assign(item, { rating: '7' })],
    ['a link as text', ({ item }) => Object.assign(item, { cover: '/x' })],
  ];
  test.each(changes)('%s', async (_, change) => {
    const document = structuredClone(await read('/levelserver/levels/lh.4.demo.1001.easy')) as Parameters<Change>[0];
    expect(validate('levelDetails', document)).toEqual([]);
    change(document);
    expect(validate('levelDetails', document)).not.toEqual([]);
  });
});

test('level data follow the protocol and contain every note of the chart', async () => {
  const details = (await read('/levelserver/levels/lh.4.demo.1002.expert')) as { item: { data: { url: string } } };
  const answer = await world.fetch(details.item.data.url);
  const data: unknown = JSON.parse(gunzipSync(await answer.bytes()).toString('utf8'));
  expect(validate('levelData', data)).toEqual([]);
  const chart: { type: string }[] = JSON.parse(await readFile(join(SAMPLE, 'runtime/charts/1002-expert.json'), 'utf8'));
  const archetypes = (data as { entities: { archetype: string }[] }).entities.map(({ archetype }) => archetype);
  const single = chart.filter(({ type }) => type === 'Single').length;
  const slides = chart.filter(({ type }) => type === 'Slide' || type === 'Long').length;
  expect(archetypes.filter((name) => name === 'TapNote' || name === 'FlickNote').length).toBe(single);
  expect(archetypes.filter((name) => name === 'SlideStartNote').length).toBe(slides);
});
