/** @jsxImportSource preact */
// Buttons, and links that look like them.
import type { ComponentChildren, JSX, VNode } from 'preact';
import { Icon } from './icon.tsx';
import type { IconShape } from './icons.ts';

export type ButtonVariant = 'main' | 'plain' | 'quiet' | 'danger';

interface ButtonAppearance {
  /** `main` is the one act of a page or form; default `plain`. */
  readonly variant?: ButtonVariant | undefined;
  readonly icon?: IconShape | undefined;
  /** Over the whole width of its container. */
  readonly wide?: boolean | undefined;
  readonly children?: ComponentChildren;
}

const classOf = ({ variant = 'plain', wide = false }: ButtonAppearance): string =>
  ['button', variant === 'plain' ? '' : `button-${variant}`, wide ? 'button-wide' : ''].filter(Boolean).join(' ');

export type ButtonProps = ButtonAppearance & Omit<JSX.IntrinsicElements['button'], 'icon' | 'class' | 'style'>;

/** A button; submits its form unless `type` says otherwise. */
export function Button({ variant, icon, wide, children, ...rest }: ButtonProps): VNode {
  return (
    <button type="submit" {...rest} class={classOf({ variant, wide })}>
      {icon && <Icon shape={icon} />}
      {children}
    </button>
  );
}

/** The button that sends a form, as wide as its words. */
export const SubmitButton = (props: ButtonProps): VNode => (
  <div>
    <Button {...props} />
  </div>
);

export interface LinkButtonProps extends ButtonAppearance {
  readonly href: string;
  readonly rel?: string;
  /** Name where the children alone do not tell. */
  readonly 'aria-label'?: string;
  /** The same by ids of elements, its own among them. */
  readonly 'aria-labelledby'?: string;
  readonly id?: string;
  readonly download?: boolean;
  readonly 'data-act'?: string | undefined;
}

/** A link that looks like a button. */
export function LinkButton({ variant, icon, wide, children, href, ...rest }: LinkButtonProps): VNode {
  return (
    <a {...rest} href={href} class={classOf({ variant, wide })}>
      {icon && <Icon shape={icon} />}
      {children}
    </a>
  );
}
