/** @jsxImportSource preact */
// A fact in a list of facts: what it is called, and what it is.
import type { ComponentChildren, VNode } from 'preact';

export const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }): VNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
