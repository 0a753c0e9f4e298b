/** @jsxImportSource preact */
// Registrations that wait for an administrator, oldest first, each with what the person wrote.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { nameProvider } from '../../messages/settings.ts';
import { REGISTRATIONS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { iconUser } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';
import { OlderLink } from '../../ui/pager.tsx';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { commaIn } from '../../ui/text/punctuation.ts';
import { adminPage } from '../common/frame.tsx';
import { Moment } from '../common/moment.tsx';

const PATH = '/admin/registrations';

type Listed = AnswerBody<'GET /api/v1/admin/registrations'>;
type Registration = Listed['registrations'][number];

const sayDone = doneOf(REGISTRATIONS_MESSAGES, { approve: 'done_approve', refuse: 'done_refuse' });
export const REGISTRATION_FAULTS = faultsOf(REGISTRATIONS_MESSAGES, {
  registration_already_decided: 'decided',
  registration_not_found: 'gone',
});

export interface RegistrationsData extends Listed {
  readonly done?: string | undefined;
  readonly fault?: string;
}

/** The page. */
export function registrationsPage(
  page: PageContext,
  { registrations, nextCursor, done, fault }: RegistrationsData,
): Page {
  const say = page.sayFrom(REGISTRATIONS_MESSAGES);
  return adminPage(page, {
    section: 'registrations',
    styles: ['administration', 'admin-invites'],
    done: sayDone(page, done),
    faults: REGISTRATION_FAULTS.list(page, fault),
    children: (
      <>
        <p>{say('lead')}</p>
        {page.instance.registration !== 'approval' && <Notice>{say('notOn')}</Notice>}
        {registrations.length === 0 ? (
          <EmptyState icon={iconUser} text={say('none')} />
        ) : (
          <ul class="plain-list invite-list">
            {registrations.map((registration) => (
              <li key={registration.id} class="stack">
                <RegistrationItem page={page} registration={registration} />
              </li>
            ))}
          </ul>
        )}
        <OlderLink href={page.older(PATH, nextCursor)}>{say('more')}</OlderLink>
      </>
    ),
  });
}

function RegistrationItem({ page, registration }: PageProps & { readonly registration: Registration }): VNode {
  const say = page.sayFrom(REGISTRATIONS_MESSAGES);
  const { id, displayName, text, mailDomain: domain, providers, waitingSince } = registration;
  const action = page.path(`${PATH}/${id}/decision`);
  const provider = providers.map((name) => nameProvider(page, name)).join(commaIn(page.locale));
  return (
    <>
      <div class="invite-head">
        <h2 id={`registration-${id}`}>
          <a href={page.path(`/admin/accounts/${id}`)} dir="auto">
            {displayName}
          </a>
        </h2>
        <span class="meta" dir="ltr">
          #{id}
        </span>
      </div>
      {text === null ? (
        <p class="meta">{say('noText')}</p>
      ) : (
        <p class="registration-text" dir="auto">
          {text}
        </p>
      )}
      <p class="meta">
        {provider === '' ? say('byMail', { domain }) : say('byProvider', { provider, domain })} ·{' '}
        {fillElements(say('waitingSince'), { time: <Moment page={page} at={waitingSince} /> })}
      </p>
      <div class="row">
        <form method="post" action={action}>
          <input type="hidden" name="verdict" value="approve" />
          <SubmitButton variant="main" aria-describedby={`registration-${id}`}>
            {say('approve')}
          </SubmitButton>
        </form>
        <details class="staff-more">
          <summary>{say('refuse')}</summary>
          <form class="stack" method="post" action={action}>
            <input type="hidden" name="verdict" value="refuse" />
            <p>{say('refuseLead')}</p>
            <SubmitButton variant="danger" aria-describedby={`registration-${id}`}>
              {say('refuseAct')}
            </SubmitButton>
          </form>
        </details>
      </div>
    </>
  );
}
