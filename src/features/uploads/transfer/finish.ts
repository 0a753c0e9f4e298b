// Completes an upload. All steps are idempotent; the sweep repeats them after a crash, the client by a second call. a:
// a transaction validates the parts and takes the row. b: the store assembles the parts and computes the digest. c: the
// first bytes are checked against the media type. d: a transaction hands the file to the scan job.
import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../http/gates/guard.ts';
import { isRefusal, Refusal, type RefusalCode, required, requireFirst } from '../../../kernel/refusal.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { attachment, attachmentPart } from '../../../platform/database/schema/uploads.ts';
import { processMark } from '../../../platform/files/process-identity.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { type Objects, PartDamaged } from '../../../platform/objects/objects.ts';
import { isLive, readAttachment, readParts, refuseUpload, unlinkedExpiry } from '../common/attachments.ts';
import { eraseJob } from '../common/jobs.ts';
import { isAbandoned, openLease } from '../common/leases.ts';
import type { Attachment, Part } from '../common/present.ts';
import { judgeParts, type NamedPart } from '../common/rules.ts';
import { enqueueScan } from '../examination/queue.ts';
import { HEAD_BYTES } from './parts.ts';

export interface FinishDependencies {
  readonly database: Database;
  readonly objects: Objects;
  readonly enqueue: Jobs['enqueue'];
  /** Why a file with these first bytes is not of its announced type; undefined when it may be. */
  readonly judgeHead: (head: Uint8Array, mediaType: string) => RefusalCode | undefined;
}

/** After this time an assembly counts as abandoned. */
const FINISH_LEASE_SECONDS = 120;
const LOOK_MS = 50;
const WAIT_MS = 30_000;

interface Taken {
  readonly row: Attachment;
  readonly parts: readonly Part[];
  readonly lease: string;
}

/** Completes an upload of this owner and returns the row. A second call waits for the first and returns the same. */
export async function finishUpload(
  dependencies: FinishDependencies,
  actor: Actor,
  id: string,
  listed: readonly NamedPart[] | undefined,
): Promise<Attachment> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    using lease = openLease();
    const taken = await takeUpload(dependencies, actor, id, listed, lease.token);
    if ('lease' in taken) return await joinUpload(dependencies, taken);
    // Another call is completing it.
    if (taken.row.status !== 'finishing') return taken.row;
    if (performance.now() > deadline) return taken.row;
    await Bun.sleep(LOOK_MS);
  }
}

/** Repeats the steps that a dead process left between a and d. Does nothing if that is no longer needed. */
export async function resumeFinish(dependencies: FinishDependencies, id: string): Promise<void> {
  using lease = openLease();
  const [row] = await dependencies.database.db
    .update(attachment)
    .set(leaseOf(lease.token))
    .where(and(eq(attachment.id, id), eq(attachment.status, 'finishing')))
    .returning();
  if (row === undefined) return;
  try {
    await joinUpload(dependencies, { row, parts: await readParts(dependencies.database.db, id), lease: lease.token });
  } catch (error) {
    // The client sees the result in the descriptor, or by completing again.
    if (!isRefusal(error)) throw error;
  }
}

const leaseOf = (lease: string) => ({
  leaseToken: lease,
  leaseHolder: processMark(),
  leaseUntil: sql`now() + make_interval(secs => ${FINISH_LEASE_SECONDS})`,
  updatedAt: sql`now()`,
});

function takeUpload(
  { database }: FinishDependencies,
  { accountId }: Actor,
  id: string,
  listed: readonly NamedPart[] | undefined,
  lease: string,
): Promise<Taken | { readonly row: Attachment }> {
  return database.transaction(async (tx) => {
    const isOwned = and(eq(attachment.id, id), eq(attachment.ownerAccountId, accountId));
    const take = async (from: Attachment['status']): Promise<Attachment | undefined> => {
      const where = and(isOwned, eq(attachment.status, from), isLive);
      const [row] = await tx
        .update(attachment)
        .set({ status: 'finishing', ...leaseOf(lease) })
        .where(where)
        .returning();
      return row;
    };
    // Most uploads are reserved and complete, so the row is taken first. If the parts are wrong the transaction rolls
    // back.
    const taken = await take('reserved');
    if (taken !== undefined) return { row: taken, parts: await requireParts(tx, taken, listed), lease };
    const row = requireFirst(await tx.select().from(attachment).where(isOwned).for('update'), 'attachment_not_found');
    const refusal = refuseUpload(row);
    if (refusal !== undefined) throw refusal;
    if (row.status === 'rejected') throw new Refusal('upload_not_completable');
    // Takes over an abandoned completion.
    const isLeft = row.status === 'finishing' && isAbandoned(row);
    if (row.status !== 'reserved' && !isLeft) return { row };
    const parts = await requireParts(tx, row, listed);
    const left = required(await take(row.status), 'upload_intent_expired');
    return { row: left, parts, lease };
  });
}

/** The received parts, if they are complete and match the client's list. */
async function requireParts(
  tx: Transaction,
  row: Attachment,
  listed: readonly NamedPart[] | undefined,
): Promise<readonly Part[]> {
  const parts = await readParts(tx, row.id);
  const wrong = judgeParts(row.size, parts, listed);
  if (wrong !== undefined) throw new Refusal(wrong);
  return parts;
}

async function joinUpload(dependencies: FinishDependencies, { row, parts, lease }: Taken): Promise<Attachment> {
  const { database, objects, judgeHead } = dependencies;
  const upload = { key: row.originalKey, handle: row.partHandle ?? '' };
  let joined: { readonly sha256: string; readonly bytes: number };
  let fault: RefusalCode | undefined;
  try {
    joined = await objects.parts.finish(upload, parts);
    fault = joined.bytes === row.size ? judgeHead(await readHead(objects, row.originalKey), row.mediaType) : undefined;
  } catch (error) {
    await giveBack(dependencies, row.id, lease, error instanceof PartDamaged ? error.partNumber : undefined);
    if (error instanceof PartDamaged) throw new Refusal('parts_incomplete', { cause: error });
    throw error;
  }
  if (joined.bytes !== row.size) {
    await giveBack(dependencies, row.id, lease, undefined);
    throw new Refusal('parts_incomplete');
  }
  const done = await settleUpload(dependencies, row.id, lease, joined.sha256, fault);
  // The parts are now in the assembled object. If this fails, the sweep removes them.
  if (done !== undefined) await objects.parts.abort(upload).catch(() => undefined);
  if (done !== undefined && fault !== undefined) throw new Refusal(fault);
  if (done !== undefined) return done;
  const now = required(await readAttachment(database.db, row.id), 'attachment_not_found');
  if (now.status === 'deleted') {
    // Deleted during assembly, possibly after its bytes were removed: they exist again, so remove them.
    await database.transaction((tx) => dependencies.enqueue(tx, eraseJob, { id: row.id }));
  }
  throw refuseUpload(now) ?? new Refusal('upload_state_conflict');
}

async function readHead(objects: Objects, key: string): Promise<Uint8Array> {
  const local = await objects.local(key);
  return local === undefined ? new Uint8Array() : Bun.file(local.path).slice(0, HEAD_BYTES).bytes();
}

/**
 * d: hands the file to the scan job, or rejects it if its content does not match its type. Undefined: the lease was
 * lost.
 */
function settleUpload(
  { database, enqueue }: FinishDependencies,
  id: string,
  lease: string,
  sha256: string,
  fault: RefusalCode | undefined,
): Promise<Attachment | undefined> {
  return database.transaction(async (tx) => {
    const [row] = await tx
      .update(attachment)
      .set({
        status: fault === undefined ? 'scanning' : 'rejected',
        failureCode: fault ?? null,
        sha256,
        processing: fault === undefined ? 'queued' : 'failed',
        expiresAt: unlinkedExpiry,
        leaseToken: null,
        leaseHolder: null,
        leaseUntil: null,
        updatedAt: sql`now()`,
      })
      .where(and(eq(attachment.id, id), eq(attachment.status, 'finishing'), eq(attachment.leaseToken, lease)))
      .returning();
    if (row === undefined) return undefined;
    await tx.delete(attachmentPart).where(eq(attachmentPart.attachmentId, id));
    if (fault === undefined) await enqueueScan(enqueue, tx, row);
    else await enqueue(tx, eraseJob, { id });
    return row;
  });
}

/** Returns the row to `reserved`, without the part that was damaged, so that the client can continue. */
function giveBack(
  { database }: FinishDependencies,
  id: string,
  lease: string,
  damaged: number | undefined,
): Promise<void> {
  return database.transaction(async (tx) => {
    const [row] = await tx
      .update(attachment)
      .set({ status: 'reserved', leaseToken: null, leaseHolder: null, leaseUntil: null, updatedAt: sql`now()` })
      .where(and(eq(attachment.id, id), eq(attachment.status, 'finishing'), eq(attachment.leaseToken, lease)))
      .returning({ id: attachment.id });
    if (row === undefined || damaged === undefined) return;
    await tx
      .delete(attachmentPart)
      .where(and(eq(attachmentPart.attachmentId, id), eq(attachmentPart.partNumber, damaged)));
  });
}
