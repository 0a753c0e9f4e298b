/** @jsxImportSource preact */
// An icon. Beside text it is decoration; alone it needs a label.
import { h, type VNode } from 'preact';
import type { IconShape } from './icons.ts';

export interface IconProps {
  readonly shape: IconShape;
  /** Name of an icon that stands alone. Without it the icon is hidden from screen readers. */
  readonly label?: string | undefined;
}

export const Icon = ({ shape, label }: IconProps): VNode => (
  <svg
    class="icon"
    viewBox="0 0 24 24"
    {...(label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label })}
  >
    {shape.map((element) => (typeof element === 'string' ? <path d={element} /> : h(...element)))}
  </svg>
);
