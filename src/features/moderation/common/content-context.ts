// The context of content as staff sees it. The community supplies it, because moderation knows no posts.
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import type { Wire } from '../../../http/routing/contract.ts';
import { milliseconds } from '../../../http/routing/declarations.ts';
import type { PersonName } from '../../../http/routing/person-name.ts';
import type { Queries, Transaction } from '../../../platform/database/database.ts';
import { type CaseKind, type TextSubmission, VERDICTS, type Verdict } from './vocabulary.ts';

/** A post, comment or list as it is now. */
export const contextText = z
  .object({
    kind: z.enum(['post', 'comment', 'list']),
    id: z.string(),
    authorUid: z.int(),
    authorHandle: z.string().nullable(),
    authorName: z.string(),
    /** Of a post or list; empty: it has none. */
    title: z.string(),
    text: z.string(),
    verdict: z.enum(VERDICTS),
    version: z.int(),
    revision: z.int(),
    hidden: z.boolean(),
    createdAt: milliseconds,
  })
  .meta({ id: 'ModerationPlacedText' });
export type ContextText = Wire<z.output<typeof contextText>>;

/** A picture or film of a post. */
export const contextFile = z.object({
  id: z.string(),
  fileName: z.string(),
  mediaType: z.string(),
  alt: z.string().nullable(),
  /** What is shown of a picture, or the still of a film. */
  pictureUrl: z.string().nullable(),
  filmUrl: z.string().nullable(),
});
export type ContextFile = Wire<z.output<typeof contextFile>>;

export const textRevision = z.object({ revision: z.int(), text: z.string(), createdAt: milliseconds });
export type TextRevision = Wire<z.output<typeof textRevision>>;

export interface ContentContext {
  /** The post, comment or list itself; null for files and people, and for what the reader may not read. */
  readonly self: ContextText | null;
  /** The post around a comment or a file. */
  readonly post: ContextText | null;
  /** The comment that a comment answers. */
  readonly parent: ContextText | null;
  readonly files: readonly ContextFile[];
  /** Newest first. */
  readonly revisions: readonly TextRevision[];
}

export const NO_CONTEXT: ContentContext = { self: null, post: null, parent: null, files: [], revisions: [] };

/** What a report is about. */
export type TargetKind = 'post' | 'comment' | 'list' | 'user';

/** A text as its author submits it, and its verdict. */
interface SubmittedText extends Omit<TextSubmission, 'kind' | 'subjectId' | 'readAuthor'> {
  readonly verdict: Verdict;
}

/** A public post with what rules ask about it. */
interface PublicPost {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  /** As rules read it. */
  readonly text: string;
  readonly author: PersonName;
  readonly authorUid: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly accountCreatedAt: number;
  /** Public posts that the author had then; at most 1,000. */
  readonly publishedCount: number;
}

export interface ContentContexts {
  /** A post, comment or public list as it is now, and locks it; undefined when it is gone. */
  readSubmitted(tx: Transaction, kind: 'post' | 'comment' | 'list', id: string): Promise<SubmittedText | undefined>;
  /** The last public posts, newest first. */
  listRecentPublic(db: Queries, limit: number): Promise<readonly PublicPost[]>;
  /** The beginnings of posts, comments and lists, by id; those that the reader may not read are absent. */
  readExcerpts(
    db: Queries,
    reader: Actor,
    refs: readonly { readonly kind: 'post' | 'comment' | 'list'; readonly id: string }[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Those of these posts and comments that an account wrote, deleted ones too. */
  findOwn(db: Queries, accountId: string, ids: readonly string[]): Promise<readonly { readonly id: string }[]>;
  readPlace(db: Queries, reader: Actor, kind: CaseKind | TargetKind, id: string): Promise<ContentContext>;
}
