/** @jsxImportSource preact */
// A disclosure with links and buttons; a script closes it on Escape and on a press outside.
import type { ComponentChildren, VNode } from 'preact';
import { Icon } from './icon.tsx';
import { iconChevronDown } from './icons.ts';

export interface MenuProps {
  /** What the summary shows; give it a text. A text alone has a chevron, as a button that opens something. */
  readonly summary: ComponentChildren;
  readonly children: ComponentChildren;
}

export const Menu = ({ summary, children }: MenuProps): VNode => (
  <details class="menu menu-sheet" data-menu>
    {typeof summary === 'string' ? (
      <summary class="button">
        {summary}
        <Icon shape={iconChevronDown} />
      </summary>
    ) : (
      <summary class="button button-quiet">{summary}</summary>
    )}
    <div class="menu-panel">{children}</div>
  </details>
);
