/** @jsxImportSource preact */
// Tabs of a page: links, of which one is the current page.
import type { VNode } from 'preact';

export interface TabLink {
  readonly href: string;
  readonly label: string;
  readonly current: boolean;
}

export interface TabsProps {
  /** Name of the group for screen readers. */
  readonly label: string;
  readonly tabs: readonly TabLink[];
}

export const Tabs = ({ label, tabs }: TabsProps): VNode => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ href, label: text, current }) => (
      <a key={href} href={href} aria-current={current ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
);
