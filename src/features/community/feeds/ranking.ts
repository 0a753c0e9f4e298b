// The ranking behind recommendations: computed every five minutes by a job. The last three are kept, so that all pages
// of a reader use the ranking of the first page. Owns ranking and ranking_entry. The job is idempotent: a further run
// adds a ranking and removes old ones.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { RecommendationWeights } from '../../../platform/config/recommendation.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { hasRow, idRow, readRow } from '../../../platform/database/rows.ts';
import { type BoundJob, bindJob, declareJob } from '../../../platform/jobs/jobs.ts';
import { atMost } from '../common/parts.ts';
import { ACTIVE_POST, SHARED_POST } from '../common/visibility.ts';

const CANDIDATES = 2_000;
const NEWEST = 500;
const KEPT = 3;
/** Likes and comments from which a post counts as popular. */
export const POPULAR_FROM = 5;

/** Points for recency, as SQL over two timestamps. `weight` writes a weight. */
function recencyPoints(created: string, now: string, weight: (name: 'hour' | 'day' | 'week') => SQL): SQL {
  const isWithin = (interval: string): SQL => sql.raw(`${created} > ${now} - interval '${interval}'`);
  return sql`case when ${isWithin('1 hour')} then ${weight('hour')} when ${isWithin('1 day')} then ${weight('day')}
    when ${isWithin('7 days')} then ${weight('week')} else 0 end`;
}

/** Computes a ranking of the posts that any signed-in person may see; returns its id. */
export async function makeRanking(database: Database, weights: RecommendationWeights): Promise<number> {
  // Literals instead of parameters: with the default weights this is the expression of `post_score_index`, which can
  // then be used.
  const points = sql.raw(
    `(p.like_count * ${weights.like} + p.comment_count * ${weights.comment} + p.bookmark_count * ${weights.bookmark})`,
  );
  return database.transaction(async (tx) => {
    const made = await readRow(tx, idRow)`insert into ranking default values returning id`;
    const id = Number(made?.id);
    await tx.execute(sql`
      insert into ranking_entry (ranking_id, post_id, position, score, is_popular)
      select ${id}::bigint, id, row_number() over (order by score + recency desc, created_at desc, id desc), score, is_popular
      from (
        select p.id, p.created_at, p.like_count + p.comment_count >= ${POPULAR_FROM} as is_popular,
          ${points}::float8 as score, ${recencyPoints('p.created_at', 'now()', (name) => sql.raw(String(weights[name])))} as recency
        from post p where p.id in (
          (select p.id from post p where ${ACTIVE_POST} and ${SHARED_POST}
            order by ${points} desc limit ${atMost(CANDIDATES)})
          union (select p.id from post p where ${ACTIVE_POST} and ${SHARED_POST} order by p.created_at desc, p.id desc limit ${atMost(NEWEST)}))
      ) scored`);
    await tx.execute(
      sql`delete from ranking where id not in (select id from ranking order by id desc limit ${atMost(KEPT)})`,
    );
    return id;
  });
}

/** Whether a ranking still exists. 0, the empty ranking, always does. */
export async function hasRanking(db: Queries, id: number): Promise<boolean> {
  if (id === 0) return true;
  return hasRow(db)`select 1 from ranking where id = ${id}::bigint`;
}

const kind = declareJob({ kind: 'community.rank', payload: z.object({}), singleton: () => 'rank' });

/** The job, scheduled every five minutes. */
export const bindRankingJob = (database: Database, weights: RecommendationWeights): BoundJob =>
  bindJob(
    kind,
    async () => {
      await makeRanking(database, weights);
    },
    '*/5 * * * *',
  );
