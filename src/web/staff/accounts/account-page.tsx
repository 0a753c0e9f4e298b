/** @jsxImportSource preact */
// One account: its state, how it signs in, and the forms of an administrator, each with its consequence.
import type { ComponentChildren, VNode } from 'preact';
import { ROLES } from '../../../http/gates/guard.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { ADMIN_ACCOUNTS_MESSAGES, DELETIONS_MESSAGES, FAILED_SIGN_INS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Button, type ButtonVariant, LinkButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { momentText } from '../../ui/time.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { MessageField, ReasonField } from '../common/decision-fields.tsx';
import { Fact } from '../common/fact.tsx';
import { adminPage } from '../common/frame.tsx';
import { Moment } from '../common/moment.tsx';
import { sayReason } from '../common/reasons.ts';
import { AccountChips } from './accounts-page.tsx';

export type AccountDetail = AnswerBody<'GET /api/v1/admin/accounts/{uid}'>['account'];

export const ACCOUNT_FAULTS = faultsOf(ADMIN_ACCOUNTS_MESSAGES, {
  name: ['name', 'faultName'],
  reason: ['reasonCode', 'faultReason'],
  version_conflict: ['role', 'faultChanged'],
  last_administrator_required: 'faultLast',
  restriction_already_active: 'faultSuspended',
  restriction_already_revoked: 'faultActive',
  self_modification_forbidden: 'faultSelf',
});

const sayDone = doneOf(ADMIN_ACCOUNTS_MESSAGES, {
  role: 'doneRole',
  suspension: 'doneSuspension',
  reinstatement: 'doneReinstatement',
  sessions: 'doneSessions',
  'password-link': 'doneLink',
  factors: 'doneFactors',
});

export interface AccountData {
  readonly account: AccountDetail;
  readonly done?: string | undefined;
  readonly fault?: string;
  /** The role that was chosen and is refused. */
  readonly chosen?: string;
  /** What was typed for a suspension that is refused. */
  readonly typed?: { readonly message: string; readonly note: string };
}

/** What a person types to confirm which account is meant. */
export const nameToType = ({ handle, displayName }: Pick<AccountDetail, 'handle' | 'displayName'>): string =>
  handle ?? displayName;

export function accountPage(page: PageContext, data: AccountData): Page {
  const say = page.sayFrom(ADMIN_ACCOUNTS_MESSAGES);
  const { account, done, fault } = data;
  return adminPage(page, {
    section: 'accounts',
    title: account.displayName,
    styles: ['administration'],
    done: sayDone(page, done),
    faults: ACCOUNT_FAULTS.list(page, fault),
    children: (
      <>
        <Facts page={page} account={account} />
        {account.status === 'suspended' && <Suspended page={page} account={account} />}
        {account.isSelf && <Notice>{say('self')}</Notice>}
        {account.status !== 'deleted' && <Acts page={page} data={data} />}
      </>
    ),
  });
}

interface PartProps extends PageProps {
  readonly account: AccountDetail;
}

function Facts({ page, account }: PartProps): VNode {
  const say = page.sayFrom(ADMIN_ACCOUNTS_MESSAGES);
  const { numbers } = page;
  const ways = [
    ...(account.hasPassword ? [say('password')] : []),
    ...(account.totp ? [say('app')] : []),
    ...(account.passkeys > 0 ? [say('passkeys', { count: account.passkeys })] : []),
    ...account.providers,
  ];
  return (
    <section class="stack" aria-label={say('facts')}>
      <div class="row">
        <AccountChips page={page} of={account} />
        {account.status !== 'deleted' && (
          <a class="staff-person" href={page.path(`/users/${account.uid}`)}>
            {account.handle === null ? say('profile') : `@${account.handle}`}
          </a>
        )}
      </div>
      <dl class="staff-facts">
        <Fact name="UID">{account.uid}</Fact>
        <Fact name={say('role')}>{say(account.role)}</Fact>
        <Fact name={say('joined')}>{page.date(account.createdAt)}</Fact>
        <Fact name={say('signsIn')}>{ways.length === 0 ? say('nothing') : ways.join(' · ')}</Fact>
        <Fact name={say('sessions')}>{numbers.format(account.sessions)}</Fact>
        <Fact name={say('lastSignIn')}>
          {account.lastSignInAt === null ? say('never') : <Moment page={page} at={account.lastSignInAt} />}
        </Fact>
        <Fact name={say('tokens')}>{numbers.format(account.apiTokens)}</Fact>
        <Fact name={page.sayFrom(FAILED_SIGN_INS_MESSAGES)('ofAccount')}>{numbers.format(account.failedSignIns)}</Fact>
      </dl>
    </section>
  );
}

function Suspended({ page, account: { suspension } }: PartProps): VNode {
  const say = page.sayFrom(ADMIN_ACCOUNTS_MESSAGES);
  if (suspension === null) return <Notice tone="warning">{say('noReason')}</Notice>;
  const { reasonCode, message, issuedAt } = suspension;
  return (
    <Notice tone="warning">
      <p>{say('suspendedSince', { date: momentText(page, issuedAt), reason: sayReason(page, reasonCode) })}</p>
      {message !== null && <blockquote dir="auto">{message}</blockquote>}
    </Notice>
  );
}

function Acts({ page, data }: PageProps & { readonly data: AccountData }): VNode {
  const say = page.sayFrom(ADMIN_ACCOUNTS_MESSAGES);
  const { account } = data;
  const sayErasure = page.sayFrom(DELETIONS_MESSAGES);
  const act = (name: string) => `/admin/accounts/${account.uid}/acts/${name}`;
  return (
    <div class="staff-acts">
      <RoleForm page={page} data={data} />
      {account.status === 'active' && !account.isSelf && <SuspendForm page={page} data={data} />}
      {account.status === 'suspended' && (
        <Act page={page} title={say('reinstateTitle')} lead={say('reinstateLead')} path={act('reinstatement')}>
          {say('reinstateAct')}
        </Act>
      )}
      {!account.isSelf && (
        <>
          <Act page={page} title={say('sessionsTitle')} lead={say('sessionsLead')} path={act('sessions')}>
            {say('sessionsAct')}
          </Act>
          <Act page={page} title={say('linkTitle')} lead={say('linkLead')} path={act('password-link')}>
            {say('linkAct')}
          </Act>
          {(account.totp || account.passkeys > 0) && (
            <Act
              page={page}
              title={say('factorsTitle')}
              lead={say('factorsLead')}
              path={act('factors')}
              variant="danger"
            >
              {say('factorsAct')}
            </Act>
          )}
          <TitledSection titleId="erase-title" title={sayErasure('erase_account')} class="card stack">
            <p>{sayErasure('seeAccount')}</p>
            <p>
              <LinkButton href={page.path(`/admin/erasures/account/${account.uid}`)}>
                {sayErasure('erase_account')}…
              </LinkButton>
            </p>
          </TitledSection>
        </>
      )}
    </div>
  );
}

interface ActProps extends PageProps {
  readonly title: string;
  readonly lead: string;
  readonly path: string;
  readonly variant?: ButtonVariant;
  /** What the button says. */
  readonly children: ComponentChildren;
}

const Act = ({ page, title, lead, path, variant, children }: ActProps): VNode => (
  <form class="card stack" method="post" action={page.path(path)}>
    <h2>{title}</h2>
    <p>{lead}</p>
    <Button variant={variant}>{children}</Button>
  </form>
);

function RoleForm({ page, data: { account, fault, chosen } }: PageProps & { readonly data: AccountData }) {
  const say = page.sayFrom(ADMIN_ACCOUNTS_MESSAGES);
  return (
    <form class="card stack" method="post" action={page.path(`/admin/accounts/${account.uid}/role`)}>
      <h2>{say('roleTitle')}</h2>
      <p>{say('roleLead')}</p>
      <input type="hidden" name="from" value={account.role} />
      <SelectField
        id="role"
        label={say('newRole')}
        value={chosen ?? account.role}
        choices={ROLES.map((role) => ({ value: role, label: say(role) }))}
        error={ACCOUNT_FAULTS.at(page, fault, 'role')}
      />
      <TextField
        id="name"
        label={say('typeName', { name: nameToType(account) })}
        error={ACCOUNT_FAULTS.at(page, fault, 'name')}
        required
        autocomplete="off"
        spellcheck={false}
        dir="auto"
      />
      <Button>{say('roleAct')}</Button>
    </form>
  );
}

function SuspendForm({ page, data: { account, fault, typed } }: PageProps & { readonly data: AccountData }): VNode {
  const say = page.sayFrom(ADMIN_ACCOUNTS_MESSAGES);
  return (
    <form class="card stack" method="post" action={page.path(`/admin/accounts/${account.uid}/suspension`)}>
      <h2>{say('suspendTitle')}</h2>
      <p>{say('suspendLead')}</p>
      <ReasonField page={page} say={say} value={undefined} error={ACCOUNT_FAULTS.at(page, fault, 'reasonCode')} />
      <MessageField label={say('message')} hint={say('messageHint')} value={typed?.message} />
      <TextField id="note" label={say('note')} hint={say('noteHint')} maxLength={500} dir="auto" value={typed?.note} />
      <Button variant="danger">{say('suspendAct')}</Button>
    </form>
  );
}
