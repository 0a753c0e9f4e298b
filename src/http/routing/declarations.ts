// Declarations that the contracts of several features share: JSON bodies with their refusals, times, ids, and the routes of
// administrators. Declarations only; what one feature alone shares among its rooms is in its own common/shapes.ts.
import { z } from 'zod';
import type { RefusalCode } from '../../kernel/refusal.ts';
import type { JsonBody, Parameter } from './contract.ts';

export const milliseconds = z.int().describe('Milliseconds since the epoch');

/** What an `Idempotency-Key` looks like. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9][A-Za-z0-9._:-]{15,127}$/;
export const IDEMPOTENCY_KEY_RULE = '16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit';

/** A UUID, normalised to lowercase. */
export const uuid = z.uuid().toLowerCase();

/** A JSON body with one refusal for everything that the schema does not allow. */
export const jsonBody = <S extends z.ZodType, const C extends RefusalCode>(schema: S, capBytes: number, invalid: C) =>
  ({ kind: 'json', schema, capBytes, invalid }) as const satisfies JsonBody;

/** Routes of releases and of webhooks: also by a token with the scope of that name. */
export const releasesRoute = {
  section: 'Administration',
  dialect: 'api',
  cors: 'credentials',
  access: 'administrator-releases',
} as const;
export const webhooksRoute = { ...releasesRoute, access: 'administrator-webhooks' } as const;

/** Routes for administrators: by cookie, signed in or confirmed within the last hour. */
export const administratorRoute = {
  section: 'Administration',
  dialect: 'api',
  cors: 'credentials',
  access: 'administrator',
} as const;

/** A parameter that the handler checks itself, after the release and the resource were found (`Parameter.late`). */
export const late = <S extends z.ZodType, const C extends RefusalCode>(schema: S, refusal: C) =>
  ({ schema, refusal, late: true }) as const satisfies Parameter;

type Fields = Readonly<Record<string, z.ZodType>>;

/** The JSON of a route that answers in one way. @param body its schema, or the fields of an object */
export function ok<S extends z.ZodType>(
  description: string,
  body: S,
): Readonly<Record<200, { description: string; schema: S }>>;
export function ok<F extends Fields>(
  description: string,
  body: F,
): Readonly<Record<200, { description: string; schema: z.ZodObject<F> }>>;
export function ok(description: string, body: z.ZodType | Fields) {
  return { 200: { description, schema: body instanceof z.ZodType ? body : z.object(body) } };
}

/** The JSON of a route that creates something and answers in no other way. */
export const created = <S extends z.ZodType>(description: string, schema: S) => ({ 201: { description, schema } });
