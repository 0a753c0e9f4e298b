// Shades of any colour keep their contrast in both themes.
import { expect, test } from 'bun:test';
import { COLOUR, colourDigits, contrast, deriveAccent, deriveTint, luminance, PALETTE } from './colours.ts';

const HARD = ['#000000', '#ffffff', '#808080', '#ffff00', '#0000ff', '#00ff00', '#ff0000', '#fafafa', '#010203'];
const ANY = Array.from(
  { length: 400 },
  (_, index) => `#${((index * 2_654_435_761) % 0x1000000).toString(16).padStart(6, '0')}`,
);

const themes = ['light', 'dark'] as const;
const surfacesOf = (theme: (typeof themes)[number]) => {
  const { surface, 'surface-raised': raised, 'surface-sunken': sunken } = PALETTE[theme];
  return [surface, raised, sunken];
};

const noticesOf = (theme: (typeof themes)[number]) => {
  const { 'success-tint': success, 'warning-tint': warning, 'danger-tint': danger, 'info-tint': info } = PALETTE[theme];
  return [success, warning, danger, info];
};

test.each(themes)('an accent can be read on every surface and in notices, and texts on it: %s', (theme) => {
  const weak = [...HARD, ...ANY].filter((colour) => {
    const shades = deriveAccent(colour, theme);
    const grounds = [...surfacesOf(theme), ...noticesOf(theme), shades['accent-tint']];
    return !(
      Object.values(shades).every((shade) => COLOUR.test(shade)) &&
      grounds.every((ground) => contrast(shades.accent, ground) >= 4.5) &&
      grounds.every((ground) => contrast(shades['accent-hover'], ground) >= 4.5) &&
      contrast(shades['on-accent'], shades.accent) >= 4.5 &&
      contrast(shades['on-accent'], shades['accent-hover']) >= 4.5
    );
  });
  expect(weak).toEqual([]);
});

test.each(themes)('a tint is no stronger than a sunken surface, and its texts can be read: %s', (theme) => {
  const limit = luminance(PALETTE[theme]['surface-sunken']);
  for (const colour of [...HARD, ...ANY]) {
    const { tint, 'tint-ground': ground } = deriveTint(colour, theme);
    for (const surface of [...surfacesOf(theme), ground]) {
      expect([colour, contrast(tint, surface) >= 4.5]).toEqual([colour, true]);
    }
    expect([colour, theme === 'light' ? luminance(ground) >= limit : luminance(ground) <= limit]).toEqual([
      colour,
      true,
    ]);
  }
});

test('a colour that has the contrast stays as it is', () => {
  expect(deriveTint('#1f5f8b', 'light').tint).toBe('#1f5f8b');
  expect(deriveAccent('#9a2350', 'light').accent).toBe('#9a2350');
});

test('colours are read in both spellings', () => {
  expect(['#A0b', '#1F5f8B', 'red', '#12', '#1234567', ''].map(colourDigits)).toEqual([
    'aa00bb',
    '1f5f8b',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
