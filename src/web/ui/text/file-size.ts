// Sizes of files in the language of the page, in the binary units that limits are set in: 1 GiB is not 1.1 GB to those who
// set it. Pure.
import type { Locale } from '../../../kernel/names.ts';

const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const;
const STEP = 1024;
/** Where `Intl` has no word of the language, or puts a blank that the language does not have. */
const BYTES: Readonly<Partial<Record<Locale, string>>> = { ja: 'バイト', 'zh-TW': ' 位元組', 'zh-CN': ' 字节' };
const formats = new Map<Locale, readonly [bytes: Intl.NumberFormat, others: Intl.NumberFormat]>();

/** `1.2 MiB`; below 1 KiB in bytes. */
export function fileSize(locale: Locale, bytes: number): string {
  const [whole, rounded] = formats.get(locale) ?? [
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'long' }),
    new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
  ];
  formats.set(locale, [whole, rounded]);
  if (bytes < STEP)
    return BYTES[locale] === undefined ? whole.format(bytes) : `${rounded.format(bytes)}${BYTES[locale]}`;
  let [value, unit] = [bytes / STEP, 0];
  // What would be rounded to 1,024 is 1 of the next unit.
  while (value >= STEP - 0.05 && unit < UNITS.length - 1) [value, unit] = [value / STEP, unit + 1];
  return `${rounded.format(value)} ${UNITS[unit]}`;
}
