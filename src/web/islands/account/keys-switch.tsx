/** @jsxImportSource preact */
// Switches single-letter keys on or off on this device.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { areKeysOn, switchKeys } from '../../client/keys.ts';
import type { Spoken } from '../../messages/say.ts';
import { CheckField } from '../../ui/field.tsx';

export function KeysSwitch({ say }: Spoken<'label' | 'hint'>): VNode {
  const [isOn, setOn] = useState(true);
  // The server does not know the device.
  useEffect(() => setOn(areKeysOn()), []);
  return (
    <div class="needs-script">
      <CheckField
        id="single-keys"
        label={say('label')}
        hint={say('hint')}
        checked={isOn}
        onChange={({ currentTarget }) => {
          if (!(currentTarget instanceof HTMLInputElement)) return;
          switchKeys(currentTarget.checked);
          setOn(areKeysOn());
        }}
      />
    </div>
  );
}
