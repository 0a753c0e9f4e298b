// Dependencies of the community that the composition supplies, and queries shared by all its writes: quotas with the
// author's lock, and facts about an author.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Actor } from '../../../http/gates/guard.ts';
import type { TimePosition } from '../../../kernel/cursor.ts';
import { Refusal, type RefusalCode, required } from '../../../kernel/refusal.ts';
import type { RecommendationWeights } from '../../../platform/config/recommendation.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/database.ts';
import { prepareSql, prepareWrite } from '../../../platform/database/prepared.ts';
import { requireRow } from '../../../platform/database/rows.ts';
import type { MailDecision, People } from '../../moderation/common/ports.ts';
import type {
  AuthorFacts,
  Submitted,
  TextSubmission,
  Verdict,
  WaitingReason,
} from '../../moderation/common/vocabulary.ts';
import type { CachedPages } from './cached-pages.ts';
import type { MarkdownTrees } from './markdown-tree.ts';
import type { Faces } from './rows.ts';
import type { DescribeEntity, SubjectName } from './subject.ts';

export interface CommunityDependencies {
  readonly database: Database;
  readonly faces: Faces;
  readonly pages: CachedPages;
  readonly trees: MarkdownTrees;
  /** Whether quotas are enforced. */
  readonly quotas: boolean;
  readonly weights: RecommendationWeights;
  readonly describeEntity: DescribeEntity;
  readonly submitText: (tx: Transaction, submission: TextSubmission) => Promise<Submitted>;
  /** Why a text waits, as far as its author may know; empty when it does not. */
  readonly readWaiting: (
    db: Queries | Transaction,
    kind: 'post' | 'comment',
    of: { readonly id: string; readonly revision: number; readonly moderationStatus: Verdict },
  ) => Promise<readonly WaitingReason[]>;
  /** Mails an author what staff decided. */
  readonly mailDecision: MailDecision;
  readonly people: People;
  /** The caller of a request as of now, including the scopes of a token. */
  readonly readActor: (context: RequestContext) => Promise<Actor | undefined>;
  /** Called after a commit with accounts that may have new notifications. */
  readonly wake: (accountIds: readonly string[]) => void;
  /** Called in the transaction in which a post is public and allowed for the first time. */
  readonly onPublished: (tx: Transaction, post: PublishedPost) => Promise<void>;
  /** Tells subscribers of a comment or post after the transaction, once others may see it. Idempotent. */
  readonly tellSubscribers: (tx: Transaction, kind: FanOutKind, id: string) => Promise<void>;
  /** Called in the transaction of a new report. */
  readonly onReported: (tx: Transaction, report: FiledReport) => Promise<void>;
}

/** What subscribers are notified of: a comment of a thread, or a post. */
export type FanOutKind = 'thread' | 'new_post';

interface PublishedPost {
  readonly postId: string;
  readonly authorUid: number;
  /** The entity of a catalog that it is about. */
  readonly subject: SubjectName | null;
  readonly tags: readonly string[];
}

interface FiledReport {
  readonly reportId: string;
  readonly targetKind: 'post' | 'comment' | 'list' | 'user';
  readonly targetId: string;
}

/** A time as a bind parameter. */
export const momentText = (milliseconds: number | undefined): string | undefined =>
  milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();

/** SQL: comes behind a place in a list of the newest first; `columns` are its time and id. */
export const isOlder = (columns: string, place: TimePosition | undefined): SQL =>
  place === undefined
    ? sql.raw('true')
    : sql`(${sql.raw(columns)}) < (${momentText(place.time)}::timestamptz, ${place.id}::uuid)`;

interface Window {
  readonly quota: number;
  readonly seconds: number;
}

const QUOTAS = {
  post: {
    code: 'post_quota_exceeded',
    windows: [
      { quota: 30, seconds: 3600 },
      { quota: 200, seconds: 86_400 },
    ],
  },
  comment: {
    code: 'comment_quota_exceeded',
    windows: [
      { quota: 300, seconds: 3600 },
      { quota: 2000, seconds: 86_400 },
    ],
  },
} as const satisfies Readonly<Record<string, { readonly code: RefusalCode; readonly windows: readonly Window[] }>>;

type QuotaKind = keyof typeof QUOTAS;

// Prepared, like the two below, since every post and comment runs it.
const lockStatement = prepareWrite(
  () => sql`select 1 as there from account
    cross join pg_advisory_xact_lock(hashtext(${sql.placeholder('kind')}::text), hashtext(${sql.placeholder('me')}::text)) l
    where id = ${sql.placeholder('me')}::uuid`,
);

/**
 * Serialises an author's creations of a kind. The lock is held by the transaction, so a count under it is exact across
 * nodes.
 */
export async function lockAuthor(tx: Transaction, kind: QuotaKind, accountId: string): Promise<void> {
  required(await lockStatement.first(tx, {}, { kind, me: accountId }), 'profile_unavailable');
}

const waitRow = z.object({ wait: z.number().nullable() });
const waitStatement = prepareSql(waitRow, ({ kind }: { readonly kind: QuotaKind }) => {
  const waits = QUOTAS[kind].windows.map(
    ({
      quota,
      seconds,
    }) => sql`(select extract(epoch from created_at - clock_timestamp())::float8 + ${atMost(seconds)} as wait
      from ${sql.identifier(kind)}
      where author_id = ${sql.placeholder('me')}::uuid and created_at > clock_timestamp() - make_interval(secs => ${atMost(seconds)})
      order by created_at desc offset ${atMost(quota - 1)} limit 1)`,
  );
  return sql`select max(wait) as wait from (${sql.join(waits, sql` union all `)}) w`;
});

/** Seconds until the author may create another one, including deleted ones in the count; 0: now. */
export async function readQuotaWait(db: Queries | Transaction, kind: QuotaKind, accountId: string): Promise<number> {
  const row = await waitStatement.first(db, { kind }, { me: accountId });
  // Null: nothing has to leave a window first.
  return row === undefined || row.wait === null ? 0 : Math.max(row.wait, 1);
}

/** A change, and who has a new notification of it. */
export interface Announced<T> {
  readonly changed: T;
  readonly notified: readonly string[];
}

/** Makes a change in a transaction of its own, and wakes streams after the commit. */
export async function changeAndWake<T>(
  { database, wake }: Pick<CommunityDependencies, 'wake'> & { readonly database: Pick<Database, 'transaction'> },
  change: (tx: Transaction) => Promise<Announced<T>>,
): Promise<T> {
  const { changed, notified } = await database.transaction(change);
  wake(notified);
  return changed;
}

/** Refuses a creation that exceeds the quota, with the actual wait. */
export function refuseBeyondQuota(kind: QuotaKind, wait: number): void {
  if (wait > 0) throw new Refusal(QUOTAS[kind].code, { retryAfterSeconds: Math.ceil(wait) });
}

const authorRow = z.object({ createdAt: z.number(), published: z.number() });

/** Facts about an author that moderation rules use; counts at most so many published texts. */
export async function readAuthorFacts(tx: Transaction, accountId: string, countAtMost: number): Promise<AuthorFacts> {
  const published = (kind: QuotaKind): SQL => sql`select 1 from ${sql.identifier(kind)}
    where author_id = account.id and moderation_status = 'allow' and deleted_at is null limit ${atMost(countAtMost)}`;
  const row = await requireRow(tx, authorRow, 'profile_unavailable')`
    select (extract(epoch from created_at) * 1000)::float8 as "createdAt",
      (select count(*)::int from ((${published('post')}) union all (${published('comment')}) limit ${atMost(countAtMost)}) t)
        as published
    from account where id = ${accountId}::uuid`;
  return { accountCreatedAt: new Date(row.createdAt), publishedCount: row.published };
}

/** Row limits of page statements: one more row than shown tells whether there is a next page. */
const PAGE_ROWS = [21, 31, 51, 101] as const;
export type PageRows = (typeof PAGE_ROWS)[number];

/**
 * The row limit for a page of `limit`; surplus rows are dropped in code. Few distinct limits keep the number of
 * prepared statements, whose plans PostgreSQL keeps per connection, small.
 */
export function pageRows(limit: number): PageRows {
  const rows = PAGE_ROWS.find((size) => size > limit);
  if (rows === undefined) throw new Error(`a page of ${limit} rows is longer than any may be`);
  return rows;
}

/**
 * A row limit as a literal. With a bound limit PostgreSQL cannot estimate a generic plan and replans the statement on
 * each call, which takes longer than running it.
 */
export const atMost = (count: number): SQL => sql.raw(String(Math.trunc(count)));

const escapeElement = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** The text form of an array parameter. */
export const arrayText = (values: readonly string[]): string => `{${values.map(escapeElement).join(',')}}`;
