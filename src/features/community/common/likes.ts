// The result of liking something.
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { countRow, readRow } from '../../../platform/database/rows.ts';

export interface LikeState {
  readonly active: boolean;
  readonly likeCount: number;
}

/** Number of likes of a post or comment, as the triggers maintain it. */
export const readLikeCount = async (tx: Transaction, table: 'post' | 'comment', id: string): Promise<number> => {
  const row = await readRow(tx, countRow)`
    select like_count as count from ${sql.identifier(table)} where id = ${id}::uuid`;
  return row?.count ?? 0;
};
