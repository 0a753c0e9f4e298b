// Style sheets that are computed: of a colour of the data, and of the accent of the instance. The address of a sheet holds all that
// it is made from, so that it never changes and every process can answer it.

import { sha256Hex } from '../../kernel/canonical-json.ts';
import { type AccentShades, deriveAccent, deriveTint } from '../../kernel/colours.ts';

type Shades = Readonly<Record<string, string>>;

/** Custom properties with plain values for browsers without light-dark(), and pairs. */
function writeSheet(selector: string, light: Shades, dark: Shades): string {
  const plain = Object.entries(light).map(([name, value]) => `--${name}:${value}`);
  const pairs = Object.entries(light).map(([name, value]) => `--${name}:light-dark(${value},${dark[name] ?? value})`);
  return `${selector}{${plain.join(';')}}@supports (color:light-dark(#000,#fff)){${selector}{${pairs.join(';')}}}`;
}

/** The sheet of a colour of the data. */
export const tintSheet = (digits: string): string =>
  writeSheet(`.tint-${digits}`, { ...deriveTint(`#${digits}`, 'light') }, { ...deriveTint(`#${digits}`, 'dark') });

export const tintPath = (digits: string): string => `/web/tint/${digits}.css`;

const DIGEST_DIGITS = 10;
const shadesOf = (colour: string): readonly [AccentShades, AccentShades] => [
  deriveAccent(colour, 'light'),
  deriveAccent(colour, 'dark'),
];

/** The sheet of an accent, with the name of its file: the digits of the colour, then the digest of the sheet. */
export function themeSheet(accent: string): { readonly file: string; readonly text: string } {
  const [light, dark] = shadesOf(accent);
  const text = writeSheet(':root', { ...light }, { ...dark });
  return { file: `theme-${accent.slice(1)}${sha256Hex(text).slice(0, DIGEST_DIGITS)}.css`, text };
}

/** The sheet that a file name stands for; undefined: there is none of this name. */
export function readThemeSheet(file: string): string | undefined {
  const [, digits] = /^theme-([0-9a-f]{6})[0-9a-f]{10}\.css$/.exec(file) ?? [];
  if (digits === undefined) return undefined;
  const sheet = themeSheet(`#${digits}`);
  return sheet.file === file ? sheet.text : undefined;
}
