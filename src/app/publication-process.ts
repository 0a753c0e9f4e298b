// The process of one commit of a publication from elsewhere (publications/commit.ts): runs the steps of `livehouse publish`
// on the received objects, and reports the result to its parent. It runs at lower priority, so that the service keeps
// answering, and exits with its parent.
import { setPriority } from 'node:os';
import { parsePlan } from '../features/publications/plan.ts';
import {
  type FromPublication,
  type PublicationOrder,
  type PublicationOutcome,
  type PublicationStart,
  presentFinding,
} from '../features/publications/process-messages.ts';
import { OperatorError } from '../features/release/common/operator-error.ts';
import { publish } from '../features/release/publish/publish.ts';
import { type ListedFile, openReceivedSnapshot } from '../features/release/snapshot/received-snapshot.ts';
import { splitDigests } from '../features/release/store/input-record.ts';
import { listDigests, readServerDocuments } from '../features/release/store/server-content.ts';
import { forEachConcurrently } from '../kernel/concurrency/concurrently.ts';
import { contentKey, publicationPlanKey } from '../kernel/object-key.ts';
import type { ObjectsConfig } from '../platform/config/config.ts';
import { type Objects, ObjectsUnavailable } from '../platform/objects/objects.ts';
import { DERIVATIONS } from './derivations.ts';
import { openObjects } from './open-objects.ts';
import { openQueryFile, readQueriedFields } from './query-files.ts';

const LOWER_PRIORITY = 5;
/** Files up to this size are fetched before the derivations read them one by one. */
const FETCHED_BYTES = 16 * 1024 * 1024;
const FETCHES = 16;
const PROGRESS_MS = 200;

process.on('message', (start: PublicationStart) => void run(start));
process.on('disconnect', () => process.exit(1));

function tell(word: FromPublication): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(word, undefined, undefined, () => resolve());
  });
}

async function run({ config, order }: PublicationStart): Promise<void> {
  try {
    setPriority(LOWER_PRIORITY);
  } catch {
    // Not permitted here: the recipe then runs at the priority of the service.
  }
  const objects = openObjects(config);
  let word: FromPublication;
  try {
    word = { kind: 'ended', outcome: await commit(objects, config, order) };
  } catch (error) {
    word = { kind: 'broken', message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
  await objects.close();
  await tell(word);
  process.exit(0);
}

async function commit(
  objects: Objects,
  { dataDirectory }: ObjectsConfig,
  { id, server, inputSha256, promote, strict, allowLoss, sent }: PublicationOrder,
): Promise<PublicationOutcome> {
  const startedAt = performance.now();
  const bytes = await objects.read(publicationPlanKey(id));
  if (bytes === undefined || Bun.SHA256.hash(bytes, 'hex') !== inputSha256)
    throw new Error('the plan is gone or damaged');
  const { descriptor, files } = parsePlan(bytes);
  const own = new Set(splitDigests(sent));
  const lost = await findLost(objects, files, own);
  if (lost.length > 0) return { kind: 'lost', digests: lost.join('') };

  const locate = async (sha256: string): Promise<string> => {
    const place = objects.contentPath?.(sha256) ?? (await objects.local(contentKey(sha256)))?.path;
    if (place === undefined) throw new ObjectsUnavailable('Content of a publication is gone');
    return place;
  };
  const snapshot = openReceivedSnapshot(descriptor, files, ({ sha256 }) => objects.contentPath?.(sha256) ?? '');
  if (snapshot.descriptor === undefined) return { kind: 'failed', findings: snapshot.findings };
  if (objects.contentPath === undefined) {
    const small = new Set(files.filter((file) => file.bytes <= FETCHED_BYTES).map(({ sha256 }) => sha256));
    await forEachConcurrently(small, FETCHES, async (sha256) => void (await locate(sha256)));
  }
  let toldAt = 0;
  try {
    const result = await publish({
      received: {
        snapshot,
        inputSha256,
        sent: own,
        digests: new Map(files.map(({ path, sha256 }) => [path, sha256])),
        known: new Set((await readServerDocuments(objects, server)).flatMap(listDigests)),
        locate: ({ sha256 }) => locate(sha256),
      },
      objects,
      dataDirectory,
      derivations: DERIVATIONS,
      openQueryFile,
      readQueriedFields,
      promote,
      strict,
      allowLoss,
      dryRun: false,
      onProgress: (progress) => {
        if (progress.done > 0 && performance.now() - toldAt < PROGRESS_MS) return;
        toldAt = performance.now();
        void tell({ kind: 'progress', progress });
      },
    });
    const warnings = result.warnings.map(presentFinding);
    return { kind: 'done', result: { ...result, warnings, milliseconds: Math.round(performance.now() - startedAt) } };
  } catch (error) {
    if (error instanceof OperatorError) return { kind: 'failed', findings: error.findings };
    throw error;
  }
}

/**
 * Digests of files whose content is gone or damaged. What was received becomes durable only with the release, so a power
 * failure may have truncated it; it is read again. What is stored elsewhere was durable when it was received.
 */
async function findLost(objects: Objects, files: readonly ListedFile[], sent: ReadonlySet<string>): Promise<string[]> {
  const sizes = new Map(files.map(({ sha256, bytes }) => [sha256, bytes]));
  const present = await objects.presentContent(sizes.keys());
  const lost = [...sizes.keys()].filter((sha256) => !present.has(sha256));
  if (objects.contentPath === undefined) return lost;
  const items = [...sent].flatMap((sha256) => {
    const bytes = sizes.get(sha256);
    return bytes === undefined || !present.has(sha256) ? [] : [{ sha256, bytes }];
  });
  const damaged: string[] = [];
  await objects.digestContent(items, (index, finding) => {
    const item = items[index];
    if (item !== undefined && (finding.kind !== 'read' || finding.sha256 !== item.sha256)) damaged.push(item.sha256);
  });
  await objects.removeAll(damaged.map(contentKey));
  return [...lost, ...damaged];
}
