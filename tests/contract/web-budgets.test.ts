// What the pages of a catalog weigh: a list of 60 with pictures, facets and badges, as it goes over the wire.
import { expect, test } from 'bun:test';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import { makePng } from '../fixtures/pictures.ts';
import { openWorld } from '../world.ts';

const LIST_BYTES_MAX = 25 * 1024;
const CARDS = 90;

const folder = keepFolder();
const pictures = join(folder, 'assets', 'Assets', 'Game', 'Cards', 'Thumbnails');
await mkdir(pictures, { recursive: true });
await mkdir(join(folder, 'catalog'));
const cards = await Promise.all(
  Array.from({ length: CARDS }, async (_, index) => {
    const name = `card_${String(index).padStart(5, '0')}_after_training.png`;
    await writeFile(join(pictures, name), await makePng(180, 180 + index));
    const number = (index * 7919) % 1000;
    const title = [
      `第${number}夜のカード`,
      `Card of Night ${number}`,
      `第${number}夜的卡片`,
      null,
      `${number}번째 밤의 카드`,
    ];
    return {
      cardId: index + 1,
      prefix: title,
      rarity: 1 + (index % 5),
      attribute: ['pure', 'cool', 'happy'][index % 3],
      bandId: 1 + (index % 7),
      image: `assets/Assets/Game/Cards/Thumbnails/${name}`,
      power: 10_000 + number * 13,
      releasedAt: [1_700_000_000_000 + index * 86_400_000, null, null, null, null],
    };
  }),
);
await writeFile(join(folder, 'catalog', 'cards.json'), JSON.stringify(cards));
const bands = Array.from({ length: 7 }, (_, index) => ({
  bandId: index + 1,
  bandName: [`バンド${index}`, `Band ${index}`, null, null, null],
}));
await writeFile(join(folder, 'catalog', 'bands.json'), JSON.stringify(bands));
const resources = {
  cards: { file: 'catalog/cards.json', id: 'cardId', dependencies: ['bands'] },
  bands: { file: 'catalog/bands.json', id: 'bandId' },
};
const server = { id: 'jp', displayName: 'Japan', region: 'jp' };
await writeFile(join(folder, 'snapshot.json'), JSON.stringify({ server, resources }));
const world = await keepOpen(openWorld());
await world.publish(folder);
await world.untilThere('/api/v1/servers/jp/catalog/query/cards');

test.each(['en', 'ja', 'ko'])('a list of 60 is at most 25 KiB in %s', async (locale) => {
  const headers = { accept: 'text/html', 'accept-language': locale, 'accept-encoding': 'br' };
  const plain = await (
    await world.fetch('/catalog/jp/cards', { headers: { ...headers, 'accept-encoding': 'identity' } })
  ).text();
  expect(plain.match(/class="entity-card"/g)?.length).toBe(60);
  expect(plain).toContain('width="180" height="180"');
  // `fetch` would undo the coding.
  const lines = Object.entries({ ...headers, host: '127.0.0.1', connection: 'close' }).map((pair) => pair.join(': '));
  const answer = await world.raw(`GET /catalog/jp/cards HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br']);
  const byteLength = Number(answer.headers.get('content-length'));
  expect(byteLength).toBeGreaterThan(1000);
  expect(byteLength).toBeLessThanOrEqual(LIST_BYTES_MAX);
});
