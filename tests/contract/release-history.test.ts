// History, changes and feed of releases: what was current and when, what changed between two releases by entity, field and
// file, and that releases that were never current show nowhere.
import { describe, expect, test } from 'bun:test';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import type { PublishResult } from '../../src/features/release/publish/publish.ts';
import {
  contentKey,
  promotionsKey,
  releaseIdentityKey,
  releaseManifestKey,
  sideManifestKey,
} from '../../src/kernel/object-key.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { holdWorkers } from '../fixtures/held-workers.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { getReady } from '../fixtures/query-client.ts';
import {
  type Answer,
  CURRENT_CACHE,
  comparable,
  expectRefusal,
  expectRelease,
  PINNED_CACHE,
  readFrom,
} from '../fixtures/release-world.ts';
import { runCommand, runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld, type World } from '../world.ts';

const root = '/api/v1/servers/jp/release';
const UNKNOWN = 'r-00000000000000000000';

type Row = AnswerBody<'GET /api/v1/servers/{server}/release/history'>['releases'][number];
interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}
interface EntityChange {
  readonly id: string;
  readonly change: string;
  readonly fields: readonly string[];
}
interface FileChange {
  readonly path: string;
  readonly change: string;
  readonly mediaType: string;
  readonly bytes: number;
}

const made: PublishResult[] = [];

// biome-ignore lint/suspicious/noExplicitAny: the tests judge the shape.
const json = (answer: Answer): any => {
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return answer.json();
};
const read = (path: string, headers?: Readonly<Record<string, string>>, method?: string): Promise<Answer> =>
  readFrom(world, `${root}/${path}`, headers, method);
const idOf = (i: number): string => made[i]?.releaseId ?? '';
const pair = (from: number, to: number): string => `from=${idOf(from)}&to=${idOf(to)}`;

interface Song {
  musicId: string;
  title: unknown;
  [key: string]: unknown;
}
const songs = (): Song[] =>
  Array.from({ length: 20 }, (_, i) => ({ musicId: `${i + 1}`, title: `Song ${i + 1}`, bandId: i % 3 }));
const writeSongs = (list: readonly Song[]): void => snapshot.write('catalog/songs.json', JSON.stringify(list));

/** Reads a list to its end, a few items at a time. */
async function readAll<T>(query: string, limit = 3): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page: Page<T> = json(await read(`changes?${query}&limit=${limit}${more}`));
    expect(page.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}

const world = await keepOpen(openWorld());
const snapshot = await keepOpen(createSmallSnapshot());
const publish = async (sourceId: string, promote = true): Promise<PublishResult> => {
  snapshot.describe({
    sourceId,
    server: { id: 'jp', displayName: 'Japan <&> "east"', region: 'jp' },
    resources: {
      songs: { file: 'catalog/songs.json', id: 'musicId' },
      ...(sourceId === 'v1' ? {} : { rules: { file: 'catalog/rules.json', kind: 'document' } }),
    },
  });
  return world.publish(snapshot.directory, { promote });
};
made.push(await publish('v1'));
const second = songs().slice(0, 19);
second.push({ musicId: '21', title: 'Song 21', bandId: 0 });
Object.assign(second[1] ?? {}, { title: 'New', charts: { expert: { rating: 25 } } });
Object.assign(second[9] ?? {}, { title: ['a', 'b'], 'odd.key': true });
writeSongs(second);
snapshot.write('catalog/rules.json', JSON.stringify({ life: { max: 1000 }, names: ['a'] }));
snapshot.write('assets/Assets/media-0.txt', 'another');
snapshot.write('assets/Assets/media-9.txt', 'nine');
snapshot.remove('assets/Assets/media-1.txt');
made.push(await publish('v2'));
second.reverse();
Object.assign(second.at(-2) ?? {}, { charts: { expert: { rating: 26 }, hard: { rating: 18 } } });
writeSongs(second.map((song) => Object.fromEntries(Object.entries(song).reverse()) as Song));
snapshot.write('catalog/rules.json', JSON.stringify({ life: { max: 1500 }, names: ['a'] }));
made.push(await publish('v3'));
writeSongs(songs().map((song) => ({ ...song, title: 'secret' })));
const secret = await publish('v4', false);

describe('history', () => {
  test('lists releases that were current, the newest first, with counts of the manifest', async () => {
    const answer = await read('history');
    const { releases, nextCursor }: { releases: readonly Row[]; nextCursor: null } = json(answer);
    expect(nextCursor).toBeNull();
    expect(releases.map(({ releaseId, sourceId, current }) => [releaseId, sourceId, current])).toEqual([
      [idOf(2), 'v3', true],
      [idOf(1), 'v2', false],
      [idOf(0), 'v1', false],
    ]);
    expect(answer.headers.get('cache-control')).toBe(CURRENT_CACHE);
    for (const row of releases) {
      expect(Object.keys(row)).toEqual([
        ...['releaseId', 'sourceId', 'publishedAt', 'promotedAt', 'current', 'files', 'bytes', 'resources'],
      ]);
      const manifest = json(await readFrom(world, `${root}?release=${row.releaseId}`));
      const files: { bytes: number }[] = manifest.entries.filter(({ role }: { role: string }) => role !== 'api');
      expect([row.files, row.bytes]).toEqual([files.length, files.reduce((sum, { bytes }) => sum + bytes, 0)]);
      expect(row.resources).toBe(row.sourceId === 'v1' ? 1 : 2);
      expect(row.promotedAt).toBeGreaterThanOrEqual(row.publishedAt);
      expect(Date.now() - row.promotedAt).toBeLessThan(600_000);
    }
    expect(answer.text).not.toContain(secret.releaseId);
  });

  test('pages, and refuses malformed ones', async () => {
    const seen: string[] = [];
    let query = 'history?limit=1';
    for (;;) {
      const { releases, nextCursor } = json(await read(query));
      seen.push(...releases.map(({ releaseId }: Row) => releaseId));
      if (nextCursor === null) break;
      query = `history?limit=1&cursor=${nextCursor}`;
    }
    expect(seen).toEqual([idOf(2), idOf(1), idOf(0)]);
    for (const limit of ['0', '101', 'x', ''])
      expectRefusal(await read(`history?limit=${limit}`), 400, 'invalid_limit');
    const foreign = json(await read(`changes?${pair(0, 1)}&resource=songs&limit=1`)).nextCursor;
    for (const cursor of ['x', '', foreign]) {
      expectRefusal(await read(`history?cursor=${cursor}`), 400, 'invalid_cursor');
    }
    expectRefusal(await read('history?limit=1&limit=1'), 400, 'duplicate_query_parameter');
  });
});

describe('changes', () => {
  test('counts by resource and of files', async () => {
    const answer = await read(`changes?${pair(0, 1)}`);
    expect(json(answer)).toEqual({
      from: idOf(0),
      to: idOf(1),
      resources: {
        rules: { added: 1, removed: 0, changed: 0 },
        songs: { added: 1, removed: 1, changed: 2 },
      },
      files: { added: 1, removed: 1, changed: 1 },
    });
    expect(answer.headers.get('cache-control')).toBe(PINNED_CACHE);
    expectRelease(answer, made[1] ?? secret);
    expect(json(await read(`changes?${pair(1, 0)}`))).toMatchObject({
      resources: { rules: { removed: 1 }, songs: { added: 1, removed: 1, changed: 2 } },
      files: { added: 1, removed: 1, changed: 1 },
    });
    expect(json(await read(`changes?${pair(1, 1)}`))).toMatchObject({
      resources: { songs: { added: 0, removed: 0, changed: 0 } },
      files: { added: 0, removed: 0, changed: 0 },
    });
  });

  test('without names: the current release and the one before', async () => {
    const answer = await read('changes');
    expect(json(answer)).toEqual({
      from: idOf(1),
      to: idOf(2),
      resources: {
        rules: { added: 0, removed: 0, changed: 1 },
        songs: { added: 0, removed: 0, changed: 1 },
      },
      files: { added: 0, removed: 0, changed: 0 },
    });
    expect(answer.headers.get('cache-control')).toBe(CURRENT_CACHE);
    expect(json(await read(`changes?to=${idOf(1)}`))).toMatchObject({ from: idOf(0), to: idOf(1) });
    expect(json(await read(`changes?from=${idOf(0)}`))).toMatchObject({ from: idOf(0), to: idOf(2) });
    expectRefusal(await read(`changes?to=${idOf(0)}`), 404, 'release_not_found');
  });

  test('entities by id, with the fields that differ', async () => {
    expect(await readAll<EntityChange>(`${pair(0, 1)}&resource=songs`, 2)).toEqual([
      { id: '2', change: 'changed', fields: ['title', 'charts'] },
      { id: '10', change: 'changed', fields: ['title', 'odd\\.key'] },
      { id: '20', change: 'removed', fields: [] },
      { id: '21', change: 'added', fields: [] },
    ]);
    expect(await readAll<EntityChange>(`${pair(1, 2)}&resource=songs`)).toEqual([
      { id: '2', change: 'changed', fields: ['charts.expert.rating', 'charts.hard'] },
    ]);
    expect(await readAll<EntityChange>(`${pair(0, 1)}&resource=rules`)).toEqual([
      { id: 'rules', change: 'added', fields: [] },
    ]);
    expect(await readAll<EntityChange>(`${pair(1, 2)}&resource=rules`)).toEqual([
      { id: 'rules', change: 'changed', fields: ['life.max'] },
    ]);
    expect(await readAll(`${pair(1, 1)}&resource=songs`)).toEqual([]);
  });

  test('files by path', async () => {
    const bytes = 'media 1'.length;
    expect(await readAll<FileChange>(`${pair(0, 1)}&files=1`, 1)).toEqual([
      ...[
        { path: 'assets/Assets/media-0.txt', change: 'changed', bytes },
        { path: 'assets/Assets/media-1.txt', change: 'removed', bytes },
        { path: 'assets/Assets/media-9.txt', change: 'added', bytes: 4 },
      ].map((item) => ({ ...item, mediaType: 'text/plain; charset=utf-8' })),
    ]);
    expect(await readAll(`${pair(1, 2)}&files=1`)).toEqual([]);
  });

  test('a cursor stays on its two releases and its list', async () => {
    const { nextCursor } = json(await read(`changes?to=${idOf(1)}&resource=songs&limit=1`));
    const next = await read(`changes?resource=songs&limit=1&cursor=${nextCursor}`);
    expect(json(next).items).toEqual([{ id: '10', change: 'changed', fields: ['title', 'odd\\.key'] }]);
    expect(next.headers.get('cache-control')).toBe(PINNED_CACHE);
    expectRelease(next, made[1] ?? secret);
    for (const query of [
      `files=1&cursor=${nextCursor}`,
      `resource=rules&cursor=${nextCursor}`,
      `resource=songs&from=${idOf(1)}&cursor=${nextCursor}`,
      `resource=songs&to=${idOf(2)}&cursor=${nextCursor}`,
      'resource=songs&cursor=x',
    ]) {
      expectRefusal(await read(`changes?${query}`), 400, 'invalid_cursor');
    }
  });

  test('refusals', async () => {
    for (const [query, status, code] of [
      [`from=${UNKNOWN}`, 404, 'release_not_found'],
      [`to=${UNKNOWN}`, 404, 'release_not_found'],
      ['from=x', 400, 'invalid_release'],
      ['to=', 400, 'invalid_release'],
      ['to=a&to=b', 400, 'duplicate_query_parameter'],
      ['resource=nope', 404, 'resource_not_found'],
      ['resource=No/pe', 404, 'resource_not_found'],
      ['files=2', 400, 'invalid_query'],
      ['files=1&resource=songs', 400, 'invalid_query'],
      ['limit=3', 400, 'invalid_query'],
      ['cursor=x', 400, 'invalid_query'],
      ['files=1&limit=0', 400, 'invalid_limit'],
      ['resource=songs&limit=101', 400, 'invalid_limit'],
    ] as const) {
      expectRefusal(await read(`changes?${query}`), status, code);
    }
  });
});

test('the feed has one entry a promotion, with counts', async () => {
  const answer = await read('feed.atom');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe(CURRENT_CACHE);
  expect(answer.text).not.toContain(secret.releaseId);
  const { feed } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@' }).parse(answer.text);
  expect(feed['@xmlns']).toBe('http://www.w3.org/2005/Atom');
  expect(feed.title).toBe('Japan <&> "east"');
  expect(feed.author.name).toBe(feed.title);
  const rows: readonly Row[] = json(await read('history')).releases;
  const time = (row: Row | undefined): string => new Date(row?.promotedAt ?? 0).toISOString();
  expect(feed.updated).toBe(time(rows[0]));
  expect(feed.entry.map(({ updated }: { updated: string }) => updated)).toEqual(rows.map(time));
  expect(feed.entry.map(({ content }: { content: { '#text': string } }) => content['#text'])).toEqual([
    'rules: 1 changed; songs: 1 changed',
    'rules: 1 added; songs: 1 added, 1 removed, 2 changed; files: 1 added, 1 removed, 1 changed',
    `Release ${idOf(0)}`,
  ]);
  const ids = feed.entry.map(({ id }: { id: string }) => id);
  expect(new Set([...ids, feed.id]).size).toBe(4);
  const links: string[] = feed.entry.map(({ link }: { link: { '@href': string } }) => link['@href']);
  expect(links[0]).toBe(`${world.address}${root}/changes?${pair(1, 2)}`);
  for (const link of links) expect((await fetch(link)).status).toBe(200);
  // Another name of the machine: links follow it, ids do not.
  const other = await (await fetch(`http://localhost:${world.port}${root}/feed.atom`)).text();
  expect(other).toContain(`<link rel="self" type="application/atom+xml" href="http://localhost:${world.port}${root}`);
  for (const id of ids) expect(other).toContain(`<id>${id}</id>`);
});

test('catalog documents link to what describes them, to queries, exports, history and feed', async () => {
  const server = '/api/v1/servers/jp';
  const linksOf = async (path: string): Promise<ReadonlyMap<string, string>> => {
    const { headers, status } = await readFrom(world, `${server}${path}`);
    expect([path, status]).toEqual([path, 200]);
    const found = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="([^"]+)"; type="([^"]+)"/g)];
    return new Map(
      found.map(([, target = '', rel = '', type = '']) => [
        new URL(target, `${world.address}${server}${path}`).href.slice(world.address.length),
        `${rel} ${type.split(';')[0]}`,
      ]),
    );
  };
  const pins = `?release=${idOf(1)}`;
  const lists = ['/songs', '/songs?limit=2', '/rules', `/songs${pins}`];
  for (const path of ['/catalog', '/catalog/summary', `/catalog${pins}`, ...lists]) {
    const links = await linksOf(path);
    const pinned = `?release=${path.includes('release=') ? idOf(1) : idOf(2)}`;
    expect(links.get(`${server}/release/history`)).toBe('version-history application/json');
    expect(links.get(`${server}/release/feed.atom`)).toBe('alternate application/atom+xml');
    if (lists.includes(path)) {
      const name = path.startsWith('/rules') ? 'rules' : 'songs';
      expect(links.get(`${server}/catalog/schema/${name}${pinned}`)).toBe('describedby application/schema+json');
      const query = links.get(`${server}/catalog/query/songs${pinned}`);
      expect(query).toBe(name === 'songs' ? 'search application/json' : undefined);
    } else {
      expect(links.get('/openapi.json')).toBe('service-desc application/json');
      expect(links.get(`${server}/catalog/types.d.ts${pinned}`)).toBe('describedby application/typescript');
    }
    for (const [target, kind] of links) {
      const answer = await getReady(world.fetch, target);
      await answer.body?.cancel();
      expect([target, answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([
        ...[target, 200, kind.split(' ')[1]],
      ]);
    }
  }
});

test('releases that were never current are unknown, whatever asks', async () => {
  const pins = [`from=${secret.releaseId}`, `to=${secret.releaseId}`, `from=${idOf(0)}&to=${secret.releaseId}`];
  const known = await read(`changes?to=${UNKNOWN}`);
  for (const query of pins.flatMap((query) => [query, `${query}&resource=songs`, `${query}&files=1`])) {
    const answer = await read(`changes?${query}`);
    expectRefusal(answer, 404, 'release_not_found');
    expect(answer.text).toBe(known.text);
  }
});

test('entity tags, HEAD and OPTIONS as on the neighbours', async () => {
  const paths = ['history', 'changes', `changes?${pair(0, 1)}`, `changes?${pair(0, 1)}&resource=songs`, 'feed.atom'];
  for (const path of paths) {
    const whole = await read(path);
    const head = await read(path, {}, 'HEAD');
    expect([path, head.status, head.bytes.length]).toEqual([path, 200, 0]);
    expect(comparable(head.headers)).toEqual(comparable(whole.headers));
    const etag = whole.headers.get('etag') ?? '';
    for (let i = 0; i < 3; i++) {
      const again = await read(path, { 'if-none-match': etag });
      expect([path, again.status, again.headers.get('etag')]).toEqual([path, 304, etag]);
      expect((await read(path)).text).toBe(whole.text);
    }
    expect(whole.headers.get('access-control-allow-origin')).toBe('*');
    const options = await read(path, { origin: 'https://other.example' }, 'OPTIONS');
    expect([options.status, options.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expectRefusal(await read(path, {}, 'POST'), 405, 'method_not_allowed');
    expectRefusal(await readFrom(world, `/api/v1/servers/nobody/release/${path}`), 404, 'server_not_found');
  }
});

test('releases diff shows the same, of any two releases', async () => {
  const diff = await runJson(world.dataDirectory, 'releases', 'diff', 'jp', idOf(0), idOf(1));
  const { ok, added, removed, changed, from, to, resources, files } = diff.json;
  expect([ok, from, to]).toEqual([true, idOf(0), idOf(1)]);
  expect(added).toContain('assets/Assets/media-9.txt');
  expect(removed).toContain('assets/Assets/media-1.txt');
  expect(changed).toContain('assets/Assets/media-0.txt');
  expect(changed).toContain('api/v1/catalog/manifest.json');
  expect(files).toEqual({ added: 1, removed: 1, changed: 1 });
  const items = await readAll<EntityChange>(`${pair(0, 1)}&resource=songs`);
  expect(resources.songs).toEqual({ added: 1, removed: 1, changed: 2, items });
  const text = await runCommand(world.dataDirectory, 'releases', 'diff', 'jp', idOf(1), idOf(2));
  expect(text.stdout).toContain('songs: 0 added, 0 removed, 1 changed\n  ~ 2  charts.expert.rating, charts.hard\n');
  const hidden = await runJson(world.dataDirectory, 'releases', 'diff', 'jp', idOf(2), secret.releaseId);
  expect(hidden.json.resources.songs).toMatchObject({ added: 1, removed: 1, changed: 19 });
  const unknown = await runJson(world.dataDirectory, 'releases', 'diff', 'jp', idOf(0), UNKNOWN);
  expect([unknown.code, unknown.json.errors[0].code]).toEqual([1, 'release_not_found']);
});

test('another presentation of the same data is told, in the changes, the feed and by releases diff', async () => {
  using snapshot = createSmallSnapshot({ server: 'tw' });
  const ids: string[] = [];
  for (const presentation of [undefined, { songs: { title: 'title' } }, { songs: { title: 'bandId' } }]) {
    if (presentation !== undefined) snapshot.describe({ presentation });
    ids.push((await world.publish(snapshot.directory)).releaseId);
  }
  const [bare = '', first = '', second = ''] = ids;
  const of = async (from: string, to: string) =>
    (await world.fetch(`/api/v1/servers/tw/release/changes?from=${from}&to=${to}`)).json();
  const nothing = { added: 0, removed: 0, changed: 0 };
  expect(await of(first, second)).toEqual({
    from: first,
    to: second,
    resources: { songs: nothing },
    files: nothing,
    presentation: { change: 'changed', fields: ['resources.songs.title'] },
  });
  expect(await of(bare, first)).toMatchObject({ presentation: { change: 'added' } });
  expect(await (await world.fetch('/api/v1/servers/tw/release/feed.atom')).text()).toContain('presentation changed');
  const page = await (await world.fetch(`/catalog/tw/releases/${first}...${second}`)).text();
  expect(page).toContain('The presentation of the data changed.');
  expect(page).toContain('<code>resources.songs.title</code>');
  const diff = await runJson(world.dataDirectory, 'releases', 'diff', 'tw', first, second);
  expect(diff.json.presentation).toEqual({ change: 'changed', fields: ['resources.songs.title'] });
  const text = await runCommand(world.dataDirectory, 'releases', 'diff', 'tw', first, second);
  expect(text.stdout).toContain('presentation changed\n  ~ resources.songs.title\n');
});

test('rollbacks, promotions, retirement and collection show', async () => {
  await using home = await openWorld();
  using own = createSmallSnapshot();
  const ids: string[] = [];
  for (const title of ['zero', 'one', 'two', 'three']) {
    own.write('catalog/songs.json', JSON.stringify([{ musicId: '1', title }]));
    ids.push((await home.publish(own.directory)).releaseId);
  }
  const [zero = '', one = '', two = '', three = ''] = ids;
  const list = async (): Promise<readonly string[]> => {
    const rows: readonly Row[] = json(await readFrom(home, `${root}/history`)).releases;
    return rows.map(({ releaseId, current }) => `${releaseId}${current ? ' current' : ''}`);
  };
  const changes = async (): Promise<unknown> => {
    const { from, to } = json(await readFrom(home, `${root}/changes`));
    return [from, to];
  };
  expect(await list()).toEqual([`${three} current`, two, one, zero]);
  expect((await runJson(home.dataDirectory, 'releases', 'rollback', 'jp')).code).toBe(0);
  expect(await list()).toEqual([`${two} current`, three, one, zero]);
  expect(await changes()).toEqual([three, two]);
  expect((await runJson(home.dataDirectory, 'releases', 'promote', 'jp', one)).code).toBe(0);
  expect(await list()).toEqual([`${one} current`, two, three, zero]);
  expect(await changes()).toEqual([two, one]);
  const feed = (await readFrom(home, `${root}/feed.atom`)).text;
  expect(feed.match(/<entry>/g)?.length).toBe(6);
  expect(feed).toContain('<title>Japan: back to ');
  const recorded = readFileSync(join(home.objectsDirectory, promotionsKey('jp')), 'utf8');
  expect(JSON.parse(recorded)).toMatchObject({
    entries: [
      ...Array.from({ length: 4 }, () => ({ kind: 'promote' })),
      ...[{ kind: 'rollback' }, { kind: 'promote', number: 6 }],
    ],
    intents: [],
  });
  // New registry facts of the same release are no promotion.
  own.describe({ server: { id: 'jp', displayName: 'Nippon', region: 'jp' } });
  own.write('catalog/songs.json', JSON.stringify([{ musicId: '1', title: 'one' }]));
  await home.publish(own.directory);
  expect(readFileSync(join(home.objectsDirectory, promotionsKey('jp')), 'utf8')).toBe(recorded);

  expect((await runJson(home.dataDirectory, 'releases', 'retire', 'jp')).code).toBe(0);
  for (const path of ['history', 'feed.atom', 'changes', `changes?from=${two}`]) {
    expectRefusal(await readFrom(home, `${root}/${path}`), 404, 'server_not_found');
  }
  expect((await readFrom(home, `${root}/changes?from=${two}&to=${one}`)).status).toBe(200);
  expect((await runJson(home.dataDirectory, 'releases', 'promote', 'jp', one)).code).toBe(0);
  expect(await list()).toEqual([`${one} current`, two, three, zero]);
  const { entries } = JSON.parse(readFileSync(join(home.objectsDirectory, promotionsKey('jp')), 'utf8'));
  expect(entries.slice(6)).toMatchObject([
    { number: 7, kind: 'retire', releaseId: one },
    { number: 8, kind: 'promote', releaseId: one },
  ]);

  // Older data: without the record every release became current when it was published.
  rmSync(join(home.objectsDirectory, promotionsKey('jp')));
  await using fresh = await openWorld({ LIVEHOUSE_DATA: home.dataDirectory });
  const { releases }: { releases: readonly Row[] } = json(await readFrom(fresh, `${root}/history`));
  expect(releases.map(({ releaseId }) => releaseId)).toEqual([one, two, zero]);
  expect(releases[1]?.promotedAt).toBe(releases[1]?.publishedAt ?? 0);

  expect((await runJson(home.dataDirectory, 'releases', 'gc', '--keep', '2')).code).toBe(0);
  await home.until(async () => (await list()).length === 3);
  expect(await list()).toEqual([`${one} current`, two, three]);
  await home.until(async () => (await readFrom(home, `${root}/changes?from=${zero}`)).status === 404);
});

test('a publication that is killed where the current release changes leaves exactly what happened', async () => {
  await using home = await openWorld();
  using own = createSmallSnapshot({ media: 1 });
  const write = (title: string): void => {
    own.describe({ sourceId: title });
    own.write('catalog/songs.json', JSON.stringify([{ musicId: '1', title }]));
  };
  const history = async (): Promise<readonly Row[]> => json(await readFrom(home, `${root}/history`)).releases;
  const sourcesOf = async (): Promise<readonly string[]> => (await history()).map(({ sourceId }) => sourceId);
  const dying = join(import.meta.dir, '..', 'fixtures', 'dying-publication.ts');
  const kill = async (moment: string): Promise<void> => {
    const child = Bun.spawn([process.execPath, '--no-env-file', dying, home.dataDirectory, own.directory, moment], {
      stdout: 'ignore',
      stderr: 'inherit',
    });
    await child.exited;
    expect(child.signalCode).toBe('SIGKILL');
  };
  write('one');
  await home.publish(own.directory);
  write('two');
  await kill('before');
  // Not yet: the intent alone is no promotion, for a new process neither.
  await using other = await openWorld({ LIVEHOUSE_DATA: home.dataDirectory });
  expect(json(await readFrom(other, `${root}/history`)).releases).toEqual(await history());
  expect(await sourcesOf()).toEqual(['one']);
  expectRefusal(await readFrom(home, `${root}/changes`), 404, 'release_not_found');

  const begun = Date.now();
  for (const [moment, sources] of [
    ['after', ['two', 'one']],
    ['settled', ['three', 'two', 'one']],
  ] as const) {
    write(sources[0]);
    await kill(moment);
    await home.until(async () => (await sourcesOf()).length === sources.length);
    expect(await sourcesOf()).toEqual([...sources]);
    const [row] = await history();
    expect(row?.current).toBe(true);
    expect(row?.promotedAt).toBeGreaterThanOrEqual(begun);
    expect(row?.promotedAt).toBeLessThanOrEqual(Date.now());
  }
  const before = await history();
  write('four');
  await home.publish(own.directory);
  const after = await history();
  expect(after.slice(1)).toEqual(before.map((row) => ({ ...row, current: false })));
  const { entries, intents } = JSON.parse(readFileSync(join(home.objectsDirectory, promotionsKey('jp')), 'utf8'));
  expect([entries.map(({ kind }: { kind: string }) => kind), intents]).toEqual([Array(4).fill('promote'), []]);
});

describe('damage and absence', () => {
  const ENTITY = '../catalog/history';
  const WITH_PINS = [
    ...['history', 'feed.atom', 'changes', 'changes?resource=songs', 'changes?resource=songs&id=2', 'changes?files=1'],
    `${ENTITY}/songs/2`,
  ];

  /** Runs with one stored object changed, in a service that knows nothing yet. */
  async function withDamage(key: string, damage: (text: string) => string, check: (fresh: World) => Promise<void>) {
    const file = join(world.objectsDirectory, key);
    const bytes = readFileSync(file);
    chmodSync(file, 0o600);
    rmSync(file);
    writeFileSync(file, damage(bytes.toString('utf8')));
    try {
      await using fresh = await openWorld({ LIVEHOUSE_DATA: world.dataDirectory });
      await check(fresh);
    } finally {
      rmSync(file);
      writeFileSync(file, bytes);
    }
  }
  const expectAll = async (fresh: World, paths: readonly string[], code: string): Promise<void> => {
    for (const path of paths) {
      const answer = await readFrom(fresh, `${root}/${path}`);
      expect([path, answer.status, answer.text]).toEqual([path, 502, expect.stringContaining(`"${code}"`)]);
    }
  };

  test('a damaged record is refused, and told by verify', async () => {
    await withDamage(
      promotionsKey('jp'),
      (text) => text.replace('"promote"', '"rollback"'),
      async (fresh) => {
        await expectAll(fresh, WITH_PINS, 'release_invalid');
        const { json: result } = await runJson(world.dataDirectory, 'releases', 'verify', 'jp');
        expect(result.problems).toEqual([{ key: promotionsKey('jp'), code: 'promotions_invalid' }]);
      },
    );
  });

  test('damaged documents of an earlier release are refused', async () => {
    await withDamage(
      releaseIdentityKey('jp', idOf(1)),
      () => '{}',
      (fresh) => expectAll(fresh, WITH_PINS, 'release_identity_invalid'),
    );
    await withDamage(
      sideManifestKey('jp', idOf(1)),
      () => '{}',
      (fresh) => expectAll(fresh, WITH_PINS, 'release_invalid'),
    );
    await withDamage(
      releaseManifestKey('jp', idOf(1)),
      (text) => text.replace('media-0', 'media-x'),
      (fresh) => expectAll(fresh, ['history', 'feed.atom'], 'release_invalid'),
    );
    const { entries } = json(await readFrom(world, `${root}?release=${idOf(1)}`));
    const contentOf = (path: RegExp): string => {
      const entry = entries.find((found: { path: string }) => path.test(found.path));
      return contentKey(entry.sha256);
    };
    await withDamage(
      contentOf(/catalog\/manifest\.json$/),
      (text) => text.replace('songs', 'wrong'),
      (fresh) => expectAll(fresh, WITH_PINS, 'catalog_manifest_missing'),
    );
    await withDamage(
      contentOf(/catalog\/rules\/index\.json$/),
      (text) => text.replace('life', 'lite'),
      (fresh) =>
        expectAll(
          fresh,
          [
            'feed.atom',
            'changes',
            'changes?resource=songs',
            'changes?resource=rules&id=rules',
            `${ENTITY}/rules/rules`,
          ],
          'catalog_missing',
        ),
    );
  });

  test('a store that is away is 503', async () => {
    await using fresh = await openWorld({ LIVEHOUSE_DATA: world.dataDirectory });
    await world.withoutStore(async () => {
      for (const path of [...WITH_PINS, `changes?${pair(0, 1)}`]) {
        expectRefusal(await readFrom(fresh, `${root}/${path}`), 503, 'storage_unavailable');
      }
    });
    await fresh.until(async () => (await readFrom(fresh, `${root}/changes`)).status === 200);
  });

  test('many pairs at once wait for each other or are refused for a moment', async () => {
    await using home = await openWorld();
    using own = createSmallSnapshot({ media: 1 });
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) {
      own.write('runtime/charts/a.json', `{"a":${i}}`);
      ids.push((await home.publish(own.directory)).releaseId);
    }
    const pairs = ids.flatMap((from) => ids.filter((to) => to !== from).map((to) => `changes?from=${from}&to=${to}`));
    using held = holdWorkers('comparison-worker.ts');
    const refused = Promise.withResolvers<void>();
    const asked = pairs.map(async (path) => {
      const answer = await readFrom(home, `${root}/${path}`);
      if (answer.status !== 200) refused.resolve();
      return answer;
    });
    // No pair is compared before the queue is full.
    await refused.promise;
    held.release();
    for (const answer of (await Promise.all(asked)).filter(({ status }) => status !== 200)) {
      expectRefusal(answer, 503, 'comparison_not_ready');
      expect(answer.headers.get('retry-after')).toBe('2');
    }
    for (const path of pairs) {
      expect(json(await readFrom(home, `${root}/${path}`))).toMatchObject({ files: { changed: 1 } });
    }
    // The feed needs pairs that are not compared yet, while as many others wait as may.
    using heldAgain = holdWorkers('comparison-worker.ts');
    await using fresh = await openWorld({ LIVEHOUSE_DATA: home.dataDirectory });
    await readFrom(fresh, `${root}/history`);
    const isNext = (path: string): boolean => ids.some((id, i) => path.endsWith(`from=${id}&to=${ids[i + 1]}`));
    const isFull = Promise.withResolvers<void>();
    const others = pairs
      .filter((path) => !isNext(path))
      .map(async (path) => {
        if ((await readFrom(fresh, `${root}/${path}`)).status === 503) isFull.resolve();
      });
    await isFull.promise;
    expectRefusal(await readFrom(fresh, `${root}/feed.atom`), 503, 'comparison_not_ready');
    heldAgain.release();
    await Promise.all(others);
    await fresh.until(async () => (await readFrom(fresh, `${root}/feed.atom`)).status === 200);
  });
});
