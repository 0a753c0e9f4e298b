/** @jsxImportSource preact */
// Who may not register: mail domains and networks, one per line.
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { DOORS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { CheckField, TextArea, TextField } from '../../ui/field.tsx';
import { adminPage } from '../common/frame.tsx';

export interface DoorsPageData {
  readonly view: AnswerBody<'GET /api/v1/admin/doors'>;
  readonly done?: string | undefined;
  readonly typed?: { readonly mailDomains: string; readonly networks: string; readonly note: string };
  readonly fault?: string;
}

const NOTE_CHARACTERS = 2_000;
const sayDone = doneOf(DOORS_MESSAGES, { saved: 'saved' });
export const DOORS_FAULTS = faultsOf(DOORS_MESSAGES, {
  invalid_mail_domain: ['mailDomains', 'badDomain'],
  invalid_network: ['networks', 'badNetwork'],
  own_address_blocked: ['evenOwn', 'own'],
  version_conflict: 'conflict',
  invalid_body: 'tooLong',
});

/** The page. */
export function doorsPage(page: PageContext, { view, done, typed, fault }: DoorsPageData): Page {
  const say = page.sayFrom(DOORS_MESSAGES);
  return adminPage(page, {
    section: 'doors',
    styles: ['administration'],
    done: sayDone(page, done),
    faults: DOORS_FAULTS.list(page, fault),
    children: (
      <>
        <p>{say('lead')}</p>
        <form class="stack" method="post" action={page.path('/admin/doors')}>
          {/* After a conflict, saving again replaces what somebody else stored. */}
          <input type="hidden" name="version" value={view.version} />
          <TextArea
            id="mailDomains"
            label={say('domains')}
            hint={say('domainsHint')}
            error={DOORS_FAULTS.at(page, fault, 'mailDomains')}
            value={typed?.mailDomains ?? view.mailDomains.join('\n')}
            rows={8}
            spellcheck={false}
            dir="ltr"
          />
          <TextArea
            id="networks"
            label={say('nets')}
            hint={say('netsHint')}
            error={DOORS_FAULTS.at(page, fault, 'networks')}
            value={typed?.networks ?? view.networks.join('\n')}
            rows={8}
            spellcheck={false}
            dir="ltr"
          />
          <TextField
            id="note"
            label={say('noteLabel')}
            hint={say('noteHint')}
            value={typed?.note}
            maxLength={NOTE_CHARACTERS}
            autocomplete="off"
            dir="auto"
          />
          {fault === 'own_address_blocked' && <CheckField id="evenOwn" label={say('evenOwn')} />}
          <SubmitButton variant="main">{say('save')}</SubmitButton>
        </form>
      </>
    ),
  });
}
