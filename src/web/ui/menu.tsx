/** @jsxImportSource preact */
// A disclosure with links and buttons; a script closes it on Escape and on a press outside.
import type { ComponentChildren, VNode } from 'preact';

export interface MenuProps {
  /** What the summary shows; give it a text. */
  readonly summary: ComponentChildren;
  readonly children: ComponentChildren;
}

export const Menu = ({ summary, children }: MenuProps): VNode => (
  <details class="menu menu-sheet" data-menu>
    <summary class="button button-quiet">{summary}</summary>
    <div class="menu-panel">{children}</div>
  </details>
);
