/** @jsxImportSource preact */
// A moment. The server writes it as the browser does, but for the zone, so that nothing moves when the browser writes it anew.
import type { VNode } from 'preact';
import type { Locale } from '../../../kernel/names.ts';
import { writeMoment } from '../../client/times.ts';

export const Moment = ({ at, locale }: { readonly at: number; readonly locale: Locale }): VNode => (
  <time dateTime={new Date(at).toISOString()}>{writeMoment(locale, at)}</time>
);
