/** @jsxImportSource preact */
// A list without anything in it: one sentence and one act.
import type { ComponentChildren, VNode } from 'preact';
import { Icon } from './icon.tsx';
import type { IconShape } from './icons.ts';

export interface EmptyStateProps {
  readonly icon?: IconShape;
  readonly text: string;
  /** The act, as a link or a form. */
  readonly children?: ComponentChildren;
}

export const EmptyState = ({ icon, text, children }: EmptyStateProps): VNode => (
  <div class="empty-state">
    {icon && <Icon shape={icon} />}
    <p>{text}</p>
    {children}
  </div>
);
