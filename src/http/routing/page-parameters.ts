// The parameters of lists that come in pages, most of them of up to 100 rows. Declared once, so that every such list takes the same.
import { z } from 'zod';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../kernel/names.ts';
import type { Parameter } from './contract.ts';
import { integer } from './wire-type.ts';

const LIMIT = /^[1-9]\d{0,3}$/;
const CURSOR_CHARACTERS_MAX = 2048;

/** The length of a page. @param more what follows in the description */
export const pageLimit = (byDefault = PAGE_LIMIT_DEFAULT, more = '', most = PAGE_LIMIT_MAX) =>
  ({
    schema: z
      .string()
      .regex(LIMIT)
      .transform(Number)
      .refine((value) => value <= most),
    refusal: 'invalid_limit',
    wire: integer(1, most, byDefault),
    description: `Page length, 1 to ${most}, default ${byDefault}${more}`,
  }) as const satisfies Parameter;

/** Where a page begins. Each list checks that the cursor belongs to it. */
export const pageCursor = (description: string) =>
  ({
    schema: z.string().min(1).max(CURSOR_CHARACTERS_MAX),
    refusal: 'invalid_cursor',
    description,
  }) as const satisfies Parameter;
