/** @jsxImportSource preact */
// Fields of a list's texts, for a new one and for changes.
import type { VNode } from 'preact';
import { LISTS_MESSAGES } from '../messages/lists.ts';
import type { PageProps } from '../shell/page-context.ts';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';

export interface ListTexts {
  /** Undefined: it has none. */
  readonly title?: string | undefined;
  readonly description: string;
  readonly visibility: 'private' | 'public';
}

/** Fields for title, description and visibility of a list. */
export function TextFields({ page, texts }: PageProps & { readonly texts: ListTexts }): VNode {
  const say = page.sayFrom(LISTS_MESSAGES);
  return (
    <>
      {texts.title !== undefined && (
        <TextField id="title" label={say('name')} value={texts.title} required maxLength={100} dir="auto" />
      )}
      <TextArea
        id="description"
        label={say('description')}
        value={texts.description}
        maxLength={1_000}
        rows={3}
        dir="auto"
      />
      <SelectField
        id="visibility"
        label={say('visibility')}
        value={texts.visibility}
        choices={(['private', 'public'] as const).map((value) => ({ value, label: say(value) }))}
      />
    </>
  );
}
