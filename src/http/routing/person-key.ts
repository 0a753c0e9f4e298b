// How a request names a person: by UID (a number), or by `@handle` (a string, without the sign). `@` and digits are a UID.
import { z } from 'zod';

export const personKey = z
  .string()
  .regex(/^(?:@?[1-9]\d{0,14}|@[a-z0-9_-]{3,32})$/i)
  // A handle is not made of digits alone.
  .refine((text) => !/^@(?:0\d*|\d{16,})$/.test(text))
  .transform((text): number | string => {
    const name = text.replace('@', '').toLowerCase();
    return /^\d+$/.test(name) ? Number(name) : name;
  });
