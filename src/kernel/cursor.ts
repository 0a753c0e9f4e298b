// Opaque cursors: base64url of compact JSON, no padding. Each list checks the payload with its own schema, so a cursor of
// another list, or a forged one, is malformed.
import type { z } from 'zod';

export const CURSOR_MAX = 2048;
/**
 * The last moment that a cursor may name, in milliseconds: the end of the last year that JavaScript and PostgreSQL write
 * alike. A forged one beyond it would be a fault of the database.
 */
export const CURSOR_TIME_MAX = 253_402_300_799_999;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Text of a cursor payload. */
export function encodeCursor(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64url');
}

/** The payload of a cursor, or undefined when it is not one of this list. */
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
