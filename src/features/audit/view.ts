import { z } from 'zod';
import type { Wire } from '../../http/routing/contract.ts';
import { milliseconds } from '../../http/routing/declarations.ts';
import { personName } from '../../http/routing/person-name.ts';

/** An event of the audit trail, for moderators and administrators. */
export const auditView = z
  .object({
    id: z.string(),
    at: milliseconds,
    actorUid: z.int().nullable(),
    actor: personName.nullable().describe('Null: the service, the command line, or a deleted account'),
    action: z.string(),
    subjectKind: z.string(),
    subjectId: z.string(),
    person: personName.nullable().describe('Whom it is about, if the subject is a person who is still there'),
    reasonCode: z.string().nullable(),
    note: z.string().nullable(),
    before: z.unknown(),
    after: z.unknown(),
  })
  .meta({ id: 'AuditEvent' });
export type AuditView = Wire<z.output<typeof auditView>>;
