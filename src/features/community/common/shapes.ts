// Schemas shared by the community's routes: parameters, bodies, views, and the refusals of each kind of route.
// Declarations only.
import { z } from 'zod';
import type { Role } from '../../../http/gates/guard.ts';
import type { JsonBody, Parameter, Wire } from '../../../http/routing/contract.ts';
import { jsonBody, milliseconds, uuid } from '../../../http/routing/declarations.ts';
import { personKey } from '../../../http/routing/person-key.ts';
import { integer } from '../../../http/routing/wire-type.ts';
import { VERSION_MAX } from '../../../kernel/names.ts';
import type { RefusalCode } from '../../../kernel/refusal.ts';
import { VERDICTS, WAITING_REASONS } from '../../moderation/common/vocabulary.ts';
import { bodyTree } from './markdown-tree.ts';
import { ATTACHMENTS_MAX, RECOMMENDATION_REASONS, VISIBILITIES } from './rules.ts';
import { subjectView } from './subject.ts';

export const BODY_BYTES = 262_144;
const SMALL_BODY_BYTES = 32_768;

export const posts = { dialect: 'api', cors: 'community', section: 'Community posts' } as const;
export const users = { dialect: 'api', cors: 'community', section: 'Community users' } as const;

/** A UUID in the path. Anything else does not match the route (reference sheet, 5.2). */
export const idParameter = { schema: uuid, refusal: 'route_not_found' } as const satisfies Parameter;
/** A person in the path. */
export const personParameter = {
  schema: personKey,
  refusal: 'route_not_found',
  description: 'Public numeric UID, or `@` and the handle',
} as const satisfies Parameter;

export const limitParameter = (most: number) =>
  ({
    schema: z
      .string()
      .regex(/^\d{1,2}$/)
      .transform(Number)
      .pipe(z.int().min(1).max(most)),
    refusal: 'invalid_limit',
    wire: integer(1, most),
    description: `1 to ${most}`,
  }) as const satisfies Parameter;

export const tagLimitParameter = {
  schema: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(100)),
  refusal: 'invalid_limit',
  wire: integer(1, 100),
  description: '1 to 100',
} as const satisfies Parameter;

/** Opaque; each list checks that the cursor belongs to it. */
export const cursorParameter = {
  schema: z
    .string()
    .max(512)
    .regex(/^[A-Za-z0-9_-]+$/),
  refusal: 'invalid_cursor',
  description: 'From the previous page',
} as const satisfies Parameter;

/** Position in a list of revisions: the number of the last one. */
export const revisionCursor = {
  ...cursorParameter,
  schema: z.string().regex(/^[1-9]\d{0,8}$/),
} as const satisfies Parameter;

export const version = z.int().min(1).max(VERSION_MAX).describe('Version that the change is about');
/** The body of what a person does or takes back. */
export const activeBody = z.object({ active: z.boolean() }).meta({ id: 'ActiveRequest' });
/** What of that holds now. */
export const activeAnswer = z.object({ active: z.boolean() }).meta({ id: 'ActiveAnswer' });
export const likeAnswer = z.object({ active: z.boolean(), likeCount: z.int() }).meta({ id: 'LikeAnswer' });
/** The body of a change that says nothing but which version it is about. */
export const versionBody = z.object({ version }).meta({ id: 'VersionRequest' });
export const visibility = z.enum(VISIBILITIES);
const moment = milliseconds.nullable();

/** A JSON body with one refusal for invalid fields, except the named ones. */
export const body = <S extends z.ZodType, const C extends RefusalCode>(
  schema: S,
  invalid: C,
  fields: Readonly<Record<string, RefusalCode>> = {},
  capBytes = SMALL_BODY_BYTES,
) => ({ ...jsonBody(schema, capBytes, invalid), fields }) as const satisfies JsonBody;

const author = {
  authorUid: z.int(),
  authorName: z.string(),
  authorHandle: z.string().nullable(),
  authorImage: z.string().nullable(),
  avatarSeed: z.string(),
};

const attachmentItem = z
  .object({
    id: z.string(),
    fileName: z.string(),
    mediaType: z.string(),
    size: z.int(),
    position: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    alt: z.string().nullable().describe('What it shows, in the words of the author'),
    status: z.literal('ready'),
    moderationStatus: z.literal('allow'),
    contentUrl: z.string(),
    displayMediaType: z.string().nullable(),
    displayWidth: z.int().nullable(),
    displayHeight: z.int().nullable(),
    durationSeconds: z.number().nullable(),
    previewUrl: z.string().nullable(),
    playbackUrl: z.string().nullable(),
    posterUrl: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
  })
  .meta({ id: 'PostAttachment' });
export type AttachmentItem = Wire<z.output<typeof attachmentItem>>;

export const attachmentIds = z
  .array(uuid)
  .max(ATTACHMENTS_MAX)
  .refine((ids) => new Set(ids).size === ids.length)
  .describe('Ready files of one’s own, each once');

export const verdict = z.enum(VERDICTS);

const postFields = {
  id: z.string(),
  title: z.string(),
  visibility,
  moderationStatus: verdict,
  state: z.enum(['active', 'archived']),
  status: z.enum(['published', 'hidden']),
  version: z.int(),
  createdAt: milliseconds,
  updatedAt: milliseconds,
  lastEditedAt: moment,
  pinnedAt: moment.describe('Since when it stands first on the profile'),
  featuredAt: moment.describe('Since when it stands first in the feed of all'),
  archivedAt: moment,
  commentsLockedAt: moment,
  subject: subjectView.nullable().describe('The entity of a catalog that it is about'),
  spoiler: z.boolean().describe('Whether it gives something away; shown folded'),
  likeCount: z.int(),
  commentCount: z.int(),
  ...author,
  tags: z.array(z.string()),
  attachments: z.array(attachmentItem),
};

export const postView = z
  .object({ ...postFields, body: z.string().describe('Markdown source'), bodyTree })
  .meta({ id: 'Post' });
/** What a post shows wherever it stands. */
export type PostView = Wire<Omit<z.output<typeof postView>, 'body' | 'bodyTree'>>;

export const listedPost = z
  .object({
    ...postFields,
    excerpt: z.string().describe('Plain text, at most 500 characters'),
    recommendationReason: z.enum(RECOMMENDATION_REASONS).optional(),
    viewer: z.object({
      canGiveFeedback: z.boolean(),
      canEdit: z.boolean(),
      liked: z.boolean(),
      bookmarked: z.boolean(),
      following: z.boolean().describe('The viewer follows the author'),
      followedTag: z.boolean().describe('The viewer follows one of its tags'),
    }),
  })
  .meta({ id: 'ListedPost' });

export const commentView = z
  .object({
    id: z.string(),
    body: z.string().describe('Markdown source'),
    bodyTree,
    version: z.int(),
    likeCount: z.int(),
    moderationStatus: verdict,
    parentId: z.string().nullable().describe('Null when what it answers is gone'),
    rootId: z.string().nullable().describe('First comment of its thread; null for that one'),
    floor: z.int().describe('Number on the post, in the order of writing'),
    replyCount: z.int(),
    replyCursor: z.string().nullable().describe('Reads on below this root, with `commentsRoot`'),
    createdAt: milliseconds,
    updatedAt: milliseconds,
    lastEditedAt: moment,
    ...author,
    viewer: z.object({ liked: z.boolean(), canDelete: z.boolean(), canEdit: z.boolean() }),
  })
  .meta({ id: 'Comment' });
export type CommentView = Wire<z.output<typeof commentView>>;

/** Kinds of notifications about what comes in for staff. */
export const STAFF_KINDS = ['staff_case', 'staff_report', 'staff_appeal', 'staff_registration'] as const;
const ADMINISTRATOR_KIND = 'staff_registration';
/** Whether a person with this role can get notifications of a kind. */
export const isKindFor = (role: Role, kind: string): boolean =>
  role === 'administrator' || (kind !== ADMINISTRATOR_KIND && (role !== 'member' || !kind.startsWith('staff_')));
/** Kinds that people can switch. Decisions about oneself (`moderation`) always arrive. */
export const SWITCHABLE_KINDS = [
  'comment',
  'reply',
  'mention',
  'post_reaction',
  'comment_reaction',
  'follow',
  'thread',
  'new_post',
  ...STAFF_KINDS,
] as const;
export type SwitchableKind = (typeof SWITCHABLE_KINDS)[number];

/** Of moderation notices and those for staff alone; null where it is not known. */
const decided = z.string().nullable().exactOptional();
export const notificationView = z
  .object({
    id: z.string(),
    kind: z.enum([...SWITCHABLE_KINDS, 'moderation']),
    postId: z.string().nullable(),
    postTitle: z.string().nullable().describe('Title of that post; empty where it has none'),
    commentId: z.string().nullable(),
    createdAt: milliseconds,
    readAt: moment,
    actorUid: z.int().nullable(),
    actorName: z.string().nullable(),
    actorHandle: z.string().nullable(),
    actorImage: z.string().nullable(),
    actorAvatarSeed: z.string().nullable(),
    verdict: decided.describe('Of a moderation notice: a verdict, or `restrict`, `hide`, `unhide`, `lock`, `unlock`'),
    reasonCode: decided,
    message: decided.describe('What staff says to the person'),
    subjectKind: decided.describe(
      'The kind of a case, or `restriction`; for staff `case`, `report`, `appeal` or `registration`',
    ),
    subjectId: decided,
    caseId: decided,
    count: z
      .int()
      .exactOptional()
      .describe('Of `thread`: how many comments came since the last one was read. For staff: how many came in since'),
  })
  .meta({ id: 'Notification' });
export type NotificationView = Wire<z.output<typeof notificationView>>;

export const moderationReasons = z
  .array(z.enum(WAITING_REASONS))
  .describe('Why a verdict is still to come, as far as the author may know; empty: none is');

export const postAnswer = z.object({ post: postView }).meta({ id: 'PostAnswer' });
export const writtenPost = z
  .object({
    post: postView,
    moderationQueued: z.boolean().describe('A verdict is still to come'),
    moderationReasons,
  })
  .meta({ id: 'WrittenPost' });
export const writtenComment = z
  .object({ comment: commentView, moderationQueued: z.boolean(), moderationReasons })
  .meta({ id: 'WrittenComment' });
