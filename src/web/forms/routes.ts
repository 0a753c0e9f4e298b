// What pages with forms declare. Declarations only.
import { z } from 'zod';
import type { Parameter } from '../../http/routing/contract.ts';

const HTML = 'text/html; charset=utf-8';

export const page = { method: 'GET', section: 'Pages', dialect: 'page', cors: 'none', access: 'viewer' } as const;
export const form = { ...page, method: 'POST', sameOrigin: 'form' } as const;
export const shown = { 200: { description: 'The page', mediaType: HTML } } as const;
/** A page that has what is shown this once. */
export const showsOnce = (what: string) => ({ description: `The page with ${what}`, mediaType: HTML });
export const again = (why: string) => ({ description: `The page again: ${why}`, mediaType: HTML });
export const text = { schema: z.string().max(512), refusal: 'invalid_query' } as const satisfies Parameter;

/** Bytes of a form: its texts percent-encoded. */
const FORM_BYTES = 16_384;
/** A form whose fields have no meaning here beside their being texts. */
export const fields = <S extends z.ZodRawShape>(shape: S) => formOf(z.object(shape));
export const formOf = <S extends z.ZodType>(schema: S, capBytes = FORM_BYTES) =>
  ({ kind: 'form', schema, capBytes, invalid: 'invalid_body' }) as const;
