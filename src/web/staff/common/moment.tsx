/** @jsxImportSource preact */
// A moment to the minute, in UTC: staff compares times, so that a date alone, or "3 hours ago", is not enough.
import type { VNode } from 'preact';
import type { Locale } from '../../../kernel/names.ts';
import type { PageContext } from '../../shell/page-context.ts';

const formats = new Map<Locale, Intl.DateTimeFormat>();

/** The moment in words. */
export function momentText({ locale }: Pick<PageContext, 'locale'>, at: number): string {
  const format =
    formats.get(locale) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  formats.set(locale, format);
  return `${format.format(at)} UTC`;
}

export const Moment = ({ page, at }: { readonly page: PageContext; readonly at: number }): VNode => (
  <time dateTime={new Date(at).toISOString()}>{momentText(page, at)}</time>
);
