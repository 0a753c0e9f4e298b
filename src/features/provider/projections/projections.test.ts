// Projections must produce valid output for any input, since upstream guarantees no schema.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { projectCards } from './cards.ts';
import { isChart } from './charts.ts';
import { bundlePaths, readFiles, readTree } from './explorer.ts';
import { planLive2d } from './live2d.ts';
import { projectBands, projectCharacters } from './people.ts';
import { presentStory, readScenario } from './scenario.ts';
import { projectSongMeta } from './song-meta.ts';
import { presentSongRecord, projectSongs } from './songs.ts';
import { planAfterliveStories, planBandStories, planEventStories, planMainStories } from './stories.ts';

const dated = ['1462071600000', null, null, null, null];
/** Documents with the right field names and arbitrary values. */
const field = fc.constantFrom(
  'publishedAt',
  'releasedAt',
  'startAt',
  'difficulty',
  'notes',
  'bpm',
  'musicVideos',
  'jacketImage',
  'stat',
  'episodes',
  'entries',
  'stories',
  'scenarioId',
  'bandId',
  'bandName',
  'characterName',
  'achievements',
  'description',
  'Base',
  'snippets',
  'talkData',
  'textures',
  'model',
  '0',
  '4',
  '7',
);
const { tree: anything } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constant(dated),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('tree'), { maxLength: 5 }),
    fc.dictionary(field, tie('tree'), { maxKeys: 6 }),
  ),
}));
const documentLike = fc.oneof(
  anything,
  fc.dictionary(fc.constantFrom('1', '20', '999', '__proto__', 'x'), anything, { maxKeys: 4 }),
);

test('projections of any input give JSON and never throw', () => {
  fc.assert(
    fc.property(documentLike, documentLike, (one, other) => {
      const views = [
        projectSongs(one, 'en'),
        projectSongMeta(one, other),
        projectCards(one, 'cn'),
        projectBands(one, other, 'jp'),
        projectCharacters(one, 'jp'),
        presentSongRecord('1', projectInput(one), other, 'kr'),
        [...planEventStories(one, other, 'jp').values()],
        [...planBandStories(one, 'jp').plans.values()],
        [...planMainStories(one, 'tw').values()],
        [...planAfterliveStories(one, other, 'jp').values()],
        planLive2d('a', one, 'jp') ?? null,
        readTree(one) ?? null,
        readFiles(one) ?? null,
        isChart(one),
      ];
      expect(JSON.stringify(views)).not.toContain('undefined');
      const base = readScenario({ Base: one });
      if (base === undefined) return;
      const plan = {
        view: { storyId: 'main.1', storyKey: 'main.1', title: [] },
        released: true,
        bundle: 'b',
        voices: 'v',
        scenarioId: 's',
      };
      expect(presentStory(plan, base, 'jp', [], other).storyId).toBe('main.1');
    }),
    { numRuns: 300 },
  );
});

function projectInput(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

describe('collections', () => {
  test('invalid ids are dropped, and entries without a date are not listed', () => {
    const songs = JSON.parse(
      `{"2":{"publishedAt":${JSON.stringify(dated)}},"1":{"publishedAt":[null]},"__proto__":{"publishedAt":${JSON.stringify(dated)}},"x":{},"3":null}`,
    );
    expect(Object.keys(projectSongs(songs, 'jp'))).toEqual(['2']);
  });

  test('a card that exists in trained form only shows that picture', () => {
    const card = { releasedAt: dated, resourceSetName: 'res001001', stat: { training: { levelLimit: 0 } } };
    const { cardImage, cardImages } = projectCards({ 1: card }, 'jp')['1'] ?? {
      cardImage: '',
      cardImages: { normal: '' },
    };
    expect(cardImage).toContain('card_after_training.png');
    expect(cardImages).toEqual({ normal: cardImage, trained: cardImage });
  });
});

describe('explorer', () => {
  test('trees contain only counts, and unsafe names are dropped', () => {
    expect(readTree({ a: { b: 1 }, c: 0 })).toEqual({ a: { b: 1 }, c: 0 });
    for (const value of [{ a: -1 }, { a: '1' }, { a: [1] }, [], null, { a: 0.5 }])
      expect(readTree(value)).toBeUndefined();
    expect(readFiles(['a.png', '..', '.', '', 'a/b', 'c\\d', 'e\0'])).toEqual(['a.png']);
    expect(readFiles([1])).toBeUndefined();
    expect(readFiles(Array(4097).fill('a'))).toBeUndefined();
    expect([...bundlePaths({ a: { b: 1, none: 0 }, c: 2 })]).toEqual(['a/b', 'c']);
  });

  test('a tree that is nested too deeply is refused', () => {
    let tree: Record<string, unknown> = { a: 1 };
    for (let i = 0; i < 1000; i++) tree = { a: tree };
    expect(readTree(tree)).toBeUndefined();
  });
});
