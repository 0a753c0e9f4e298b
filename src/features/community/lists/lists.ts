// Lists of catalog entities: reading, creating, changing and deleting them. Owns entity_list. A list that its viewer may not
// see is answered like a missing one.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import type { SentBody } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { recordCreated } from '../../../platform/database/created.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { hasRow, idRow, listRows, readRow, requireRow } from '../../../platform/database/rows.ts';
import { withdrawCases } from '../../moderation/cases/cases.ts';
import { type Decider, type Decision, VERDICTS } from '../../moderation/common/vocabulary.ts';
import { atMost, type CommunityDependencies, type PageRows, readAuthorFacts } from '../common/parts.ts';
import { inMilliseconds } from '../common/rows.ts';
import { blockedOf, type Viewer } from '../common/visibility.ts';
import type { listsContract } from './contract.ts';
import { LIST_KINDS, LIST_VISIBILITIES, LISTS_MAX, type ListKind, type NewList } from './shapes.ts';

type Db = Queries | Transaction;

const listRow = z.object({
  id: z.string(),
  ownerId: z.string(),
  ownerUid: z.number(),
  ownerName: z.string(),
  ownerHandle: z.string().nullable(),
  kind: z.enum(LIST_KINDS),
  server: z.string().nullable(),
  resource: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  visibility: z.enum(LIST_VISIBILITIES),
  moderationStatus: z.enum(VERDICTS),
  hidden: z.boolean(),
  revision: z.number(),
  version: z.number(),
  entries: z.number(),
  updatedAt: z.number(),
});
export type ListRow = Readonly<z.output<typeof listRow>>;

const COLUMNS = sql.raw(`l.id, l.owner_id as "ownerId", a.uid::float8 as "ownerUid", a.display_name as "ownerName",
  a.handle as "ownerHandle", l.kind, l.server, l.resource, l.title, l.description, l.visibility,
  l.moderation_status as "moderationStatus", l.hidden_at is not null as hidden, l.revision, l.version, l.entries,
  ${inMilliseconds('l.updated_at')}::float8 as "updatedAt"`);
const FROM = sql.raw('from entity_list l join profile a on a.account_id = l.owner_id');

const isStaff = (viewer: Viewer): boolean => viewer !== undefined && viewer.role !== 'member';

/**
 * Which lists a viewer may read: their own, and public ones. Others see a public list once it is allowed and while nobody hid
 * it, and not across a block. Staff sees public lists in any state.
 */
function readsList(viewer: Viewer): SQL {
  const active = sql.raw("a.status <> 'deleted'");
  const shown = sql.raw("l.visibility = 'public' and l.moderation_status = 'allow' and l.hidden_at is null");
  if (viewer === undefined) return sql`${active} and ${shown}`;
  const me = viewer.accountId;
  const others = isStaff(viewer)
    ? sql.raw("l.visibility = 'public'")
    : sql`${shown} and l.owner_id not in (${blockedOf(me)})`;
  return sql`${active} and (l.owner_id = ${me}::uuid or (${others}))`;
}

export const presentList = ({
  ownerId: _ownerId,
  ownerUid: _ownerUid,
  ownerName: _ownerName,
  ownerHandle: _ownerHandle,
  revision: _revision,
  ...list
}: ListRow) => list;

export const presentOwner = ({ ownerUid, ownerName, ownerHandle }: ListRow) => ({
  uid: ownerUid,
  displayName: ownerName,
  handle: ownerHandle,
});

/** A list that the viewer may read. Refuses with `list_not_found`. */
export const requireList = (db: Db, viewer: Viewer, id: string): Promise<ListRow> =>
  requireRow(db, listRow, 'list_not_found')`
    select ${COLUMNS} ${FROM} where l.id = ${id}::uuid and ${readsList(viewer)}`;

/** A list of one's own. Refuses with `list_not_found`. */
export async function requireOwnList(db: Db, actor: Actor, id: string): Promise<ListRow> {
  const found = await requireList(db, actor, id);
  if (found.ownerId !== actor.accountId) throw new Refusal('list_not_found');
  return found;
}

/** The same, locked until the transaction ends. Every change of a list or of its entries locks it first. */
export async function lockOwnList(tx: Transaction, actor: Actor, id: string): Promise<ListRow> {
  await tx.execute(sql`select 1 from entity_list where id = ${id}::uuid and owner_id = ${actor.accountId}::uuid
    for no key update`);
  return requireOwnList(tx, actor, id);
}

/** A public list for staff, locked. */
export async function lockPublicList(tx: Transaction, actor: Decider, id: string): Promise<ListRow> {
  await tx.execute(sql`select 1 from entity_list where id = ${id}::uuid for no key update`);
  const found = await requireList(tx, actor, id);
  if (found.visibility !== 'public') throw new Refusal('list_not_found');
  return found;
}

export interface ListsQuery {
  /** Id of the last list of the page before. */
  readonly before: string | undefined;
  readonly limit: PageRows;
}

const olderThan = (id: string | undefined): SQL => (id === undefined ? sql.raw('true') : sql`l.id < ${id}::uuid`);

/** One's own lists, newest first. */
export const listOwnLists = (db: Db, actor: Actor, { before, limit }: ListsQuery): Promise<readonly ListRow[]> =>
  listRows(db, listRow)`select ${COLUMNS} ${FROM} where l.owner_id = ${actor.accountId}::uuid and ${olderThan(before)}
    order by l.id desc limit ${atMost(limit)}`;

/** The public lists of a person that the viewer may read, newest first. */
export const listListsOf = (
  db: Db,
  viewer: Viewer,
  uid: number,
  { before, limit }: ListsQuery,
): Promise<readonly ListRow[]> =>
  listRows(db, listRow)`
    select ${COLUMNS} ${FROM} where l.owner_id = (select account_id from profile where uid = ${uid}::bigint)
      and l.visibility = 'public' and ${readsList(viewer)} and ${olderThan(before)}
      order by l.id desc limit ${atMost(limit)}`;

/** Creates a named list. */
export async function createList(
  { database, submitText }: Pick<CommunityDependencies, 'database' | 'submitText'>,
  actor: Actor,
  { title, description, visibility, server, resource }: NewList,
): Promise<ListRow> {
  if ((server === undefined) !== (resource === undefined)) throw new Refusal('invalid_list');
  const id = Bun.randomUUIDv7();
  const me = actor.accountId;
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('list'), hashtext(${me}))`);
    const isFull = await hasRow(tx)`
      select 1 from entity_list where owner_id = ${me}::uuid and kind = 'named' offset ${atMost(LISTS_MAX - 1)} limit 1`;
    if (isFull) throw new Refusal('list_limit');
    await recordCreated(tx, id);
    await tx.execute(sql`insert into entity_list (id, owner_id, kind, server, resource, title, description, visibility)
      values (${id}::uuid, ${me}::uuid, 'named', ${server ?? null}, ${resource ?? null}, ${title}, ${description}, ${visibility})`);
    if (visibility === 'public') await judge({ submitText }, tx, actor, await requireOwnList(tx, actor, id), undefined);
    return requireOwnList(tx, actor, id);
  });
}

/** One's own list of a kind in a collection, locked. Makes it, unless `isNew` is false: then undefined where there is none. */
export async function lockKindList(
  tx: Transaction,
  actor: Actor,
  kind: Exclude<ListKind, 'named'>,
  { server, resource }: { readonly server: string; readonly resource: string },
  isNew: boolean,
): Promise<ListRow | undefined> {
  const me = actor.accountId;
  if (isNew) {
    await tx.execute(sql`insert into entity_list (id, owner_id, kind, server, resource, visibility)
      values (${Bun.randomUUIDv7()}::uuid, ${me}::uuid, ${kind}, ${server}, ${resource}, 'private') on conflict do nothing`);
  }
  const found = await readRow(tx, idRow)`
    select id from entity_list where owner_id = ${me}::uuid and kind = ${kind} and server = ${server}
      and resource = ${resource} for no key update`;
  return found && requireOwnList(tx, actor, found.id);
}

export type ListEdit = SentBody<typeof listsContract.listEdit>;

/** Changes title, description or visibility. */
export function editList(
  { database, submitText }: Pick<CommunityDependencies, 'database' | 'submitText'>,
  actor: Actor,
  id: string,
  edit: ListEdit,
): Promise<ListRow> {
  return database.transaction(async (tx) => {
    const before = await lockOwnList(tx, actor, id);
    if (before.version !== edit.version) throw new Refusal('version_conflict');
    if (before.kind !== 'named' && edit.title !== undefined) throw new Refusal('invalid_list');
    const { title = before.title, description = before.description, visibility = before.visibility } = edit;
    await tx.execute(sql`update entity_list set title = ${title}, description = ${description}, visibility = ${visibility},
      version = version + 1, updated_at = now() where id = ${id}::uuid`);
    const after = await requireOwnList(tx, actor, id);
    const isOtherText = title !== before.title || description !== before.description;
    const isNewlyPublic = before.visibility === 'private';
    if (visibility === 'public' && (isNewlyPublic || isOtherText)) {
      await judge({ submitText }, tx, actor, after, isNewlyPublic ? undefined : []);
    }
    return requireOwnList(tx, actor, id);
  });
}

const noteRow = z.object({ note: z.string() });

/**
 * Submits the texts of a public list for a verdict: title, description, and the notes that are new. All notes are submitted
 * where `notes` is undefined, and where the texts before were not allowed, because the new verdict replaces the old one.
 */
export async function judge(
  { submitText }: Pick<CommunityDependencies, 'submitText'>,
  tx: Transaction,
  actor: Actor,
  list: ListRow,
  notes: readonly string[] | undefined,
): Promise<void> {
  const { id, title, description, moderationStatus } = list;
  const revision = list.revision + 1;
  const isWhole = notes === undefined || moderationStatus !== 'allow';
  const judged = isWhole
    ? (
        await listRows(tx, noteRow)`
          select note from entity_list_entry where list_id = ${id}::uuid and note is not null order by position`
      ).map(({ note }) => note)
    : notes;
  const text = [title, description, ...judged].filter((one) => one !== '').join('\n');
  if (text === '') await withdrawCases(tx, 'list', id);
  const { verdict } =
    text === ''
      ? { verdict: 'allow' as const }
      : await submitText(tx, {
          kind: 'list',
          subjectId: id,
          revision,
          authorAccountId: actor.accountId,
          authorUid: actor.uid,
          text,
          readAuthor: (countAtMost) => readAuthorFacts(tx, actor.accountId, countAtMost),
        });
  await tx.execute(
    sql`update entity_list set revision = ${revision}, moderation_status = ${verdict} where id = ${id}::uuid`,
  );
}

/** Applies a later verdict to the revision that it concerns. */
export async function applyListDecision(
  tx: Transaction,
  { subjectId, revision, verdict, shows }: Decision,
): Promise<void> {
  await tx.execute(sql`update entity_list set
      moderation_status = case when revision = ${revision} then ${verdict} else moderation_status end,
      hidden_at = case when ${shows} then null else hidden_at end, version = version + 1, updated_at = now()
    where id = ${subjectId}::uuid and (revision = ${revision} or ${shows})`);
}

/** Deletes a named list; empties one of another kind. */
export function deleteList(
  { database }: Pick<CommunityDependencies, 'database'>,
  actor: Actor,
  id: string,
): Promise<void> {
  return database.transaction(async (tx) => {
    const { kind } = await lockOwnList(tx, actor, id);
    await withdrawCases(tx, 'list', id);
    if (kind === 'named') {
      await tx.execute(sql`delete from entity_list where id = ${id}::uuid`);
      return;
    }
    await tx.execute(sql`delete from entity_list_entry where list_id = ${id}::uuid`);
    await tx.execute(
      sql`update entity_list set entries = 0, version = version + 1, updated_at = now() where id = ${id}::uuid`,
    );
  });
}
