// Publishing: turns a snapshot directory into an immutable release. The recipe is a list of numbered steps, each of
// which can be repeated after a crash at any point. Nothing is visible before the last step sets the pointer, and by
// then everything it refers to is durable. A complete stored release is never rewritten. Derivations, the steps that
// add documents, are supplied by the caller.
import { existsSync, mkdirSync } from 'node:fs';
import { canonicalBytes, sha256Hex } from '../../../kernel/canonical-json.ts';
import { JSON_TYPE, mediaTypeOf } from '../../../kernel/media-type.ts';
import { contentKey } from '../../../kernel/object-key.ts';
import { sweepLeftovers } from '../../../platform/files/leftovers.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { compareFields, type FieldChanges, type FieldTypes } from '../common/compare-fields.ts';
import type { Finding } from '../common/finding.ts';
import { OperatorError, operatorError } from '../common/operator-error.ts';
import { isReleaseCopy } from '../snapshot/copy-files.ts';
import {
  isReleaseEntry,
  type Mount,
  type OpenSnapshotOptions,
  openSnapshot,
  type Snapshot,
  type UnusableSnapshot,
} from '../snapshot/snapshot.ts';
import {
  DECLARATION_EXTRA,
  type ReleaseDeclaration,
  type ReleaseEntry,
  releaseIdOf,
  roleOf,
} from '../store/formats.ts';
import { writeInputRecord } from '../store/input-record.ts';
import { type FoundLease, type HeldLease, readLeases, takeLease, waitForCollections } from '../store/lease.ts';
import { appendHistory, updatePointer } from '../store/move-pointer.ts';
import { readQueryRecord, type StoredQueryFile, storeQueryFile, writeQueryRecord } from '../store/query-record.ts';
import { readCurrentDocument, readPointer } from '../store/store.ts';
import { chooseApart } from './apart-resources.ts';
import { type CopiedRelease, createCopyLocator, gatherCopy, openCopiedRelease } from './copied-release.ts';
import type { Derivation } from './derivation.ts';
import { type Derived, runDerivations } from './derivation-run.ts';
import { EarlyQueryFile } from './early-query-file.ts';
import {
  codeFingerprint,
  fingerprintOf,
  isStillStored,
  readLastPublication,
  writeLastPublication,
} from './last-publication.ts';
import type { OpenQueryFileMaker, QueryFileMaker, ReadQueriedFields } from './query-file-maker.ts';
import { gatherReceived, type ReceivedSnapshot } from './received-content.ts';
import { blocksOf, gatherContent, hashSnapshot, type ReadFiles, type SnapshotContent } from './snapshot-content.ts';
import { checkSource, deriveSourceId, planSource, writeSource } from './source.ts';
import { publishPath } from './stat-index.ts';
import { type PlannedRelease, writeRelease } from './writer.ts';

export type PublishOptions = CommonOptions &
  (
    | { readonly directory: string; readonly received?: never }
    /** The files are stored already; there is no directory. */
    | { readonly received: ReceivedSnapshot; readonly directory?: never }
  );

interface CommonOptions {
  readonly objects: Objects;
  /** Contains `publish/` with the stat index and the record of the last publication. */
  readonly dataDirectory: string;
  readonly derivations: readonly Derivation[];
  /** In place of the derivations for a directory that is a copy of a release: they check its documents and emit them again. */
  readonly copyDerivations?: readonly Derivation[];
  /** False: the release is stored, but the pointer is left unchanged. */
  readonly promote: boolean;
  /** True: warnings end the publication, as errors do. */
  readonly strict?: boolean;
  /** True: a collection may lose more than half of its entities. */
  readonly allowLoss?: boolean;
  /** True: everything is computed, and nothing is written. */
  readonly dryRun: boolean;
  /** Starts the file that queries run on. Absent: it is built when the release is first queried. */
  readonly openQueryFile?: OpenQueryFileMaker;
  /** Reads the fields of such a file. Absent: changes in them are not reported. */
  readonly readQueriedFields?: ReadQueriedFields;
  /** Called before anything below the mount is read. */
  readonly onMount?: (mount: Mount) => void;
  readonly onProgress?: (progress: PublishProgress) => void;
  /** Called for each running collection that the publication waits for. */
  readonly onWait?: (lease: FoundLease) => void;
}

interface PublishProgress {
  readonly step: 'scan' | 'hash' | 'derive' | 'write' | 'flush';
  readonly done: number;
  /** 0 when the step has no countable parts. */
  readonly total: number;
}

export interface PublishResult {
  readonly server: string;
  readonly releaseId: string;
  readonly sourceId: string;
  /** Whether this release is now the server's current one. */
  readonly promoted: boolean;
  /** The release was already current and nothing was written. */
  readonly unchanged: boolean;
  readonly entries: number;
  readonly bytes: number;
  /** Number of distinct content objects: newly stored (in a dry run: to be stored), and already stored. */
  readonly objects: { readonly written: number; readonly reused: number };
  readonly warnings: readonly Finding[];
  /** What changed in the fields of collections since the release that was current. Absent: nothing, or it is not known. */
  readonly schema?: Readonly<Record<string, FieldChanges>> | undefined;
}

/** A concurrent collection may remove reused content once. Losing it three times is an error. */
const ATTEMPTS = 3;

/** Publishes a snapshot. Throws OperatorError with all findings, or ObjectsUnavailable when the store fails. */
export async function publish(options: PublishOptions): Promise<PublishResult> {
  const { objects, dryRun } = options;
  let lease: HeldLease | undefined;
  const queryFiles = new EarlyQueryFile(() => options.openQueryFile?.(makeFolder(publishPath(options.dataDirectory))));
  const holdLease = async (server: string): Promise<void> => {
    lease ??= await takeLease(objects, server, 'publish');
    await waitForCollections(objects, options.onWait);
  };
  try {
    // 1. Open the snapshot: descriptor, files, mounts, and every mistake that is visible without reading files. For a
    //    server without a stat index, files are also read and hashed in this pass.
    const scannedAt = Date.now();
    progress(options, 'scan');
    const ahead: ReadFiles = { stored: new Map(), hashed: new Map(), written: new Set() };
    const copy = findCopy(options);
    const snapshot =
      copy !== undefined
        ? copy.snapshot
        : await openInput(options, {
            ...(options.onMount !== undefined && { onMount: options.onMount }),
            gather: async ({ server }) => {
              if (dryRun || objects.readAhead === undefined || existsSync(indexPath(options, server.id)))
                return undefined;
              await holdLease(server.id);
              queryFiles.begin();
              return gatherContent(objects.readAhead(), ahead, hashProgress(options));
            },
          });
    if (snapshot.descriptor === undefined) throw new OperatorError(snapshot.findings);
    const sound = !hasErrors(snapshot.findings);
    const isLocal = options.received === undefined && copy === undefined;

    // 2. Stop here if nothing changed since the last publication and its result is still stored.
    const fingerprint = sound && isLocal ? fingerprintOf(snapshot) : '';
    const unchanged = sound && isLocal ? await findUnchanged(snapshot, fingerprint, options) : undefined;
    if (unchanged !== undefined) return unchanged;

    // 3. Take a lease, so that no collection removes what this publication uses, and wait for a running collection.
    const store = sound && !dryRun;
    // What a publication from elsewhere has received becomes durable when it ends.
    const isDoubtful = ({ kind, live }: FoundLease): boolean => kind === 'remote' || (kind !== 'collect' && !live);
    const trustStored = !(await readLeases(objects)).some(isDoubtful);
    if (store) await holdLease(snapshot.descriptor.server.id);
    const run: PublishRun = { options, snapshot, copy, ahead, scannedAt, fingerprint, store, trustStored, queryFiles };
    for (let attempt = 1; ; attempt++) {
      const result = await runRecipe(run, attempt);
      if (result !== undefined) return result;
      if (attempt === ATTEMPTS) throw operatorError('content_lost', 'Stored content vanished while publishing.');
    }
  } finally {
    await queryFiles[Symbol.asyncDispose]();
    await lease?.release();
  }
}

interface PublishRun {
  readonly options: PublishOptions;
  readonly snapshot: Snapshot;
  /** Where the input is a copy of a release. */
  readonly copy: CopiedRelease | undefined;
  readonly ahead: ReadFiles;
  readonly scannedAt: number;
  readonly fingerprint: string;
  /** Whether anything may be written. */
  readonly store: boolean;
  /**
   * Whether existing content was made durable once. False after a publication died: it may have left truncated files.
   */
  readonly trustStored: boolean;
  readonly queryFiles: EarlyQueryFile;
}

/** Steps 4 to 11. Returns undefined when reused content has vanished and all steps must be repeated. */
async function runRecipe(run: PublishRun, attempt: number): Promise<PublishResult | undefined> {
  const { options, snapshot, copy, store } = run;
  const { objects } = options;
  const { server } = snapshot.descriptor;
  const findings: Finding[] = [...snapshot.findings];

  // 4. Hash every file and store the content that the release serves.
  const { received } = options;
  const content =
    copy !== undefined
      ? await gatherCopy(objects, copy, store, (finding) => findings.push(finding), hashProgress(options))
      : await gather(run, attempt);
  // Side objects are not made of damaged files.
  if (copy !== undefined && hasErrors(findings)) throw new OperatorError(findings);
  const written = new Set(content.written);

  // 5. Artifacts and source. A sourceId is bound to one set of artifacts permanently.
  const sourceId = copy?.manifest.sourceId ?? snapshot.descriptor.sourceId ?? deriveSourceId(snapshot, content.hashed);
  const source = planSource(snapshot, content.hashed, sourceId);
  findings.push(...(await checkSource(objects, source)));

  // 6. Derive the documents of the features.
  progress(options, 'derive');
  const before = await readCurrentFields(options, server.id);
  // In a dry run it only shows what changed in fields.
  await using queryFile = store || before !== undefined ? run.queryFiles.take() : undefined;
  queryFile?.divide(chooseApart({ resources: snapshot.descriptor.resources, files: snapshot.files }));
  const derived = await runDerivations({
    snapshot,
    hashed: content.hashed,
    sourceId,
    derivations: copy === undefined ? options.derivations : (options.copyDerivations ?? []),
    ...(received && { locate: received.locate }),
    ...(copy && { locate: createCopyLocator(objects) }),
    report: (finding) => findings.push(finding),
    readCurrent: (path) => readCurrentDocument(objects, server.id, path),
    allowLoss: options.allowLoss ?? false,
    storeContent: (sha256, bytes) => storeContent(run, written, sha256, bytes),
    onDocument: async ({ path, bytes, sizes, isLast }, sha256) => {
      const content = (store ? objects.contentPath?.(sha256) : undefined) ?? bytes;
      await queryFile?.add({ path, sha256, checksum: Bun.hash.xxHash3(bytes), content, sizes, isLast });
    },
  });

  const extras = await addDeclaration(run, written, derived.extras);

  // 7. Sort the entries and compute the release id. All errors are reported here together, before anything is visible.
  const entries = copy?.manifest.entries ?? sortEntries(operatorEntries(snapshot, content), derived, findings);
  if (hasErrors(findings)) throw new OperatorError(findings);
  if (options.strict && findings.length > 0) throw new OperatorError(findings.map(asError));
  const releaseId = releaseIdOf(server.id, sourceId, entries);
  const plan: PlannedRelease = {
    server,
    sourceId,
    releaseId,
    entries,
    prepared: derived.prepared,
    extras,
    blocks: blocksOf(content),
  };
  const needed = new Set([...entries, ...source.files, ...Object.values(extras)].map((item) => item.sha256));
  const summary = { server: server.id, releaseId, sourceId, warnings: findings, ...measure(entries) };
  if (!store) {
    const made = before && (await queryFile?.finish());
    const schema = made !== undefined && 'path' in made ? compareWith(options, before, made.path) : {};
    return { ...summarise(summary, needed, written, await isCurrent(run, releaseId), written.size === 0), ...schema };
  }

  // 8. Write prepared codings, index shards, manifest, identity, and last the side manifest, which marks the release as
  //    complete. Store the file for queries at the same time, during which the rest becomes durable.
  progress(options, 'write');
  let schema: Pick<PublishResult, 'schema'> = {};
  const [wrote, forQueries] = await Promise.all([
    writeRelease(objects, plan, (sha256) => written.add(sha256)).then(async (release) => {
      if (queryFile !== undefined && (release.documents || written.size > 0)) await objects.flush();
      return release;
    }),
    keepQueryFile(objects, server.id, releaseId, queryFile, findings, (path) => {
      schema = compareWith(options, before, path);
    }),
  ]);
  for (const digest of wrote.content) needed.add(digest);
  if (forQueries !== undefined) needed.add(forQueries.sha256);
  if (forQueries?.written) written.add(forQueries.sha256);

  // 9. Check that all content still exists. From here on a collection sees this release and keeps its content.
  await waitForCollections(objects, options.onWait);
  if ((await objects.presentContent(needed)).size < needed.size) return undefined;

  // 10. Make everything durable, then write the source, then the pointer, so that every reader of the pointer finds
  // everything.
  const nothingNew = written.size === 0 && !wrote.documents;
  progress(options, 'flush');
  if (!(nothingNew && (await isCurrent(run, releaseId)))) await objects.flush();
  if (forQueries !== undefined) await writeQueryRecord(objects, server.id, releaseId, forQueries);
  const sourceWritten = await writeSource(objects, source);
  const moved = options.promote && (await promote(run, releaseId, sourceId));

  // 11. Record the result for step 2 of the next publication. Remove the leases of dead publications.
  for (const dead of (await readLeases(objects)).filter((found) => found.server === server.id && !found.live)) {
    await objects.remove(dead.key);
  }
  const isDirectory = received === undefined && copy === undefined;
  const result = { releaseId, sourceId, ...measure(entries), warnings: findings, content: [...needed].join('') };
  if (isDirectory) {
    const fingerprint = content.racy ? '' : run.fingerprint;
    writeLastPublication(memoryPath(options, server.id), { fingerprint, ...result });
  } else if (received !== undefined) {
    const { inputSha256, digests } = received;
    const inputs = [...new Set(digests.values()).difference(needed)].join('');
    await writeInputRecord(objects, {
      server: server.id,
      ...result,
      inputSha256,
      codeSha256: codeFingerprint(),
      inputs,
    });
  }
  await sweepLeftovers(publishPath(options.dataDirectory));
  const isUnchanged = nothingNew && !sourceWritten && !moved;
  const newHere = received === undefined ? written : needed.difference(received.known);
  return { ...summarise(summary, needed, newHere, await isCurrent(run, releaseId), isUnchanged), ...schema };
}

/** Reads the files of a snapshot. */
function gather(run: PublishRun, attempt: number): Promise<SnapshotContent> {
  const { options, snapshot, store } = run;
  const { objects, received } = options;
  return received
    ? gatherReceived(objects, received)
    : hashSnapshot(snapshot, {
        objects,
        indexPath: indexPath(options, snapshot.descriptor.server.id),
        store,
        trustStored: run.trustStored,
        // A repeated attempt does not trust the read-ahead, whose content may be what vanished.
        ahead: store && attempt === 1 && run.ahead.written.size + run.ahead.stored.size > 0 ? run.ahead : undefined,
        scannedAt: run.scannedAt,
        onProgress: hashProgress(options),
      });
}

function findCopy({ directory }: PublishOptions): CopiedRelease | undefined {
  return directory !== undefined && isReleaseCopy(directory) ? openCopiedRelease(directory) : undefined;
}

function openInput(options: PublishOptions, how: OpenSnapshotOptions): Promise<Snapshot | UnusableSnapshot> | Snapshot {
  return options.received === undefined ? openSnapshot(options.directory, how) : options.received.snapshot;
}

/** The fields of the current release; undefined when nobody compares them, or it has no file of this layout here. */
async function readCurrentFields(
  { objects, readQueriedFields }: PublishOptions,
  server: string,
): Promise<FieldTypes | undefined> {
  const pointer = readQueriedFields && (await readPointer(objects, server))?.value;
  const record = pointer && (await readQueryRecord(objects, server, pointer.releaseId))?.value;
  const file = record && (await objects.local(contentKey(record.file.sha256)));
  return file && readQueriedFields?.(file.path);
}

function compareWith(
  { readQueriedFields }: PublishOptions,
  before: FieldTypes | undefined,
  path: string,
): Pick<PublishResult, 'schema'> {
  if (before === undefined || readQueriedFields === undefined) return {};
  const schema = compareFields(before, readQueriedFields(path));
  return Object.keys(schema).length === 0 ? {} : { schema };
}

/** Stores the file for queries unless the release has one. Without it a release is whole all the same. */
async function keepQueryFile(
  objects: Objects,
  server: string,
  releaseId: string,
  maker: QueryFileMaker | undefined,
  findings: Finding[],
  onMade: (path: string) => void,
): Promise<StoredQueryFile | undefined> {
  if (maker === undefined) return undefined;
  const standing = (await readQueryRecord(objects, server, releaseId))?.value;
  if (standing !== undefined && (await objects.presentContent([standing.file.sha256])).size === 1) {
    return { ...standing.file, blocks: standing.blocks, written: false };
  }
  const made = await maker.finish();
  if ('path' in made) {
    onMade(made.path);
    return storeQueryFile(objects, made);
  }
  const message = `The file for queries could not be made (${made.failure}); the service tries again at first use.`;
  findings.push({ severity: 'warning', file: '', path: '', code: 'query_file_missing', message });
  return undefined;
}

async function findUnchanged(
  snapshot: Snapshot,
  fingerprint: string,
  options: PublishOptions,
): Promise<PublishResult | undefined> {
  const { server } = snapshot.descriptor;
  const last = readLastPublication(memoryPath(options, server.id));
  if (last === undefined || last.fingerprint !== fingerprint) return undefined;
  if (options.strict && last.warnings.length > 0) return undefined;
  const pointer = (await readPointer(options.objects, server.id))?.value;
  const current = pointer?.releaseId === last.releaseId && pointer.status === 'active';
  if (options.promote && !current) return undefined;
  if (!(await isStillStored(options.objects, server.id, last))) return undefined;
  const { releaseId, sourceId, entries, bytes, warnings, content } = last;
  return {
    server: server.id,
    releaseId,
    sourceId,
    promoted: current,
    unchanged: current,
    entries,
    bytes,
    warnings,
    objects: { written: 0, reused: content.length / 64 },
  };
}

/** Sets the pointer to the release and reactivates a retired server; false when nothing had to change. */
function promote({ options, snapshot }: PublishRun, releaseId: string, sourceId: string): Promise<boolean> {
  const { id, displayName, region } = snapshot.descriptor.server;
  return updatePointer(options.objects, id, 'promote', (current) => {
    const same =
      current?.releaseId === releaseId &&
      current.status === 'active' &&
      current.displayName === displayName &&
      current.region === region;
    if (same) return undefined;
    const history = appendHistory(current?.history ?? [], releaseId);
    return { server: id, sourceId, releaseId, displayName, region, status: 'active', history };
  });
}

async function isCurrent({ options, snapshot }: PublishRun, releaseId: string): Promise<boolean> {
  const pointer = (await readPointer(options.objects, snapshot.descriptor.server.id))?.value;
  return pointer?.releaseId === releaseId && pointer.status === 'active';
}

/** The extras with what the snapshot declares about its levels. */
async function addDeclaration(
  run: PublishRun,
  written: Set<string>,
  extras: Derived['extras'],
): Promise<Derived['extras']> {
  const { levels } = run.snapshot.descriptor;
  if (levels === undefined) return extras;
  const document: ReleaseDeclaration = { schema: 'service-release-declaration-v1', levels };
  const bytes = canonicalBytes(JSON.parse(JSON.stringify(document)));
  const sha256 = sha256Hex(bytes);
  await storeContent(run, written, sha256, bytes);
  const extra = { sha256, bytes: bytes.byteLength, mediaType: JSON_TYPE };
  return Object.fromEntries(
    [...Object.entries(extras), [DECLARATION_EXTRA, extra] as const].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

async function storeContent(run: PublishRun, written: Set<string>, sha256: string, bytes: Uint8Array): Promise<void> {
  if (run.store) {
    if (await run.options.objects.writeContent(sha256, bytes)) written.add(sha256);
  } else if ((await run.options.objects.presentContent([sha256])).size === 0) written.add(sha256);
}

function operatorEntries(snapshot: Snapshot, content: SnapshotContent): ReleaseEntry[] {
  const entries: ReleaseEntry[] = [];
  snapshot.files.forEach((file, i) => {
    if (!isReleaseEntry(file.path)) return;
    const sha256 = content.hashed[i]?.sha256 ?? '';
    entries.push({
      path: file.path,
      role: roleOf(file.path),
      bytes: file.bytes,
      sha256,
      mediaType: mediaTypeOf(file.path),
    });
  });
  return entries;
}

function sortEntries(own: readonly ReleaseEntry[], derived: Derived, findings: Finding[]): ReleaseEntry[] {
  const entries = [...own, ...derived.entries].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  entries.forEach((entry, i) => {
    if (entry.path !== entries[i - 1]?.path) return;
    const message = 'Two things of the release have this path; one of them is made by Livehouse.';
    findings.push({ severity: 'error', file: entry.path, path: '', code: 'duplicate_path', message });
  });
  return entries;
}

function measure(entries: readonly ReleaseEntry[]): { readonly entries: number; readonly bytes: number } {
  return { entries: entries.length, bytes: entries.reduce((sum, entry) => sum + entry.bytes, 0) };
}

function summarise(
  summary: Omit<PublishResult, 'promoted' | 'unchanged' | 'objects'>,
  needed: ReadonlySet<string>,
  written: ReadonlySet<string>,
  promoted: boolean,
  nothingNew: boolean,
): PublishResult {
  const objects = { written: written.size, reused: Math.max(0, needed.size - written.size) };
  return { ...summary, promoted, unchanged: promoted && nothingNew, objects };
}

function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

const asError = (finding: Finding): Finding => ({ ...finding, severity: 'error' });

const hasErrors = (findings: readonly Finding[]): boolean => findings.some((finding) => finding.severity === 'error');
const indexPath = (options: PublishOptions, server: string): string =>
  `${publishPath(options.dataDirectory)}/${server}.files`;
const memoryPath = (options: PublishOptions, server: string): string =>
  `${publishPath(options.dataDirectory)}/${server}.last`;

const hashProgress =
  (options: PublishOptions) =>
  (done: number, total: number): void =>
    options.onProgress?.({ step: 'hash', done, total });

function progress(options: PublishOptions, step: PublishProgress['step']): void {
  options.onProgress?.({ step, done: 0, total: 0 });
}
