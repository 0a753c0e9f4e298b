// The texts of all languages: the same tables, keys and placeholders, the forms that the grammar of each language has, nothing
// empty, nothing that no code reads. Also how texts are filled in.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES, type Locale } from '../../kernel/names.ts';
import { sayIn, type Text } from './say.ts';
import { joinMessages, messagesOf, pickMessages } from './tables.ts';

type Table = Readonly<Record<string, Text>>;

const HERE = import.meta.dir;
const SOURCES = join(HERE, '..', '..');

/** Path of a table → its texts. */
function readFolder(locale: string): ReadonlyMap<string, Table> {
  const paths = [...new Bun.Glob('**/*.json').scanSync(join(HERE, locale))].sort();
  return new Map(
    paths.map((path) => [path.replace('.json', ''), JSON.parse(readFileSync(join(HERE, locale, path), 'utf8'))]),
  );
}

const folders = new Map<Locale, ReadonlyMap<string, Table>>(LOCALES.map((locale) => [locale, readFolder(locale)]));
const english = folders.get('en') ?? new Map<string, Table>();
const rows = LOCALES.flatMap((locale) => [...english.keys()].map((table) => [locale, table] as const));

const formsOf = (text: Text): readonly string[] => (typeof text === 'string' ? [text] : Object.values(text));
/** Names to fill in; `count` may be left to the grammar of a form. */
const placeholdersOf = (text: Text): string => {
  const names = formsOf(text).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  return [...new Set(names)]
    .filter((name) => name !== 'count')
    .sort()
    .join(' ');
};

test('every language has a folder with the same tables, and no other folder is there', () => {
  const found = new Set([...new Bun.Glob('*/**/*.json').scanSync(HERE)].map((path) => path.split('/')[0] ?? ''));
  expect([...found].sort()).toEqual([...LOCALES].sort());
  for (const [locale, tables] of folders) expect([locale, [...tables.keys()]]).toEqual([locale, [...english.keys()]]);
});

test.each(rows)(
  '%s/%s.json has the keys and placeholders of the English table, and forms of its grammar',
  (locale, name) => {
    const texts = folders.get(locale)?.get(name) ?? {};
    const expected = english.get(name) ?? {};
    expect(Object.keys(texts).sort()).toEqual(Object.keys(expected).sort());
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    const wrong = Object.entries(texts).flatMap(([key, text]) => [
      ...(placeholdersOf(text) === placeholdersOf(expected[key] ?? '') ? [] : [`${key}: placeholders`]),
      ...(formsOf(text).some((form) => typeof form !== 'string' || form.trim() === '') ? [`${key}: empty`] : []),
      ...(formsOf(text).some((form) => form.includes('!')) ? [`${key}: exclamation mark`] : []),
      ...(typeof text === 'string' || Object.keys(text).sort().join() === [...pluralCategories].sort().join()
        ? []
        : [`${key}: forms must be ${pluralCategories.join(', ')}`]),
    ]);
    expect(wrong).toEqual([]);
  },
);

describe('no text is there in vain', () => {
  const declaring = [...new Bun.Glob('*.ts').scanSync(HERE)]
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(HERE, path), 'utf8').replaceAll(/^ \*.*$/gm, ''))
    .join('\n');
  const reading = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(SOURCES)]
    .filter(
      (path) => !/\.(?:test|fixture)\.tsx?$/.test(path) && !/^web\/messages\/(?!(?:settings|shell)\.ts)/.test(path),
    )
    .map((path) => readFileSync(join(SOURCES, path), 'utf8'))
    .join('\n');
  /** Calls that declare a table: its path, the path of its English texts, and its aliases. */
  const calls = [...declaring.matchAll(/messagesOf\(\s*'([\w/-]+)',\s*(\w+)(?:,\s*\{([^}]*)\})?/g)];
  const imports = new Map(
    [...declaring.matchAll(/^import (\w+) from '\.\/en\/([\w/-]+)\.json'/gm)].map(([, name, path]) => [path, name]),
  );

  test('every table is declared once, with its own texts', () => {
    const declared = calls.map(([, path = '']) => path).sort();
    expect(declared).toEqual([...english.keys()].filter((path) => path !== 'shared').sort());
    const foreign = calls.filter(([, path, name]) => !declaring.includes(`import ${name} from './en/${path}.json'`));
    expect(foreign.map(([, path]) => path)).toEqual([]);
    expect([...imports.keys()].sort()).toEqual([...english.keys()].sort());
  });

  const aliases = calls.flatMap(([, path = '', , list = '']) =>
    [...list.matchAll(/(?:(\w+)|'([\w-]+)'): '(\w+)'/g)].map(([, word, quoted, shared]) => ({
      path,
      key: word ?? quoted ?? '',
      shared,
    })),
  );

  test('every shared text stands behind two keys or more', () => {
    const uses = Map.groupBy(aliases, ({ shared }) => shared);
    const rare = Object.keys(english.get('shared') ?? {}).filter((key) => (uses.get(key)?.length ?? 0) < 2);
    expect(rare).toEqual([]);
    const again = aliases.filter(({ path, key }) => key in (english.get(path) ?? {}));
    expect(again).toEqual([]);
  });

  /** Tables that are read by words of data: names of events, fields and values. */
  const BY_DATA = new Set([
    ...[
      'staff/audit-actions',
      'staff/audit-subjects',
      'staff/audit-fields',
      'staff/audit-values',
      'staff/webhook-events',
      'moderation/actions',
    ],
    ...['catalog/values', 'catalog/field-names', 'shared'],
  ]);

  test('every key is read', () => {
    const words = new Set<string>();
    for (const [, member, quoted] of reading.matchAll(/\.(\w+)|'([\w-]+)'/g)) words.add(member ?? quoted ?? '');
    // `const { save, cancel } = words`.
    for (const [, names = ''] of reading.matchAll(/\{([\w\s,:]+)\}(?: =|: [A-Z(])/g))
      for (const [name] of names.matchAll(/\w+/g)) words.add(name);
    // `reason_${code}`, `${kind}_subject`.
    const starts = [...reading.matchAll(/`(\w+)\$\{/g)].map(([, start = '']) => start);
    const ends = [...reading.matchAll(/\}(_\w+|[A-Z]\w+)`/g)].map(([, end = '']) => end);
    // `${verdict}_${subjectKind}`.
    const isJoined = (key: string): boolean => {
      const [first = '', second = '', ...rest] = key.split('_');
      return words.has(first) && words.has(second) && rest.length === 0;
    };
    const isRead = (key: string): boolean =>
      words.has(key) ||
      starts.some((start) => key.startsWith(start)) ||
      ends.some((end) => key.endsWith(end)) ||
      isJoined(key);
    const keys = [
      ...[...english].flatMap(([path, table]) => Object.keys(table).map((key) => ({ path, key }))),
      ...aliases,
    ];
    const unread = keys.filter(({ path, key }) => !BY_DATA.has(path) && !isRead(key));
    expect(unread.map(({ path, key }) => `${path} ${key}`)).toEqual([]);
  });
});

describe('a text is filled in', () => {
  const cards: Text = { one: '{count} card of {name}', other: '{count} cards of {name}' };
  test('with the form of its count, and numbers of its language', () => {
    const say = sayIn('en');
    expect(say(cards, { count: 1, name: 'Mio' })).toBe('1 card of Mio');
    expect(say(cards, { count: 1234, name: 'Mio' })).toBe('1,234 cards of Mio');
  });
  test('where a language has one form only', () => {
    expect(sayIn('ja')({ other: '{count} 枚' }, { count: 1 })).toBe('1 枚');
  });
  test('once, and never from what was filled in', () => {
    expect(sayIn('en')('{a} {b}', { a: '{b}', b: 'x' })).toBe('{b} x');
    expect(sayIn('en')('{a} {c}', { a: '$&' })).toBe('$& {c}');
  });
});

describe('a table', () => {
  const table = messagesOf('language', { name: 'English', extra: 'Extra' }, { submit: 'save' });
  test('has shared texts under its own keys, and is in English where a language lacks a text', () => {
    expect(table.ko).toEqual({ name: '한국어', extra: 'Extra', submit: folders.get('ko')?.get('shared')?.save ?? '' });
  });
  test('is joined and picked from', () => {
    const picked = pickMessages(table, 'name');
    expect(picked.ja).toEqual({ name: '日本語' });
    const other = messagesOf('language', { name: 'English', other: 'Other' });
    expect(joinMessages(pickMessages(table, 'extra'), other).en).toEqual({
      extra: 'Extra',
      name: 'English',
      other: 'Other',
    });
  });
});
