/** @jsxImportSource preact */
// A form of one button, and the fields that it sends.
import type { VNode } from 'preact';
import { Button, type ButtonProps } from './button.tsx';

export interface ButtonFormProps extends Omit<ButtonProps, 'action' | 'hidden'> {
  /** Address that the form posts to. */
  readonly action: string;
  /** Hidden fields by name. */
  readonly hidden?: Readonly<Record<string, string | number>>;
}

export const ButtonForm = ({ action, hidden = {}, ...button }: ButtonFormProps): VNode => (
  <form method="post" action={action}>
    {Object.entries(hidden).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <Button {...button} />
  </form>
);
