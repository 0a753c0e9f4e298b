/** @jsxImportSource preact */
// A moment: the day in UTC until the browser writes it in the reader's zone.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Locale } from '../../../kernel/names.ts';
import { writeMoment } from '../../client/times.ts';

export function Moment({ at, locale }: { readonly at: number; readonly locale: Locale }): VNode {
  const iso = new Date(at).toISOString();
  const [text, setText] = useState(iso.slice(0, 10));
  useEffect(() => setText(writeMoment(locale, at)), [at, locale]);
  return <time dateTime={iso}>{text}</time>;
}
