// The cursor of a query page. A release never changes, so the cursor is a count of entities. It contains a digest of what
// determines the list (resource, terms, filters, order). Page length, fields and facets may change between pages.
import { z } from 'zod';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { decodeCursor, encodeCursor } from '../../../kernel/cursor.ts';
import { isReleaseId, isServerId } from '../../../kernel/names.ts';
import { Refusal } from '../../../kernel/refusal.ts';

const cursorSchema = z.strictObject({
  server: z.string().refine(isServerId),
  releaseId: z.string().refine(isReleaseId),
  query: z.string(),
  after: z.int().min(1),
});
export type QueryCursor = z.infer<typeof cursorSchema>;

export interface ListedQuery {
  readonly q: string | undefined;
  readonly filter: readonly string[];
  readonly sort: string | undefined;
  readonly where?: string | undefined;
  readonly locale?: string | undefined;
  readonly list?: string | undefined;
  readonly notlist?: string | undefined;
}

/** A digest that identifies the list of a query. */
export function queryDigest(resource: string, { q, filter, sort, where, locale, list, notlist }: ListedQuery): string {
  const later = where === undefined && locale === undefined ? [] : [where ?? null, locale ?? null];
  const lists = list === undefined && notlist === undefined ? [] : ['lists', list ?? null, notlist ?? null];
  return sha256Hex(JSON.stringify([resource, q ?? null, filter, sort ?? null, ...later, ...lists])).slice(0, 24);
}

/** What decides the list of a search of all collections. */
export interface ListedSearch {
  readonly q: string;
  readonly resource: readonly string[];
  readonly locale: string | undefined;
}

/** A digest that identifies this list. */
export const searchDigest = (search: ListedSearch): string =>
  sha256Hex(JSON.stringify([search.q, search.resource, search.locale ?? null])).slice(0, 24);

/** The cursor that continues a list after so many entities, for pages that are called by number. */
export const cursorAfter = (
  server: string,
  releaseId: string,
  resource: string,
  query: ListedQuery,
  after: number,
): string => writeQueryCursor({ server, releaseId, query: queryDigest(resource, query), after });

/** The cursor that continues a search after so many entities, for pages that are called by number. */
export const searchCursorAfter = (server: string, releaseId: string, search: ListedSearch, after: number): string =>
  writeQueryCursor({ server, releaseId, query: searchDigest(search), after });

export const writeQueryCursor = (cursor: QueryCursor): string => encodeCursor(cursor);

/** Refuses with `invalid_cursor` if it is malformed or belongs to another query or release. */
export function requireQueryCursor(text: string, server: string, query: string, pin: string | undefined): QueryCursor {
  const cursor = decodeCursor(cursorSchema, text);
  if (cursor === undefined || cursor.server !== server || cursor.query !== query) throw new Refusal('invalid_cursor');
  if (pin !== undefined && cursor.releaseId !== pin) throw new Refusal('invalid_cursor');
  return cursor;
}
