/** @jsxImportSource preact */
// The title of a post. Without one the service takes the first line of the text.
import type { VNode } from 'preact';
import { TextField } from '../../../ui/field.tsx';
import type { ComposeStore } from '../common/store.ts';
import type { ComposerSay } from '../common/words.ts';

export interface TitleFieldProps {
  readonly store: ComposeStore;
  readonly say: ComposerSay;
  readonly error: string | undefined;
}

export const TitleField = ({ store, say, error }: TitleFieldProps): VNode => (
  <TextField
    id="title"
    label={say('title')}
    hint={say('titleHint')}
    error={error}
    dir="auto"
    autocomplete="off"
    value={store.title.value}
    onInput={({ currentTarget }) => {
      store.title.value = currentTarget.value;
    }}
  />
);
