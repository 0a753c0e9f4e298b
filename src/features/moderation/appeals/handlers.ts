import type { Actor } from '../../../http/gates/guard.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameOf } from '../../../http/routing/person-name.ts';
import { nameList, placeByCreation, timeCursors } from '../../../kernel/cursor.ts';
import { PAGE_LIMIT_DEFAULT } from '../../../kernel/names.ts';
import { onlyOf } from '../../../kernel/page.ts';
import { uidsAmong } from '../common/people.ts';
import { type AppealDependencies, decideAppeal, listAppeals } from './appeals.ts';
import { type AppealedRow, findBlocks } from './blocks.ts';
import type { appealsContract } from './contract.ts';

export function appealsHandlers(dependencies: AppealDependencies): Handlers<typeof appealsContract> {
  const { db } = dependencies.database;

  async function present(reader: Actor, rows: readonly AppealedRow[]) {
    const ids = rows.flatMap(({ appeal, found, restriction }) => [
      ...[appeal.accountId, appeal.decidedBy, found?.decidedBy, restriction?.issuedBy].filter((id) => id != null),
    ]);
    const open = rows.filter(({ appeal }) => appeal.status === 'open');
    const blocks = await findBlocks(db, dependencies.people, reader, open);
    const persons = await dependencies.people.readByIds(db, [...new Set(ids)]);
    const uidOf = uidsAmong(persons);
    return rows.map(({ appeal, found, restriction }) => ({
      id: appeal.id,
      status: appeal.status,
      uid: uidOf(appeal.accountId),
      handle: persons.get(appeal.accountId)?.handle ?? null,
      person: nameOf(persons.get(appeal.accountId)),
      message: appeal.message,
      answer: appeal.answer,
      case: found && {
        id: found.id,
        kind: found.kind,
        subjectId: found.subjectId,
        verdict: found.verdict,
        reasonCode: found.reasonCode,
        message: found.message,
        excerpt: found.excerpt,
        decidedByUid: uidOf(found.decidedBy),
        decidedAt: found.decidedAt?.getTime() ?? null,
      },
      restriction: restriction && {
        id: restriction.id,
        kind: restriction.kind,
        reasonCode: restriction.reasonCode,
        message: restriction.message,
        issuedByUid: uidOf(restriction.issuedBy),
        issuedAt: restriction.issuedAt.getTime(),
        expiresAt: restriction.expiresAt?.getTime() ?? null,
      },
      decidedByUid: uidOf(appeal.decidedBy),
      decidedAt: appeal.decidedAt?.getTime() ?? null,
      version: appeal.version,
      blocked: blocks.get(appeal.id) ?? null,
      createdAt: appeal.createdAt.getTime(),
    }));
  }

  return {
    appealList: async ({ query, actor }) => {
      const { status, limit = PAGE_LIMIT_DEFAULT } = query;
      const list = nameList('appeals', status);
      const after = timeCursors.read(list, query.cursor);
      const found = await listAppeals(db, actor, { status, after, limit: limit + 1 });
      const { rows, nextCursor } = timeCursors.cut(list, found, limit, ({ appeal }) => placeByCreation(appeal));
      return json({ appeals: await present(actor, rows), nextCursor });
    },
    appealDecide: async ({ params, body, actor }) => {
      const decided = await decideAppeal(dependencies, actor, params.id, body);
      return json({ appeal: onlyOf(await present(actor, [decided])) });
    },
  };
}
