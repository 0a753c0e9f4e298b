/** @jsxImportSource preact */
// The form that appeals against a decision or a restriction.
import { APPEAL_MAX } from '../../../features/moderation/appeals/appeals.ts';
import { faultsOf } from '../../forms/faults.ts';
import { STANDING_MESSAGES } from '../../messages/settings.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { settingsPage } from '../common/frame.tsx';
import { type Decision, DecisionView, type Restriction, RestrictionView } from './parts.tsx';

export const APPEAL_FAULTS = faultsOf(STANDING_MESSAGES, {
  invalid_appeal: ['message', 'invalid', { count: APPEAL_MAX }],
  appeal_exists: ['message', 'exists'],
  appeal_expired: ['message', 'tooLate'],
});

export type AppealTarget = { readonly decision: Decision } | { readonly restriction: Restriction };

interface RefusedAppeal {
  readonly typed: string;
  readonly fault: string;
}

export function appealPage(page: PageContext, target: AppealTarget, refused?: RefusedAppeal): Page {
  const say = page.sayFrom(STANDING_MESSAGES);
  const query = 'decision' in target ? { case: target.decision.caseId } : { restriction: target.restriction.id };
  return settingsPage(page, {
    section: 'standing',
    title: say('appealTitle'),
    faults: APPEAL_FAULTS.list(page, refused?.fault),
    children: (
      <>
        <section class="standing-about stack" aria-label={say('about')}>
          {'decision' in target ? (
            <DecisionView page={page} heading="h2" of={target.decision} />
          ) : (
            <RestrictionView page={page} heading="h2" of={target.restriction} />
          )}
        </section>
        <form class="stack" method="post" action={page.path('/settings/standing/appeal', query)}>
          <TextArea
            id="message"
            label={say('message')}
            hint={say('messageHint', { count: APPEAL_MAX })}
            error={APPEAL_FAULTS.at(page, refused?.fault, 'message')}
            value={refused?.typed}
            required
            rows={8}
            dir="auto"
          />
          <p class="meta">{say('once')}</p>
          <SubmitButton variant="main">{say('send')}</SubmitButton>
        </form>
      </>
    ),
  });
}
