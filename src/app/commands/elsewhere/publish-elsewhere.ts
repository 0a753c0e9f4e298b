// Publishes to another instance. Reads the snapshot here, sends the objects that the other instance lacks, commits, and prints
// the result as if the publication had run here. The next run continues an interrupted one. The package @livehouse/publish has
// this module too and runs it with Node, so it uses nothing of the installation.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { publicationView } from '../../../features/publications/contract.ts';
import type { Finding } from '../../../features/release/common/finding.ts';
import { OperatorError, operatorError } from '../../../features/release/common/operator-error.ts';
import { formatBytes } from '../../terminal.ts';
import { presentPublication } from '../output/present-publication.ts';
import { type HashFiles, type LocalSnapshot, readLocalSnapshot } from './local-snapshot.ts';
import { sendObjects } from './send-objects.ts';
import { openTarget, type Target, TargetAway, type TargetContext } from './target.ts';

const STEPS: Readonly<Record<string, string>> = {
  scan: 'Scanning',
  hash: 'Reading',
  derive: 'Deriving',
  write: 'Writing',
  flush: 'Flushing',
};
const LOOK_MIN_MS = 200;
const LOOK_MAX_MS = 2_000;
/** Rounds of sending and committing; a second one is needed when the other side lost objects in a power failure. */
const ROUNDS = 3;
/** Consecutive attempts to send during which no object arrives. */
const TRIES = 6;

const begunAnswer = z.object({ id: z.string(), missing: z.array(z.string()) });
const publicationAnswer = z.object({
  publication: publicationView.pick({ state: true, progress: true, result: true, errors: true }),
});
type Ended = z.infer<typeof publicationAnswer>['publication'];

export interface PublicationRequest {
  /** Address of the other instance. */
  readonly to: string;
  readonly directory: string;
  readonly context: TargetContext;
  readonly choices: Readonly<Record<'promote' | 'strict' | 'allowLoss', boolean>>;
  readonly hashFiles: HashFiles;
}

/** Publishes a snapshot directory to another instance. Throws UsageError and OperatorError. */
export async function publishElsewhere(request: PublicationRequest): Promise<number> {
  const { directory, choices, hashFiles } = request;
  const { terminal } = request.context;
  const target = openTarget(request.context, request.to, 'publish');
  const { address } = target;
  const local = await readLocalSnapshot({
    directory,
    hashFiles,
    onMount: ({ path, realPath, outside }) => {
      if (outside) terminal.note(`${path} reads from outside the snapshot: ${realPath}`);
    },
    onProgress: (step, done, total) => terminal.progress(STEPS[step] ?? step, done, total),
  });
  let sentBytes = 0;
  for (let round = 1; ; round++) {
    const { id, bytes } = await sendAll(target, local, (done, total) =>
      terminal.progress('Sending', done, total, 'bytes'),
    );
    sentBytes += bytes;
    const ended = await commit(target, id, choices, (step, done, total) =>
      terminal.progress(STEPS[step] ?? step, done, total),
    );
    if (ended.state === 'open' && round < ROUNDS) continue;
    finish(ended, local);
    if (ended.result === null) throw operatorError('content_lost', `${address} lost what was sent; its log says more.`);
    const warnings = join(local.findings, ended.result.warnings);
    const rows = [
      ['to', address],
      ['sent', formatBytes(sentBytes)],
    ] as const;
    presentPublication({ ...ended.result, warnings }, false, rows, Math.round(performance.now()), terminal);
    return 0;
  }
}

/** Begins or resumes the publication, and repeats sending what is missing as long as objects arrive. */
async function sendAll(
  target: Target,
  local: LocalSnapshot,
  onProgress: (done: number, total: number) => void,
): Promise<{ readonly id: string; readonly bytes: number }> {
  let bytes = 0;
  for (let tries = 0; ; ) {
    const { id, missing } = await begin(target, local);
    const total = bytes + missing.reduce((sum, sha256) => sum + (local.places.get(sha256)?.bytes ?? 0), 0);
    const before = bytes;
    if (missing.length > 0) onProgress(bytes, total);
    let held = 0;
    const tell = (): void => onProgress(bytes + held, total);
    const onSent = (more: number): void => {
      bytes += more;
      tell();
    };
    const onHeld = (more: number): void => {
      held += more;
      tell();
    };
    try {
      await sendObjects({ target, id, onSent, onHeld }, missing, local);
      return { id, bytes };
    } catch (error) {
      if (!(error instanceof TargetAway)) throw error;
      tries = bytes > before ? 0 : tries + 1;
      if (tries > TRIES) throw operatorError('target_unavailable', `${target.address}: ${error.message}`);
      await sleep(LOOK_MIN_MS * 2 ** tries);
    }
  }
}

async function begin(target: Target, { descriptor, files }: LocalSnapshot) {
  const begun = await target.ask({
    method: 'POST',
    path: '',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ descriptor, files }),
  });
  return begunAnswer.parse(begun.body);
}

async function commit(
  target: Target,
  id: string,
  choices: Readonly<Record<'promote' | 'strict' | 'allowLoss', boolean>>,
  onProgress: (step: string, done: number, total: number) => void,
): Promise<Ended> {
  const begun = await target.ask({
    method: 'POST',
    path: `/${id}/commit`,
    headers: { 'content-type': 'application/json' },
    // An instance of an earlier version knows `promote` alone.
    body: JSON.stringify(Object.fromEntries(Object.entries(choices).filter(([key, is]) => key === 'promote' || is))),
    accept: ['objects_missing'],
  });
  let answer = begun.code === undefined ? begun.body : (await target.ask({ method: 'GET', path: `/${id}` })).body;
  for (let pauseMs = LOOK_MIN_MS; ; pauseMs = Math.min(LOOK_MAX_MS, pauseMs * 1.5)) {
    const { publication } = publicationAnswer.parse(answer);
    if (publication.state !== 'committing') return publication;
    const { step, done, total } = publication.progress ?? { step: 'derive', done: 0, total: 0 };
    onProgress(step, done, total);
    await sleep(pauseMs);
    answer = (await target.ask({ method: 'GET', path: `/${id}` })).body;
  }
}

type Found = Ended['errors'][number];

function finish({ state, errors }: Ended, local: LocalSnapshot): void {
  if (state !== 'failed') return;
  const failed = errors.map((one): Finding => ({ severity: 'error', ...one }));
  throw new OperatorError([...local.findings, ...failed]);
}

/** Warnings of both sides; what both have seen is reported once. */
function join(here: readonly Finding[], there: readonly Found[]): readonly Finding[] {
  const all = [...here, ...there.map((one): Finding => ({ severity: 'warning', ...one }))];
  const seen = new Set<string>();
  return all.filter(({ file, path, code, message }) => {
    const identity = JSON.stringify([file, path, code, message]);
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}
