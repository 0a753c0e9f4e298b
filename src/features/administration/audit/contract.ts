import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { administratorRoute, ok } from '../../../http/routing/declarations.ts';
import { personKey } from '../../../http/routing/person-key.ts';
import { integer } from '../../../http/routing/wire-type.ts';
import { cursorTime } from '../../../kernel/cursor.ts';
import { auditView } from '../../audit/view.ts';
import { cursor, limit, nextCursor } from '../../moderation/common/shapes.ts';

/** The actor of what the service and the command line did. */
export const SERVICE = 'service';

/** Sign-ins are many more than acts, so that they can be read apart. */
const AUDIT_PARTS = ['acts', 'access'] as const;

const moment = {
  schema: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(cursorTime),
  refusal: 'invalid_query',
  wire: integer(0),
} as const;

export const auditAdministration = defineContract({
  adminAuditList: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/audit',
    summary: 'The audit trail, newest first',
    description: 'Who did what to what, when, with what stood before and after. Events are never changed or removed.',
    query: {
      actor: {
        schema: z.string().refine((text) => text === SERVICE || personKey.safeParse(text).success),
        refusal: 'invalid_query',
        description: 'Who did it: UID, or `@` and the handle; `service`: the service and the command line',
      },
      part: {
        schema: z.enum(AUDIT_PARTS),
        refusal: 'invalid_query',
        description: '`access`: sign-ins, passwords and keys of people; `acts`: everything else; absent: both',
      },
      action: {
        schema: z.string().regex(/^[a-z][a-z.-]{0,63}$/),
        refusal: 'invalid_query',
        description: 'As in the events: `account.role`, `release.promote`',
      },
      subjectKind: {
        schema: z.string().regex(/^[a-z][a-z-]{0,31}$/),
        refusal: 'invalid_query',
        description: '`user`, `account` (sign-ins and keys), `server`, `job`, `report`, or the kind of a case',
      },
      subjectId: { schema: z.string().min(1).max(64), refusal: 'invalid_query', description: 'Of a user the UID' },
      since: { ...moment, description: 'Not before, in milliseconds since the epoch' },
      until: { ...moment, description: 'Before, in milliseconds since the epoch' },
      limit,
      cursor,
    },
    answers: ok('A page', { events: z.array(auditView), nextCursor }),
  },
});
