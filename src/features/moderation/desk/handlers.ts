import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { nameList, timeCursors } from '../../../kernel/cursor.ts';
import { PAGE_LIMIT_DEFAULT } from '../../../kernel/names.ts';
import { onlyOf } from '../../../kernel/page.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Cases } from '../cases/cases.ts';
import { requirePerson } from '../common/people.ts';
import { rejectAlike } from './alike.ts';
import { claimCase, listClaims } from './claims.ts';
import { type ContextDependencies, readCaseContext, readReportContext } from './context.ts';
import { type deskContract, FIGURE_DAYS_DEFAULT } from './contract.ts';
import { readFigures } from './figures.ts';
import { readHistory } from './history.ts';
import { noteCase, notePerson, presentNotes } from './notes.ts';
import { listOwnDecisions, presentOwnDecisions } from './own-decisions.ts';
import { countWaiting, listWaiting, readEntries } from './queue.ts';
import { closeSeveral, decideSeveral, type Seen } from './several.ts';

export interface DeskDependencies extends ContextDependencies {
  readonly database: Database;
  readonly cases: Cases;
}

export function deskHandlers(dependencies: DeskDependencies): Handlers<typeof deskContract> {
  const { database, people } = dependencies;
  const { db } = database;
  return {
    queueList: async ({ query, actor }) => {
      const { kind, limit = PAGE_LIMIT_DEFAULT } = query;
      const list = nameList('queue', kind);
      const after = timeCursors.read(list, query.cursor);
      const [found, waiting] = await Promise.all([
        listWaiting(db, actor, { kind, after, limit: limit + 1 }),
        countWaiting(db, actor),
      ]);
      const { rows, nextCursor } = timeCursors.cut(list, found, limit, ({ at, id }) => ({ time: at, id }));
      const entries = await readEntries(db, dependencies, actor, rows);
      return json({ entries, waiting, nextCursor });
    },
    ownDecisionList: async ({ query, actor }) => {
      const { limit = PAGE_LIMIT_DEFAULT } = query;
      // Of one reader, so that nobody continues the list of another.
      const list = nameList('own decisions', actor.accountId);
      const found = await listOwnDecisions(db, actor, timeCursors.read(list, query.cursor), limit + 1);
      const { rows, nextCursor } = timeCursors.cut(list, found, limit, ({ at, id }) => ({ time: at.getTime(), id }));
      const decisions = [...(await presentOwnDecisions(db, dependencies, actor, rows))];
      return json({ decisions, nextCursor });
    },
    caseContextRead: async ({ params, actor }) =>
      json({ context: await readCaseContext(db, dependencies, actor, params.id) }),
    reportContextRead: async ({ params, actor }) =>
      json({ context: await readReportContext(db, dependencies, actor, params.id) }),
    caseClaim: async ({ params, body, actor }) => {
      await claimCase(database, actor, params.id, body.active);
      const claims = await listClaims(db, people, [params.id]);
      return json({ claims: claims.get(params.id) ?? [] });
    },
    caseNote: async ({ params, body, actor }) => {
      const note = onlyOf(await presentNotes(db, people, [await noteCase(dependencies, actor, params.id, body.body)]));
      return { status: 201, body: { note } };
    },
    caseDecideSeveral: async ({ body, actor }) =>
      json({ results: await decideSeveral(dependencies, actor, pair(body), body) }),
    caseRejectAlike: async ({ params, body, actor }) => json(await rejectAlike(dependencies, actor, params.id, body)),
    reportCloseSeveral: async ({ body, actor }) =>
      json({ results: await closeSeveral(dependencies, actor, pair(body), body) }),
    userHistoryRead: async ({ params, actor }) => {
      const person = await requirePerson(db, people, params.uid);
      return json({ user: await readHistory(db, people, actor, person) });
    },
    userNote: async ({ params, body, actor }) => {
      const note = onlyOf(
        await presentNotes(db, people, [await notePerson(dependencies, actor, params.uid, body.body)]),
      );
      return { status: 201, body: { note } };
    },
    moderationFigures: async ({ query }) =>
      json({ ...(await readFigures(db, query.days ?? FIGURE_DAYS_DEFAULT, query.timeZone ?? 'UTC')) }),
  };
}

/** The body was checked to have as many versions as ids. */
const pair = ({ ids, versions }: { readonly ids: readonly string[]; readonly versions: readonly number[] }): Seen[] =>
  ids.map((id, place) => ({ id, version: versions[place] ?? 0 }));
