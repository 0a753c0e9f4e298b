/** @jsxImportSource preact */
// Who sees a post, whether it contains spoilers, and what an edit changed.
import type { VNode } from 'preact';
import { CheckField, SelectField, TextField } from '../../../ui/field.tsx';
import { type ComposeStore, LIMITS, VISIBILITIES } from '../common/store.ts';
import type { ComposerSay } from '../common/words.ts';

export interface OptionsProps {
  readonly store: ComposeStore;
  readonly say: ComposerSay;
  readonly isEdit: boolean;
}

export function Options({ store, say, isEdit }: OptionsProps): VNode {
  const { choices, reason } = store;
  const { visibility, spoiler } = choices.value;
  return (
    <>
      <SelectField
        id="visibility"
        label={say('visibility')}
        choices={VISIBILITIES.map((value) => ({ value, label: say(value) }))}
        value={visibility}
        onChange={({ currentTarget }) => {
          const chosen = VISIBILITIES.find((value) => value === currentTarget.value);
          if (chosen !== undefined) choices.value = { ...choices.value, visibility: chosen };
        }}
      />
      <CheckField
        id="spoiler"
        label={say('spoiler')}
        hint={say('spoilerHint')}
        value="on"
        checked={spoiler}
        onChange={({ currentTarget }) => {
          choices.value = { ...choices.value, spoiler: currentTarget.checked };
        }}
      />
      {isEdit && (
        <TextField
          id="reason"
          label={say('reason')}
          dir="auto"
          maxLength={LIMITS.reason}
          value={reason.value}
          onInput={({ currentTarget }) => {
            reason.value = currentTarget.value;
          }}
        />
      )}
    </>
  );
}
