// Numbers with units, times and shares, written by the browser in the language of the page.
import type { Locale } from '../../../../kernel/names.ts';
import { fileSize } from '../../../ui/text/file-size.ts';

const MINUTE_SECONDS = 90;

export interface Figures {
  bytes(count: number): string;
  share(part: number, whole: number): string;
  duration(seconds: number): string;
  /** A moment: the time, with the date if it was another day. */
  moment(at: number): string;
}

export function createFigures(locale: Locale): Figures {
  const write = (number: number, options: Intl.NumberFormatOptions): string =>
    new Intl.NumberFormat(locale, options).format(number);
  return {
    bytes: (count) => fileSize(locale, count),
    // Never 100 percent before the end.
    share: (part, whole) =>
      write(whole === 0 ? 0 : Math.floor((part / whole) * 100) / 100, { style: 'percent', maximumFractionDigits: 0 }),
    duration: (seconds) => {
      const [number, unit] = seconds < MINUTE_SECONDS ? [seconds, 'second'] : [seconds / 60, 'minute'];
      return write(Math.max(1, Math.ceil(number)), { style: 'unit', unit, unitDisplay: 'short' });
    },
    moment: (at) => {
      const isToday = new Date(at).toDateString() === new Date().toDateString();
      return new Intl.DateTimeFormat(locale, {
        ...(isToday ? {} : { day: 'numeric', month: 'short' }),
        hour: 'numeric',
        minute: '2-digit',
      }).format(at);
    },
  };
}
