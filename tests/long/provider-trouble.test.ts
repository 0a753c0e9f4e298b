// The provider while its upstream is unreachable, slow, broken or wrong: the right code in time, never wrong bytes, one
// upstream request for concurrent callers, and cached entries that stay readable across restarts (decisions, "Provider").
import { afterEach, describe, expect, test } from 'bun:test';
import { cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ageCache } from '../fixtures/cache-age.ts';
import { folderForTest, keepOpen } from '../fixtures/keep-open.ts';
import { openSimulator, type Trouble } from '../fixtures/provider-upstream/simulator.ts';
import { words } from '../fixtures/words.ts';
import { openWorld, type World } from '../world.ts';

const simulator = await keepOpen(openSimulator());
afterEach(() => simulator.reset());

const ROOT = '/api/v1/game/provider';
const SONGS = '/api/songs/all.8.json';
const SOUND = '/assets/jp/sound/bgm010_rip/bgm010.mp3';

const open = (environment: Record<string, string> = {}): Promise<World> =>
  openWorld({ PROVIDER_URL: simulator.address, ...environment });

async function outcome(
  world: World,
  path: string,
  init?: RequestInit,
): Promise<{ status: number; code: string | undefined; seconds: number }> {
  const startedAt = performance.now();
  const answer = await world.fetch(`${ROOT}/${path}`, init);
  const text = await answer.text();
  const code = answer.ok ? undefined : /"code":"([a-z_]+)"/.exec(text)?.[1];
  return { status: answer.status, code, seconds: (performance.now() - startedAt) / 1000 };
}

const BIG = 400 * 1024 * 1024;
const troubles: readonly (readonly [
  name: string,
  path: string,
  upstreamPath: string,
  trouble: Trouble,
  status: number,
  code: string,
])[] = [
  ['HTML in place of a list', 'jp/songs', SONGS, { kind: 'html' }, 502, 'provider_upstream'],
  ['404 in place of a list', 'jp/songs', SONGS, { kind: 'status', status: 404 }, 502, 'provider_upstream'],
  [
    'HTML that claims to be JSON',
    'jp/songs',
    SONGS,
    { kind: 'body', body: '<!DOCTYPE html><html>', mediaType: 'application/json' },
    502,
    'provider_upstream',
  ],
  ['HTML in place of a record', 'jp/songs/10', '/api/songs/10.json', { kind: 'html' }, 404, 'provider_not_found'],
  [
    '404 in place of a record',
    'jp/cards/21',
    '/api/cards/21.json',
    { kind: 'status', status: 404 },
    404,
    'provider_not_found',
  ],
  [
    'HTML in place of a chart',
    'jp/charts/10/easy',
    '/api/charts/10/easy.json',
    { kind: 'html' },
    404,
    'provider_not_found',
  ],
  [
    'HTML that claims to be a picture',
    'jp/media/jacket/10/001_made_up',
    '*',
    { kind: 'body', body: '\n<!doctype HTML><p>', mediaType: 'image/png' },
    404,
    'provider_not_found',
  ],
  [
    'a list where a chart should be',
    'jp/charts/10/easy',
    '/api/charts/10/easy.json',
    { kind: 'body', body: '[{"type":"Odd"}]', mediaType: 'application/json' },
    502,
    'provider_upstream',
  ],
  [
    'a wrong top level',
    'jp/songs',
    SONGS,
    { kind: 'body', body: '[1,2]', mediaType: 'application/json' },
    502,
    'provider_upstream',
  ],
  [
    'an error document',
    'jp/songs',
    SONGS,
    { kind: 'body', body: '{"result":false,"code":"X"}', mediaType: 'application/json' },
    502,
    'provider_upstream',
  ],
  [
    'no JSON',
    'jp/songs',
    SONGS,
    { kind: 'body', body: '{"1":', mediaType: 'application/json' },
    502,
    'provider_upstream',
  ],
  [
    'invalid UTF-8',
    'jp/songs',
    SONGS,
    { kind: 'body', body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), mediaType: 'application/json' },
    502,
    'provider_upstream',
  ],
  [
    'a picture in place of a list',
    'jp/songs',
    SONGS,
    { kind: 'body', body: '\x89PNG', mediaType: 'image/png' },
    502,
    'provider_upstream',
  ],
  [
    'JSON in place of a picture',
    'jp/media/jacket/10/001_made_up',
    '*',
    { kind: 'body', body: '{}', mediaType: 'application/json' },
    502,
    'provider_upstream',
  ],
  [
    'bytes without a type that are no sound',
    'jp/media/sound/10',
    SOUND,
    { kind: 'body', body: 'no sound at all', mediaType: 'application/octet-stream' },
    502,
    'provider_upstream',
  ],
  ['a length far over the cap', 'jp/songs', SONGS, { kind: 'length', bytes: BIG }, 502, 'provider_upstream'],
  ['a body that ends early', 'jp/songs', SONGS, { kind: 'cut' }, 502, 'provider_upstream'],
  ['media that end early', 'jp/media/sound/10', SOUND, { kind: 'cut' }, 502, 'provider_upstream'],
  [
    'a redirect to another host',
    'jp/songs',
    SONGS,
    { kind: 'redirect', to: 'http://127.0.0.1:9/' },
    502,
    'provider_upstream',
  ],
  [
    'media that redirect',
    'jp/media/sound/10',
    SOUND,
    { kind: 'redirect', to: '/res/icon/chara_icon_1.png' },
    502,
    'provider_upstream',
  ],
  ['a server error', 'jp/songs', SONGS, { kind: 'status', status: 500 }, 502, 'provider_upstream'],
  ['a refusal', 'jp/songs', SONGS, { kind: 'status', status: 403 }, 502, 'provider_upstream'],
  ['a closed connection', 'jp/songs', SONGS, { kind: 'destroy' }, 502, 'provider_upstream'],
  [
    'no region has the scenario, one fails',
    'jp/stories/main.5',
    '/assets/en/scenario/main_rip/Scenariomain005.asset',
    { kind: 'status', status: 403 },
    200,
    '',
  ],
];

describe('wrong answers of upstream', () => {
  for (const [name, path, upstreamPath, trouble, status, code] of troubles) {
    test(`${name}: ${status}`, async () => {
      simulator.trouble(upstreamPath, trouble);
      await using world = await open();
      const seen = await outcome(world, path);
      expect([seen.status, seen.code ?? '']).toEqual([status, code]);
    });
  }

  test('a wrong answer is not cached, and the next good one is', async () => {
    await using world = await open();
    for (const trouble of [{ kind: 'html' }, { kind: 'cut' }] as const) {
      simulator.trouble(SONGS, trouble);
      expect((await outcome(world, 'jp/songs')).status).toBe(502);
    }
    simulator.trouble(SONGS, undefined);
    expect((await outcome(world, 'jp/songs')).status).toBe(200);
  });
});

describe('time and memory', () => {
  const slow: readonly (readonly [string, string, string, Trouble])[] = [
    ['silence', 'jp/songs', SONGS, { kind: 'silence' }],
    ['a dripping list', 'jp/songs', SONGS, { kind: 'drip' }],
    ['dripping media', 'jp/media/sound/10', SOUND, { kind: 'drip' }],
    ['an endless list', 'jp/songs', SONGS, { kind: 'endless' }],
    [
      'a wait that upstream asks for',
      'jp/songs',
      SONGS,
      { kind: 'status', status: 429, headers: { 'retry-after': '600' } },
    ],
  ];
  test('every request is answered in time, whatever upstream does', async () => {
    const seen = await Promise.all(
      slow.map(async ([name, path, upstreamPath, trouble]) => {
        await using own = await openSimulator();
        own.trouble(upstreamPath, trouble);
        await using world = await openWorld({ PROVIDER_URL: own.address });
        return { name, ...(await outcome(world, path)) };
      }),
    );
    for (const { name, status, code, seconds } of seen) {
      // Upstream has eight seconds; the rest is for a busy machine.
      expect({ name, status, code, inTime: seconds < 20 }).toEqual({
        name,
        status: 502,
        code: 'provider_upstream',
        inTime: true,
      });
    }
  }, 30_000);

  test('memory stays bounded with an endless body', async () => {
    await using world = await open();
    simulator.trouble(SONGS, { kind: 'endless' });
    Bun.gc(true);
    const before = process.memoryUsage().rss;
    await Promise.all(['jp', 'en', 'tw'].map((region) => outcome(world, `${region}/songs`)));
    // A list has at most 32 MB, and the simulator runs in this process too.
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    const staged = await readdir(join(world.dataDirectory, 'cache', 'v1', 'staging'));
    expect(staged).toEqual([]);
  });

  test('a 429 of upstream is retried after its Retry-After', async () => {
    await using world = await open();
    simulator.trouble(SONGS, { kind: 'status', status: 429, headers: { 'retry-after': '1' }, times: 1 });
    expect((await outcome(world, 'jp/songs')).status).toBe(200);
    expect(simulator.counts.get(SONGS)).toBe(2);
  });

  test('consecutive failures open the circuit, which closes again later', async () => {
    await using world = await open();
    await simulator.down();
    try {
      for (let i = 0; i < 4; i++) expect((await outcome(world, 'jp/characters')).status).toBe(502);
      const rested = await outcome(world, 'jp/characters');
      expect([rested.status, rested.seconds < 5]).toEqual([502, true]);
    } finally {
      await simulator.up();
    }
    await world.until(async () => (await outcome(world, 'jp/characters')).status === 200, 8000);
  }, 20_000);
});

describe('shared requests', () => {
  test('200 concurrent first requests cause one request to upstream', async () => {
    await using world = await open();
    simulator.trouble(SONGS, { kind: 'delay', ms: 150 });
    const seen = await Promise.all(Array.from({ length: 200 }, () => outcome(world, 'jp/songs')));
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
    expect(simulator.counts.get(SONGS)).toBe(1);
    const media = await Promise.all(Array.from({ length: 100 }, () => outcome(world, 'jp/media/sound/10')));
    expect(new Set(media.map(({ status }) => status))).toEqual(new Set([200]));
    expect(simulator.counts.get(SOUND)).toBe(1);
  });

  test('all regions and records share one list, and two processes share one request', async () => {
    const folder = folderForTest();
    await using first = await open({ CACHE_DIR: folder });
    await using second = await open({ CACHE_DIR: folder });
    simulator.trouble(SONGS, { kind: 'delay', ms: 150 });
    const paths = ['jp/songs', 'en/songs', 'tw/songs', 'jp/songs/10', 'jp/song-meta', 'jp/charts/10/easy'];
    const seen = await Promise.all([first, second].flatMap((world) => paths.map((path) => outcome(world, path))));
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
    expect(simulator.counts.get(SONGS)).toBe(1);
    expect(simulator.mostAtOnce).toBeLessThanOrEqual(8);
  });

  test('absence is cached', async () => {
    await using world = await open();
    for (let i = 0; i < 3; i++) expect((await outcome(world, 'jp/media/sound/999')).code).toBe('provider_not_found');
    expect(simulator.counts.get('/assets/jp/sound/bgm999_rip/bgm999.mp3')).toBe(1);
  });
});

describe('with upstream unreachable', () => {
  const paths = words(`
    jp/bands jp/songs jp/song-meta jp/characters jp/cards jp/stories/event jp/stories/band jp/stories/main
    jp/stories/afterlive jp/editor-assets jp/songs/10 jp/cards/21 jp/stories/main.5 jp/charts/10/expert
    jp/editor-assets/bg/scenario1 jp/live2d?id=001_casual jp/media/sound/10 jp/raw/api/songs/13.json
  `);
  async function readAll(world: World): Promise<Map<string, readonly [number, string | null, string]>> {
    const seen = new Map<string, readonly [number, string | null, string]>();
    for (const path of paths) {
      const answer = await world.fetch(`${ROOT}/${path}`);
      const digest = new Bun.CryptoHasher('sha256').update(await answer.bytes()).digest('hex');
      seen.set(path, [answer.status, answer.headers.get('etag'), digest]);
    }
    return seen;
  }

  test('a cached region stays readable, also after a restart and with the cache moved elsewhere', async () => {
    const folder = folderForTest();
    let first: Map<string, readonly [number, string | null, string]>;
    {
      await using world = await open({ CACHE_DIR: folder });
      first = await readAll(world);
      for (const [path, [status]] of first) expect([path, status]).toEqual([path, 200]);
      simulator.trouble('*', { kind: 'destroy' });
      expect(await readAll(world)).toEqual(first);
    }
    const moved = folderForTest();
    await cp(folder, moved, { recursive: true });
    for (const environment of [
      { CACHE_DIR: folder },
      { CACHE_DIR: moved },
      { CACHE_DIR: folder, PROVIDER_URL: 'off' },
    ]) {
      await using world = await open(environment);
      expect(await readAll(world)).toEqual(first);
      expect((await outcome(world, 'jp/songs/11')).code).toBe('provider_upstream');
      expect((await outcome(world, 'jp/songs/6')).code).toBe('provider_not_found');
    }
  }, 30_000);

  test('stale entries are served at once and revalidated with their entity tag', async () => {
    const folder = folderForTest();
    {
      await using world = await open({ CACHE_DIR: folder });
      expect((await outcome(world, 'jp/characters')).status).toBe(200);
    }
    await ageCache(folder, 2 * 60 * 60 * 1000);
    simulator.reset();
    await using world = await open({ CACHE_DIR: folder });
    const old = await (await world.fetch(`${ROOT}/jp/characters`)).text();
    await world.until(() => (simulator.counts.get('/api/characters/all.5.json') ?? 0) === 1);
    simulator.replace('/api/characters/all.5.json', { 1: { characterName: ['新', null, null, null, null] } });
    await ageCache(folder, 2 * 60 * 60 * 1000);
    await using later = await open({ CACHE_DIR: folder });
    expect(await (await later.fetch(`${ROOT}/jp/characters`)).text()).toBe(old);
    await later.until(() => (simulator.counts.get('/api/characters/all.5.json') ?? 0) === 2);
  });

  test('very old entries are revalidated first, and served if that fails', async () => {
    const folder = folderForTest();
    {
      await using world = await open({ CACHE_DIR: folder });
      expect((await outcome(world, 'jp/media/sound/10')).status).toBe(200);
    }
    await ageCache(folder, 400 * 24 * 60 * 60 * 1000);
    simulator.trouble('*', { kind: 'status', status: 403 });
    await using world = await open({ CACHE_DIR: folder });
    expect((await outcome(world, 'jp/media/sound/10')).status).toBe(200);
    simulator.trouble('*', { kind: 'html' });
    expect((await outcome(world, 'jp/media/sound/10')).status).toBe(200);
  });

  test('an upstream entity tag that stands for two contents is not passed on', async () => {
    const folder = folderForTest();
    const lie = (body: string) => ({ kind: 'body', body, mediaType: 'text/plain', etag: '"same"' }) as const;
    const tagOf = async (): Promise<readonly [string | null, string]> => {
      await using world = await open({ CACHE_DIR: folder });
      const answer = await world.fetch(`${ROOT}/jp/raw/assets/jp/notes_rip/notes.txt`);
      return [answer.headers.get('etag'), await answer.text()];
    };
    simulator.trouble('*', lie('first'));
    expect(await tagOf()).toEqual(['"same"', 'first']);
    await ageCache(folder, 400 * 24 * 60 * 60 * 1000);
    simulator.trouble('*', lie('second'));
    const [tag, text] = await tagOf();
    expect([tag === '"same"', text]).toEqual([false, 'second']);
  });

  test('damaged cache files are never served: they are fetched again or refused', async () => {
    const folder = folderForTest();
    await using world = await open({ CACHE_DIR: folder });
    const good = await (await world.fetch(`${ROOT}/jp/media/sound/10`)).bytes();
    const damage = async (): Promise<void> => {
      for (const name of await readdir(folder, { recursive: true })) {
        if (name.endsWith('.body')) await writeFile(join(folder, name), Buffer.alloc(good.byteLength, 7));
      }
    };
    await damage();
    expect(Buffer.from(await (await world.fetch(`${ROOT}/jp/media/sound/10`)).bytes()).equals(Buffer.from(good))).toBe(
      true,
    );
    await damage();
    simulator.trouble('*', { kind: 'html' });
    expect((await outcome(world, 'jp/media/sound/10')).status).not.toBe(200);
  });
});
