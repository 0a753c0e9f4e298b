/** @jsxImportSource preact */
// The list of accounts, with a form of filters.
import type { VNode } from 'preact';
import { ACCOUNT_STATES } from '../../../features/accounts/staff/overview.ts';
import { ROLES } from '../../../http/gates/guard.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { ADMIN_ACCOUNTS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { iconSearch, iconUsers } from '../../ui/icons.ts';
import { OlderLink } from '../../ui/pager.tsx';
import { adminPage } from '../common/frame.tsx';
import { StaffTable } from '../common/table.tsx';
import { type FailedSignInGroups, FailedSignIns } from './failed-sign-ins.tsx';

type Accounts = AnswerBody<'GET /api/v1/admin/accounts'>;
type Account = Accounts['accounts'][number];

export interface AccountFilters {
  readonly q?: string | undefined;
  readonly role?: string | undefined;
  readonly state?: string | undefined;
}

const PATH = '/admin/accounts';
const ROLE_TONES = { member: undefined, moderator: 'info', administrator: 'special' } as const satisfies Readonly<
  Record<Account['role'], Tone | undefined>
>;

/** Role and state of an account as tickets; of a member who is active, nothing. */
export function AccountChips({ page, of }: PageProps & { readonly of: Account }): VNode | null {
  const say = page.sayFrom(ADMIN_ACCOUNTS_MESSAGES);
  const isPlain = of.role === 'member' && of.status === 'active' && of.restrictions.length === 0 && of.emailVerified;
  if (isPlain) return null;
  return (
    <span class="row">
      {of.role !== 'member' && <Chip tone={ROLE_TONES[of.role]}>{say(of.role)}</Chip>}
      {of.status !== 'active' && <Chip tone="danger">{say(of.status)}</Chip>}
      {of.restrictions.length > 0 && <Chip tone="warning">{say('restricted')}</Chip>}
      {!of.emailVerified && of.status !== 'deleted' && <Chip>{say('unverified')}</Chip>}
    </span>
  );
}

/** `failed` is left out where the list is filtered or not at its begin. */
export function accountsPage(
  page: PageContext,
  { accounts, nextCursor }: Accounts,
  filters: AccountFilters,
  failed?: FailedSignInGroups,
): Page {
  const say = page.sayFrom(ADMIN_ACCOUNTS_MESSAGES);
  return adminPage(page, {
    section: 'accounts',
    styles: ['administration'],
    children: (
      <>
        <Filters page={page} filters={filters} />
        {accounts.length === 0 ? (
          <EmptyState icon={iconUsers} text={say('none')}>
            <LinkButton href={page.path(PATH)}>{say('all')}</LinkButton>
          </EmptyState>
        ) : (
          <StaffTable
            caption={say('list')}
            rows={accounts}
            keyOf={({ uid }) => uid}
            columns={[
              {
                label: say('name'),
                cell: ({ uid, displayName }) => (
                  <a href={page.path(`${PATH}/${uid}`)} dir="auto">
                    {displayName}
                  </a>
                ),
              },
              { label: 'UID', cell: ({ uid, handle }) => (handle === null ? uid : `${uid} · @${handle}`) },
              { label: say('state'), cell: (account) => <AccountChips page={page} of={account} /> },
              {
                label: say('joined'),
                cell: ({ createdAt }) => (
                  <time dateTime={new Date(createdAt).toISOString()}>{page.date(createdAt)}</time>
                ),
              },
            ]}
          />
        )}
        <OlderLink href={page.older(PATH, nextCursor, { ...filters })}>{say('older')}</OlderLink>
        {failed !== undefined && <FailedSignIns page={page} groups={failed} />}
      </>
    ),
  });
}

function Filters({ page, filters }: PageProps & { readonly filters: AccountFilters }): VNode {
  const say = page.sayFrom(ADMIN_ACCOUNTS_MESSAGES);
  const choices = (names: readonly Parameters<typeof say>[0][]) => [
    { value: '', label: say('whichever') },
    ...names.map((name) => ({ value: name, label: say(name) })),
  ];
  return (
    <search>
      <form class="staff-filter" method="get" action={`${page.basePath}${PATH}`}>
        <HiddenFields values={{ lang: page.forcedLocale }} />
        <TextField
          id="q"
          type="search"
          label={say('find')}
          hint={say('findHint')}
          value={filters.q}
          maxLength={254}
          dir="auto"
          autocomplete="off"
        />
        <SelectField id="role" label={say('role')} value={filters.role ?? ''} choices={choices(ROLES)} />
        <SelectField id="state" label={say('state')} value={filters.state ?? ''} choices={choices(ACCOUNT_STATES)} />
        <Button icon={iconSearch}>{say('show')}</Button>
      </form>
    </search>
  );
}
