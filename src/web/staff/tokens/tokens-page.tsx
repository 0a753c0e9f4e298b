/** @jsxImportSource preact */
// API tokens with rights of administrators, whoever they belong to. They are ended on the page of their owner.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { TOKEN_SETTINGS_MESSAGES } from '../../messages/settings.ts';
import { STAFF_TOKENS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { iconKeyRound } from '../../ui/icons.ts';
import { commaIn } from '../../ui/text/punctuation.ts';
import { adminPage } from '../common/frame.tsx';
import { StaffTable } from '../common/table.tsx';

type Token = AnswerBody<'GET /api/v1/admin/tokens'>['tokens'][number];

/** The page of tokens with rights of administrators. */
export function staffTokensPage(page: PageContext, tokens: readonly Token[]): Page {
  const say = page.sayFrom(STAFF_TOKENS_MESSAGES);
  return adminPage(page, {
    section: 'tokens',
    styles: ['administration'],
    children: (
      <>
        <p>{say('lead')}</p>
        {tokens.length === 0 ? (
          <EmptyState icon={iconKeyRound} text={say('none')} />
        ) : (
          <StaffTable
            caption={say('token')}
            rows={tokens}
            keyOf={({ id }) => id}
            columns={[
              { label: say('token'), cell: (token) => <Name page={page} token={token} /> },
              { label: say('owner'), cell: (token) => <Owner page={page} token={token} /> },
              { label: say('scopes'), cell: (token) => <Scopes page={page} token={token} /> },
              { label: say('servers'), cell: ({ servers }) => servers.join(commaIn(page.locale)) },
              { label: say('times'), cell: (token) => <Times page={page} token={token} /> },
            ]}
          />
        )}
      </>
    ),
  });
}

interface TokenProps extends PageProps {
  readonly token: Token;
}

function Name({ page, token: { name, secondFactor } }: TokenProps): VNode {
  return (
    <span class="row">
      <strong dir="auto">{name}</strong>
      {!secondFactor && <Chip tone="warning">{page.sayFrom(STAFF_TOKENS_MESSAGES)('noFactor')}</Chip>}
    </span>
  );
}

function Owner({ page, token: { owner } }: TokenProps): VNode | null {
  if (owner === null) return null;
  return (
    <a href={page.path(`/admin/accounts/${owner.uid}`)} dir="auto">
      {owner.displayName}
    </a>
  );
}

function Scopes({ page, token: { scopes } }: TokenProps): VNode {
  const say = page.sayFrom(TOKEN_SETTINGS_MESSAGES);
  return (
    <span class="row">
      {scopes.map((scope) => (
        <Chip key={scope}>{say(scope)}</Chip>
      ))}
    </span>
  );
}

function Times({ page, token: { createdAt, lastUsedAt, expiresAt } }: TokenProps): VNode {
  const say = page.sayFrom(TOKEN_SETTINGS_MESSAGES);
  return (
    <span class="meta">
      {[
        say('made', { date: page.date(createdAt) }),
        lastUsedAt === null ? say('unused') : say('used', { date: page.date(lastUsedAt) }),
        ...(expiresAt === null ? [] : [say('ends', { date: page.date(expiresAt) })]),
      ].join(' · ')}
    </span>
  );
}
