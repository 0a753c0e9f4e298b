/** @jsxImportSource preact */
// The title of a post. Without one the service takes the first line of the text.
import type { VNode } from 'preact';
import type { Say } from '../../../messages/say.ts';
import { TextField } from '../../../ui/field.tsx';
import type { ComposeStore } from '../common/store.ts';
import type { ComposerWords } from '../common/words.ts';

export interface TitleFieldProps {
  readonly store: ComposeStore;
  readonly words: ComposerWords;
  readonly say: Say;
  readonly error: string | undefined;
}

export const TitleField = ({ store, words, say, error }: TitleFieldProps): VNode => (
  <TextField
    id="title"
    label={say(words.title)}
    hint={say(words.titleHint)}
    error={error}
    dir="auto"
    autocomplete="off"
    value={store.title.value}
    onInput={({ currentTarget }) => {
      if (currentTarget instanceof HTMLInputElement) store.title.value = currentTarget.value;
    }}
  />
);
