// Drafts of small folders, one for each rule. Folders are written to a temporary place and never published.
import { beforeEach, describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderForTest } from '../../../tests/fixtures/keep-open.ts';
import { parseDescriptor } from '../release/snapshot/descriptor.ts';
import { type Draft, draftSnapshot } from './draft.ts';
import type { ResourceSummary } from './summary.ts';

let folder = '';
beforeEach(() => {
  folder = folderForTest();
});

const write = (path: string, content: unknown): void => {
  const place = join(folder, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, typeof content === 'string' ? content : JSON.stringify(content));
};
const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** A draft of the folder that a descriptor takes without a finding. */
async function draft(): Promise<Draft> {
  const made = await draftSnapshot(folder, { schemaPath: () => 'schema.json', onProgress: () => undefined });
  expect(parseDescriptor(new TextEncoder().encode(JSON.stringify(made.descriptor))).findings).toEqual([]);
  return made;
}
const only = ({ resources }: Draft, name: string): ResourceSummary => {
  const found = resources.find((resource) => resource.name === name);
  if (found === undefined)
    throw new Error(`${name} is none of ${resources.map((resource) => resource.name).join(', ')}`);
  return found;
};
const input = ({ descriptor }: Draft, name: string) => descriptor.resources?.[name];
const whyOf = ({ leftOut }: Draft, path: string): string | undefined => leftOut.find((one) => one.path === path)?.why;

describe('titles', () => {
  const titleOf = async (entities: readonly object[]): Promise<string | undefined> => {
    write('things.json', entities);
    return only(await draft(), 'things').title;
  };

  test('a name comes before an epithet', async () => {
    expect(await titleOf(many(9, (id) => ({ id, title: `The Bold ${id}`, name: `Amber ${id}` })))).toBe('name');
  });

  test('empty texts are none, readable ones come before those of programs', async () => {
    expect(await titleOf(many(9, (id) => ({ id, name: `old_sword_${id}`, localized_name: `Old Sword ${id}` })))).toBe(
      'localized_name',
    );
    expect(await titleOf(many(9, (id) => ({ id, name: `sound.step_${id}`, url: `https://x.example/${id}` })))).toBe(
      'name',
    );
  });

  test('the common form of a name counts, an id of another table does not', async () => {
    expect(await titleOf(many(9, (n) => ({ code: `A${n}`, name: { common: `Aruba ${n}` }, area: n })))).toBe(
      'name.common',
    );
    write(
      'things.json',
      many(18, (n) => ({ id: n, name: `key-${n % 9}` })),
    );
    write('others.json', Object.fromEntries(many(9, (n) => [`key-${n}`, { label: `Label ${n}` }])));
    expect(only(await draft(), 'things').title).toBeUndefined();
  });
});

describe('titles of maps', () => {
  const by = (make: (n: number) => unknown) => Object.fromEntries(many(60, (n) => [`k${n}`, make(n)]));
  const titles = async (): Promise<Record<string, string | undefined>> =>
    Object.fromEntries((await draft()).resources.map(({ name, title }) => [name, title]));

  test('texts by language that are called like the id of a name', async () => {
    const texts = (n: number) => ({ en: `Caldari ${n}`, de: `Caldarier ${n}`, fr: `Caldariois ${n}` });
    write(
      'races.json',
      by((n) => ({ descriptionID: texts(n), nameID: texts(n), iconID: 1400 + n, ticker: `T${n}` })),
    );
    write(
      'services.json',
      by((n) => ({ serviceNameID: texts(n), iconID: 1400 })),
    );
    write(
      'plain.json',
      many(9, (n) => ({ nameID: `Caldari ${n}`, plainID: 7 * n })),
    );
    expect(await titles()).toEqual({ plain: 'nameID', races: 'nameID', services: 'serviceNameID' });
    expect(only(await draft(), 'plain').id).toBe('plainID');
  });

  test('what an entity is derived from, or shares with others, is none', async () => {
    write(
      'models.json',
      by((n) => ({ parent: `minecraft:block/b${n % 50}` })),
    );
    write('parts.json', Object.fromEntries(many(400, (n) => [`k${n}`, { type: `Kind ${n % 90}` }])));
    expect(await titles()).toEqual({ models: undefined, parts: undefined });
  });

  test('of pairs: the value, or the key that can be read where values repeat, are numbers, colours or addresses', async () => {
    const people = ['Mage', 'Rogue', 'Bard', 'Monk', 'Druid', 'Paladin', 'Ranger', 'Cleric'];
    const titleOf = async (make: (n: number) => unknown, keys = people): Promise<string | undefined> => {
      write('pairs.json', Object.fromEntries(keys.map((key, n) => [key, make(n)])));
      return (await titles()).pairs;
    };
    expect(await titleOf((n) => `#00000${n}`)).toBe('key');
    expect(await titleOf((n) => (n % 2 === 0 ? 'East 1' : 'West 2'))).toBe('key');
    expect(await titleOf((n) => `https://x.example/${n}`)).toBe('key');
    expect(await titleOf((n) => n)).toBe('key');
    expect(await titleOf((n) => `Wort ${n}`)).toBe('value');
    const codes = people.map((name) => name.toLowerCase());
    expect(await titleOf((n) => `Land ${n % 2}`, codes)).toBe('value');
    expect(await titleOf((n) => n, codes)).toBeUndefined();
  });
});

describe('ids', () => {
  const idOf = async (entities: readonly object[]): Promise<string | undefined> => {
    write('things.json', entities);
    return (await draft()).resources[0]?.id;
  };

  test('codes before signs, own ids before those of others, names before counts', async () => {
    expect(await idOf(many(9, (n) => ({ emoji: `😀${n}`, hexcode: `1F60${n}`, label: `Face ${n}` })))).toBe('hexcode');
    expect(await idOf(many(9, (n) => ({ bandId: n, thingId: n + 100, name: `x ${n}` })))).toBe('thingId');
    expect(await idOf(many(9, (n) => ({ people: n * 31, country: `Land ${n}` })))).toBe('country');
  });

  test('ids in capitals are found like others, also by consecutive numbers beside a name', async () => {
    expect(await idOf(many(30, (n) => ({ stationID: 7000 + n, security: n / 7 })))).toBe('stationID');
    expect(await idOf(many(20, (n) => ({ stationID: 7000 + n, stationName: `Moon ${n}` })))).toBe('stationID');
    expect(await idOf(many(20, (n) => ({ STATION_ID: 7000 + n, grid: `x ${n % 3}` })))).toBe('STATION_ID');
  });

  test('a short code before a name that needs an encoding', async () => {
    expect(await idOf(many(9, (n) => ({ name: `Åland ${n}`, alpha_3: `AL${n}` })))).toBe('alpha_3');
    expect(await idOf(many(9, (n) => ({ name: `Aland${n}`, alpha_3: `AL${n}` })))).toBe('name');
  });

  test('a count, a measurement and a first name are no ids', async () => {
    expect(await idOf(many(9, (n) => ({ year: 2000, people: n * 31, rate: n / 7 })))).toBeUndefined();
    expect(await idOf(many(9, (n) => ({ first_name: `Ann${n}`, age: 20 + (n % 3) })))).toBeUndefined();
  });

  test('a day is the id of a series', async () => {
    expect(await idOf(many(9, (n) => ({ date: `2020-01-0${n + 1}`, price: n / 7 })))).toBe('date');
  });

  test('keys of a map that need an encoding stay where no field has them, and nothing is dropped', async () => {
    const schools = ['天策', '万花', '纯阳', '七秀', '少林', '藏剑', '丐帮', '明教'];
    const by = (make: (name: string, n: number) => object) =>
      Object.fromEntries(schools.map((name, n) => [name, make(name, n)]));
    write(
      'school.json',
      by((_, n) => ({ school_id: n + 1, force: n + 3 })),
    );
    write(
      'styles.json',
      by((name, n) => ({ id: n + 1, name })),
    );
    write(
      'skill.json',
      Object.fromEntries(many(300, (n) => [`技${n}`, { id: String(n === 299 ? 0 : n), level: String(n % 3) }])),
    );
    const made = await draft();
    expect([input(made, 'school')?.id, input(made, 'styles')?.id]).toEqual([{ encode: 'path' }, 'id']);
    expect([input(made, 'skill')?.id, input(made, 'skill')?.duplicates]).toEqual([{ encode: 'path' }, undefined]);
    expect(only(made, 'skill').entities).toBe(300);
  });

  test('a key that no field has stays, also where others refer by a field', async () => {
    write('schools.json', Object.fromEntries(many(9, (n) => [`House ${n}`, { schoolId: 500 + n, force: n }])));
    write(
      'pupils.json',
      many(40, (n) => ({ id: n, name: `Pupil ${n}`, schoolId: 500 + (n % 9) })),
    );
    const made = await draft();
    expect([input(made, 'schools')?.id, input(made, 'schools')?.keys]).toEqual([{ encode: 'path' }, ['schoolId']]);
    expect(only(made, 'pupils').references).toEqual({ schoolId: ['schools#schoolId'] });
  });

  test('the field that others refer to', async () => {
    write(
      'countries.json',
      many(9, (n) => ({ cca2: `A${n}`, cca3: `AB${n}`, borders: [`AB${(n + 1) % 9}`] })),
    );
    const made = only(await draft(), 'countries');
    expect([made.id, made.references]).toEqual(['cca3', { borders: ['countries'] }]);
  });
});

describe('references', () => {
  test('by name, through lists and objects in lists, by the key of a map and by a unique field', async () => {
    write(
      'heroes.json',
      many(30, (n) => ({ id: 10_000 + n, name: `hero_${n}`, displayName: `Hero ${n}` })),
    );
    write(
      'items.json',
      Object.fromEntries(many(30, (n) => [`item_${n}`, { cost: n, parts: n > 5 ? [`item_${n - 5}`] : null }])),
    );
    write(
      'stages.json',
      many(30, (n) => ({
        id: n,
        heroId: 10_000 + n,
        rewards: [{ itemId: `item_${n}`, count: n }],
        leader: `hero_${n % 10}`,
        costs: { first: [{ id: 10_000 + n, count: 2 }] },
        members: 3,
      })),
    );
    const made = await draft();
    expect(only(made, 'stages').references).toEqual({
      heroId: ['heroes'],
      'rewards.itemId': ['items'],
      leader: ['heroes#name'],
      'costs.first.id': ['heroes'],
    });
    expect(only(made, 'items').references).toEqual({ parts: ['items'] });
    expect(input(made, 'heroes')?.keys).toEqual(['name']);
    expect(input(made, 'stages')?.fields?.leader).toEqual({ references: { resource: 'heroes', key: 'name' } });
  });

  test('numbers that happen to be ids are counts, and too few fitting values are none', async () => {
    write(
      'cards.json',
      many(40, (n) => ({ id: n, name: `Card ${n}` })),
    );
    write(
      'sets.json',
      many(12, (n) => ({ code: `S${n}`, name: `Set ${n}`, count: n + 1, cardIds: [n, n + 1000] })),
    );
    expect(only(await draft(), 'sets').references).toEqual({});
  });

  test('a field that is called like its own entity everywhere is none', async () => {
    write(
      'moods.json',
      many(30, (n) => ({
        moodId: `Mood${n}`,
        name: `Mood ${n}`,
        icon: `Mood${n}`,
        like: n > 5 ? `Mood${n % 7}` : null,
      })),
    );
    expect(only(await draft(), 'moods').references).toEqual({ like: ['moods'] });
  });

  test('ids in capitals refer to what their words say, also to their own collection', async () => {
    write('iconIDs.json', Object.fromEntries(many(60, (n) => [500 + n, { file: `res:/${n}.png` }])));
    write(
      'marketGroups.json',
      Object.fromEntries(
        many(39, (n) => [
          n + 1,
          { name: `Group ${n}`, iconID: 500 + n, ...(n > 2 && { parentGroupID: 1 + Math.floor(n / 3) }) },
        ]),
      ),
    );
    write('groups.json', Object.fromEntries(many(90, (n) => [n + 1, { name: `Kind ${n}`, iconID: 500 + (n % 50) }])));
    const made = await draft();
    expect(only(made, 'market-groups').references).toEqual({ iconID: ['icon-ids'], parentGroupID: ['market-groups'] });
    expect(only(made, 'groups').references).toEqual({ iconID: ['icon-ids'] });
    expect(input(made, 'market-groups')?.fields?.parentGroupID).toEqual({ references: { resource: 'market-groups' } });
    expect(Object.keys(input(made, 'groups')?.relations ?? {})).toEqual(['icon']);
  });

  test('numbers that have a word such as level in common with a table are none', async () => {
    write('skill_level.json', Object.fromEntries(many(299, (n) => [n + 1, { power: n % 7 }])));
    write(
      'maps.json',
      many(30, (n) => ({ id: `m${n}`, name: `Map ${n}`, min_level: 20 + n, max_level: String(30 + n) })),
    );
    write(
      'skills.json',
      many(30, (n) => ({ id: `s${n}`, name: `Skill ${n}`, level: 20 + n })),
    );
    write(
      'runes.json',
      many(30, (n) => ({ id: `r${n}`, name: `Rune ${n}`, skillLevelId: 20 + n })),
    );
    const made = await draft();
    expect(only(made, 'maps').references).toEqual({});
    expect(only(made, 'skills').references).toEqual({ level: ['skill-level'] });
    expect(only(made, 'runes').references).toEqual({ skillLevelId: ['skill-level'] });
  });

  test('several collections hold the values together', async () => {
    const path = (n: number): string => `/Game/Weapons/Weapon${n}`;
    write(
      'swords.json',
      many(6, (n) => ({ uniqueName: path(n), name: `Sword ${n}` })),
    );
    write(
      'bows.json',
      many(6, (n) => ({ uniqueName: path(n + 10), name: `Bow ${n}` })),
    );
    write(
      'frames.json',
      many(12, (n) => ({ uniqueName: `/Game/Frames/F${n}`, name: `F ${n}`, owns: [path(n < 6 ? n : n + 4)] })),
    );
    expect(only(await draft(), 'frames').references).toEqual({ owns: ['bows', 'swords'].reverse() });
  });
});

describe('languages', () => {
  test('files and folders that are called like languages are joined', async () => {
    for (const [tag, word] of [
      ['en', 'Sword'],
      ['ja', '剣'],
      ['zh-TW', '劍'],
    ]) {
      write(
        `locales/${tag}/items.json`,
        many(8, (n) => ({ key: `i${n}`, name: `${word} ${n}`, rank: n })),
      );
      write(`words/${tag}.json`, { locale: tag, words: Object.fromEntries(many(8, (n) => [`w${n}`, `${word} ${n}`])) });
    }
    const made = await draft();
    expect(only(made, 'items').languages).toEqual({ $files: ['en', 'ja', 'zh-TW'] });
    expect(input(made, 'items')).toMatchObject({
      file: { en: 'catalog/locales/en/items.json', '*': 'catalog/locales/{locale}/items.json' },
      id: 'key',
      localized: ['name'],
    });
    expect(input(made, 'words')).toMatchObject({ shape: 'pairs', path: ['words'], localized: ['value'] });
    expect(made.descriptor.locales).toEqual(['en', 'ja', 'zh-TW']);
  });

  test('codes of countries are no languages', async () => {
    for (const code of ['AD', 'AE', 'AF', 'DE', 'ES', 'FR', 'IT', 'JP', 'GB', 'US', 'XK', 'UM']) {
      write(`regions/${code}.json`, { name: `Land ${code}`, month: '2020-01', usage: { a: 1 } });
    }
    const made = only(await draft(), 'regions');
    expect([made.form, made.id, made.languages]).toEqual(['one-file-each', '$name', {}]);
  });

  test('lists of five lines are none, lists in the scripts of the slots are', async () => {
    write(
      'hints.json',
      many(8, (n) => ({ id: n, name: `N ${n}`, lines: ['One', 'Two', 'Three', 'Four', `${n}`] })),
    );
    write(
      'songs.json',
      many(8, (n) => ({ id: n, title: [`歌${n}`, `Song ${n}`, `歌曲${n}`, `歌曲${n}`, `노래 ${n}`] })),
    );
    const made = await draft();
    expect(only(made, 'hints').languages).toEqual({});
    expect(input(made, 'hints')?.fields).toEqual({ lines: { type: 'text' } });
    expect(only(made, 'songs').languages).toEqual({ title: ['ja', 'en', 'zh-TW', 'zh-CN', 'ko'] });
  });

  test('translations by path, and one field a language', async () => {
    const translations = (n: number) => ({
      deu: { common: `D ${n}` },
      jpn: { common: `J ${n}` },
      fra: { common: `F ${n}` },
    });
    write(
      'lands.json',
      many(9, (n) => ({ code: `L${n}`, name: `Land ${n}`, translations: translations(n) })),
    );
    write(
      'cats.json',
      many(9, (n) => ({ id: n, name_en: `Cat ${n}`, name_ja: `猫 ${n}` })),
    );
    const made = await draft();
    expect(input(made, 'lands')?.fields).toEqual({
      translations: { type: 'localized', path: 'translations.{tag}.common' },
    });
    expect(made.advice.join()).toContain('`name_en`, `name_ja` of `cats`');
  });

  test('of tables by language in one file, one is used', async () => {
    const tables = (word: string) => ({
      heroes: Object.fromEntries(many(9, (n) => [`h${n}`, { name: `${word} ${n}` }])),
    });
    write('all.json', { data: { English: tables('Hero'), Japanese: tables('勇者'), German: tables('Held') } });
    const made = await draft();
    expect(made.resources.map(({ name, path }) => [name, path])).toEqual([['heroes', 'data.English.heroes']]);
    expect(whyOf(made, 'all.json (data.German)')).toContain('another language');
  });
});

describe('pictures', () => {
  test('by the id in the name of the file, in another case, and by a folder that a field names', async () => {
    write(
      'flags.json',
      many(9, (n) => ({ code: `AB${n}`, name: `Flag ${n}` })),
    );
    for (const n of many(9, (at) => at)) write(`img/ab${n}.svg`, '<svg/>');
    expect(input(await draft(), 'flags')?.fields).toEqual({
      picture: { type: 'file', template: 'assets/Assets/img/{id:lower}.svg' },
    });
    rmSync(join(folder, 'img'), { recursive: true });
    rmSync(join(folder, 'flags.json'));
    const styles = (n: number): string => (n < 6 ? 'solid' : 'brands');
    write('icons.yml', many(9, (n) => `icon-${n}:\n  label: Icon ${n}\n  styles:\n    - ${styles(n)}\n`).join(''));
    for (const n of many(9, (at) => at)) write(`svgs/${styles(n)}/icon-${n}.svg`, '<svg/>');
    expect(only(await draft(), 'icons').picture?.template).toBe('assets/Assets/svgs/{styles.0}/{id}.svg');
  });

  test('by a name of a file anywhere in the folder', async () => {
    write(
      'data/rarities.json',
      many(9, (n) => ({ code: `R${n}`, label: `Rarity ${n}`, image: `${n % 3}.webp` })),
    );
    for (const n of [0, 1, 2]) write(`art/small/${n}.webp`, 'x');
    expect(input(await draft(), 'rarities')?.fields).toEqual({
      image: { type: 'file', template: 'assets/Assets/art/small/{}' },
    });
  });
});

test('dates that publishing recognises by itself are not declared', async () => {
  const at = (n: number): number => 1_600_000_000 + n * 86_400;
  write(
    'events.json',
    many(9, (n) => ({ id: n, name: `E ${n}`, startAt: at(n) * 1000, updated: at(n), count: n, day: '2020-01-01' })),
  );
  const made = await draft();
  expect(only(made, 'events').dates).toEqual({ startAt: 'ms', updated: 's', day: 'iso' });
  expect(input(made, 'events')?.fields).toEqual({ updated: { type: 'date', format: 's' } });
});

describe('forms', () => {
  test('pairs and rows; sets and settings are none', async () => {
    write(
      'codes.json',
      many(9, (n) => [`A${n}`, `AB${n}`, n]),
    );
    write('words.json', Object.fromEntries(many(9, (n) => [`w${n}`, `Word ${n}`])));
    write('set.json', Object.fromEntries(many(9, (n) => [`w${n}`, 1])));
    write('settings.json', { port: 80, host: 'a', debug: true, levels: [1, 2], theme: 'dark', title: 'x' });
    const made = await draft();
    expect(input(made, 'codes')).toEqual({
      file: 'catalog/codes.json',
      shape: 'rows',
      columns: ['column1', 'column2', 'column3'],
      id: 'column1',
    });
    expect(input(made, 'words')).toEqual({ file: 'catalog/words.json', shape: 'pairs' });
    expect(made.resources.map(({ name }) => name)).toEqual(['codes', 'words']);
    expect([whyOf(made, 'set.json'), whyOf(made, 'settings.json')]).not.toContain(undefined);
  });

  test('several collections of one file become resources; side tables of them do not', async () => {
    const by = (make: (n: number) => object) => Object.fromEntries(many(9, (n) => [`k${n}`, make(n)]));
    write('game.json', {
      data: { heroes: by((n) => ({ name: `Hero ${n}` })), skills: by((n) => ({ name: `Skill ${n}`, power: n })) },
      stats: { heroes: by((n) => ({ hp: n, atk: n * 2 })) },
    });
    const made = await draft();
    expect(made.resources.map(({ name, path }) => [name, path])).toEqual([
      ['heroes', 'data.heroes'],
      ['skills', 'data.skills'],
    ]);
    expect(whyOf(made, 'game.json (stats.heroes)')).toContain('`merge`');
  });

  test('many files of one entity become one resource, whatever their number', async () => {
    for (const n of many(300, (at) => at))
      write(`monsters/${n % 2 === 0 ? 'a' : 'b'}${n}.yaml`, `name: Monster ${n}\nhp: ${n}\nkind: beast\n`);
    const made = await draft();
    expect(input(made, 'monsters')).toEqual({ file: 'catalog/*.yaml', id: '$name' });
    expect(only(made, 'monsters').entities).toBe(300);
  });

  test('a folder an entity', async () => {
    for (const n of many(60, (at) => at)) write(`db/m${n}/info.json`, { name: `Monster ${n}`, hp: n, kind: 'beast' });
    const made = await draft();
    expect(made.resources.map(({ form, entities, id }) => [form, entities, id])).toEqual([
      ['one-file-each', 60, '$path'],
    ]);
  });

  test('many files that hold one entity by its key are one resource', async () => {
    for (const n of many(60, (at) => at)) {
      const word = [n % 26, Math.floor(n / 26)].map((letter) => String.fromCharCode(97 + letter)).join('');
      const units = { major: { name: `unit ${n}`, symbol: 'u' }, minor: { name: `part ${n}`, symbol: 'p' } };
      write(`coins/${word}.json`, { [word.toUpperCase()]: { name: `Coin ${n}`, iso: { code: word }, units } });
    }
    const made = await draft();
    expect(made.resources.map(({ name, entities, id, title }) => [name, entities, id, title])).toEqual([
      ['coins', 60, '$key', 'name'],
    ]);
  });

  test('hundreds of tables of one form are one resource, or none', async () => {
    for (const n of many(60, (at) => at)) {
      write(
        `sets/set-${n}x.json`,
        many(3, (at) => ({ cardId: `${n}-${at}`, name: `Card ${at}` })),
      );
      write(
        `decks/deck-${n}x.json`,
        many(3, (at) => ({ number: at, name: `Card ${at}` })),
      );
    }
    const made = await draft();
    expect(made.resources.map(({ name, entities }) => [name, entities])).toEqual([
      [only(made, made.resources[0]?.name ?? '').name, 180],
    ]);
    expect(whyOf(made, 'decks/deck-0x.json')).toContain('whose ids repeat');
  });

  test('CSV, TSV and NDJSON', async () => {
    write('cards.csv', `card_id;name;cost\n${many(9, (n) => `c${n};Card ${n};${n}`).join('\n')}\n`);
    write('zips.tsv', `zip_code\tcity\n${many(9, (n) => `0${n}12\tCity ${n}`).join('\n')}\n`);
    write(
      'plays.ndjson',
      many(9, (n) => JSON.stringify({ playId: n, card_id: `c${n}`, playedAt: 1_600_000_000_000 + n })).join('\n'),
    );
    const made = await draft();
    expect(made.resources.map(({ name, id, title }) => [name, id, title])).toEqual([
      ['cards', 'card_id', 'name'],
      ['plays', 'playId', undefined],
      ['zips', 'zip_code', 'city'],
    ]);
    expect(only(made, 'plays').references).toEqual({ card_id: ['cards'] });
  });

  test('only the newest of many versions', async () => {
    for (const version of ['1.8', '1.9', '1.10', '1.11.2'])
      write(
        `pc/${version}/blocks.json`,
        many(5, (id) => ({ id, name: `b ${version}` })),
      );
    const made = await draft();
    expect(made.resources.map(({ files }) => files)).toEqual([['pc/1.11.2/blocks.json']]);
  });
});

describe('what is left out', () => {
  test('copies, repetitions in another format or with fewer fields, and everything else is told', async () => {
    const cards = many(20, (n) => ({ id: `c${n}`, name: `Card ${n}`, cost: n, text: `Does ${n}` }));
    write('cards.json', cards);
    write('old/cards.json', cards);
    write(
      'cards.min.json',
      cards.map(({ id, name, cost }) => ({ id, name, cost })),
    );
    write('cards.csv', `id,name\n${cards.map(({ id, name }) => `${id},${name}`).join('\n')}\n`);
    write('readme.md', '# x');
    write('package.json', { name: 'x' });
    const made = await draft();
    expect(made.resources.map(({ files }) => files)).toEqual([['cards.json']]);
    expect(made.leftOut.map(({ path }) => path).sort()).toEqual([
      ...['cards.csv', 'cards.min.json', 'old/cards.json', 'package.json', 'readme.md'],
    ]);
    expect(whyOf(made, 'old/cards.json')).toContain('byte for byte');
  });

  test('maps of lists and other tables of a file, with the lines that publish them', async () => {
    const by = (make: (n: number) => unknown) => Object.fromEntries(many(9, (n) => [`技${n}`, make(n)]));
    write('relation.json', {
      mount_relation: by((n) => [`a${n}`, 'b']),
      contains: by((n) => [n, n + 1]),
      complex: by((n) => ({ 0: `x${n}`, [n + 1]: 'y' })),
      belongs: by((n) => `School ${n}`),
      kinds: [...'abcdef'],
      short: ['a', 'b'],
      version: 3,
    });
    write('tags.json', Object.fromEntries(many(9, (n) => [`tag${n}`, ['a', `b${n}`]])));
    write('items.json', { items: many(9, (id) => ({ id, name: `Item ${id}` })), words: by((n) => `Word ${n}`) });
    const made = await draft();
    expect(made.resources.map(({ name, path }) => [name, path])).toEqual([
      ['items', 'items'],
      ['relation', 'belongs'],
    ]);
    expect(whyOf(made, 'relation.json (mount_relation)')).toBe(
      'it is a map of 9 lists; a resource with `"shape": "pairs"`, `"path": ["mount_relation"]`, `"id": {"encode": "path"}` has an entity with `key` and `value` for each',
    );
    expect(whyOf(made, 'relation.json (contains)')).toContain('`"path": ["contains"]`');
    expect(whyOf(made, 'relation.json (complex)')).toContain('it is a map of 9 objects; a resource with');
    expect(whyOf(made, 'relation.json (kinds)')).toContain('6 texts');
    expect(whyOf(made, 'relation.json (short)')).toBeUndefined();
    expect(whyOf(made, 'items.json (words)')).toContain('`"path": ["words"]`');
    expect(whyOf(made, 'tags.json')).toContain('a resource with `"shape": "pairs"` has');
  });

  test('a list without ids, with the field that comes nearest', async () => {
    const coins = (count: number) => many(count, (n) => ({ symbol: `C${n}`, label: `Coin ${n % 50}`, color: '#fff' }));
    write('coins.json', [...coins(100), { symbol: 'C3', label: 'Another coin', color: '#fff' }]);
    const made = await draft();
    expect([made.resources, whyOf(made, 'coins.json')]).toEqual([
      [],
      'it is a list of 101 objects, but no field gives every one of them an id: 1 to 256 characters that differ; `symbol` comes nearest: 100 of 101 are different, and `"id": "symbol", "duplicates": "first"` keeps the first of each',
    ]);
    write('coins.json', [...coins(50), ...coins(80)]);
    expect(whyOf(await draft(), 'coins.json')).toEndWith('; `symbol` comes nearest: 80 of 130 are different');
    write('coins.json', [...coins(100), ...many(5, (n) => ({ label: `Coin ${n}` }))]);
    expect(whyOf(await draft(), 'coins.json')).toEndWith(
      '; `symbol` comes nearest: 100 of 105 have it, and 100 of 100 are different',
    );
    write('coins.json', [...coins(100), ...coins(2)]);
    const used = await draft();
    expect(input(used, 'coins')).toMatchObject({ id: 'symbol', duplicates: 'first' });
    expect(only(used, 'coins').entities).toBe(100);
  });

  test('a folder without tables has collections of files', async () => {
    for (const n of many(4, (at) => at)) write(`icons/${n}.png`, 'x');
    write('background.png', 'x');
    const made = await draft();
    expect(input(made, 'icons')).toEqual({ kind: 'files', glob: 'assets/Assets/icons/*.png', id: 'name' });
    rmSync(join(folder, 'icons'), { recursive: true });
    rmSync(join(folder, 'background.png'));
    write('words.json', ['a', 'b']);
    const nothing = await draft();
    expect([nothing.descriptor.resources, nothing.leftOut.length]).toEqual([undefined, 1]);
  });

  test('broken, deep and foreign files end as notes', async () => {
    write('broken.json', '{"a":');
    write('deep.json', '['.repeat(200_000));
    write('latin.csv', 'x');
    writeFileSync(join(folder, 'latin.csv'), new Uint8Array([0x69, 0x64, 0x0a, 0xe4, 0x0a]));
    write('two.yaml', 'a: 1\n---\nb: 2\n');
    write('fine.json', [{ id: 1, name: 'A' }]);
    const made = await draft();
    expect(made.resources.map(({ name }) => name)).toEqual(['fine']);
    expect(made.warnings.map(({ file }) => file).sort()).toEqual(['broken.json', 'deep.json', 'latin.csv', 'two.yaml']);
  });
});
