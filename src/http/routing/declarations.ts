// Declarations that the contracts of several features share: JSON bodies with their refusals, times, ids, and the routes of
// administrators. Declarations only; what one feature alone shares among its rooms is in its own common/shapes.ts.
import { z } from 'zod';
import type { RefusalCode } from '../../kernel/refusal.ts';
import type { JsonBody } from './contract.ts';

export const milliseconds = z.int().describe('Milliseconds since the epoch');

/** A UUID, normalised to lowercase. */
export const uuid = z.uuid().toLowerCase();

/** A JSON body with one refusal for everything that the schema does not allow. */
export const jsonBody = <S extends z.ZodType, const C extends RefusalCode>(schema: S, capBytes: number, invalid: C) =>
  ({ kind: 'json', schema, capBytes, invalid }) as const satisfies JsonBody;

/** Routes for administrators: by cookie, signed in or confirmed within the last hour. */
export const administratorRoute = {
  section: 'Administration',
  dialect: 'api',
  cors: 'credentials',
  access: 'administrator',
} as const;
