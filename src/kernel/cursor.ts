// Opaque pagination cursors: base64url of compact JSON, without padding. Each list validates the payload with its own
// schema, so a forged cursor, or one of another list, is rejected as malformed.
import type { z } from 'zod';

export const CURSOR_MAX = 2048;
/**
 * The latest time that a cursor may name, in milliseconds: the end of year 9999, the last year that JavaScript and
 * PostgreSQL write the same way. A forged cursor with a later time would otherwise cause a database error.
 */
export const CURSOR_TIME_MAX = 253_402_300_799_999;

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
