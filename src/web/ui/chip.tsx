/** @jsxImportSource preact */
// A small label: a role, a state, a tag; with notched edges a ticket (difficulty, rarity).
import type { ComponentChildren, VNode } from 'preact';

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'special' | 'pink' | 'own';

export interface ChipProps {
  readonly tone?: Tone | undefined;
  readonly ticket?: boolean;
  readonly href?: string;
  readonly children: ComponentChildren;
}

export function Chip({ tone, ticket = false, href, children }: ChipProps): VNode {
  const presentation = ['chip', ticket ? 'chip-ticket' : '', tone === undefined ? '' : `tone-${tone}`]
    .filter(Boolean)
    .join(' ');
  return href === undefined ? (
    <span class={presentation}>{children}</span>
  ) : (
    <a class={presentation} href={href}>
      {children}
    </a>
  );
}
