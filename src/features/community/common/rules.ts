// Validates the input of posts and comments and derives their stored content, or refuses. Pure. Checks against the
// database (quotas, targets, versions) are made where the content is written.
import { toNormalForm } from '../../../kernel/normal-form.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import {
  countCharacters,
  deriveExcerpt,
  deriveTitle,
  findHashtags,
  findMentions,
  foldSearch,
  gramVector,
  isSeen,
  listGrams,
  type Mentions,
  normalizeTag,
  readPlainText,
  TITLE_MAX,
} from './text.ts';

const BODY_MAX = 20_000;
const COMMENT_MAX = 5_000;
const TAGS_MAX = 10;
export const ATTACHMENTS_MAX = 16;
const REASON_MAX = 500;
const DETAILS_MAX = 2_000;

export const VISIBILITIES = ['public', 'protected', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** The content of a post as stored. */
export interface PostContent {
  readonly title: string;
  readonly body: string;
  readonly excerpt: string;
  readonly tags: readonly string[];
  readonly ownTags: readonly string[];
  readonly searchText: string;
  /** Text form of the tsvector. */
  readonly grams: string;
  readonly mentions: Mentions;
}

export interface PostInput {
  readonly body: string;
  /** Undefined: derived from the body. */
  readonly title: string | undefined;
  readonly tags: readonly string[];
}

/** Whether a text is a valid body of a post. */
export const isPostBody = (text: string): boolean => isText(text, BODY_MAX);

/** Whether a text is short enough for a preview, which may be empty. */
export const isPreview = (text: string): boolean => countCharacters(text) <= BODY_MAX;

/** Whether a text is a valid title of a post: one line of 1 to 120 characters. */
export const isPostTitle = (text: string): boolean => isText(text.trim(), TITLE_MAX) && !/[\r\n]/.test(text.trim());

/** Whether a text is a valid body of a comment. */
export const isCommentBody = (text: string): boolean => isText(spellComment(text), COMMENT_MAX);

/** Refuses input that is invalid without parsing (`invalid_post`, `invalid_tags`); returns the normalised tags. */
export function requirePostInput({ body, title, tags }: PostInput): readonly string[] {
  if (!isPostBody(body) || (title !== undefined && !isPostTitle(title))) throw new Refusal('invalid_post');
  return planTags(tags);
}

/**
 * Derives the content of a post from the author's input. Refuses with `invalid_post` or `invalid_tags`. Parses the
 * body, so callers check quota, target and owner first and do not hold a transaction open.
 */
export function planPost(input: PostInput): PostContent {
  const ownTags = requirePostInput(input);
  const { body, title } = input;
  const named = title?.trim();
  const plain = readPlainText(body);
  const heading = named ?? deriveTitle(plain, body);
  const all = new Set([...findHashtags(plain, TAGS_MAX), ...ownTags]);
  if (all.size > TAGS_MAX) throw new Refusal('invalid_tags');
  const searchText = foldSearch(`${heading}\n${body}`);
  return {
    title: heading,
    body,
    excerpt: deriveExcerpt(plain),
    tags: [...all],
    ownTags,
    searchText,
    grams: gramVector(listGrams(searchText)),
    mentions: findMentions(plain),
  };
}

function planTags(given: readonly string[]): readonly string[] {
  if (given.length > TAGS_MAX) throw new Refusal('invalid_tags');
  const tags = new Set<string>();
  for (const name of given) tags.add(required(normalizeTag(name), 'invalid_tags'));
  return [...tags];
}

/** The body of a comment as stored. */
export function planComment(body: string, code: 'invalid_comment' | 'invalid_comment_edit'): string {
  const text = spellComment(body);
  if (!isText(text, COMMENT_MAX)) throw new Refusal(code);
  return text;
}

const spellComment = (text: string): string => toNormalForm(text, 'NFC').trim();

const isText = (text: string, max: number): boolean => isSeen(text) && countCharacters(text) <= max;

/** The reason of an edit: trimmed, at most 500 characters; an empty one is null. */
export function planEditReason(given: string | null | undefined): string | null {
  const reason = toNormalForm(given ?? '', 'NFC').trim();
  if (countCharacters(reason) > REASON_MAX) throw new Refusal('invalid_edit_reason');
  return reason === '' ? null : reason;
}

/** Details of a report; required with the reason `other`. */
export function planDetails(given: string | null | undefined, reasonCode: string): string | null {
  const details = toNormalForm(given ?? '', 'NFC').trim();
  if (countCharacters(details) > DETAILS_MAX) throw new Refusal('invalid_report_detail');
  if (details === '' && reasonCode === 'other') throw new Refusal('invalid_report_detail');
  return details === '' ? null : details;
}

/** Why a post is recommended; the strongest reason first. */
export const RECOMMENDATION_REASONS = ['followed_author', 'followed_tag', 'popular', 'recent'] as const;
export type RecommendationReason = (typeof RECOMMENDATION_REASONS)[number];
