// Drafts. Owns draft. Each read and write names the account, so nobody reaches those of others.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Refusal } from '../../../kernel/refusal.ts';
import { RETENTION } from '../../../kernel/retention.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import { listRows, readRow } from '../../../platform/database/rows.ts';
import { draft } from '../../../platform/database/schema/community-threads.ts';
import { atMost } from '../common/parts.ts';
import { inMilliseconds } from '../common/rows.ts';
import { CONTENT_BYTES, type DraftContentView, type DraftView, draftView } from './contract.ts';

const DRAFTS_MAX = 50;
const DRAFT_DAYS = RETENTION.draft.amount;

const draftRow = draftView.extend({ content: z.string() });
type DraftRow = Readonly<z.output<typeof draftRow>>;
const COLUMNS = sql.raw(`id, version, content, ${inMilliseconds('created_at')} as "createdAt",
  ${inMilliseconds('updated_at')} as "updatedAt"`);

const presentDraft = ({ content, ...row }: DraftRow): DraftView => ({ ...row, content: JSON.parse(content) });

export interface DraftPosition {
  readonly time: number;
  readonly id: string;
}

/** Drafts of an account, the last changed first. */
export async function listDrafts(
  db: Queries,
  accountId: string,
  after: DraftPosition | undefined,
  limit: number,
): Promise<readonly DraftView[]> {
  const isBehind =
    after === undefined
      ? sql.raw('true')
      : sql`(updated_at, id) < (${new Date(after.time).toISOString()}::timestamptz, ${after.id})`;
  const rows = await listRows(db, draftRow)`
    select ${COLUMNS} from draft where account_id = ${accountId}::uuid and ${isBehind}
      order by updated_at desc, id desc limit ${atMost(limit)}`;
  return rows.map(presentDraft);
}

/** A draft; undefined when there is none. */
export async function readDraft(db: Queries, accountId: string, id: string): Promise<DraftView | undefined> {
  const row = await readRow(db, draftRow)`
    select ${COLUMNS} from draft where account_id = ${accountId}::uuid and id = ${id}`;
  return row && presentDraft(row);
}

export interface DraftWritten {
  readonly isStored: boolean;
  /** The stored one; undefined: there is none. */
  readonly stored: DraftView | undefined;
}

/** Stores a draft in the place of a version (0: none). Without effect if another version is stored. */
export async function writeDraft(
  database: Database,
  accountId: string,
  id: string,
  given: { readonly content: DraftContentView; readonly version: number },
): Promise<DraftWritten> {
  const content = JSON.stringify(given.content);
  if (Buffer.byteLength(content) > CONTENT_BYTES) throw new Refusal('invalid_draft');
  const { db } = database;
  const written = await (given.version === 0
    ? database.transaction(async (tx) => {
        // So that two at once cannot both be the fiftieth.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext('draft'), hashtext(${accountId}))`);
        const row = await readRow(tx, draftRow)`
          insert into draft (account_id, id, content, version) values (${accountId}::uuid, ${id}, ${content}, 1)
            on conflict do nothing returning ${COLUMNS}`;
        if (row !== undefined) {
          await tx.execute(sql`delete from draft where account_id = ${accountId}::uuid and id in (
            select id from draft where account_id = ${accountId}::uuid and id <> ${id}
            order by updated_at desc, id desc offset ${atMost(DRAFTS_MAX - 1)})`);
        }
        return row;
      })
    : readRow(db, draftRow)`update draft set content = ${content}, version = version + 1, updated_at = now()
      where account_id = ${accountId}::uuid and id = ${id} and version = ${given.version}::int returning ${COLUMNS}`);
  if (written !== undefined) return { isStored: true, stored: presentDraft(written) };
  const stored = await readDraft(db, accountId, id);
  // The answer to the same request may have been lost.
  const isRepeat = stored?.version === given.version + 1 && JSON.stringify(stored.content) === content;
  return { isStored: isRepeat, stored };
}

/** Deletes a draft, or one version of it alone. Idempotent. */
export async function deleteDraft(db: Queries, accountId: string, id: string, version?: number): Promise<void> {
  await db.execute(sql`delete from draft where account_id = ${accountId}::uuid and id = ${id}
    and version = coalesce(${version ?? null}::int, version)`);
}

/** Deletes what an author has begun to change of a post that is erased. */
export async function eraseDraftsOf(db: Queries, authorId: string, postId: string): Promise<void> {
  await deleteDraft(db, authorId, `edit-${postId}`);
}

/** Deletes what nobody went on with. */
export const forgetDrafts = (db: Queries): Promise<void> =>
  deleteInBatches(db, draft, sql`updated_at < now() - make_interval(days => ${DRAFT_DAYS})`, {
    oldestBy: draft.updatedAt,
  });
