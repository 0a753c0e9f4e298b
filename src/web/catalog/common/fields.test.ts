import { expect, test } from 'bun:test';
import {
  type FieldInfo,
  labelOfValue,
  listAt,
  momentIn,
  placesOf,
  readField,
  textIn,
  withoutHidden,
} from './fields.ts';
import { colourOf, linkOf } from './outside.ts';
import type { Slots } from './values.ts';

const slots = (reader: string, page?: string): Slots => ({ reader, page, locales: ['ja', 'en'], region: 'jp' });
const localized: FieldInfo = { type: 'localized', locales: ['en', 'ja', 'pt-BR'] };

test('a text is in the reader’s language, else in another of it, else in the order of the snapshot', () => {
  const value = { en: 'Red', ja: '赤', 'pt-BR': 'Vermelho' };
  expect(textIn(value, slots('en'), localized)).toEqual({ text: 'Red', lang: 'en' });
  expect(textIn(value, slots('pt'), localized)).toEqual({ text: 'Vermelho', lang: 'pt-BR' });
  expect(textIn(value, slots('ko'), localized)).toEqual({ text: '赤', lang: 'ja' });
  expect(textIn({ ...value, ja: '' }, slots('ko'), localized)?.lang).toBe('en');
  expect(textIn(value, slots('fr', 'en'), localized)?.lang).toBe('en');
  expect(textIn(value, slots('en'), undefined)).toBeUndefined();
});

test('values are made of others where their field says so', () => {
  const fields = {
    icon: { type: 'file', template: 'assets/{kind:lower}/{}.png' },
    title: { type: 'localized', path: 'names.{tag}.short' },
  } satisfies Record<string, FieldInfo>;
  const one = { id: '1', entity: { icon: 'a', kind: 'Big', names: { jpn: { short: '一' } } } };
  expect(readField({ fields }, one, 'icon')).toBe('assets/big/a.png');
  expect(readField({ fields }, { id: '1', entity: { icon: ['a', 'b'], kind: 'x' } }, 'icon')).toEqual([
    'assets/x/a.png',
    'assets/x/b.png',
  ]);
  expect(readField({ fields }, { id: '1', entity: { icon: 'assets/x.png' } }, 'icon')).toBe('assets/x.png');
  expect(readField({ fields }, one, 'title')).toEqual({ ja: '一' });
  expect(placesOf(fields.icon)).toEqual(['kind']);
  expect(listAt({ skills: [{ at: { id: 1 } }, { at: { id: 2 } }] }, 'skills.at.id')).toEqual([1, 2]);
});

test('dates are read in the format of their field', () => {
  const moment = (value: unknown, format: FieldInfo['format']) =>
    momentIn(value, slots('en'), { type: 'date', format });
  expect(moment(1_300_000_000, 's')).toEqual({ at: 1_300_000_000_000, isDay: false });
  expect(moment('20240501', 'yyyymmdd')).toEqual({ at: Date.UTC(2024, 4, 1), isDay: true });
  expect(moment('2024-05-01', 'iso')).toEqual({ at: Date.UTC(2024, 4, 1), isDay: true });
  expect(moment('2024-05-01T10:00:00Z', 'iso')?.isDay).toBe(false);
  expect(moment('2024', 'iso')).toBeUndefined();
  expect(moment('soon', 'iso')).toBeUndefined();
});

test('labels are in the reader’s language, and hidden fields are left out', () => {
  const field: FieldInfo = { labels: { m: { en: 'Melee', ja: '近接' }, r: 'Ranged' } };
  expect(labelOfValue('m', slots('ja'), field)?.text).toBe('近接');
  expect(labelOfValue('r', slots('ja'), field)?.text).toBe('Ranged');
  expect(labelOfValue('toString', slots('ja'), field)).toBeUndefined();
  const fields = { inner: { hidden: true } };
  const paths = ['name', 'inner.note'];
  const shown = withoutHidden({ fields, badges: paths, facets: paths, sort: paths, columns: paths });
  expect([shown.badges, shown.facets, shown.sort, shown.columns]).toEqual(Array(4).fill(['name']));
});

test('only addresses of the web are links, and only colours are colours', () => {
  expect(linkOf('https://www.example.org/')).toEqual({ href: 'https://www.example.org/', text: 'example.org' });
  for (const text of ['javascript:alert(1)', 'https://good.example@evil.example/', '//example.org', 'https://'])
    expect(linkOf(text)).toBeUndefined();
  expect(colourOf('#f80')).toBe('#f80');
  for (const text of ['#f8', 'red', '#12345678', 'url(#a)']) expect(colourOf(text)).toBeUndefined();
});
