/** @jsxImportSource preact */
// The reader confirms who they are, and goes on to where they were.
import { SECURITY_MESSAGES, TOKEN_SETTINGS_MESSAGES } from '../../messages/settings.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { settingsPage } from '../common/frame.tsx';
import { hasMailAlone, PasskeyProof, type Proof, ProofFields, proofField } from './proof-fields.tsx';

export interface ConfirmData extends Proof {
  /** Path to redirect to afterwards. */
  readonly leadsTo: string;
}

export function confirmPage(page: PageContext, data: ConfirmData): Page {
  const { facts, leadsTo, isMailed = false, isWrong = false } = data;
  const say = page.sayFrom(SECURITY_MESSAGES);
  const sayProof = page.sayFrom(TOKEN_SETTINGS_MESSAGES);
  const field = proofField(data);
  const byMail = hasMailAlone(facts);
  return settingsPage(page, {
    section: 'security',
    title: sayProof('confirm'),
    faults: isWrong ? [{ field, text: sayProof('wrongProof') }] : [],
    children: (
      <>
        <p>{say('confirmLead')}</p>
        {isMailed && <Notice tone="success">{sayProof('confirmMailed')}</Notice>}
        {(field !== undefined || byMail) && (
          <form class="stack" method="post" action={page.path('/settings/confirm')}>
            <input type="hidden" name="then" value={leadsTo} />
            <ProofFields page={page} proof={data} />
            <SubmitButton variant="main">{say(field === undefined ? 'mailCode' : 'confirm')}</SubmitButton>
          </form>
        )}
        {facts.passkeys.length > 0 && <PasskeyProof page={page} leadsTo={leadsTo} />}
      </>
    ),
  });
}
