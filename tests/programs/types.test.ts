// What the types of the client check, in a project into which the package is installed, with the declarations of the sample.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from '../../packages/client/node_modules/typescript/lib/typescript.js';
import { OPERATIONS, PAGED } from '../../packages/client/src/generated/operations.ts';
import { connect } from '../../packages/client/src/index.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { openClientProject } from '../fixtures/client-project.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openWorld } from '../world.ts';

const project = await keepOpen(openClientProject());
await using world = await openWorld();
await world.publish(SAMPLE);
writeFileSync(join(project.folder, 'demo.d.ts'), await connect(world.address).catalog('demo').declarations());

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
    "for await (const { entity } of cards.fields('images', '_id')) entity.images?.thumbnail?.trim();",
    "for await (const { entity } of songs.fields('charts.expert', 'musicTitle.1')) entity.charts?.expert?.rating?.toFixed();",
    "for await (const { entity } of songs.locale('ja').sort('musicTitle')) entity.musicTitle?.trim();",
    'cards.where(\'rarity>=4 && (cardType="red" || !(skillId=null))\').include("skillId");',
    "cards.where('prefix', '^=', 'A');",
    "export const related: string | undefined = (await catalog.cards.relation('rarity', '4'))['1']?.cardType;",
    "export const record: number | undefined = (await catalog.cards.relation('character', '1'))['1']?.cardId;",
    "for await (const { id, entity } of catalog.stories.viewEntities('chapters')) console.log(id, entity.chapterId);",
    "export const chapter: unknown = (await catalog.stories.viewEntity('chapters', '1')).chapterId;",
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
    "songs.fields('charts.nothing');",
    "songs.include('nothing');",
    "await catalog.cards.relation('nobody', '1');",
    "(await catalog.cards.relation('rarity', '4'))['1']?.nothing;",
    "catalog.stories.viewEntities('nothing');",
    "(await catalog.stories.viewEntity('chapters', '1')).nothing;",
    "await catalog.songs.viewEntity('nothing', '1');",
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

test('an editor explains every operation and its parameters', async () => {
  const file = join(project.folder, 'hover.ts');
  const ids = Object.keys(OPERATIONS);
  const lists = Object.keys(PAGED);
  const text = [
    "import { connect, type Input } from '@livehouse/client';",
    "const { api, each } = connect('https://example.org');",
    ...ids.map((id) => `api.${id};`),
    ...lists.map((name) => `each.${name};`),
    "export const period = (input: Input<'postList'>) => input.period;",
  ].join('\n');
  writeFileSync(file, text);
  const options: ts.CompilerOptions = { module: ts.ModuleKind.NodeNext, strict: true, target: ts.ScriptTarget.ES2022 };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) =>
      existsSync(path) ? ts.ScriptSnapshot.fromString(readFileSync(path, 'utf8')) : undefined,
    getCurrentDirectory: () => project.folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: existsSync,
    readFile: (path) => readFileSync(path, 'utf8'),
  });
  const explain = (word: string): string => {
    const found = service.getQuickInfoAtPosition(file, text.indexOf(word) + word.lastIndexOf('.') + 1);
    return [found?.documentation, ...(found?.tags ?? []).map((tag) => tag.text)]
      .flatMap((parts) => parts?.map((part) => part.text) ?? [])
      .join('');
  };
  const silent = [...ids.map((id) => `api.${id};`), ...lists.map((name) => `each.${name};`)].filter(
    (word) => explain(word).length < 8,
  );
  expect(silent).toEqual([]);
  expect(explain('api.postList;')).toMatch(
    /^A page of a feed[\s\S]*`recommended` answers a `seed`[\s\S]*tag A normalised tag/,
  );
  expect(explain('each.postList;')).toContain('A page of a feed');
  const at = text.lastIndexOf('period');
  const member = service.getQuickInfoAtPosition(file, at)?.documentation ?? [];
  expect(member.map((part) => part.text).join('')).toContain('Only with `top`');
}, 60_000);
