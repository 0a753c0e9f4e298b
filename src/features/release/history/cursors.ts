// Cursors of history and changes. A page of changes stays on the two releases of the page before.
import { z } from 'zod';
import { cursorsOf, decodeCursor, encodeCursor, nameList } from '../../../kernel/cursor.ts';
import { isReleaseId } from '../../../kernel/names.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Seen } from './entity-history.ts';

const historyCursors = cursorsOf(z.strictObject({ list: z.string(), number: z.int().min(1) }));

/** Number of the promotion that a page of the history ended with. Refuses with `invalid_cursor`. */
export const readHistoryCursor = (server: string, text: string | undefined): number | undefined =>
  historyCursors.read(`history ${server}`, text)?.number;

export const writeHistoryCursor = (server: string, number: number | undefined): string | null =>
  historyCursors.write(`history ${server}`, number === undefined ? undefined : { number });

const entityHistoryCursors = cursorsOf(
  z.strictObject({
    list: z.string(),
    /** The promotion that the page begins with. */
    number: z.int().min(1),
    seen: z.enum(['nothing', 'resource', 'entity']),
  }),
);

interface HistoryEntity {
  readonly server: string;
  readonly resource: string;
  readonly id: string;
}

const entityList = ({ server, resource, id }: HistoryEntity): string =>
  `entity history ${server} ${nameList(resource, id)}`;

/** Where a page of the history of an entity begins. Refuses with `invalid_cursor`. */
export const readEntityHistoryCursor = (entity: HistoryEntity, text: string | undefined) =>
  entityHistoryCursors.read(entityList(entity), text);

export const writeEntityHistoryCursor = (
  entity: HistoryEntity,
  place: { readonly number: number; readonly seen: Seen } | undefined,
): string | null => entityHistoryCursors.write(entityList(entity), place);

const changesCursorSchema = z.strictObject({
  server: z.string(),
  from: z.string().refine(isReleaseId),
  to: z.string().refine(isReleaseId),
  /** The files, or a resource. */
  list: z.string(),
  after: z.int().min(1),
});
export type ChangesCursor = z.infer<typeof changesCursorSchema>;

export const writeChangesCursor = (cursor: ChangesCursor): string => encodeCursor(cursor);

/** Refuses with `invalid_cursor` when it is malformed, or of another list or other releases than the query names. */
export function readChangesCursor(
  server: string,
  list: string,
  query: { readonly cursor: string | undefined; readonly from: string | undefined; readonly to: string | undefined },
): ChangesCursor | undefined {
  if (query.cursor === undefined) return undefined;
  const cursor = decodeCursor(changesCursorSchema, query.cursor);
  const isOwn =
    cursor?.server === server &&
    cursor.list === list &&
    (query.from ?? cursor.from) === cursor.from &&
    (query.to ?? cursor.to) === cursor.to;
  if (!isOwn) throw new Refusal('invalid_cursor');
  return cursor;
}
