// Rows of posts as queried, and their presentation: one list of columns and one view. People appear by public name,
// picture and seed; account ids are never part of a response.
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { avatarSeedOf, avatarUrlOf } from '../../accounts/profile/public-identity.ts';
import { VERDICTS } from '../../moderation/common/vocabulary.ts';
import { attachmentRow, presentPostAttachment } from './attachment-view.ts';
import { type RecommendationReason, VISIBILITIES } from './rules.ts';
import type { AttachmentItem, PostView } from './shapes.ts';
import { subjectView } from './subject.ts';
import { preferredTags, type Reader, type Viewer } from './visibility.ts';

/** What `personColumns` selects. */
export const personRow = z.object({
  authorId: z.string(),
  authorUid: z.number(),
  authorName: z.string(),
  authorHandle: z.string().nullable(),
  authorPicture: z.string().nullable(),
});

const moment = z.number().nullable();
const moderationStatus = z.enum(VERDICTS);
const visibility = z.enum(VISIBILITIES);

/**
 * The columns that lists show. NOTE: reading a text column costs as much as several numeric ones, so columns whose
 * value is known are not selected. For example, a post visible to an anonymous viewer is public, allowed, not hidden
 * and not archived (visibility.ts).
 */
export const listedPostRow = personRow.extend({
  id: z.string(),
  title: z.string(),
  excerpt: z.string(),
  /** Null: none. */
  tags: z.array(z.string()).nullable(),
  version: z.number(),
  likeCount: z.number(),
  commentCount: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  lastEditedAt: moment,
  pinnedAt: moment,
  featuredAt: moment,
  commentsLockedAt: moment,
  subject: subjectView.nullable(),
  spoiler: z.boolean(),
  attachments: z.array(attachmentRow).nullable(),
  /** The columns below are selected for signed-in viewers only. */
  visibility: visibility.optional(),
  moderationStatus: moderationStatus.optional(),
  archivedAt: moment.optional(),
  hiddenAt: moment.optional(),
  liked: z.boolean().optional(),
  bookmarked: z.boolean().optional(),
  following: z.boolean().optional(),
  /** The viewer follows one of its tags. */
  followedTag: z.boolean().optional(),
});
export type ListedPostRow = Readonly<z.output<typeof listedPostRow>>;

/** All columns of a post. */
export const postRow = listedPostRow.extend({
  tags: z.array(z.string()),
  visibility,
  moderationStatus,
  archivedAt: moment,
  hiddenAt: moment,
  body: z.string(),
  revision: z.number(),
  /** The highest number of a comment. */
  lastFloor: z.number(),
});
export type PostRow = Readonly<z.output<typeof postRow>>;

/** SQL for a timestamp in milliseconds since the epoch. */
export const inMilliseconds = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`;

/** Columns of a person, from a profile and the ready avatar. */
export const personColumns = (profile: string, picture: string): string =>
  `${profile}.account_id as "authorId", ${profile}.uid::float8 as "authorUid", ${profile}.display_name as "authorName",
  ${profile}.handle as "authorHandle", ${picture}.public_id as "authorPicture"`;

const MEDIA = `case when p.media_count > 0 then (
  select json_agg(json_build_object('id', f.id, 'fileName', f.file_name, 'mediaType', f.media_type, 'size', f.size,
    'position', l.position, 'width', f.width, 'height', f.height, 'durationMs', f.duration_ms, 'alt', f.alt,
    'variants', (select json_object_agg(v.kind, json_build_object('mediaType', v.media_type, 'width', v.width, 'height', v.height))
      from attachment_variant v where v.attachment_id = f.id and v.kind <> 'moderation')) order by l.position)
  from post_attachment l join attachment f on f.id = l.attachment_id and f.status = 'ready' where l.post_id = p.id) end`;

export const SUBJECT = `case when p.subject_server is not null then json_build_object('server', p.subject_server,
  'resource', p.subject_resource, 'id', p.subject_id, 'title', p.subject_title) end as subject, p.spoiler`;

const COMMON = `p.id, p.title, p.excerpt, p.version, p.like_count as "likeCount", p.comment_count as "commentCount",
  ${inMilliseconds('p.created_at')} as "createdAt", ${inMilliseconds('p.updated_at')} as "updatedAt",
  ${inMilliseconds('p.last_edited_at')} as "lastEditedAt", ${inMilliseconds('p.pinned_at')} as "pinnedAt",
  ${inMilliseconds('p.featured_at')} as "featuredAt", ${inMilliseconds('p.comments_locked_at')} as "commentsLockedAt",
  ${SUBJECT}, ${personColumns('a', 'av')}, ${MEDIA} as attachments`;
const STATE = `p.visibility, p.moderation_status as "moderationStatus", ${inMilliseconds('p.archived_at')} as "archivedAt",
  ${inMilliseconds('p.hidden_at')} as "hiddenAt"`;
const TAGS = `case when p.tags <> '{}' then p.tags end as tags`;
const WHOLE = `${COMMON}, ${STATE}, p.tags, p.body, p.revision,
  (select coalesce(max(q.floor), 0) from comment q where q.post_id = p.id) as "lastFloor"`;

/**
 * Whether a row with a full key exists, looked up per row. With `exists` PostgreSQL would hash everything that the
 * account ever liked, for one page.
 */
export const isThere = (row: SQL): SQL => sql`(select true from ${row}) is not null`;

/** Columns of a post for a viewer. Without `whole` only those of `ListedPostRow`. */
export function postColumns(viewer: Reader, whole: boolean): SQL {
  const own = sql.raw(whole ? WHOLE : viewer === undefined ? `${COMMON}, ${TAGS}` : `${COMMON}, ${STATE}, ${TAGS}`);
  if (viewer === undefined) return own;
  const id = viewer.accountId;
  return sql`${own},
    ${isThere(sql`post_like k where k.post_id = p.id and k.account_id = ${id}::uuid`)} as liked,
    ${isThere(sql`bookmark k where k.post_id = p.id and k.account_id = ${id}::uuid`)} as bookmarked,
    ${isThere(sql`follow k where k.followed_id = p.author_id and k.follower_id = ${id}::uuid`)} as following,
    p.tags && ${preferredTags(id, 'follow')} as "followedTag"`;
}

/** Joins for `p`: the author's profile and ready avatar. */
export const AUTHOR_JOINS = sql.raw(`join profile a on a.account_id = p.author_id
  left join avatar av on av.account_id = p.author_id and av.status = 'ready'`);

const SEEDS_KEPT = 20_000;

/** Creates public identities. `key` is the key of the picture seeds. */
export class Faces {
  readonly #key: string;
  readonly #seeds = new BoundedCache<string, string>(SEEDS_KEPT);

  constructor(key: string) {
    this.#key = key;
  }

  seedOf(accountId: string): string {
    const cached = this.#seeds.read(accountId);
    if (cached !== undefined) return cached;
    const seed = avatarSeedOf(this.#key, accountId);
    this.#seeds.store(accountId, seed, 1);
    return seed;
  }
}

const NO_FILES: readonly AttachmentItem[] = [];
const NO_TAGS: readonly string[] = [];

/** Fields are listed individually, because spreading views would create twenty additional objects per page. */
function presentPost(row: ListedPostRow, faces: Faces): PostView {
  const { archivedAt = null, hiddenAt = null } = row;
  return {
    id: row.id,
    title: row.title,
    visibility: row.visibility ?? 'public',
    moderationStatus: row.moderationStatus ?? 'allow',
    state: archivedAt === null ? 'active' : 'archived',
    status: hiddenAt === null ? 'published' : 'hidden',
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    lastEditedAt: row.lastEditedAt,
    pinnedAt: row.pinnedAt,
    featuredAt: row.featuredAt,
    archivedAt,
    commentsLockedAt: row.commentsLockedAt,
    subject: row.subject,
    spoiler: row.spoiler,
    likeCount: row.likeCount,
    commentCount: row.commentCount,
    authorUid: row.authorUid,
    authorName: row.authorName,
    authorHandle: row.authorHandle,
    authorImage: avatarUrlOf(row.authorPicture),
    avatarSeed: faces.seedOf(row.authorId),
    tags: row.tags ?? NO_TAGS,
    attachments: row.attachments === null ? NO_FILES : row.attachments.map(presentPostAttachment),
  };
}

/** A post with its body, for its own address and for write responses. */
export const presentWholePost = (row: PostRow, faces: Faces): PostView & { readonly body: string } => ({
  ...presentPost(row, faces),
  body: row.body,
});

/** A post in a list. */
export function presentListedPost(row: ListedPostRow, faces: Faces, viewer: Viewer, reason?: RecommendationReason) {
  const isOwn = viewer?.accountId === row.authorId;
  const post = presentPost(row, faces);
  return {
    ...post,
    excerpt: row.excerpt,
    ...(reason !== undefined && { recommendationReason: reason }),
    viewer: {
      canGiveFeedback: viewer !== undefined && !isOwn && post.moderationStatus === 'allow' && post.archivedAt === null,
      canEdit: isOwn,
      liked: row.liked ?? false,
      bookmarked: row.bookmarked ?? false,
      following: row.following ?? false,
      followedTag: row.followedTag ?? false,
    },
  };
}
