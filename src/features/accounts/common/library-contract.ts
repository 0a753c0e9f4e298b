// What the contracts of the sign-in library's routes share: bodies and answers. Declarations only.
import { z } from 'zod';
import type { AnswerDescription } from '../../../http/routing/contract.ts';
import { jsonBody } from '../../../http/routing/declarations.ts';

const BODY_BYTES = 32_768;

export const body = <S extends z.ZodType>(schema: S) => jsonBody(schema, BODY_BYTES, 'invalid_body');
export const optionalBody = <S extends z.ZodType>(schema: S) => ({ ...body(schema), optional: true }) as const;
export const emptyRequest = z.object({}).meta({ id: 'EmptyRequest' });

export const refused = {
  description: 'Refused by the sign-in library: the usual envelope with its code in lower case',
  schema: z.object({ error: z.object({ code: z.string(), message: z.string() }) }).meta({ id: 'SignInError' }),
} as const satisfies AnswerDescription;
export const status = z.object({ status: z.boolean() }).meta({ id: 'StatusAnswer' });
