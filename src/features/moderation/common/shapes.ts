// Schemas and refusals shared by the routes of moderation. Declarations only.
import { z } from 'zod';
import { ROLES } from '../../../http/gates/guard.ts';
import type { Parameter } from '../../../http/routing/contract.ts';
import { jsonBody, uuid } from '../../../http/routing/declarations.ts';
import { pageCursor, pageLimit } from '../../../http/routing/page-parameters.ts';
import { personName } from '../../../http/routing/person-name.ts';
import { integer } from '../../../http/routing/wire-type.ts';
import { VERSION_MAX } from '../../../kernel/names.ts';
import { MESSAGE_MAX, NOTE_MAX, REASON_CODES } from '../../../kernel/reason-code.ts';
import type { RefusalCode } from '../../../kernel/refusal.ts';

const SECTION = 'Moderation';
const BODY_BYTES = 262_144;

export const base = { section: SECTION, dialect: 'api', cors: 'credentials', access: 'staff' } as const;

export const idParameter = (description: string, refusal: RefusalCode) =>
  ({ schema: uuid.describe(description), refusal }) as const satisfies Parameter;
export const limit = pageLimit();
export const cursor = pageCursor('Opaque `nextCursor` of the previous page, with the same filters');

export const nextCursor = z.string().nullable();
/** Fields of every view of a person: the name, and what the account is. */
export const personFields = {
  ...personName.shape,
  role: z.enum(ROLES),
  status: z.enum(['active', 'suspended', 'deleted']),
};
/** A person in the path. */
export const uidParameter = (refusal: RefusalCode) =>
  ({
    schema: z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number)
      .describe('Public UID of the person'),
    refusal,
    wire: integer(1),
  }) as const satisfies Parameter;
export const reasonCode = z.enum(REASON_CODES);
export const note = z.string().trim().min(1).max(NOTE_MAX).describe('Only for the audit trail').optional();
export const message = z.string().trim().min(1).max(MESSAGE_MAX).describe('What the person reads').optional();
export const version = z.int().min(1).max(VERSION_MAX).describe('Version that the decision is about');

export const body = <S extends z.ZodType>(schema: S, invalid: RefusalCode) => jsonBody(schema, BODY_BYTES, invalid);
