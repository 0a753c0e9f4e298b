/** @jsxImportSource preact */
// A moment: in UTC as the server wrote it; in the browser an enhancer writes it in the reader's zone.
import type { VNode } from 'preact';
import type { Locale } from '../../kernel/names.ts';

const formats = new Map<Locale, Intl.DateTimeFormat>();

/** The moment to the minute, in UTC. */
export function momentText({ locale }: { readonly locale: Locale }, at: number): string {
  const format =
    formats.get(locale) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  formats.set(locale, format);
  return `${format.format(at)} UTC`;
}

export interface TimeProps {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** As the server writes it. */
  readonly text: string;
  /**
   * `ago`: for a week the browser says how long ago it was. `until`: the browser counts down. `moment`: to the minute, with the
   * zone. `day`: a day of the calendar, which is the same in every zone.
   */
  readonly form?: 'date' | 'ago' | 'day' | 'until' | 'moment' | undefined;
}

export const Time = ({ at, text, form = 'date' }: TimeProps): VNode =>
  form === 'day' ? (
    <time dateTime={new Date(at).toISOString().slice(0, 10)}>{text}</time>
  ) : (
    <time dateTime={new Date(at).toISOString()} data-form={form}>
      {text}
    </time>
  );
