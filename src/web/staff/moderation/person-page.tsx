/** @jsxImportSource preact */
// One person: decisions, restrictions and notes of staff, and the forms that restrict, lift a restriction, or add a note.
import type { VNode } from 'preact';
import { NOTE_MAX } from '../../../kernel/reason-code.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { PAGES_MESSAGES } from '../../messages/moderation.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Chip } from '../../ui/chip.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { Time } from '../../ui/time.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { MessageField, ReasonField } from '../common/decision-fields.tsx';
import { moderationPage } from '../common/frame.tsx';
import { sayReason } from '../common/reasons.ts';
import { restrictionChoices } from '../common/restrictions.ts';

type Person = AnswerBody<'GET /api/v1/moderation/users/{uid}'>['user'];
type Links = AnswerBody<'GET /api/v1/moderation/users/{uid}/links'>;

const DAYS = ['1', '7', '30', '365', ''] as const;

export const PERSON_FAULTS = faultsOf(PAGES_MESSAGES, {
  restriction_already_active: 'fault_active',
  restriction_already_revoked: 'fault_ended',
  last_administrator_required: 'fault_last',
  forbidden: 'fault_forbidden',
  self_modification_forbidden: 'fault_forbidden',
  invalid_restriction: 'fault_text',
  invalid_body: 'fault_text',
  invalid_state_change: 'fault_text',
  links_not_found: 'fault_links',
  no_reason: 'fault_reason',
});

const sayDone = doneOf(PAGES_MESSAGES, {
  restricted: 'done_restricted',
  lifted: 'done_lifted',
  noted: 'done_noted',
  links: 'done_links',
});

export interface PersonData {
  readonly person: Person;
  readonly links: Links;
  readonly done?: string | undefined;
  readonly fault?: string;
  /** What was typed into a form that was refused. */
  readonly typed?: Readonly<Record<string, string>>;
}

export function personPage(page: PageContext, { person, links, done, fault, typed = {} }: PersonData): Page {
  const say = page.sayFrom(PAGES_MESSAGES);
  const { uid, handle, displayName, role, status, blocked } = person;
  const mayAct = blocked === null;
  return moderationPage(page, {
    section: 'people',
    title: displayName,
    styles: ['moderation'],
    done: sayDone(page, done),
    children: (
      <div class="mod-person">
        <div class="stack stack-loose">
          {PERSON_FAULTS.list(page, fault).map(({ text }) => (
            <Notice key={text} tone="danger">
              {text}
            </Notice>
          ))}
          <div class="stack">
            <p class="row">
              {handle !== null && <span>@{handle}</span>}
              <span class="meta">{say('number', { uid: String(uid) })}</span>
              <Chip tone={role === 'member' ? undefined : 'special'}>{say(`role_${role}`)}</Chip>
              {status !== 'active' && <Chip tone="danger">{say(`status_${status}`)}</Chip>}
              {person.openReports > 0 && <Chip tone="warning">{say('reports', { count: person.openReports })}</Chip>}
            </p>
            <p>{say('tally', { rejected: person.rejected, allowed: person.allowed })}</p>
            <p>
              <a href={page.path(`/users/${uid}`)}>{say('profile')}</a> ·{' '}
              <a href={page.path(`/moderation/people/${uid}/content`)}>{say('everything')}</a>
            </p>
            {blocked !== null && <Notice>{say(`blocked_${blocked}`)}</Notice>}
          </div>
          <ProfileLinks page={page} person={person} shown={links} typed={typed} />
          <Restrictions page={page} person={person} />
          <Decisions page={page} person={person} />
        </div>
        <div class="stack stack-loose">
          {mayAct && <RestrictForm page={page} uid={uid} typed={typed} />}
          {blocked !== 'own' && (
            <TitledSection titleId="notes-title" title={say('notes')}>
              <ul class="plain-list mod-lines">
                {person.notes.map((note) => (
                  <li key={note.id}>
                    <p class="mod-text" dir="auto">
                      {note.body}
                    </p>
                    <p class="meta">
                      {note.byName ?? say('nobody')} ·{' '}
                      <Time at={note.createdAt} text={page.ago(note.createdAt)} form="ago" />
                    </p>
                  </li>
                ))}
              </ul>
              <form class="stack" method="post" action={page.path(`/moderation/people/${uid}/notes`)}>
                <TextArea
                  id="body"
                  label={say('note')}
                  rows={3}
                  required
                  maxLength={NOTE_MAX}
                  dir="auto"
                  value={typed.body}
                />
                <SubmitButton>{say('addNote')}</SubmitButton>
              </form>
            </TitledSection>
          )}
        </div>
      </div>
    ),
  });
}

interface PartProps extends PageProps {
  readonly person: Person;
}

interface ProfileLinksProps extends PartProps {
  readonly shown: Links;
  readonly typed: Readonly<Record<string, string>>;
}

/** The links on the page of the person, and the form that takes them away. */
function ProfileLinks({ page, person, shown: { links, status }, typed }: ProfileLinksProps): VNode | null {
  const say = page.sayFrom(PAGES_MESSAGES);
  if (links.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="links-title">
      <h2 id="links-title" class="row">
        {say('kind_profile-links')}
        {status !== 'allow' && <Chip tone="warning">{say(`verdict_${status}`)}</Chip>}
      </h2>
      <ul class="plain-list mod-lines">
        {links.map(({ label, url }) => (
          <li key={url}>
            <p class="mod-text" dir="auto">
              {label}
            </p>
            <p class="meta mod-text" dir="ltr">
              {url}
            </p>
          </li>
        ))}
      </ul>
      {status === 'allow' && person.blocked === null && (
        <details>
          <summary>{say('hideLinks')}</summary>
          <form class="stack" method="post" action={page.path(`/moderation/people/${person.uid}/links`)}>
            <ReasonField page={page} say={say} id="links-reason" value={typed.reasonCode} />
            <MessageField id="links-message" label={say('message')} rows={2} value={typed.message} />
            <Button variant="danger">{say('hideLinks')}</Button>
          </form>
        </details>
      )}
    </section>
  );
}

function Restrictions({ page, person }: PartProps): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  const mayAct = person.blocked === null;
  const isAdministrator = page.viewer?.role === 'administrator';
  const mayLift = ({ kind, reserved }: Person['restrictions'][number]): boolean =>
    mayAct && (isAdministrator || !(reserved || kind === 'sign_in'));
  return (
    <TitledSection titleId="restrictions-title" title={say('restrictions')}>
      {person.restrictions.length === 0 && <p class="meta">{say('noRestrictions')}</p>}
      <ul class="plain-list mod-lines">
        {person.restrictions.map((one) => (
          <li key={one.id} class="stack">
            <p class="row">
              <Chip tone={one.active ? 'danger' : undefined}>{say(`limit_${one.kind}`)}</Chip>
              <span>{sayReason(page, one.reasonCode)}</span>
              <span class="meta">
                {fillElements(say('since'), { time: <Time at={one.issuedAt} text={page.date(one.issuedAt)} /> })} ·{' '}
                {one.active ? <End page={page} at={one.expiresAt} /> : say('ended')}
              </span>
            </p>
            {one.message !== null && (
              <p class="mod-text" dir="auto">
                {one.message}
              </p>
            )}
            {one.active && one.reserved && mayAct && !mayLift(one) && <p class="meta">{say('blocked_reserved')}</p>}
            {one.active && mayLift(one) && one.kind !== 'suspension' && (
              <ButtonForm action={page.path(`/moderation/people/${person.uid}/restrictions/${one.id}/end`)}>
                {say('lift')}
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function End({ page, at }: PageProps & { readonly at: number | null }): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  if (at === null) return <>{say('noEnd')}</>;
  return fillElements(say('until'), { time: <Time at={at} text={page.date(at)} /> });
}

function Decisions({ page, person }: PartProps): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  return (
    <TitledSection titleId="decisions-title" title={say('decisions')}>
      {person.decisions.length === 0 && <p class="meta">{say('noDecisions')}</p>}
      <ul class="plain-list mod-lines">
        {person.decisions.map((one) => (
          <li key={one.caseId}>
            <p class="row">
              <a href={page.path(`/moderation/cases/${one.caseId}`)}>
                {say(`verdict_${one.verdict}`)} · {say(`kind_${one.kind}`)}
              </a>
              {one.verdict === 'rejected' && <span>{sayReason(page, one.reasonCode)}</span>}
              <span class="meta">
                <Time at={one.decidedAt} text={page.ago(one.decidedAt)} form="ago" />
              </span>
            </p>
            {one.excerpt !== '' && (
              <p class="meta mod-excerpt" dir="auto">
                {one.excerpt}
              </p>
            )}
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

interface RestrictFormProps extends PageProps {
  readonly uid: number;
  readonly typed: Readonly<Record<string, string>>;
}

function RestrictForm({ page, uid, typed }: RestrictFormProps): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  return (
    <TitledSection titleId="restrict-title" title={say('restrict')}>
      <form class="stack" method="post" action={page.path(`/moderation/people/${uid}/restrictions`)}>
        <SelectField id="kind" label={say('limitKind')} value={typed.kind} choices={restrictionChoices(page)} />
        <ReasonField page={page} say={say} value={typed.reasonCode} />
        <SelectField
          id="days"
          label={say('length')}
          value={typed.days ?? '7'}
          choices={DAYS.map((value) => ({
            value,
            label: value === '' ? say('noEnd') : say('days', { count: Number(value) }),
          }))}
        />
        <MessageField label={say('message')} value={typed.message} />
        <TextArea id="note" label={say('logNote')} rows={2} maxLength={NOTE_MAX} dir="auto" value={typed.note} />
        <SubmitButton variant="danger">{say('restrict')}</SubmitButton>
      </form>
    </TitledSection>
  );
}
