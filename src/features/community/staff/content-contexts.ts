// Reads the context of posts, comments and files for moderators, such as the post around a comment. Includes hidden and
// waiting content, but neither private nor deleted posts. Read-only.

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import { isUuid } from '../../../kernel/names.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { idRow, listRows, readRow } from '../../../platform/database/rows.ts';
import {
  type ContentContexts,
  type ContextFile,
  type ContextText,
  contextText,
  NO_CONTEXT,
  type TextRevision,
  textRevision,
} from '../../moderation/common/content-context.ts';
import { VERDICTS } from '../../moderation/common/vocabulary.ts';
import { type AttachmentRow, presentPostAttachment } from '../common/attachment-view.ts';
import { arrayText, atMost } from '../common/parts.ts';
import { inMilliseconds, type PostRow } from '../common/rows.ts';
import { listsPost, readsPost } from '../common/visibility.ts';
import { readPublicList } from '../lists/context.ts';
import { textOf } from '../posts/posts.ts';
import { readPost } from '../posts/reading.ts';

const EXCERPT_CHARACTERS = 200;
const REVISIONS_MAX = 5;

const commentContextRow = contextText
  .omit({ kind: true, title: true, text: true })
  .extend({ postId: z.string(), parentId: z.string().nullable(), body: z.string() });
type CommentContextRow = Readonly<z.output<typeof commentContextRow>>;
const revisionRow = textRevision.omit({ text: true }).extend({ title: z.string(), body: z.string() });
const excerptRow = idRow.extend({ excerpt: z.string() });
const holderRow = z.object({ postId: z.string() });

const POST_JOIN = sql.raw('join post p on p.id = c.post_id join profile a on a.account_id = p.author_id');

function readComment(db: Queries, reader: Actor, id: string): Promise<CommentContextRow | undefined> {
  return readRow(db, commentContextRow)`
    select c.id, c.post_id as "postId", c.parent_id as "parentId", ca.uid::float8 as "authorUid",
        ca.handle as "authorHandle", ca.display_name as "authorName", c.body, c.moderation_status as verdict, c.version,
        c.revision, c.hidden_at is not null as hidden, ${sql.raw(inMilliseconds('c.created_at'))}::float8 as "createdAt"
      from comment c join profile ca on ca.account_id = c.author_id ${POST_JOIN}
      where c.id = ${id}::uuid and c.deleted_at is null and ca.status <> 'deleted' and ${readsPost(reader)}`;
}

const presentComment = ({ postId, parentId, body, ...row }: CommentContextRow): ContextText => ({
  ...row,
  kind: 'comment',
  title: '',
  text: body,
});

const presentPost = (row: PostRow): ContextText => ({
  kind: 'post',
  id: row.id,
  authorUid: row.authorUid,
  authorHandle: row.authorHandle,
  authorName: row.authorName,
  title: row.title,
  text: row.body,
  verdict: row.moderationStatus,
  version: row.version,
  revision: row.revision,
  hidden: row.hiddenAt !== null,
  createdAt: Number(row.createdAt),
});

function presentFile(row: AttachmentRow): ContextFile {
  const { id, fileName, mediaType, alt, previewUrl, posterUrl, thumbnailUrl, playbackUrl } = presentPostAttachment(row);
  return { id, fileName, mediaType, alt, pictureUrl: previewUrl ?? posterUrl ?? thumbnailUrl, filmUrl: playbackUrl };
}

async function listRevisions(db: Queries, postId: string): Promise<readonly TextRevision[]> {
  const rows = await listRows(db, revisionRow)`
    select revision, title, body, ${sql.raw(inMilliseconds('created_at'))}::float8 as "createdAt" from post_revision
      where post_id = ${postId}::uuid order by revision desc limit ${atMost(REVISIONS_MAX)}`;
  return rows.map(({ revision, title, body, createdAt }) => ({
    revision,
    text: title === '' ? body : `${title}\n${body}`,
    createdAt,
  }));
}

function listCommentRevisions(db: Queries, commentId: string): Promise<readonly TextRevision[]> {
  return listRows(db, textRevision)`
    select revision, body as text, ${sql.raw(inMilliseconds('created_at'))}::float8 as "createdAt"
      from comment_revision where comment_id = ${commentId}::uuid order by revision desc limit ${atMost(REVISIONS_MAX)}`;
}

async function holderOf(db: Queries, attachmentId: string): Promise<string | undefined> {
  const row = await readRow(db, holderRow)`
    select post_id as "postId" from post_attachment where attachment_id = ${attachmentId}::uuid`;
  return row?.postId;
}

const submittedRow = z.object({
  revision: z.number(),
  authorAccountId: z.string(),
  authorUid: z.number(),
  verdict: z.enum(VERDICTS),
  title: z.string(),
  body: z.string(),
  tags: z.array(z.string()),
});
const publicRow = submittedRow.omit({ revision: true, authorAccountId: true, verdict: true }).extend({
  id: z.string(),
  excerpt: z.string(),
  handle: z.string().nullable(),
  displayName: z.string(),
  createdAt: z.number(),
  accountCreatedAt: z.number(),
  publishedCount: z.number(),
});
/** Rules about the first texts of an account ask for less. */
const COUNTED_MAX = 1_000;

export const CONTENT_CONTEXTS: ContentContexts = {
  readSubmitted: async (tx, kind, id) => {
    if (kind === 'list') {
      const found = await readRow(tx, submittedRow)`
        select l.revision, l.owner_id as "authorAccountId", a.uid::float8 as "authorUid", l.moderation_status as verdict,
            l.title, l.description as body, '{}'::text[] as tags
          from entity_list l join profile a on a.account_id = l.owner_id
          where l.id = ${id}::uuid and l.visibility = 'public' for no key update of l`;
      if (found === undefined) return undefined;
      const { title, body, tags: _, ...rest } = found;
      return { ...rest, text: [title, body].filter((part) => part !== '').join('\n') };
    }
    const columns = (table: string) =>
      sql.raw(`${table}.revision, ${table}.author_id as "authorAccountId", a.uid::float8 as "authorUid",
        ${table}.moderation_status as verdict, ${table}.body`);
    const query =
      kind === 'post'
        ? sql`select ${columns('p')}, p.title, p.tags from post p join profile a on a.account_id = p.author_id
            where p.id = ${id}::uuid and p.deleted_at is null for no key update of p`
        : sql`select ${columns('c')}, '' as title, '{}'::text[] as tags from comment c
            join profile a on a.account_id = c.author_id
            where c.id = ${id}::uuid and c.deleted_at is null for no key update of c`;
    const row = await readRow(tx, submittedRow)`${query}`;
    if (row === undefined) return undefined;
    const { title, body, tags, ...rest } = row;
    return { ...rest, text: kind === 'post' ? textOf({ title, body, tags }) : body };
  },
  listRecentPublic: async (db, limit) => {
    const rows = await listRows(db, publicRow)`
      select p.id, p.title, p.excerpt, p.body, p.tags, a.uid::float8 as "authorUid", a.handle,
          a.display_name as "displayName", ${sql.raw(inMilliseconds('p.created_at'))}::float8 as "createdAt",
          ${sql.raw(inMilliseconds('account.created_at'))}::float8 as "accountCreatedAt",
          (select count(*)::int from (select 1 from post o where o.author_id = p.author_id and o.deleted_at is null
            and o.moderation_status = 'allow' and o.created_at < p.created_at limit ${atMost(COUNTED_MAX)}) t)
            as "publishedCount"
        from post p join profile a on a.account_id = p.author_id join account on account.id = p.author_id
        where ${listsPost(undefined)} order by p.created_at desc, p.id desc limit ${atMost(limit)}`;
    return rows.map(({ body, tags, handle, displayName, ...row }) => ({
      ...row,
      text: textOf({ title: row.title, body, tags }),
      author: { uid: row.authorUid, handle, displayName },
    }));
  },
  readExcerpts: async (db, reader, refs) => {
    const idsOf = (kind: 'post' | 'comment' | 'list') =>
      arrayText(refs.flatMap((ref) => (ref.kind === kind && isUuid(ref.id) ? [ref.id] : [])));
    if (refs.length === 0) return new Map();
    const rows = await listRows(db, excerptRow)`
      select p.id, left(case when p.title = '' then p.excerpt else p.title || ' · ' || p.excerpt end,
            ${EXCERPT_CHARACTERS}::int) as excerpt
          from post p join profile a on a.account_id = p.author_id
          where p.id = any(${idsOf('post')}::uuid[]) and ${readsPost(reader)}
        union all
        select c.id, left(c.body, ${EXCERPT_CHARACTERS}::int) from comment c ${POST_JOIN}
          where c.id = any(${idsOf('comment')}::uuid[]) and c.deleted_at is null and ${readsPost(reader)}
        union all
        select l.id, left(concat_ws(' · ', nullif(l.title, ''), nullif(l.description, '')), ${EXCERPT_CHARACTERS}::int)
          from entity_list l where l.id = any(${idsOf('list')}::uuid[]) and l.visibility = 'public'`;
    return new Map(rows.map(({ id, excerpt }) => [id, excerpt]));
  },
  findOwn: (db, accountId, ids) =>
    listRows(db, idRow)`select id from post where id = any(${arrayText(ids)}::uuid[]) and author_id = ${accountId}::uuid
      union all
      select id from comment where id = any(${arrayText(ids)}::uuid[]) and author_id = ${accountId}::uuid
      union all
      select id from entity_list where id = any(${arrayText(ids)}::uuid[]) and owner_id = ${accountId}::uuid`,
  readPlace: async (db, reader, kind, id) => {
    if (!isUuid(id)) return NO_CONTEXT;
    if (kind === 'post') {
      const found = await readPost(db, id, reader);
      if (found === undefined) return NO_CONTEXT;
      const revisions = await listRevisions(db, id);
      return { ...NO_CONTEXT, self: presentPost(found), files: (found.attachments ?? []).map(presentFile), revisions };
    }
    if (kind === 'comment') {
      const found = await readComment(db, reader, id);
      if (found === undefined) return NO_CONTEXT;
      const [post, parent, revisions] = await Promise.all([
        readPost(db, found.postId, reader),
        found.parentId === null ? undefined : readComment(db, reader, found.parentId),
        listCommentRevisions(db, id),
      ]);
      return {
        ...NO_CONTEXT,
        self: presentComment(found),
        post: post === undefined ? null : presentPost(post),
        parent: parent === undefined ? null : presentComment(parent),
        revisions,
      };
    }
    if (kind === 'list') {
      const found = await readPublicList(db, reader, id);
      return found === undefined ? NO_CONTEXT : { ...NO_CONTEXT, self: found };
    }
    if (kind !== 'attachment') return NO_CONTEXT;
    const postId = await holderOf(db, id);
    const post = postId === undefined ? undefined : await readPost(db, postId, reader);
    return post === undefined
      ? NO_CONTEXT
      : { ...NO_CONTEXT, post: presentPost(post), files: (post.attachments ?? []).map(presentFile) };
  },
};
