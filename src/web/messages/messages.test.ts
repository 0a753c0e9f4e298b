// All tables: the same keys and placeholders in all languages, nothing empty, and how texts are filled in.
import { describe, expect, test } from 'bun:test';
import { LOCALES } from '../../kernel/names.ts';
import { type Messages, sayIn, type Text } from './say.ts';

const files = [...new Bun.Glob('**/*.ts').scanSync(import.meta.dir)].filter(
  (path) => path !== 'say.ts' && !path.endsWith('.test.ts'),
);

const isTable = (value: unknown): value is Messages =>
  typeof value === 'object' &&
  value !== null &&
  LOCALES.every((locale) => typeof Reflect.get(value, locale) === 'object');

const tables: [name: string, table: Messages][] = [];
for (const file of files) {
  const module: Readonly<Record<string, unknown>> = await import(`./${file}`);
  for (const [name, value] of Object.entries(module)) if (isTable(value)) tables.push([`${file} ${name}`, value]);
}

const textsOf = (text: Text): readonly string[] => (typeof text === 'string' ? [text] : [text.one, text.other]);
/** Names to fill in; `count` may be left to the grammar of a form. */
const placeholdersOf = (text: Text): readonly string[] => {
  const names = textsOf(text).flatMap((part) => [...part.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  return [...new Set(names)].filter((name) => name !== 'count').sort();
};

test('there are tables', () => {
  expect(tables.length).toBeGreaterThanOrEqual(4);
});

test.each(tables)('%s says the same in all languages', (_name, table) => {
  const english = Object.entries(table.en);
  for (const locale of LOCALES) {
    const words = table[locale];
    expect([locale, Object.keys(words).sort()]).toEqual([locale, english.map(([key]) => key).sort()]);
    for (const [key, text] of english) {
      const other = words[key] ?? '';
      expect([locale, key, placeholdersOf(other)]).toEqual([locale, key, placeholdersOf(text)]);
      for (const part of textsOf(other))
        expect([locale, key, part.trim() === '', part.includes('!')]).toEqual([locale, key, false, false]);
    }
  }
});

describe('a text is filled in', () => {
  const cards: Text = { one: '{count} card of {name}', other: '{count} cards of {name}' };
  test('with the form of its count, and numbers of its language', () => {
    const say = sayIn('en');
    expect(say(cards, { count: 1, name: 'Mio' })).toBe('1 card of Mio');
    expect(say(cards, { count: 1234, name: 'Mio' })).toBe('1,234 cards of Mio');
  });
  test('where a language has one form only', () => {
    expect(sayIn('ja')({ one: '{count} 枚', other: '{count} 枚' }, { count: 1 })).toBe('1 枚');
  });
  test('once, and never from what was filled in', () => {
    expect(sayIn('en')('{a} {b}', { a: '{b}', b: 'x' })).toBe('{b} x');
    expect(sayIn('en')('{a} {c}', { a: '$&' })).toBe('$& {c}');
  });
});
