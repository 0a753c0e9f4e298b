/** @jsxImportSource preact */
// A button that signs in with a passkey, completes a sign-in with it, or confirms who the person is. Where the browser
// has no passkeys its room stays empty, so that nothing moves.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../../client/call.ts';
import { hasPasskeys, usePasskey } from '../../client/webauthn.ts';
import type { Spoken } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { iconKeyRound } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';

export interface PasskeySignInProps {
  /** Address to redirect to afterwards. */
  readonly leadsTo: string;
  /** Address of the page that asks for the second factor; undefined on that page. */
  readonly stepPage?: string;
  /** The person is signed in and confirms who they are. */
  readonly confirms?: true;
}

type Fault = 'failed' | 'notEnough';

export function PasskeySignIn({
  leadsTo,
  stepPage,
  confirms,
  say,
}: PasskeySignInProps & Spoken<'use' | 'failed' | 'notEnough'>): VNode {
  const [isShown, setShown] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault>();
  useEffect(() => setShown(hasPasskeys()), []);

  async function signIn(): Promise<Fault | undefined> {
    const begun = await call('GET /api/auth/passkey/generate-authenticate-options', {});
    if (!begun.ok) return 'failed';
    const response = await usePasskey(begun.body);
    // The person gave up: nothing to say.
    if (response === undefined) return undefined;
    if (confirms) {
      const confirmed = await call('POST /api/v1/account/confirm', { body: { passkey: response } });
      if (!confirmed.ok) return 'failed';
      location.assign(leadsTo);
      return undefined;
    }
    const done = await call('POST /api/auth/passkey/verify-authentication', { body: { response } });
    if (!done.ok) return 'failed';
    if (!('twoFactorRedirect' in done.body)) location.assign(leadsTo);
    else if (stepPage === undefined) return 'notEnough';
    else location.assign(stepPage);
    return undefined;
  }

  const press = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    setFault(await signIn());
    setBusy(false);
  };
  return (
    <div class={isShown ? 'stack needs-script' : 'stack needs-script unshown'}>
      {fault !== undefined && <Notice tone="danger">{say(fault)}</Notice>}
      <Button type="button" wide icon={iconKeyRound} disabled={isBusy} onClick={() => void press()}>
        {say('use')}
      </Button>
    </div>
  );
}
