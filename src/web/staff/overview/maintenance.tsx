/** @jsxImportSource preact */
// The switch of maintenance on the overview.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { OVERVIEW_MESSAGES } from '../../messages/staff.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { Moment } from '../common/moment.tsx';

type State = AnswerBody<'GET /api/v1/admin/maintenance'>;

/** What became of the form. */
export interface MaintenanceForm {
  readonly done?: string | undefined;
  readonly fault?: string | undefined;
  /** As it was typed. */
  readonly message?: string | undefined;
}

export interface MaintenanceData extends MaintenanceForm {
  readonly state: State;
}

export const sayMaintenance = doneOf(OVERVIEW_MESSAGES, { began: 'maintenanceBegan', ended: 'maintenanceEnded' });
export const MAINTENANCE_FAULTS = faultsOf(OVERVIEW_MESSAGES, { invalid_body: ['message', 'maintenanceInvalid'] });

/** As this process knows it. */
export const maintenanceOf = ({ maintenance }: PageContext): State => ({
  active: maintenance !== undefined,
  message: maintenance?.message ?? null,
  since: maintenance?.since ?? null,
});

/** The form that begins or ends maintenance. */
export function MaintenanceSection({ page, state, fault, message }: MaintenanceData & PageProps): VNode {
  const say = page.sayFrom(OVERVIEW_MESSAGES);
  return (
    <TitledSection titleId="maintenance-title" title={say('maintenance')}>
      {state.active && state.since !== null && (
        <Notice tone="warning">
          {fillElements(say('maintenanceSince'), { time: <Moment page={page} at={state.since} /> })}
        </Notice>
      )}
      <p>{say('maintenanceHint')}</p>
      <form class="stack" method="post" action={page.path('/admin/maintenance')}>
        <input type="hidden" name="active" value={String(!state.active)} />
        {!state.active && (
          <TextField
            id="message"
            label={say('maintenanceMessage')}
            hint={say('maintenanceMessageHint')}
            value={message}
            error={MAINTENANCE_FAULTS.at(page, fault, 'message')}
            dir="auto"
          />
        )}
        <div>
          <Button>{say(state.active ? 'maintenanceEnd' : 'maintenanceBegin')}</Button>
        </div>
      </form>
    </TitledSection>
  );
}
