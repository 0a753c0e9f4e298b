// Lists of people: who follows a person, whom a person follows, blocks or mutes (newest first), and a search by name. Across
// a block people are left out, in either direction. Cursors name people by UID, since account ids are never public.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, ROLES } from '../../../http/gates/guard.ts';
import type { NearText } from '../../../kernel/near-text.ts';
import { required } from '../../../kernel/refusal.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { prepareSql, prepareWrite } from '../../../platform/database/prepared.ts';
import { listRows } from '../../../platform/database/rows.ts';
import { avatarUrlOf } from '../../accounts/profile/public-identity.ts';
import { arrayText, atMost, momentText, type PageRows } from '../common/parts.ts';
import { type Faces, inMilliseconds, personColumns, personRow } from '../common/rows.ts';
import { foldSearch, listSearchedGrams } from '../common/text.ts';
import { blockedOf, ME, type Viewer } from '../common/visibility.ts';
import { readNamed } from './names.ts';

/** List → its relation: the column of the list's owner, and the column of the people on it. */
const LISTS = {
  followers: { table: 'follow', owner: 'followed_id', listed: 'follower_id' },
  following: { table: 'follow', owner: 'follower_id', listed: 'followed_id' },
  blocks: { table: 'block', owner: 'blocker_id', listed: 'blocked_id' },
  mutes: { table: 'mute', owner: 'muter_id', listed: 'muted_id' },
} as const;
type PeopleList = keyof typeof LISTS;

const listedPersonRow = personRow.extend({ role: z.enum(ROLES) });
type ListedPersonRow = Readonly<z.output<typeof listedPersonRow>>;

const positionedPersonRow = listedPersonRow.extend({ time: z.number() });
type PositionedPersonRow = Readonly<z.output<typeof positionedPersonRow>>;

/** Place in a list: when the relation began, and with whom. */
export interface PersonPosition {
  readonly time: number;
  readonly uid: number;
}

export interface PeopleQuery {
  readonly limit: PageRows;
  readonly after: PersonPosition | undefined;
}

const { accountId: me } = ME;
const PERSON_JOIN = sql.raw(`left join avatar av on av.account_id = a.account_id and av.status = 'ready'`);
const COLUMNS = sql.raw(`${personColumns('a', 'av')}, a.role`);
const LOWEST_ID = sql.raw("'00000000-0000-0000-0000-000000000000'::uuid");

type ListShape = {
  readonly list: PeopleList;
  /** Whether people across a block are left out. */
  readonly isParted: boolean;
  readonly isFirst: boolean;
  readonly count: PageRows;
};

const listStatement = prepareSql(positionedPersonRow, ({ list, isParted, isFirst, count }: ListShape) => {
  const { table, owner, listed } = LISTS[list];
  const whom = sql.raw(`r.${listed}`);
  const beyond = isFirst
    ? sql.raw('true')
    : sql`(r.created_at, ${whom}) < (${sql.placeholder('time')}::timestamptz,
        coalesce((select account_id from profile where uid = ${sql.placeholder('place')}::bigint), ${LOWEST_ID}))`;
  const unparted = isParted ? sql`${whom} not in (${blockedOf(me)})` : sql.raw('true');
  return sql`select ${COLUMNS}, ${sql.raw(inMilliseconds('r.created_at'))} as time
    from ${sql.raw(table)} r join profile a on a.account_id = ${whom} and a.status <> 'deleted' ${PERSON_JOIN}
    where r.${sql.raw(owner)} = ${sql.placeholder('owner')}::uuid and ${unparted} and ${beyond}
    order by r.created_at desc, ${whom} desc limit ${atMost(count)}`;
});

/** Rows of one's own blocks or mutes. */
export function listOwnRelations(
  db: Queries,
  actor: Actor,
  list: 'blocks' | 'mutes',
  query: PeopleQuery,
): Promise<readonly PositionedPersonRow[]> {
  return readList(db, { list, isParted: false }, { owner: actor.accountId }, query);
}

/** Rows of a person's followers or followed people. Refuses with `profile_not_found`. Empty across a block. */
export async function listRelations(
  db: Queries,
  viewer: Viewer,
  uid: number,
  list: 'followers' | 'following',
  query: PeopleQuery,
): Promise<readonly PositionedPersonRow[]> {
  const { accountId: owner } = required(await readNamed(db, uid), 'profile_not_found');
  if (viewer !== undefined && (await partedStatement.first(db, {}, { me: viewer.accountId, owner }))) return [];
  return readList(db, { list, isParted: viewer !== undefined }, { owner, me: viewer?.accountId }, query);
}

const partedStatement = prepareWrite(
  () => sql`select 1 as parted where ${sql.placeholder('owner')}::uuid in (${blockedOf(me)})`,
);

function readList(
  db: Queries,
  shape: Pick<ListShape, 'list' | 'isParted'>,
  bound: { readonly owner: string; readonly me?: string | undefined },
  { limit, after }: PeopleQuery,
): Promise<readonly PositionedPersonRow[]> {
  const { list, isParted } = shape;
  return listStatement.list(
    db,
    { list, isParted, isFirst: after === undefined, count: limit },
    { ...bound, time: momentText(after?.time), place: after?.uid },
  );
}

const FOUND_MAX = 20;
/** How many followed people, and how many others, are compared for the best. */
const FOLLOWED_COMPARED = 100;
const OTHERS_COMPARED = 200;

const folded = (name: string): string => `lower(normalize(${name}, nfkc))`;
const NAME_GRAMS = sql.raw('name_grams(a.handle, a.display_name)');
const Q = sql`${sql.placeholder('q')}::text`;
const HOLDS_Q = sql`(strpos(a.handle, ${Q}) > 0 or strpos(${sql.raw(folded('a.display_name'))}, ${Q}) > 0)`;

const searchStatement = prepareSql(listedPersonRow, () => {
  const begins = (name: string): SQL => sql`starts_with(${sql.raw(name)}, ${Q})`;
  return sql`select ${COLUMNS} from (
      (select f.followed_id as id, true as followed from follow f join profile a on a.account_id = f.followed_id
        where f.follower_id = ${me}::uuid and ${HOLDS_Q} limit ${atMost(FOLLOWED_COMPARED)})
      union all (select a.account_id, false from profile a
        where (a.handle collate "C") >= ${Q} and (a.handle collate "C") < ${Q} || '~'
        order by a.handle collate "C" limit ${atMost(FOUND_MAX)})
      union all (select a.account_id, false from profile a
        where ${NAME_GRAMS} @> ${sql.placeholder('grams')}::text[] and ${HOLDS_Q} limit ${atMost(OTHERS_COMPARED)})
    ) found join profile a on a.account_id = found.id ${PERSON_JOIN}
    where a.status = 'active' and a.account_id not in (${blockedOf(me)})
    group by a.account_id, av.public_id
    order by bool_or(found.followed) desc, coalesce(a.handle = ${Q}, false) desc,
      coalesce(${begins('a.handle')}, false) or ${begins(folded('a.display_name'))} desc, a.uid
    limit ${atMost(FOUND_MAX)}`;
});

/** People whose handle or name contains a folded text: followed ones first, then those whose name begins with it. */
export const searchPeople = (db: Queries, actor: Actor, q: string): Promise<readonly ListedPersonRow[]> =>
  searchStatement.list(db, {}, { me: actor.accountId, q, grams: arrayText(listSearchedGrams(q)) });

/** How many people with a piece of the searched text are compared with it. */
const NEAR_COMPARED = 200;

/** People whose handle or name is near to a searched text (kernel/near-text.ts), at most twenty. */
export async function searchNearPeople(db: Queries, actor: Actor, near: NearText): Promise<readonly ListedPersonRow[]> {
  const pieces = near.pieces.map((piece) => sql`${NAME_GRAMS} @> ${arrayText(listSearchedGrams(piece))}::text[]`);
  const rows = await listRows(db, listedPersonRow)`select ${COLUMNS} from profile a ${PERSON_JOIN}
    where (${sql.join(pieces, sql.raw(' or '))}) and a.status = 'active'
      and a.account_id not in (${blockedOf(actor.accountId)})
    order by a.uid limit ${NEAR_COMPARED}`;
  const isNear = ({ authorHandle, authorName }: ListedPersonRow): boolean =>
    near.isIn(foldSearch(authorName)) || (authorHandle !== null && near.isIn(authorHandle));
  return rows.filter(isNear).slice(0, FOUND_MAX);
}

export const presentPerson = (row: ListedPersonRow, faces: Faces) => ({
  uid: row.authorUid,
  displayName: row.authorName,
  handle: row.authorHandle,
  avatarUrl: avatarUrlOf(row.authorPicture),
  avatarSeed: faces.seedOf(row.authorId),
  role: row.role,
});
