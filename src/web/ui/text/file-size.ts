// Sizes of files in words of the page's language. Pure.
import type { Locale } from '../../../kernel/names.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1000;
const formats = new Map<string, Intl.NumberFormat>();

/** `1.2 MB`. */
export function fileSize(locale: Locale, bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < STEP ? 0 : Math.floor(Math.log10(bytes) / 3));
  const unit = UNITS[power] ?? 'byte';
  const key = `${locale} ${unit}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });
  formats.set(key, format);
  return format.format(bytes / STEP ** power);
}
