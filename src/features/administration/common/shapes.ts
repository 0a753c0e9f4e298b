// What the routes of administration share. All of them are for administrators who signed in or confirmed within the last hour,
// by cookie alone, from this origin and those that the operator trusts. Declarations only.
import { z } from 'zod';
import { jsonBody } from '../../../http/routing/declarations.ts';
import { pageCursor, pageLimit } from '../../../http/routing/page-parameters.ts';

const BODY_BYTES = 32_768;
const NOTE_MAX = 2000;

export const limit = pageLimit();
export const cursor = pageCursor('Opaque `nextCursor` of the previous page, with the same filters');
export const nextCursor = z.string().nullable();
export const note = z.string().trim().min(1).max(NOTE_MAX).describe('Only for the audit trail').optional();

export const body = <S extends z.ZodType>(schema: S) => jsonBody(schema, BODY_BYTES, 'invalid_body');
