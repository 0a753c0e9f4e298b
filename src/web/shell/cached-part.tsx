/** @jsxImportSource preact */
// Parts of pages that are the same in many of them: of a release, which never changes, and what strangers see of posts and comments.
// They are rendered once and put as they are into every page. What a part reports to its page while it is rendered, it reports
// again from the cache.
import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { jsxTemplate } from 'preact/jsx-runtime';
import { renderToString } from 'preact-render-to-string';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import type { IslandName } from '../islands/all.ts';
import { IslandsContext, type IslandsMet } from '../islands/island.tsx';
import { type PageEnd, PageEndContext } from '../ui/page-end.ts';
import { TintsContext } from '../ui/tints.ts';

export interface CachedPartProps {
  /** All that the part is made of, such as release, language and entity; undefined: it is rendered each time. */
  readonly by: string | undefined;
  readonly render: () => VNode;
}

interface Part {
  readonly html: string;
  readonly names: ReadonlySet<IslandName>;
  readonly wanted: ReadonlySet<IslandName>;
  readonly tints: ReadonlySet<string>;
}

/** In each process. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** Overhead of a part, without its HTML and its key. */
const ENTRY_BYTES = 256;
/** Texts that hold characters beyond Latin take two bytes a character. */
const CHARACTER_BYTES = 2;

const parts = new BoundedCache<string, Part>(CACHE_BYTES);

/**
 * A part of a page from the cache, or rendered now. One that says something of the time of day, or shows what is not known yet, is
 * not cached.
 */
export function CachedPart({ by, render }: CachedPartProps): VNode {
  const islands = useContext(IslandsContext);
  const tints = useContext(TintsContext);
  const end = useContext(PageEndContext);
  if (by === undefined || islands === undefined || tints === undefined || end === undefined) return render();
  let part = parts.read(by);
  if (part === undefined) {
    const own: PageEnd = { at: undefined };
    part = renderPart(render, islands, own);
    if (own.at !== undefined) end.at = Math.min(own.at, end.at ?? own.at);
    else if (own.isProvisional !== true) {
      parts.store(by, part, (by.length + part.html.length) * CHARACTER_BYTES + ENTRY_BYTES);
    }
  }
  for (const name of part.names) islands.names.add(name);
  for (const name of part.wanted) islands.wanted.add(name);
  for (const digits of part.tints) tints.add(digits);
  return jsxTemplate([part.html]);
}

function renderPart(render: () => VNode, page: IslandsMet, end: PageEnd): Part {
  const islands = { ...page, names: new Set<IslandName>(), wanted: new Set<IslandName>() };
  const tints = new Set<string>();
  const pieces = renderToString(
    <IslandsContext.Provider value={islands}>
      <TintsContext.Provider value={tints}>
        <PageEndContext.Provider value={end}>{render()}</PageEndContext.Provider>
      </TintsContext.Provider>
    </IslandsContext.Provider>,
  );
  // The engine keeps a concatenated text as its pieces and would join the thousands of them again in every page.
  const html = Buffer.from(pieces).toString();
  return { html, tints, names: islands.names, wanted: islands.wanted };
}
