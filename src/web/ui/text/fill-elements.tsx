/** @jsxImportSource preact */
// A text with elements inside it, such as a time or a link: each language puts them where its grammar wants them.
import type { ComponentChildren, VNode } from 'preact';

/** A text with elements in the place of `{name}`. `say` leaves the placeholders that it gets no value for. */
export const fillElements = (text: string, elements: Readonly<Record<string, ComponentChildren>>): VNode => (
  <>{text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : elements[part]))}</>
);
