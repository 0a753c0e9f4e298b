// Every provider route with every outcome that it declares, from one table: 200, 304, 206, 416, unknown region, unknown id,
// malformed id or path, upstream unreachable, cache folder not writable.
import { describe, expect, test } from 'bun:test';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listRoutes } from '../../src/app/surface.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openSimulator } from '../fixtures/provider-upstream/simulator.ts';
import { openWorld, type World } from '../world.ts';

interface Row {
  /** Rest of a path that exists. */
  readonly good: string;
  /** Rest of a path that upstream does not have. */
  readonly unknown?: string;
  /** Malformed rest of a path, and its refusal. */
  readonly malformed?: readonly [tail: string, status: number, code: string];
}

const noRoute = (tail: string): readonly [string, number, string] => [tail, 404, 'route_not_found'];
const badPath = (tail: string): readonly [string, number, string] => [tail, 400, 'invalid_path'];

const ROWS: Readonly<Record<string, Row>> = {
  bandList: { good: 'bands' },
  songList: { good: 'songs' },
  songMetaList: { good: 'song-meta' },
  characterList: { good: 'characters' },
  cardList: { good: 'cards' },
  songRead: { good: 'songs/10', unknown: 'songs/6', malformed: noRoute('songs/x') },
  songMetaRead: { good: 'song-meta/10', unknown: 'song-meta/6', malformed: noRoute('song-meta/x') },
  cardRead: { good: 'cards/21', unknown: 'cards/777777', malformed: noRoute('cards/x') },
  eventStoryList: { good: 'stories/event' },
  bandStoryList: { good: 'stories/band' },
  mainStoryList: { good: 'stories/main' },
  afterliveStoryList: { good: 'stories/afterlive' },
  storyRead: { good: 'stories/main.5', unknown: 'stories/main.777', malformed: noRoute('stories/x') },
  editorTree: { good: 'editor-assets' },
  editorBundle: {
    good: 'editor-assets/bg/scenario1',
    unknown: 'editor-assets/no',
    malformed: badPath('editor-assets/a%00'),
  },
  chartRead: { good: 'charts/10/easy', unknown: 'charts/6/easy', malformed: noRoute('charts/10/odd') },
  jacketRead: {
    good: 'media/jacket/10/001_made_up',
    unknown: 'media/jacket/9990/x',
    malformed: noRoute('media/jacket/10/a%2Fb'),
  },
  jacketThumbRead: {
    good: 'media/jacket-thumb/10/001_made_up',
    unknown: 'media/jacket-thumb/9990/x',
    malformed: noRoute('media/jacket-thumb/x/y'),
  },
  soundRead: { good: 'media/sound/10', unknown: 'media/sound/999', malformed: noRoute('media/sound/x') },
  musicVideoRead: { good: 'media/mv/video.mp4', unknown: 'media/mv/nowhere.mp4', malformed: noRoute('media/mv/x') },
  stageChallengeRead: {
    good: 'media/stage-challenge/101',
    unknown: 'media/stage-challenge/3',
    malformed: noRoute('media/stage-challenge/x'),
  },
  rawRead: {
    good: 'raw/assets/jp/bg/scenario1_rip/bg00001.png',
    unknown: 'raw/assets/jp/nowhere',
    malformed: badPath('raw/assets/en/x'),
  },
  live2dBatch: { good: 'live2d?id=001_casual', malformed: ['live2d?id=a/b', 400, 'invalid_batch'] },
};

const ROOT = '/api/v1/game/provider';
const simulator = await keepOpen(openSimulator());
simulator.trouble('/assets/jp/movie/mv/nowhere_hq_rip/nowhere_hq.mp4', { kind: 'html' });
const world = await keepOpen(openWorld({ PROVIDER_URL: simulator.address }));
const away = await keepOpen(openWorld({ PROVIDER_URL: 'off' }));
const broken = await keepOpen(openWorld({ PROVIDER_URL: simulator.address }));
// A cache folder that not even root can write to.
const staging = join(broken.dataDirectory, 'cache', 'v1', 'staging');
await rm(staging, { recursive: true });
await writeFile(staging, '');

async function expectRefusal(at: World, path: string, status: number, code: string): Promise<void> {
  const answer = await at.fetch(path);
  expect({ path, status: answer.status, body: await answer.text() }).toMatchObject({
    path,
    status,
    body: expect.stringContaining(`"code":"${code}"`),
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
}

test('the table names every provider route', () => {
  const declared = listRoutes().filter((route) => route.path.startsWith(ROOT));
  expect(Object.keys(ROWS).sort()).toEqual(declared.map((route) => route.id).sort());
});

for (const [id, { good, unknown, malformed }] of Object.entries(ROWS)) {
  describe(id, () => {
    const path = `${ROOT}/jp/${good}`;
    test('200, 304, 206, and 416 past the end', async () => {
      const whole = await world.fetch(path, { headers: { 'accept-encoding': 'identity' } });
      expect([path, whole.status]).toEqual([path, 200]);
      expect(whole.headers.get('access-control-allow-origin')).toBe('*');
      expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
      expect(whole.headers.get('content-security-policy')).toContain('sandbox');
      const bytes = await whole.bytes();
      const etag = whole.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[^"]+"$/);
      for (const header of [etag, `W/${etag}`, '*', `"other", ${etag}`]) {
        const same = await world.fetch(path, { headers: { 'accept-encoding': 'identity', 'if-none-match': header } });
        expect([header, same.status, same.headers.get('etag')]).toEqual([header, 304, etag]);
      }
      const part = await world.fetch(path, { headers: { range: 'bytes=1-3', 'if-range': etag } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1-3/${bytes.byteLength}`]);
      expect(Buffer.from(await part.bytes()).equals(Buffer.from(bytes.subarray(1, 4)))).toBe(true);
      const over = await world.fetch(path, { headers: { range: 'bytes=999999999-' } });
      expect([over.status, over.headers.get('content-range')]).toEqual([416, `bytes */${bytes.byteLength}`]);
      const head = await world.fetch(path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.byteLength)]);
    });

    test('refusals', async () => {
      await expectRefusal(world, `${ROOT}/xx/${good}`, 404, 'region_not_found');
      await expectRefusal(away, path, 502, 'provider_upstream');
      await expectRefusal(broken, path, 503, 'storage_unavailable');
      if (unknown !== undefined) await expectRefusal(world, `${ROOT}/jp/${unknown}`, 404, 'provider_not_found');
      if (malformed !== undefined) await expectRefusal(world, `${ROOT}/jp/${malformed[0]}`, malformed[1], malformed[2]);
      for (const method of ['POST', 'PUT', 'DELETE']) expect((await world.fetch(path, { method })).status).toBe(405);
      expect((await world.fetch(path, { method: 'OPTIONS' })).status).toBe(204);
    });
  });
}
