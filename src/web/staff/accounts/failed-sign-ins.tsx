/** @jsxImportSource preact */
// Failed sign-ins of the last week, below the list of accounts.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { FAILED_SIGN_INS_MESSAGES } from '../../messages/staff.ts';
import type { PageProps } from '../../shell/page-context.ts';
import { TitledSection } from '../../ui/titled-section.tsx';
import { Moment } from '../common/moment.tsx';
import { StaffTable } from '../common/table.tsx';

export type FailedSignInGroups = AnswerBody<'GET /api/v1/admin/failed-sign-ins'>['failures'];

export function FailedSignIns({ page, groups }: PageProps & { readonly groups: FailedSignInGroups }): VNode {
  const say = page.sayFrom(FAILED_SIGN_INS_MESSAGES);
  const { numbers } = page;
  return (
    <TitledSection titleId="failed-title" title={say('title')}>
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
                label: say('account'),
                cell: ({ account }) => (account === null ? say('nobody') : <code>{account}</code>),
              },
              { label: say('network'), cell: ({ network }) => <code>{network}</code> },
              { label: say('way'), cell: ({ way }) => say(way) },
              { label: say('failures'), cell: ({ failures }) => numbers.format(failures) },
              { label: say('last'), cell: ({ lastAt }) => <Moment page={page} at={lastAt} /> },
            ]}
          />
        </>
      )}
    </TitledSection>
  );
}
