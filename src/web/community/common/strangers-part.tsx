/** @jsxImportSource preact */
// Parts of pages for strangers that are cached: a comment or the card of a post is the same in every page that is made after
// something else was committed. Rendering one costs fifty times as much as finding it.
import type { VNode } from 'preact';
import { CachedPart } from '../../shell/cached-part.tsx';
import type { PageProps } from '../../shell/page-context.ts';

/** Keys of parts by an object that they show, while answers repeat it. */
const keysOf = new WeakMap<object, Map<string, string>>();
/** Addresses and languages in which such an object is shown; of more, each key is written again. */
const VARIANTS_MAX = 5;

export interface StrangersPartProps extends PageProps {
  /** Which part it is. */
  readonly name: string;
  /** What the part shows, as an answer has it. While it is the same frozen object, its values need not be compared. */
  readonly whole: object;
  /** What else it shows, as plain values; without what every stranger has in common on this page. */
  readonly of: unknown;
  readonly render: () => VNode;
}

/** A part of a page. For members it is rendered in its place. */
export const StrangersPart = ({ render, ...shown }: StrangersPartProps): VNode => (
  <CachedPart by={shown.page.actor === undefined ? keyOf(shown) : undefined} render={render} />
);

function keyOf({ page, name, whole, of }: Omit<StrangersPartProps, 'render'>): string {
  const variant = `${name} ${page.locale} ${page.basePath} ${page.own} ${JSON.stringify([page.ownWords, of])}`;
  const known = keysOf.get(whole)?.get(variant);
  if (known !== undefined) return known;
  const key = `${variant} ${JSON.stringify(whole)}`;
  if (Object.isFrozen(whole)) {
    const variants = keysOf.get(whole) ?? new Map<string, string>();
    if (variants.size < VARIANTS_MAX) keysOf.set(whole, variants.set(variant, key));
  }
  return key;
}
