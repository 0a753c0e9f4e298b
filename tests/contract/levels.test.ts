// Routes of the level server: addresses, headers, paging, order, locales, random selection, searches, files and refusals.
import { describe, expect, test } from 'bun:test';
import { levelServerContract } from '../../src/features/levels/serve/contract.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { bestdoriText, type TestSong, writeLevelSnapshot } from '../fixtures/level-snapshot.ts';
import { type Answer, comparable, readFrom } from '../fixtures/release-world.ts';
import { words } from '../fixtures/words.ts';
import { openWorld } from '../world.ts';

const SONGS = 26;
const PREFIXES = ['/levelserver', '/sonolus'] as const;
const DAY = 86_400_000;

const world = await keepOpen(
  openWorld({ BASE_URL: 'https://play.example/sub', LEVEL_VERSION: '9.8.7', PROVIDER_URL: 'off' }),
);
const songs: Record<string, TestSong> = {};
for (let i = 1; i <= SONGS; i++) {
  songs[String(i)] = {
    title: [`曲 ${i}`, `Tune ${i}`, `歌曲 ${i}`, null, `노래 ${i}`],
    artists: { ja: 'ﾊﾞﾝﾄﾞ', en: 'Band' },
    publishedAt: i <= 20 ? i * DAY : null,
    charts: { easy: { rating: 5 }, expert: { rating: 20 + (i % 5), text: bestdoriText(i + 5) } },
  };
}
await using snapshot = await writeLevelSnapshot({ songs });
await world.publish(snapshot.directory);

interface Item {
  readonly name: string;
  readonly source: string;
  readonly title: string;
  readonly rating: number;
  readonly levels?: readonly Item[];
  readonly data: { readonly hash: string; readonly url: string };
  readonly cover: { readonly url: string };
  readonly bgm: { readonly url: string };
}
interface Listing {
  readonly pageCount: number;
  readonly items: readonly Item[];
  readonly sections: readonly { readonly title: string; readonly items: readonly Item[] }[];
}

const read = (path: string, headers?: Readonly<Record<string, string>>, method?: string): Promise<Answer> =>
  readFrom(
    world,
    path.startsWith('/levelserver') || path.startsWith('/sonolus') ? path : `/levelserver${path}`,
    headers,
    method,
  );
const { item } = (await read('/levels/lh.2.jp.26.expert')).json() as { item: Item };
const files = { data: item.data.url, cover: item.cover.url, bgm: item.bgm.url, level: item.name };
const list = async (query: string, type = 'levels'): Promise<Listing> =>
  (await read(`/${type}/list?${query}`)).json() as Listing;
const names = async (query: string, type?: string): Promise<readonly string[]> =>
  (await list(query, type)).items.map(({ name }) => name);

const addressOf = (path: string): string =>
  path
    .replace('{levelName}', 'lh.2.jp.26.expert')
    .replace('{playlistName}', 'playlist-26')
    .replace('{itemType}', 'engines')
    .replace('{itemName}', 'lanes-seven')
    .replace('{digest}', files.cover.split('/').at(-1) ?? '');

function expectLevelHeaders(answer: Answer): void {
  expect(answer.headers.get('levelserver-version')).toBe('9.8.7');
  expect(answer.headers.get('sonolus-version')).toBe('9.8.7');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-expose-headers')).toContain('Levelserver-Version, Sonolus-Version');
  expect(answer.headers.get('set-cookie')).toBeNull();
}

describe.each(PREFIXES)('under %s', (prefix) => {
  test.each(Object.values(levelServerContract).map((route) => [route.id, route.path] as const))(
    '%s answers GET, HEAD, OPTIONS, 304 and 405 with both versions',
    async (id, path) => {
      const address = addressOf(path).replace('/levelserver', prefix);
      const isData = id === 'levelDataRead';
      const full = isData ? files.data.replace('/levelserver', prefix) : address;
      const whole = await read(full);
      expect(whole.status).toBe(id === 'levelServerRoot' ? 308 : 200);
      expectLevelHeaders(whole);
      const head = await read(full, {}, 'HEAD');
      expect([head.status, head.bytes.length]).toEqual([whole.status, 0]);
      expectLevelHeaders(head);
      const isDrawn = id === 'levelInfo' || id === 'playlistInfo';
      if (!isDrawn) expect(comparable(head.headers)).toEqual(comparable(whole.headers));
      const options = await read(
        full,
        { origin: 'https://else.example', 'access-control-request-method': 'GET' },
        'OPTIONS',
      );
      expect(options.status).toBe(204);
      expectLevelHeaders(options);
      expect(options.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
      expect(options.headers.get('access-control-allow-headers')).toBe(
        'Range, If-Range, If-None-Match, Content-Type, Authorization, X-Request-Id, Levelserver-Session, Sonolus-Session',
      );
      const post = await read(full, {}, 'POST');
      expect([post.status, Object.keys(post.json() as object), post.headers.get('allow')]).toEqual([
        405,
        ['message'],
        'GET, HEAD, OPTIONS',
      ]);
      expectLevelHeaders(post);
      if (id === 'levelServerRoot') return;
      const same = await read(full, { 'if-none-match': isDrawn ? '*' : (whole.headers.get('etag') ?? '') });
      expect([same.status, same.bytes.length]).toEqual([304, 0]);
      expectLevelHeaders(same);
    },
  );

  test('the root redirects to the path with a slash, which is the info document', async () => {
    const root = await read(`${prefix}?localization=ko`);
    expect(root.headers.get('location')).toBe(`${prefix}/?localization=ko`);
    expect((await read(`${prefix}/`)).text).toBe((await read(`${prefix}/info`)).text);
  });

  test.each(
    words(`
      nothing levels levels/lh.2.jp.1.hard levels/lh.2.jp.99.easy levels/lh.2.kr.1.easy levels/__proto__
      levels/constructor levels/a%2Fb levels/%ff levels/x/data/0000000000000000000000000000000000000000
      levels/lh.2.jp.1.easy/data/0000000000000000000000000000000000000000 levels/lh.2.jp.1.easy/data/ABC
      levels/provider-x-y/data/0000000000000000000000000000000000000000 playlists/playlist-99 posts/info replays/list
      engines/nothing skins/__proto__ repository/0000000000000000000000000000000000000000 repository/short
      levels/result/nothing
    `),
  )('%s is not found', async (path) => {
    const answer = await read(`${prefix}/${path}`);
    expect([answer.status, answer.text]).toEqual([404, '{"message":"Not found"}']);
    expectLevelHeaders(answer);
  });

  test.each([
    'levels/info?source=provider',
    'levels/list?source=provider',
    'levels/provider-1-easy',
    'levels/provider-1-easy/data/0000000000000000000000000000000000000000',
    'playlists/info?type=provider',
    'playlists/list?source=provider',
    'playlists/provider-playlist-1',
  ])('without a provider %s is unavailable', async (path) => {
    const answer = await read(`${prefix}/${path}`);
    expect([answer.status, answer.text]).toEqual([503, '{"message":"Service unavailable"}']);
    expectLevelHeaders(answer);
  });
});

test.each(['levels', 'playlists'])('a list of %s refuses malformed text', async (type) => {
  for (const prefix of PREFIXES) {
    for (const words of ['%00', '%ff']) {
      const answer = await read(`${prefix}/${type}/list?type=quick&keywords=${words}`);
      expect([answer.status, Object.keys(answer.json() as object)]).toEqual([400, ['message']]);
      expectLevelHeaders(answer);
    }
  }
});

test('the info document has a button for every section', async () => {
  const info = (await read('/info?localization=en')).json() as {
    title: string;
    buttons: { type: string; infoType?: string }[];
  };
  expect(info.title).toBe('Livehouse');
  expect(info.buttons.map(({ type, infoType }) => `${type} ${infoType ?? ''}`.trim())).toEqual([
    'playlist',
    'level',
    'playlist provider',
    'level provider',
    'skin',
    'background',
    'effect',
    'particle',
    'engine',
    'configuration',
  ]);
});

describe('lists', () => {
  test('are ordered by newest song, then higher id, then harder chart', async () => {
    const first = await names('page=0');
    expect(first.slice(0, 3)).toEqual(['lh.2.jp.20.expert', 'lh.2.jp.20.easy', 'lh.2.jp.19.expert']);
    const last = await names('page=2');
    expect(last).toHaveLength(12);
    expect(last.slice(-2)).toEqual(['lh.2.jp.21.expert', 'lh.2.jp.21.easy']);
    expect((await list('page=0', 'playlists')).pageCount).toBe(2);
  });
  test('contain every level exactly once', async () => {
    const all = (await Promise.all([0, 1, 2].map((page) => names(`page=${page}`)))).flat();
    expect(new Set(all).size).toBe(SONGS * 2);
  });
  test.each(['', 'page=', 'page=-1', 'page=abc', 'page=1.5', 'page=0x1', 'page=99999999999', 'page=0&page=1'])(
    'a bad page (%p) is page 0',
    async (query) => {
      const answer = await read(`/levels/list?${query}`);
      expect([answer.status, (answer.json() as Listing).items[0]?.name]).toEqual([200, 'lh.2.jp.20.expert']);
    },
  );
  test('a page past the end is empty, and all such pages share one body', async () => {
    const beyond = await read('/levels/list?page=3');
    expect((beyond.json() as Listing).items).toEqual([]);
    expect((beyond.json() as Listing).pageCount).toBe(3);
    expect((await read('/levels/list?page=300')).headers.get('etag')).toBe(beyond.headers.get('etag'));
  });
  test('unknown parameters, types and sources are ignored', async () => {
    const plain = await read('/levels/list?page=1');
    const other = await read('/levels/list?page=1&noteSpeed=5&type=strange&source=elsewhere&x');
    expect(other.text).toBe(plain.text);
  });
  test('items name this server, and their files are below its address', async () => {
    const [item] = (await list('page=0')).items;
    expect(item?.source).toBe('https://play.example/sub');
    expect(item?.data.url).toBe(`/levelserver/levels/${item?.name}/data/${item?.data.hash}`);
  });
  test('details recommend the next levels; playlists contain their levels', async () => {
    const level = (await read('/levels/lh.2.jp.21.easy')).json() as Listing;
    expect(level.sections.map(({ title, items }) => [title, items.map(({ name }) => name)])).toEqual([
      ['#RECOMMENDED', (await names('page=0')).slice(0, 5)],
    ]);
    const playlist = (await read('/playlists/playlist-7')).json() as { item: Item; sections: unknown[] };
    expect([playlist.item.levels?.map(({ name }) => name), playlist.sections]).toEqual([
      ['lh.2.jp.7.expert', 'lh.2.jp.7.easy'],
      [],
    ]);
  });
});

describe('locales', () => {
  const titleOf = async (code: string): Promise<string | undefined> =>
    (await list(`localization=${code}`)).items[0]?.title;
  test.each([
    ['ja', '曲 20'],
    ['en', 'Tune 20'],
    ['zh-TW', '歌曲 20'],
    ['zht', '歌曲 20'],
    ['zhs', '歌曲 20'],
    ['ko', '노래 20'],
    ['fr', '曲 20'],
    ['', '曲 20'],
  ])('%p', async (code, title) => expect(await titleOf(code)).toBe(title));
  test.each([
    '/info',
    '/levels/list?',
    '/levels/lh.2.jp.3.easy',
    '/playlists/list?',
    '/playlists/playlist-3',
    '/engines/list?',
    '/engines/lanes-twelve',
  ])('each locale has its own entity tag on %s, and aliases share one', async (path) => {
    const tag = async (code: string, none?: string) =>
      read(
        `${path}${path.includes('?') ? '&' : '?'}localization=${code}`,
        none === undefined ? {} : { 'if-none-match': none },
      );
    const [ja = '', en = '', tw = ''] = (await Promise.all(['ja', 'en', 'zh-TW'].map((code) => tag(code)))).map(
      ({ headers }) => headers.get('etag') ?? '',
    );
    expect(new Set([ja, en, tw]).size).toBe(3);
    expect((await tag('zht', tw)).status).toBe(304);
    expect((await tag('fr', ja)).status).toBe(304);
    expect((await tag('en', ja)).status).toBe(200);
  });
});

test('documents have prepared codings with entity tags of their own', async () => {
  const seen = new Set<string>();
  for (const [coding, etag] of [
    ['br', /-br"$/],
    ['gzip', /-gz"$/],
    ['identity', /^"[0-9a-f]{64}"$/],
  ] as const) {
    for (let times = 0; times < 3; times++) {
      const answer = await read('/levels/list?page=1&localization=ko', { 'accept-encoding': coding });
      expect(answer.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
      expect(answer.headers.get('etag')).toMatch(etag);
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
      if (coding !== 'identity') expect(answer.bytes.length).toBeLessThan(8000);
      seen.add(answer.headers.get('etag') ?? '');
    }
  }
  expect(seen.size).toBe(3);
});

describe('random', () => {
  test.each(['levels', 'playlists'])('selects one of %s, is never cached and varies', async (type) => {
    const drawn = new Set<string>();
    for (let i = 0; i < 40; i++) {
      const answer = await read(`/${type}/list?type=random`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const { items, pageCount } = answer.json() as Listing;
      expect([items.length, pageCount]).toEqual([1, 1]);
      drawn.add(items[0]?.name ?? '');
    }
    expect(drawn.size).toBeGreaterThan(5);
    if (type === 'levels') for (const name of drawn) expect(name).toEndWith('.expert');
  });
  test.each(['levels', 'playlists'])('the info of %s has five random ones and the five newest', async (type) => {
    const answer = await read(`/${type}/info`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { sections } = answer.json() as Listing;
    expect(sections.map(({ title, items }) => [title, items.length])).toEqual([
      ['#RANDOM', 5],
      ['#NEWEST', 5],
    ]);
    expect(sections[1]?.items[0]?.name).toBe(type === 'levels' ? 'lh.2.jp.20.expert' : 'playlist-20');
    const one = (await read(`/${type}/info?type=random`)).json() as Listing;
    expect(one.sections.map(({ title, items }) => [title, items.length])).toEqual([['#RANDOM', 1]]);
  });
});

describe('search', () => {
  test.each([
    ['keywords=tune%207', 4],
    ['keywords=TUNE+20', 2],
    ['keywords=%EF%BC%B4une%E3%80%80band', 52],
    ['keywords=%E3%83%90%E3%83%B3%E3%83%89', 52],
    ['keywords=%EB%85%B8%EB%9E%98%2021', 2],
    ['keywords=7%20expert', 2],
    ['keywords=nothing%20of%20the%20kind', 0],
    ['keywords=%20%20', 52],
    ['keywords=%25', 0],
  ])('a quick search with %s finds %i', async (query, count) => {
    const found = await list(`type=quick&${query}`);
    expect(found.pageCount).toBe(Math.max(1, Math.ceil(count / 20)));
    expect(found.items.length).toBe(Math.min(20, count));
  });
  test.each([
    ['difficulties=easy', 26],
    ['difficulties=easy,expert', 52],
    ['difficulties=master', 0],
    ['ratingMin=24', 5],
    ['ratingMin=21&ratingMax=22', 11],
    ['ratingMax=5', 26],
    ['ratingMin=abc&ratingMax=', 52],
    ['keywords=tune%202&difficulties=expert&ratingMin=23', 2],
  ])('an advanced search with %s finds %i', async (query, count) => {
    const pages = await Promise.all([0, 1, 2].map((page) => names(`type=advanced&${query}&page=${page}`)));
    expect(new Set(pages.flat()).size).toBe(count);
  });
  test('of playlists', async () => {
    expect(await names('type=quick&keywords=tune%2021', 'playlists')).toEqual(['playlist-21']);
  });
  test('its form lists the options that it accepts', async () => {
    const { searches } = (await read('/levels/info')).json() as {
      searches: { type: string; options: { query: string }[] }[];
    };
    expect(searches.map(({ type, options }) => [type, options.map(({ query }) => query)])).toEqual([
      ['advanced', ['keywords', 'difficulties', 'ratingMin', 'ratingMax']],
      ['random', []],
    ]);
  });
});

describe('files', () => {
  test('are immutable, have their SHA-1 as entity tag, no content coding, and support ranges', async () => {
    for (const [path, type] of [
      [files.data, 'application/gzip'],
      [files.cover, 'image/png'],
      [files.bgm, 'audio/mpeg'],
    ] as const) {
      for (const prefix of PREFIXES) {
        const address = path.replace('/levelserver', prefix);
        const whole = await read(address, { 'accept-encoding': 'gzip, br' });
        const sha1 = new Bun.CryptoHasher('sha1').update(whole.bytes).digest('hex');
        expect(path).toEndWith(sha1);
        expect(whole.headers.get('etag')).toBe(`"${sha1}"`);
        expect(whole.headers.get('content-type')).toBe(type);
        expect(whole.headers.get('content-encoding')).toBeNull();
        expect(whole.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        const part = await read(address, { range: 'bytes=3-9' });
        expect([part.status, part.bytes]).toEqual([206, whole.bytes.slice(3, 10)]);
        expectLevelHeaders(part);
        const beyond = await read(address, { range: `bytes=${whole.bytes.length}-` });
        expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.bytes.length}`]);
        expectLevelHeaders(beyond);
      }
    }
  });
  test('data are found under the name of their level only', async () => {
    expect((await read(files.data.replace('26.expert', '25.expert'))).status).toBe(404);
    expect((await read(`/repository/${files.data.split('/').at(-1)}`)).status).toBe(404);
  });
  test('localization does not change them', async () => {
    expect((await read(`${files.data}?localization=ko`)).headers.get('etag')).toBe(
      (await read(files.data)).headers.get('etag'),
    );
  });
});

test('results cannot be submitted', async () => {
  expect((await read('/levels/result/info')).text).toBe('{}');
});
