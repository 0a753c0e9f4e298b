/** @jsxImportSource preact */
// A section that its heading names.
import type { ComponentChildren, JSX, VNode } from 'preact';

export interface TitledSectionProps extends Omit<JSX.IntrinsicElements['section'], 'title'> {
  /** Of the heading, alone on its page. */
  readonly titleId: string;
  readonly title: ComponentChildren;
}

export const TitledSection = ({ titleId, title, children, ...section }: TitledSectionProps): VNode => (
  <section class="stack" {...section} aria-labelledby={titleId}>
    <h2 id={titleId}>{title}</h2>
    {children}
  </section>
);
