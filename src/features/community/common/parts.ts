// Dependencies of the community that the composition supplies, and queries shared by all its writes: quotas with the
// author's lock, and facts about an author.
import { type SQL, sql } from 'drizzle-orm';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Actor } from '../../../http/gates/guard.ts';
import type { TimePlace } from '../../../kernel/cursor.ts';
import { Refusal, type RefusalCode } from '../../../kernel/refusal.ts';
import type { RecommendationWeights } from '../../../platform/config/recommendation.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/database.ts';
import type { AuthorFacts, People, Submitted, TextSubmission } from '../../moderation/common/vocabulary.ts';
import type { KeptPages } from './kept-pages.ts';
import type { MarkdownTrees } from './markdown-tree.ts';
import type { Faces } from './rows.ts';
import type { DescribeEntity } from './subject.ts';

export interface CommunityParts {
  readonly database: Database;
  readonly faces: Faces;
  readonly pages: KeptPages;
  readonly trees: MarkdownTrees;
  /** Whether quotas are enforced. */
  readonly quotas: boolean;
  readonly weights: RecommendationWeights;
  readonly describeEntity: DescribeEntity;
  readonly submitText: (tx: Transaction, submission: TextSubmission) => Promise<Submitted>;
  readonly people: People;
  /** The caller of a request as of now, including the scopes of a token. */
  readonly readActor: (context: RequestContext) => Promise<Actor | undefined>;
  /** Called after a commit with accounts that may have new notifications. */
  readonly wake: (accountIds: readonly string[]) => void;
}

/** Rows of a raw SQL query. `T` describes its columns and is not checked. */
export async function listRows<T extends object>(db: Queries | Transaction, query: SQL): Promise<readonly T[]> {
  // Drizzle does not know the column types of raw SQL.
  return (await db.execute(query)) as readonly T[];
}

/** A time as a bind parameter. */
export const momentText = (milliseconds: number | undefined): string | undefined =>
  milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();

/** SQL: comes behind a place in a list of the newest first; `columns` are its time and id. */
export const isOlder = (columns: string, place: TimePlace | undefined): SQL =>
  place === undefined
    ? sql.raw('true')
    : sql`(${sql.raw(columns)}) < (${momentText(place.time)}::timestamptz, ${place.id}::uuid)`;

/** The first row of a raw SQL query. */
export async function readRow<T extends object>(db: Queries | Transaction, query: SQL): Promise<T | undefined> {
  return (await listRows<T>(db, query))[0];
}

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

/**
 * Serialises an author's creations and counts them, including deleted ones. Refuses with the actual wait. The lock is
 * held by the transaction, so the count is exact across nodes.
 */
export async function requireQuota(
  tx: Transaction,
  kind: keyof typeof QUOTAS,
  accountId: string,
  counts: boolean,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${kind}), hashtext(${accountId}))`);
  if (counts) await refuseBeyondQuota(tx, kind, accountId);
}

/**
 * Refuses a creation that already exceeds the quota, without the lock. Used before expensive work; `requireQuota` makes
 * the final decision.
 */
export async function refuseBeyondQuota(
  db: Queries | Transaction,
  kind: keyof typeof QUOTAS,
  accountId: string,
): Promise<void> {
  const { code, windows } = QUOTAS[kind];
  let wait = 0;
  for (const { quota, seconds } of windows) {
    const oldest = await readRow<{ wait: number }>(
      db,
      sql`
        select extract(epoch from created_at - clock_timestamp())::float8 + ${seconds}::int as wait
        from ${sql.identifier(kind)}
        where author_id = ${accountId}::uuid and created_at > clock_timestamp() - make_interval(secs => ${seconds})
        order by created_at desc offset ${quota - 1} limit 1`,
    );
    if (oldest !== undefined) wait = Math.max(wait, oldest.wait, 1);
  }
  if (wait > 0) throw new Refusal(code, { retryAfterSeconds: Math.ceil(wait) });
}

/** Maximum number of published texts that a rule for new accounts considers. */
const PUBLISHED_COUNTED = 100;

/** Facts about an author that moderation rules use. */
export async function readAuthorFacts(tx: Transaction, accountId: string): Promise<AuthorFacts> {
  const row = await readRow<{ createdAt: number; published: number }>(
    tx,
    sql`
      select (extract(epoch from created_at) * 1000)::float8 as "createdAt",
        (select count(*)::int from (select 1 from post where author_id = account.id and moderation_status = 'allow'
          and deleted_at is null limit ${PUBLISHED_COUNTED}) t)
        + (select count(*)::int from (select 1 from comment where author_id = account.id and moderation_status = 'allow'
          and deleted_at is null limit ${PUBLISHED_COUNTED}) t) as published
      from account where id = ${accountId}::uuid`,
  );
  if (row === undefined) throw new Refusal('profile_unavailable');
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
