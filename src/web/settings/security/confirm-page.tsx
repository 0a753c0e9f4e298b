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
  const words = page.words(SECURITY_MESSAGES);
  const proofs = page.words(TOKEN_SETTINGS_MESSAGES);
  const { say } = page;
  const field = proofField(data);
  const byMail = hasMailAlone(facts);
  return settingsPage(page, {
    section: 'security',
    title: say(proofs.confirm),
    faults: isWrong ? [{ field, text: say(proofs.wrongProof) }] : [],
    children: (
      <>
        <p>{say(words.confirmLead)}</p>
        {isMailed && <Notice tone="success">{say(proofs.confirmMailed)}</Notice>}
        {(field !== undefined || byMail) && (
          <form class="stack" method="post" action={page.path('/settings/confirm')}>
            <input type="hidden" name="then" value={leadsTo} />
            <ProofFields page={page} proof={data} />
            <SubmitButton variant="main">{say(words[field === undefined ? 'mailCode' : 'confirm'])}</SubmitButton>
          </form>
        )}
        {facts.passkeys.length > 0 && <PasskeyProof page={page} leadsTo={leadsTo} />}
      </>
    ),
  });
}
