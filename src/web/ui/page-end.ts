// Until when a page is true. What it says of the time of day, such as that something runs now, ends at a moment that the parts of
// the page report while they are rendered; a cached copy is not used after it.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** What the page being rendered, or a part of it, has met. */
export interface PageEnd {
  /** The earliest end; undefined: the page stays true. */
  at: number | undefined;
  /** Whether something was not known yet, such as the size of a picture. */
  isProvisional?: true;
}

export const PageEndContext = createContext<PageEnd | undefined>(undefined);

/** Says that the page is no longer true from this moment on. */
export function usePageEnd(at: number | undefined): void {
  const end = useContext(PageEndContext);
  if (end !== undefined && at !== undefined) end.at = Math.min(at, end.at ?? at);
}

/** Says whether what is shown will be known better later, so that no part of the page with it is cached. */
export function useProvisional(isProvisional: boolean): void {
  const end = useContext(PageEndContext);
  if (end !== undefined && isProvisional) end.isProvisional = true;
}

/** The same as an element, for pages that show nothing of what changes then. */
export function EndsAt({ at }: { readonly at: number | undefined }): null {
  usePageEnd(at);
  return null;
}
