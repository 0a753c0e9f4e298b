// Serves the bytes of finished files: variants to everybody who may see them, the original to its owner. Digests of
// objects are verified before a byte is sent. `mayReadThroughPost` tells who besides the owner may see a file.

import { SANDBOXED } from '../../../http/answer/headers.ts';
import { answerContent } from '../../../http/content/bytes.ts';
import { attachmentDisposition } from '../../../http/content/disposition.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Actor } from '../../../http/gates/guard.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import { readAttachment, readVariants } from '../common/attachments.ts';
import type { Attachment, VariantKind } from '../common/present.ts';

/** Whether the viewer may read a post with this attachment. */
export type MayReadThroughPost = (db: Queries, viewer: Actor | undefined, attachmentId: string) => Promise<boolean>;

export interface ContentDependencies {
  readonly database: Database;
  readonly verified: VerifiedObjects;
  readonly mayReadThroughPost: MayReadThroughPost;
}

interface StoredFile {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly mediaType: string;
}

/** Responds with the main variant of a file, another variant, or the original. */
export async function answerAttachment(
  { database, verified, mayReadThroughPost }: ContentDependencies,
  context: RequestContext,
  viewer: Actor | undefined,
  id: string,
  wanted: VariantKind | 'original',
): Promise<Response> {
  const { db } = database;
  const row = await readAttachment(db, id);
  // Before a file is ready nobody can read it, including its owner.
  if (row?.status !== 'ready') throw new Refusal('attachment_not_found');
  const isOwner = viewer?.accountId === row.ownerAccountId;
  if (!isOwner && !(await mayReadThroughPost(db, viewer, id))) throw new Refusal('attachment_not_found');
  const file = wanted === 'original' ? (isOwner ? originalOf(row) : undefined) : await readVariant(db, id, wanted);
  if (file === undefined) throw new Refusal('media_variant_missing');
  const expected = {
    sha256: file.sha256,
    bytes: file.bytes,
    key: file.key,
    damage: 'attachment_object_missing',
  } as const;
  const headers = new Headers({
    'Content-Type': file.mediaType,
    'Content-Disposition': wanted === 'original' ? attachmentDisposition(row.fileName) : 'inline',
    'Cache-Control': 'private, max-age=3600, immutable',
    ...SANDBOXED,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Accept-Ranges': 'bytes',
    Vary: 'Cookie, Authorization',
  });
  return answerContent(context, {
    identity: {
      bytes: file.bytes,
      etag: `"${file.sha256}"`,
      open: (start, end) => verified.open(expected, start, end),
    },
    headers,
    ranges: true,
  });
}

function originalOf(row: Attachment): StoredFile | undefined {
  if (row.originalRemovedAt !== null || row.sha256 === null) return undefined;
  return { key: row.originalKey, bytes: row.size, sha256: row.sha256, mediaType: row.mediaType };
}

async function readVariant(db: Queries, id: string, kind: VariantKind): Promise<StoredFile | undefined> {
  const found = (await readVariants(db, [id])).find((variant) => variant.kind === kind);
  return found && { ...found, key: found.objectKey };
}
