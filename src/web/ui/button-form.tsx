/** @jsxImportSource preact */
// A form of one button, and the fields that it sends.
import type { VNode } from 'preact';
import { Button, type ButtonProps } from './button.tsx';
import { HiddenFields, type HiddenValues } from './hidden-fields.tsx';

export interface ButtonFormProps extends Omit<ButtonProps, 'action' | 'hidden'> {
  /** Address that the form posts to. */
  readonly action: string;
  readonly hidden?: HiddenValues;
}

export const ButtonForm = ({ action, hidden = {}, ...button }: ButtonFormProps): VNode => (
  <form method="post" action={action}>
    <HiddenFields values={hidden} />
    <Button {...button} />
  </form>
);
