/** @jsxImportSource preact */
// The stored post beside one's own text, line by line, and what to do about it. Both stay until somebody chooses.
import type { VNode } from 'preact';
import type { Locale } from '../../../../kernel/names.ts';
import { Button } from '../../../ui/button.tsx';
import { LineDiff } from '../../../ui/diff/line-diff.tsx';
import type { StoredPost } from '../common/store.ts';
import type { ComposerSay } from '../common/words.ts';

export interface ConflictProps {
  readonly stored: StoredPost;
  readonly title: string;
  readonly body: string;
  readonly say: ComposerSay;
  readonly locale: Locale;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

export function Conflict({ stored, title, body, say, locale, onMine, onTheirs }: ConflictProps): VNode {
  return (
    <section class="notice tone-warning composer-conflict" aria-labelledby="conflict-title">
      <h2 id="conflict-title" tabIndex={-1} data-conflict>
        {say('conflictTitle')}
      </h2>
      <p>{say('conflictLead')}</p>
      <LineDiff
        locale={locale}
        before={`${stored.title}\n\n${stored.body}`}
        after={`${title.trim() || stored.title}\n\n${body}`}
        added={say('added')}
        removed={say('removed')}
      />
      <div class="row">
        <Button type="button" onClick={onMine}>
          {say('conflictMine')}
        </Button>
        <Button type="button" onClick={onTheirs}>
          {say('conflictTheirs')}
        </Button>
      </div>
    </section>
  );
}
