/** @jsxImportSource preact */
// The stored post beside one's own text, line by line, and what to do about it. Both stay until somebody chooses.
import type { VNode } from 'preact';
import type { Say } from '../../../messages/say.ts';
import { Button } from '../../../ui/button.tsx';
import type { StoredPost } from '../common/store.ts';
import type { ComposerWords } from '../common/words.ts';
import { compareLines } from './compare-lines.ts';

export interface ConflictProps {
  readonly stored: StoredPost;
  readonly title: string;
  readonly body: string;
  readonly words: ComposerWords;
  readonly say: Say;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

export function Conflict({ stored, title, body, words, say, onMine, onTheirs }: ConflictProps): VNode {
  const lines = compareLines(`${stored.title}\n\n${stored.body}`, `${title.trim() || stored.title}\n\n${body}`);
  return (
    <section class="notice tone-warning composer-conflict" aria-labelledby="conflict-title">
      <h2 id="conflict-title" tabIndex={-1} data-conflict>
        {say(words.conflictTitle)}
      </h2>
      <p>{say(words.conflictLead)}</p>
      <div class="composer-diff" dir="auto">
        {lines.map(({ sign, text }, index) => {
          if (sign === ' ') return <p key={index}>{text || '\u00a0'}</p>;
          const word = <span class="unseen">{`${say(sign === '+' ? words.added : words.removed)}: `}</span>;
          const mark = <span aria-hidden="true">{sign === '+' ? '+ ' : '− '}</span>;
          return (
            <p key={index}>
              {word}
              {mark}
              {sign === '+' ? <ins>{text || '\u00a0'}</ins> : <del>{text || '\u00a0'}</del>}
            </p>
          );
        })}
      </div>
      <div class="row">
        <Button type="button" onClick={onMine}>
          {say(words.conflictMine)}
        </Button>
        <Button type="button" onClick={onTheirs}>
          {say(words.conflictTheirs)}
        </Button>
      </div>
    </section>
  );
}
