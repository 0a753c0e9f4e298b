// Commits a publication. The commit is a job, so another process takes over if one dies. The steps run in a separate
// process, so that the service keeps answering. Idempotent: the steps publish the same release again, and only a publication
// in the state `committing` can end. Also removes publications that have expired or ended.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Actor } from '../../http/gates/guard.ts';
import { PUBLICATIONS_PREFIX, publicationPlanKey, publicationPrefix } from '../../kernel/object-key.ts';
import { required } from '../../kernel/refusal.ts';
import type { Database } from '../../platform/database/database.ts';
import { declareJob, type JobRun, type Jobs } from '../../platform/jobs/jobs.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { codeFingerprint } from '../release/publish/last-publication.ts';
import { readInputRecord, splitDigests } from '../release/store/input-record.ts';
import { endRemoteLease } from '../release/store/lease.ts';
import { readPointer, readSideManifest } from '../release/store/store.ts';
import {
  type PublicationChoices,
  type PublicationOutcome,
  presentFinding,
  type RunPublication,
} from './process-messages.ts';
import {
  beginCommit,
  endPublication,
  listExpired,
  listSent,
  listStanding,
  noteProgress,
  type Publication,
  readPublication,
  removePublication,
  reopenPublication,
} from './publications.ts';
import type { Spool } from './spool.ts';

const RETRIES = 3;
const HOUR_SECONDS = 3_600;
/** Interval at which the progress of a commit is written. */
const PROGRESS_MS = 1_000;
/** How long a commit waits for its end before it answers 202. Connections that are idle longer are closed. */
const ANSWER_MS = 6_000;
const LOOK_MS = 50;
/** A plan without a row may belong to a request that is not finished. */
const ORPHAN_MS = 24 * HOUR_SECONDS * 1000;

export const commitJob = declareJob({
  kind: 'publication.commit',
  payload: z.object({ id: z.uuid() }),
  singleton: ({ id }) => id,
  // Administrators may publish during maintenance.
  runsInPause: true,
  plan: { retries: RETRIES, retrySeconds: 2, retryMaxSeconds: 60, expireSeconds: 6 * HOUR_SECONDS },
});
export const sweepPublicationsJob = declareJob({
  kind: 'publications.sweep',
  payload: z.object({}),
  singleton: () => '',
});

export interface CommitDependencies {
  readonly database: Database;
  readonly objects: Objects;
  readonly enqueue: Jobs['enqueue'];
  readonly run: RunPublication;
  readonly spool: Spool;
  readonly log: Log;
}

/** Commits a publication, and returns it once it has ended or some seconds have passed. */
export async function commitPublication(
  dependencies: CommitDependencies,
  publication: Publication,
  { via }: Actor,
  choices: PublicationChoices,
): Promise<Publication> {
  const { database, enqueue } = dependencies;
  const { id } = publication;
  const unchanged = publication.state === 'open' ? await findUnchanged(dependencies, publication, choices) : undefined;
  await database.transaction(async (tx) => {
    const isFirst = await beginCommit(tx, id, { ...choices, tokenId: via.kind === 'token' ? via.tokenId : undefined });
    if (isFirst && unchanged === undefined) await enqueue(tx, commitJob, { id });
  });
  if (unchanged !== undefined) await end(dependencies, publication, unchanged, false);
  const last = performance.now() + ANSWER_MS;
  for (;;) {
    const row = required(await readPublication(database.db, id), 'publication_not_found');
    if (row.state !== 'committing' || performance.now() > last) return row;
    await sleep(LOOK_MS);
  }
}

/** The result without running anything, when the current release was made of exactly this input by the same code. */
async function findUnchanged(
  { objects }: CommitDependencies,
  { server, inputSha256 }: Publication,
  { promote, strict }: PublicationChoices,
): Promise<PublicationOutcome | undefined> {
  const startedAt = performance.now();
  const pointer = (await readPointer(objects, server))?.value;
  if (!promote || pointer?.status !== 'active') return undefined;
  const { releaseId } = pointer;
  const record = (await readInputRecord(objects, server, releaseId))?.value;
  if (record?.inputSha256 !== inputSha256 || record.codeSha256 !== codeFingerprint()) return undefined;
  const digests = splitDigests(record.content);
  if ((await objects.presentContent(digests)).size < new Set(digests).size) return undefined;
  if ((await readSideManifest(objects, server, releaseId)) === undefined) return undefined;
  const { sourceId, entries, bytes, warnings } = record;
  if (strict && warnings.length > 0) return undefined;
  return {
    kind: 'done',
    result: {
      server,
      releaseId,
      sourceId,
      promoted: true,
      unchanged: true,
      entries,
      bytes,
      objects: { written: 0, reused: digests.length },
      warnings: warnings.map(presentFinding),
      milliseconds: Math.round(performance.now() - startedAt),
    },
  };
}

/** Runs the commit of a publication. */
export async function runCommit(
  dependencies: CommitDependencies,
  id: string,
  { attempt, signal }: JobRun,
): Promise<void> {
  const { database, run, log } = dependencies;
  const publication = await readPublication(database.db, id);
  if (publication?.state !== 'committing') return;
  const { server, inputSha256, promote, strict, allowLoss } = publication;
  const sent = (await listSent(database.db, id)).join('');
  let writtenAt = 0;
  let writing = Promise.resolve();
  try {
    const outcome = await run(
      { id, server, inputSha256, promote, strict, allowLoss, sent },
      (progress) => {
        if (performance.now() - writtenAt < PROGRESS_MS) return;
        writtenAt = performance.now();
        writing = noteProgress(database.db, id, progress).catch(() => undefined);
      },
      signal,
    );
    await writing;
    await end(dependencies, publication, outcome);
  } catch (error) {
    if (attempt <= RETRIES) throw error;
    log.error('a publication could not be committed', { publication: id, error });
    const message = 'The server could not publish this. Try again later; its log says more.';
    const findings = [{ severity: 'error', file: '', path: '', code: 'internal_error', message }] as const;
    await end(dependencies, publication, { kind: 'failed', findings });
  }
}

async function end(
  { database, objects, spool }: CommitDependencies,
  { id, server }: Publication,
  outcome: PublicationOutcome,
  isWork = true,
): Promise<void> {
  if (outcome.kind === 'lost') {
    await reopenPublication(database, id, splitDigests(outcome.digests));
    return;
  }
  await endPublication(database, id, outcome, isWork);
  await removeTraces(objects, spool, id, server);
}

/** Removes everything of a publication but its row. */
export async function removeTraces(objects: Objects, spool: Spool, id: string, server: string): Promise<void> {
  await objects.remove(publicationPlanKey(id));
  await spool.remove(id);
  await endRemoteLease(objects, server, id);
}

/** Removes expired publications, and what is left of those that never got a row. */
export async function sweepPublications({ database, objects, spool, log }: CommitDependencies): Promise<void> {
  const { db } = database;
  const expired = await listExpired(db);
  for (const { id, server } of expired) {
    if (await removePublication(db, id)) await removeTraces(objects, spool, id, server);
  }
  const left = [...new Set([...(await objects.children(PUBLICATIONS_PREFIX)), ...(await spool.list())])].filter(
    (name) => z.uuid().safeParse(name).success,
  );
  const standing = await listStanding(db, left);
  let removed = 0;
  for (const id of left) {
    if (standing.has(id) || (await isYoung(objects, id))) continue;
    await objects.remove(publicationPlanKey(id));
    await spool.remove(id);
    removed += 1;
  }
  if (expired.length + removed > 0)
    log.info('unfinished publications were removed', { expired: expired.length, removed });
}

async function isYoung(objects: Objects, id: string): Promise<boolean> {
  const oldest = Date.now() - ORPHAN_MS;
  for await (const { modifiedAt } of objects.list(publicationPrefix(id))) if (modifiedAt > oldest) return true;
  return false;
}
