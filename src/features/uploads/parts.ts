// Receiving bytes: one part at a time goes straight from the socket to the object store and counts only when it arrived
// whole and the row still takes parts. A part sent again replaces the earlier copy. Nothing is kept of a body that broke
// off. The sum in an etag is the store's.
import { and, eq, isNull, sql } from 'drizzle-orm';
import { SingleFlight } from '../../kernel/bounded-cache.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Database, Queries } from '../../platform/database.ts';
import { type Objects, type PartUpload, SourceLength, type StoredPart } from '../../platform/objects.ts';
import { prepareOnce } from '../../platform/prepared.ts';
import { attachment, attachmentPart } from '../../platform/schema/uploads.ts';
import { intentExpiry, isLive, readAttachment, refuseUpload } from './attachments.ts';
import type { Attachment, Part } from './present.ts';
import { PART_BYTES } from './rules.ts';

export interface PartsStore {
  readonly database: Database;
  readonly objects: Objects;
}

/** Bytes at the start of a file by which its kind is told. */
export const HEAD_BYTES = 65_536;

/** What arrived, stored but not yet counted. */
export interface ReceivedPart {
  readonly upload: PartUpload;
  readonly partNumber: number;
  readonly stored: StoredPart;
  /** The first bytes, as many as were asked for. */
  readonly head: Uint8Array;
}

/** Streams one part of exactly `bytes` bytes into the store; `headBytes` of it are kept. */
export async function receivePart(
  { database, objects }: PartsStore,
  row: Attachment,
  partNumber: number,
  bytes: number,
  request: Request,
  headBytes = 0,
): Promise<ReceivedPart> {
  const upload = await openUpload({ database, objects }, row);
  const head = new HeadTap(request.body, headBytes);
  try {
    const stored = await objects.parts.write(upload, partNumber, head, bytes, (partNumber - 1) * PART_BYTES);
    return { upload, partNumber, stored, head: head.bytes() };
  } catch (error) {
    // The store's own failures pass; a body that ends early, or breaks off, is the client's.
    if (error instanceof SourceLength || head.broke || request.signal.aborted) {
      throw new Refusal('upload_interrupted', { cause: error });
    }
    throw error;
  }
}

interface CountedPart {
  readonly row: Attachment;
  /** Undefined: the upload is past that. */
  readonly part: Part | undefined;
}

/** Counts a received part; the row with its new expiry. What is not counted is dropped. */
export async function countPart(store: PartsStore, received: ReceivedPart, id: string): Promise<CountedPart> {
  try {
    const first = await countFirst(store.database.db, received, id);
    if (first !== undefined) return first;
  } catch (error) {
    await store.objects.parts.drop(received.upload, received.stored.token).catch(() => undefined);
    throw error;
  }
  return countAgain(store, received, id);
}

const firstCount = prepareOnce((db) => {
  const { placeholder } = sql;
  const taken = db.$with('taken').as(
    db
      .update(attachment)
      .set({ expiresAt: intentExpiry, updatedAt: sql`now()` })
      .where(and(eq(attachment.id, placeholder('id')), eq(attachment.status, 'reserved'), isLive))
      .returning(),
  );
  const counted = db.$with('counted').as(
    db
      .insert(attachmentPart)
      .select((query) =>
        query
          .select({
            attachmentId: sql`${taken.id}`.as('attachment_id'),
            partNumber: sql`${placeholder('partNumber')}::integer`.as('part_number'),
            token: sql`${placeholder('token')}::text`.as('token'),
            bytes: sql`${placeholder('bytes')}::bigint`.as('bytes'),
            etag: sql`${placeholder('etag')}::text`.as('etag'),
            createdAt: sql`now()`.as('created_at'),
          })
          .from(taken),
      )
      .onConflictDoNothing()
      .returning(),
  );
  return db.with(taken, counted).select().from(taken).innerJoin(counted, sql`true`).prepare('part_first_count');
});

/** Counts the first copy of a part in one statement; undefined when there is another, or the row takes none. */
async function countFirst(
  db: Queries,
  { partNumber, stored: { token, bytes, etag } }: ReceivedPart,
  id: string,
): Promise<CountedPart | undefined> {
  const [found] = await firstCount(db).execute({ id, partNumber, token, bytes, etag });
  return found === undefined ? undefined : { row: found.taken, part: found.counted };
}

/** Counts a part in place of an earlier copy. */
async function countAgain(
  { database, objects }: PartsStore,
  { upload, partNumber, stored }: ReceivedPart,
  id: string,
): Promise<CountedPart> {
  const counted = await database
    .transaction(async (tx) => {
      const [row] = await tx
        .update(attachment)
        .set({ expiresAt: intentExpiry, updatedAt: sql`now()` })
        .where(and(eq(attachment.id, id), eq(attachment.status, 'reserved'), isLive))
        .returning();
      if (row === undefined) return undefined;
      const where = and(eq(attachmentPart.attachmentId, id), eq(attachmentPart.partNumber, partNumber));
      const [before] = await tx.delete(attachmentPart).where(where).returning({ token: attachmentPart.token });
      const [part] = await tx
        .insert(attachmentPart)
        .values({ attachmentId: id, partNumber, ...stored })
        .returning();
      return { row, part, replaced: before?.token };
    })
    .catch(async (error: unknown) => {
      await objects.parts.drop(upload, stored.token).catch(() => undefined);
      throw error;
    });
  if (counted !== undefined) {
    if (counted.replaced !== undefined) await objects.parts.drop(upload, counted.replaced).catch(() => undefined);
    return counted;
  }
  await objects.parts.drop(upload, stored.token);
  const row = await readAttachment(database.db, id);
  if (row === undefined) throw new Refusal('attachment_not_found');
  const refusal = refuseUpload(row);
  if (refusal !== undefined) {
    // Cancelled while the part was on its way: its folder may have been made again.
    if (row.status === 'deleted') await objects.parts.abort(upload).catch(() => undefined);
    throw refusal;
  }
  return { row, part: undefined };
}

/** The first parts of a file often come at once. */
const opening = new SingleFlight<string, PartUpload>();

/** Key and handle of the upload in the store, opened when the first part comes. */
async function openUpload(store: PartsStore, row: Attachment): Promise<PartUpload> {
  const key = row.originalKey;
  if (row.partHandle !== null) return { key, handle: row.partHandle };
  return opening.run(row.id, () => beginUpload(store, row));
}

async function beginUpload({ database, objects }: PartsStore, row: Attachment): Promise<PartUpload> {
  const key = row.originalKey;
  const handle = await objects.parts.begin(key);
  const [kept] = await database.db
    .update(attachment)
    .set({ partHandle: handle })
    .where(and(eq(attachment.id, row.id), eq(attachment.status, 'reserved'), isNull(attachment.partHandle)))
    .returning({ id: attachment.id });
  if (kept !== undefined) return { key, handle };
  await objects.parts.abort({ key, handle });
  const now = await readAttachment(database.db, row.id);
  if (now?.partHandle) return { key, handle: now.partHandle };
  // Past `reserved` without a handle it was cancelled, or its row is gone.
  throw (now === undefined ? undefined : refuseUpload(now)) ?? new Refusal('attachment_not_found');
}

/** Passes a body on and keeps its first bytes; tells its own failures from those of whoever reads it. */
class HeadTap implements AsyncIterable<Uint8Array> {
  broke = false;
  readonly #body: ReadableStream<Uint8Array> | null;
  readonly #headBytes: number;
  readonly #kept: Uint8Array[] = [];
  #length = 0;

  constructor(body: ReadableStream<Uint8Array> | null, headBytes: number) {
    this.#body = body;
    this.#headBytes = headBytes;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#kept);
  }

  /** A piece is gone when the next one is asked for. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (this.#body === null) return;
    const reader = this.#body.getReader();
    for (;;) {
      const piece = await reader.read().catch((error: unknown) => {
        this.broke = true;
        throw error;
      });
      if (piece.done) return;
      const room = this.#headBytes - this.#length;
      if (room > 0) {
        const part = piece.value.slice(0, room);
        this.#kept.push(part);
        this.#length += part.byteLength;
      }
      yield piece.value;
      freePiece(piece.value);
    }
  }
}

/**
 * Gives the memory of a piece back at once. NOTE: pieces are large and live briefly, and the collector, left alone, lets
 * hundreds of MiB of them lie.
 */
function freePiece({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
