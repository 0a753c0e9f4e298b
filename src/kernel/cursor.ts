// Opaque pagination cursors: base64url of compact JSON, without padding. The payload names its list and a place in it, and is
// validated with the schema of that list, so a forged cursor, or one of another list, is rejected as malformed.
import { z } from 'zod';
import { cutPage } from './page.ts';
import { Refusal } from './refusal.ts';

const CURSOR_MAX = 2048;
/**
 * The latest time that a cursor may name, in milliseconds: the end of year 9999, the last year that JavaScript and
 * PostgreSQL write the same way. A forged cursor with a later time would otherwise cause a database error.
 */
const CURSOR_TIME_MAX = 253_402_300_799_999;

/** A moment in a cursor, in milliseconds. */
export const cursorTime = z.int().min(0).max(CURSOR_TIME_MAX);

/** Place in a list that is ordered by time, then id. */
export interface TimePosition {
  readonly time: number;
  readonly id: string;
}

/** Reads and writes the cursors of one kind of place. */
export interface Cursors<Place> {
  /** The place that a cursor names in this list. Throws `invalid_cursor`. */
  read(list: string, text: string | undefined): Place | undefined;
  /** The cursor of a place in this list; null where there is none. */
  write(list: string, position: Place | undefined): string | null;
  /** The first `limit` of the rows that were found, of which one more was asked for, and the cursor of the next page. */
  cut<Row>(
    list: string,
    found: readonly Row[],
    limit: number,
    placeOf: (row: Row) => Place,
  ): { readonly rows: readonly Row[]; readonly nextCursor: string | null };
}

/** Cursors whose payload is of this schema: a place, and beside it the name of its list (`nameList`). */
export const cursorsOf = <Payload extends { readonly list: string }>(
  schema: z.ZodType<Payload>,
): Cursors<Omit<Payload, 'list'>> => ({
  cut(list, found, limit, placeOf) {
    const { rows, next } = cutPage(found, limit, placeOf);
    return { rows, nextCursor: this.write(list, next) };
  },
  read: (list, text) => {
    if (text === undefined) return undefined;
    const payload = decodeCursor(schema, text);
    if (payload === undefined || payload.list !== list) throw new Refusal('invalid_cursor');
    const { list: _list, ...position } = payload;
    return position;
  },
  write: (list, position) => (position === undefined ? null : encodeCursor({ list, ...position })),
});

/** Cursors of lists that are ordered by time, then id. */
export const timeCursors = cursorsOf(z.strictObject({ list: z.string(), time: cursorTime, id: z.uuid() }));

/** The place of a row in a list that is ordered by creation. */
export const placeByCreation = ({ createdAt, id }: { createdAt: Date | number; id: string }): TimePosition => ({
  time: Number(createdAt),
  id,
});

/** Name of a list in its cursors: a digest of what it is a list of, such as its filters. */
export const nameList = (...words: readonly (string | undefined)[]): string =>
  Bun.CryptoHasher.hash('sha256', JSON.stringify(words), 'base64url').slice(0, 10);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Encodes a payload as cursor text. */
export function encodeCursor(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64url');
}

/** Decodes a cursor. Returns undefined when the text is malformed or the payload does not match `schema`. */
export function decodeCursor<T>(schema: z.ZodType<T>, text: string): T | undefined {
  if (text.length > CURSOR_MAX || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    const json = utf8.decode(Buffer.from(text, 'base64url'));
    const result = schema.safeParse(JSON.parse(json));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}
