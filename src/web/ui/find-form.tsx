/** @jsxImportSource preact */
// A search field; the answer is a page. What else the address asks is kept in hidden fields.
import type { VNode } from 'preact';
import { Button } from './button.tsx';
import { HiddenFields, type HiddenValues } from './hidden-fields.tsx';
import { iconSearch } from './icons.ts';

export interface FindFormProps {
  /** Address of the page that answers. */
  readonly action: string;
  /** Id of the field, alone on its page; default `find`. */
  readonly id?: string;
  readonly label: string;
  readonly text: string;
  /** What else the address keeps. */
  readonly hidden?: HiddenValues;
  /** Words of the button; undefined: a magnifying glass with the label `submitLabel`. */
  readonly submit?: string;
  readonly submitLabel?: string;
  readonly maxLength?: number;
}

export function FindForm({
  action,
  id = 'find',
  label,
  text,
  hidden = {},
  submit,
  submitLabel,
  maxLength = 100,
}: FindFormProps): VNode {
  return (
    <search>
      <form class="find-form" method="get" action={action}>
        <HiddenFields values={hidden} />
        <label class="unseen" for={id}>
          {label}
        </label>
        <input
          class="input"
          id={id}
          type="search"
          name="q"
          value={text}
          placeholder={label}
          maxLength={maxLength}
          dir="auto"
        />
        {submit === undefined ? (
          <Button icon={iconSearch} aria-label={submitLabel ?? label} />
        ) : (
          <Button icon={iconSearch}>{submit}</Button>
        )}
      </form>
    </search>
  );
}
