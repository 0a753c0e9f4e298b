// Asking the classifier about a case that waits for it (`pending`), as a job; and the sweep that finds cases whose job was
// lost. Repeatable: a case that is no longer pending is left alone, and the question carries the same id every time.
// Three failures hand the case to people; a process that dies or a store that is away is no failure of the classifier.
import { z } from 'zod';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { type BoundJob, bindJob, declareJob, type JobRun, type Jobs } from '../../platform/jobs/jobs.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import { type Screening, type ScreeningAnswer, ScreeningFailed } from '../../platform/outside/screening.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { type Case, type Cases, countFailure, listQuietCases, readCase } from './cases.ts';
import type { SettledVerdict } from './vocabulary.ts';

const FAILURES_MAX = 3;
/** A larger file is not sent; a person looks at it. */
const FILE_BYTES_MAX = 8 * 1024 * 1024;
/** Longer than all retries of a case that fails. */
const QUIET_SECONDS = 900;
const SWEEP_CASES = 500;

const classify = declareJob({
  kind: 'moderation.classify',
  payload: z.object({ caseId: z.uuid() }),
  plan: { retries: 6, retrySeconds: 5, retryMaxSeconds: 120, expireSeconds: 60, concurrency: 3 },
  singleton: ({ caseId }) => caseId,
});
const sweep = declareJob({ kind: 'moderation.sweep', payload: z.object({}) });

export interface ClassifyParts {
  readonly database: Database;
  readonly objects: Pick<Objects, 'local' | 'read'>;
  readonly cases: Cases;
  /** Undefined: no classifier is configured any more. */
  readonly screening: Screening | undefined;
  readonly enqueue: Jobs['enqueue'];
  readonly log: Log;
}

/** Promises the question about a case, in the transaction that opens it. */
export const enqueueClassify = (enqueue: Jobs['enqueue'], tx: Transaction, caseId: string): Promise<void> =>
  enqueue(tx, classify, { caseId });

/** The jobs of moderation. */
export const bindModerationJobs = (parts: ClassifyParts): readonly BoundJob[] => [
  bindJob(classify, ({ caseId }, run) => classifyCase(parts, caseId, run)),
  bindJob(sweep, () => sweepModeration(parts), '*/10 * * * *'),
];

/** Asks about one case and settles it; throws to be tried again. */
export async function classifyCase(parts: ClassifyParts, caseId: string, { signal }: JobRun): Promise<void> {
  const found = await readCase(parts.database.db, caseId);
  if (found === undefined || found.status !== 'pending') return;
  const { screening, cases, log } = parts;
  if (screening === undefined) return settle(parts, found, 'review', ['system.classifier_absent']);
  const question = await describeCase(parts, found);
  if (typeof question === 'string') return settle(parts, found, 'review', [question]);
  let answer: ScreeningAnswer;
  try {
    answer = await screening.ask(caseId, question, signal);
  } catch (error) {
    if (!(error instanceof ScreeningFailed) || signal.aborted) throw error;
    const failures = await countFailure(parts.database.db, caseId);
    if (failures === undefined) return;
    log.warn('the classifier failed', { case: caseId, failures, error });
    if (failures < FAILURES_MAX) throw error;
    return settle(parts, found, 'review', ['system.classifier_unavailable']);
  }
  const reasons = answer.reasons.length > 0 ? answer.reasons : [answer.verdict];
  return settle(
    parts,
    found,
    cases.weighAnswer(answer.verdict),
    reasons.map((reason) => `classifier.${reason}`),
  );
}

/** What the classifier is sent, or the reason why a person must look instead. */
async function describeCase({ objects }: ClassifyParts, found: Case): Promise<object | string> {
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
  { database, cases }: ClassifyParts,
  found: Case,
  verdict: SettledVerdict,
  reasons: readonly string[],
): Promise<void> {
  await database
    .transaction(async (tx) => {
      if (!(await cases.settle(tx, found, { verdict, reasons, decidedBy: undefined }))) throw new Overtaken();
    })
    .catch((error: unknown) => {
      // A person was faster, or the subject changed: nothing is left to do.
      if (!(error instanceof Overtaken)) throw error;
    });
}

/** Asks again about cases that wait without a job, and forgets what no rule looks at. */
export async function sweepModeration({ database, cases, enqueue }: ClassifyParts): Promise<void> {
  await cases.forgetFingerprints(database.db);
  const quiet = await listQuietCases(database.db, QUIET_SECONDS, SWEEP_CASES);
  if (quiet.length === 0) return;
  await database.transaction(async (tx) => {
    for (const caseId of quiet) await enqueueClassify(enqueue, tx, caseId);
  });
}
