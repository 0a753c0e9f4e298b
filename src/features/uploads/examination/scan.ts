// Examines a complete file: inspects it, creates and stores its variants, and submits it to moderation. It ends in
// `ready`, `review` or `rejected`, or stays `scanning` while the classifier is asked. Idempotent: a lease in the row
// admits one run at a time, each run stores its variants under its own keys, and only the run that holds the lease
// writes its result. The sweep resumes the work of a dead process. Three failed attempts reject the file; attempts that
// failed because of storage do not count.
import { and, eq, sql } from 'drizzle-orm';
import { attachmentVariantKey } from '../../../kernel/object-key.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { attachment, attachmentVariant } from '../../../platform/database/schema/uploads.ts';
import { processMark } from '../../../platform/files/process-identity.ts';
import { NoRoom } from '../../../platform/files/work-folder.ts';
import type { JobRun, Jobs } from '../../../platform/jobs/jobs.ts';
import type { InspectedType } from '../../../platform/media/inspection.ts';
import { type Objects, ObjectsUnavailable } from '../../../platform/objects/objects.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import type { Decision, FileSubmission, Submitted, Verdict } from '../../moderation/common/vocabulary.ts';
import { eraseJob, FILMS_OF_ACCOUNT, PICTURES_OF_ACCOUNT, SCAN_RETRIES } from '../common/jobs.ts';
import { isAbandoned, openLease } from '../common/leases.ts';
import type { Attachment, Variant } from '../common/present.ts';
import { isMediaType, isVideo, MODERATION_BLOCK, MODERATION_REVISION } from '../common/rules.ts';
import { enqueueScan } from './queue.ts';
import { PROCESSING_FAILED } from './retry.ts';
import { type MadeVariant, type MediaDependencies, makeVariants } from './variants.ts';

export interface ScanDependencies extends MediaDependencies {
  readonly database: Database;
  readonly objects: Objects;
  readonly enqueue: Jobs['enqueue'];
  /** Obtains moderation's first verdict on a file, in the transaction that completes it. */
  readonly submitFile: (tx: Transaction, submission: FileSubmission) => Promise<Submitted>;
  /** SHA-256 of a file, computed off the event loop. */
  readonly digest: (path: string, bytes: number) => Promise<string>;
  readonly log: Log;
}

const ATTEMPTS_MAX = 3;
const LEASE_SECONDS = 60;
const BEAT_MS = 10_000;
/** Delay of a job claimed at the same instant as others, beyond the account's limit. */
const WAIT_MS = 250;
/** Shorter than the sweep's threshold for stalled work, so that it does not add a second job. */
const STORAGE_PAUSE_MS = 20_000;

type StoredVariant = Omit<Variant, 'attachmentId'>;

/** Examines one file, if it currently needs to be. */
export async function scanAttachment(
  dependencies: ScanDependencies,
  id: string,
  { signal, attempt }: JobRun,
): Promise<void> {
  using held = openLease();
  const lease = held.token;
  const row = await takeAttachment(dependencies, id, lease);
  if (row === undefined) return;
  const ended = new AbortController();
  const beat = setInterval(() => {
    void keepLease(dependencies.database, id, lease).then(
      (held) => held || ended.abort(),
      () => undefined,
    );
  }, BEAT_MS);
  try {
    await work(dependencies, row, lease, AbortSignal.any([signal, ended.signal]));
  } catch (error) {
    // The row was deleted or taken over by another run.
    if (ended.signal.aborted) return;
    const counts = !isForWantOfStorage(error);
    const isLast = counts && row.attempts >= ATTEMPTS_MAX && !signal.aborted;
    dependencies.log.warn('a file could not be examined', { attachment: id, attempt: row.attempts, error });
    if (isLast) return await reject(dependencies, id, lease, PROCESSING_FAILED);
    // The job's own retries come first; then new jobs, until storage is available.
    const isLater = !counts && attempt > SCAN_RETRIES;
    await giveBack(dependencies, id, lease, { counts, isLater });
    if (!isLater) throw error;
  } finally {
    clearInterval(beat);
  }
}

/** Whether the error means that storage is full or unavailable. Such an attempt does not count. */
const isForWantOfStorage = (error: unknown): boolean => error instanceof ObjectsUnavailable || error instanceof NoRoom;

/** Takes the lease of the row for one run; undefined when there is nothing to do now. */
function takeAttachment(dependencies: ScanDependencies, id: string, lease: string): Promise<Attachment | undefined> {
  return dependencies.database.transaction(async (tx) => {
    const [row] = await tx.select().from(attachment).where(eq(attachment.id, id));
    if (row?.status !== 'scanning' || row.processing === 'ready') return undefined;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`scans ${row.ownerAccountId}`}, 0))`);
    const isFilm = isVideo(row.mediaType);
    const leased = await tx
      .select({ id: attachment.id, leaseToken: attachment.leaseToken, leaseHolder: attachment.leaseHolder })
      .from(attachment)
      .where(
        and(
          eq(attachment.ownerAccountId, row.ownerAccountId),
          eq(attachment.status, 'scanning'),
          sql`${attachment.leaseUntil} > now()`,
          sql`(${attachment.mediaType} like 'video/%') = ${isFilm}`,
        ),
      );
    const held = leased.filter((other) => !isAbandoned(other));
    if (held.some((other) => other.id === id)) return undefined;
    if (held.length >= (isFilm ? FILMS_OF_ACCOUNT : PICTURES_OF_ACCOUNT)) {
      await enqueueScan(dependencies.enqueue, tx, row, { startAfter: new Date(Date.now() + WAIT_MS) });
      return undefined;
    }
    if (row.attempts >= ATTEMPTS_MAX) {
      // Three runs died while processing it.
      await tx
        .update(attachment)
        .set({ status: 'rejected', failureCode: PROCESSING_FAILED, processing: 'failed', updatedAt: sql`now()` })
        .where(and(eq(attachment.id, id), eq(attachment.status, 'scanning')));
      return undefined;
    }
    const [taken] = await tx
      .update(attachment)
      .set({
        processing: 'processing',
        progress: 0,
        attempts: sql`${attachment.attempts} + 1`,
        leaseToken: lease,
        leaseHolder: processMark(),
        leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
        updatedAt: sql`now()`,
      })
      .where(and(eq(attachment.id, id), eq(attachment.status, 'scanning')))
      .returning();
    return taken;
  });
}

const holds = (id: string, lease: string) =>
  and(eq(attachment.id, id), eq(attachment.status, 'scanning'), eq(attachment.leaseToken, lease));

const LET_GO = { leaseToken: null, leaseHolder: null, leaseUntil: null } as const;

async function keepLease(database: Database, id: string, lease: string): Promise<boolean> {
  const kept = await database.db
    .update(attachment)
    .set({ leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where(holds(id, lease))
    .returning({ id: attachment.id });
  return kept.length > 0;
}

/**
 * Releases the row for another attempt. `counts`: this attempt counts towards the limit. `isLater`: a new job performs
 * the next one.
 */
async function giveBack(
  { database, enqueue }: ScanDependencies,
  id: string,
  lease: string,
  { counts, isLater }: { readonly counts: boolean; readonly isLater: boolean },
): Promise<void> {
  const attempts = counts ? {} : { attempts: sql`${attachment.attempts} - 1` };
  await database.transaction(async (tx) => {
    const [given] = await tx
      .update(attachment)
      .set({ processing: 'queued', progress: 0, ...attempts, ...LET_GO, updatedAt: sql`now()` })
      .where(holds(id, lease))
      .returning();
    if (given === undefined || !isLater) return;
    await enqueueScan(enqueue, tx, given, { startAfter: new Date(Date.now() + STORAGE_PAUSE_MS) });
  });
}

async function reject(dependencies: ScanDependencies, id: string, lease: string, failureCode: string): Promise<void> {
  await dependencies.database.transaction(async (tx) => {
    const [row] = await tx
      .update(attachment)
      .set({ status: 'rejected', failureCode, processing: 'failed', ...LET_GO, updatedAt: sql`now()` })
      .where(holds(id, lease))
      .returning({ id: attachment.id });
    // A file that can be retried keeps its bytes.
    if (row !== undefined && failureCode !== PROCESSING_FAILED) await dependencies.enqueue(tx, eraseJob, { id });
  });
}

async function work(
  dependencies: ScanDependencies,
  row: Attachment,
  lease: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, objects } = dependencies;
  const { id } = row;
  const local = await objects.local(row.originalKey);
  if (local === undefined || local.bytes !== row.size || !isMediaType(row.mediaType)) {
    return reject(dependencies, id, lease, 'completed_object_integrity_mismatch');
  }
  // The file is now durable; verify that it contains what was received, also after a power failure.
  await objects.parts.secure(row.originalKey);
  if ((await dependencies.digest(local.path, local.bytes)) !== row.sha256) {
    return reject(dependencies, id, lease, 'completed_object_integrity_mismatch');
  }
  const mediaType: InspectedType = row.mediaType;
  const onProgress = (progress: number): void =>
    void tellProgress(database, id, lease, progress).catch(() => undefined);
  const request = { inputPath: local.path, owner: row.ownerAccountId, mediaType, signal, onProgress };
  await using outcome = await makeVariants(request, dependencies);
  const { result } = outcome;
  if ('failureCode' in result) return reject(dependencies, id, lease, result.failureCode);
  await tellProgress(database, id, lease, 0.9);
  const stored: StoredVariant[] = [];
  let isKept = false;
  try {
    for (const made of result.variants) stored.push(await storeVariant(objects, id, lease, made));
    isKept = await database.transaction((tx) => settle(dependencies, tx, row, lease, { ...result, variants: stored }));
  } finally {
    // The run lost its lease or failed, so nothing references these objects.
    if (!isKept) for (const { objectKey } of stored) await objects.remove(objectKey).catch(() => undefined);
  }
}

async function tellProgress(database: Database, id: string, lease: string, progress: number): Promise<void> {
  await database.db.update(attachment).set({ progress }).where(holds(id, lease));
}

async function storeVariant(objects: Objects, id: string, run: string, made: MadeVariant): Promise<StoredVariant> {
  const { kind, mediaType, width, height, name, path } = made;
  const objectKey = attachmentVariantKey(id, run, name);
  const { sha256, bytes } = await objects.writeFile(objectKey, path);
  return { kind, objectKey, mediaType, bytes, sha256, width, height };
}

interface Finished {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
  readonly variants: readonly StoredVariant[];
}

/** The transaction that completes a run: variants, facts and verdict. False: the lease was lost. */
async function settle(
  dependencies: ScanDependencies,
  tx: Transaction,
  row: Attachment,
  lease: string,
  { width, height, durationMs, variants }: Finished,
): Promise<boolean> {
  const { id } = row;
  const more = variants.reduce((sum, variant) => sum + variant.bytes, 0);
  const [kept] = await tx
    .update(attachment)
    .set({
      width,
      height,
      durationMs,
      processing: 'ready',
      progress: 1,
      chargedBytes: row.size + more,
      ...LET_GO,
      updatedAt: sql`now()`,
    })
    .where(holds(id, lease))
    .returning({ id: attachment.id });
  if (kept === undefined) return false;
  await tx.delete(attachmentVariant).where(eq(attachmentVariant.attachmentId, id));
  await tx.insert(attachmentVariant).values(variants.map((variant) => ({ attachmentId: id, ...variant })));
  const picture = variants.find(({ kind }) => kind === 'moderation');
  if (picture === undefined) throw new Error('there is no picture for moderation');
  const { verdict } = await dependencies.submitFile(tx, {
    kind: 'attachment',
    subjectId: id,
    revision: MODERATION_REVISION,
    authorAccountId: row.ownerAccountId,
    authorUid: row.ownerUid,
    contentKey: picture.objectKey,
    mediaType: picture.mediaType,
    label: row.fileName,
  });
  await writeVerdict(tx, id, verdict);
  return true;
}

/** Applies moderation's verdict to an examined file; `pending` leaves it unchanged. */
async function writeVerdict(tx: Transaction, id: string, verdict: Verdict): Promise<void> {
  if (verdict === 'pending') return;
  await tx
    .update(attachment)
    .set({
      status: verdict === 'allow' ? 'ready' : verdict,
      failureCode: verdict === 'rejected' ? MODERATION_BLOCK : null,
      ...(verdict === 'allow' && { readyAt: sql`coalesce(${attachment.readyAt}, now())` }),
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(attachment.id, id),
        eq(attachment.processing, 'ready'),
        sql`${attachment.status} in ('scanning', 'review', 'ready', 'rejected')`,
      ),
    );
}

/** Applies a later decision to a file. A deleted file stays deleted. */
export async function applyDecision(tx: Transaction, { subjectId, revision, verdict }: Decision): Promise<void> {
  if (revision === MODERATION_REVISION) await writeVerdict(tx, subjectId, verdict);
}
