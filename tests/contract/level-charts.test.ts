// Charts as something to draw: every chart of the sample against its own file, charts of the other formats, pins and
// conditions, charts of the provider, and charts that cannot be shown.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentKey } from '../../src/kernel/object-key.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { bestdoriText, SUS, type TestSong, USC, writeLevelSnapshot } from '../fixtures/level-snapshot.ts';
import { JP_ONLY_SONG } from '../fixtures/provider-upstream/documents.ts';
import { openSimulator } from '../fixtures/provider-upstream/simulator.ts';
import { type Answer, comparable, expectRefusal, expectRelease, readFrom } from '../fixtures/release-world.ts';
import { openWorld, type World } from '../world.ts';

type Chart = AnswerBody<'GET /api/v1/charts/{server}/{song}/{difficulty}'>;
interface Raw {
  readonly type: string;
  readonly beat: number;
  readonly lane: number;
  readonly bpm: number;
  readonly flick?: boolean;
  readonly direction?: 'Left' | 'Right';
  readonly connections: readonly { readonly beat: number; readonly lane: number; readonly hidden?: boolean }[];
}

const chartOf = (answer: Answer): Chart => {
  expect([answer.status, answer.text.slice(0, 80)]).toEqual([200, expect.any(String)]);
  return answer.json() as Chart;
};

/** What holds for every chart. */
function expectSound({ notes, slides, counts, density, bars, bpm, seconds, lanes }: Chart): void {
  const places = notes.map(([at, lane]) => [at, lane] as const);
  expect(places).toEqual(places.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
  expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(notes.length);
  expect(density.reduce((a, b) => a + b, 0)).toBe(notes.length);
  expect(density.length).toBe(Math.ceil(seconds));
  for (const list of [bars, bpm.map(([at]) => at), ...slides.map((slide) => slide.map(([at]) => at))]) {
    expect(list).toEqual(list.toSorted((a, b) => a - b));
  }
  expect(notes.every(([at, lane, width]) => at < seconds && lane >= 0 && lane + width <= lanes)).toBe(true);
}

describe('the sample', () => {
  let world: World;
  let releaseId: string;
  beforeAll(async () => {
    world = await openWorld();
    ({ releaseId } = await world.publish(SAMPLE));
  });
  afterAll(() => world[Symbol.asyncDispose]());
  const read = (path: string, headers?: Readonly<Record<string, string>>) =>
    readFrom(world, `/api/v1/charts/demo/${path}`, headers);

  test('every chart has the notes of its file, at the seconds of their beats', async () => {
    const songs: Readonly<Record<string, { readonly charts: Readonly<Record<string, { readonly file: string }>> }>> =
      JSON.parse(await readFile(join(SAMPLE, 'catalog/songs.json'), 'utf8'));
    const charts = Object.entries(songs).flatMap(([id, song]) =>
      Object.entries(song.charts).map(([difficulty, { file }]) => ({ path: `${id}/${difficulty}`, file })),
    );
    expect(charts.length).toBe(36);
    for (const { path, file } of charts) {
      const chart = chartOf(await read(path));
      expectSound(chart);
      const raw: readonly Raw[] = JSON.parse(await readFile(join(SAMPLE, file), 'utf8'));
      const tempos = raw.filter(({ type }) => type === 'BPM').toSorted((a, b) => a.beat - b.beat);
      const secondsOf = (beat: number): number =>
        tempos.reduce((sum, { beat: from, bpm }, index) => {
          const to = Math.min(beat, tempos[index + 1]?.beat ?? Number.POSITIVE_INFINITY);
          return sum + (Math.max(0, to - from) * 60) / bpm;
        }, 0);
      const expected = raw.flatMap((object) => {
        if (object.type === 'BPM' || object.type === 'System') return [];
        const points = object.connections?.filter(({ hidden }) => hidden !== true) ?? [object];
        return points.map(({ beat }) => secondsOf(beat));
      });
      expect([path, chart.notes.length, chart.lanes]).toEqual([path, expected.length, 7]);
      expected.sort((a, b) => a - b);
      chart.notes.forEach(([at], index) => {
        expect(Math.abs(at - (expected[index] ?? 0))).toBeLessThan(0.0001);
      });
      expect(chart.bpm.map(([, bpm]) => bpm)).toEqual(tempos.map(({ bpm }) => bpm));
      expect(chart.slides.length).toBe(raw.filter(({ type }) => type === 'Long' || type === 'Slide').length);
      const left = raw.filter(({ direction }) => direction === 'Left').length;
      expect(chart.counts.left ?? 0).toBe(left);
    }
  });

  test('answers of a pin are immutable, conditions are 304, codings are negotiated', async () => {
    const current = await read('1001/expert');
    expect(current.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(current.headers.get('access-control-allow-origin')).toBe('*');
    const pinned = await read(`1001/expert?release=${releaseId}`);
    expect(pinned.headers.get('cache-control')).toContain('immutable');
    expect(pinned.text).toBe(current.text);
    for (const answer of [current, pinned]) expectRelease(answer, { releaseId, sourceId: 'demo-1.5.0' });
    const etag = current.headers.get('etag') ?? '';
    expect((await read('1001/expert', { 'if-none-match': etag })).status).toBe(304);
    const coded = await read('1001/expert', { 'accept-encoding': 'br' });
    expect([coded.headers.get('content-encoding'), coded.headers.get('vary')]).toEqual(['br', 'Accept-Encoding']);
    expect(coded.bytes.length).toBeLessThan(current.bytes.length);
    const head = await readFrom(world, '/api/v1/charts/demo/1001/expert', {}, 'HEAD');
    expect(comparable(head.headers)).toEqual(comparable(current.headers));
  });

  test('what is not there is not found', async () => {
    for (const path of ['1001/special', '9999/expert', '1001/..expert', `1001/${'x'.repeat(40)}`, '__proto__/expert']) {
      expectRefusal(await read(path), 404, 'chart_not_found');
    }
    expectRefusal(await read('1001/expert?source=elsewhere'), 400, 'invalid_query');
    expectRefusal(await readFrom(world, '/api/v1/charts/nobody/1001/expert'), 404, 'server_not_found');
  });
});

describe('charts of every kind', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    const single = (beat: number) => ({ type: 'Single', lane: 3, beat });
    const many = [{ type: 'BPM', bpm: 200, beat: 0 }, ...Array.from({ length: 20_001 }, (_, i) => single(i / 8))];
    const endless = [{ type: 'BPM', bpm: 0.001, beat: 0 }, single(50_000)];
    const early = [{ type: 'BPM', bpm: 120, beat: 4 }, { type: 'BPM', bpm: 60, beat: 8 }, single(-2), single(10)];
    const songs: Record<string, TestSong> = {
      a: {
        charts: {
          plain: { text: bestdoriText(5) },
          usc: { format: 'usc', text: JSON.stringify({ ...USC, offset: 0.25 }) },
          sus: { format: 'sus', text: SUS },
          many: { text: JSON.stringify(many) },
          endless: { text: JSON.stringify(endless) },
          early: { text: JSON.stringify(early) },
        },
      },
      '~:': { charts: { plain: {} } },
      damaged: { charts: { plain: { text: bestdoriText(9) } } },
    };
    await using snapshot = await writeLevelSnapshot({ songs });
    await world.publish(snapshot.directory);
  });
  afterAll(() => world[Symbol.asyncDispose]());
  const read = (path: string) => readFrom(world, `/api/v1/charts/jp/${path}`);

  test('seven lanes: a hidden point bends the ribbon and is no note', async () => {
    const chart = chartOf(await read('a/plain'));
    expectSound(chart);
    expect(chart.counts).toEqual({ tap: 5, slide: 1, flick: 1 });
    expect(chart.slides).toEqual([
      [
        [20, 1, 1],
        [20.5, 2, 1],
        [21, 3, 1],
      ],
    ]);
    expect(chart.bars.slice(0, 2)).toEqual([0, 2]);
  });

  test('twelve lanes: places are left edges, moments follow the offset, curves are drawn', async () => {
    const chart = chartOf(await read('a/usc'));
    expectSound(chart);
    expect(chart.lanes).toBe(12);
    expect(chart.notes.map(([at, lane, width, kind]) => [at, lane, width, kind])).toEqual([
      [0.75, 4.5, 3, 'flick'],
      [1.25, 3, 2, 'slide'],
      [1.5, 3.5, 2, 'tick'],
      [1.75, 5, 2, 'tick'],
      [2.25, 7, 2, 'left'],
    ]);
    expect(chart.slides[0]?.length).toBe(8);
    expectSound(chartOf(await read('a/sus')));
  });

  test('a tempo holds before its beat, and bars begin before the sound', async () => {
    const chart = chartOf(await read('a/early'));
    expect(chart.notes.map(([at]) => at)).toEqual([-1, 6]);
    expect(chart.bars).toEqual([-2, 0, 2, 4]);
    expect([chart.seconds, chart.density]).toEqual([8, [1, 0, 0, 0, 0, 0, 1, 0]]);
  });

  test('ids are names, whatever they look like', async () => {
    expectSound(chartOf(await read('~:/plain')));
  });

  test('damaged level data are 502', async () => {
    const level = await readFrom(world, '/levelserver/levels/lh.2.jp.damaged.plain');
    const { item } = level.json() as { readonly item: { readonly data: { readonly url: string } } };
    const bytes = (await readFrom(world, item.data.url)).bytes;
    const file = join(world.objectsDirectory, contentKey(new Bun.CryptoHasher('sha256').update(bytes).digest('hex')));
    await writeFile(file, 'damage');
    try {
      expectRefusal(await read('damaged/plain'), 502, 'object_corrupt');
    } finally {
      await writeFile(file, bytes);
    }
    expectSound(chartOf(await read('damaged/plain')));
  });

  test('too many notes, and hours of them, are not found', async () => {
    for (const difficulty of ['many', 'endless']) {
      expectRefusal(await read(`a/${difficulty}`), 404, 'chart_not_found');
      expectRefusal(await read(`a/${difficulty}`), 404, 'chart_not_found');
    }
  });
});

test('charts of the provider are read by region; what does not convert is not found; upstream away is 502', async () => {
  await using simulator = await openSimulator();
  await using world = await openWorld({ PROVIDER_URL: simulator.address });
  const read = (path: string, region = 'jp') => readFrom(world, `/api/v1/charts/${region}/${path}?source=provider`);
  const answer = await read(`${JP_ONLY_SONG}/expert`);
  const chart = chartOf(answer);
  expect([chart.lanes, chart.notes.length > 300]).toEqual([7, true]);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(answer.headers.get('x-service-release-id')).toBeNull();
  simulator.replace(`/api/charts/${JP_ONLY_SONG}/easy.json`, [{ type: 'BPM', bpm: 0, beat: 0 }]);
  expectRefusal(await read(`${JP_ONLY_SONG}/easy`), 404, 'chart_not_found');
  expectRefusal(await read('999999/easy'), 404, 'chart_not_found');
  expectRefusal(await read(`${JP_ONLY_SONG}/lunatic`), 404, 'chart_not_found');
  expectRefusal(await read(`${JP_ONLY_SONG}/expert`, 'mars'), 404, 'region_not_found');
  await simulator.down();
  expectRefusal(await read(`${JP_ONLY_SONG}/normal`), 502, 'provider_upstream');
  await simulator.up();
});
