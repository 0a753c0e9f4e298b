/** @jsxImportSource preact */
// The fields by which the reader proves who they are: those that their account has, and no others.
import { Fragment, type VNode } from 'preact';
import { Island } from '../../islands/island.tsx';
import { SECURITY_MESSAGES, TOKEN_SETTINGS_MESSAGES } from '../../messages/settings.ts';
import type { PageProps } from '../../shell/page-context.ts';
import { TextField } from '../../ui/field.tsx';
import type { SignInFacts } from './facts.ts';

/** Whether the account has nothing to confirm with but its mailbox. */
export const hasMailAlone = ({ hasPassword, hasApp, passkeys }: SignInFacts): boolean =>
  !hasPassword && !hasApp && passkeys.length === 0;

export interface Proof {
  readonly facts: SignInFacts;
  /** A code is on its way. */
  readonly isMailed?: boolean;
  readonly isWrong?: boolean;
}

const takesCode = ({ facts, isMailed = false, isWrong = false }: Proof): boolean =>
  facts.hasApp || (hasMailAlone(facts) && (isMailed || isWrong));

/** The first of the fields, where there is one. */
export const proofField = (proof: Proof): 'password' | 'code' | undefined =>
  proof.facts.hasPassword ? 'password' : takesCode(proof) ? 'code' : undefined;

export function ProofFields({ page, proof }: PageProps & { readonly proof: Proof }): VNode {
  const { facts, isWrong = false } = proof;
  const say = page.sayFrom(SECURITY_MESSAGES);
  const sayProof = page.sayFrom(TOKEN_SETTINGS_MESSAGES);
  const error = isWrong ? sayProof('wrongProof') : undefined;
  return (
    <Fragment>
      {facts.hasPassword && (
        <TextField
          id="password"
          type="password"
          label={sayProof('password')}
          error={error}
          autocomplete="current-password"
        />
      )}
      {takesCode(proof) && (
        <TextField
          id="code"
          label={sayProof('code')}
          hint={facts.hasApp ? say('codeHint') : undefined}
          error={facts.hasPassword ? undefined : error}
          maxLength={64}
          autocomplete="one-time-code"
          spellcheck={false}
        />
      )}
    </Fragment>
  );
}

/** The button that confirms with a passkey and continues. */
export const PasskeyProof = ({ page, leadsTo }: PageProps & { readonly leadsTo: string }): VNode => (
  <Island name="passkey-sign-in" when="load" props={{ leadsTo: `${page.basePath}${leadsTo}`, confirms: true }} />
);
