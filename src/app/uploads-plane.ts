// Wiring of uploads: what can be decoded here, the quota, their routes and jobs, and what moderation decides on files.

import { createLocaleChooser } from '../features/accounts/mail/language.ts';
import type { Cases } from '../features/moderation/cases.ts';
import { FAVICON, MARK } from '../features/site/mark.ts';
import {
  eraseJob,
  filmJob,
  finishJob,
  orphanJob,
  removalJob,
  scanJob,
  sweepJob,
} from '../features/uploads/common/jobs.ts';
import { isVideo, MEDIA_TYPES } from '../features/uploads/common/rules.ts';
import { applyDecision, scanAttachment } from '../features/uploads/examination/scan.ts';
import { uploadPageContract } from '../features/uploads/page/contract.ts';
import { uploadPageHandlers } from '../features/uploads/page/handlers.ts';
import type { MayReadThroughPost } from '../features/uploads/transfer/content.ts';
import { uploadsContract } from '../features/uploads/transfer/contract.ts';
import { type FinishParts, resumeFinish } from '../features/uploads/transfer/finish.ts';
import { uploadsHandlers } from '../features/uploads/transfer/handlers.ts';
import {
  type CleanUpParts,
  eraseAttachment,
  removeExpired,
  removeOrphans,
  sweepUploads,
} from '../features/uploads/upkeep/clean-up.ts';
import { exportFiles, forgetOwner, type OwnFile } from '../features/uploads/upkeep/owners.ts';
import { type BoundRoute, bindRoutes } from '../http/dispatch/dispatch.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { type BoundJob, bindJob, type Jobs } from '../platform/jobs/jobs.ts';
import { judgeHead } from '../platform/media/inspection.ts';
import { findVideoEngine } from '../platform/media/video/engine.ts';
import { HashPool } from '../platform/objects/hash-pool.ts';
import type { Objects } from '../platform/objects/objects.ts';
import { VerifiedObjects } from '../platform/objects/verified.ts';
import type { Log } from '../platform/telemetry/log.ts';

export interface UploadsPlane {
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly BoundJob[];
  /** Removes the files of a deleted account. */
  forgetOwner(accountId: string): Promise<void>;
  /** The files of an account, for its export. */
  exportFiles(accountId: string): AsyncIterable<OwnFile>;
  /** Begins again what the last process left in the middle; for when database and jobs are ready. */
  recover(): Promise<void>;
  close(): void;
}

export interface UploadsOptions {
  readonly config: Config;
  readonly database: Database;
  readonly objects: Objects;
  readonly cases: Cases;
  readonly enqueue: Jobs['enqueue'];
  readonly mayReadThroughPost: MayReadThroughPost;
  readonly log: Log;
}

const MEMORY_BYTES = 16 * 1024 * 1024;

/** Wires uploads on a database that may still be starting. */
export function openUploadsPlane(options: UploadsOptions): UploadsPlane {
  const { config, database, objects, cases, enqueue, mayReadThroughPost, log } = options;
  const video = findVideoEngine(config.ffmpeg);
  const verified = new VerifiedObjects(objects, { memoryBytes: MEMORY_BYTES });
  const finish: FinishParts = { database, objects, enqueue, judgeHead };
  const cleanUp: CleanUpParts = { database, objects, enqueue, originalsDays: config.originalsDays, log };
  const submitFile: Cases['submitFile'] = (tx, submission) => cases.submitFile(tx, submission);
  const hashes = new HashPool();
  const digest = async (path: string, bytes: number): Promise<string> => (await hashes.hash(path, 0, bytes)).sha256;
  const scan = { digest, database, objects, enqueue, submitFile, video, log };
  cases.onDecision('attachment', applyDecision);
  return {
    routes: [
      ...bindRoutes(
        uploadPageContract,
        uploadPageHandlers({
          look: { mark: MARK.markup, icon: FAVICON },
          chooseLocale: createLocaleChooser(config.instanceLocale),
        }),
      ),
      ...bindRoutes(
        uploadsContract,
        uploadsHandlers({
          ...finish,
          verified,
          mayReadThroughPost,
          mediaTypes: MEDIA_TYPES.filter((type) => video !== undefined || !isVideo(type)),
          quota: { bytes: config.quotas ? config.storageQuota : undefined },
        }),
      ),
    ],
    jobs: [
      bindJob(scanJob, ({ id }, run) => scanAttachment(scan, id, run)),
      bindJob(filmJob, ({ id }, run) => scanAttachment(scan, id, run)),
      bindJob(finishJob, ({ id }) => resumeFinish(finish, id)),
      bindJob(eraseJob, ({ id }) => eraseAttachment(cleanUp, id)),
      bindJob(sweepJob, () => sweepUploads(cleanUp), '* * * * *'),
      bindJob(removalJob, () => removeExpired(cleanUp), '37 * * * *'),
      bindJob(orphanJob, () => removeOrphans(cleanUp), '11 4 * * *'),
    ],
    forgetOwner: (accountId) => forgetOwner({ database, enqueue }, accountId),
    exportFiles: (accountId) => exportFiles({ database, objects }, accountId),
    recover: () => sweepUploads(cleanUp, 0),
    close: () => {
      hashes.close();
      verified.close();
    },
  };
}
