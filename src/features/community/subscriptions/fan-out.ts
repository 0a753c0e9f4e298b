// Notifies subscribers of a comment (`thread`) or a post (`new_post`). The transaction that lets others see it writes a row of
// fan_out and enqueues a job, which works in batches. A batch notifies its subscribers and moves the position of the row in one
// transaction, so a job that was killed goes on where it was and nobody is notified twice. Blocks, mutes, settings and what may be
// read are those of that moment.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import { readRow } from '../../../platform/database/rows.ts';
import { fanOut } from '../../../platform/database/schema/community-threads.ts';
import { type BoundJob, bindJob, declareJob, type Jobs } from '../../../platform/jobs/jobs.ts';
import { arrayText, atMost, type CommunityDependencies, type FanOutKind } from '../common/parts.ts';
import { ACTIVE_POST, blockedOf, isStandingComment, SHARED_POST } from '../common/visibility.ts';
import { lockRecipients } from '../notifications/notifications.ts';

/** Subscribers of one transaction, which keeps others from notifying them meanwhile. */
const BATCH = 500;
/**
 * The rest between two batches, for whoever waits for the processor or for a lock: as long as the batch took, times this. On a fast
 * machine it is longer, so much for each recipient: 10,000 are notified in four seconds, of which little is processor time.
 */
const REST_SHARE = 3;
const REST_EACH_MS = 0.32;
const REST_MAX_MS = 500;
/** What is older when others may see it is no news any more. Rows stay longer, so that nobody is notified of it twice. */
const NEWS_DAYS = 30;
const ROW_DAYS = NEWS_DAYS + 1;

const job = declareJob({
  kind: 'community.fan-out',
  payload: z.object({ postId: z.uuid() }),
  plan: { concurrency: 2 },
  singleton: ({ postId }) => postId,
});

const openRow = z.object({ postId: z.string(), isOpen: z.boolean() });

/** Notifies subscribers after the transaction, if others may see it and they were not notified before. */
export async function enqueueFanOut(
  enqueue: Jobs['enqueue'],
  tx: Transaction,
  kind: FanOutKind,
  id: string,
): Promise<void> {
  const made = await readRow(tx, openRow)`${kind === 'thread' ? insertOfComment(id) : insertOfPost(id)}`;
  if (made?.isOpen === true) await enqueue(tx, job, { postId: made.postId });
}

const NEWS = sql`now() - make_interval(days => ${NEWS_DAYS})`;
const AS_OPEN = sql.raw(`on conflict do nothing returning post_id as "postId", finished_at is null as "isOpen"`);

/** Without subscribers, the row is finished from the start. The author of the post gets another kind of notification. */
const insertOfComment = (id: string): SQL => sql`insert into fan_out (id, kind, post_id, finished_at)
  select c.id, 'thread', p.id, case when exists (select 1 from post_subscription s
        where s.post_id = p.id and s.is_active and s.account_id <> c.author_id)
      or exists (select 1 from comment o where o.post_id = p.id and o.deleted_at is null
        and o.author_id <> c.author_id and o.author_id <> p.author_id) then null else now() end
    from comment c join post p on p.id = c.post_id
    where c.id = ${id}::uuid and c.created_at > ${NEWS} and ${isStandingComment('c', undefined)} and p.visibility <> 'private'
  ${AS_OPEN}`;

const insertOfPost = (id: string): SQL => sql`insert into fan_out (id, kind, post_id, finished_at)
  select p.id, 'new_post', p.id, case when exists (select 1 from author_subscription s where s.author_id = p.author_id)
      then null else now() end
    from post p where p.id = ${id}::uuid and p.created_at > ${NEWS} and ${ACTIVE_POST} and ${SHARED_POST}
  ${AS_OPEN}`;

/** Open streams learn of their notifications from the database (notifications/stream.ts). */
export const bindFanOut = ({ database }: Pick<CommunityDependencies, 'database'>): BoundJob =>
  bindJob(job, async ({ postId }, { signal }) => {
    for (;;) {
      signal.throwIfAborted();
      const startedAt = performance.now();
      const count = await database.transaction((tx) => notifyBatch(tx, postId));
      if (count === undefined) return;
      const rest = Math.max((performance.now() - startedAt) * REST_SHARE, count * REST_EACH_MS);
      await Bun.sleep(Math.min(rest, REST_MAX_MS));
    }
  });

const workRow = z.object({
  id: z.string(),
  kind: z.enum(['thread', 'new_post']),
  postId: z.string(),
  after: z.string().nullable(),
  /** Who wrote it, if others may still see it. */
  actorId: z.string().nullable(),
  postAuthorId: z.string().nullable(),
});
type Work = Readonly<z.output<typeof workRow>>;

/** The next subscribers. Their ids are an array as text, since the service only hands them on. */
const nextRow = z.object({ recipients: z.string(), count: z.number(), last: z.string() });
type Next = Readonly<z.output<typeof nextRow>>;

/** Notifies the next subscribers and returns how many they are. Undefined: nothing is left to send for this post. */
async function notifyBatch(tx: Transaction, postId: string): Promise<number | undefined> {
  const work = await readRow(tx, workRow)`
    select f.id, f.kind, f.post_id as "postId", f.after, case when f.kind = 'thread' then c.author_id else p.author_id end
        as "actorId", p.author_id as "postAuthorId"
      from fan_out f left join post p on p.id = f.post_id and ${ACTIVE_POST} and ${SHARED_POST}
        left join comment c on c.id = f.id and c.post_id = p.id and ${isStandingComment('c', undefined)}
      where f.post_id = ${postId}::uuid and f.finished_at is null
      order by f.created_at, f.id limit 1 for update of f`;
  if (work === undefined) return undefined;
  const { actorId, postAuthorId } = work;
  const next =
    actorId === null || postAuthorId === null
      ? undefined
      : await readRow(tx, nextRow)`
          select array_agg(t.id order by t.id)::text as recipients, count(*)::int as count,
            (array_agg(t.id order by t.id desc))[1] as last
          from (${work.kind === 'thread' ? threadSubscribers(work) : authorSubscribers(work)}) t having count(*) > 0`;
  if (next !== undefined) await notify(tx, work, next);
  await tx.execute(sql`update fan_out set after = coalesce(${next?.last ?? null}::uuid, after),
      finished_at = case when ${(next?.count ?? 0) < BATCH}::boolean then now() end
    where id = ${work.id}::uuid`);
  return next?.count ?? 0;
}

/**
 * Who is subscribed by choice, and who commented and did not end it. Whom it answers, and the author of the post, get the
 * notifications of their own kinds.
 */
function threadSubscribers({ id, postId, after, actorId, postAuthorId }: Work): SQL {
  // Whoever is left out must be left out before the limits, since a page that is not full is the last one.
  const isSubscriber = (column: string): SQL => sql`${isBehind(column, after)}
    and ${sql.raw(column)} not in (${actorId}::uuid, ${postAuthorId}::uuid) and ${sql.raw(column)} is distinct from
      (select q.author_id from comment w join comment q on q.id = w.parent_id where w.id = ${id}::uuid)`;
  return sql`
    select s.id from ((select s.account_id as id from post_subscription s
          where s.post_id = ${postId}::uuid and s.is_active and ${isSubscriber('s.account_id')}
          order by s.account_id limit ${atMost(BATCH)})
        union select c.author_id from comment c where c.post_id = ${postId}::uuid and c.deleted_at is null
          and ${isSubscriber('c.author_id')} and not exists (select 1 from post_subscription e
            where e.post_id = ${postId}::uuid and e.account_id = c.author_id and not e.is_active)) s
      order by s.id limit ${atMost(BATCH)}`;
}

const authorSubscribers = ({ after, actorId }: Work): SQL => sql`
  select s.account_id as id from author_subscription s
    where s.author_id = ${actorId}::uuid and ${isBehind('s.account_id', after)}
    order by s.account_id limit ${atMost(BATCH)}`;

const isBehind = (column: string, after: string | null): SQL =>
  after === null ? sql.raw('true') : sql`${sql.raw(column)} > ${after}::uuid`;

/**
 * Notifies subscribers. Of a thread there is one unread notification a post, which counts its comments: a new one takes the place
 * of the one before.
 */
async function notify(tx: Transaction, work: Work, { recipients, count }: Next): Promise<void> {
  const { id, kind, postId, actorId, postAuthorId } = work;
  await lockRecipients(tx, recipients);
  // Plans are cached, and one that was made while the table was small would scan all of it for every recipient.
  await tx.execute(sql`select set_config('enable_seqscan', 'off', true)`);
  const isThread = kind === 'thread';
  // The one of a mention or an answer: of one event people are notified once.
  const occasion = isThread ? `comment:${id}` : `post:${id}`;
  const chosen = (way: string): SQL => sql.raw(`(ns.kinds -> '${kind}' ->> '${way}')::boolean`);
  const parted = (who: string | null): SQL => sql`n.account_id not in (${blockedOf(sql`${who}`)})`;
  // One index lookup for each recipient. An index on posts would return the notifications of all subscribers in every batch.
  const gone = isThread
    ? sql`delete from notification o where o.id = any(array(
          select u.id from target t cross join lateral (select n.id from notification n where n.recipient_id = t.id
            and n.read_at is null and n.kind = 'thread' and n.post_id is not distinct from ${postId}::uuid offset 0) u))
        returning o.recipient_id as id, coalesce((o.decision ->> 'count')::int, 1) as count, o.is_mailed as mail`
    : sql.raw('select null::uuid as id, 0 as count, false as mail where false');
  const noticeIds = arrayText(Array.from({ length: count }, () => Bun.randomUUIDv7()));
  await tx.execute(sql`
    with target as materialized (
      select n.account_id as id, r.notice_id, coalesce(${chosen('bell')}, true) as bell, coalesce(${chosen('mail')}, false) as mail
        from unnest(${recipients}::uuid[], ${noticeIds}::uuid[]) as r(id, notice_id)
        join profile n on n.account_id = r.id and n.status = 'active'
        left join notification_setting ns on ns.account_id = r.id
      where (coalesce(${chosen('bell')}, true) or coalesce(${chosen('mail')}, false))
        and ${parted(actorId)} and ${parted(postAuthorId)}
        and not exists (select 1 from mute m where m.muter_id = r.id and m.muted_id = ${actorId}::uuid)
        and not exists (select 1 from notification k where k.recipient_id = r.id and k.occasion = ${occasion})),
    gone as (${gone}),
    earlier as (select id, sum(count)::int as count, bool_or(mail) as mail from gone group by id)
    insert into notification (id, recipient_id, actor_id, kind, post_id, comment_id, occasion, decision, is_listed, is_mailed,
      created_at)
    select t.notice_id, t.id, ${actorId}::uuid, ${kind}, ${postId}::uuid, ${isThread ? id : null}::uuid, ${occasion},
      ${isThread ? sql`jsonb_build_object('count', coalesce(e.count, 0) + 1)` : sql`null`}, t.bell, t.mail,
      greatest(date_trunc('milliseconds', clock_timestamp()), (
        select max(created_at) + interval '1 millisecond' from notification l where l.recipient_id = t.id))
    from target t left join earlier e on e.id = t.id
    on conflict do nothing`);
}

/** Deletes rows of what is too old to be announced again. */
export const forgetFanOuts = (db: Queries): Promise<void> =>
  deleteInBatches(db, fanOut, sql`created_at < now() - make_interval(days => ${ROW_DAYS})`, {
    oldestBy: fanOut.createdAt,
  });
