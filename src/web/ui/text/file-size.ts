// Sizes of files in the language of the page, in the binary units that limits are set in: 1 GiB is not 1.1 GB to those who
// set it. Pure.
import type { Locale } from '../../../kernel/names.ts';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
const STEP = 1024;
const formats = new Map<Locale, Intl.NumberFormat>();

/** `1.2 MiB`. */
export function fileSize(locale: Locale, bytes: number): string {
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  formats.set(locale, format);
  let [value, unit] = [bytes, 0];
  // What would be rounded to 1,024 is 1 of the next unit.
  while (value >= STEP - 0.05 && unit < UNITS.length - 1) [value, unit] = [value / STEP, unit + 1];
  return `${format.format(value)} ${UNITS[unit]}`;
}
