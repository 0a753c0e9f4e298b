// Entries of lists: pages, marks, counts and notes, order, comparing. Owns entity_list_entry. Every change locks the list first.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import { cursorsOf } from '../../../kernel/cursor.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { countRow, idRow, listRows, readRow, requireRow } from '../../../platform/database/rows.ts';
import { arrayText, atMost, type CommunityDependencies, type PageRows } from '../common/parts.ts';
import { inMilliseconds } from '../common/rows.ts';
import { requireSubject, type Subject, type SubjectName } from '../common/subject.ts';
import { judge, type ListRow, lockKindList, lockOwnList, requireOwnList } from './lists.ts';
import { ENTRIES_MAX, MARK_KINDS, type MarkKind } from './shapes.ts';

type Db = Queries | Transaction;
type EntryDependencies = Pick<CommunityDependencies, 'database' | 'describeEntity' | 'submitText'>;

const entryRow = z.object({
  id: z.string(),
  server: z.string(),
  resource: z.string(),
  entityId: z.string(),
  title: z.string(),
  count: z.number().nullable(),
  note: z.string().nullable(),
  position: z.number(),
  addedAt: z.number(),
});
export type EntryRow = Readonly<z.output<typeof entryRow>>;

const COLUMNS = sql.raw(`e.id, e.server, e.resource, e.entity_id as "entityId", e.title, e.count, e.note,
  e.position::float8 as position, ${inMilliseconds('e.created_at')}::float8 as "addedAt"`);

/** Space between entries at their first positions: halved by each move between the same two. */
const GAP = 1_048_576;

export const entryCursors = cursorsOf(
  z.strictObject({ list: z.string(), position: z.int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER) }),
);

/** Entries of a list in its order. */
export const listEntries = (
  db: Db,
  listId: string,
  { after, limit }: { readonly after: number | undefined; readonly limit: PageRows },
): Promise<readonly EntryRow[]> =>
  listRows(db, entryRow)`select ${COLUMNS} from entity_list_entry e where e.list_id = ${listId}::uuid
    and ${after === undefined ? sql.raw('true') : sql`e.position > ${after}::bigint`}
    order by e.position limit ${atMost(limit)}`;

/** All entries of a list in its order. */
export const listAllEntries = (db: Db, listId: string): Promise<readonly EntryRow[]> =>
  listRows(db, entryRow)`
    select ${COLUMNS} from entity_list_entry e where e.list_id = ${listId}::uuid order by e.position`;

/** The entry as the current release knows its entity. */
export async function presentEntry(
  { describeEntity }: Pick<CommunityDependencies, 'describeEntity'>,
  { id, server, resource, entityId, title, count, note, addedAt }: EntryRow,
) {
  const found = await describeEntity({ server, resource, id: entityId });
  const subject = { server, resource, id: entityId, title: found?.title ?? title };
  return { id, subject, count, note, gone: found === undefined, addedAt };
}

/** Tells entities apart. */
export const keyOf = ({ server, resource, id }: SubjectName): string => `${server}/${resource}/${id}`;

/** The subjects with their titles, each once. Refuses with `invalid_subject`, naming the first that is unknown. */
async function requireSubjects(
  { describeEntity }: EntryDependencies,
  names: readonly SubjectName[],
): Promise<readonly Subject[]> {
  const found = new Map<string, Subject>();
  for (const [index, name] of names.entries()) {
    const key = keyOf(name);
    if (!found.has(key)) found.set(key, await requireAt(index, () => requireSubject(describeEntity, name)));
  }
  return [...found.values()];
}

async function requireAt<T>(index: number, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_subject') throw unknownAt(index);
    throw error;
  }
}

const unknownAt = (index: number): Refusal =>
  new Refusal('invalid_subject', { message: `subjects[${index}]: the current release has no such entity` });

/** Adds entities to a list, or removes them: all or nothing. Returns the lists that were concerned. */
export async function markEntities(
  dependencies: EntryDependencies,
  actor: Actor,
  listId: string,
  names: readonly SubjectName[],
  active: boolean,
): Promise<readonly ListRow[]> {
  const subjects = active ? await requireSubjects(dependencies, names) : names.map((name) => ({ ...name, title: '' }));
  const kind = MARK_KINDS.find((one) => one === listId);
  return dependencies.database.transaction(async (tx) => {
    if (kind !== undefined) return markInKind(dependencies, tx, actor, kind, subjects, active);
    const list = await lockOwnList(tx, actor, listId);
    if (active) requireCollection(list, names);
    return [await change(dependencies, tx, actor, list, subjects, active)];
  });
}

function requireCollection({ server, resource }: ListRow, names: readonly SubjectName[]): void {
  const index = server === null ? -1 : names.findIndex((name) => name.server !== server || name.resource !== resource);
  if (index >= 0) {
    throw new Refusal('invalid_subject', {
      message: `subjects[${index}]: the list takes entities of another collection`,
    });
  }
}

async function markInKind(
  dependencies: EntryDependencies,
  tx: Transaction,
  actor: Actor,
  kind: MarkKind,
  subjects: readonly Subject[],
  active: boolean,
): Promise<readonly ListRow[]> {
  const changed: ListRow[] = [];
  // In the order of collections, so that concurrent transactions lock rows in the same order.
  const groups = Map.groupBy(subjects, ({ server, resource }) => `${server}/${resource}`);
  for (const [, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [first] = group;
    const list = first && (await lockKindList(tx, actor, kind, first, active));
    if (list !== undefined) changed.push(await change(dependencies, tx, actor, list, group, active));
  }
  return changed;
}

async function change(
  dependencies: EntryDependencies,
  tx: Transaction,
  actor: Actor,
  list: ListRow,
  subjects: readonly Subject[],
  active: boolean,
): Promise<ListRow> {
  const count = active ? await insertEntries(tx, list, subjects) : -(await removeEntries(tx, list.id, subjects));
  if (count !== 0) await noteChange(tx, list.id, count);
  if (count < 0) await judgeNotes(dependencies, tx, actor, list, []);
  return requireOwnList(tx, actor, list.id);
}

/** Counts a change of the entries of a list. */
export async function noteChange(tx: Transaction, listId: string, count: number): Promise<void> {
  await tx.execute(sql`update entity_list set entries = entries + ${count}::int, version = version + 1, updated_at = now()
    where id = ${listId}::uuid`);
}

export interface NewEntry extends Subject {
  readonly count?: number | null | undefined;
  readonly note?: string | null | undefined;
}

/** Adds what a list lacks at its end. Returns how many that were. Refuses with `list_full`. */
export async function insertEntries(tx: Transaction, list: ListRow, entries: readonly NewEntry[]): Promise<number> {
  const texts = (read: (entry: NewEntry) => string): SQL => sql`${arrayText(entries.map(read))}::text[]`;
  const rows = await tx.execute(sql`insert into entity_list_entry
      (id, list_id, server, resource, entity_id, title, count, note, position, is_owned)
    select n.id, ${list.id}::uuid, n.server, n.resource, n.entity_id, n.title, nullif(n.count, 0), nullif(n.note, ''),
      coalesce((select max(position) from entity_list_entry where list_id = ${list.id}::uuid), 0) + n.place * ${atMost(GAP)},
      ${list.kind === 'owned'}
    from unnest(${texts(() => Bun.randomUUIDv7())}::uuid[], ${texts(({ server }) => server)},
      ${texts(({ resource }) => resource)}, ${texts(({ id }) => id)}, ${texts(({ title }) => title)},
      ${texts(({ count }) => String(count ?? 0))}::int[], ${texts(({ note }) => note ?? '')})
      with ordinality n (id, server, resource, entity_id, title, count, note, place)
    on conflict (list_id, server, resource, entity_id) do nothing returning 1`);
  if (list.entries + rows.length > ENTRIES_MAX) throw new Refusal('list_full');
  return rows.length;
}

/** Removes entries; returns how many there were. */
async function removeEntries(tx: Transaction, listId: string, names: readonly SubjectName[]): Promise<number> {
  const texts = (read: (name: SubjectName) => string): SQL => sql`${arrayText(names.map(read))}::text[]`;
  const rows = await tx.execute(sql`delete from entity_list_entry e
    using (select distinct * from unnest(${texts(({ server }) => server)}, ${texts(({ resource }) => resource)},
      ${texts(({ id }) => id)}) n (server, resource, entity_id)) n
    where e.list_id = ${listId}::uuid and e.server = n.server and e.resource = n.resource and e.entity_id = n.entity_id
    returning 1`);
  return rows.length;
}

export interface EntryEdit {
  readonly subject: SubjectName;
  /** Undefined: as it is. */
  readonly count?: number | null | undefined;
  readonly note?: string | null | undefined;
}

/** Changes count or note of an entry. Refuses with `list_entry_not_found`. */
export function editEntry(
  dependencies: EntryDependencies,
  actor: Actor,
  listId: string,
  { subject, count, note }: EntryEdit,
): Promise<{ readonly list: ListRow; readonly entry: EntryRow }> {
  return dependencies.database.transaction(async (tx) => {
    const list = await lockOwnList(tx, actor, listId);
    const before = await requireRow(tx, entryRow, 'list_entry_not_found')`
      select ${COLUMNS} from entity_list_entry e where e.list_id = ${listId}::uuid and e.server = ${subject.server}
        and e.resource = ${subject.resource} and e.entity_id = ${subject.id}`;
    const now = {
      count: count === undefined ? before.count : count,
      note: (note === undefined ? before.note : note) || null,
    };
    await updateEntries(tx, [{ id: before.id, ...now }]);
    await noteChange(tx, listId, 0);
    if (now.note !== before.note) await judgeNotes(dependencies, tx, actor, list, now.note === null ? [] : [now.note]);
    return { list: await requireOwnList(tx, actor, listId), entry: { ...before, ...now } };
  });
}

/** Submits notes of a list that others read. What was not allowed is submitted again, because a note may be gone. */
export async function judgeNotes(
  dependencies: Pick<CommunityDependencies, 'submitText'>,
  tx: Transaction,
  actor: Actor,
  list: ListRow,
  notes: readonly string[],
): Promise<void> {
  if (list.visibility === 'private' || (notes.length === 0 && list.moderationStatus === 'allow')) return;
  await judge(dependencies, tx, actor, list, notes);
}

/** Writes counts and notes of entries. */
export async function updateEntries(
  tx: Transaction,
  entries: readonly { readonly id: string; readonly count: number | null; readonly note: string | null }[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx.execute(sql`update entity_list_entry e set count = nullif(n.count, 0), note = nullif(n.note, '')
    from unnest(${arrayText(entries.map(({ id }) => id))}::uuid[],
      ${arrayText(entries.map(({ count }) => String(count ?? 0)))}::int[],
      ${arrayText(entries.map(({ note }) => note ?? ''))}::text[]) n (id, count, note)
    where e.id = n.id`);
}

const positionRow = z.object({ position: z.number() });

/** Moves entries behind another one, or to the beginning. */
export function orderEntries(
  { database }: Pick<CommunityDependencies, 'database'>,
  actor: Actor,
  listId: string,
  { ids, after, version }: { readonly ids: readonly string[]; readonly after: string | null; readonly version: number },
): Promise<ListRow> {
  return database.transaction(async (tx) => {
    const list = await lockOwnList(tx, actor, listId);
    if (list.version !== version) throw new Refusal('version_conflict');
    const moved = arrayText(ids);
    const found = await readRow(tx, countRow)`
      select count(*)::int as count from entity_list_entry where id = any(${moved}::uuid[]) and list_id = ${listId}::uuid`;
    if (found?.count !== ids.length || (after !== null && ids.includes(after))) throw new Refusal('invalid_list');
    let [low, high] = await readGap(tx, listId, after, moved);
    if (high !== undefined && high - (low ?? high - GAP * (ids.length + 1)) <= ids.length) {
      await spreadEntries(tx, listId);
      [low, high] = await readGap(tx, listId, after, moved);
    }
    const from = low ?? (high ?? 0) - GAP * (ids.length + 1);
    const step = high === undefined ? GAP : Math.floor((high - from) / (ids.length + 1));
    await movePositions(
      tx,
      listId,
      sql`select n.id, (${from}::bigint + n.place * ${step}::bigint) as position
      from unnest(${moved}::uuid[]) with ordinality n (id, place)`,
    );
    await noteChange(tx, listId, 0);
    return requireOwnList(tx, actor, listId);
  });
}

/** The positions between which entries come behind another one, without those that are moved. */
async function readGap(
  tx: Transaction,
  listId: string,
  after: string | null,
  moved: string,
): Promise<[low: number | undefined, high: number | undefined]> {
  const position = async (which: SQL): Promise<number | undefined> =>
    (
      await readRow(tx, positionRow)`
        select position::float8 as position from entity_list_entry where list_id = ${listId}::uuid and ${which}`
    )?.position;
  const low = after === null ? undefined : await position(sql`id = ${after}::uuid`);
  if (after !== null && low === undefined) throw new Refusal('invalid_list');
  const isNext = low === undefined ? sql.raw('true') : sql`position > ${low}::bigint`;
  const high = await position(sql`${isNext} and id <> all(${moved}::uuid[]) order by position limit 1`);
  return [low, high];
}

/** Gives all entries of a list new positions in the same order. */
const spreadEntries = (tx: Transaction, listId: string): Promise<void> =>
  movePositions(
    tx,
    listId,
    sql`select id, row_number() over (order by position) * ${atMost(GAP)} as position from entity_list_entry
      where list_id = ${listId}::uuid`,
  );

async function movePositions(tx: Transaction, listId: string, positions: SQL): Promise<void> {
  await tx.execute(sql`update entity_list_entry e set position = n.position from (${positions}) n
    where e.id = n.id and e.list_id = ${listId}::uuid`);
}

// ---- comparing

const comparedRow = z.object({
  server: z.string(),
  resource: z.string(),
  id: z.string(),
  title: z.string(),
  isInA: z.boolean(),
  isInB: z.boolean(),
  countA: z.number().nullable(),
  countB: z.number().nullable(),
});
export type ComparedRow = Readonly<z.output<typeof comparedRow>>;

const name = z.string().max(256);
export const comparisonCursors = cursorsOf(
  z.strictObject({ list: z.string(), server: name, resource: name, id: name }),
);

/** The entries of two lists by name. Both are read from the same place, so each page reads as many rows of each. */
export function compareLists(
  db: Db,
  a: string,
  b: string,
  { after, limit }: { readonly after: SubjectName | undefined; readonly limit: PageRows },
): Promise<readonly ComparedRow[]> {
  const beyond =
    after === undefined
      ? sql.raw('true')
      : sql`(server, resource, entity_id) > (${after.server}, ${after.resource}, ${after.id})`;
  const page = (list: string): SQL => sql`select server, resource, entity_id, title, count from entity_list_entry
    where list_id = ${list}::uuid and ${beyond} order by server, resource, entity_id limit ${atMost(limit)}`;
  return listRows(db, comparedRow)`
    select server, resource, entity_id as id, coalesce(a.title, b.title) as title, a.title is not null as "isInA",
        b.title is not null as "isInB", a.count as "countA", b.count as "countB"
      from (${page(a)}) a full join (${page(b)}) b using (server, resource, entity_id)
      order by server, resource, entity_id limit ${atMost(limit)}`;
}

// ---- reads for other parts

const markedRow = z.object({ id: z.string(), kind: z.enum(MARK_KINDS) });
const ownersRow = z.object({ id: z.string(), owners: z.number() });
/** Fewer owners are not counted, since the number would say who they are. */
const OWNERS_MIN = 5;

/** Which of these entities of a collection a person owns and wants. */
export async function readMarks(
  db: Db,
  actor: Actor,
  { server, resource }: { readonly server: string; readonly resource: string },
  ids: readonly string[],
): Promise<Readonly<Record<MarkKind, ReadonlySet<string>>>> {
  const rows = await listRows(db, markedRow)`
    select e.entity_id as id, l.kind from entity_list l join entity_list_entry e on e.list_id = l.id
      and e.server = ${server} and e.resource = ${resource} and e.entity_id = any(${arrayText(ids)}::text[])
      where l.owner_id = ${actor.accountId}::uuid and l.kind in ('owned', 'wanted') and l.server = ${server} and l.resource = ${resource}`;
  const of = (kind: MarkKind): ReadonlySet<string> =>
    new Set(rows.flatMap((row) => (row.kind === kind ? [row.id] : [])));
  return { owned: of('owned'), wanted: of('wanted') };
}

/** How many people own these entities, where at least five do. */
export async function readOwners(
  db: Db,
  { server, resource }: { readonly server: string; readonly resource: string },
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await listRows(db, ownersRow)`
    select entity_id as id, owners from entity_owners where server = ${server} and resource = ${resource}
      and entity_id = any(${arrayText(ids)}::text[]) and owners >= ${atMost(OWNERS_MIN)}`;
  return new Map(rows.map(({ id, owners }) => [id, owners]));
}

/** Ids of the entries of one's own list that belong to a collection. Refuses with `list_not_found`. */
export async function readListedIds(
  db: Db,
  actor: Actor,
  listId: string,
  { server, resource }: { readonly server: string; readonly resource: string },
): Promise<readonly string[]> {
  const kind = MARK_KINDS.find((one) => one === listId);
  const id =
    kind === undefined
      ? (await requireOwnList(db, actor, listId)).id
      : (
          await readRow(db, idRow)`
            select id from entity_list where owner_id = ${actor.accountId}::uuid and kind = ${kind} and server = ${server}
              and resource = ${resource}`
        )?.id;
  if (id === undefined) return [];
  const rows = await listRows(db, idRow)`
    select entity_id as id from entity_list_entry where list_id = ${id}::uuid and server = ${server}
      and resource = ${resource}`;
  return rows.map((row) => row.id);
}
