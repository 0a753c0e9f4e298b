/** @jsxImportSource preact */
// Parts of pages for strangers that are cached as HTML: a comment or the card of a post is the same in every page that is made
// after something else was committed. Rendering one costs fifty times as much as finding it.

import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { jsxTemplate } from 'preact/jsx-runtime';
import { renderToString } from 'preact-render-to-string';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import type { IslandName } from '../../islands/all.ts';
import { IslandsContext } from '../../islands/island.tsx';
import type { PageContext, PageProps } from '../../shell/page-context.ts';

/** In each process. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Overhead of a part besides its key and its HTML. */
const ENTRY_BYTES = 128;
/** Texts that hold characters beyond Latin take two bytes a character. */
const CHARACTER_BYTES = 2;

interface Cached {
  readonly html: string;
  /** Islands in the part that come alive. */
  readonly names: ReadonlySet<IslandName>;
  readonly wanted: ReadonlySet<IslandName>;
}

const cache = new BoundedCache<string, Cached>(KEPT_BYTES);
/** The same parts by an object that they show, while answers repeat it. */
const cachedOf = new WeakMap<object, Map<string, Cached>>();
/** Addresses and languages in which such an object is shown; of more, each is found by its values. */
const VARIANTS_MAX = 5;

export interface CachedPartProps extends PageProps {
  /** Which part it is. */
  readonly name: string;
  /** What the part shows, as an answer has it. While it is the same frozen object, its values need not be compared. */
  readonly whole: object;
  /** All that it shows besides, except what every stranger has in common on this page: plain values. */
  readonly of: unknown;
  readonly render: () => VNode;
}

/** A part of a page. For members it is rendered in its place. */
export function CachedPart({ page, name, whole, of, render }: CachedPartProps): VNode {
  const met = useContext(IslandsContext);
  if (page.actor !== undefined) return render();
  const variant = `${name} ${page.locale} ${page.basePath} ${page.own} ${JSON.stringify([page.ownWords, of])}`;
  const known = cachedOf.get(whole)?.get(variant) ?? findByValue(page, whole, variant, render);
  for (const island of known.names) met?.names.add(island);
  for (const island of known.wanted) met?.wanted.add(island);
  return jsxTemplate([known.html]);
}

function findByValue(page: PageContext, whole: object, variant: string, render: () => VNode): Cached {
  const key = `${variant} ${JSON.stringify(whole)}`;
  const known = cache.read(key) ?? keep(key, page, render);
  if (Object.isFrozen(whole)) {
    const variants = cachedOf.get(whole) ?? new Map<string, Cached>();
    if (variants.size < VARIANTS_MAX) cachedOf.set(whole, variants.set(variant, known));
  }
  return known;
}

function keep(key: string, { locale, ownWords }: PageContext, render: () => VNode): Cached {
  const names = new Set<IslandName>();
  const wanted = new Set<IslandName>();
  const pieces = renderToString(
    <IslandsContext.Provider value={{ locale, ownWords, names, wanted }}>{render()}</IslandsContext.Provider>,
  );
  // The engine keeps a concatenated text as its pieces and would join the thousands of them again in every page.
  const html = Buffer.from(pieces).toString();
  const made: Cached = { html, names, wanted };
  cache.store(key, made, (key.length + html.length) * CHARACTER_BYTES + ENTRY_BYTES);
  return made;
}
