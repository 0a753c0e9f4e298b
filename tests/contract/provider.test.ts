// Provider routes against the simulator: shapes, regions, ids, media, raw files and models (specification, "Provider
// projections").
import { describe, expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  assetOf,
  CN_ONLY_MODEL,
  JP_ONLY_SCENARIO,
  LOST_SCENARIO,
  SOUND_BYTES,
} from '../fixtures/provider-upstream/assets.ts';
import {
  BORROWED_EVENT,
  chart,
  EN_ONLY_SONG,
  EPISODE_CARD,
  FUTURE_CARD,
  JP_ONLY_SONG,
  songIds,
  UNDATED_SONG,
} from '../fixtures/provider-upstream/documents.ts';
import { openSimulator } from '../fixtures/provider-upstream/simulator.ts';
import { words } from '../fixtures/words.ts';
import { openWorld } from '../world.ts';

const simulator = await keepOpen(openSimulator());
const world = await keepOpen(openWorld({ PROVIDER_URL: simulator.address }));

const ROOT = '/api/v1/game/provider';
const ask = (path: string, init?: RequestInit) => world.fetch(`${ROOT}/${path}`, init);
/** JSON of a successful answer. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers by path, and a wrong path fails the test.
async function readJson(path: string): Promise<any> {
  const answer = await ask(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
}
async function expectRefusal(path: string, status: number, code: string, init?: RequestInit): Promise<void> {
  const answer = await ask(path, init);
  const body: unknown = await answer.json();
  expect({ path, status: answer.status, body }).toMatchObject({ path, status, body: { error: { code } } });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-request-id')).toMatch(/./);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
}

describe('collections', () => {
  test('have an entity tag for each coding, a cache class, CORS headers and a sandbox', async () => {
    const plain = await ask('jp/songs', { headers: { 'accept-encoding': 'identity' } });
    const etag = plain.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(plain.headers.get('content-type')).toBe('application/json');
    expect(plain.headers.get('cache-control')).toBe('public, max-age=86400, stale-while-revalidate=604800');
    expect(plain.headers.get('x-content-type-options')).toBe('nosniff');
    expect(plain.headers.get('vary')).toBe('Accept-Encoding');
    expect(plain.headers.get('access-control-allow-origin')).toBe('*');
    const whole = await plain.text();
    for (const [coding, suffix] of [
      ['br', '-br"'],
      ['gzip', '-gz"'],
    ] as const) {
      const coded = await ask('jp/songs', { headers: { 'accept-encoding': coding } });
      expect(coded.headers.get('content-encoding')).toBe(coding);
      expect(coded.headers.get('etag')).toBe(etag.replace(/"$/, suffix));
      expect(await coded.text()).toBe(whole);
      const same = await ask('jp/songs', { headers: { 'if-none-match': coded.headers.get('etag') ?? '' } });
      expect(same.status).toBe(304);
    }
  });

  test('answer HEAD with the length and OPTIONS with the methods', async () => {
    const whole = await (await ask('jp/bands', { headers: { 'accept-encoding': 'identity' } })).bytes();
    const head = await ask('jp/bands', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect(head.headers.get('content-length')).toBe(String(whole.byteLength));
    expect((await head.bytes()).byteLength).toBe(0);
    const preflight = await ask('jp/bands', { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
    await expectRefusal('jp/bands', 405, 'method_not_allowed', { method: 'POST' });
  });

  test('songs: every song that any region has dated, with links to the first region that has it', async () => {
    const songs = await readJson('en/songs');
    expect(Object.keys(songs)).toEqual(
      songIds()
        .filter((id) => id !== UNDATED_SONG)
        .map(String),
    );
    expect(songs[JP_ONLY_SONG]).toMatchObject({ musicId: JP_ONLY_SONG, releaseAt: null, musicType: 0 });
    expect(songs[JP_ONLY_SONG].musicUrl).toBe(`${ROOT}/jp/media/sound/${JP_ONLY_SONG}`);
    expect(songs[EN_ONLY_SONG].publishedAt).toEqual([null, expect.any(Number), null, null, null]);
    expect(songs[13].jacketUrl).toBe(`${ROOT}/en/media/jacket/30/miracle`);
    expect(songs[485].jacketUrl).toBe(`${ROOT}/en/media/jacket/490/485_glee_%20glee_%20glee`);
    expect(songs[10].difficulty.map((entry: { difficulty: string }) => entry.difficulty)).toEqual([
      'easy',
      'normal',
      'hard',
      'expert',
      'special',
    ]);
    expect(songs[10].difficulty[0]).toMatchObject({ playLevel: 5, noteCount: 160, publishedAt: null });
    expect(songs[10].difficulty[4].publishedAt).toHaveLength(5);
    expect(songs[9].musicVideos['music_video_9(2)']).toEqual({
      playableUrl: `${ROOT}/en/media/mv/music_video_9(2).mp4`,
      type: 'video/mp4',
    });
  });

  test('every link of a song leads to a file', async () => {
    const songs = await readJson('jp/songs');
    for (const id of [1, 9, 13, 40, 50, 485]) {
      const { jacketUrl, jacketThumbUrl, musicUrl, difficulty, musicVideos } = songs[id];
      const videos: { playableUrl: string }[] = Object.values(musicVideos);
      for (const url of [
        jacketUrl,
        jacketThumbUrl,
        musicUrl,
        difficulty[0].file,
        ...videos.map((v) => v.playableUrl),
      ]) {
        expect([url, (await world.fetch(url, { method: 'HEAD' })).status]).toEqual([url, 200]);
      }
    }
  });

  test('song-meta: five charts each, with figures by the formula', async () => {
    const meta = await readJson('jp/song-meta');
    const { chart: figures } = meta['11']['0'];
    const upstream = JSON.parse(Buffer.from(simulator.documentBytes('/api/songs/meta/all.5.json') ?? []).toString());
    const [, , base, skill] = upstream['11']['0']['7'];
    expect(figures.score).toBeCloseTo(1.1 * (base + 2 * skill), 9);
    expect(figures.eff).toBeCloseTo((figures.score * 60) / (figures.time + 30), 9);
    expect(figures.nps).toBeCloseTo(figures.n / figures.time, 9);
    expect(figures).toMatchObject({ firstBpm: 131, minBpm: 71, maxBpm: 131, playLevel: 6 });
    expect(meta['11']['4'].chart).toMatchObject({ n: null, score: null, playLevel: null });
    expect(meta['41']['0'].chart).toMatchObject({ score: null, n: 191 });
    expect(await readJson('jp/song-meta/11')).toEqual(meta['11']);
  });

  test('characters and bands: icons, members and split credits', async () => {
    const characters = await readJson('tw/characters');
    expect(characters['1']).toMatchObject({ bandId: 1, faceImage: `${ROOT}/tw/raw/res/icon/chara_icon_1.png` });
    expect(characters['601']).toMatchObject({ bandId: null, colorCode: null });
    expect(characters['601'].faceImage).toBeUndefined();
    const bands = await readJson('kr/bands');
    expect(bands['1']).toMatchObject({ official: true, memberCharacterIds: [1, 2, 3, 4, 5] });
    expect(bands['45'].logo).toBeUndefined();
    expect(bands['205']).toMatchObject({ official: false, memberBandIds: [1], memberCharacterIds: [6] });
  });

  test('cards: only those of the region; the year 2100 means unpublished', async () => {
    const [jp, en] = [await readJson('jp/cards'), await readJson('en/cards')];
    expect(jp[FUTURE_CARD].releasedAt[1]).toBeNull();
    expect(en[FUTURE_CARD]).toBeUndefined();
    expect(jp['7']).toBeDefined();
    expect(en['7']).toBeUndefined();
    expect((await readJson('cn/cards'))['10001'].resourceSetName).toBe('bili_res026001');
    expect(jp['6']).toMatchObject({ hasStory: false, episodes: [] });
    expect(jp['2'].cardImages.trained).toContain('card_after_training.png');
    expect(jp['1'].cardImages).toEqual({ normal: jp['1'].cardImage });
  });

  test('stories: four collections, ids as in the contract, duplicates removed', async () => {
    const event = await readJson('en/stories/event');
    expect(event['event.3-2']).toMatchObject({
      storyId: 'event.3-2',
      eventId: 3,
      episodeNumber: 2,
      sourceServer: 'en',
    });
    const band = await readJson('jp/stories/band');
    expect(Object.keys(band).filter((id) => id === 'band.band1-010')).toHaveLength(1);
    expect(band['band.band1-010'].chapterKey).toBe('band.1.1');
    expect((await readJson('en/stories/band'))['band.band1-017']).toBeUndefined();
    const main = await readJson('jp/stories/main');
    expect([main['main.21'].chapterId, main['main.22'].chapterId, main['main.22'].episodeNumber]).toEqual([1, 2, 1]);
    const afterlive = await readJson('jp/stories/afterlive');
    expect(afterlive['afterlive.5']).toMatchObject({ scenarioId: 'afterLive005', characterIds: [6] });
  });
});

describe('records', () => {
  test('a song with ranks and rewards, and item names where they exist', async () => {
    const song = await readJson('jp/songs/10');
    expect(song.scoreRanks).toEqual(
      [3, 4, 5, 6, 7].map((scoreRank) => ({ scoreRank, requiredScore: expect.any(Number) })),
    );
    expect(song.scoreRewards.at(-1)).toMatchObject({ scoreRank: 7, rewardType: 'practice_ticket', rewardId: 2 });
    expect(song.scoreRewards.at(-1).name[1]).toBe('券 2');
    expect(song.comboRewards.expert.map((reward: { comboRateType: string }) => reward.comboRateType)).toEqual([
      'combo',
      'full_combo',
    ]);
  });

  test('a card with episodes; an animation has none', async () => {
    const card = await readJson(`jp/cards/${EPISODE_CARD}`);
    expect(card.episodes.map((episode: { scenarioId: string }) => episode.scenarioId)).toEqual([
      'episode21',
      'memorial21',
    ]);
    expect(card.hasStory).toBe(true);
  });

  test('ids that are unknown or not released in the region are 404 without a request to upstream', async () => {
    const before = simulator.total();
    for (const path of [
      'jp/songs/6',
      `jp/songs/${UNDATED_SONG}`,
      `en/songs/${JP_ONLY_SONG}`,
      `en/song-meta/${JP_ONLY_SONG}`,
      `en/cards/${FUTURE_CARD}`,
      'jp/cards/999999',
      'jp/charts/6/easy',
      'jp/charts/11/special',
      'jp/stories/event.9999-1',
      'jp/stories/main.74',
      'jp/stories/band.band9-999',
      'jp/stories/afterlive.9999',
      'jp/stories/card.res999999.episode1',
    ]) {
      await expectRefusal(path, 404, 'provider_not_found');
    }
    expect(simulator.total() - before).toBeLessThan(8);
    expect([...simulator.counts.keys()].filter((path) => /\/(?:6|17|999999)(?:\.json|\/)/.test(path))).toEqual([]);
  });

  test('malformed ids and unknown paths are 404 route_not_found; unknown regions have their own code', async () => {
    for (const path of words(`
      jp/songs/abc jp/songs/1e3 jp/songs/-1 jp/cards/%00 jp/song-meta/1.0 jp/stories/event.x jp/stories/..%2f..%2fapi
      jp/stories/main.1.2 jp/charts/1/insane jp/charts/x/easy jp/media/sound/abc jp/media/mv/a%2Fb.mp4
      jp/media/mv/movie.webm jp/media/jacket/x/y jp/media/jacket/10/a%2Fb jp/media/jacket/10/001_made_up.png
      jp/media/stage-challenge/a jp/nothing
    `)) {
      await expectRefusal(path, 404, 'route_not_found');
    }
    for (const path of ['xx/songs', 'JP/cards/1', 'xx/raw/assets/xx/a', 'xx/live2d'])
      await expectRefusal(path, 404, 'region_not_found');
  });
});

describe('one story', () => {
  test('each id form', async () => {
    const card = await readJson(`jp/cards/${EPISODE_CARD}`);
    const set = card.resourceSetName;
    for (const id of [
      'event.3-2',
      'band.band1-010',
      'main.5',
      'afterlive.255',
      'afterlive.256',
      `card.${set}.episode21`,
    ]) {
      const story = await readJson(`jp/stories/${encodeURIComponent(id)}`);
      expect(story).toMatchObject({
        storyId: id,
        sourceServer: 'jp',
        sourceDiagnostics: { attempts: [{ server: 'jp' }] },
      });
      expect(story.commands.map((command: { type: string }) => command.type)).toEqual([
        'background',
        'layout',
        'talk',
        'motion',
        'sound',
        'effect',
      ]);
      expect(story.sourceDiagnostics.warnings).toHaveLength(1);
      expect(story.assets.live2d[0]).toEqual({ live2dKey: '001_casual-2021' });
    }
    const groups = [...simulator.counts.keys()].filter((path) => path.includes('afterlivetalk'));
    expect(groups.map((path) => path.split('/')[5]).sort()).toEqual(['group0_rip', 'group1_rip']);
  });

  test('an event episode without a file of its own is a band episode', async () => {
    const story = await readJson(`jp/stories/event.${BORROWED_EVENT}-1`);
    expect(story.storyId).toBe(`event.${BORROWED_EVENT}-1`);
    expect(story.commands[2].text).toContain('band1-901');
  });

  test('comes from the first region that has it', async () => {
    const story = await readJson('en/stories/main.30');
    expect(story.scenarioId).toBe(JP_ONLY_SCENARIO);
    expect(story.sourceServer).toBe('jp');
    expect(story.sourceDiagnostics.attempts).toEqual([
      { server: 'en', outcome: 'missing' },
      { server: 'jp', outcome: 'used' },
    ]);
    expect((await readJson('jp/stories/main'))['main.31'].scenarioId).toBe(LOST_SCENARIO);
    await expectRefusal('jp/stories/main.31', 404, 'provider_not_found');
  });
});

describe('editor assets and charts', () => {
  test('the tree of the region and the files of a bundle', async () => {
    const { server, tree } = await readJson('en/editor-assets');
    expect([server, tree.only_en, tree.only_jp, tree.empty_bundle]).toEqual(['en', 2, undefined, 0]);
    expect(await readJson('jp/editor-assets/bg/scenario1')).toEqual({
      server: 'jp',
      path: 'bg/scenario1',
      files: ['bg-scenario1.bundle', 'bg00010.png', 'dm.txt'],
    });
    await expectRefusal('jp/editor-assets/no/such', 404, 'provider_not_found');
    await expectRefusal('jp/editor-assets/empty_bundle', 502, 'provider_upstream');
    for (const path of [
      '%2e%2e%2fsongs',
      'a%00b',
      'a%0Ab',
      'a//b',
      `${'a/'.repeat(16)}a`,
      'x'.repeat(161),
      `${`${'y'.repeat(150)}/`.repeat(5)}${'z'.repeat(20)}`,
    ]) {
      await expectRefusal(`jp/editor-assets/${path}`, 400, 'invalid_path');
    }
  });

  test('a chart is passed on byte for byte', async () => {
    const answer = await ask('jp/charts/10/special');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=604800, stale-while-revalidate=2592000');
    expect(await answer.text()).toBe(JSON.stringify(chart(10, 'special')));
  });
});

describe('media and raw files', () => {
  const soundPath = '/assets/jp/sound/bgm010_rip/bgm010.mp3';

  test('entity tags of upstream, ranges and conditional requests', async () => {
    const whole = Buffer.from(assetOf(soundPath)?.bytes ?? []);
    const answer = await ask('jp/media/sound/10');
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).toBe((await fetch(`${simulator.address}${soundPath}`, { method: 'HEAD' })).headers.get('etag') ?? '-');
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    expect(answer.headers.get('content-length')).toBe(String(SOUND_BYTES));
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(Buffer.from(await answer.bytes()).equals(whole)).toBe(true);
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 0],
      ['bytes=100-', 100, SOUND_BYTES - 1],
      ['bytes=-7', SOUND_BYTES - 7, SOUND_BYTES - 1],
    ] as const) {
      const part = await ask('jp/media/sound/10', { headers: { range } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${SOUND_BYTES}`);
      expect(Buffer.from(await part.bytes()).equals(whole.subarray(start, end + 1))).toBe(true);
    }
    const over = await ask('jp/media/sound/10', { headers: { range: `bytes=${SOUND_BYTES}-` } });
    expect([over.status, over.headers.get('content-range')]).toEqual([416, `bytes */${SOUND_BYTES}`]);
    expect((await ask('jp/media/sound/10', { headers: { 'if-none-match': etag } })).status).toBe(304);
    const other = await ask('jp/media/sound/10', { headers: { range: 'bytes=0-9', 'if-range': '"other"' } });
    expect(other.status).toBe(200);
    await other.bytes();
    const head = await ask('jp/media/sound/10', { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(SOUND_BYTES)]);
    expect(simulator.counts.get(soundPath)).toBe(2);
  });

  test('jackets are looked up as written, then in lower case; missing ones are 404', async () => {
    expect((await ask('jp/media/jacket/50/050_Upper_Case')).status).toBe(200);
    expect((await ask('jp/media/jacket/490/485_glee_%20glee_%20glee')).headers.get('content-type')).toBe('image/png');
    await expectRefusal('jp/media/jacket/9990/999_nothing', 404, 'provider_not_found');
    await expectRefusal('jp/media/sound/999', 404, 'provider_not_found');
  });

  test('stage challenges try the regions in order, and leading zeros matter', async () => {
    expect((await ask('kr/media/stage-challenge/003')).status).toBe(200);
    await expectRefusal('kr/media/stage-challenge/3', 404, 'provider_not_found');
  });

  test('raw files: unchanged bytes, and dangerous types as downloads', async () => {
    const record = await ask('jp/raw/api/songs/13.json');
    expect(record.headers.get('content-type')).toBe('application/json');
    expect(
      Buffer.from(await record.bytes()).equals(Buffer.from(simulator.documentBytes('/api/songs/13.json') ?? [])),
    ).toBe(true);
    const picture = await ask('jp/raw/assets/jp/bg/scenario1_rip/bg00001.png');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    for (const path of ['jp/raw/res/icon/band_1.svg', 'jp/raw/assets/jp/page_rip/page.xml']) {
      const file = await ask(path);
      expect(file.headers.get('content-type')).toBe('application/octet-stream');
      expect(file.headers.get('content-disposition')).toContain('attachment');
      expect(file.headers.get('content-security-policy')).toContain('sandbox');
    }
    await expectRefusal('jp/raw/assets/jp/nothing_rip/x.png', 404, 'provider_not_found');
  });

  test('raw paths that lead elsewhere after full decoding are refused', async () => {
    const before = simulator.total();
    for (const path of words(`
      assets/en/bg/scenario1_rip/bg00001.png assets/bg/scenario1_rip/bg00001.png assets/%6a%70%2f..%2f..%2fapi/songs
      assets/jp/%2e%2e%2fx assets/jp/..%2fx assets/jp/%252e%252e%252fx assets/jp/a%00b assets/jp/a%0Ab assets/jp/a%0Db
      assets/jp/a%2500b assets/jp//a /assets/jp/a assets/jp/a%5cb assets/jp/a%3fb assets/jp/%ff assets/jp/%zz assets
      api/post/list api/explorer/en/assets/_info.json index.html http:%2f%2fexample.org/
    `)) {
      await expectRefusal(`jp/raw/${path}`, 400, 'invalid_path');
    }
    expect(simulator.total()).toBe(before);
  });

  test('headers of the caller are not sent to upstream', async () => {
    simulator.trouble('/assets/jp/notes_rip/notes.txt', undefined);
    const answer = await ask('jp/raw/assets/jp/notes_rip/notes.txt');
    for (const name of ['set-cookie', 'location', 'content-encoding']) expect(answer.headers.get(name)).toBeNull();
    expect(answer.headers.get('content-type')).toBe('text/plain');
  });
});

describe('live2d', () => {
  test('models from the first region that has a usable one', async () => {
    const { items, missing } = await readJson(
      `jp/live2d?id=001_casual&id=${CN_ONLY_MODEL}&id=666_broken&id=667_modelless&id=nobody&id=%20001_casual&id=`,
    );
    expect(missing).toEqual(['666_broken', '667_modelless', 'nobody']);
    expect(Object.keys(items)).toEqual(['001_casual', CN_ONLY_MODEL]);
    const model = items['001_casual'];
    expect(model).toMatchObject({
      id: '001_casual',
      live2dKey: '001_casual',
      resourceRef: 'provider:live2d:001_casual',
      defaultMotionName: 'idle01',
    });
    const root = `${ROOT}/jp/raw/assets/jp/live2d/chara`;
    expect(model.runtime).toMatchObject({
      model: '',
      moc: `${root}/001_casual_rip/hana.moc`,
      textures: [`${root}/001_general_rip/texture_00.png`, ''],
      motions: [{ name: 'idle01', runtime: `${root}/001_general_rip/idle01.mtn` }, { name: 'smile01' }],
      expressions: [{ name: 'default' }],
    });
    expect(items[CN_ONLY_MODEL].runtime.moc).toStartWith(`${ROOT}/cn/raw/assets/cn/`);
    expect((await world.fetch(model.runtime.moc)).status).toBe(200);
  });

  test('limits and the empty request', async () => {
    const before = simulator.total();
    expect(await readJson('jp/live2d')).toEqual({ items: {}, missing: [] });
    const ids = (count: number) => Array.from({ length: count }, (_, i) => `id=nobody`.concat(`${i}`)).join('&');
    await expectRefusal(`jp/live2d?${ids(65)}`, 400, 'invalid_batch');
    await expectRefusal('jp/live2d?id=a%2Fb', 400, 'invalid_batch');
    await expectRefusal('jp/live2d?id=001_casual&server=xx', 404, 'region_not_found');
    await expectRefusal('jp/live2d?server=jp&server=en', 400, 'duplicate_query_parameter');
    expect(simulator.total()).toBe(before);
    expect((await readJson('jp/live2d?id=001_casual&server=en')).items['001_casual'].sourceServer).toBe('en');
  });
});

test('upstream never gets more concurrent requests than configured, nor a path that a caller made up', () => {
  expect(simulator.mostAtOnce).toBeLessThanOrEqual(4);
});
