/** @jsxImportSource preact */
// Download of all that belongs to the account, and its deletion.
import { faultsOf } from '../forms/faults.ts';
import { DATA_SETTINGS_MESSAGES } from '../messages/settings.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { SubmitButton } from '../ui/button.tsx';
import { ButtonForm } from '../ui/button-form.tsx';
import { TextField } from '../ui/field.tsx';
import { iconDownload } from '../ui/icons.ts';
import { TitledSection } from '../ui/titled-section.tsx';
import { settingsPage } from './common/frame.tsx';

export const DELETION_FAULTS = faultsOf(DATA_SETTINGS_MESSAGES, {
  invalid_confirmation: ['confirmation', 'wrong'],
  last_administrator_required: ['confirmation', 'lastAdministrator'],
});

interface RefusedDeletion {
  readonly typed: string;
  readonly fault: string;
}

export function dataPage(page: PageContext, refused?: RefusedDeletion): Page {
  const say = page.sayFrom(DATA_SETTINGS_MESSAGES);
  return settingsPage(page, {
    section: 'data',
    faults: DELETION_FAULTS.list(page, refused?.fault),
    children: (
      <>
        <TitledSection titleId="export-title" title={say('export')}>
          <p>{say('exportLead')}</p>
          <ButtonForm action={page.path('/settings/data/export')} icon={iconDownload}>
            {say('exportAct')}
          </ButtonForm>
        </TitledSection>
        <TitledSection titleId="remove-title" title={say('remove')}>
          <p>{say('removeLead')}</p>
          <form class="stack" method="post" action={page.path('/settings/data/deletion')}>
            <TextField
              id="confirmation"
              type="email"
              label={say('confirmation')}
              error={DELETION_FAULTS.at(page, refused?.fault, 'confirmation')}
              value={refused?.typed}
              required
              autocomplete="off"
            />
            <SubmitButton variant="danger">{say('removeAct')}</SubmitButton>
          </form>
        </TitledSection>
      </>
    ),
  });
}
