/** @jsxImportSource preact */
// Invites: the form of a new one, and all of them with their links, which are copied or shown to be scanned.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { Island } from '../../islands/island.tsx';
import { INVITE_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { iconTicket } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';
import { OlderLink } from '../../ui/pager.tsx';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { gapIn } from '../../ui/text/punctuation.ts';
import { TitledSection } from '../../ui/titled-section.tsx';
import { adminPage } from '../common/frame.tsx';
import { Moment } from '../common/moment.tsx';

type Listed = AnswerBody<'GET /api/v1/admin/invites'>;
type Invite = Listed['invites'][number];

/** How long an invite may last; none: for ever. */
export const LASTING_DAYS = [1, 7, 30, 90, 365] as const;
const DAYS_DEFAULT = '7';

const sayDone = doneOf(INVITE_MESSAGES, { made: 'made', ended: 'ended' });
const FAULTS = faultsOf(INVITE_MESSAGES, { invalid_invite: ['maxUses', 'invalid'] });

export interface TypedInvite {
  readonly maxUses: string;
  readonly days: string;
  readonly note: string;
}

export interface InvitesData extends Listed {
  readonly done?: string | undefined;
  readonly typed?: TypedInvite;
  readonly fault?: string;
}

/** The page. */
export function invitesPage(page: PageContext, data: InvitesData): Page {
  const { invites, nextCursor, done, typed, fault } = data;
  const say = page.sayFrom(INVITE_MESSAGES);
  const { registration } = page.instance;
  return adminPage(page, {
    section: 'invites',
    styles: ['administration', 'admin-invites'],
    done: sayDone(page, done),
    faults: FAULTS.list(page, fault),
    children: (
      <>
        <p>{say('lead')}</p>
        {registration !== 'invite' && (
          <Notice tone="warning">
            {say(`now_${registration}`)}
            {gapIn(page.locale)}
            <a href={page.path('/admin/settings')}>{say('change')}</a>
          </Notice>
        )}
        <TitledSection titleId="list-title" title={say('list')}>
          {invites.length === 0 ? (
            <EmptyState icon={iconTicket} text={say('none')} />
          ) : (
            <ul class="plain-list invite-list">
              {invites.map((invite) => (
                <li key={invite.id} class="stack">
                  <InviteItem page={page} invite={invite} />
                </li>
              ))}
            </ul>
          )}
          <OlderLink href={page.older('/admin/invites', nextCursor)}>{say('older')}</OlderLink>
        </TitledSection>
        <TitledSection titleId="make-title" title={say('make')}>
          <form class="stack invite-form" method="post" action={page.path('/admin/invites')}>
            <TextField
              id="maxUses"
              type="number"
              inputMode="numeric"
              label={say('maxUses')}
              hint={say('maxUsesHint')}
              value={typed?.maxUses ?? '1'}
              error={FAULTS.at(page, fault, 'maxUses')}
              required
            />
            <SelectField
              id="days"
              label={say('days')}
              value={typed?.days ?? DAYS_DEFAULT}
              choices={[
                ...LASTING_DAYS.map((count) => ({ value: String(count), label: say('daysCount', { count }) })),
                { value: '', label: say('forever') },
              ]}
            />
            <TextField
              id="note"
              label={say('note')}
              hint={say('noteHint')}
              value={typed?.note}
              maxLength={200}
              autocomplete="off"
              dir="auto"
            />
            <SubmitButton variant="main">{say('makeAct')}</SubmitButton>
          </form>
        </TitledSection>
      </>
    ),
  });
}

function InviteItem({ page, invite }: PageProps & { readonly invite: Invite }): VNode {
  const say = page.sayFrom(INVITE_MESSAGES);
  const { id, url, uses, maxUses, expiresAt, note, createdAt, isUsable } = invite;
  return (
    <>
      <div class="invite-head">
        <strong dir="auto">{note ?? say('noNote')}</strong>
        <Chip tone={isUsable ? 'success' : undefined}>
          {say(isUsable ? 'usable' : uses >= maxUses ? 'usedUp' : 'over')}
        </Chip>
      </div>
      {isUsable && (
        <div class="invite-link">
          <code>{url}</code>
          <Island name="copy-text" props={{ text: url }} when="load" />
        </div>
      )}
      <p class="meta">
        {say('uses', { uses, maxUses })} ·{' '}
        {fillElements(say('made_at'), { time: <Moment page={page} at={createdAt} /> })} ·{' '}
        {expiresAt === null
          ? say('noEnd')
          : fillElements(say('until'), { time: <Moment page={page} at={expiresAt} /> })}
      </p>
      <details class="staff-more">
        <summary>{say(isUsable ? 'end' : 'remove')}</summary>
        <form class="stack" method="post" action={page.path(`/admin/invites/${id}/end`)}>
          <p>{say('endLead')}</p>
          <SubmitButton variant="danger">{say(isUsable ? 'endAct' : 'removeAct')}</SubmitButton>
        </form>
      </details>
    </>
  );
}
