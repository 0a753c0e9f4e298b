// Finds posts, people and tags for the search of the whole instance: the first ones of each kind and how many there are. If
// nothing has the searched text, titles, names and tags with one other character are found (kernel/near-text.ts); the indexes
// of grams narrow those down, so that no extension of PostgreSQL is needed. Reads only.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import { nearText } from '../../../kernel/near-text.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { listRows } from '../../../platform/database/rows.ts';
import { arrayText } from '../common/parts.ts';
import { type Faces, inMilliseconds, SUBJECT } from '../common/rows.ts';
import { subjectView } from '../common/subject.ts';
import { countCharacters, foldSearch, gramQuery, listSearchedGrams } from '../common/text.ts';
import { ACTIVE_POST, listsPost, type Viewer } from '../common/visibility.ts';
import { planSearch, SearchStatistics } from '../feeds/search.ts';
import { presentPerson, searchNearPeople, searchPeople } from '../people/lists.ts';
import type { FoundPost, FoundTag } from './shapes.ts';

interface Asked {
  /** Normalised by `foldSearch`. */
  readonly q: string;
  readonly limit: number;
  /** How far hits are counted. */
  readonly countTo: number;
}

interface Found<T> {
  readonly items: readonly T[];
  readonly total: number;
}

type FoundPerson = ReturnType<typeof presentPerson>;

/** How a text is searched: as it is, or with one mistake. */
export type Manner = 'exact' | 'near';

/** The search of the community's part of an instance. */
export interface CommunitySearch {
  posts(viewer: Viewer, asked: Asked, manner: Manner): Promise<Found<FoundPost>>;
  people(actor: Actor, asked: Asked, manner: Manner): Promise<Found<FoundPerson>>;
  tags(viewer: Viewer, asked: Asked, manner: Manner): Promise<Found<FoundTag>>;
}

/** Opens the search of posts, people and tags. */
export function openCommunitySearch(database: Database, faces: Faces): CommunitySearch {
  const { db } = database;
  const statistics = new SearchStatistics();
  return {
    posts: async (viewer, asked, manner) => {
      await statistics.refresh(db);
      if (manner === 'near') return findNearPosts(db, statistics, viewer, asked);
      return findPosts(db, statistics, viewer, asked);
    },
    people: async (actor, { q, limit }, manner) => {
      const name = q.replace(/^@/, '');
      const near = nearText(name);
      const rows =
        name === ''
          ? []
          : manner === 'exact'
            ? await searchPeople(db, actor, name)
            : near === undefined
              ? []
              : await searchNearPeople(db, actor, near);
      return { items: rows.slice(0, limit).map((row) => presentPerson(row, faces)), total: rows.length };
    },
    tags: (viewer, asked, manner) => {
      const name = asked.q.replace(/^#/, '');
      return name === '' ? Promise.resolve(NOTHING) : findTags(db, viewer, { ...asked, q: name }, manner);
    },
  };
}

const NOTHING = { items: [], total: 0 } as const;
const Q_MAX = 100;

/** A searched text, folded as the texts of the community are: 1 to 100 characters; undefined: it has none, or more. */
export function foldSearched(text: string): string | undefined {
  const folded = foldSearch(text);
  return folded === '' || countCharacters(folded) > Q_MAX ? undefined : folded;
}

const postRow = z.object({
  id: z.string(),
  title: z.string(),
  excerpt: z.string(),
  spoiler: z.boolean(),
  subject: subjectView.nullable(),
  createdAt: z.number(),
  likeCount: z.number(),
  commentCount: z.number(),
  authorUid: z.number(),
  authorName: z.string(),
  total: z.number(),
});
type PostRow = Readonly<z.output<typeof postRow>>;

const FOLDED_TITLE = sql.raw('lower(normalize(p.title, nfkc))');
const COLUMNS = sql.raw(`p.id, p.title, p.excerpt, ${SUBJECT}, ${inMilliseconds('p.created_at')} as "createdAt",
  p.like_count as "likeCount", p.comment_count as "commentCount", a.uid::float8 as "authorUid", a.display_name as "authorName"`);

/** The newest posts that contain the text. What a spoiler says is not searched, only its title. */
async function findPosts(
  db: Queries,
  statistics: SearchStatistics,
  viewer: Viewer,
  { q, limit, countTo }: Asked,
): Promise<Found<FoundPost>> {
  const { walk, grams } = planSearch(statistics, q, countTo);
  // The index returns all posts with a frequent word; these are walked from the newest one instead.
  const posts =
    walk === undefined ? sql`(select p.* from post p where p.grams @@ ${grams}::tsquery offset 0)` : sql.raw('post');
  const rows = await listRows(db, postRow)`with found as materialized (
      select p.id, p.created_at from ${posts} p join profile a on a.account_id = p.author_id
      where strpos(p.search_text, ${q}) > 0 and (not p.spoiler or strpos(${FOLDED_TITLE}, ${q}) > 0)
        and ${listsPost(viewer)}
      order by p.created_at desc, p.id desc limit ${countTo})
    ${readFound(limit)}`;
  return presentPosts(rows);
}

/** The posts of `found`, the newest first, each with the number of all. */
const readFound = (limit: number): SQL => sql`select ${COLUMNS}, (select count(*)::int from found) as total
  from (select * from found order by created_at desc, id desc limit ${limit}) f
  join post p on p.id = f.id join profile a on a.account_id = p.author_id
  order by f.created_at desc, f.id desc`;

/** How many texts with a piece of the search are compared with it. */
const COMPARED = 200;

/** SQL: a text has a piece of the search. */
const hasPiece = (text: SQL, pieces: readonly string[]): SQL =>
  sql`(${sql.join(
    pieces.map((piece) => sql`strpos(${text}, ${piece}) > 0`),
    sql.raw(' or '),
  )})`;

/** Share of posts from which on a piece is frequent: folding the titles of all posts with it would take too long. */
const FREQUENT_SHARE = 0.1;
/** How many of the newest posts are looked at for a frequent piece. */
const FREQUENT_WALK = 5_000;

async function findNearPosts(
  db: Queries,
  statistics: SearchStatistics,
  viewer: Viewer,
  { q, limit }: Asked,
): Promise<Found<FoundPost>> {
  const near = nearText(q);
  if (near === undefined) return NOTHING;
  const { frequent = [], rare = [] } = Object.groupBy(near.pieces, (piece) =>
    statistics.shareOf(listSearchedGrams(piece)) >= FREQUENT_SHARE ? 'frequent' : 'rare',
  );
  const list = async (posts: SQL, pieces: readonly string[]): Promise<readonly PostRow[]> =>
    pieces.length === 0
      ? []
      : listRows(db, postRow)`with found as materialized (
          select p.id, p.created_at from (${posts}) p join profile a on a.account_id = p.author_id
          where ${hasPiece(FOLDED_TITLE, pieces)} and ${listsPost(viewer)}
          order by p.created_at desc, p.id desc limit ${COMPARED})
        ${readFound(COMPARED)}`;
  const grams = rare.map((piece) => `(${gramQuery(listSearchedGrams(piece))})`).join(' | ');
  const byIndex = sql`select p.* from post p where p.grams @@ ${grams}::tsquery offset 0`;
  const newest = sql`select p.* from post p where ${ACTIVE_POST}
    order by p.created_at desc, p.id desc limit ${FREQUENT_WALK}`;
  const rows = [...(await list(byIndex, rare)), ...(await list(newest, frequent))];
  const found = [...new Map(rows.map((row) => [row.id, row])).values()]
    .filter(({ title }) => near.isIn(foldSearch(title)))
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  return { items: found.slice(0, limit).map(presentPost), total: found.length };
}

const presentPosts = (rows: readonly PostRow[]): Found<FoundPost> => ({
  items: rows.map(presentPost),
  total: rows[0]?.total ?? 0,
});

/** What a spoiler says is not shown. */
const presentPost = ({ total: _, excerpt, spoiler, ...post }: PostRow): FoundPost => ({
  ...post,
  excerpt: spoiler ? '' : excerpt,
  spoiler,
});

const tagRow = z.object({ name: z.string(), total: z.number() });
const countedTagRow = z.object({ name: z.string(), postCount: z.number() });

/** Tags of posts that the viewer sees: the tag itself, then those that begin with the text, then the others, by name. */
async function findTags(db: Queries, viewer: Viewer, asked: Asked, manner: Manner): Promise<Found<FoundTag>> {
  const { q, limit, countTo } = asked;
  const near = manner === 'near' ? nearText(q) : undefined;
  if (manner === 'near' && near === undefined) return NOTHING;
  const holds = near === undefined ? sql`strpos(g.name, ${q}) > 0` : hasPiece(sql.raw('g.name'), near.pieces);
  const rows = await listRows(db, tagRow)`with found as materialized (select g.name from tag g where ${holds}
      and exists (select 1 from post_tag t join post p on p.id = t.post_id join profile a on a.account_id = p.author_id
        where t.tag = g.name and ${listsPost(viewer)})
      limit ${near === undefined ? countTo : COMPARED})
    select name, (select count(*)::int from found) as total from found
    order by name = ${q} desc, starts_with(name, ${q}) desc, name collate "C" limit ${near === undefined ? limit : COMPARED}`;
  const named = near === undefined ? rows : rows.filter(({ name }) => near.isIn(name));
  const total = near === undefined ? (rows[0]?.total ?? 0) : named.length;
  const names = named.slice(0, limit).map(({ name }) => name);
  if (names.length === 0) return NOTHING;
  const counted = await listRows(db, countedTagRow)`
    select g.name, (select count(*)::int from post_tag t where t.tag = g.name and t.listed) as "postCount"
      from tag g where g.name = any(${arrayText(names)}::text[])`;
  const counts = new Map(counted.map(({ name, postCount }) => [name, postCount]));
  return { items: names.map((name) => ({ name, postCount: counts.get(name) ?? 0 })), total };
}
