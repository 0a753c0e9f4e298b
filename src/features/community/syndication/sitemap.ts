// Public posts for sitemaps: ids alone, in parts that begin at a post.
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { idRow, listRows } from '../../../platform/database/rows.ts';
import { atMost } from '../common/parts.ts';
import { AUTHOR_JOINS } from '../common/rows.ts';
import { listsPost, PUBLIC_POST } from '../common/visibility.ts';

export interface SitemapPosts {
  /** Ids of the posts at which parts begin, oldest first. */
  listStarts(): Promise<readonly string[]>;
  /** Ids from a post on, oldest first, at most `count`; undefined: strangers may read no such post. */
  listFrom(id: string, count: number): Promise<readonly string[] | undefined>;
}

const postId = z.uuid();
/** A part grows beyond this by the posts of a while. */
const POSTS_PLANNED = 40_000;
/** Search engines come rarely, and finding the starts reads all posts. */
const STARTS_MS = 600_000;

export function openSitemapPosts({ db }: Database): SitemapPosts {
  let starts: { readonly ids: readonly string[]; readonly readAt: number } | undefined;
  const seen = sql`from post p ${AUTHOR_JOINS} where ${PUBLIC_POST} and ${listsPost(undefined)}`;
  return {
    listStarts: async () => {
      if (starts !== undefined && performance.now() - starts.readAt < STARTS_MS) return starts.ids;
      const readAt = performance.now();
      const rows = await listRows(db, idRow)`
        select id from (select p.id, p.created_at, row_number() over (order by p.created_at, p.id) as place ${seen}) ordered
          where place % ${POSTS_PLANNED} = 1 order by created_at, id`;
      const ids = rows.map(({ id }) => id);
      // What is empty now begins soon.
      if (ids.length > 0) starts = { ids, readAt };
      return ids;
    },
    listFrom: async (start, count) => {
      if (!postId.safeParse(start).success) return undefined;
      const rows = await listRows(db, idRow)`
        select p.id ${seen} and (p.created_at, p.id) >= (select created_at, id from post where id = ${start}::uuid)
          order by p.created_at, p.id limit ${atMost(count)}`;
      const ids = rows.map(({ id }) => id);
      return ids.length > 0 ? ids : undefined;
    },
  };
}
