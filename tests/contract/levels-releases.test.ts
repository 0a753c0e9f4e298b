// Levels and releases: which levels a publication omits, with a warning for each; several servers in one catalogue; names and
// data that outlive a release; 503 for damaged data.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentKey } from '../../src/kernel/object-key.ts';
import { readPngSize } from '../fixtures/level-resources.ts';
import {
  bestdoriText,
  SMALL_PNG,
  type TestSong,
  USC,
  variableMp3,
  writeLevelSnapshot,
} from '../fixtures/level-snapshot.ts';
import { makeJpeg, makePng } from '../fixtures/pictures.ts';
import { readFrom } from '../fixtures/release-world.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { openWorld, type World } from '../world.ts';

interface Item {
  readonly name: string;
  readonly title: string;
  readonly engine: { readonly name: string };
  readonly cover: { readonly url: string };
  readonly data: { readonly url: string };
}

async function listAll(world: World): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let page = 0; ; page++) {
    const list = (await readFrom(world, `/levelserver/levels/list?page=${page}`)).json() as {
      pageCount: number;
      items: Item[];
    };
    items.push(...list.items);
    if (page >= list.pageCount - 1) return items;
  }
}
const namesOf = async (world: World): Promise<readonly string[]> => (await listAll(world)).map(({ name }) => name);

async function publishSongs(
  world: World,
  songs: Readonly<Record<string, TestSong>>,
  options: { readonly server?: string; readonly promote?: boolean; readonly sourceId?: string } = {},
) {
  const { server, promote = true, sourceId } = options;
  await using snapshot = await writeLevelSnapshot({
    songs,
    ...(server === undefined ? {} : { server }),
    ...(sourceId === undefined ? {} : { sourceId }),
  });
  // Awaited here, because the folder is removed when this function ends.
  return await world.publish(snapshot.directory, { promote });
}

describe('publishing', () => {
  let world: World;
  let warnings: readonly {
    readonly file: string;
    readonly path: string;
    readonly code: string;
    readonly message: string;
  }[];
  beforeAll(async () => {
    world = await openWorld();
    const good = { charts: { easy: {} } };
    const result = await publishSongs(world, {
      good: {
        charts: {
          easy: {},
          usc: { format: 'usc' },
          wrapped: { format: 'usc', text: JSON.stringify({ usc: USC, version: 2 }) },
          sus: { format: 'sus' },
        },
      },
      chart: {
        charts: { easy: {}, hard: { text: '[{"type":"Bomb"}]' }, expert: { text: 'x' }, master: { text: null } },
      },
      facts: { charts: { easy: { rating: 'much' }, 'no good': {}, hard: { format: 'osu' } } },
      wide: { ...good, cover: await makePng(80, 40) },
      jpeg: { ...good, cover: await makeJpeg(64, 64) },
      bare: { ...good, cover: null },
      broken: { ...good, cover: SMALL_PNG.slice(0, 60) },
      silent: { ...good, sound: null },
      noise: { ...good, sound: new TextEncoder().encode('no sound at all') },
      [`${'L'.repeat(250)}`]: good,
      'a:b~c': good,
    });
    warnings = result.warnings;
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test('lists the levels that can be played', async () => {
    expect((await namesOf(world)).toSorted()).toEqual([
      'lh.2.jp.a~3Ab~7Ec.easy',
      'lh.2.jp.bare.easy',
      'lh.2.jp.chart.easy',
      'lh.2.jp.good.easy',
      'lh.2.jp.good.sus',
      'lh.2.jp.good.usc',
      'lh.2.jp.good.wrapped',
      'lh.2.jp.jpeg.easy',
      'lh.2.jp.wide.easy',
    ]);
  });
  test('warns of the others and names file and reason', () => {
    const told = warnings.map(({ code, file, path }) => `${code} ${file} ${path}`).toSorted();
    expect(told).toEqual([
      'level_chart_invalid runtime/charts/1-expert.txt ',
      'level_chart_invalid runtime/charts/1-hard.txt ',
      'level_cover_invalid assets/Assets/covers/6.png ',
      'level_difficulty_invalid catalog/songs.json $.facts.charts["no good"]',
      'level_file_missing catalog/songs.json $.chart.charts.master',
      'level_format_unknown catalog/songs.json $.facts.charts.hard',
      `level_name_too_long catalog/songs.json $.${'L'.repeat(250)}.charts.easy`,
      'level_rating_missing catalog/songs.json $.facts.charts.easy',
      'level_sound_invalid runtime/sounds/8.mp3 ',
      'level_sound_missing catalog/songs.json $.silent.sound',
    ]);
    expect(warnings.find(({ file }) => file.endsWith('1-hard.txt'))?.message).toContain('"Bomb"');
  });
  test('assigns each format its engine, and converts covers to square PNGs', async () => {
    for (const item of await listAll(world)) {
      expect(item.engine.name).toBe(
        item.name.startsWith('lh.2.jp.good') && !item.name.endsWith('easy') ? 'lanes-twelve' : 'lanes-seven',
      );
      const size = readPngSize((await readFrom(world, item.cover.url)).bytes);
      expect(size?.width).toBe(size?.height ?? 0);
      expect((await readFrom(world, item.data.url)).status).toBe(200);
    }
  });
  test('a sound of variable bit rate is converted if FFmpeg is installed; otherwise its levels are omitted', async () => {
    const result = await publishSongs(
      world,
      { vary: { charts: { easy: {} }, sound: variableMp3() } },
      { server: 'vb' },
    );
    const listed = (await namesOf(world)).includes('lh.2.vb.vary.easy');
    expect(listed).toBe(result.warnings.length === 0);
    if (!listed) expect(result.warnings[0]?.code).toBe('level_sound_invalid');
    if (Bun.which('ffmpeg') === null) expect(listed).toBe(false);
  });
  test('the release id does not depend on compressed forms', async () => {
    const result = await publishSongs(world, { one: { charts: { easy: {} } } }, { server: 'id', promote: false });
    const again = await publishSongs(world, { one: { charts: { easy: {} } } }, { server: 'id', promote: false });
    expect(again.releaseId).toBe(result.releaseId);
  });
});

describe('releases', () => {
  test('of several servers form one catalogue: the chart is taken from the first server, and the other stays searchable', async () => {
    await using world = await openWorld();
    await publishSongs(world, { 1: { title: 'Of B', charts: { easy: {}, hard: {} } } }, { server: 'b' });
    expect(await namesOf(world)).toEqual(['lh.1.b.1.hard', 'lh.1.b.1.easy']);
    await publishSongs(
      world,
      { 1: { title: 'Of A', charts: { easy: {} } }, 2: { charts: { easy: {} } } },
      { server: 'a' },
    );
    await world.until(async () => (await namesOf(world)).length === 3);
    expect(await namesOf(world)).toEqual(['lh.1.a.2.easy', 'lh.1.b.1.hard', 'lh.1.a.1.easy']);
    const hidden = (await readFrom(world, '/levelserver/levels/lh.1.b.1.easy')).json() as { item: Item };
    expect(hidden.item.title).toBe('Of B');
    expect((await readFrom(world, hidden.item.data.url)).status).toBe(200);
  });

  test('are replaced, but names stay, and the data of every kept release are served until it is collected', async () => {
    await using world = await openWorld({ BASE_URL: 'http://localhost:1' });
    const sound = (frames: number) => ({ charts: { easy: { text: bestdoriText(frames) } } });
    await publishSongs(world, { 1: { ...sound(4), cover: await makePng(20, 20) } }, { sourceId: 's-1' });
    const [before] = await listAll(world);
    if (before === undefined) throw new Error('no level');
    const oldData = await readFrom(world, before.data.url);
    const list = '/levelserver/levels/list';
    for (let i = 0; i < 3; i++) await readFrom(world, list);
    const tag = (await readFrom(world, list)).headers.get('etag') ?? '';

    await publishSongs(world, { 1: { ...sound(9), cover: await makePng(24, 24) } }, { sourceId: 's-2' });
    const [after] = await listAll(world);
    expect(after?.name).toBe(before.name);
    expect(after?.data.url).not.toBe(before.data.url);
    expect((await readFrom(world, list, { 'if-none-match': tag })).status).toBe(200);
    const kept = await readFrom(world, before.data.url);
    expect([kept.status, kept.bytes]).toEqual([200, oldData.bytes]);
    expect((await readFrom(world, before.cover.url.replace('levelserver', 'sonolus'))).status).toBe(200);
    expect((await readFrom(world, before.data.url.replace('1.easy', '2.easy'))).status).toBe(404);

    for (const notes of [11, 12]) await publishSongs(world, { 1: sound(notes) }, { sourceId: `s-${notes}` });
    const gc = await runCommand(world.dataDirectory, 'releases', 'gc', '--keep', '2', '--json');
    expect(gc.code).toBe(0);
    await world.until(async () => (await readFrom(world, before.data.url)).status === 404);
    expect((await readFrom(world, after?.data.url ?? '')).status).toBe(404);
    expect((await listAll(world)).length).toBe(1);
  });

  test('a damaged index is 503 with a message, never an empty list, until it is repaired', async () => {
    await using world = await openWorld({ PROVIDER_URL: 'off' });
    await publishSongs(world, { 1: { charts: { easy: {} } } });
    const folder = join(world.objectsDirectory, 'servers/jp/releases');
    const [release = ''] = await readdir(folder);
    const side = JSON.parse(await readFile(join(folder, release, 'side.json'), 'utf8'));
    const file = join(world.objectsDirectory, contentKey(side.extras['levels/index.json'].sha256));
    const bytes = await readFile(file);
    await writeFile(file, bytes.toString().replace('easy', 'eazy'));
    for (const prefix of ['/levelserver', '/sonolus']) {
      for (const path of [
        'levels/info',
        'levels/list',
        'levels/lh.2.jp.1.easy',
        'playlists/info',
        'playlists/list',
        'playlists/playlist-1',
      ]) {
        const answer = await readFrom(world, `${prefix}/${path}`);
        expect([answer.status, answer.text]).toEqual([503, '{"message":"Service unavailable"}']);
        expect(answer.headers.get('sonolus-version')).toBe('1.1.3');
      }
      expect((await readFrom(world, `${prefix}/info`)).status).toBe(200);
      expect((await readFrom(world, `${prefix}/engines/list`)).status).toBe(200);
    }
    await writeFile(file, bytes);
    expect(await namesOf(world)).toEqual(['lh.2.jp.1.easy']);
  });

  test('damaged level data are 503', async () => {
    await using world = await openWorld();
    await publishSongs(world, { 1: { charts: { easy: {} } } });
    const [item] = await listAll(world);
    const folder = join(world.objectsDirectory, 'servers/jp/releases');
    const [release = ''] = await readdir(folder);
    const side: { extras: Record<string, { sha256: string }> } = JSON.parse(
      await readFile(join(folder, release, 'side.json'), 'utf8'),
    );
    for (const [name, { sha256 }] of Object.entries(side.extras)) {
      if (name === 'levels/index.json') continue;
      await writeFile(join(world.objectsDirectory, contentKey(sha256)), 'damage');
    }
    for (const prefix of ['levelserver', 'sonolus']) {
      for (const url of [item?.data.url ?? '', item?.cover.url ?? '']) {
        const answer = await readFrom(world, url.replace('levelserver', prefix));
        expect([answer.status, answer.text]).toEqual([503, '{"message":"Service unavailable"}']);
      }
    }
  });

  test('without any release the catalogue is empty and still has its links', async () => {
    await using world = await openWorld();
    const list = (await readFrom(world, '/levelserver/levels/list')).json();
    expect(list).toMatchObject({ pageCount: 1, items: [] });
    expect((await readFrom(world, '/levelserver/levels/list?type=random')).json()).toMatchObject({ items: [] });
    expect((await readFrom(world, '/levelserver/playlists/info')).status).toBe(200);
  });
});
