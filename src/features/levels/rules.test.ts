// The pure rules of levels: names, texts, sounds, pictures, order and search.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readPngSize } from '../../../tests/fixtures/level-resources.ts';
import { silentMp3, variableMp3 } from '../../../tests/fixtures/level-snapshot.ts';
import { makeJpeg, makePng } from '../../../tests/fixtures/pictures.ts';
import { levelName, levelTail, readLevelName } from './common/formats.ts';
import { chooseText, readLocale, readText } from './common/texts.ts';
import { CoverFault, prepareCover } from './publish/cover.ts';
import { findMp3Fault } from './publish/mp3.ts';
import { readPublishedAt } from './publish/published-at.ts';
import { drawCover, drawLanes } from './serve/picture.ts';
import { readTerms } from './serve/search.ts';
import { Shelf, type SourceSong } from './serve/shelf.ts';

describe('level names', () => {
  test('they contain server, song and difficulty', () => {
    expect(levelName('jp', 'a:b~c', 'expert')).toBe('lh.2.jp.a~3Ab~7Ec.expert');
  });
  test('they parse to server and tail, and differ for different songs', () => {
    const key = fc.stringMatching(/^[A-Za-z0-9._:~-]{1,20}$/);
    const difficulty = fc.stringMatching(/^[A-Za-z0-9_-]{1,10}$/);
    const server = fc.constantFrom('jp', 'a', 'global-2', '1-2');
    fc.assert(
      fc.property(server, key, difficulty, key, difficulty, (id, songA, difficultyA, songB, difficultyB) => {
        const name = levelName(id, songA, difficultyA);
        expect(readLevelName(name)).toEqual({ server: id, tail: levelTail(songA, difficultyA) });
        expect(name).toMatch(/^[A-Za-z0-9._~-]+$/);
        const same = songA === songB && difficultyA === difficultyB;
        expect(levelName(id, songB, difficultyB) === name).toBe(same);
      }),
    );
  });
  test.each(['', 'lh', 'lh.2.jpx.1.easy', 'lh.0..1.easy', 'lh.3.JP-.1.easy', 'lh.99.jp.1.easy', 'provider-1-easy'])(
    '%p is none',
    (name) => expect(readLevelName(name)).toBeUndefined(),
  );
});

describe('texts', () => {
  test.each([
    ['ja', 'ja'],
    ['zhs', 'zh-CN'],
    ['zht', 'zh-TW'],
    ['ZH-tw', 'zh-TW'],
    ['fr', 'ja'],
    ['', 'ja'],
  ] as const)('the code %p selects %s', (code, locale) => expect(readLocale(code)).toBe(locale));
  test('of five slots, objects, lists and plain strings', () => {
    expect(readText(['a', null, 'c', '', 5])).toEqual({ ja: 'a', 'zh-TW': 'c' });
    expect(readText({ en: 'b', zhs: 'd', fr: 'x' })).toEqual({ en: 'b', 'zh-CN': 'd' });
    expect(readText(['A', 'B'])).toBe('A / B');
    expect(readText(' a\u0000b\n')).toBe('a b');
    expect([readText(''), readText(null), readText([]), readText({}), readText(7)]).toEqual(Array(5).fill(undefined));
  });
  test('Chinese falls back to the other script, then to slot order', () => {
    expect(chooseText({ ja: 'j', 'zh-CN': 's' }, 'zh-TW')).toBe('s');
    expect(chooseText({ en: 'e', ko: 'k' }, 'zh-TW')).toBe('e');
  });
});

test.each([
  [1_700_000_000_000, 1_700_000_000_000],
  ['1700000000000', 1_700_000_000_000],
  ['2026-01-02', Date.UTC(2026, 0, 2)],
  ['2026-01-02T03:04:05Z', Date.UTC(2026, 0, 2, 3, 4, 5)],
  [[1, 2, 3, 4, 5], 5],
  [[1, null, null, null, null], 1],
  [[null, null, 7, null, null], 7],
  ['yesterday', null],
  [null, null],
  [1.5, null],
  [[], null],
] as const)('published at %j for the Korean server is %p', (value, expected) => {
  expect(readPublishedAt(value, 'kr')).toBe(expected);
});

describe('sounds', () => {
  const note = new Uint8Array(417);
  note.set([0xff, 0xfb, 0x90, 0x64]);
  note.set(Buffer.from('Info'), 36);
  const id3 = new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 3, 1, 2, 3]);
  const id3v1 = new Uint8Array(128);
  id3v1.set(Buffer.from('TAG'));
  test.each([
    ['frames alone', silentMp3()],
    ['with tags at both ends', Buffer.concat([id3, silentMp3(), id3v1])],
    ['with notes of its encoder', Buffer.concat([note, silentMp3()])],
    ['with stray bytes behind', Buffer.concat([silentMp3(), new Uint8Array(700)])],
  ])('%s is good', (_, bytes) => expect(findMp3Fault(bytes)).toBeUndefined());
  test.each([
    ['a varying rate', variableMp3(), 'its bit rate varies'],
    ['nothing', new Uint8Array(0), 'it is no MP3'],
    ['a tag alone', id3, 'it is no MP3'],
    ['text', Buffer.from('hello, this is no sound'), 'it is no MP3'],
    ['rubbish in the middle', Buffer.concat([silentMp3(), new Uint8Array(9000), silentMp3()]), 'it breaks off'],
  ])('%s is not', (_, bytes, fault) => expect(findMp3Fault(bytes)).toContain(fault));
});

describe('covers', () => {
  test('a square PNG is kept unchanged', async () => {
    const png = await makePng(64, 64);
    expect(await prepareCover(png)).toBe(png);
  });
  test.each([
    ['a wide PNG', () => makePng(80, 40), 40],
    ['a JPEG', () => makeJpeg(64, 64), 64],
    ['a large PNG', () => makePng(1500, 1500), 512],
  ] as const)('%s becomes a square PNG', async (_, make, side) => {
    expect(readPngSize(await prepareCover(await make()))).toEqual({ width: side, height: side });
  });
  test.each([
    ['a cut PNG', async () => (await makePng(64, 64)).subarray(0, 400)],
    ['no picture', async () => new Uint8Array([1, 2, 3])],
    ['a drawing that is a program', async () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('%s is refused', async (_, make) => {
    expect(prepareCover(await make())).rejects.toBeInstanceOf(CoverFault);
  });
  test('pictures of our own are square PNGs', async () => {
    for (const bytes of [drawLanes(7), drawLanes(12), drawCover()]) {
      expect(readPngSize(bytes)).toEqual({ width: 128, height: 128 });
      expect(await prepareCover(bytes)).toBe(bytes);
    }
  });
});

describe('the shelf', () => {
  const song = (
    server: string,
    id: string,
    publishedAt: number | null,
    difficulties: readonly string[],
  ): SourceSong => ({
    id,
    title: { ja: `曲${id}`, en: `ＳＯＮＧ ${id}` },
    artists: 'Ｂand',
    publishedAt,
    cover: {},
    bgm: {},
    playlistName: `playlist-${id}`,
    charts: difficulties.map((difficulty, at) => ({
      name: levelName(server, id, difficulty),
      difficulty,
      rating: at,
      engine: 'seven' as const,
      data: {},
    })),
  });
  const shelf = new Shelf([
    [
      song('a', '1', 100, ['easy', 'special', 'hard']),
      song('a', '10', 100, ['normal']),
      song('a', 'x', null, ['easy']),
    ],
    [song('b', '1', 999, ['easy', 'master']), song('b', '2', 500, ['odd', 'expert'])],
  ]);
  test('is in order: newest, id descending, hardest first; the first source wins', () => {
    expect(shelf.levels.map(({ name }) => name)).toEqual([
      'lh.1.b.2.expert',
      'lh.1.b.2.odd',
      'lh.1.a.10.normal',
      'lh.1.b.1.master',
      'lh.1.a.1.special',
      'lh.1.a.1.hard',
      'lh.1.a.1.easy',
      'lh.1.a.x.easy',
    ]);
  });
  test('finds hidden levels by name', () => {
    expect(shelf.readLevel('lh.1.b.1.easy')?.song.publishedAt).toBe(999);
    expect(shelf.readLevel('constructor')).toBeUndefined();
  });
  test('recommends the next ones in a circle', () => {
    const last = shelf.levels.at(-1);
    expect(last && shelf.levelsAfter(last, 3).map(({ name }) => name)).toEqual(
      shelf.levels.slice(0, 3).map((l) => l.name),
    );
    const first = shelf.levels[0];
    expect(first && shelf.levelsAfter(first, 50)).toHaveLength(7);
  });
  test('random draws use the hardest chart of each song', () => {
    expect(shelf.randomLevels.map(({ difficulty }) => difficulty)).toEqual(['expert', 'normal', 'master', 'easy']);
  });
  test.each([
    ['song', 8],
    ['ＢＡＮＤ　曲', 8],
    ['曲2', 2],
    ['master', 1],
    ['song nothing', 0],
    ['odd', 1],
  ] as const)('a search for %p finds %i', (words, count) =>
    expect(shelf.findLevels(readTerms(words))).toHaveLength(count),
  );
  test('the length of a search is bounded', () => {
    expect(readTerms('a '.repeat(500))).toEqual(['a']);
    expect(readTerms(Array.from({ length: 90 }, (_, i) => i).join(' ')).length).toBe(16);
    expect(readTerms(undefined)).toEqual([]);
  });
});
