// The songs of the provider on the level server: links to them, lists, searches, conversion at the first request, and
// failures of upstream.
import { describe, expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { keepOpen } from '../fixtures/keep-open.ts';
import { createLevelValidators, type ValidatedType } from '../fixtures/level-schema.ts';
import { JP_ONLY_SONG } from '../fixtures/provider-upstream/documents.ts';
import { openSimulator } from '../fixtures/provider-upstream/simulator.ts';
import { readFrom } from '../fixtures/release-world.ts';
import { openWorld } from '../world.ts';

const validate = createLevelValidators();
const simulator = await keepOpen(openSimulator());
const world = await keepOpen(openWorld({ PROVIDER_URL: simulator.address }));

interface Item {
  readonly name: string;
  readonly title: string;
  readonly rating: number;
  readonly cover: { readonly url: string; readonly hash?: string };
  readonly bgm: { readonly url: string };
  readonly data: { readonly url: string; readonly hash?: string };
}
interface Listing {
  readonly pageCount: number;
  readonly quickSearchValues?: string;
  readonly items: readonly Item[];
  readonly sections: readonly { readonly items: readonly Item[]; readonly searchValues?: string }[];
}

const read = (path: string) => readFrom(world, path);
const list = async (query: string): Promise<Listing> => (await read(`/sonolus/levels/list?${query}`)).json() as Listing;

describe('the provider songs', () => {
  test('are linked from a button, and lists link to their own pages', async () => {
    const info = (await read('/sonolus/levels/info?type=provider')).json() as Listing;
    expect(info.quickSearchValues).toBe('source=provider');
    expect(info.sections.map(({ items }) => items.length)).toEqual([5, 5]);
    expect(info.sections.every(({ searchValues }) => searchValues?.includes('source=provider'))).toBe(true);
    const first = await list('source=provider&page=0');
    expect(first.items).toHaveLength(20);
    expect(first.quickSearchValues).toBe('source=provider');
    const last = await list(`source=provider&page=${first.pageCount - 1}`);
    expect(last.items.length).toBeGreaterThan(0);
    for (const { name } of [...first.items, ...last.items]) expect(name).toMatch(/^provider-\d+-[a-z]+$/);
    expect((await list('page=0')).items).toEqual([]);
  });

  test.each([
    ['/levels/info?type=provider', 'itemInfo'],
    ['/playlists/info?type=provider', 'itemInfo'],
    ['/levels/list?source=provider&page=3', 'levelList'],
    ['/playlists/list?source=provider', 'playlistList'],
    ['/levels/list?source=provider&type=random', 'levelList'],
    [`/levels/provider-${JP_ONLY_SONG}-easy`, 'levelDetails'],
    [`/playlists/provider-playlist-${JP_ONLY_SONG}`, 'playlistDetails'],
  ] as const satisfies readonly (readonly [string, ValidatedType])[])('%s follows the protocol', async (path, type) => {
    for (const prefix of ['/levelserver', '/sonolus']) {
      for (const code of ['ja', 'en', 'zhs']) {
        const answer = await read(`${prefix}${path}${path.includes('?') ? '&' : '?'}localization=${code}`);
        expect([answer.status, validate(type, answer.json())]).toEqual([200, []]);
      }
    }
  });

  test('are searched in their own list', async () => {
    const [item] = (await list('source=provider')).items;
    const found = await list(`source=provider&type=quick&keywords=${encodeURIComponent(item?.title ?? '')}`);
    expect(found.items.some(({ title }) => title === item?.title)).toBe(true);
    const form = await list('type=provider&difficulties=easy&ratingMin=1');
    expect(form.items.every(({ name }) => name.endsWith('-easy'))).toBe(true);
    expect(form.items.length).toBe(20);
  });

  test('link to existing files, and to data that are converted at the first request', async () => {
    const charted = `/api/charts/${JP_ONLY_SONG}/expert.json`;
    const details = (await read(`/sonolus/levels/provider-${JP_ONLY_SONG}-expert`)).json() as { item: Item };
    const { cover, bgm, data } = details.item;
    expect(simulator.counts.get(charted) ?? 0).toBe(0);
    for (const { url } of [cover, bgm]) expect((await read(url)).status).toBe(200);
    const answers = await Promise.all([data.url, data.url, data.url.replace('levelserver', 'sonolus')].map(read));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('etag')).toBe(`"${new Bun.CryptoHasher('sha1').update(answer.bytes).digest('hex')}"`);
      expect(answer.headers.get('cache-control')).toContain('immutable');
    }
    expect(simulator.counts.get(charted)).toBe(1);
    const level = JSON.parse(gunzipSync(answers[0]?.bytes ?? new Uint8Array()).toString());
    expect(validate('levelData', level)).toEqual([]);
    expect(level.entities.length).toBeGreaterThan(500);
  });

  test('have no data under the id of another song or level', async () => {
    const details = (await read(`/levelserver/levels/provider-${JP_ONLY_SONG}-hard`)).json() as { item: Item };
    const { url } = details.item.data;
    expect((await read(url.replace(/[0-9a-f]{40}$/, '0'.repeat(40)))).status).toBe(404);
    expect((await read(url.replace('-hard/', '-easy/'))).status).toBe(404);
    expect((await read('/levelserver/levels/provider-999999-easy')).status).toBe(404);
  });

  test('with a chart that cannot be played are 404; while upstream is unreachable they are 503 and lists still answer', async () => {
    const dataOf = async (difficulty: string) =>
      ((await read(`/levelserver/levels/provider-${JP_ONLY_SONG}-${difficulty}`)).json() as { item: Item }).item.data
        .url;
    const [easy, normal] = [await dataOf('easy'), await dataOf('normal')];
    simulator.replace(`/api/charts/${JP_ONLY_SONG}/easy.json`, [{ type: 'BPM', bpm: 0, beat: 0 }]);
    expect((await read(easy)).status).toBe(404);
    await simulator.down();
    expect((await read(normal)).status).toBe(503);
    expect((await list('source=provider')).items).toHaveLength(20);
    await simulator.up();
  });
});

test('without a cached list and with upstream unreachable: 503 with a message', async () => {
  await using other = await openWorld({ PROVIDER_URL: 'http://127.0.0.1:9' });
  const answer = await readFrom(other, '/levelserver/levels/list?source=provider');
  expect([answer.status, answer.text]).toEqual([503, '{"message":"Service unavailable"}']);
});
