// Receives parts. A part is streamed from the socket to the object store and counts only if it arrived completely, its
// sender was authorised, and the row still accepts parts. If this process knows the upload, it starts receiving before
// sender and row have been read; until then the beginning of the body is buffered. A part sent again replaces the
// earlier copy. An incomplete body leaves nothing behind. The store computes the checksum in an etag.
import type { ReadableStreamDefaultReader } from 'node:stream/web';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor, ExpectedActor } from '../../../http/gates/guard.ts';
import { type BodyContext, bodyMs, refuseSlowBody } from '../../../http/routing/body.ts';
import { SingleFlight } from '../../../kernel/bounded-cache.ts';
import { Refusal, type RefusalCode } from '../../../kernel/refusal.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { columnsOf, prepareSql } from '../../../platform/database/prepared.ts';
import { attachment, attachmentPart } from '../../../platform/database/schema/uploads.ts';
import { type Objects, type PartUpload, SourceLength, type StoredPart } from '../../../platform/objects/objects.ts';
import {
  attachmentRow,
  intentExpiry,
  isLive,
  readAttachment,
  refuseUpload,
  requireOwned,
  requireUpload,
} from '../common/attachments.ts';
import type { Attachment, Part } from '../common/present.ts';
import { PART_BYTES } from '../common/rules.ts';
import type { KnownUploads, UploadLocation } from './known-uploads.ts';

export interface PartsStore {
  readonly database: Database;
  readonly objects: Objects;
  readonly known: KnownUploads;
}

/** Bytes at the start of a file that identify its type. */
export const HEAD_BYTES = 65_536;

/** A part being received. */
export interface IncomingPart {
  readonly context: BodyContext;
  readonly sender: ExpectedActor;
  readonly id: string;
  readonly partNumber: number;
  readonly bytes: number;
  /** Why the upload has no such part. */
  readonly judgePlan: (place: UploadLocation) => RefusalCode | undefined;
  /** Why a file with these first bytes is not of this media type; absent where that is checked later. */
  readonly judgeHead?: (head: Uint8Array, mediaType: string) => RefusalCode | undefined;
}

/** A part that is stored but not yet counted. */
export interface ReceivedPart {
  /** The sender, now authorised. */
  readonly actor: Actor;
  readonly upload: PartUpload;
  readonly partNumber: number;
  readonly stored: StoredPart;
}

/** Receives a part into the store. Returns the row instead if the upload no longer accepts parts. */
export async function receivePart(
  store: PartsStore,
  part: IncomingPart,
): Promise<{ readonly received: ReceivedPart } | { readonly row: Attachment }> {
  const { sender, id, judgePlan } = part;
  const read = async (): Promise<Attachment> => {
    const row = await requireUpload(store.database.db, await sender.confirmed, id);
    store.known.note(row);
    return row;
  };
  const known = store.known.recall(id, sender.accountId);
  if (known === undefined || judgePlan(known) !== undefined) {
    const row = await read();
    if (row.status !== 'reserved') return { row };
    const fault = judgePlan(row);
    if (fault !== undefined) throw new Refusal(fault);
    return { received: await storePart(store, row, part, sender.confirmed) };
  }
  const stillTaken = async (): Promise<Actor> => {
    if ((await read()).status !== 'reserved') throw new Past();
    return sender.confirmed;
  };
  // If the store overwrites an earlier copy, the row must still accept parts before the store gets the new one.
  const entitled = store.objects.parts.overwrites ? stillTaken() : sender.confirmed;
  try {
    return { received: await storePart(store, known, part, entitled) };
  } catch (error) {
    // The state of the row takes precedence over the error, as when the upload is not cached.
    const row = await judgeLate(store, await sender.confirmed, id);
    if (row.status === 'reserved' && !(error instanceof Past)) throw error;
    return { row };
  }
}

/** The row does not, or for a moment did not, accept parts. */
class Past extends Error {}

/** Streams one part to its place. The store receives the last bytes only after `entitled` has resolved. */
async function storePart(
  store: PartsStore,
  place: UploadLocation,
  { context, partNumber, bytes, judgeHead }: IncomingPart,
  entitled: Promise<Actor>,
): Promise<ReceivedPart> {
  const { parts } = store.objects;
  const upload = await openUpload(store, place);
  const { request } = context;
  const source = new PartSource(request.body, judgeHead === undefined ? 0 : HEAD_BYTES, entitled);
  const timer = setTimeout(() => source.end(), bodyMs(context, bytes));
  let stored: StoredPart;
  try {
    stored = await parts.write(upload, partNumber, source, bytes, (partNumber - 1) * PART_BYTES);
  } catch (error) {
    if (source.isLate) throw refuseSlowBody();
    // Store failures propagate. A body that ends early is the client's failure.
    if (error instanceof SourceLength || source.broke || request.signal.aborted) {
      throw new Refusal('upload_interrupted', { cause: error });
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
  const fault = judgeHead?.(source.head(), place.mediaType);
  if (fault !== undefined) {
    // The intent stays, since a retry may send the right file.
    await parts.drop(upload, stored.token);
    throw new Refusal(fault);
  }
  return { actor: await entitled, upload, partNumber, stored };
}

/**
 * The row of a part that could not be counted. Refuses if the upload is over, and removes what the part may have
 * written, since nothing else would look there again.
 */
async function judgeLate({ database, objects, known }: PartsStore, actor: Actor, id: string): Promise<Attachment> {
  const row = await requireOwned(database.db, actor, id);
  known.note(row);
  const { status, originalKey: key, partHandle: handle } = row;
  if (handle !== null && status !== 'reserved' && status !== 'finishing') {
    await objects.parts.abort({ key, handle }).catch(() => undefined);
  }
  const refusal = refuseUpload(row);
  if (refusal !== undefined) throw refusal;
  return row;
}

interface CountedPart {
  readonly row: Attachment;
  /** Undefined: the upload no longer accepts parts. */
  readonly part: Part | undefined;
}

/** Counts a received part and returns the row with its new expiry. Drops a part that cannot be counted. */
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

// Prepared: sent for every part, whose last bytes wait for it.
const firstCount = prepareSql(attachmentRow.and(z.object({ countedAt: z.date() })), () => {
  const { placeholder } = sql;
  const id = sql`${placeholder('id')}::uuid`;
  return sql`
    with taken as (
      update ${attachment} set expires_at = ${intentExpiry}, updated_at = now()
      where ${attachment.id} = ${id} and ${attachment.ownerAccountId} = ${placeholder('owner')}::uuid
        and ${attachment.status} = 'reserved' and ${isLive}
      returning *),
    counted as (
      insert into ${attachmentPart} (attachment_id, part_number, token, bytes, etag, created_at)
      select id, ${placeholder('partNumber')}::integer, ${placeholder('token')}::text, ${placeholder('bytes')}::bigint,
        ${placeholder('etag')}::text, now()
      from taken
      on conflict do nothing returning created_at)
    select ${columnsOf(attachment)}, counted.created_at as "countedAt" from taken ${attachment} join counted on true`;
});

/** Counts the first copy of a part in one statement; undefined when there is another copy, or the row accepts none. */
async function countFirst(
  db: Queries,
  { actor, partNumber, stored: { token, bytes, etag } }: ReceivedPart,
  id: string,
): Promise<CountedPart | undefined> {
  const part = { partNumber, token, bytes, etag };
  const found = await firstCount.first(db, {}, { id, owner: actor.accountId, ...part });
  if (found === undefined) return undefined;
  const { countedAt, ...row } = found;
  return { row, part: { attachmentId: id, ...part, createdAt: countedAt } };
}

/** Counts a part and replaces an earlier copy. */
async function countAgain(
  store: PartsStore,
  { actor, upload, partNumber, stored }: ReceivedPart,
  id: string,
): Promise<CountedPart> {
  const { database, objects } = store;
  const isOwned = and(eq(attachment.id, id), eq(attachment.ownerAccountId, actor.accountId));
  const counted = await database
    .transaction(async (tx) => {
      const [row] = await tx
        .update(attachment)
        .set({ expiresAt: intentExpiry, updatedAt: sql`now()` })
        .where(and(isOwned, eq(attachment.status, 'reserved'), isLive))
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
  // Cancelled or completed while the part was being received.
  return { row: await judgeLate(store, actor, id), part: undefined };
}

/** The first parts of a file often arrive at the same time. */
const opening = new SingleFlight<string, PartUpload>();

/** Key and handle of the upload in the store; starts the upload with its first part if necessary. */
async function openUpload(store: PartsStore, place: UploadLocation): Promise<PartUpload> {
  const { id, originalKey: key, partHandle: handle } = place;
  return handle === null ? opening.run(id, () => beginUpload(store, place)) : { key, handle };
}

async function beginUpload({ database, objects }: PartsStore, { id, originalKey: key }: UploadLocation) {
  const handle = await objects.parts.begin(key);
  const [kept] = await database.db
    .update(attachment)
    .set({ partHandle: handle })
    .where(and(eq(attachment.id, id), eq(attachment.status, 'reserved'), isNull(attachment.partHandle)))
    .returning({ id: attachment.id });
  if (kept !== undefined) return { key, handle };
  await objects.parts.abort({ key, handle });
  const now = await readAttachment(database.db, id);
  if (now?.partHandle) return { key, handle: now.partHandle };
  // Without a handle and not `reserved`: the upload was cancelled, or its row is gone.
  throw (now && refuseUpload(now)) ?? new Refusal('attachment_not_found');
}

/**
 * The body of a part. Keeps its first bytes and distinguishes its own failures from those of its consumer. It ends only
 * after its sender was authorised, and fails if the sender is refused.
 */
class PartSource implements AsyncIterable<Uint8Array> {
  broke = false;
  isLate = false;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #headBytes: number;
  readonly #entitled: Promise<unknown>;
  readonly #kept: Uint8Array[] = [];
  #length = 0;

  constructor(body: ReadableStream<Uint8Array> | null, headBytes: number, entitled: Promise<unknown>) {
    this.#reader = body?.getReader();
    this.#headBytes = headBytes;
    this.#entitled = entitled;
    // This ends a pending read.
    entitled.catch(() => this.#reader?.cancel().catch(() => undefined));
  }

  /** The time limit has elapsed: ends a pending read and the body. */
  end(): void {
    this.isLate = true;
    this.#reader?.cancel().catch(() => undefined);
  }

  head(): Uint8Array {
    return Buffer.concat(this.#kept);
  }

  /** A chunk is invalid once the next one is requested. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    while (this.#reader !== undefined) {
      const piece = await this.#reader.read().catch((error: unknown) => {
        this.broke = true;
        throw error;
      });
      if (piece.done) break;
      const room = this.#headBytes - this.#length;
      if (room > 0) {
        const part = piece.value.slice(0, room);
        this.#kept.push(part);
        this.#length += part.byteLength;
      }
      yield piece.value;
      freePiece(piece.value);
    }
    await this.#entitled;
  }
}

/**
 * Frees the memory of a chunk immediately. NOTE: chunks are large and short-lived, and the garbage collector alone
 * would leave hundreds of MiB unreleased.
 */
function freePiece({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
