// Asks the classifier about `pending` cases, as a job, and sweeps cases whose job was lost. Idempotent: a case that is
// no longer pending is left unchanged, and a question always has the same id. After three failures of the classifier
// the case goes to review; a dead process or an unavailable store does not count as a failure.
import { z } from 'zod';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { type BoundJob, bindJob, declareJob, type JobRun, type Jobs } from '../../../platform/jobs/jobs.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { type Screening, type ScreeningAnswer, ScreeningFailed } from '../../../platform/outside/screening.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import type { SettledVerdict } from '../common/vocabulary.ts';
import { type Case, type Cases, countFailure, listQuietCases, readCase } from './cases.ts';

const FAILURES_MAX = 3;
/** A larger file is not sent; a person reviews it. */
const FILE_BYTES_MAX = 8 * 1024 * 1024;
/** Longer than all retries of a failing case. */
const QUIET_SECONDS = 900;
const SWEEP_CASES = 500;

const classify = declareJob({
  kind: 'moderation.classify',
  payload: z.object({ caseId: z.uuid() }),
  plan: { retries: 6, retrySeconds: 5, retryMaxSeconds: 120, expireSeconds: 60, concurrency: 3 },
  singleton: ({ caseId }) => caseId,
});
const sweep = declareJob({ kind: 'moderation.sweep', payload: z.object({}) });

export interface ClassifyDependencies {
  readonly database: Database;
  readonly objects: Pick<Objects, 'local' | 'read'>;
  readonly cases: Cases;
  /** Undefined: a classifier is no longer configured. */
  readonly screening: Screening | undefined;
  readonly enqueue: Jobs['enqueue'];
  readonly log: Log;
}

/** Enqueues the question about a case, in the transaction that opens it. */
export const enqueueClassify = (enqueue: Jobs['enqueue'], tx: Transaction, caseId: string): Promise<void> =>
  enqueue(tx, classify, { caseId });

/** The jobs of moderation. */
export const bindModerationJobs = (dependencies: ClassifyDependencies): readonly BoundJob[] => [
  bindJob(classify, ({ caseId }, run) => classifyCase(dependencies, caseId, run)),
  bindJob(sweep, () => sweepModeration(dependencies), '*/10 * * * *'),
];

/** Asks about one case and settles it. Throws to be retried. */
export async function classifyCase(
  dependencies: ClassifyDependencies,
  caseId: string,
  { signal }: JobRun,
): Promise<void> {
  const found = await readCase(dependencies.database.db, caseId);
  if (found === undefined || found.status !== 'pending') return;
  const { screening, cases, log } = dependencies;
  if (screening === undefined) return settle(dependencies, found, 'review', ['system.classifier_absent']);
  const question = await describeCase(dependencies, found);
  if (typeof question === 'string') return settle(dependencies, found, 'review', [question]);
  let answer: ScreeningAnswer;
  try {
    answer = await screening.ask(caseId, question, signal);
  } catch (error) {
    if (!(error instanceof ScreeningFailed) || signal.aborted) throw error;
    const failures = await countFailure(dependencies.database.db, caseId);
    if (failures === undefined) return;
    log.warn('the classifier failed', { case: caseId, failures, error });
    if (failures < FAILURES_MAX) throw error;
    return settle(dependencies, found, 'review', ['system.classifier_unavailable']);
  }
  const reasons = answer.reasons.length > 0 ? answer.reasons : [answer.verdict];
  return settle(
    dependencies,
    found,
    cases.weighAnswer(answer.verdict),
    reasons.map((reason) => `classifier.${reason}`),
  );
}

/** The question for the classifier, or the reason why a person must review the case. */
async function describeCase({ objects }: ClassifyDependencies, found: Case): Promise<object | string> {
  const { id, kind, subjectId, subjectRevision, authorUid, createdAt, body, content } = found;
  const about = { id, kind, subjectId, revision: subjectRevision, authorUid, createdAt: createdAt.getTime() };
  if (content === null) return { type: 'moderation.case', case: about, text: body ?? '', file: null };
  const local = await objects.local(content.key);
  if (local === undefined) return 'system.content_missing';
  if (local.bytes > FILE_BYTES_MAX) return 'system.content_too_large';
  const bytes = await objects.read(content.key);
  if (bytes === undefined) return 'system.content_missing';
  const data = Buffer.from(bytes).toString('base64');
  const file = { mediaType: content.mediaType, bytes: bytes.byteLength, data };
  return { type: 'moderation.case', case: about, text: null, file };
}

class Overtaken extends Error {}

async function settle(
  { database, cases }: ClassifyDependencies,
  found: Case,
  verdict: SettledVerdict,
  reasons: readonly string[],
): Promise<void> {
  await database
    .transaction(async (tx) => {
      if (!(await cases.settle(tx, found, { verdict, reasons, decidedBy: undefined }))) throw new Overtaken();
    })
    .catch((error: unknown) => {
      // A person decided first, or the subject changed.
      if (!(error instanceof Overtaken)) throw error;
    });
}

/** Asks again about cases that wait without a job, and deletes old fingerprints. */
export async function sweepModeration({ database, cases, enqueue }: ClassifyDependencies): Promise<void> {
  await cases.forgetFingerprints(database.db);
  const quiet = await listQuietCases(database.db, QUIET_SECONDS, SWEEP_CASES);
  if (quiet.length === 0) return;
  await database.transaction(async (tx) => {
    for (const caseId of quiet) await enqueueClassify(enqueue, tx, caseId);
  });
}
