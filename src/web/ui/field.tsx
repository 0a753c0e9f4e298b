/** @jsxImportSource preact */
// Form fields: label above, hint and error below and named by the control, and what was typed stays.
import { type ComponentChildren, h, type Ref, type TargetedEvent, type TargetedInputEvent, type VNode } from 'preact';

interface Common {
  /** Id of the control; also its name unless `name` says otherwise. */
  readonly id: string;
  readonly name?: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

interface Typed extends Common {
  readonly value?: string | undefined;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly autocomplete?: string;
  readonly autofocus?: boolean;
  readonly spellcheck?: boolean;
  /** Language or direction of what is typed. */
  readonly lang?: string;
  readonly dir?: 'auto' | 'ltr';
  readonly onInput?: (event: TargetedInputEvent<HTMLInputElement>) => void;
}

/** Attributes of a control that come from the label, hint and error. */
function attributesOf({ id, name = id, hint, error }: Common): Readonly<Record<string, unknown>> {
  const parts = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`].filter(Boolean);
  return {
    id,
    name,
    'aria-describedby': parts.join(' ') || undefined,
    'aria-invalid': error === undefined ? undefined : 'true',
  };
}

/** Error and hint of a control, below it. */
const Notes = ({ id, hint, error }: Common): VNode => (
  <>
    {error !== undefined && (
      <p class="field-error" id={`${id}-error`}>
        {error}
      </p>
    )}
    {hint !== undefined && (
      <p class="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </>
);

const Frame = ({ field, children }: { readonly field: Common; readonly children: ComponentChildren }): VNode => (
  <div class="field">
    <label for={field.id}>{field.label}</label>
    {children}
    <Notes {...field} />
  </div>
);

export interface TextFieldProps extends Typed {
  readonly type?:
    | 'text'
    | 'email'
    | 'password'
    | 'search'
    | 'url'
    | 'number'
    | 'date'
    | 'datetime-local'
    | 'time'
    | 'file';
  readonly inputMode?: 'numeric' | 'email' | 'url' | 'search';
  readonly pattern?: string;
  readonly accept?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A line of text, an address, a password, a number. */
export function TextField({ inputRef, ...field }: TextFieldProps): VNode {
  const { label: _label, hint: _hint, error: _error, ...rest } = field;
  return (
    <Frame field={field}>
      {h('input', { ...rest, ...attributesOf(field), class: 'input', ...(inputRef && { ref: inputRef }) })}
    </Frame>
  );
}

export interface TextAreaProps extends Typed {
  readonly rows?: number;
  readonly areaRef?: Ref<HTMLTextAreaElement>;
}

/** Text of several lines. */
export function TextArea({ areaRef, ...field }: TextAreaProps): VNode {
  const { label: _label, hint: _hint, error: _error, ...rest } = field;
  return (
    <Frame field={field}>
      {h('textarea', { ...rest, ...attributesOf(field), class: 'input', ...(areaRef && { ref: areaRef }) })}
    </Frame>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Language of the label where it is not that of the page. */
  readonly lang?: string;
}

export interface SelectFieldProps extends Common {
  readonly choices: readonly Choice[];
  readonly value?: string | undefined;
  readonly onChange?: (event: TargetedEvent<HTMLSelectElement>) => void;
}

/** A choice of one among several. */
export function SelectField({ choices, value, ...field }: SelectFieldProps): VNode {
  const { label: _label, hint: _hint, error: _error, ...rest } = field;
  const options = choices.map((choice) =>
    h(
      'option',
      { key: choice.value, value: choice.value, lang: choice.lang, selected: choice.value === value },
      choice.label,
    ),
  );
  return <Frame field={field}>{h('select', { ...rest, ...attributesOf(field), class: 'input' }, options)}</Frame>;
}

export interface CheckFieldProps extends Common {
  /** `radio`: one of those with the same name; give each an id. */
  readonly type?: 'checkbox' | 'radio';
  readonly value?: string;
  readonly checked?: boolean;
  readonly onChange?: (event: TargetedEvent<HTMLInputElement>) => void;
}

/** A box to tick. */
export function CheckField({ type = 'checkbox', ...field }: CheckFieldProps): VNode {
  const { label, hint: _hint, error: _error, ...rest } = field;
  return (
    <div class="field">
      <label class="check" for={field.id}>
        {h('input', { ...rest, ...attributesOf(field), type })}
        {label}
      </label>
      <Notes {...field} />
    </div>
  );
}
