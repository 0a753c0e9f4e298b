// Receiving bytes: one part at a time goes straight from the socket to the object store and counts only when it arrived
// whole, its sender was let in, and the row still takes parts. Where this process knows the upload, bytes are taken before
// sender and row have been read anew: while a body waits, its beginning lies in memory. A part sent again replaces the
// earlier copy. Nothing is kept of a body that broke off. The sum in an etag is the store's.
import type { ReadableStreamDefaultReader } from 'node:stream/web';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor, ExpectedActor } from '../../../http/gates/guard.ts';
import { type BodyContext, bodyMs, refuseSlowBody } from '../../../http/routing/body.ts';
import { SingleFlight } from '../../../kernel/bounded-cache.ts';
import { Refusal, type RefusalCode } from '../../../kernel/refusal.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { columnsOf, type NoShape, prepareSql } from '../../../platform/database/prepared.ts';
import { attachment, attachmentPart } from '../../../platform/database/schema/uploads.ts';
import { type Objects, type PartUpload, SourceLength, type StoredPart } from '../../../platform/objects/objects.ts';
import {
  intentExpiry,
  isLive,
  readAttachment,
  refuseUpload,
  requireOwned,
  requireUpload,
} from '../common/attachments.ts';
import type { Attachment, Part } from '../common/present.ts';
import { PART_BYTES } from '../common/rules.ts';
import type { KnownUploads, UploadPlace } from './known-uploads.ts';

export interface PartsStore {
  readonly database: Database;
  readonly objects: Objects;
  readonly known: KnownUploads;
}

/** Bytes at the start of a file by which its kind is told. */
export const HEAD_BYTES = 65_536;

/** A part on its way in. */
export interface IncomingPart {
  readonly context: BodyContext;
  readonly sender: ExpectedActor;
  readonly id: string;
  readonly partNumber: number;
  readonly bytes: number;
  /** Why this upload has no such part. */
  readonly judgePlan: (place: UploadPlace) => RefusalCode | undefined;
  /** Why a file of this type does not begin like this; absent where that is told later. */
  readonly judgeHead?: (head: Uint8Array, mediaType: string) => RefusalCode | undefined;
}

/** What arrived, stored but not yet counted. */
export interface ReceivedPart {
  /** Who sent it: somebody who was let in, which is known only then. */
  readonly actor: Actor;
  readonly upload: PartUpload;
  readonly partNumber: number;
  readonly stored: StoredPart;
}

/** Takes the bytes of a part into the store; or the row, when it is past that. */
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
  // Where a copy replaces the one that counts, the row must take it before the store gets it.
  const entitled = store.objects.parts.overwrites ? stillTaken() : sender.confirmed;
  try {
    return { received: await storePart(store, known, part, entitled) };
  } catch (error) {
    // What the row says of it comes first, as it does where nothing is known.
    const row = await judgeLate(store, await sender.confirmed, id);
    if (row.status === 'reserved' && !(error instanceof Past)) throw error;
    return { row };
  }
}

/** The row takes no parts, or took none for a moment. */
class Past extends Error {}

/** Streams one part into its place. Before the last word of `entitled` the store does not get the end of it. */
async function storePart(
  store: PartsStore,
  place: UploadPlace,
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
    // The store's own failures pass; a body that ends early, or breaks off, is the client's.
    if (error instanceof SourceLength || source.broke || request.signal.aborted) {
      throw new Refusal('upload_interrupted', { cause: error });
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
  const fault = judgeHead?.(source.head(), place.mediaType);
  if (fault !== undefined) {
    // The intent stays: another try may bring the right file.
    await parts.drop(upload, stored.token);
    throw new Refusal(fault);
  }
  return { actor: await entitled, upload, partNumber, stored };
}

/**
 * The row of a part that could not be counted; refuses where the upload is over. What the part left there goes: the folder
 * of its upload may have been made again, where nobody looks any more.
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

// Prepared: sent for every part, where the bytes that came meanwhile wait for it.
const firstCount = prepareSql<NoShape, Attachment & { readonly countedAt: Date }>(() => {
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

/** Counts the first copy of a part in one statement; undefined when there is another, or the row takes none. */
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

/** Counts a part in place of an earlier copy. */
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
  // Cancelled or completed while the part was on its way.
  return { row: await judgeLate(store, actor, id), part: undefined };
}

/** The first parts of a file often come at once. */
const opening = new SingleFlight<string, PartUpload>();

/** Key and handle of the upload in the store, opened when the first part comes if it was not before. */
async function openUpload(store: PartsStore, place: UploadPlace): Promise<PartUpload> {
  const { id, originalKey: key, partHandle: handle } = place;
  return handle === null ? opening.run(id, () => beginUpload(store, place)) : { key, handle };
}

async function beginUpload({ database, objects }: PartsStore, { id, originalKey: key }: UploadPlace) {
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
  // Past `reserved` without a handle it was cancelled, or its row is gone.
  throw (now === undefined ? undefined : refuseUpload(now)) ?? new Refusal('attachment_not_found');
}

/**
 * The body of a part: keeps its first bytes, and tells its own failures from those of whoever reads it. It ends only when
 * its sender is entitled to it, and breaks off when it turns out that they are not.
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
    // A read that waits ends by that.
    entitled.catch(() => this.#reader?.cancel().catch(() => undefined));
  }

  /** Its time is over: a read that waits ends, and the body with it. */
  end(): void {
    this.isLate = true;
    this.#reader?.cancel().catch(() => undefined);
  }

  head(): Uint8Array {
    return Buffer.concat(this.#kept);
  }

  /** A piece is gone when the next one is asked for. */
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
 * Gives the memory of a piece back at once. NOTE: pieces are large and live briefly, and the collector, left alone, lets
 * hundreds of MiB of them lie.
 */
function freePiece({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
