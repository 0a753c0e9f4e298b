// Exports a whole Livehouse into a folder while it keeps serving. The steps can be repeated after a crash:
//   1. block collection; read the pointers
//   2. read the rows in one database snapshot, with the names of the objects that they reference
//   3. list the objects, and copy those that are not there yet
//   4. if a referenced object was deleted meanwhile, read the rows again: they no longer reference it
//   5. write the list of objects and the secret, flush once, and last write the manifest, which completes the export
// A killed run is resumed by running it again: rows are read again, copied objects are kept. Not exported: files for
// queries (made anew), caches (can be fetched again), parts of unfinished uploads (can be sent again), mails in the outbox,
// leases.
import { closeSync, fsyncSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SQL } from 'bun';
import { ATTACHMENTS_PREFIX, AVATARS_PREFIX, CARRIED_PREFIXES, SERVERS_PREFIX } from '../../kernel/object-key.ts';
import { deriveKey } from '../../platform/config/auth-secret.ts';
import type { CopiedRows } from '../../platform/files/copy.ts';
import {
  createFile,
  flushFileSystem,
  removeQuietly,
  syncFile,
  temporaryPath,
  writeAtomically,
  writeFully,
} from '../../platform/files/durable.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import { operatorError } from '../release/common/operator-error.ts';
import { type FoundLease, type HeldLease, takeLease, waitForCollections } from '../release/store/lease.ts';
import {
  fetchedPath,
  isFinished,
  ledgerPath,
  lockPath,
  type Manifest,
  objectListPath,
  objectPath,
  openRowFile,
  PROBLEMS_MAX,
  secretPath,
  tablePath,
  writeManifest,
} from './folder.ts';
import { holdFile } from './folder-lock.ts';
import { type DoneEntry, Ledger } from './ledger.ts';
import { copyObjects, listObjects, pinPointers, readPointers } from './objects-out.ts';
import { type ExportedRows, exportRows, type OpenRowFile } from './rows-out.ts';

/** Limit of repetitions of step 4. Few objects are deleted during a copy, and hardly any during the repetition. */
export const ROUNDS_MAX = 5;

type ExportStep = 'rows' | 'list' | 'copy' | 'prove';

export interface ExportOptions {
  readonly folder: string;
  readonly objects: Objects;
  readonly sql: SQL;
  /** The secret that signs sessions, and where it is stored; a stored file is included in the export. */
  readonly secret: { readonly text: string; readonly kept: 'configured' | 'file' } | undefined;
  /** Version of this program. */
  readonly livehouse: string;
  readonly onProgress?: (step: ExportStep, done: number, total: number) => void;
  /** Called for each running collection that the export waits for. */
  readonly onWait?: (lease: FoundLease) => void;
}

export interface ExportResult {
  readonly manifest: Manifest;
  /** Number of objects that an earlier run had already copied. */
  readonly kept: number;
}

/** A fingerprint of a secret: equal for equal secrets, and useless for anything else. */
export const markOf = (secret: string): string => deriveKey(secret, 'export mark').slice(0, 16);

/** Writes the export. Refuses a folder that contains a finished export or other files. */
export async function exportLivehouse(options: ExportOptions): Promise<ExportResult> {
  const { folder, objects, sql, secret, livehouse, onProgress = () => {} } = options;
  const isContinued = prepareFolder(folder);
  using _hold = holdFile(lockPath(folder), 'Another export is being written here');
  using ledger = new Ledger(ledgerPath(folder));
  const openFile: OpenRowFile = (table) => openRowFile(folder, table);
  const leases = await holdCollections(objects, options.onWait);
  try {
    const pointers = await readPointers(objects);
    let prefixes: readonly string[] = CARRIED_PREFIXES;
    let before: string | undefined;
    let kept = 0;
    for (let round = 1; ; round += 1) {
      const rows = await exportRows(sql, openFile, ledger, (done, total) => onProgress('rows', done, total));
      onProgress('list', 0, 0);
      await listObjects(objects, prefixes, ledger);
      await pinPointers(pointers, folder, ledger);
      kept += await copyObjects(objects, folder, ledger, (done, total) => onProgress('copy', done, total));
      const problems = [...ledger.problems(PROBLEMS_MAX)];
      // An object missing in two consecutive readings was not deleted meanwhile; it is really missing.
      const missing = problems.map((problem) => problem.key).join('\n');
      if (problems.length === 0 || missing === before || round === ROUNDS_MAX) {
        onProgress('prove', 0, 0);
        if (isContinued) await sweepTemporaries(folder);
        const manifest = await finish(folder, ledger, rows, { secret, livehouse, problems });
        return { manifest, kept };
      }
      before = missing;
      // Collection is blocked, so only uploads and avatars can change.
      prefixes = [AVATARS_PREFIX, ATTACHMENTS_PREFIX];
    }
  } finally {
    for (const lease of leases) await lease.release().catch(() => undefined);
    rmSync(fetchedPath(folder), { recursive: true, force: true });
  }
}

/** Whether an earlier run was interrupted here. */
function prepareFolder(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (isFinished(folder)) {
    throw operatorError('export_exists', 'There is a finished export here already: name another folder', folder);
  }
  const names = readdirSync(folder);
  if (names.length > 0 && !names.some((name) => name.startsWith('unfinished.'))) {
    throw operatorError('folder_not_empty', 'This folder holds other files: name an empty one', folder);
  }
  return names.length > 0;
}

/** Removes incomplete files of an interrupted run. */
async function sweepTemporaries(folder: string): Promise<void> {
  for await (const path of new Bun.Glob('**/.tmp-*').scan({ cwd: folder, dot: true, absolute: true }))
    removeQuietly(path);
}

/** Takes publication leases, which make a collection keep everything of a server. */
export async function holdCollections(
  objects: Objects,
  onWait: ExportOptions['onWait'],
): Promise<readonly HeldLease[]> {
  const leases: HeldLease[] = [];
  for (const server of await objects.children(SERVERS_PREFIX)) leases.push(await takeLease(objects, server, 'publish'));
  await waitForCollections(objects, onWait);
  return leases;
}

interface Ending {
  readonly secret: ExportOptions['secret'];
  readonly livehouse: string;
  readonly problems: Manifest['problems'];
}

async function finish(
  folder: string,
  ledger: Ledger,
  rows: ExportedRows,
  { secret, livehouse, problems }: Ending,
): Promise<Manifest> {
  const list = writeObjectList(folder, ledger);
  if (secret?.kept === 'file') writeAtomically(secretPath(folder), Buffer.from(`${secret.text}\n`));
  if (!(await flushFileSystem(folder))) await syncEach(folder, ledger, rows);
  const manifest = await writeManifest(folder, {
    exportId: crypto.randomUUID(),
    livehouse,
    secret: secret === undefined ? { kept: 'none', mark: '' } : { kept: secret.kept, mark: markOf(secret.text) },
    ...rows,
    objects: { ...ledger.doneTotals(), list },
    problems,
  });
  ledger.remove();
  return manifest;
}

/** One line per object: key, size, digest. */
export const formatObjects = (objects: readonly DoneEntry[]): Buffer =>
  Buffer.from(objects.map(({ key, bytes, sha256 }) => `${JSON.stringify({ key, bytes, sha256 })}\n`).join(''));

function writeObjectList(folder: string, ledger: Ledger): CopiedRows {
  const target = objectListPath(folder);
  const temporary = temporaryPath(dirname(target));
  const descriptor = createFile(temporary);
  const hasher = new Bun.CryptoHasher('sha256');
  let rows = 0;
  let bytes = 0;
  try {
    for (const page of ledger.done()) {
      const piece = formatObjects(page);
      hasher.update(piece);
      writeFully(descriptor, piece);
      rows += page.length;
      bytes += piece.byteLength;
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, target);
  return { rows, bytes, sha256: hasher.digest('hex') };
}

/** Fallback for systems that cannot flush a whole file system. */
async function syncEach(folder: string, ledger: Ledger, { tables }: ExportedRows): Promise<void> {
  for (const page of ledger.done()) await Promise.all(page.map(({ key }) => syncFile(objectPath(folder, key))));
  for (const { name } of tables) await syncFile(tablePath(folder, name));
}
