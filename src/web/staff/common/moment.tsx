/** @jsxImportSource preact */
// A moment to the minute, in UTC: staff compares times, so that a date alone, or "3 hours ago", is not enough.
import type { VNode } from 'preact';
import type { PageProps } from '../../shell/page-context.ts';
import { momentText } from '../../ui/time.tsx';

export const Moment = ({ page, at }: PageProps & { readonly at: number }): VNode => (
  <time dateTime={new Date(at).toISOString()}>{momentText(page, at)}</time>
);
