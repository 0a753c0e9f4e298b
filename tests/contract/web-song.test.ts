// Pages of songs and of playing, over the wire: levels as links, the chart in words, how a client is reached, the list of songs.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LEVEL_INDEX_EXTRA } from '../../src/features/levels/common/formats.ts';
import { contentKey, sideManifestKey } from '../../src/kernel/object-key.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { type TestSong, writeLevelSnapshot } from '../fixtures/level-snapshot.ts';
import { addressesOf, HTML, openPage } from '../fixtures/page-client.ts';
import { openWorld, type World } from '../world.ts';

const HOSTILE = '<script>alert("x")</script>';
const SONGS = 30;
const propsOf = (page: string, island: string): Record<string, unknown> => {
  const [, text = '{}'] = new RegExp(`data-island="${island}"[^>]* data-props="([^"]*)"`).exec(page) ?? [];
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
};

describe('the page of a song', () => {
  let world: World;
  let releaseId: string;
  beforeAll(async () => {
    world = await openWorld();
    ({ releaseId } = await world.publish(SAMPLE));
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test('shows its levels as links, and the chart of the one that the address names', async () => {
    const page = await openPage(world, '/catalog/demo/songs/1001');
    for (const d of ['easy', 'normal', 'expert'])
      expect(addressesOf(page)).toContain(`/catalog/demo/songs/1001?d=${d}`);
    expect(page).toMatch(/aria-current="page"[^>]*><span>Expert/);
    expect(page).toContain('41 notes');
    expect(page).toContain('2.73/s');
    const easy = await openPage(world, '/catalog/demo/songs/1001?d=easy');
    expect(easy).toMatch(/aria-current="page"[^>]*><span>Easy/);
    const chart = await (await world.fetch('/api/v1/charts/demo/1001/easy')).json();
    expect(easy).toContain(`${chart.notes.length} notes`);
    // A difficulty that is not there is left out, as everything that a page does not understand.
    expect(await openPage(world, '/catalog/demo/songs/1001?d=lunatic')).toContain('41 notes');
  });

  test('has the sound for everybody, and the chart as a table of four bars', async () => {
    const page = await openPage(world, '/catalog/demo/songs/1001');
    const [, sound = ''] = /<audio controls[^>]*src="([^"]+)"/.exec(page) ?? [];
    const heard = await world.fetch(sound, { headers: { range: 'bytes=0-99' } });
    expect([heard.status, heard.headers.get('content-type')]).toEqual([206, 'audio/mpeg']);
    const table = page.slice(page.indexOf('<table'), page.indexOf('</table>'));
    expect([...table.matchAll(/<th scope="row">([^<]+)</g)].map(([, bars]) => bars)).toEqual(['1–4', '5–8']);
    const cells = [...table.matchAll(/<td>([^<]+)</g)].map(([, text]) => text);
    expect(cells).toEqual(['0:00–0:07', '11', '2', '4', '2.27', '128', '0:07–0:15', '19', '2', '3', '3.2', '128']);
    expect(page).toContain('class="density"');
  });

  test('what belongs to the charts is no value, and other entities have no levels', async () => {
    await world.untilThere('/api/v1/servers/demo/catalog/query/songs');
    const page = await openPage(world, '/catalog/demo/songs/1001');
    expect(page).not.toContain('runtime/charts/1001-easy.json');
    for (const path of ['/catalog/demo/cards/1001', '/catalog/demo/song-meta/1001', '/catalog/demo/bands/1']) {
      const answer = await world.fetch(path, { headers: HTML });
      if (answer.status === 200) expect([path, (await answer.text()).includes('song-player')]).toEqual([path, false]);
    }
  });

  test('a pin is kept by its links and its scripts', async () => {
    const page = await openPage(world, `/catalog/demo/songs/1001?release=${releaseId}`);
    expect(addressesOf(page)).toContain(`/catalog/demo/songs/1001?release=${releaseId}&d=easy`);
    expect(propsOf(page, 'chart-theatre')).toMatchObject({ release: releaseId, song: '1001', difficulty: 'expert' });
    expect(propsOf(await openPage(world, '/catalog/demo/songs/1001'), 'chart-theatre')).toMatchObject({
      release: null,
    });
  });

  test('leads to the client; a code is for addresses that a phone can reach', async () => {
    const { host } = new URL(world.address);
    const page = await openPage(world, '/catalog/demo/songs/1001?d=normal');
    expect(addressesOf(page)).toContain(`https://open.sonolus.com/${host}/levels/lh.4.demo.1001.normal`);
    expect(page).not.toContain('class="qr-code"');
    expect(page).toContain('http://192.168.1.20');
    await using reachable = await openWorld({ BASE_URL: 'https://play.example/sub' });
    await reachable.publish(SAMPLE);
    const there = await openPage(reachable, '/catalog/demo/songs/1001');
    expect(addressesOf(there)).toContain('https://open.sonolus.com/play.example/sub/levels/lh.4.demo.1001.expert');
    expect(there).toContain('class="qr-code"');
    expect(propsOf(there, 'song-player')).toMatchObject({ page: '/sub/catalog/demo/songs/1001' });
  });

  test('says it in every language', async () => {
    const texts = new Set<string>();
    for (const lang of ['ja', 'en', 'zh-TW', 'zh-CN', 'ko']) {
      const page = await openPage(world, `/catalog/demo/songs/1001?lang=${lang}`);
      texts.add(/<h2 id="chart">([^<]+)</.exec(page)?.[1] ?? '');
    }
    expect(texts.size).toBeGreaterThan(3);
  });
});

describe('the page of playing', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    const songs: Record<string, TestSong> = {
      hostile: { title: HOSTILE, artists: HOSTILE, publishedAt: 1, charts: { easy: {} } },
    };
    for (let i = 1; i < SONGS; i++) {
      songs[`s${i}`] = { title: `Tune ${i}`, publishedAt: (i + 1) * 1000, charts: { easy: {}, expert: {} } };
    }
    await using snapshot = await writeLevelSnapshot({ songs });
    await world.publish(snapshot.directory);
  });
  afterAll(() => world[Symbol.asyncDispose]());
  const titlesOf = (page: string): readonly string[] =>
    [...page.matchAll(/>(Tune \d+)</g)].map(([, title = '']) => title);

  test('says how a client gets here, and lists the songs by pages, newest first', async () => {
    const page = await openPage(world, '/play');
    expect(page).toContain(world.address);
    expect(page).toContain('30 songs');
    expect(titlesOf(page).slice(0, 2)).toEqual(['Tune 29', 'Tune 28']);
    expect(addressesOf(page)).toContain('/catalog/jp/songs/s29?d=expert');
    expect(addressesOf(page)).toContain('/play?page=2');
    const second = await openPage(world, '/play?page=2');
    expect(second).toContain('&lt;script>alert(&quot;x&quot;)&lt;/script>');
    expect(second).not.toContain(HOSTILE);
    expect(titlesOf(second).length).toBe(5);
    expect(titlesOf(await openPage(world, '/play?page=99')).length).toBe(5);
    expect(titlesOf(await openPage(world, '/play?page=x'))[0]).toBe('Tune 29');
  });

  test('finds by title, artist and difficulty', async () => {
    expect(titlesOf(await openPage(world, '/play?q=tune+17'))).toEqual(['Tune 17']);
    expect(await openPage(world, '/play?q=easy')).toContain('30 songs');
    const nothing = await openPage(world, `/play?q=${encodeURIComponent(HOSTILE)}+no`);
    expect(nothing).toContain('No songs found');
    expect(nothing).not.toContain(HOSTILE);
  });

  test('refuses what is no search, and tells what is unchanged', async () => {
    for (const path of [`/play?q=${'x'.repeat(201)}`, '/play?q=a&q=b']) {
      expect((await world.fetch(path, { headers: HTML })).status).toBe(400);
    }
    const answer = await world.fetch('/play', { headers: HTML });
    const etag = answer.headers.get('etag') ?? '';
    expect((await world.fetch('/play', { headers: { ...HTML, 'if-none-match': etag } })).status).toBe(304);
  });

  test('without a release says that there is nothing yet', async () => {
    await using empty = await openWorld();
    expect(await openPage(empty, '/play')).toContain('Nothing to play yet.');
  });

  test('the menu leads to it with the first level', async () => {
    await using empty = await openWorld();
    const leads = async (path: string): Promise<boolean> => addressesOf(await openPage(empty, path)).includes('/play');
    // Kept pages, too.
    for (const path of ['/', '/about', '/rules']) expect([path, await leads(path)]).toEqual([path, false]);
    await empty.publish(SAMPLE);
    for (const path of ['/', '/about', '/rules']) expect([path, await leads(path)]).toEqual([path, true]);
  });
});

test('a song whose levels are damaged says so, and its page stays', async () => {
  await using world = await openWorld();
  const { releaseId } = await world.publish(SAMPLE);
  const side = JSON.parse(await readFile(join(world.objectsDirectory, sideManifestKey('demo', releaseId)), 'utf8'));
  const [, index] = Object.entries<{ sha256: string }>(side.extras).find(([name]) => name === LEVEL_INDEX_EXTRA) ?? [];
  await writeFile(join(world.objectsDirectory, contentKey(index?.sha256 ?? '')), 'damaged');
  await world.untilThere('/api/v1/servers/demo/catalog/query/songs');
  const page = await openPage(world, '/catalog/demo/songs/1001');
  expect(page).toContain('The charts of this song can’t be loaded right now');
  expect(page).toContain('Promise of the Lighthouse');
  expect(page).toContain('<audio controls');
  expect(page).not.toContain('chart-theatre');
  expect(await openPage(world, '/catalog/demo/cards/1002')).not.toContain('The charts of this song');
});
