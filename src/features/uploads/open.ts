// Opens uploads: supported media types, quota, routes, jobs, and the handling of moderation decisions.

import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { ExportSource } from '../../kernel/export-file.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { sweepWorkFolders } from '../../platform/files/work-folder.ts';
import { type BoundJob, bindJob, type Jobs } from '../../platform/jobs/jobs.ts';
import { judgeHead } from '../../platform/media/inspection.ts';
import { PictureDecoders } from '../../platform/media/picture/decoders.ts';
import { findVideoEngine } from '../../platform/media/video/engine.ts';
import { HashPool } from '../../platform/objects/hash-pool.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import { VerifiedObjects } from '../../platform/objects/verified.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { Cases } from '../moderation/cases/cases.ts';
import { eraseJob, filmJob, finishJob, orphanJob, removalJob, scanJob, sweepJob } from './common/jobs.ts';
import { FILE_BYTES, isVideo, MEDIA_TYPES, type MediaType } from './common/rules.ts';
import { applyDecision, scanAttachment } from './examination/scan.ts';
import type { MayReadThroughPost } from './transfer/content.ts';
import { transferContract } from './transfer/contract.ts';
import { type FinishDependencies, resumeFinish } from './transfer/finish.ts';
import { transferHandlers } from './transfer/handlers.ts';
import {
  type CleanUpDependencies,
  eraseAttachment,
  removeExpired,
  removeOrphans,
  sweepUploads,
} from './upkeep/clean-up.ts';
import { exportFiles, forgetOwner } from './upkeep/owners.ts';

export interface Uploads {
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly BoundJob[];
  /** Removes the files of a deleted account. Idempotent. */
  accountDeleted(accountId: string): Promise<void>;
  /** What files may be uploaded. */
  readonly rules: { readonly mediaTypes: readonly MediaType[]; readonly fileBytes: number };
  /** The files of an account, for its export. */
  readonly exportSource: ExportSource;
  /** Resumes work that the last process left unfinished. Requires database and jobs. */
  recover(): Promise<void>;
  close(): void;
}

export interface UploadsDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly objects: Objects;
  readonly cases: Cases;
  readonly enqueue: Jobs['enqueue'];
  readonly mayReadThroughPost: MayReadThroughPost;
  readonly log: Log;
}

const MEMORY_BYTES = 16 * 1024 * 1024;

/** Opens uploads. The database may still be starting. */
export function openUploads(dependencies: UploadsDependencies): Uploads {
  const { config, database, objects, cases, enqueue, mayReadThroughPost, log } = dependencies;
  const video = findVideoEngine(config.ffmpeg);
  const verified = new VerifiedObjects(objects, { memoryBytes: MEMORY_BYTES });
  const finish: FinishDependencies = { database, objects, enqueue, judgeHead };
  const cleanUp: CleanUpDependencies = { database, objects, enqueue, originalsDays: config.originalsDays, log };
  const submitFile: Cases['submitFile'] = (tx, submission) => cases.submitFile(tx, submission);
  const hashes = new HashPool();
  const decoders = new PictureDecoders();
  const digest = async (path: string, bytes: number): Promise<string> => (await hashes.hash(path, 0, bytes)).sha256;
  const scan = { digest, database, objects, enqueue, submitFile, decoders, video, log };
  const mediaTypes = MEDIA_TYPES.filter((type) => video !== undefined || !isVideo(type));
  cases.onDecision('attachment', applyDecision);
  return {
    routes: bindRoutes(
      transferContract,
      transferHandlers({
        ...finish,
        verified,
        mayReadThroughPost,
        mediaTypes,
        quota: { bytes: config.quotas ? config.storageQuota : undefined },
      }),
    ),
    rules: { mediaTypes, fileBytes: FILE_BYTES },
    jobs: [
      bindJob(scanJob, ({ id }, run) => scanAttachment(scan, id, run)),
      bindJob(filmJob, ({ id }, run) => scanAttachment(scan, id, run)),
      bindJob(finishJob, ({ id }) => resumeFinish(finish, id)),
      bindJob(eraseJob, ({ id }) => eraseAttachment(cleanUp, id)),
      bindJob(sweepJob, () => sweepUploads(cleanUp), '* * * * *'),
      bindJob(removalJob, () => removeExpired(cleanUp), '37 * * * *'),
      bindJob(orphanJob, () => removeOrphans(cleanUp), '11 4 * * *'),
    ],
    accountDeleted: (accountId) => forgetOwner({ database, enqueue }, accountId),
    exportSource: (accountId) => exportFiles({ database, objects }, accountId),
    recover: async () => {
      await sweepWorkFolders();
      await sweepUploads(cleanUp, 0);
    },
    close: () => {
      hashes.close();
      decoders.close();
      verified.close();
    },
  };
}
