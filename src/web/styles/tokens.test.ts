// The contrasts of the colours, by the formula of WCAG, in both themes: read from the style itself.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { contrast, PALETTE } from '../../kernel/colours.ts';

const style = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const plain = new Map(
  [...style.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
);
const pairs = new Map(
  [...style.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
);

const SURFACES = ['surface', 'surface-raised', 'surface-sunken'];
const NAMED = ['success', 'warning', 'danger', 'info', 'special', 'pink', 'accent'];
const TEXTS = ['text', 'text-soft', 'text-faint', 'accent-hover', ...NAMED];

/** Foreground, ground, least ratio. */
const RULES: readonly (readonly [string, string, number])[] = [
  ...TEXTS.flatMap((name) => SURFACES.map((ground) => [name, ground, 4.5] as const)),
  ...['border-strong', 'focus'].flatMap((name) => SURFACES.map((ground) => [name, ground, 3] as const)),
  ...NAMED.map((name) => [name, `${name}-tint`, 4.5] as const),
  ...NAMED.map((name) => ['text', `${name}-tint`, 12] as const),
  // Links in notices.
  ...['success', 'warning', 'danger', 'info'].flatMap((tone) =>
    ['accent', 'accent-hover'].map((link) => [link, `${tone}-tint`, 4.5] as const),
  ),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
];

test('every pair has the plain value of its light side', () => {
  expect(pairs.size).toBeGreaterThan(20);
  for (const [name, { light }] of pairs) expect([name, plain.get(name)]).toEqual([name, light]);
});

test.each(['light', 'dark'] as const)('contrasts hold in the %s theme', (theme) => {
  const colourOf = (name: string): string => pairs.get(name)?.[theme] ?? '';
  const weak = RULES.filter(([name, ground, least]) => !(contrast(colourOf(name), colourOf(ground)) >= least));
  expect(weak).toEqual([]);
});

test('what is drawn on the chart can be told from its ground', () => {
  const ground = plain.get('chart-ground') ?? '';
  for (const [name, colour] of plain) {
    if (!name.startsWith('chart-') || name === 'chart-ground') continue;
    expect([name, contrast(colour, ground) >= 3]).toEqual([name, true]);
  }
});

test('the colours of mails, cards and manifests are those of the pages', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (const [name, colour] of Object.entries(PALETTE[theme])) {
      expect([name, pairs.get(name)?.[theme]]).toEqual([name, colour]);
    }
  }
});
