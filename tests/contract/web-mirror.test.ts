// Pages of the provider's mirror, over the wire: collections with search and facets, entities with what is around them, songs
// with charts, and what readers see while the provider is away or switched off.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ageCache } from '../fixtures/cache-age.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { folderForTest, keepFolder } from '../fixtures/keep-open.ts';
import { addressesOf, HTML, openPage } from '../fixtures/page-client.ts';
import { JP_ONLY_SONG, UNDATED_SONG } from '../fixtures/provider-upstream/documents.ts';
import { openSimulator, type Simulator } from '../fixtures/provider-upstream/simulator.ts';
import { openWorld, type World } from '../world.ts';

const ROOT = '/catalog/~provider';

const open = (world: World, path: string, status?: number, headers?: Record<string, string>) =>
  openPage(world, path, headers, status);
const cardsOf = (page: string): number => page.match(/class="entity-card"/g)?.length ?? 0;

describe('while the provider answers', () => {
  let simulator: Simulator;
  let world: World;
  beforeAll(async () => {
    simulator = await openSimulator();
    world = await openWorld({ PROVIDER_URL: simulator.address });
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  test('the regions are listed, and each has its collections with their counts', async () => {
    const regions = await open(world, ROOT);
    expect(regions).toContain(new URL(simulator.address).host);
    for (const region of ['jp', 'en', 'tw', 'cn', 'kr']) expect(addressesOf(regions)).toContain(`${ROOT}/${region}`);
    const page = await open(world, `${ROOT}/jp`);
    const songs = await (await world.fetch('/api/v1/game/provider/jp/songs')).json();
    const released = Object.values<{ releaseAt: number | null }>(songs).filter(({ releaseAt }) => releaseAt !== null);
    expect(page).toContain(`${released.length} entries`);
    for (const name of ['songs', 'cards', 'characters', 'bands', 'event-stories', 'main-stories']) {
      expect(addressesOf(page)).toContain(`${ROOT}/jp/${name}`);
    }
    expect(page).toContain('name="robots" content="noindex');
    expect(page).not.toContain('Last compared');
  });

  test('the catalog leads to it, also where nothing is published', async () => {
    expect(addressesOf(await open(world, '/catalog'))).toContain(ROOT);
  });

  test('a search finds in every collection', async () => {
    const page = await open(world, `${ROOT}/jp?q=${encodeURIComponent('うた30')}`);
    expect(addressesOf(page)).toContain(`${ROOT}/jp/songs/30`);
    expect(await open(world, `${ROOT}/jp?q=nothing-is-called-so`)).toContain('No results');
  });

  test('lists have facets, ranges, order and pages', async () => {
    const first = await open(world, `${ROOT}/jp/cards`);
    expect(cardsOf(first)).toBe(60);
    expect(addressesOf(first)).toContain(`${ROOT}/jp/cards?rarity=4`);
    expect(addressesOf(first).some((link) => link.includes('/raw/assets/jp/thumb/chara/card'))).toBe(true);
    const [, total] = /list-count">([\d,]+)</.exec(first) ?? [];
    const narrowed = await open(world, `${ROOT}/jp/cards?rarity=4&attribute=cool`);
    const [, fewer] = /list-count">([\d,]+)</.exec(narrowed) ?? [];
    const cards = Object.values<{ rarity: number; attribute: string }>(
      await (await world.fetch('/api/v1/game/provider/jp/cards')).json(),
    );
    expect(Number(total?.replace(',', ''))).toBe(cards.length);
    expect(Number(fewer)).toBe(cards.filter(({ rarity, attribute }) => rarity === 4 && attribute === 'cool').length);
    const newest = await open(world, `${ROOT}/jp/songs?sort=-releaseAt&view=table`);
    const dates = [...newest.matchAll(/datetime="([^"]+)"/g)].map(([, date = '']) => date);
    expect(dates.length).toBeGreaterThan(50);
    expect(dates).toEqual(dates.toSorted().toReversed());
    const ranged = await open(world, `${ROOT}/jp/songs?levels.expert.playLevel=22..22`);
    expect(cardsOf(ranged)).toBeGreaterThan(0);
    // A page behind the last one is the last one, and what is not understood is left out.
    expect(cardsOf(await open(world, `${ROOT}/jp/cards?page=99999&odd=1`))).toBeGreaterThan(0);
    expect(await open(world, `${ROOT}/jp/cards?q=nothing-is-called-so`)).toContain('No results');
  });

  test('a song has its levels, its chart in the theatre and as a table, and the way to play it', async () => {
    const page = await open(world, `${ROOT}/jp/songs/30`);
    for (const d of ['easy', 'expert']) expect(addressesOf(page)).toContain(`${ROOT}/jp/songs/30?d=${d}`);
    const [, text = '{}'] = /data-island="chart-theatre"[^>]* data-props="([^"]*)"/.exec(page) ?? [];
    const props = JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
    expect(props).toMatchObject({ server: 'jp', source: 'provider', song: '30', difficulty: 'expert' });
    const chart = await world.fetch(`/api/v1/charts/jp/30/expert?source=provider`);
    expect(chart.status).toBe(200);
    expect(page).toContain(`${(await chart.json()).notes.length} notes`);
    expect(page).toContain('provider-30-expert');
    expect(addressesOf(page)).toContain('/api/v1/game/provider/jp/media/sound/30');
    expect(page).toContain('Chart statistics');
    const easy = await open(world, `${ROOT}/jp/songs/30?d=easy`);
    expect(easy).toMatch(/aria-current="page"[^>]*><span>Easy/);
    // The level server lists one region: of others nothing is offered to play.
    const other = await open(world, `${ROOT}/tw/songs/30`);
    expect(other).not.toContain('provider-30-');
  });

  test('cards, characters, bands and stories lead to each other', async () => {
    const card = await open(world, `${ROOT}/jp/cards/21`);
    expect(addressesOf(card)).toContain(`${ROOT}/jp/characters/22`);
    const character = await open(world, `${ROOT}/jp/characters/22`);
    expect(addressesOf(character)).toContain(`${ROOT}/jp/cards?characterId=22`);
    const band = await open(world, `${ROOT}/jp/bands/1`);
    expect(addressesOf(band).some((link) => link.startsWith(`${ROOT}/jp/characters/`))).toBe(true);
    const [id = ''] = Object.keys(await (await world.fetch('/api/v1/game/provider/jp/stories/main')).json());
    const story = await open(world, `${ROOT}/jp/main-stories/${id}`);
    expect(story).toContain('story-speaker');
    for (const page of [card, character, band, story]) expect(page).not.toContain('/community/feed.atom');
    const failed: string[] = [];
    for (const link of addressesOf(card + character + band).filter((one) => one.startsWith(ROOT))) {
      const { status } = await world.fetch(link, { headers: HTML });
      if (status !== 200) failed.push(`${status} ${link}`);
    }
    expect(failed).toEqual([]);
  });

  test('every page speaks the language of its reader', async () => {
    expect(await open(world, `${ROOT}/jp/cards`, 200, { 'accept-language': 'ko' })).toContain('희귀도');
    expect(await open(world, `${ROOT}/jp/songs/30`, 200, { 'accept-language': 'ja' })).toContain('作曲');
  });

  test('what is not there is refused', async () => {
    await open(world, `${ROOT}/xx`, 404);
    await open(world, `${ROOT}/xx/songs`, 404);
    await open(world, `${ROOT}/xx/songs/1`, 404);
    await open(world, `${ROOT}/jp/odd`, 404);
    await open(world, `${ROOT}/jp/odd/1`, 404);
    await open(world, `${ROOT}/jp/songs/${UNDATED_SONG}`, 404);
    await open(world, `${ROOT}/kr/songs/${JP_ONLY_SONG}`, 404);
    for (const id of ['x', '0001', '%00', '999999999']) {
      for (const name of ['songs', 'cards', 'characters', 'bands', 'main-stories', 'event-stories']) {
        const { status } = await world.fetch(`${ROOT}/jp/${name}/${id}`, { headers: HTML });
        expect([name, id, status]).toEqual([name, id, 404]);
      }
    }
  });

  test('unchanged pages are not sent again', async () => {
    for (const path of [ROOT, `${ROOT}/jp`, `${ROOT}/jp/bands`, `${ROOT}/jp/bands/1`]) {
      const etag = (await world.fetch(path, { headers: HTML })).headers.get('etag') ?? '';
      const again = await world.fetch(path, { headers: { ...HTML, 'if-none-match': etag } });
      expect([path, again.status]).toEqual([path, 304]);
    }
  });
});

describe('while the provider is away', () => {
  let simulator: Simulator;
  const folder = keepFolder();
  beforeAll(async () => {
    simulator = await openSimulator();
  });
  afterAll(() => simulator[Symbol.asyncDispose]());

  test('what is kept is shown with its age, what is not is refused, and parts are missing alone', async () => {
    {
      await using world = await openWorld({ PROVIDER_URL: simulator.address, CACHE_DIR: folder });
      await open(world, `${ROOT}/jp/songs/30`);
      await open(world, `${ROOT}/jp/characters`);
    }
    const days = 3;
    await ageCache(folder, days * 86_400_000);
    await simulator.down();
    await using world = await openWorld({ PROVIDER_URL: simulator.address, CACHE_DIR: folder });
    const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
    const dates = [days, days + 1].map((ago) => when.format(Date.now() - ago * 86_400_000 + 3_600_000));
    const songs = await open(world, `${ROOT}/jp/songs`);
    expect(dates.some((date) => songs.includes(`Last checked ${date}`))).toBe(true);
    expect(await open(world, `${ROOT}/jp/songs/30`)).toContain('Last checked');
    // Nobody has read cards yet.
    const region = await open(world, `${ROOT}/jp`);
    expect(region).toContain('This part can’t be loaded right now');
    expect(await open(world, `${ROOT}/jp/cards`, 502)).toContain('provider_upstream');
    await open(world, `${ROOT}/jp/cards/21`, 502);
    await open(world, `${ROOT}/jp/songs/31`, 502);
  }, 60_000);

  test('with nothing kept, a region is refused', async () => {
    await simulator.down();
    await using world = await openWorld({ PROVIDER_URL: simulator.address });
    const page = await open(world, `${ROOT}/jp`, 502);
    expect(page).toContain('provider_upstream');
    expect(addressesOf(page)).toContain(`${ROOT}/jp`);
  }, 60_000);
});

test('where no provider is named, no page speaks of one', async () => {
  await using world = await openWorld();
  await world.publish(SAMPLE);
  for (const path of ['/', '/catalog/demo', '/play', '/developers']) {
    const page = await open(world, path);
    expect(addressesOf(page).filter((link) => link.startsWith(ROOT))).toEqual([]);
    expect(page).not.toContain('bestdori.com');
  }
  for (const path of ['', '/jp', '/jp/songs', '/jp/songs/30']) await open(world, `${ROOT}${path}`, 404);
}, 60_000);

test('switched off, the page says so, and what was kept before is still there', async () => {
  const folder = folderForTest();
  {
    await using world = await openWorld({ PROVIDER_URL: 'off', CACHE_DIR: folder });
    expect(await open(world, ROOT)).toContain('PROVIDER_URL');
    expect(addressesOf(await open(world, '/catalog'))).not.toContain(ROOT);
  }
  await using simulator = await openSimulator();
  {
    await using world = await openWorld({ PROVIDER_URL: simulator.address, CACHE_DIR: folder });
    await open(world, `${ROOT}/jp/songs`);
  }
  {
    await using world = await openWorld({ PROVIDER_URL: 'off', CACHE_DIR: folder });
    const page = await open(world, ROOT);
    expect(addressesOf(page)).toContain(`${ROOT}/jp`);
    expect(cardsOf(await open(world, `${ROOT}/jp/songs`))).toBe(60);
  }
}, 60_000);
