// Whether processes of the version before `__Host-` cookies may still answer beside this one. They read the earlier names
// only, so for a day after the update cookies are set under both. An installation that began with this version has none.
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { readRow } from '../../../platform/database/rows.ts';

const READ_AGAIN_MS = 60_000;
const updateRow = z.object({ updating: z.boolean() });

/** Creates the reader. What is over stays over. */
export function createUpdateReader({ db }: Pick<Database, 'db'>): () => Promise<boolean> {
  let isOver = false;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (!isOver && performance.now() - readAt > READ_AGAIN_MS) {
      const row = await readRow(db, updateRow)`select coalesce(bool_or(applied_at > now() - interval '1 day'
          and applied_at > (select min(applied_at) from migration)), false) as updating
        from migration where name like '%\_fresh\_proof.sql'`;
      isOver = row?.updating !== true;
      readAt = performance.now();
    }
    return !isOver;
  };
}
