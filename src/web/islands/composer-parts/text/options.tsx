/** @jsxImportSource preact */
// Who sees a post, whether it contains spoilers, and what an edit changed.
import type { VNode } from 'preact';
import type { Say } from '../../../messages/say.ts';
import { CheckField, SelectField, TextField } from '../../../ui/field.tsx';
import { type ComposeStore, LIMITS, VISIBILITIES } from '../common/store.ts';
import type { ComposerWords } from '../common/words.ts';

export interface OptionsProps {
  readonly store: ComposeStore;
  readonly words: ComposerWords;
  readonly say: Say;
  readonly isEdit: boolean;
}

export function Options({ store, words, say, isEdit }: OptionsProps): VNode {
  const { visibility, spoiler, reason } = store;
  return (
    <>
      <SelectField
        id="visibility"
        label={say(words.visibility)}
        choices={VISIBILITIES.map((value) => ({ value, label: say(words[value]) }))}
        value={visibility.value}
        onChange={({ currentTarget }) => {
          if (!(currentTarget instanceof HTMLSelectElement)) return;
          const chosen = VISIBILITIES.find((value) => value === currentTarget.value);
          if (chosen !== undefined) visibility.value = chosen;
        }}
      />
      <CheckField
        id="spoiler"
        label={say(words.spoiler)}
        hint={say(words.spoilerHint)}
        value="on"
        checked={spoiler.value}
        onChange={({ currentTarget }) => {
          if (currentTarget instanceof HTMLInputElement) spoiler.value = currentTarget.checked;
        }}
      />
      {isEdit && (
        <TextField
          id="reason"
          label={say(words.reason)}
          dir="auto"
          maxLength={LIMITS.reason}
          value={reason.value}
          onInput={({ currentTarget }) => {
            if (currentTarget instanceof HTMLInputElement) reason.value = currentTarget.value;
          }}
        />
      )}
    </>
  );
}
