// The page of what changed between two releases, when there is much: every group has pages of its own, and pictures stand beside
// each other with what a script needs to lay them over each other.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { linksOf, openPage } from '../fixtures/page-client.ts';
import { makePng } from '../fixtures/pictures.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const CARDS = 130;
const NOTES = 60;
const PICTURE = 'assets/Assets/Game/card.png';

const number = (index: number): string => String(index).padStart(4, '0');
const write = (round: number): void => {
  const cards = Array.from({ length: CARDS }, (_, i) => ({
    cardId: number(i),
    title: `Card ${i}`,
    power: i * 10 + round,
  }));
  snapshot.write('catalog/cards.json', JSON.stringify(cards));
  for (let i = 0; i < NOTES; i++) snapshot.write(`assets/Assets/Notes/${number(i)}.txt`, `note ${i}, ${round}`);
};

const world = await keepOpen(openWorld());
const snapshot = await keepOpen(createSmallSnapshot());
snapshot.describe({
  resources: {
    songs: { file: 'catalog/songs.json', id: 'musicId' },
    cards: { file: 'catalog/cards.json', id: 'cardId' },
  },
});
write(1);
snapshot.write(PICTURE, await makePng(64, 64));
const from = (await world.publish(snapshot.directory)).releaseId;
write(2);
snapshot.write(PICTURE, await makePng(96, 64));
const to = (await world.publish(snapshot.directory)).releaseId;
const path = `/catalog/jp/releases/${from}...${to}`;

const open = (path: string) => openPage(world, path);
const changesOf = (page: string): readonly string[] =>
  [...page.matchAll(/<article class="stack change"><h3><a href="\/catalog\/jp\/cards\/(\d+)"/g)].map(
    ([, id = '']) => id,
  );
const notesOf = (page: string): readonly string[] =>
  [...page.matchAll(/<code>assets\/Assets\/Notes\/(\d+)\.txt<\/code>/g)].map(([, id = '']) => id);

test('each group has pages of fifty, which keep where the others are', async () => {
  const first = await open(path);
  expect(changesOf(first)).toEqual(Array.from({ length: 50 }, (_, i) => number(i)));
  expect(linksOf(first)).toContain(`${path}?p.cards=2#changes-cards`);
  expect(linksOf(first)).toContain(`${path}?files=2#changes-of-files`);
  const third = await open(`${path}?p.cards=3`);
  expect(changesOf(third)).toEqual(Array.from({ length: 30 }, (_, i) => number(100 + i)));
  expect(linksOf(third)).toContain(`${path}?p.cards=3&files=2#changes-of-files`);
  expect(third).toContain('noindex');
  // Together the pages of a group are the whole group, each change once.
  const second = await open(`${path}?p.cards=2&files=2`);
  expect(new Set([first, second, third].flatMap(changesOf)).size).toBe(CARDS);
  expect(new Set([first, second].flatMap(notesOf)).size).toBe(NOTES);
});

test('a pin has no meaning here, and its links do not keep it', async () => {
  const [, before = ''] = /releases\/(r-[0-9a-f]+)/.exec(path) ?? [];
  const page = await open(`${path}?release=${before}`);
  expect(linksOf(page).filter((link) => link.includes('release='))).toEqual([]);
  expect(linksOf(page)).toContain('/catalog/jp/cards/0001');
});

test('a page that is not there is the last one, or the first', async () => {
  expect(changesOf(await open(`${path}?p.cards=99`))).toHaveLength(30);
  for (const odd of ['0', '-1', 'x', '1.5', ''])
    expect(changesOf(await open(`${path}?p.cards=${odd}`))).toHaveLength(50);
});

test('a picture that changed is shown twice, with a slider for scripts', async () => {
  const page = await open(`${path}?files=1`);
  const [, change = ''] = /(<div class="stack picture-change" data-sides.*?<\/li>)/s.exec(page) ?? [];
  expect(change.match(/<img/g)?.length).toBe(2);
  expect(change).toContain('64 × 64');
  expect(change).toContain('96 × 64');
  expect(change).toMatch(/class="needs-script[^>]*>.*type="range"/s);
  expect(change).toContain('Overlay');
});
