/** @jsxImportSource preact */
// How the account stands: what it may not do, what was decided about its content, and the appeals.
import type { VNode } from 'preact';
import { APPEAL_DAYS } from '../../../features/moderation/appeals/appeals.ts';
import { SETTINGS_MESSAGES, STANDING_MESSAGES } from '../../messages/settings.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { iconShield } from '../../ui/icons.ts';
import { OlderLink } from '../../ui/pager.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { settingsPage } from '../common/frame.tsx';
import { type Decision, DecisionView, type Restriction, RestrictionView, type Standing } from './parts.tsx';

const DAY_MS = 86_400_000;
const TONES = { open: 'warning', granted: 'success', denied: 'danger' } as const satisfies Record<string, Tone>;

export function standingPage(page: PageContext, standing: Standing, done: string | undefined): Page {
  const say = page.sayFrom(STANDING_MESSAGES);
  const { restrictions, decisions } = standing;
  return settingsPage(page, {
    section: 'standing',
    done: done === 'appealed' ? say('appealed') : undefined,
    children: (
      <>
        <p>{say('lead')}</p>
        {restrictions.length === 0 && decisions.length === 0 && <EmptyState icon={iconShield} text={say('none')} />}
        {restrictions.length > 0 && (
          <TitledSection titleId="restrictions-title" title={say('restrictions')}>
            <ul class="plain-list standing-items">
              {restrictions.map((of) => (
                <li key={of.id} class="stack">
                  <RestrictionView page={page} heading="h3" of={of} />
                  <AppealState page={page} appeal={of.appeal} from={of.createdAt}>
                    {page.path('/settings/standing/appeal', { restriction: of.id })}
                  </AppealState>
                </li>
              ))}
            </ul>
            <Older page={page} cursors={{ restrictions: standing.restrictionsNextCursor }} />
          </TitledSection>
        )}
        {decisions.length > 0 && (
          <TitledSection titleId="decisions-title" title={say('decisions')}>
            <ul class="plain-list standing-items">
              {decisions.map((of) => (
                <li key={of.caseId} class="stack">
                  <DecisionView page={page} heading="h3" of={of} />
                  <AppealState page={page} appeal={of.appeal} from={of.decidedAt}>
                    {page.path('/settings/standing/appeal', { case: of.caseId })}
                  </AppealState>
                </li>
              ))}
            </ul>
            <Older page={page} cursors={{ decisions: standing.decisionsNextCursor }} />
          </TitledSection>
        )}
      </>
    ),
  });
}

const Older = ({ page, cursors }: PageProps & { readonly cursors: Readonly<Record<string, string | null>> }): VNode => (
  <>
    {Object.entries(cursors).map(([name, cursor]) => (
      <OlderLink key={name} href={cursor === null ? undefined : page.path('/settings/standing', { [name]: cursor })}>
        {page.sayFrom(SETTINGS_MESSAGES)('older')}
      </OlderLink>
    ))}
  </>
);

interface AppealStateProps extends PageProps {
  readonly appeal: Decision['appeal'] | Restriction['appeal'];
  /** When the decision was made, in milliseconds. */
  readonly from: number;
  /** Address of the form. */
  readonly children: string;
}

/** The appeal with its outcome, the way to make one, or that it is too late. */
function AppealState({ page, appeal, from, children }: AppealStateProps): VNode {
  const say = page.sayFrom(STANDING_MESSAGES);
  if (appeal !== null) {
    return (
      <details>
        <summary>
          {say('yourAppeal')} <Chip tone={TONES[appeal.status]}>{say(`appeal_${appeal.status}`)}</Chip>
        </summary>
        <Said>{appeal.message}</Said>
        {appeal.answer !== null && (
          <>
            <p class="meta">{say('answer')}</p>
            <Said>{appeal.answer}</Said>
          </>
        )}
      </details>
    );
  }
  if (from < Date.now() - APPEAL_DAYS * DAY_MS) return <p class="meta">{say('tooLate')}</p>;
  return (
    <div>
      <LinkButton href={children}>{say('appeal')}</LinkButton>
    </div>
  );
}

const Said = ({ children }: { readonly children: string }): VNode => (
  <blockquote class="standing-message" dir="auto">
    {children}
  </blockquote>
);
