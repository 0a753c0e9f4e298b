// Keys of parts of pages that show one release and nothing else.
import type { Catalog } from './reads.ts';

/** A page asks for many keys. */
const beginnings = new WeakMap<Catalog, string>();

/**
 * The key of a part: the release, the language, the form of addresses, and `what` else the part depends on. Undefined: the part
 * must not be cached, since the catalog may change or could not be read completely.
 */
export function partKey(catalog: Catalog, what: readonly (string | number | undefined)[]): string | undefined {
  return catalog.mirror === undefined && catalog.tints !== undefined
    ? `${beginningOf(catalog)}${JSON.stringify(what)}`
    : undefined;
}

function beginningOf(catalog: Catalog): string {
  const known = beginnings.get(catalog);
  if (known !== undefined) return known;
  const { page, server, releaseId, isPinned, slots, marks } = catalog;
  const { basePath, address, locale, forcedLocale, pin } = page;
  const beginning = JSON.stringify([
    ...[server.id, releaseId, isPinned, pin],
    ...[basePath, address, locale, forcedLocale, slots.reader, slots.page, slots.region],
    // None could be read, or there are none.
    Object.keys(marks).length,
  ]);
  beginnings.set(catalog, beginning);
  return beginning;
}
