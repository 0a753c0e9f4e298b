// Keys of parts of pages that show one release and nothing else.
import type { Catalog } from './reads.ts';

const beginnings = new WeakMap<Catalog, string>();

/**
 * The key of a part by all that it shows besides the release, the language and the form of addresses. Undefined: what the
 * catalog shows may change.
 */
export function partKey(catalog: Catalog, what: readonly (string | number | undefined)[]): string | undefined {
  return catalog.mirror === undefined ? `${beginningOf(catalog)}${JSON.stringify(what)}` : undefined;
}

function beginningOf(catalog: Catalog): string {
  const known = beginnings.get(catalog);
  if (known !== undefined) return known;
  const { page, server, releaseId, isPinned, slots } = catalog;
  const { basePath, address, locale, forcedLocale, pin } = page;
  const beginning = JSON.stringify([
    ...[server.id, releaseId, isPinned, pin],
    ...[basePath, address, locale, forcedLocale, slots.reader, slots.page, slots.region],
  ]);
  beginnings.set(catalog, beginning);
  return beginning;
}
