// What the composer's page needs of the features, and the form's fields as they take them. Decides nothing about rights:
// the features refuse.
import type { Actor } from '../../http/gates/guard.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { withPlainLines } from '../forms/lines.ts';
import {
  choicesOf,
  type DraftContent,
  EMPTY_DRAFT,
  type PostChoices,
  splitTags,
} from '../islands/composer-parts/common/content.ts';
import { subjectOf } from '../islands/composer-parts/publish/publish.ts';

/** A file of one's own post. */
interface OwnFile {
  readonly id: string;
  readonly fileName: string;
  readonly alt: string | null;
}

/** One's own post as it is changed. */
export interface OwnPost extends PostChoices {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly body: string;
  /** Without those that come from the text. */
  readonly tags: readonly string[];
  readonly attachments: readonly OwnFile[];
  readonly subject: Subject | null;
}

interface SubjectName {
  readonly server: string;
  readonly resource: string;
  readonly id: string;
}

/** An entity of a catalog that a post is about. */
export interface Subject extends SubjectName {
  readonly title: string;
}

export interface PostText extends PostChoices {
  readonly title: string | undefined;
  readonly body: string;
  readonly tags: readonly string[];
  readonly subject: SubjectName | null;
}

/** A restriction that keeps an account from writing or from adding files. */
export interface Restriction {
  readonly kind: 'sign_in' | 'write' | 'upload';
  readonly reasonCode: string;
  /** Milliseconds since the epoch; null: no end is set. */
  readonly expiresAt: number | null;
}

export interface UploadRules {
  readonly mediaTypes: readonly string[];
  readonly fileBytes: number;
}

export interface Writing {
  /** Refuses with `post_not_found`, and with `forbidden` for a post of somebody else. */
  readonly readOwnPost: (actor: Actor, id: string) => Promise<OwnPost>;
  /** Both return the id of the post. */
  readonly createPost: (actor: Actor, text: PostText) => Promise<string>;
  readonly editPost: (
    actor: Actor,
    id: string,
    text: PostText & { readonly version: number; readonly editReason: string | null },
  ) => Promise<string>;
  /** The entity with its title; undefined when the current release lacks it. */
  readonly describeSubject: (name: SubjectName) => Promise<Subject | undefined>;
  /** What files may be uploaded. */
  readonly fileRules: UploadRules;
  readonly readRestrictions: (actor: Actor) => Promise<readonly Restriction[]>;
}

/** A new post, with what the address names. */
export const newContent = (tag: string | undefined, subject: Subject | undefined): DraftContent => ({
  ...EMPTY_DRAFT,
  tags: tag === undefined || tag.trim() === '' ? [] : [tag.trim().replace(/^#/, '')],
  subject: nameOf(subject ?? null),
});

/** `server/resource/id`, as forms and drafts have it. */
const nameOf = (subject: SubjectName | null): string | null =>
  subject && [subject.server, subject.resource, subject.id].join('/');

/** A stored post as the composer opens it. */
export const contentOfPost = ({ attachments, subject, ...post }: OwnPost): DraftContent => ({
  ...EMPTY_DRAFT,
  ...choicesOf(post),
  title: post.title,
  body: post.body,
  tags: post.tags,
  subject: nameOf(subject),
  files: attachments.map(({ id, fileName, alt }) => ({ id, fileName, alt: alt ?? '' })),
});

export interface ComposeForm extends PostChoices {
  readonly title: string;
  readonly body: string;
  readonly tags: string;
  readonly subject?: string | undefined;
  readonly reason: string;
  readonly version?: number | undefined;
}

/** What a form sent, to be shown again. */
export const contentOfForm = (form: ComposeForm): DraftContent => ({
  ...EMPTY_DRAFT,
  ...choicesOf(form),
  title: form.title,
  body: withPlainLines(form.body),
  tags: splitTags(form.tags),
  subject: form.subject ?? null,
  reason: form.reason,
});

export const textOf = ({ title, body, tags, subject, ...content }: DraftContent): PostText => ({
  ...choicesOf(content),
  title: title.trim() === '' ? undefined : title.trim(),
  body,
  tags,
  subject: subjectOf(subject),
});

/** Refusals after which the form is shown again; all others have pages of their own. */
const SHOWN_AGAIN = new Set([
  'invalid_post',
  'invalid_tags',
  'invalid_subject',
  'invalid_edit_reason',
  'version_conflict',
  'post_unchanged',
  'post_quota_exceeded',
]);

/** The code to show beside the form; undefined: not a matter of the form. */
export function faultOf(error: unknown, { body }: DraftContent): string | undefined {
  if (!isRefusal(error) || !SHOWN_AGAIN.has(error.code)) return undefined;
  return error.code === 'invalid_post' && body.trim() === '' ? 'empty' : error.code;
}
