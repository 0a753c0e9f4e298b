// The statements that erase the texts of posts and comments. Their rows stay, with ids, numbers and times, because others refer
// to them: comments below a post, replies to a comment, quotas.
import { type SQL, sql } from 'drizzle-orm';

/** `ids`: an SQL array of ids with `any`. */
export const ERASE_TEXTS = {
  post: (ids: SQL): readonly SQL[] => [
    sql`delete from post_revision where post_id = ${ids}`,
    sql`update post set title = '', body = '', excerpt = '', search_text = '', grams = ''::tsvector, tags = '{}', own_tags = '{}',
      subject_server = null, subject_resource = null, subject_id = null, subject_title = null
      where id = ${ids}`,
  ],
  comment: (ids: SQL): readonly SQL[] => [
    sql`delete from comment_revision where comment_id = ${ids}`,
    sql`update comment set body = '' where id = ${ids}`,
  ],
} as const;
