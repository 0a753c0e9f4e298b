// Posts as candidates of recommendations: the few facts that decide whether and where a post is shown, read as one text
// and kept in memory. Reading hundreds of rows of several columns takes longer than the query that finds them.
import { type SQL, sql } from 'drizzle-orm';
import { inMilliseconds } from '../common/rows.ts';
import type { Visibility } from '../common/rules.ts';
import { ACTIVE_POST, type PostFacts } from '../common/visibility.ts';

/** A candidate. Its likes and comments are in the score of the ranking. */
export interface PoolPost {
  readonly id: string;
  readonly authorId: string;
  readonly createdAt: number;
  readonly visibility: Visibility;
  readonly isActive: boolean;
  readonly isAllowed: boolean;
  readonly isAuthorDeleted: boolean;
  readonly tags: readonly string[];
  /** A number that the id determines, for pseudo-random points. */
  readonly grain: number;
  /** Another one, for the pseudo-random choice. */
  readonly lot: number;
}

const FIELD = ' ';
const ROW = '\n';
const VISIBILITIES = { b: 'public', o: 'protected', i: 'private' } as const;

/**
 * SQL for the facts of a post `p` with the profile `a` of its author: ids, time, letters for its state, tags. Tags have no
 * spaces.
 */
const FACTS = sql`concat_ws(' ', p.id, p.author_id, ${sql.raw(inMilliseconds('p.created_at'))}::bigint,
  substr(p.visibility, 3, 1) || case when ${ACTIVE_POST} then 'a' else '-' end
    || case when p.moderation_status = 'allow' then 'm' else '-' end || case when a.status = 'deleted' then 'd' else '-' end,
  array_to_string(p.tags, ' '))`;

/** SQL for the facts of all rows as one text, in a given order. */
export const gatherFacts = (order: SQL): SQL => sql`string_agg(${FACTS}, E'\\n' order by ${order})`;

/** The facts in such a text. */
export const readFacts = (text: string | null): readonly PoolPost[] =>
  text === null || text === '' ? [] : text.split(ROW).map(readPost);

function readPost(line: string): PoolPost {
  const [id = '', authorId = '', time = '', state = '', ...tags] = line.split(FIELD);
  return {
    id,
    authorId,
    createdAt: Number(time),
    visibility: readVisibility(state[0]),
    isActive: state[1] === 'a',
    isAllowed: state[2] === 'm',
    isAuthorDeleted: state[3] === 'd',
    tags: tags.filter((tag) => tag !== ''),
    grain: grainOf(id),
    lot: lotOf(id),
  };
}

function readVisibility(letter: string | undefined): Visibility {
  if (letter === 'b' || letter === 'o') return VISIBILITIES[letter];
  return VISIBILITIES.i;
}

/** From the last characters of an id, since the first ones encode the time. */
const grainOf = (id: string): number =>
  id.charCodeAt(32) * 104_729 + id.charCodeAt(33) * 13_007 + id.charCodeAt(34) * 1_543 + id.charCodeAt(35) * 193;

const LOT_CHARACTERS = 8;
const POSITIVE = 0x7fffffff;
const lotOf = (id: string): number => Number.parseInt(id.slice(-LOT_CHARACTERS), 16) & POSITIVE;

const FACTOR = 1_103_515_245;
const JITTER_POINTS = 13;

/** 0 to 12 pseudo-random points, determined by seed and post. */
export const jitterOf = ({ grain }: PoolPost, seed: number): number =>
  ((Math.imul(seed, FACTOR) + grain) & POSITIVE) % JITTER_POINTS;

/** The place of a post in the pseudo-random order of a seed. */
export const drawOf = ({ lot }: PoolPost, seed: number): number => Math.imul(seed ^ lot, FACTOR) & POSITIVE;

/** The facts that the rules of visibility use. `isBlocked`: between author and viewer. */
export const factsOf = (post: PoolPost, isBlocked: boolean): PostFacts => ({
  authorId: post.authorId,
  visibility: post.visibility,
  moderationStatus: post.isAllowed ? 'allow' : 'review',
  isAuthorDeleted: post.isAuthorDeleted,
  isDeleted: !post.isActive,
  isHidden: false,
  isArchived: false,
  isBlocked,
});
