// Notifications: written in the transaction of the event, once per person and event; listed, counted and marked read.
// Owns the table. Visibility (a hidden post, a blocked person) is checked when notifications are read, so they need not
// be withdrawn.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Role } from '../../../http/gates/guard.ts';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { onlyOf } from '../../../kernel/page.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import { prepareSql, prepareWrite } from '../../../platform/database/prepared.ts';
import { countRow, idRow, listRows, readRow, requireRow } from '../../../platform/database/rows.ts';
import { notification } from '../../../platform/database/schema/community-people.ts';
import { avatarUrlOf } from '../../accounts/profile/public-identity.ts';
import type { DecisionNews } from '../../moderation/common/vocabulary.ts';
import type { Arrival } from '../../moderation/deciders.ts';
import { arrayText, atMost, isOlder } from '../common/parts.ts';
import { type Faces, inMilliseconds } from '../common/rows.ts';
import { isKindFor, type NotificationView, notificationView, STAFF_KINDS } from '../common/shapes.ts';
import type { Mentions } from '../common/text.ts';
import {
  blockedOf,
  isNotMuted,
  isStandingComment,
  ME,
  type Reader,
  readsPost,
  type Viewer,
} from '../common/visibility.ts';

type NotificationKind = NotificationView['kind'];

export interface Notice {
  readonly recipientId: string;
  readonly actorId: string | null;
  readonly kind: NotificationKind;
  readonly postId?: string;
  readonly commentId?: string;
  readonly occasion: string;
  /** Of a moderation notice, and of one for staff. */
  readonly decision?: NoticedDecision;
}

/** What was decided, about what, and why. */
const noticedDecision = z.object({
  verdict: z.string(),
  reasonCode: z.string().nullable(),
  message: z.string().nullable(),
  subjectKind: z.string(),
  subjectId: z.string(),
  caseId: z.string().nullable(),
  /** For staff: how many came in. */
  count: z.int().optional(),
});
type NoticedDecision = Readonly<z.output<typeof noticedDecision>>;
/** Of a thread: how many comments came. */
const noticedCount = z.object({ count: z.int() });

/**
 * Writes notices and returns the recipients that got a new one. Nobody is notified of their own action or across a
 * block. Call at most once per transaction, and last: writers to one recipient are serialised until commit, so
 * `created_at` is unique per recipient and increases in commit order. This allows a stream to resume after the last
 * notification it sent.
 */
export async function announce(tx: Transaction, notices: readonly Notice[]): Promise<readonly string[]> {
  const wanted = notices.filter(({ recipientId, actorId }) => recipientId !== actorId);
  if (wanted.length === 0) return [];
  // Sorted, so that transactions with the same recipients take the locks in one order and cannot deadlock.
  const recipients = [...new Set(wanted.map(({ recipientId }) => recipientId))].toSorted();
  // Sent one behind the other; the connection keeps their order.
  const [, ...made] = await Promise.all([
    lockRecipients(tx, arrayText(recipients)),
    ...wanted.map((notice) => insertNotice(tx, notice)),
  ]);
  return [...new Set(made.filter((recipientId) => recipientId !== undefined))];
}

/**
 * Serialises writers to these recipients, an array as text, until the end of the transaction. They must be sorted, so that
 * transactions with the same recipients take the locks in one order and cannot deadlock.
 */
export const lockRecipients = async (tx: Transaction, recipients: string): Promise<void> => {
  await lockStatement.list(tx, {}, { recipients });
};

// Prepared, like the one below, since every comment and reaction runs it.
const lockStatement = prepareWrite(
  () => sql`select pg_advisory_xact_lock(hashtext('notification'), hashtext(id))
    from (select id from unnest(${sql.placeholder('recipients')}::text[]) with ordinality as t(id, place) order by place) r`,
);
const RECIPIENT = sql`${sql.placeholder('recipient')}::uuid`;
const ACTOR = sql`${sql.placeholder('actor')}::uuid`;
/** What the recipient chose for the kind. */
const chosen = (
  way: 'bell' | 'mail',
): SQL => sql`select (kinds -> ${sql.placeholder('kind')}::text ->> ${sql.raw(`'${way}'`)})::boolean
  from notification_setting where account_id = ${RECIPIENT}`;
const insertStatement = prepareWrite(
  () => sql`
    insert into notification (id, recipient_id, actor_id, kind, post_id, comment_id, occasion, decision, is_listed, is_mailed,
      created_at)
    select ${sql.placeholder('id')}::uuid, ${RECIPIENT}, ${ACTOR}, ${sql.placeholder('kind')}::text, ${sql.placeholder('post')}::uuid,
      ${sql.placeholder('comment')}::uuid, ${sql.placeholder('occasion')}::text, ${sql.placeholder('decision')}::text::jsonb, w.bell, w.mail,
      greatest(date_trunc('milliseconds', clock_timestamp()), (
        select max(created_at) + interval '1 millisecond' from notification where recipient_id = ${RECIPIENT}))
    from (select coalesce((${chosen('bell')}), true) as bell,
      coalesce((${chosen('mail')}), ${sql.placeholder('mails')}::boolean) as mail) w
    where (w.bell or w.mail)
      and (${sql.placeholder('kind')}::text <> 'comment' or not exists (select 1 from post_subscription s
        where s.post_id = ${sql.placeholder('post')}::uuid and s.account_id = ${RECIPIENT} and not s.is_active))
      and not exists (select 1 from block where blocker_id = ${RECIPIENT} and blocked_id = ${ACTOR})
      and not exists (select 1 from block where blocker_id = ${ACTOR} and blocked_id = ${RECIPIENT})
    on conflict do nothing returning id`,
);

/** Writes one notice; returns its recipient if it is new. */
async function insertNotice(tx: Transaction, notice: Notice): Promise<string | undefined> {
  const { recipientId, actorId, kind, postId, commentId, occasion, decision } = notice;
  const made = await insertStatement.first(
    tx,
    {},
    {
      id: Bun.randomUUIDv7(),
      recipient: recipientId,
      actor: actorId,
      kind,
      mails: isStaffKind(kind),
      occasion,
      post: postId ?? null,
      comment: commentId ?? null,
      decision: decision === undefined ? null : JSON.stringify(decision),
    },
  );
  return made === undefined ? undefined : recipientId;
}

const isStaffKind = (kind: string): boolean => STAFF_KINDS.some((one) => one === kind);

/** What came in for staff. */
export interface StaffNotice {
  readonly kind: (typeof STAFF_KINDS)[number];
  /** What it is, and its id; of a registration the number of the account. */
  readonly subjectKind: Arrival;
  readonly subjectId: string;
}

/**
 * Writes notices for staff. Of one kind there is one unread notice a person, which counts what came in: a new one takes the
 * place of the one before. Call at most once per transaction, and last. Idempotent. Returns who got one.
 */
export async function announceToStaff(
  tx: Transaction,
  recipientIds: readonly string[],
  { kind, subjectKind, subjectId }: StaffNotice,
): Promise<readonly string[]> {
  const occasion = `${kind}:${subjectId}`;
  const recipients = recipientIds.toSorted();
  if (recipients.length === 0) return [];
  await lockRecipients(tx, arrayText(recipients));
  const notified: string[] = [];
  for (const recipientId of recipients) {
    const known = await tx.execute(
      sql`select 1 from notification where recipient_id = ${recipientId}::uuid and occasion = ${occasion}`,
    );
    if (known.length > 0) continue;
    const earlier = await readRow(tx, countRow)`with gone as (delete from notification
        where recipient_id = ${recipientId}::uuid and kind = ${kind} and read_at is null returning decision)
      select coalesce(sum(coalesce((decision ->> 'count')::int, 1)), 0)::int as count from gone`;
    const about = { verdict: 'review', reasonCode: null, message: null, subjectKind, subjectId };
    const caseId = subjectKind === 'case' ? subjectId : null;
    const decision = { ...about, caseId, count: (earlier?.count ?? 0) + 1 };
    const made = await insertNotice(tx, { recipientId, actorId: null, kind, occasion, decision });
    if (made !== undefined) notified.push(made);
  }
  return notified;
}

/** Notices to mentioned people who may read the post. If several handles match a mention, the longest is used. */
export async function findMentioned(
  tx: Transaction,
  postId: string,
  actorId: string,
  { handles, uids }: Mentions,
  commentId?: string,
): Promise<readonly Notice[]> {
  if (handles.length + uids.length === 0) return [];
  const rows = await listRows(tx, idRow)`
    select n.account_id as id from profile n, post p
    where p.id = ${postId}::uuid and n.status = 'active' and (p.visibility <> 'private' or n.account_id = p.author_id)
      and n.account_id in (select u.account_id from profile u where u.uid = any(${arrayText(uids.map(String))}::bigint[])
        union all select (select h.account_id from profile h
          where h.status = 'active' and h.handle in (w.name, rtrim(w.name, '_-')) order by length(h.handle) desc limit 1)
        from unnest(${arrayText(handles)}::text[]) as w(name))
    order by n.account_id`;
  return rows.map(({ id }) => ({
    recipientId: id,
    actorId,
    kind: 'mention',
    postId,
    ...(commentId !== undefined && { commentId }),
    occasion: commentId === undefined ? `post:${postId}` : `comment:${commentId}`,
  }));
}

/** The notice to an author about the verdict of a case; none while a person must review it. */
export function noticeOfVerdict(plan: {
  readonly recipientId: string;
  readonly caseId: string;
  readonly verdict: string;
  readonly reasonCode: string | null;
  readonly message: string | null;
  readonly postId?: string;
  readonly commentId?: string;
}): readonly Notice[] {
  const { recipientId, caseId, verdict, reasonCode, message, ...subject } = plan;
  if (verdict === 'review') return [];
  const { postId, commentId } = subject;
  const about = { subjectKind: commentId === undefined ? 'post' : 'comment', subjectId: commentId ?? postId ?? '' };
  const decision = { verdict, reasonCode, message, ...about, caseId };
  const occasion = `case:${caseId}:${verdict}`;
  return [{ recipientId, actorId: null, kind: 'moderation', ...subject, occasion, decision }];
}

/** The notice of a decision on a file, a picture or a name, and of a restriction. */
export function noticeOfNews({ accountId, ...decision }: DecisionNews): Notice {
  const { caseId, subjectKind, subjectId, verdict } = decision;
  const occasion = `${caseId === null ? `${subjectKind}:${subjectId}` : `case:${caseId}`}:${verdict}`;
  return { recipientId: accountId, actorId: null, kind: 'moderation', occasion, decision };
}

const text = z.string().nullable();
const notificationRow = z.object({
  id: z.string(),
  kind: notificationView.shape.kind,
  postId: text,
  postTitle: text,
  commentId: text,
  createdAt: z.number(),
  readAt: z.number().nullable(),
  recipientId: z.string(),
  actorId: text,
  actorUid: text,
  actorName: text,
  actorHandle: text,
  actorPicture: text,
  decision: z.union([noticedDecision, noticedCount]).nullable(),
});
type NotificationRow = Readonly<z.output<typeof notificationRow>>;

const UNKNOWN = {
  verdict: null,
  reasonCode: null,
  message: null,
  subjectKind: null,
  subjectId: null,
  caseId: null,
} as const;

export const presentNotification = (row: NotificationRow, faces: Faces): NotificationView => ({
  id: row.id,
  kind: row.kind,
  postId: row.postId,
  postTitle: row.postTitle,
  commentId: row.commentId,
  createdAt: row.createdAt,
  readAt: row.readAt,
  actorUid: row.actorUid === null ? null : Number(row.actorUid),
  actorName: row.actorName,
  actorHandle: row.actorHandle,
  actorImage: avatarUrlOf(row.actorPicture),
  actorAvatarSeed: row.actorId === null ? null : faces.seedOf(row.actorId),
  ...presentDetails(row),
});

function presentDetails({ kind, decision }: NotificationRow) {
  if (kind === 'thread') return { count: decision?.count ?? 1 };
  return isOfService(kind) ? presentDecision(decision !== null && 'verdict' in decision ? decision : null) : {};
}

const isOfService = (kind: string): boolean => kind === 'moderation' || isStaffKind(kind);

function presentDecision(stored: NoticedDecision | null) {
  const { count, ...decision } = stored ?? { ...UNKNOWN, count: undefined };
  return count === undefined ? decision : { ...decision, count };
}

const STAFF_LIST = STAFF_KINDS.map((kind) => `'${kind}'`).join(', ');
/** Kinds that are the service's own, which have no actor. */
const OF_SERVICE = `n.kind in ('moderation', ${STAFF_LIST})`;
/** Not withdrawn. */
const STANDS = sql.raw(`(n.actor_id is not null or ${OF_SERVICE})`);
/** Those for staff go with the role. */
const isForRole = ({ role }: NonNullable<Reader>): SQL => {
  const others = STAFF_KINDS.filter((kind) => !isKindFor(role, kind));
  return sql.raw(others.length === 0 ? 'true' : `n.kind not in (${others.map((kind) => `'${kind}'`).join(', ')})`);
};

/**
 * Notifications `n` that the viewer may see: the post is readable, the comment exists, the actor exists and is not
 * blocked.
 */
const seen = (viewer: NonNullable<Reader>): SQL => sql`n.is_listed and ${isReadable(viewer)}`;

/** The same without regard to whether it is in the list. */
const isReadable = (
  viewer: NonNullable<Reader>,
): SQL => sql`n.recipient_id = ${viewer.accountId}::uuid and ${STANDS} and ${isForRole(viewer)}
  and (n.actor_id is null or (na.status <> 'deleted' and ${isNotMuted(sql.raw('n.actor_id'), viewer)}
    and n.actor_id not in (${blockedOf(viewer.accountId)})))
  and (${sql.raw(OF_SERVICE)} or n.post_id is null or exists (
    select 1 from post p join profile a on a.account_id = p.author_id where p.id = n.post_id and ${readsPost(viewer)}))
  and (${sql.raw(OF_SERVICE)} or n.comment_id is null or exists (
    select 1 from comment c where c.id = n.comment_id and ${isStandingComment('c', viewer)}))`;

const FROM = sql.raw(`notification n left join profile na on na.account_id = n.actor_id
  left join post np on np.id = n.post_id
  left join avatar nv on nv.account_id = n.actor_id and nv.status = 'ready'`);

/** A decision is reported even when its post can no longer be read, so it names only posts of the recipient. */
const POST_TITLE = `case when n.kind <> 'moderation' or np.author_id = n.recipient_id then np.title end`;

const COLUMNS =
  sql.raw(`n.id, n.kind, n.post_id as "postId", ${POST_TITLE} as "postTitle", n.comment_id as "commentId", n.decision,
  ${inMilliseconds('n.created_at')} as "createdAt", ${inMilliseconds('n.read_at')} as "readAt",
  n.recipient_id as "recipientId", n.actor_id as "actorId", na.uid as "actorUid", na.display_name as "actorName",
  na.handle as "actorHandle",
  nv.public_id as "actorPicture"`);

export interface NotificationQuery {
  readonly unread: boolean | undefined;
  readonly before: TimePosition | undefined;
  readonly limit: number;
}

/** Notifications, newest first. */
export async function listNotifications(
  db: Queries,
  viewer: NonNullable<Viewer>,
  { unread, before, limit }: NotificationQuery,
): Promise<readonly NotificationRow[]> {
  const read = unread === undefined ? 'true' : unread ? 'n.read_at is null' : 'n.read_at is not null';
  return listRows(db, notificationRow)`
    select ${COLUMNS} from ${FROM} where ${seen(viewer)} and ${sql.raw(read)} and ${isOlder('n.created_at, n.id', before)}
    order by n.created_at desc, n.id desc limit ${atMost(limit)}`;
}

/** Notifications of an account after a time, oldest first, for a stream. */
export const listNotificationsSince = (
  db: Queries,
  { accountId, role }: NonNullable<Viewer>,
  since: number,
  limit: number,
): Promise<readonly NotificationRow[]> =>
  sinceStatement.list(db, { role }, { me: accountId, since: new Date(since).toISOString(), limit });

// Prepared, since a comment can wake the streams of all who are subscribed to its post.
const sinceStatement = prepareSql(
  notificationRow,
  ({ role }: { readonly role: Role }) => sql`
    select ${COLUMNS} from ${FROM} where ${seen({ ...ME, role })} and n.created_at > ${sql.placeholder('since')}::timestamptz
    order by n.created_at limit ${sql.placeholder('limit')}::int`,
);

const positionRow = z.object({ at: z.number().nullable() });

/**
 * The start position of a stream: the time of the reader's last notification, or of the newest one if that is unknown. One of a
 * thread may have been replaced by a later one; the time that is in its id is then the position.
 */
export async function readStreamPosition(db: Queries, accountId: string, lastId: string | undefined): Promise<number> {
  const row = await readRow(db, positionRow)`
    select coalesce((select ${sql.raw(inMilliseconds('created_at'))} from notification
        where id = ${lastId ?? null}::uuid and recipient_id = ${accountId}::uuid),
      (select ${timeOfId(lastId)} where not exists (select 1 from notification where id = ${lastId ?? null}::uuid)),
      (select ${sql.raw(inMilliseconds('max(created_at)'))} from notification where recipient_id = ${accountId}::uuid)) as at`;
  return row?.at ?? 0;
}

/** The milliseconds in a UUID of version 7; null for others. */
const timeOfId = (id: string | undefined): SQL =>
  sql`${id?.[14] === '7' ? Number.parseInt(id.replace('-', '').slice(0, 12), 16) : null}::float8`;

/** Number of unread notifications that the viewer may see. */
export async function countUnread(db: Queries, viewer: NonNullable<Viewer>): Promise<number> {
  const row = await readRow(db, countRow)`
    select count(*)::int as count from ${FROM} where ${seen(viewer)} and n.read_at is null`;
  return row?.count ?? 0;
}

const readNotice = idRow.extend({ readAt: z.number() });
const readNotices = z.object({ readAt: z.number(), updatedCount: z.number() });

/** Marks one as read. Idempotent. */
export async function readNotification(
  db: Queries,
  accountId: string,
  id: string,
): Promise<Readonly<z.output<typeof readNotice>>> {
  return requireRow(db, readNotice, 'notification_not_found')`
    update notification n set read_at = coalesce(read_at, now())
    where id = ${id}::uuid and recipient_id = ${accountId}::uuid and ${STANDS}
    returning id, ${sql.raw(inMilliseconds('read_at'))} as "readAt"`;
}

/** Marks all visible notifications as read. */
export async function readAllNotifications(
  db: Queries,
  viewer: NonNullable<Viewer>,
): Promise<Readonly<z.output<typeof readNotices>>> {
  const rows = await listRows(db, readNotices)`
    with changed as (update notification set read_at = now()
      where read_at is null and id in (select n.id from ${FROM} where ${seen(viewer)} and n.read_at is null) returning 1)
    select ${sql.raw(inMilliseconds('now()::timestamptz(3)'))} as "readAt", (select count(*)::int from changed) as "updatedCount"`;
  return onlyOf(rows);
}

const mailedRow = z.object({ kind: notificationView.shape.kind, count: z.number() });

/** Unread notifications by kind that a mail is to report: those marked for it, or with `since` all in the list since then. */
export function countForMail(
  db: Queries,
  viewer: NonNullable<Viewer>,
  since: Date | undefined,
): Promise<readonly Readonly<z.output<typeof mailedRow>>[]> {
  const which =
    since === undefined ? sql`n.is_mailed` : sql`n.is_listed and n.created_at > ${since.toISOString()}::timestamptz`;
  return listRows(db, mailedRow)`
    select n.kind, sum(coalesce((n.decision ->> 'count')::int, 1))::float8 as count from ${FROM}
      where ${isReadable(viewer)} and n.read_at is null and ${which} group by n.kind order by n.kind`;
}

/** Marks notifications up to a moment as mailed. Those that are not shown in the list are then also read. */
export async function markMailed(db: Queries, accountId: string, until: Date): Promise<void> {
  await db.execute(sql`update notification set is_mailed = false,
      read_at = case when is_listed then read_at else coalesce(read_at, now()) end
    where recipient_id = ${accountId}::uuid and is_mailed and created_at <= ${until.toISOString()}::timestamptz`);
}

const WITHDRAWN = 5_000;

/**
 * Withdraws the notices that meet a condition. Their rows stay without content until they expire, since a stream may
 * resume at their position.
 */
export async function withdrawNotices(db: Queries | Transaction, which: SQL): Promise<void> {
  for (let count = WITHDRAWN; count === WITHDRAWN; ) {
    const gone = await db.execute(sql`update notification set actor_id = null, post_id = null, comment_id = null,
      occasion = 'withdrawn:' || id, read_at = coalesce(read_at, now()) where id = any(array(
        select id from notification where kind <> 'moderation' and actor_id is not null and (${which})
        limit ${atMost(WITHDRAWN)})) returning 1`);
    count = gone.length;
  }
}

/** Erases what staff wrote to an author about something that was erased. The notice stays, since a stream may resume at it. */
export async function eraseNoticeTexts(tx: Transaction, authorId: string, subjectId: string): Promise<void> {
  await tx.execute(sql`update notification set decision = jsonb_set(decision, '{message}', 'null')
    where recipient_id = ${authorId}::uuid and decision ->> 'subjectId' = ${subjectId}`);
}

/** Deletes old notifications. */
export async function forgetNotifications(db: Queries, days: number): Promise<void> {
  const isOld = sql`created_at < now() - make_interval(days => ${days})`;
  await deleteInBatches(db, notification, isOld, { oldestBy: notification.createdAt });
}
