// The context of content as staff sees it. The community supplies it, because moderation knows no posts.
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import type { Wire } from '../../../http/routing/contract.ts';
import { milliseconds } from '../../../http/routing/declarations.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { type CaseKind, VERDICTS } from './vocabulary.ts';

/** A post or a comment as it is now. */
export const placedText = z
  .object({
    kind: z.enum(['post', 'comment']),
    id: z.string(),
    authorUid: z.int(),
    authorHandle: z.string().nullable(),
    authorName: z.string(),
    /** Of a post; empty: it has none. */
    title: z.string(),
    text: z.string(),
    verdict: z.enum(VERDICTS),
    version: z.int(),
    revision: z.int(),
    hidden: z.boolean(),
    createdAt: milliseconds,
  })
  .meta({ id: 'ModerationPlacedText' });
export type PlacedText = Wire<z.output<typeof placedText>>;

/** A picture or film of a post. */
export const placedFile = z.object({
  id: z.string(),
  fileName: z.string(),
  mediaType: z.string(),
  alt: z.string().nullable(),
  /** What is shown of a picture, or the still of a film. */
  pictureUrl: z.string().nullable(),
  filmUrl: z.string().nullable(),
});
export type PlacedFile = Wire<z.output<typeof placedFile>>;

export const textRevision = z.object({ revision: z.int(), text: z.string(), createdAt: milliseconds });
export type TextRevision = Wire<z.output<typeof textRevision>>;

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
