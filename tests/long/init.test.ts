// `livehouse init DIR` as an operator runs it: what it writes for a folder, what it refuses, and that its result publishes.
import { beforeEach, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { runCommand, runJson } from '../fixtures/run-command.ts';

let home = '';
let folder = '';
beforeEach(() => {
  home = folderForTest();
  folder = join(home, 'my-game');
  mkdirSync(folder);
});

function write(path: string, content: unknown): void {
  const place = join(folder, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, typeof content === 'string' ? content : JSON.stringify(content));
}
const init = (directory = folder) => runJson(join(home, 'data'), 'init', directory);
const publish = (...flags: string[]) => runJson(join(home, 'data'), 'publish', folder, ...flags);
const notes = (): string => readFileSync(join(folder, 'snapshot.notes.md'), 'utf8');
// biome-ignore lint/suspicious/noExplicitAny: the tests judge the shape.
const descriptor = (): any => JSON.parse(readFileSync(join(folder, 'snapshot.json'), 'utf8'));

/** Initialises the folder, publishes it, and expects no mistake on the way. */
async function initAndPublish() {
  const made = await init();
  expect([made.code, made.json.errors]).toEqual([0, undefined]);
  const published = await publish();
  expect([published.code, published.json.errors]).toEqual([0, undefined]);
  return { made: made.json, published: published.json };
}

test('the sample without its descriptor gets a descriptor like its own, with a reason for everything, and publishes', async () => {
  cpSync(SAMPLE, folder, { recursive: true });
  rmSync(join(folder, 'snapshot.json'));
  const { made, published } = await initAndPublish();
  expect(made).toMatchObject({
    ok: true,
    directory: expect.stringContaining('my-game'),
    server: 'my-game',
    written: ['snapshot.json', 'snapshot.notes.md'],
    collections: 16,
    documents: 2,
    entities: 537,
    media: 168,
    leftOut: 0,
    warnings: [],
  });
  expect(published).toMatchObject({ server: 'my-game', promoted: true, warnings: [] });
  const drafted = descriptor();
  expect(drafted.server).toEqual({ id: 'my-game', displayName: 'My game', region: 'global' });
  expect(drafted.locales).toEqual(['ja', 'en', 'zh-TW', 'zh-CN', 'ko']);
  expect(drafted.uiMarks).toBe('catalog/ui-marks.json');
  expect(drafted.gameClient).toMatchObject({ platform: 'Android', catalogHashFile: 'catalog_main.hash' });
  expect(drafted.levels).toMatchObject({ resource: 'songs', title: 'musicTitle', bgm: 'sound', charts: 'charts' });
  const { resources, presentation } = drafted;
  expect(resources.stamps.file).toEqual(['catalog/stamps-1.json', 'catalog/stamps-2.json']);
  expect(resources.cards).toMatchObject({ path: ['cards'], id: 'cardId' });
  expect(resources.cards.dependencies).toEqual(['bands', 'characters', 'skills']);
  expect(resources.songs.relations).toEqual({ band: { field: ['bandId', 'bandIds'], mode: 'ids' } });
  expect(resources.events.relations['reward-cards']).toEqual({ field: 'rewardCards', mode: 'ids' });
  expect(resources.scenes.id).toEqual({ field: 'path', encode: 'path' });
  expect(Object.keys(resources.stories.views)).toEqual(['chapters', 'home-spots']);
  expect(resources.provenance).toEqual({ file: 'catalog/provenance.json', kind: 'document' });
  expect(presentation.songs).toMatchObject({ title: 'musicTitle', image: 'jacketThumb', audio: 'sound' });
  for (const name of Object.keys(resources)) expect(notes()).toContain(`## Resource \`${name}\``);
  expect(notes()).toContain('- The id is `cardId`: its name says so; 24 entities, 24 different ids.');
}, 60_000);

describe('folders of other shapes', () => {
  test('lists, versions, wrappers and dictionaries, as packages of game data have them', async () => {
    for (const version of ['1.20', '1.21']) {
      const blocks = Array.from({ length: 12 }, (_, id) => ({ id, name: `block_${id}`, hardness: id / 2, version }));
      write(`data/pc/${version}/blocks.json`, blocks);
      write(`data/pc/${version}/items.json`, [
        { id: 1, name: 'stone', blockId: 3, version },
        { id: 2, name: 'dirt', blockId: 4, version },
      ]);
      const words = ['stone', 'dirt', 'sand', 'clay', 'snow', 'moss'].map((word) => [
        `block.${word}`,
        `${word} ${version}`,
      ]);
      write(`data/pc/${version}/language.json`, Object.fromEntries(words));
      write(`data/pc/${version}/protocol.json`, {
        types: { int: 'native' },
        play: { toClient: { types: {} }, toServer: { types: {} } },
      });
    }
    write('data/pc/common/versions.json', ['1.20', '1.21']);
    write('data/pc/common/features.json', [
      { name: 'a b', on: true },
      { name: 'c d', on: false },
    ]);
    write('data/pc/common/loot.json', [{ chance: 1 }, { chance: 1 }]);
    write('data/pc/common/empty.json', []);
    write('schemas/blocks_schema.json', { type: 'array' });
    write('schemas/blocks.json', { $schema: 'http://json-schema.org/draft-07/schema#' });
    write('package.json', { name: 'my-game' });
    write('node_modules/other/table.json', [{ id: 1 }]);
    write('.cache/table.json', [{ id: 1 }]);
    const { made, published } = await initAndPublish();
    expect(made).toMatchObject({ collections: 7, documents: 0, entities: 42, leftOut: 8, warnings: [] });
    expect(published.warnings).toEqual([]);
    const { mounts, resources } = descriptor();
    expect(mounts.catalog.from).toBe('data/pc');
    expect(Object.keys(resources).sort()).toEqual([
      ...['data-pc-1-20-blocks', 'data-pc-1-20-items', 'data-pc-1-20-language'],
      ...['data-pc-1-21-blocks', 'data-pc-1-21-items', 'data-pc-1-21-language', 'features'],
    ]);
    expect(resources['data-pc-1-20-blocks']).toEqual({ file: 'catalog/1.20/blocks.json' });
    expect(resources['data-pc-1-21-language']).toEqual({ file: 'catalog/1.21/language.json', shape: 'pairs' });
    expect(resources.features.id).toEqual({ field: 'name', encode: 'path' });
    expect(notes()).toContain('no field gives every one of them an id');
    expect(notes()).toContain('- `schemas/blocks.json`: it is a JSON Schema.');
  }, 60_000);

  test('ids that are paths, dictionaries by path, and entities that stand twice', async () => {
    const mods = Array.from({ length: 40 }, (_, n) => ({
      uniqueName: `/Lotus/Mods/Mod ${n}`,
      name: `Mod ${n % 7}`,
      rarity: n % 3,
    }));
    write('data/json/Mods.json', [...mods, { ...mods[3], name: 'again' }]);
    write('data/json/i18n.json', Object.fromEntries(mods.map(({ uniqueName }) => [uniqueName, { de: { name: 'x' } }])));
    write('data/json/Arch-Gun.json', [
      { uniqueName: '/Lotus/A', description: 'x'.repeat(600_000) },
      { uniqueName: '/Lotus/B' },
    ]);
    const { made, published } = await initAndPublish();
    expect(made).toMatchObject({ collections: 3, entities: 82, warnings: [] });
    expect(published.warnings.map(({ code }: { code: string }) => code)).toEqual(['duplicate_id']);
    const { mounts, resources } = descriptor();
    expect(mounts).toEqual({ catalog: 'data/json' });
    expect(resources.mods).toMatchObject({ id: { field: 'uniqueName', encode: 'path' }, duplicates: 'first' });
    expect(resources.i18n).toEqual({ file: 'catalog/i18n.json', id: { encode: 'path' } });
  }, 60_000);

  test('pictures and sound in folders of their own are mounted and served; what values name otherwise gets a template', async () => {
    const picture = readFileSync(join(SAMPLE, 'assets/Assets/Livehouse/Bands/1.png'));
    for (const path of ['images/1.png', 'images/.hidden/2.png', 'assets/icons/3.png', 'assets/4.png', 'logo.png']) {
      write(path, '');
      writeFileSync(join(folder, path), picture);
    }
    write('sounds/1.mp3', 'x');
    write('images/notes.md', '# notes');
    write('images/more.json', { a: 1 });
    write('songs.json', [
      { id: 1, jacket: 'images/1.png', thumb: 'assets/Assets/images/1.png', sound: 'assets/Assets/sounds/1.mp3' },
    ]);
    const { made, published } = await initAndPublish();
    expect(made).toMatchObject({ media: 5, warnings: [] });
    expect(published.warnings).toEqual([]);
    const { mounts, exclude, presentation } = descriptor();
    expect(mounts).toEqual({
      catalog: { from: '.', exclude: ['snapshot.json', 'images/**'] },
      'assets/Assets/4.png': 'assets/4.png',
      'assets/Assets/icons': 'assets/icons',
      'assets/Assets/images': { from: 'images', exclude: ['**/*.json', '**/*.md'] },
      'assets/Assets/logo.png': 'logo.png',
      'assets/Assets/sounds': 'sounds',
    });
    expect(exclude).toContain('assets/icons/**');
    expect(presentation.songs).toMatchObject({ image: 'thumb', audio: 'sound' });
    expect(notes()).toContain('`jacket` is `assets/Assets/{}`');
  }, 60_000);

  test('names and values that no descriptor takes are avoided', async () => {
    write('catalog/曲.json', [{ id: 1, bandId: 'x y' }]);
    write('catalog/release.json', [{ key: 'a', members: 1, member_ids: [1, 2] }]);
    write('catalog/members.json', { 1: { name: 'A' }, 2: { name: 'B' } });
    write('catalog/__proto__.json', { __proto__: 1, constructor: { x: 1 }, toString: { x: 2 } });
    write(`catalog/${'long-'.repeat(30)}.json`, [{ id: 'a' }]);
    write('catalog/broken.json', '{"a": 1,\n  oops}');
    write('catalog/twice.json', '[{"id":1,"a":1,"a":2}]');
    write('catalog/keys.json', '{"a":{"v":1},"a":{"v":2},"b":{"v":3}}');
    write('other.json', [{ id: 1 }]);
    symlinkSync('/etc/hostname', join(folder, 'catalog/link.json'));
    const { made, published } = await initAndPublish();
    expect(made.warnings).toEqual([
      {
        file: 'catalog/broken.json',
        path: '',
        code: 'invalid_json',
        message: 'Left out. Not valid JSON: unexpected character in line 2, column 3.',
      },
    ]);
    expect(published.promoted).toBe(true);
    const { mounts, resources } = descriptor();
    expect(mounts).toBeUndefined();
    expect(Object.keys(resources)).toEqual(
      expect.arrayContaining(['table', 'release-table', 'members', 'proto', 'twice']),
    );
    expect(resources['release-table'].relations).toEqual({ member: { field: 'member_ids', mode: 'ids' } });
    expect(resources.keys.duplicates).toBe('first');
    expect(notes()).toContain('- `other.json`: there is a folder `catalog`, which holds the tables.');
  }, 60_000);

  test('two hundred tables of chance publish without a mistake', async () => {
    const key = fc.oneof(
      fc.constantFrom('id', 'itemId', 'name', 'bandIds', 'a.b', '', 'x y', '__proto__'),
      fc.string({ maxLength: 6 }),
    );
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(1, 2, 3, 'a', '/a b', null, [1, 2], ['a', null, null, null, 'b']),
    );
    const entity = fc.dictionary(key, value, { maxKeys: 6 });
    const table = fc.oneof(
      fc.array(entity, { maxLength: 8 }),
      fc.dictionary(fc.oneof(key, fc.nat(9).map(String)), entity, { maxKeys: 6 }),
      fc.record({ items: fc.array(entity, { maxLength: 8 }), others: fc.dictionary(key, entity, { maxKeys: 6 }) }),
      fc.jsonValue(),
    );
    for (const [at, content] of fc.sample(table, { seed: 20260930, numRuns: 200 }).entries()) {
      write(
        `catalog/${at % 3 === 0 ? 'item' : 'band'}${String.fromCharCode(97 + (at % 26))}-${at}.json`,
        JSON.stringify(content),
      );
    }
    const { made } = await initAndPublish();
    expect(made.collections + made.documents).toBeGreaterThan(30);
  }, 60_000);
});

describe('drafts without a file, and updates', () => {
  test('--print writes the draft to standard output and nothing to the folder', async () => {
    write('songs.json', [{ id: 1, title: 'A' }]);
    const printed = await runCommand(join(home, 'data'), 'init', folder, '--print');
    expect(printed.code).toBe(0);
    expect(JSON.parse(printed.stdout).resources).toEqual({ songs: { file: 'catalog/songs.json' } });
    expect(existsSync(join(folder, 'snapshot.json'))).toBe(false);
    const { code, json } = await runJson(join(home, 'data'), 'init', folder, '--print');
    expect([code, json.written, json.draft.server.id]).toEqual([0, [], 'my-game']);
    expect(json.resources).toMatchObject([
      { name: 'songs', files: ['songs.json'], entities: 1, id: 'id', title: 'title' },
    ]);
    expect(json.memoryBytes).toBeGreaterThan(1_000_000);
  }, 30_000);

  test('--update adds absent keys, keeps order and formatting, and prints what is gone', async () => {
    write('tables/songs.json', [{ id: 1, title: 'A' }]);
    write('tables/bands.json', [{ id: 1, name: 'B', updated: 1_600_000_000 }]);
    const before = `{
    "server": {"id": "mine", "displayName": "Mine", "region": "jp"},
    "mounts": {"catalog": "tables"},

    "resources": {
        "tracks": {"file": "catalog/songs.json", "id": "id", "fields": {"lost": {"type": "date"}}},
        "gone": {"file": "catalog/gone.json"}
    }
}
`;
    write('snapshot.json', before);
    const { code, json } = await runJson(join(home, 'data'), 'init', folder, '--update');
    expect([code, json.added]).toEqual([0, ['resources.bands', 'presentation']]);
    expect(json.gone).toEqual([
      '`gone`: there is no file `catalog/gone.json`',
      '`tracks`: no entity has the field `lost`, which `fields` names',
    ]);
    const after = readFileSync(join(folder, 'snapshot.json'), 'utf8');
    expect(after.startsWith(before.slice(0, before.indexOf('gone.json"}') + 'gone.json"}'.length))).toBe(true);
    expect(descriptor().resources.bands).toEqual({
      file: 'catalog/bands.json',
      fields: { updated: { type: 'date', format: 's' } },
    });
    const again = await runJson(join(home, 'data'), 'init', folder, '--update');
    expect([again.json.added, again.json.written]).toEqual([[], []]);
    expect(readFileSync(join(folder, 'snapshot.json'), 'utf8')).toBe(after);
  }, 30_000);
});

describe('refusals', () => {
  const expectFailure = async (directory: string, code: string): Promise<void> => {
    const failed = await init(directory);
    expect([failed.code, failed.json.ok, failed.json.errors.map((error: { code: string }) => error.code)]).toEqual([
      1,
      false,
      [code],
    ]);
  };

  test('nothing is overwritten', async () => {
    write('songs.json', [{ id: 1 }]);
    write('snapshot.json', 'mine');
    await expectFailure(folder, 'already_there');
    expect(readFileSync(join(folder, 'snapshot.json'), 'utf8')).toBe('mine');
    expect(existsSync(join(folder, 'snapshot.notes.md'))).toBe(false);
    rmSync(join(folder, 'snapshot.json'));
    symlinkSync('elsewhere', join(folder, 'snapshot.json'));
    await expectFailure(folder, 'already_there');
    rmSync(join(folder, 'snapshot.json'));
    write('snapshot.notes.md', 'mine');
    await expectFailure(folder, 'already_there');
    expect(existsSync(join(folder, 'snapshot.json'))).toBe(false);
    expect(existsSync(join(home, 'data'))).toBe(false);
  }, 30_000);

  test('a folder that is none, or holds nothing to publish', async () => {
    const expectNothing = async (leftOut: number, warnings: number): Promise<void> => {
      const made = await init();
      expect([made.code, made.json.written, made.json.leftOut]).toEqual([0, [], leftOut]);
      expect(made.json.warnings).toHaveLength(warnings);
      expect(existsSync(join(folder, 'snapshot.notes.md'))).toBe(false);
    };
    await expectNothing(0, 0);
    write('readme.txt', 'x');
    write('words.json', ['a', 'b']);
    await expectNothing(2, 0);
    write('catalog/broken.json', '{');
    await expectNothing(3, 1);
    await expectFailure(join(folder, 'nowhere'), 'folder_missing');
    await expectFailure(join(folder, 'readme.txt'), 'not_a_folder');
  }, 30_000);

  test('usage and help', async () => {
    expect((await runCommand(join(home, 'data'), 'init')).code).toBe(2);
    expect((await runCommand(join(home, 'data'), 'init', folder, '--print', '--update')).code).toBe(2);
    expect((await init(folder)).code).toBe(0);
    expect((await runCommand(join(home, 'data'), 'init', folder, '--update')).code).toBe(1);
    const help = await runCommand(join(home, 'data'), 'init', '--help');
    expect(help.stdout).toContain('livehouse init DIR');
    write('songs.json', [{ id: 1, title: 'A' }]);
    const text = await runCommand(join(home, 'data'), 'init', folder);
    expect(text.stdout).toContain('Wrote snapshot.json and snapshot.notes.md');
    expect(text.stdout).toContain(`Next: livehouse publish ${folder}`);
  }, 30_000);
});
