/** @jsxImportSource preact */
// A draft that was changed in two places, line by line. Both stay until somebody chooses.
import type { VNode } from 'preact';
import type { Locale } from '../../../../kernel/names.ts';
import type { SayKey } from '../../../messages/say.ts';
import { Button } from '../../../ui/button.tsx';
import { LineDiff } from '../../../ui/diff/line-diff.tsx';
import { TitledSection } from '../../../ui/titled-section.tsx';
import type { DraftContent } from '../common/content.ts';

export interface DraftConflictProps {
  readonly stored: Pick<DraftContent, 'title' | 'body'>;
  readonly own: Pick<DraftContent, 'title' | 'body'>;
  readonly say: SayKey<'draftTitle' | 'draftLead' | 'draftMine' | 'draftTheirs' | 'added' | 'removed'>;
  readonly locale: Locale;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

const textOf = ({ title, body }: DraftConflictProps['own']): string => (title === '' ? body : `${title}\n\n${body}`);

export function DraftConflict({ stored, own, say, locale, onMine, onTheirs }: DraftConflictProps): VNode {
  return (
    <TitledSection
      titleId="draft-conflict-title"
      title={say('draftTitle')}
      class="notice tone-warning composer-conflict"
    >
      <p>{say('draftLead')}</p>
      <LineDiff
        locale={locale}
        before={textOf(stored)}
        after={textOf(own)}
        added={say('added')}
        removed={say('removed')}
      />
      <div class="row">
        <Button type="button" onClick={onMine}>
          {say('draftMine')}
        </Button>
        <Button type="button" onClick={onTheirs}>
          {say('draftTheirs')}
        </Button>
      </div>
    </TitledSection>
  );
}
