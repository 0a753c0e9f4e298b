/** @jsxImportSource preact */
// The form that appeals against a decision or a restriction.
import { APPEAL_MAX } from '../../../features/moderation/appeals/appeals.ts';
import { STANDING_MESSAGES } from '../../messages/settings/standing.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { settingsPage } from '../common/frame.tsx';
import { type Decision, DecisionView, type Restriction, RestrictionView } from './parts.tsx';

/** Refusal → sentence. */
const FAULTS = { invalid_appeal: 'invalid', appeal_exists: 'exists', appeal_expired: 'tooLate' } as const;
export const isAppealFault = (code: string): code is keyof typeof FAULTS => code in FAULTS;

export type AppealTarget = { readonly decision: Decision } | { readonly restriction: Restriction };

export interface RefusedAppeal {
  readonly typed: string;
  readonly code: keyof typeof FAULTS;
}

export function appealPage(page: PageContext, target: AppealTarget, refused?: RefusedAppeal): Page {
  const words = page.words(STANDING_MESSAGES);
  const { say } = page;
  const error = refused && say(words[FAULTS[refused.code]], { count: APPEAL_MAX });
  const query = 'decision' in target ? { case: target.decision.caseId } : { restriction: target.restriction.id };
  return settingsPage(page, {
    section: 'standing',
    title: say(words.appealTitle),
    faults: error === undefined ? [] : [{ field: 'message', text: error }],
    children: (
      <>
        <section class="standing-about stack" aria-label={say(words.about)}>
          {'decision' in target ? (
            <DecisionView page={page} heading="h2" of={target.decision} />
          ) : (
            <RestrictionView page={page} heading="h2" of={target.restriction} />
          )}
        </section>
        <form class="stack" method="post" action={page.path('/settings/standing/appeal', query)}>
          <TextArea
            id="message"
            label={say(words.message)}
            hint={say(words.messageHint, { count: APPEAL_MAX })}
            error={error}
            value={refused?.typed}
            required
            rows={8}
            dir="auto"
          />
          <p class="meta">{say(words.once)}</p>
          <div>
            <Button look="main">{say(words.send)}</Button>
          </div>
        </form>
      </>
    ),
  });
}
