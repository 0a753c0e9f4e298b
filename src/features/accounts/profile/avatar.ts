// Avatars from upload to published picture. Owns the table `avatar` and the objects below `avatars/v1/`. A row is
// `pending` until its picture is re-encoded and judged, then `ready`, `review` or `rejected`; `deleted` rows are swept
// with their objects. An account has at most one ready avatar and one waiting; the ready one stays public until it is
// replaced.
//
// Objects are written before the row that references them and removed after the row no longer does. The sweep removes
// objects left over in between.
import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../http/gates/guard.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { AVATARS_PREFIX, avatarOriginalKey, avatarPictureKey } from '../../../kernel/object-key.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { RETENTION } from '../../../kernel/retention.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { avatar, profile } from '../../../platform/database/schema/accounts.ts';
import { type BoundJob, bindJob, declareJob, type JobRun, type Jobs } from '../../../platform/jobs/jobs.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { withdrawCases } from '../../moderation/cases/cases.ts';
import { isUnderAppeal } from '../../moderation/common/active-restrictions.ts';
import type { Decision, FileSubmission, Submitted } from '../../moderation/common/vocabulary.ts';
import { AVATAR_SERVED_TYPE, prepareAvatar, type UploadedAvatar } from './avatar-image.ts';
import { lockProfile } from './profile.ts';
import { createPublicId } from './public-identity.ts';

export interface AvatarDependencies {
  readonly database: Database;
  readonly objects: Objects;
  readonly enqueue: Jobs['enqueue'];
  /** Submits a picture to moderation, in the transaction that stores it. */
  readonly submitFile: (tx: Transaction, submission: FileSubmission) => Promise<Submitted>;
}

export type Avatar = typeof avatar.$inferSelect;

/** Retention of rejected pictures, which may be appealed for a month. */
const REJECTED_DAYS = RETENTION.rejectedAvatar.amount;
/** Grace period for objects without a row, which an upload in progress may be about to write. */
const ORPHAN_MS = 60 * 60 * 1000;
/** A preparation that has not ended after this time counts as lost. */
const PREPARATION_DAYS = 1;
const SWEEP_BATCH = 500;
const WAITING = ['pending', 'review'] as const;

const payload = z.object({ avatarId: z.uuid() });
/** Idempotent: a prepared picture is left unchanged. */
const prepareKind = declareJob({
  kind: 'avatar.prepare',
  payload,
  plan: { retries: 2, retrySeconds: 5, expireSeconds: 180, concurrency: 2 },
  singleton: ({ avatarId }) => avatarId,
});
/**
 * Idempotent: removes expired rows with their objects. Not a singleton, because a waiting job could start before the
 * transaction that enqueued another one commits, and would not see its rows.
 */
const cleanKind = declareJob({ kind: 'avatars.clean', payload: z.object({}) });
/** Idempotent: removes objects without a row. */
const sweepKind = declareJob({ kind: 'avatars.sweep', payload: z.object({}), plan: { expireSeconds: 3600 } });

/** Stores an inspected picture and enqueues its preparation. Drops one that was waiting. */
export async function storeAvatar(
  dependencies: AvatarDependencies,
  actor: Actor,
  { bytes, mediaType }: UploadedAvatar,
): Promise<void> {
  const { accountId } = actor;
  const id = Bun.randomUUIDv7();
  const originalKey = avatarOriginalKey(id);
  await dependencies.objects.write(originalKey, bytes);
  await dependencies.objects.flush();
  await dependencies.database
    .transaction(async (tx) => {
      await lockProfile(tx, accountId);
      await dropAvatars(dependencies, tx, accountId, WAITING);
      await tx
        .insert(avatar)
        .values({ id, accountId, publicId: createPublicId(), status: 'pending', mediaType, originalKey });
      await dependencies.enqueue(tx, prepareKind, { avatarId: id });
    })
    .catch(async (error: unknown) => {
      await dependencies.objects.remove(originalKey);
      throw error;
    });
}

/** Removes the ready and the waiting avatar of an account. */
export function removeAvatar(dependencies: AvatarDependencies, accountId: string): Promise<void> {
  return dependencies.database.transaction(async (tx) => {
    await lockProfile(tx, accountId);
    await dropAvatars(dependencies, tx, accountId, ['ready', ...WAITING]);
  });
}

/**
 * Drops an account's avatars in these states; a job removes their objects. The caller holds the lock on the profile.
 */
export async function dropAvatars(
  dependencies: Pick<AvatarDependencies, 'enqueue'>,
  tx: Transaction,
  accountId: string,
  states: readonly Avatar['status'][],
): Promise<void> {
  const dropped = await tx
    .update(avatar)
    .set({ status: 'deleted', updatedAt: sql`now()` })
    .where(and(eq(avatar.accountId, accountId), inArray(avatar.status, [...states])))
    .returning({ id: avatar.id });
  for (const { id } of dropped) await withdrawCases(tx, 'avatar', id);
  if (dropped.length > 0) await dependencies.enqueue(tx, cleanKind, {});
}

/** A picture that may be shown. */
export interface ReadyAvatar {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
  readonly mediaType: string;
}

/**
 * The ready picture of a public id. Refuses with `avatar_not_found`, or `object_corrupt` when its bytes are damaged.
 */
export async function requireReadyAvatar(
  { database, objects }: Pick<AvatarDependencies, 'database' | 'objects'>,
  publicId: string,
): Promise<ReadyAvatar> {
  const [row] = await database.db
    .select({ key: avatar.imageKey, sha256: avatar.imageSha256 })
    .from(avatar)
    .innerJoin(profile, and(eq(profile.accountId, avatar.accountId), ne(profile.status, 'deleted')))
    .where(and(eq(avatar.publicId, publicId), eq(avatar.status, 'ready')));
  if (row === undefined || row.key === null || row.sha256 === null) throw new Refusal('avatar_not_found');
  const bytes = await objects.read(row.key);
  if (bytes === undefined || sha256Hex(bytes) !== row.sha256) throw new Refusal('object_corrupt');
  return { bytes: new Uint8Array(bytes), sha256: row.sha256, mediaType: AVATAR_SERVED_TYPE };
}

/** For processes that drop avatars and leave removing their objects to a service. */
export const UNBOUND_CLEAN_JOB: BoundJob = bindJob(cleanKind, () => {
  throw new Error('this process removes no avatars');
});

/** The jobs of avatars. */
export const bindAvatarJobs = (dependencies: AvatarDependencies): readonly BoundJob[] => [
  bindJob(prepareKind, ({ avatarId }, run) => runPreparation(dependencies, avatarId, run)),
  bindJob(cleanKind, () => cleanAvatars(dependencies), '41 * * * *'),
  bindJob(sweepKind, () => sweepAvatarObjects(dependencies), '53 3 * * *'),
];

async function runPreparation(dependencies: AvatarDependencies, avatarId: string, run: JobRun): Promise<void> {
  const isLast = run.attempt > prepareKind.plan.retries;
  try {
    await prepareStored(dependencies, avatarId, run.signal);
  } catch (error) {
    // A picture that repeatedly fails to be prepared is rejected.
    if (!isLast) throw error;
    await rejectUnprepared(dependencies, avatarId, 'processing_failed');
  }
}

/**
 * 1. decode and re-encode in a child process; 2. store the picture; 3. update the row and submit it to moderation; 4.
 *    remove the upload. After a crash all steps are repeated with the same keys.
 */
async function prepareStored(dependencies: AvatarDependencies, avatarId: string, signal: AbortSignal): Promise<void> {
  const { database, objects } = dependencies;
  const [row] = await database.db.select().from(avatar).where(eq(avatar.id, avatarId));
  // An earlier attempt was killed before it removed what it had written, or what it no longer needed.
  if (row === undefined) await objects.remove(avatarPictureKey(avatarId));
  if (row === undefined || row.originalKey === null) return objects.remove(avatarOriginalKey(avatarId));
  if (row.status !== 'pending' || row.imageKey !== null) return;
  const original = await objects.local(row.originalKey);
  if (original === undefined) return rejectUnprepared(dependencies, avatarId, 'upload_missing');

  await using outcome = await prepareAvatar(original.path, signal);
  if (!outcome.result.ok) return rejectUnprepared(dependencies, avatarId, outcome.result.failure);
  const [made] = outcome.result.outputs;
  if (made === undefined) throw new Error('the prepared picture is missing');

  const bytes = await Bun.file(made.path).bytes();
  const imageKey = avatarPictureKey(avatarId);
  await objects.write(imageKey, bytes);
  await objects.flush();

  const isKept = await database.transaction(async (tx) => {
    const owner = await lockProfile(tx, row.accountId);
    const kept = await tx
      .update(avatar)
      .set({
        imageKey,
        imageSha256: sha256Hex(bytes),
        imageBytes: bytes.byteLength,
        mediaType: AVATAR_SERVED_TYPE,
        originalKey: null,
        updatedAt: sql`now()`,
      })
      .where(and(eq(avatar.id, avatarId), eq(avatar.status, 'pending')))
      .returning({ id: avatar.id });
    if (kept.length === 0) return false;
    const { verdict } = await dependencies.submitFile(tx, {
      kind: 'avatar',
      subjectId: avatarId,
      revision: 1,
      authorAccountId: row.accountId,
      authorUid: owner.uid,
      contentKey: imageKey,
      mediaType: AVATAR_SERVED_TYPE,
      label: 'avatar',
    });
    if (verdict !== 'pending')
      await writeVerdict(dependencies, tx, { id: avatarId, accountId: row.accountId }, verdict);
    return true;
  });
  await objects.remove(isKept ? row.originalKey : imageKey);
}

async function rejectUnprepared(
  dependencies: AvatarDependencies,
  avatarId: string,
  failureCode: string,
): Promise<void> {
  const [row] = await dependencies.database.db
    .update(avatar)
    .set({ status: 'rejected', failureCode, originalKey: null, updatedAt: sql`now()` })
    .where(and(eq(avatar.id, avatarId), eq(avatar.status, 'pending'), isNull(avatar.imageKey)))
    .returning({ id: avatar.id });
  if (row !== undefined) await dependencies.objects.remove(avatarOriginalKey(avatarId));
}

/** Applies a verdict; `ready` replaces the previous picture. The caller holds the lock on the profile. */
async function writeVerdict(
  dependencies: Pick<AvatarDependencies, 'enqueue'>,
  tx: Transaction,
  { id, accountId }: Pick<Avatar, 'id' | 'accountId'>,
  verdict: Decision['verdict'],
): Promise<void> {
  const status = verdict === 'allow' ? 'ready' : verdict;
  if (status === 'ready') {
    const replaced = await tx
      .update(avatar)
      .set({ status: 'deleted', updatedAt: sql`now()` })
      .where(and(eq(avatar.accountId, accountId), eq(avatar.status, 'ready'), ne(avatar.id, id)))
      .returning({ id: avatar.id });
    if (replaced.length > 0) await dependencies.enqueue(tx, cleanKind, {});
  }
  await tx
    .update(avatar)
    .set({ status, failureCode: status === 'rejected' ? 'moderation_rejected' : null, updatedAt: sql`now()` })
    .where(eq(avatar.id, id));
}

/** Applies a later verdict to a picture, unless it is gone or was replaced by a newer one. */
export async function applyAvatarDecision(
  dependencies: Pick<AvatarDependencies, 'enqueue'>,
  tx: Transaction,
  decision: Decision,
): Promise<void> {
  const owner = await lockOwner(tx, decision.authorAccountId);
  if (!owner) return;
  const [row] = await tx.select().from(avatar).where(eq(avatar.id, decision.subjectId));
  if (row === undefined || row.status === 'deleted' || row.imageKey === null) return;
  const [newer] = await tx
    .select({ id: avatar.id })
    .from(avatar)
    .where(
      and(
        eq(avatar.accountId, row.accountId),
        inArray(avatar.status, ['ready', ...WAITING]),
        sql`${avatar.createdAt} > (select created_at from avatar as own where own.id = ${row.id})`,
      ),
    )
    .limit(1);
  if (newer !== undefined && row.status === 'rejected') return;
  await writeVerdict(dependencies, tx, row, decision.verdict);
}

async function lockOwner(tx: Transaction, accountId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: profile.accountId })
    .from(profile)
    .where(and(eq(profile.accountId, accountId), ne(profile.status, 'deleted')))
    .for('update');
  return rows.length > 0;
}

/** Removes expired rows with their objects. Rejects a picture whose preparation was lost. */
export async function cleanAvatars({
  database,
  objects,
}: Pick<AvatarDependencies, 'database' | 'objects'>): Promise<void> {
  const { db } = database;
  const old = sql`now() - make_interval(days => ${REJECTED_DAYS})`;
  const lost = sql`now() - make_interval(days => ${PREPARATION_DAYS})`;
  await db
    .update(avatar)
    .set({ status: 'rejected', failureCode: 'processing_failed', updatedAt: sql`now()` })
    .where(and(eq(avatar.status, 'pending'), isNull(avatar.imageKey), lt(avatar.updatedAt, lost)));
  const over = await db
    .select({ id: avatar.id })
    .from(avatar)
    .where(
      or(
        eq(avatar.status, 'deleted'),
        and(
          eq(avatar.status, 'rejected'),
          lt(avatar.updatedAt, old),
          sql`not ${isUnderAppeal('avatar', sql`${avatar.id}`)}`,
        ),
      ),
    );
  for (const { id } of over) {
    await objects.remove(avatarOriginalKey(id));
    await objects.remove(avatarPictureKey(id));
    await db.delete(avatar).where(eq(avatar.id, id));
  }
}

/** Removes objects without a row, left by an interrupted upload or preparation. */
export async function sweepAvatarObjects(
  dependencies: Pick<AvatarDependencies, 'database' | 'objects'>,
): Promise<void> {
  let batch: string[] = [];
  for await (const { key, modifiedAt } of dependencies.objects.list(AVATARS_PREFIX)) {
    if (modifiedAt > Date.now() - ORPHAN_MS) continue;
    batch.push(key);
    if (batch.length < SWEEP_BATCH) continue;
    await removeUnclaimed(dependencies, batch);
    batch = [];
  }
  await removeUnclaimed(dependencies, batch);
}

async function removeUnclaimed(
  { database, objects }: Pick<AvatarDependencies, 'database' | 'objects'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const rows = await database.db
    .select({ imageKey: avatar.imageKey, originalKey: avatar.originalKey })
    .from(avatar)
    .where(or(inArray(avatar.imageKey, [...keys]), inArray(avatar.originalKey, [...keys])));
  const claimed = new Set(rows.flatMap(({ imageKey, originalKey }) => [imageKey, originalKey]));
  for (const key of keys) if (!claimed.has(key)) await objects.remove(key);
}
