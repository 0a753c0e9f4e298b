// Handlers of staff routes. Lists are keyset pages whose cursor is bound to their filters. Files are sent like those of
// the file routes, and are never cached.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CACHE_CONTROL, SANDBOXED } from '../../../http/answer/headers.ts';
import { answerContent } from '../../../http/content/bytes.ts';
import { attachmentDisposition } from '../../../http/content/disposition.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { cursorsOf, nameList, placeByCreation, timeCursors } from '../../../kernel/cursor.ts';
import { isSafeInline, OCTET_STREAM } from '../../../kernel/media-type.ts';
import { PAGE_LIMIT_DEFAULT } from '../../../kernel/names.ts';
import { onlyOf } from '../../../kernel/page.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { LocalObject, Objects } from '../../../platform/objects/objects.ts';
import { type FindConcerning, listAudit, presentAudits } from '../../audit/events.ts';
import { listCases, presentCaseDetail, presentCases } from '../cases/case-list.ts';
import type { Cases } from '../cases/cases.ts';
import { decideCase, requireCase } from '../cases/decisions.ts';
import type { People } from '../common/ports.ts';
import type { moderationContract } from './contract.ts';
import { closeReport, listReports, presentReports } from './reports.ts';
import {
  liftFromPerson,
  listActiveRestrictions,
  planExpiry,
  type Restriction,
  restrictPerson,
} from './restrictions.ts';

export interface ModerationHandlerDependencies {
  readonly database: Database;
  readonly objects: Pick<Objects, 'local'>;
  readonly cases: Cases;
  readonly people: People;
  readonly findConcerning: FindConcerning;
}

export function moderationHandlers(dependencies: ModerationHandlerDependencies): Handlers<typeof moderationContract> {
  const { database, objects, people } = dependencies;
  return {
    caseList: async ({ query }) => {
      const { status, kind, limit = PAGE_LIMIT_DEFAULT } = query;
      const list = nameList('cases', status, kind);
      const after = timeCursors.read(list, query.cursor);
      const found = await listCases(database.db, { status, kind, after, limit: limit + 1 });
      const { rows, nextCursor } = timeCursors.cut(list, found, limit, placeByCreation);
      return json({ cases: await presentCases(database.db, people, rows), nextCursor });
    },
    caseRead: async ({ params }) => {
      const found = await requireCase(database.db, params.id);
      return json({ case: await presentCaseDetail(database.db, people, found) });
    },
    caseContent: async ({ context, params }) => {
      const { content } = await requireCase(database.db, params.id);
      const local = content === null ? undefined : await objects.local(content.key);
      if (content === null || local === undefined) throw new Refusal('case_content_not_found');
      return answerFile(context, local, content.mediaType);
    },
    caseDecide: async ({ params, body, actor }) => {
      const decided = await decideCase(dependencies, actor, params.id, body);
      return json({ case: await presentCaseDetail(database.db, people, decided) });
    },
    reportList: async ({ query, actor }) => {
      const { status, limit = PAGE_LIMIT_DEFAULT } = query;
      const list = nameList('reports', status);
      const after = timeCursors.read(list, query.cursor);
      const found = await listReports(database.db, actor, { status, after, limit: limit + 1 });
      const { rows, nextCursor } = timeCursors.cut(list, found, limit, placeByCreation);
      const reports = await presentReports(database.db, people, rows);
      return json({ reports, nextCursor });
    },
    reportClose: async ({ params, body, actor }) => {
      const closed = await closeReport(dependencies, actor, params.id, body);
      return json({ report: onlyOf(await presentReports(database.db, people, [closed])) });
    },
    userSearch: async ({ query }) => {
      const { q = '', limit = PAGE_LIMIT_DEFAULT } = query;
      const text = q.trim();
      const list = nameList('users', text);
      const afterUid = uidCursors.read(list, query.cursor)?.uid ?? 0;
      const found = await people.search(database.db, { text, afterUid, limit: limit + 1 });
      const { rows, nextCursor } = uidCursors.cut(list, found, limit, ({ uid }) => ({ uid }));
      const active = Map.groupBy(
        await listActiveRestrictions(
          database.db,
          rows.map(({ accountId }) => accountId),
        ),
        ({ accountId }) => accountId,
      );
      const users = rows.map(({ accountId, uid, handle, displayName, role, status }) => {
        const restrictions = (active.get(accountId) ?? []).map(presentRestriction);
        return { uid, handle, displayName, role, status, restrictions };
      });
      return json({ users, nextCursor });
    },
    restrictionIssue: async ({ params, body, actor }) => {
      const expiresAt = planExpiry(body.expiresAt, Date.now());
      const { kind, reasonCode, note, message } = body;
      const issued = await database.transaction((tx) =>
        restrictPerson(tx, dependencies, actor, params.uid, { kind, reasonCode, expiresAt, note, message }),
      );
      return { status: 201, body: { restriction: presentRestriction(issued) } };
    },
    restrictionLift: async ({ params, body, actor }) => {
      await database.transaction((tx) => liftFromPerson(tx, people, actor, params.uid, params.id, body));
      return { status: 204 };
    },
    auditList: async ({ query, actor }) => {
      const { subjectKind, subjectId, action, actorUid, limit = PAGE_LIMIT_DEFAULT } = query;
      const list = nameList('audit', subjectKind, subjectId, action, actorUid?.toString());
      const before = timeCursors.read(list, query.cursor);
      const withAccounts = actor.role === 'administrator';
      const wanted = { subjectKind, subjectId, action, before, limit: limit + 1, withAccounts };
      const person = actorUid === undefined ? undefined : await people.readByKey(database.db, actorUid);
      const isNobody = actorUid !== undefined && person === undefined;
      const found = isNobody ? [] : await listAudit(database.db, { ...wanted, actorAccountId: person?.accountId });
      const { rows, nextCursor } = timeCursors.cut(list, found, limit, ({ at, id }) => ({ time: at.getTime(), id }));
      const events = await presentAudits(database.db, dependencies, actor, rows);
      return json({ events, nextCursor });
    },
  };
}

const uidCursors = cursorsOf(z.strictObject({ list: z.string(), uid: z.int().min(0) }));

function presentRestriction({ id, kind, reasonCode, message, issuedAt, expiresAt, version }: Restriction) {
  return {
    id,
    kind,
    reasonCode,
    message,
    issuedAt: issuedAt.getTime(),
    expiresAt: expiresAt?.getTime() ?? null,
    version,
  };
}

/** An untrusted file for staff. Types that a browser must not display in our origin are sent as downloads. */
function answerFile(context: RequestContext, local: LocalObject, mediaType: string): Response | Promise<Response> {
  const inline = isSafeInline(mediaType);
  const etag = `"${createHash('sha256').update(`${local.path} ${local.fingerprint}`).digest('hex')}"`;
  return answerContent(context, {
    identity: {
      bytes: local.bytes,
      etag,
      open: (start, end) => {
        const file = Bun.file(local.path);
        return start === 0 && end === local.bytes ? file : file.slice(start, end);
      },
    },
    ranges: true,
    headers: new Headers({
      'Content-Type': inline ? mediaType : OCTET_STREAM,
      'Content-Disposition': inline ? 'inline' : attachmentDisposition('case'),
      'Cache-Control': CACHE_CONTROL['no-store'],
      ...SANDBOXED,
      'Accept-Ranges': 'bytes',
    }),
  });
}
