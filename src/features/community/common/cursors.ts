// Cursors of the community's lists: each payload says what list it is of, so that one of another scope, filter or post is
// as malformed as a forged one.
import { z } from 'zod';
import { CURSOR_TIME_MAX, decodeCursor, encodeCursor } from '../../../kernel/cursor.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { normalizeTag } from './text.ts';

const time = z.number().int().min(0).max(CURSOR_TIME_MAX);
const id = z.uuid();

export const feedPlace = z.strictObject({ b: z.string(), c: time, i: id, p: time.nullable().optional() });
export const recommendedPlace = z.strictObject({
  b: z.string(),
  k: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  a: time,
  r: z.number().int().min(0).max(2_147_483_647).nullable(),
  c: time,
  i: id,
  s: z.number().int().min(0).max(2_147_483_647),
});
export const commentPlace = z.strictObject({
  b: z.string(),
  r: z.number().int().min(0).max(2_147_483_647).optional(),
  c: time,
  i: id,
});
export const profilePlace = z.strictObject({ b: z.string(), p: time.nullable(), c: time, i: id });
/** Place in a list by time alone: notifications, own comments, tag preferences. */
export const timePlace = z.strictObject({ b: z.string(), c: time, i: id });
export const tagPlace = z.strictObject({ b: z.string(), n: z.string().refine((name) => normalizeTag(name) === name) });

/** What a cursor is bound to: a digest of the list's words. */
export const bindingOf = (...words: readonly (string | undefined)[]): string =>
  Bun.CryptoHasher.hash('sha256', JSON.stringify(words), 'base64url').slice(0, 10);

/** Text of a cursor of a list. */
export const writeCursor = (binding: string, place: object | undefined): string | null =>
  place === undefined ? null : encodeCursor({ b: binding, ...place });

/** The place that a cursor names in this list, or `invalid_cursor`. */
export function readCursor<T extends { readonly b: string }>(
  schema: z.ZodType<T>,
  binding: string,
  text: string | undefined,
): Omit<T, 'b'> | undefined {
  if (text === undefined) return undefined;
  const payload = decodeCursor(schema, text);
  if (payload === undefined || payload.b !== binding) throw new Refusal('invalid_cursor');
  const { b: _binding, ...place } = payload;
  return place;
}
