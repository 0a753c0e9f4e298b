/** @jsxImportSource preact */
// Two texts line by line. What differs has a sign, a colour, and a hidden word.
import type { VNode } from 'preact';
import { colonIn } from '../text/punctuation.ts';
import { compareLines } from './compare-lines.ts';

export interface LineDiffProps {
  readonly locale: string;
  readonly before: string;
  readonly after: string;
  /** Words for screen readers. */
  readonly added: string;
  readonly removed: string;
}

const EMPTY_LINE = '\u00a0';

export const LineDiff = ({ locale, before, after, added, removed }: LineDiffProps): VNode => (
  <div class="line-diff" dir="auto">
    {compareLines(before, after).map(({ sign, text }, index) => {
      if (sign === ' ') return <p key={index}>{text || EMPTY_LINE}</p>;
      const isNew = sign === '+';
      return (
        <p key={index}>
          <span class="unseen">{`${isNew ? added : removed}${colonIn(locale)}`}</span>
          <span aria-hidden="true">{isNew ? '+ ' : '− '}</span>
          {isNew ? <ins>{text || EMPTY_LINE}</ins> : <del>{text || EMPTY_LINE}</del>}
        </p>
      );
    })}
  </div>
);
