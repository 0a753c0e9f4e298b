/** @jsxImportSource preact */
// Adds a passkey of this device. Shown where the browser has passkeys.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../../client/call.ts';
import { createPasskey, hasPasskeys } from '../../client/webauthn.ts';
import type { Spoken } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { iconKeyRound } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';

export interface PasskeyAddProps {
  /** Address to redirect to afterwards. */
  readonly leadsTo: string;
  /** Address of the page that confirms who the person is, and redirects back. */
  readonly confirmPage: string;
}

export type PasskeyAddWords = 'add' | 'name' | 'nameHint' | 'failed' | 'exists' | 'limit' | 'noBrowser';
type Fault = Extract<PasskeyAddWords, 'failed' | 'exists' | 'limit'>;

const NAME_MAX = 80;
/** Refusal → sentence; others have a general one. */
const FAULTS: Readonly<Record<string, Fault>> = { passkey_exists: 'exists', passkey_limit: 'limit' };

export function PasskeyAdd({ leadsTo, confirmPage, say }: PasskeyAddProps & Spoken<PasskeyAddWords>): VNode {
  const [isAble, setAble] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const [name, setName] = useState('');
  useEffect(() => setAble(hasPasskeys()), []);

  async function add(): Promise<Fault | undefined> {
    const refused = (code: string): Fault | undefined => {
      if (code !== 'reauthentication_required') return FAULTS[code] ?? 'failed';
      location.assign(confirmPage);
      return undefined;
    };
    const begun = await call('GET /api/auth/passkey/generate-register-options', {});
    if (!begun.ok) return refused(begun.code);
    const response = await createPasskey(begun.body);
    // The person gave up, or this device has a passkey of the account already: the browser has said so.
    if (response === undefined) return undefined;
    const typed = name.trim();
    const body = typed === '' ? { response } : { response, name: typed };
    const done = await call('POST /api/auth/passkey/verify-registration', { body });
    if (!done.ok) return refused(done.code);
    location.assign(leadsTo);
    return undefined;
  }

  const press = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    setFault(await add());
    setBusy(false);
  };
  if (!isAble) return <p class="meta needs-script">{say('noBrowser')}</p>;
  return (
    <form
      class="stack needs-script"
      onSubmit={(event) => {
        event.preventDefault();
        void press();
      }}
    >
      {fault !== undefined && <Notice tone="danger">{say(fault)}</Notice>}
      <TextField
        id="passkey-name"
        label={say('name')}
        hint={say('nameHint')}
        value={name}
        maxLength={NAME_MAX}
        autocomplete="off"
        dir="auto"
        onInput={({ currentTarget }) => {
          if (currentTarget instanceof HTMLInputElement) setName(currentTarget.value);
        }}
      />
      <div>
        <Button icon={iconKeyRound} disabled={isBusy}>
          {say('add')}
        </Button>
      </div>
    </form>
  );
}
