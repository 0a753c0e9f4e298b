/** @jsxImportSource preact */
// A fact in a list of facts: what it is called, and what it is.
import type { ComponentChildren, VNode } from 'preact';

interface FactProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

export const Fact = ({ name, children }: FactProps): VNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
