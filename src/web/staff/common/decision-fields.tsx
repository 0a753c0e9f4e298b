/** @jsxImportSource preact */
// The fields of forms that decide about somebody's content or account: the reason, and a message to the person.
import type { VNode } from 'preact';
import { MESSAGE_MAX } from '../../../kernel/reason-code.ts';
import type { SayKey } from '../../messages/say.ts';
import type { PageProps } from '../../shell/page-context.ts';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { reasonChoices } from './reasons.ts';

interface FieldProps {
  /** Where a page has several of these forms. */
  readonly id?: string;
  readonly value: string | undefined;
  readonly error?: string | undefined;
}

interface ReasonFieldProps extends PageProps, FieldProps {
  readonly say: SayKey<'reason' | 'chooseReason'>;
  readonly isRequired?: boolean;
}

export const ReasonField = (props: ReasonFieldProps): VNode => {
  const { page, say, id = 'reasonCode', value, error, isRequired = true } = props;
  return (
    <SelectField
      id={id}
      name="reasonCode"
      label={say('reason')}
      value={value ?? ''}
      required={isRequired}
      choices={[{ value: '', label: say('chooseReason') }, ...reasonChoices(page)]}
      error={error}
    />
  );
};

interface MessageFieldProps extends FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly rows?: number;
}

export const MessageField = ({ id = 'message', label, hint, rows = 3, value, error }: MessageFieldProps): VNode => (
  <TextArea
    id={id}
    name="message"
    label={label}
    hint={hint}
    rows={rows}
    maxLength={MESSAGE_MAX}
    dir="auto"
    value={value}
    error={error}
  />
);
