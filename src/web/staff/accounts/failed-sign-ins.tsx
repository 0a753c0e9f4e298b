/** @jsxImportSource preact */
// Failed sign-ins of the last week, below the list of accounts.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { FAILED_SIGN_INS_MESSAGES } from '../../messages/staff.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { Moment } from '../common/moment.tsx';
import { StaffTable } from '../common/table.tsx';

export type FailedSignInGroups = AnswerBody<'GET /api/v1/admin/failed-sign-ins'>['failures'];

interface FailedSignInsProps {
  readonly page: PageContext;
  readonly groups: FailedSignInGroups;
}

export function FailedSignIns({ page, groups }: FailedSignInsProps): VNode {
  const say = page.sayFrom(FAILED_SIGN_INS_MESSAGES);
  const { numbers } = page;
  return (
    <section class="stack" aria-labelledby="failed-title">
      <h2 id="failed-title">{say('title')}</h2>
      {groups.length === 0 ? (
        <p class="meta">{say('none')}</p>
      ) : (
        <>
          <p class="meta">{say('lead')}</p>
          <StaffTable
            caption={say('title')}
            rows={groups}
            keyOf={({ way, account, network }) => `${way} ${account} ${network}`}
            columns={[
              {
                key: 'account',
                label: say('account'),
                cell: ({ account }) => (account === null ? say('nobody') : <code>{account}</code>),
              },
              { key: 'network', label: say('network'), cell: ({ network }) => <code>{network}</code> },
              { key: 'way', label: say('way'), cell: ({ way }) => say(way) },
              {
                key: 'failures',
                label: say('failures'),
                cell: ({ failures }) => numbers.format(failures),
              },
              { key: 'last', label: say('last'), cell: ({ lastAt }) => <Moment page={page} at={lastAt} /> },
            ]}
          />
        </>
      )}
    </section>
  );
}
