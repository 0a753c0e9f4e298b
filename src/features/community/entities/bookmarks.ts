// Entities of catalogs that people keep for later. Owns entity_bookmark. An entity that a later release lacks stays listed.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import type { TimePosition } from '../../../kernel/cursor.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { listRows } from '../../../platform/database/rows.ts';
import { atMost, type CommunityDependencies, isOlder, type PageRows } from '../common/parts.ts';
import { inMilliseconds } from '../common/rows.ts';
import { requireSubject, type SubjectName, subjectView } from '../common/subject.ts';

/** Adds or removes a bookmark. Refuses with `invalid_subject` to add an entity that the current release lacks. */
export async function bookmarkEntity(
  { database, describeEntity }: CommunityDependencies,
  actor: Actor,
  name: SubjectName,
  active: boolean,
): Promise<void> {
  const { db } = database;
  const me = actor.accountId;
  if (!active) {
    await db.execute(sql`delete from entity_bookmark where account_id = ${me}::uuid and server = ${name.server}
      and resource = ${name.resource} and entity_id = ${name.id}`);
    return;
  }
  const { title } = await requireSubject(describeEntity, name);
  await db.execute(sql`insert into entity_bookmark (id, account_id, server, resource, entity_id, title)
    values (${Bun.randomUUIDv7()}::uuid, ${me}::uuid, ${name.server}, ${name.resource}, ${name.id}, ${title})
    on conflict do nothing`);
}

const bookmarkRow = subjectView.extend({ rowId: z.string(), createdAt: z.number() });
type BookmarkRow = Readonly<z.output<typeof bookmarkRow>>;

export interface EntityQuery {
  /** This entity alone. */
  readonly subject: SubjectName | undefined;
  readonly before: TimePosition | undefined;
  readonly limit: PageRows;
}

/** One's own bookmarks, newest first. */
export function listEntityBookmarks(
  db: Queries,
  actor: Actor,
  { subject, before, limit }: EntityQuery,
): Promise<readonly BookmarkRow[]> {
  const which =
    subject === undefined
      ? sql.raw('true')
      : sql`b.server = ${subject.server} and b.resource = ${subject.resource} and b.entity_id = ${subject.id}`;
  return listRows(db, bookmarkRow)`select b.id as "rowId", b.server, b.resource, b.entity_id as id, b.title,
      ${sql.raw(inMilliseconds('b.created_at'))} as "createdAt" from entity_bookmark b
    where b.account_id = ${actor.accountId}::uuid and ${which} and ${isOlder('b.created_at, b.id', before)}
    order by b.created_at desc, b.id desc limit ${atMost(limit)}`;
}
