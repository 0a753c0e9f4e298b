import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList, timeCursors } from '../../../kernel/cursor.ts';
import { PAGE_LIMIT_DEFAULT } from '../../../kernel/names.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Appeal, fileAppeal, findOwnAppeal, type OnAppealed } from '../appeals/appeals.ts';
import type { standingContract } from './contract.ts';
import { listOwnDecisions, listOwnRestrictions } from './standing.ts';

const RESTRICTIONS = nameList('own restrictions');
const DECISIONS = nameList('own decisions');

type AppealColumns = Pick<Appeal, 'id' | 'status' | 'message' | 'answer'>;
const presentAppeal = ({ id, status, message, answer }: AppealColumns) => ({ id, status, message, answer });

export interface StandingDependencies {
  readonly database: Database;
  readonly onAppealed: OnAppealed;
}

export function standingHandlers({ database, onAppealed }: StandingDependencies): Handlers<typeof standingContract> {
  const { db } = database;
  return {
    standingRead: async ({ query, actor }) => {
      const { limit = PAGE_LIMIT_DEFAULT } = query;
      const page = (list: string, cursor: string | undefined) => ({
        before: timeCursors.read(list, cursor),
        limit: limit + 1,
      });
      const restrictions = page(RESTRICTIONS, query.restrictionsCursor);
      const decisions = page(DECISIONS, query.decisionsCursor);
      const restricted = timeCursors.cut(
        RESTRICTIONS,
        await listOwnRestrictions(db, actor.accountId, restrictions),
        limit,
        ({ restriction: { issuedAt, id } }) => ({ time: issuedAt.getTime(), id }),
      );
      const decided = timeCursors.cut(
        DECISIONS,
        await listOwnDecisions(db, actor.accountId, decisions),
        limit,
        ({ found: { decidedAt, id } }) => ({ time: decidedAt?.getTime() ?? 0, id }),
      );
      return json({
        restrictions: restricted.rows.map(({ restriction, appeal }) => ({
          id: restriction.id,
          kind: restriction.kind,
          reasonCode: restriction.reasonCode,
          message: restriction.message,
          createdAt: restriction.issuedAt.getTime(),
          expiresAt: restriction.expiresAt?.getTime() ?? null,
          appeal: appeal && presentAppeal(appeal),
        })),
        restrictionsNextCursor: restricted.nextCursor,
        decisions: decided.rows.map(({ found, appeal }) => ({
          caseId: found.id,
          subjectKind: found.kind,
          subjectId: found.subjectId,
          verdict: found.verdict,
          reasonCode: found.reasonCode,
          message: found.message,
          decidedAt: found.decidedAt?.getTime() ?? 0,
          appeal: appeal && presentAppeal(appeal),
        })),
        decisionsNextCursor: decided.nextCursor,
      });
    },
    appealFile: {
      create: async ({ body, actor }) => {
        const { caseId, restrictionId, message } = body;
        const target = caseId !== undefined ? { caseId } : restrictionId !== undefined ? { restrictionId } : undefined;
        if (target === undefined) throw new Refusal('invalid_appeal');
        const { accountId } = actor;
        const filed = await database.transaction((tx) => fileAppeal(tx, onAppealed, accountId, { target, message }));
        return { status: 201, body: { appeal: presentAppeal(filed) } };
      },
      readCreated: async ({ actor, id }) => {
        const appeal = await findOwnAppeal(db, actor.accountId, id);
        return appeal && { appeal: presentAppeal(appeal) };
      },
    },
  };
}
