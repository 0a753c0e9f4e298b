// What the routes of administration share. All of them are for administrators who signed in or confirmed within the last hour,
// by cookie alone, from this origin and those that the operator trusts. Declarations only.
import type { z } from 'zod';
import { jsonBody } from '../../../http/routing/declarations.ts';

const BODY_BYTES = 32_768;

export const body = <S extends z.ZodType>(schema: S) => jsonBody(schema, BODY_BYTES, 'invalid_body');
