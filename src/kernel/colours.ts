// The colours that pages, mails, cards and manifests share, and shades of other colours that keep the contrast of WCAG 2.2 AA in
// both themes. Pure.

export type Theme = 'light' | 'dark';

/** Colours that also stand outside of the style sheets. A test compares them with `tokens.css`. */
export const PALETTE = {
  light: {
    surface: '#faf6f0',
    'surface-raised': '#ffffff',
    'surface-sunken': '#f1e9df',
    text: '#231b16',
    'text-soft': '#574a40',
    accent: '#9a2350',
    'on-accent': '#ffffff',
    'success-tint': '#e2f1e4',
    'warning-tint': '#fbeccb',
    'danger-tint': '#fbe3df',
    'info-tint': '#e1edf7',
  },
  dark: {
    surface: '#15110f',
    'surface-raised': '#1e1815',
    'surface-sunken': '#2a221d',
    text: '#f5ede5',
    'text-soft': '#cabcaf',
    accent: '#f291ae',
    'on-accent': '#2b0714',
    'success-tint': '#17301f',
    'warning-tint': '#352a10',
    'danger-tint': '#3d1a16',
    'info-tint': '#152a3b',
  },
} as const;

/** A colour as tints and settings write it. */
export const COLOUR = /^#[0-9a-f]{6}$/;

const NOTATION = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Whether a text is `#rgb` or `#rrggbb`. */
export const isColour = (text: string): boolean => NOTATION.test(text);

/** The six lower-case digits of `#rgb` or `#rrggbb`; undefined: it is no colour. */
export function colourDigits(text: string): string | undefined {
  const [, digits = ''] = NOTATION.exec(text) ?? [];
  if (digits === '') return undefined;
  return (digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits).toLowerCase();
}

/** Relative luminance, as WCAG defines it. */
export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((share) =>
    share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

export interface AccentShades {
  readonly accent: string;
  readonly 'accent-hover': string;
  readonly 'accent-tint': string;
  readonly 'on-accent': string;
}

/** Shades of an accent for links, buttons and marks, on every surface and in notices. */
export function deriveAccent(colour: string, theme: Theme): AccentShades {
  const { surface, text, 'surface-raised': raised, 'surface-sunken': sunken, ...palette } = PALETTE[theme];
  const tint = groundOf(colour, theme);
  const notices = (['success', 'warning', 'danger', 'info'] as const).map((tone) => palette[`${tone}-tint`]);
  const grounds = [surface, raised, sunken, ...notices, tint];
  const accent = inkOf(colour, theme, grounds, TEXT_RATIO);
  return {
    accent,
    'accent-hover': inkOf(accent, theme, grounds, contrast(accent, surface) * HOVER_STEP),
    'accent-tint': tint,
    'on-accent': theme === 'light' ? raised : contrast(accent, surface) >= contrast(accent, text) ? surface : text,
  };
}

export interface TintShades {
  /** For texts and lines on every surface, and on `tint-ground`. */
  readonly tint: string;
  /** For grounds, on which every text of the pages can be read. */
  readonly 'tint-ground': string;
}

/** Shades of a colour of the data. */
export function deriveTint(colour: string, theme: Theme): TintShades {
  const { surface, 'surface-raised': raised, 'surface-sunken': sunken } = PALETTE[theme];
  const ground = groundOf(colour, theme);
  return { tint: inkOf(colour, theme, [surface, raised, sunken, ground], TEXT_RATIO), 'tint-ground': ground };
}

const TEXT_RATIO = 4.6;
const HOVER_STEP = 1.35;
const STEPS = 200;
/** Grounds are pale: a bright one would outshine what stands on it. */
const GROUND_SATURATION = 0.6;

/** The shade nearest to the colour that has the ratio on all grounds; darker in the light theme, brighter in the dark one. */
function inkOf(colour: string, theme: Theme, grounds: readonly string[], ratio: number): string {
  const { hue, saturation, lightness } = hslOf(colour);
  const end = theme === 'light' ? 0 : 1;
  for (let step = 0; step <= STEPS; step++) {
    const shade = hexOf(hue, saturation, lightness + ((end - lightness) * step) / STEPS);
    if (grounds.every((ground) => contrast(shade, ground) >= ratio)) return shade;
  }
  return theme === 'light' ? '#000000' : '#ffffff';
}

/** The strongest pale shade that is no further from the page than its sunken surface, so that what can be read there can be read on it. */
function groundOf(colour: string, theme: Theme): string {
  const { hue, saturation } = hslOf(colour);
  const pale = Math.min(saturation, GROUND_SATURATION);
  const limit = luminance(PALETTE[theme]['surface-sunken']);
  const [start, end] = theme === 'light' ? [0.8, 1] : [0.3, 0];
  for (let step = 0; step <= STEPS; step++) {
    const shade = hexOf(hue, pale, start + ((end - start) * step) / STEPS);
    if (theme === 'light' ? luminance(shade) >= limit : luminance(shade) <= limit) return shade;
  }
  return PALETTE[theme].surface;
}

/** Red, green and blue from 0 to 1. */
const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);

function hslOf(colour: string) {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [lightness, range] = [(most + least) / 2, most - least];
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  const sector =
    most === red ? (green - blue) / range : most === green ? (blue - red) / range + 2 : (red - green) / range + 4;
  return { hue: (sector * 60 + 360) % 360, saturation: Math.min(1, saturation), lightness };
}

function hexOf(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): string => {
    const place = (offset + hue / 30) % 12;
    const share = lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    return Math.round(share * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
