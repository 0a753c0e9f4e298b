/** @jsxImportSource preact */
// The reader confirms who they are, and goes on to where they were.
import { Island } from '../../islands/island.tsx';
import { SECURITY_MESSAGES } from '../../messages/settings/security.ts';
import { TOKEN_SETTINGS_MESSAGES } from '../../messages/settings/tokens.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { settingsPage } from '../common/frame.tsx';
import type { SignInFacts } from './facts.ts';

export interface ConfirmData {
  readonly facts: SignInFacts;
  /** Path to lead to afterwards. */
  readonly leadsTo: string;
  /** A code is on its way. */
  readonly isMailed?: boolean;
  readonly isWrong?: boolean;
}

/** Whether the account has nothing to confirm with but its mailbox. */
export const hasMailAlone = ({ hasPassword, hasApp, passkeys }: SignInFacts): boolean =>
  !hasPassword && !hasApp && passkeys.length === 0;

export function confirmPage(page: PageContext, data: ConfirmData): Page {
  const { facts, leadsTo, isMailed = false, isWrong = false } = data;
  const words = page.words(SECURITY_MESSAGES);
  const proofs = page.words(TOKEN_SETTINGS_MESSAGES);
  const { say } = page;
  const byMail = hasMailAlone(facts);
  const takesCode = facts.hasApp || (byMail && (isMailed || isWrong));
  const field = facts.hasPassword ? 'password' : 'code';
  const error = isWrong ? say(proofs.wrongProof) : undefined;
  return settingsPage(page, {
    section: 'security',
    title: say(proofs.confirm),
    faults: error === undefined ? [] : [{ field: takesCode || facts.hasPassword ? field : undefined, text: error }],
    children: (
      <>
        <p>{say(words.confirmLead)}</p>
        {isMailed && <Notice tone="success">{say(proofs.confirmMailed)}</Notice>}
        {(facts.hasPassword || takesCode || byMail) && (
          <form class="stack" method="post" action={page.path('/settings/confirm')}>
            <input type="hidden" name="then" value={leadsTo} />
            {facts.hasPassword && (
              <TextField
                id="password"
                type="password"
                label={say(proofs.password)}
                error={error}
                autocomplete="current-password"
              />
            )}
            {takesCode && (
              <TextField
                id="code"
                label={say(proofs.code)}
                hint={facts.hasApp ? say(words.codeHint) : undefined}
                error={facts.hasPassword ? undefined : error}
                maxLength={64}
                autocomplete="one-time-code"
                spellcheck={false}
              />
            )}
            <div>
              <Button look="main">{say(words[byMail && !takesCode ? 'mailCode' : 'confirm'])}</Button>
            </div>
          </form>
        )}
        {facts.passkeys.length > 0 && (
          <Island
            name="passkey-sign-in"
            when="load"
            props={{ leadsTo: `${page.basePath}${leadsTo}`, confirms: true }}
          />
        )}
      </>
    ),
  });
}
