// The context of content as staff sees it. The community supplies it, because moderation knows no posts.
import type { Actor } from '../../../http/gates/guard.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { CaseKind, Verdict } from './vocabulary.ts';

/** A post or a comment as it is now. */
export interface PlacedText {
  readonly kind: 'post' | 'comment';
  readonly id: string;
  readonly authorUid: number;
  readonly authorHandle: string | null;
  readonly authorName: string;
  /** Of a post; empty: it has none. */
  readonly title: string;
  readonly text: string;
  readonly verdict: Verdict;
  readonly version: number;
  readonly revision: number;
  readonly hidden: boolean;
  readonly createdAt: number;
}

/** A picture or film of a post. */
export interface PlacedFile {
  readonly id: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly alt: string | null;
  /** What is shown of a picture, or the still of a film. */
  readonly pictureUrl: string | null;
  readonly filmUrl: string | null;
}

export interface TextRevision {
  readonly revision: number;
  readonly text: string;
  readonly createdAt: number;
}

export interface Place {
  /** The post or comment itself; null for files and people, and for what the reader may not read. */
  readonly self: PlacedText | null;
  /** The post around a comment or a file. */
  readonly post: PlacedText | null;
  /** The comment that a comment answers. */
  readonly parent: PlacedText | null;
  readonly files: readonly PlacedFile[];
  /** Newest first. */
  readonly revisions: readonly TextRevision[];
}

export const NOWHERE: Place = { self: null, post: null, parent: null, files: [], revisions: [] };

/** What a report is about. */
export type TargetKind = 'post' | 'comment' | 'user';

export interface Places {
  /** The beginnings of posts and comments, by id; those that the reader may not read are absent. */
  readExcerpts(
    db: Queries,
    reader: Actor,
    refs: readonly { readonly kind: 'post' | 'comment'; readonly id: string }[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Those of these posts and comments that an account wrote, deleted ones too. */
  findOwn(db: Queries, accountId: string, ids: readonly string[]): Promise<readonly { readonly id: string }[]>;
  readPlace(db: Queries, reader: Actor, kind: CaseKind | TargetKind, id: string): Promise<Place>;
}
