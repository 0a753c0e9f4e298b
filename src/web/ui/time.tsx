/** @jsxImportSource preact */
// A moment: the date in UTC as the server wrote it; in the browser an enhancer writes it in the reader's zone.
import type { VNode } from 'preact';

export interface TimeProps {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** As the server writes it. */
  readonly text: string;
  /** `ago`: for a week the browser says how long ago it was. `day`: a day of the calendar, which is the same in every zone. */
  readonly form?: 'date' | 'ago' | 'day';
}

export const Time = ({ at, text, form = 'date' }: TimeProps): VNode =>
  form === 'day' ? (
    <time dateTime={new Date(at).toISOString().slice(0, 10)}>{text}</time>
  ) : (
    <time dateTime={new Date(at).toISOString()} data-form={form}>
      {text}
    </time>
  );
