// What one person wrote and sent, with its state. Private posts and what stands below them are not for staff. Read-only.
import { type SQL, sql } from 'drizzle-orm';
import type { TimePosition } from '../../../kernel/cursor.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { listRows } from '../../../platform/database/rows.ts';
import type { Decider } from '../../moderation/common/vocabulary.ts';
import { atMost, isOlder } from '../common/parts.ts';
import { inMilliseconds } from '../common/rows.ts';
import { readsPost } from '../common/visibility.ts';
import { type CONTENT_KINDS, type CONTENT_STATES, type ContentItem, contentItem } from './contract.ts';

const EXCERPT_CHARACTERS = 200;

export interface ContentQuery {
  readonly kind: (typeof CONTENT_KINDS)[number] | undefined;
  readonly state: (typeof CONTENT_STATES)[number] | undefined;
  readonly before: TimePosition | undefined;
  readonly limit: number;
}

/** SQL: the state of a post, comment or list `t`. */
const TEXT_STATE = `case when t.hidden_at is not null then 'hidden' when t.moderation_status = 'allow' then 'public'
  when t.moderation_status = 'rejected' then 'rejected' else 'waiting' end`;
const FILE_STATE = `case t.status when 'ready' then 'public' when 'rejected' then 'rejected' else 'waiting' end`;
const AUTHOR = sql.raw('join profile a on a.account_id = p.author_id');

/** A page of it, newest first. */
export function listContent(
  db: Queries,
  reader: Decider,
  accountId: string,
  { kind, state, before, limit }: ContentQuery,
): Promise<readonly ContentItem[]> {
  const me = sql`${accountId}::uuid`;
  const among = (of: string, stateOf: string): SQL =>
    sql`${isOlder('t.created_at, t.id', before)} and ${kind === undefined || kind === of}
      and ${state === undefined ? sql`true` : sql`${sql.raw(stateOf)} = ${state}`}
    order by t.created_at desc, t.id desc limit ${atMost(limit)}`;
  return listRows(db, contentItem)`
    select w.kind, w.id, w.state, w.title, left(w.excerpt, ${atMost(EXCERPT_CHARACTERS)}) as excerpt, w.post_id as "postId",
      w.version, (select c.id from moderation_case c where c.kind = w.kind and c.subject_id = w.id::text
        and c.status in ('pending', 'review') limit 1) as "caseId",
      (select count(*)::int from report r where r.target_kind = w.kind and r.target_id = w.id::text
        and r.status in ('pending', 'reviewing') and r.target_account_id <> ${reader.accountId}::uuid) as reports,
      (select ${sql.raw(inMilliseconds('d.erase_at'))}::float8 from staff_deletion d where d.kind = w.kind
        and d.subject_id = w.id) as "eraseAt",
      ${sql.raw(inMilliseconds('w.created_at'))}::float8 as "createdAt"
    from (
      (select 'post' as kind, t.id, ${sql.raw(TEXT_STATE)} as state, t.title, t.body as excerpt, null::uuid as post_id,
          t.version, t.created_at
        from post t join post p on p.id = t.id ${AUTHOR}
        where t.author_id = ${me} and t.deleted_at is null and ${readsPost(reader)} and ${among('post', TEXT_STATE)})
      union all
      (select 'comment', t.id, ${sql.raw(TEXT_STATE)}, '', t.body, t.post_id, t.version, t.created_at
        from comment t join post p on p.id = t.post_id ${AUTHOR}
        where t.author_id = ${me} and t.deleted_at is null and ${readsPost(reader)} and ${among('comment', TEXT_STATE)})
      union all
      (select 'attachment', t.id, ${sql.raw(FILE_STATE)}, '', t.file_name, l.post_id, null::int, t.created_at
        from attachment t left join post_attachment l on l.attachment_id = t.id left join post p on p.id = l.post_id
        where t.owner_account_id = ${me} and t.status in ('ready', 'review', 'rejected')
          and (p.id is null or p.visibility <> 'private') and ${among('attachment', FILE_STATE)})
      union all
      (select 'list', t.id, ${sql.raw(TEXT_STATE)}, t.title, t.description, null::uuid, t.version, t.created_at
        from entity_list t where t.owner_id = ${me} and t.visibility = 'public' and ${among('list', TEXT_STATE)})
    ) w order by w.created_at desc, w.id desc limit ${atMost(limit)}`;
}
