// What belongs to one viewer of recommendations: blocks, mutes, follows, feedback, and the posts that only this viewer is
// offered (own ones, and those of followed authors and tags). Read by one statement as a few texts, and kept until the
// next commit.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { CachedReads } from '../../../platform/database/cached-reads.ts';
import type { Database } from '../../../platform/database/database.ts';
import { prepareSql } from '../../../platform/database/prepared.ts';
import type { DatabaseStamps } from '../../../platform/database/stamps.ts';
import { atMost, momentText } from '../common/parts.ts';
import { ACTIVE_POST, blockedOf, ME } from '../common/visibility.ts';
import { gatherFacts, type PoolPost, readFacts } from './pool-posts.ts';

/** Posts of each kind in a pool. */
const OWN = 64;
const FOLLOWED = 96;
const TAGGED = 96;
/** Per followed author or tag. */
const FOLLOWED_EACH = 8;

export interface ViewerFacts {
  /** In either direction. */
  readonly blocked: ReadonlySet<string>;
  readonly muted: ReadonlySet<string>;
  readonly followed: ReadonlySet<string>;
  readonly followedTags: ReadonlySet<string>;
  readonly mutedTags: ReadonlySet<string>;
  /** Posts with negative feedback. */
  readonly refused: ReadonlySet<string>;
  readonly posts: readonly PoolPost[];
}

const { accountId: me } = ME;
const AS_OF = sql`${sql.placeholder('asOf')}::timestamptz`;
const BEFORE = sql`p.created_at <= ${AS_OF} and ${ACTIVE_POST}`;
const NEWEST = sql.raw('order by p.created_at desc, p.id desc');
const NEWEST_TAGGED = sql.raw('order by t.created_at desc, t.post_id desc');

/** Ids of the posts that only this viewer is offered, before the visibility check. */
const OFFERED = sql`
  (select p.id from post p where p.author_id = ${me}::uuid and ${BEFORE} ${NEWEST} limit ${atMost(OWN)})
  union (select n.id from follow f cross join lateral (select p.id, p.created_at from post p
      where p.author_id = f.followed_id and ${BEFORE} ${NEWEST} limit ${atMost(FOLLOWED_EACH)}) n
    where f.follower_id = ${me}::uuid order by n.created_at desc, n.id desc limit ${atMost(FOLLOWED)})
  union (select n.id from (select tag from tag_preference where account_id = ${me}::uuid and kind = 'follow') k
    cross join lateral (select t.post_id as id, t.created_at from post_tag t join post p on p.id = t.post_id
      where t.tag = k.tag and ${BEFORE} ${NEWEST_TAGGED} limit ${atMost(FOLLOWED_EACH)}) n
    order by n.created_at desc, n.id desc limit ${atMost(TAGGED)})`;

const NAMES = ['blocked', 'muted', 'followed', 'followedTags', 'mutedTags', 'refused', 'posts'] as const;
const factsRow = z.record(z.enum(NAMES), z.string().nullable());
type FactsRow = Readonly<z.output<typeof factsRow>>;

// Prepared, since every page of recommendations runs it after a commit.
const factsStatement = prepareSql(
  factsRow,
  () => sql`select
    (select string_agg(b.blocked_id::text, ' ') from (${blockedOf(me)}) b) as blocked,
    (select string_agg(muted_id::text, ' ') from mute where muter_id = ${me}::uuid) as muted,
    (select string_agg(followed_id::text, ' ') from follow where follower_id = ${me}::uuid) as followed,
    (select string_agg(tag, ' ') from tag_preference where account_id = ${me}::uuid and kind = 'follow') as "followedTags",
    (select string_agg(tag, ' ') from tag_preference where account_id = ${me}::uuid and kind = 'mute') as "mutedTags",
    (select string_agg(post_id::text, ' ') from post_feedback where account_id = ${me}::uuid) as refused,
    (select ${gatherFacts(sql.raw('p.id'))} from (${OFFERED}) pool join post p on p.id = pool.id
      join profile a on a.account_id = p.author_id) as posts`,
);

const KEPT_BYTES = 8 * 1024 * 1024;
const ENTRY_BYTES = 2_048;
/** Of a post with its ids, and of an id in a set. */
const POST_BYTES = 400;
const ID_BYTES = 100;
/** Limits staleness behind a connection pooler, as for pages. */
const AGE_MS = 10_000;

export class ViewerFactsReads {
  readonly #database: Database;
  readonly #cache: CachedReads<ViewerFacts>;

  constructor(database: Database, stamps: DatabaseStamps) {
    this.#database = database;
    this.#cache = new CachedReads(stamps, { limit: KEPT_BYTES, weigh: weightOf, ageMs: AGE_MS });
  }

  /** The facts as of some moment after the request `asker` arrived; with posts up to `asOf`, undefined: all. */
  read(asker: object, accountId: string, asOf: number | undefined): Promise<ViewerFacts> {
    return this.#cache.read(asker, `${accountId} ${asOf ?? ''}`, async () => {
      const bound = { me: accountId, asOf: asOf === undefined ? 'infinity' : momentText(asOf) };
      return factsOfRow(await factsStatement.first(this.#database.db, {}, bound));
    });
  }
}

const setOf = (text: string | null | undefined): ReadonlySet<string> => new Set(text ? text.split(' ') : []);

const factsOfRow = (row: FactsRow | undefined): ViewerFacts => ({
  blocked: setOf(row?.blocked),
  muted: setOf(row?.muted),
  followed: setOf(row?.followed),
  followedTags: setOf(row?.followedTags),
  mutedTags: setOf(row?.mutedTags),
  refused: setOf(row?.refused),
  posts: readFacts(row?.posts ?? null),
});

function weightOf({ posts, ...sets }: ViewerFacts): number {
  let ids = 0;
  for (const { size } of Object.values(sets)) ids += size;
  return ENTRY_BYTES + posts.length * POST_BYTES + ids * ID_BYTES;
}
