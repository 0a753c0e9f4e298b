// Where the next page of a query begins: a release never changes, so a count of entities is enough. A cursor names what
// decides the list (resource, terms, filters, order) by a digest; page length, fields and facets may change on the way.
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
}

/** A short name of the list that a query walks. */
export function queryDigest(resource: string, { q, filter, sort }: ListedQuery): string {
  return sha256Hex(JSON.stringify([resource, q ?? null, filter, sort ?? null])).slice(0, 24);
}

export const writeQueryCursor = (cursor: QueryCursor): string => encodeCursor(cursor);

/** Refuses with `invalid_cursor` when it is malformed, or of another query or release. */
export function requireQueryCursor(text: string, server: string, query: string, pin: string | undefined): QueryCursor {
  const cursor = decodeCursor(cursorSchema, text);
  if (cursor === undefined || cursor.server !== server || cursor.query !== query) throw new Refusal('invalid_cursor');
  if (pin !== undefined && cursor.releaseId !== pin) throw new Refusal('invalid_cursor');
  return cursor;
}
