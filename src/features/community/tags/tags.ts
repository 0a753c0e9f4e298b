// Tags: the directory of tags on posts that the viewer sees listed, and people's followed and muted tags. Owns tag and
// tag_preference. A tag is created at its first use and never renamed; its number of uses is computed from the posts.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { required } from '../../../kernel/refusal.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/database.ts';
import { listRows, readRow } from '../../../platform/database/rows.ts';
import { tag as tagTable } from '../../../platform/database/schema/community.ts';
import { arrayText, atMost, isOlder } from '../common/parts.ts';
import { inMilliseconds } from '../common/rows.ts';
import { normalizeTag } from '../common/text.ts';
import { listsPost, type Viewer } from '../common/visibility.ts';
import { preference, type TagPreference, type TagView } from './contract.ts';

/** Creates missing tags. Sorted, so that concurrent writers lock rows in one order and cannot deadlock. */
export async function nameTags(tx: Transaction, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const rows = names.toSorted().map((name) => ({ name, id: Bun.randomUUIDv7() }));
  await tx.insert(tagTable).values(rows).onConflictDoNothing();
}

/** Deletes those of these tags that no post has and nobody follows or mutes, because a tag may be a name. */
export async function forgetUnusedTags(tx: Transaction, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx.execute(sql`delete from tag g where g.name = any(${arrayText(names.toSorted())}::text[])
    and not exists (select 1 from post_tag t where t.tag = g.name)
    and not exists (select 1 from tag_preference k where k.tag = g.name)`);
}

const tagRow = z.object({
  id: z.string(),
  name: z.string(),
  postCount: z.number(),
  followerCount: z.number(),
  preference: preference.nullable(),
});
type TagRow = Readonly<z.output<typeof tagRow>>;

const columns = (viewer: Viewer): SQL => sql`g.id, g.name,
  (select count(*)::int from post_tag t where t.tag = g.name and t.listed) as "postCount",
  (select count(*)::int from tag_preference k where k.tag = g.name and k.kind = 'follow') as "followerCount",
  ${
    viewer === undefined
      ? sql.raw('null::text')
      : sql`(select k.kind from tag_preference k where k.account_id = ${viewer.accountId}::uuid and k.tag = g.name)`
  } as preference`;

/** Whether the viewer sees a listed post with the tag `g`. */
const isSeen = (viewer: Viewer): SQL => sql`exists (select 1 from post_tag t join post p on p.id = t.post_id
  join profile a on a.account_id = p.author_id where t.tag = g.name and ${listsPost(viewer)})`;

/** Position in the directory: the previous name. */
interface TagPosition {
  readonly name: string;
}

export interface TagQuery {
  /** Part of the name, folded like tags. Undefined: all tags. */
  readonly q: string | undefined;
  readonly limit: number;
  readonly after: TagPosition | undefined;
}

/** Tags by name, at most `limit`. */
export function listTags(db: Queries, viewer: Viewer, { q, limit, after }: TagQuery): Promise<readonly TagRow[]> {
  const beyond = after === undefined ? sql.raw('true') : sql`(g.name collate "C") > ${after.name}`;
  const holds = q === undefined ? sql.raw('true') : sql`strpos(g.name, ${q}) > 0`;
  return listRows(db, tagRow)`
    select ${columns(viewer)} from tag g where ${beyond} and ${holds} and ${isSeen(viewer)}
    order by g.name collate "C" limit ${atMost(limit)}`;
}

export const presentTag = ({ id, name, postCount, followerCount, preference }: TagRow): TagView => ({
  id,
  normalizedName: name,
  displayName: name,
  description: null,
  postCount,
  followerCount,
  preference,
});

const preferredTagRow = tagRow.extend({ kind: preference, createdAt: z.number() });
export type PreferredTagRow = Readonly<z.output<typeof preferredTagRow>>;
const preferenceRow = z.object({ createdAt: z.number() });

/** One's own preferences, newest first. */
export function listTagPreferences(
  db: Queries,
  actor: Actor,
  { limit, before }: { readonly limit: number; readonly before: TimePosition | undefined },
): Promise<readonly PreferredTagRow[]> {
  return listRows(db, preferredTagRow)`
    select ${columns(actor)}, k.kind, ${sql.raw(inMilliseconds('k.created_at'))} as "createdAt"
    from tag_preference k join tag g on g.name = k.tag
    where k.account_id = ${actor.accountId}::uuid and ${isOlder('k.created_at, g.id', before)}
    order by k.created_at desc, g.id desc limit ${atMost(limit)}`;
}

/**
 * Follows or mutes a tag, or neither; returns the result. Refuses with `tag_not_found` for a tag on no post that the
 * actor sees, unless the preference is being removed.
 */
export async function preferTag(
  database: Database,
  actor: Actor,
  given: string,
  kind: TagPreference | null,
): Promise<{ readonly tag: TagRow; readonly createdAt: number | null }> {
  const name = required(normalizeTag(given), 'tag_not_found');
  const me = actor.accountId;
  return database.transaction(async (tx) => {
    const read = (): Promise<TagRow | undefined> =>
      readRow(tx, tagRow)`select ${columns(actor)} from tag g where g.name = ${name} and (${isSeen(actor)}
        or exists (select 1 from tag_preference k where k.account_id = ${me}::uuid and k.tag = g.name))`;
    const before = required(await read(), 'tag_not_found');
    if (kind === null) {
      await tx.execute(sql`delete from tag_preference where account_id = ${me}::uuid and tag = ${name}`);
      return { tag: { ...before, ...(await read()), preference: null }, createdAt: null };
    }
    // Setting the same preference again keeps its time.
    const row = await readRow(tx, preferenceRow)`
      insert into tag_preference as k (account_id, tag, kind) values (${me}::uuid, ${name}, ${kind})
      on conflict (account_id, tag) do update set kind = excluded.kind,
        created_at = case when k.kind = excluded.kind then k.created_at else excluded.created_at end
      returning ${sql.raw(inMilliseconds('k.created_at'))} as "createdAt"`;
    return { tag: (await read()) ?? before, createdAt: row?.createdAt ?? null };
  });
}

/** Deletes all preferences of an account. */
export async function forgetTagPreferences(db: Queries, accountId: string): Promise<void> {
  await db.execute(sql`delete from tag_preference where account_id = ${accountId}::uuid`);
}
