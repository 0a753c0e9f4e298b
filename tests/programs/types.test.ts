// What the types of the client check, in a project into which the package is installed, with the declarations of the sample.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../../packages/client/src/index.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { type ClientProject, openClientProject } from '../fixtures/client-project.ts';
import { openWorld } from '../world.ts';

let project: ClientProject;
beforeAll(async () => {
  project = await openClientProject();
  await using world = await openWorld();
  await world.publish(SAMPLE);
  writeFileSync(join(project.folder, 'demo.d.ts'), await connect(world.address).catalog('demo').declarations());
}, 120_000);
afterAll(() => project.dispose());

const HEAD = `import { connect, fieldPath } from '@livehouse/client';
import type { Demo } from './demo.d.ts';
const house = connect<Demo>('https://example.org');
const catalog = house.catalog('demo');
export const song = await catalog.songs.get('1001');
const [songs, cards] = [catalog.songs.query(), catalog.cards.query()];
`;

/** Which of these lines the compiler refuses. */
async function refused(lines: readonly string[]): Promise<readonly string[]> {
  writeFileSync(join(project.folder, 'program.ts'), HEAD + lines.join('\n'));
  const said = await project.check('program.ts');
  const before = HEAD.split('\n').length;
  const found = [...said.matchAll(/^program\.ts\((\d+),/gm)].map(([, line]) => Number(line) - before);
  if (found.some((at) => at < 0)) throw new Error(said);
  return lines.filter((_, at) => found.includes(at));
}

test('resources, fields, operators, values and orders of a release are known', async () => {
  const lines = [
    'export const titles: readonly (string | null)[] = song.musicTitle;',
    "for await (const { entity } of cards.where('rarity', '>=', 4).sort('-releasedAt', 'cardId').fields('prefix')) entity.prefix;",
    "songs.where('musicTitle.1', '~', 'a').where('publishedAt', '<', new Date()).where('bandIds', '=', [1, 2, null]);",
    "songs.where('charts.expert.rating', '!=', null).sort('-charts.expert.rating').facet('bandIds').whole();",
    "connect('https://example.org').catalog('any').cards?.query().where(fieldPath('a.b', 'c'), '=', 1).sort('-any');",
    "catalog['story-runtime'].read();",
    "export const rating: number | undefined = (await catalog.pin('r-1').songs.query().first())?.entity.charts?.expert?.rating;",
    "await house.api.postCreate({ body: { body: 'x' } });",
    "for await (const { title } of house.each.postList({ scope: 'latest' })) title.trim();",
  ];
  expect(await refused(lines)).toEqual([]);
}, 60_000);

test('what the release does not have is refused', async () => {
  const lines = [
    'catalog.song;',
    "house.catalog('other');",
    'song.musicTitel;',
    "cards.where('rarety', '>=', 4);",
    "cards.where('stat.', '>=', 4);",
    "cards.where('rarity', '>=', 'four');",
    "cards.where('rarity', '=', [4, 'five']);",
    "cards.where('rarity', '>', null);",
    "cards.where('rarity', '>', [3, 4]);",
    "cards.where('rarity', '~~', 4);",
    "songs.where('musicTitle.1', '=', 1);",
    "songs.where('musicId.1', '=', 1);",
    "songs.where('publishedAt', '<', true);",
    "songs.sort('bandIds');",
    "songs.sort('-bandIds');",
    "songs.sort('-nothing');",
    "songs.sort('--musicId');",
    "songs.fields('nothing');",
    "songs.facet('nothing');",
    "catalog['story-runtime'].query();",
    "(await cards.fields('rarity').first())?.entity.prefix;",
    'await house.api.postCreate();',
    'await house.api.postCreate({ body: { text: 1 } });',
    "house.each.postList({ scope: 'best' });",
    'house.each.postRead();',
  ];
  expect(await refused(lines)).toEqual(lines);
}, 60_000);
