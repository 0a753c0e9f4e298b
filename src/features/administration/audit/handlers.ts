import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { personKey } from '../../../http/routing/person-key.ts';
import { nameList, timeCursors } from '../../../kernel/cursor.ts';
import { PAGE_LIMIT_DEFAULT } from '../../../kernel/names.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type AuditReads, listAudit, presentAudits } from '../../audit/events.ts';
import type { People } from '../../moderation/common/ports.ts';
import { type auditAdministration, SERVICE } from './contract.ts';

export interface AuditAdministrationDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'readByKey'> & AuditReads['people'];
  readonly findConcerning: AuditReads['findConcerning'];
}

export function auditAdministrationHandlers({
  database,
  people,
  findConcerning,
}: AuditAdministrationDependencies): Handlers<typeof auditAdministration> {
  const { db } = database;

  /** Account id of an actor: null for the service, undefined for somebody who is not there. */
  async function findActor(actor: string): Promise<string | null | undefined> {
    if (actor === SERVICE) return null;
    return (await people.readByKey(db, personKey.parse(actor)))?.accountId;
  }

  return {
    adminAuditList: async ({ query, actor: reader }) => {
      const { actor, part, action, subjectKind, subjectId, since, until, limit = PAGE_LIMIT_DEFAULT } = query;
      const list = nameList('administered audit', actor, part, action, subjectKind, subjectId, `${since}`, `${until}`);
      const before = timeCursors.read(list, query.cursor);
      const actorAccountId = actor === undefined ? undefined : await findActor(actor);
      const isNobody = actor !== undefined && actorAccountId === undefined;
      const wanted = { actorAccountId, action, subjectKind, subjectId, since, until, before, limit: limit + 1 };
      const found = isNobody
        ? []
        : await listAudit(db, { ...wanted, withAccounts: part !== 'acts', onlyAccounts: part === 'access' });
      const { rows, nextCursor } = timeCursors.cut(list, found, limit, ({ at, id }) => ({ time: at.getTime(), id }));
      const events = await presentAudits(db, { people, findConcerning }, reader, rows);
      return json({ events, nextCursor });
    },
  };
}
