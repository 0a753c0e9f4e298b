// Makes one backup. Nothing counts before its manifest, which is written last, so a run that is killed at any point leaves
// nothing but files that the next run removes:
//   1. remove what interrupted runs left; list what is in the target
//   2. read a part of the old objects back
//   3. block collection; read the pointers, the rows in one database snapshot, and the list of objects
//   4. send the objects that the target lacks, and read them back; if a referenced object was deleted meanwhile, read the
//      rows again
//   5. read the rows and the list back, write the manifest, then the result of the check
//   6. mark older backups whose objects are lost; remove those that are not kept any more, and objects that none needs
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { ATTACHMENTS_PREFIX, AVATARS_PREFIX, CARRIED_PREFIXES } from '../../kernel/object-key.ts';
import type { BackupKeep } from '../../platform/config/backups.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { formatObjects, holdCollections, markOf, ROUNDS_MAX } from '../moving/export.ts';
import { PROBLEMS_MAX } from '../moving/folder.ts';
import { Ledger } from '../moving/ledger.ts';
import { listObjects, readPointers } from '../moving/objects-out.ts';
import { type ExportedRows, exportRows } from '../moving/rows-out.ts';
import {
  backupName,
  checkPath,
  manifestPath,
  objectListPath,
  rowsFile,
  rowsPath,
  storedObjectPath,
  timeOfName,
} from './layout.ts';
import { type FoundBackup, findBackups } from './listing.ts';
import { type BackupManifest, readManifest, writeCheck, writeManifest } from './manifest.ts';
import { findDamagedRows, isAsWritten, isObjectAsWritten, ListDamaged, readNeeded } from './read-back.ts';
import { planRetention } from './retention.ts';
import { keyMark, sealSink } from './sealing.ts';
import { type SentObjects, sendObjects, sendPointers, unreliable } from './send-objects.ts';
import { type BackupTarget, listStored, TargetFull, writeStream } from './target.ts';
import { CHECK_PARTS, TargetIndex } from './target-index.ts';

const DAY_MS = 86_400_000;

export type BackupStep = 'look' | 'check' | 'rows' | 'list' | 'copy' | 'prove' | 'remove';

export interface BackupOptions {
  readonly target: BackupTarget;
  readonly objects: Objects;
  readonly sql: SQL;
  readonly key: Uint8Array | undefined;
  readonly keep: BackupKeep;
  readonly timeZone: string;
  /** Folder for the lists of a run. Sizes and digests of objects are cached there between runs. */
  readonly workFolder: string;
  /** The secret that signs sessions, of which the backup has a fingerprint only. */
  readonly secret: { readonly text: string } | undefined;
  /** Version of this program. */
  readonly livehouse: string;
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Throws when this run is no longer the only one. */
  readonly requireHeld: () => Promise<void>;
  readonly onProgress?: (step: BackupStep, done: number, total: number) => void;
}

export interface BackupResult {
  readonly manifest: BackupManifest;
  readonly sent: SentObjects;
  /** Old objects that were read back, and those that were lost or altered. */
  readonly checked: SentObjects;
  readonly lost: number;
  /** Names of backups that were removed, and of those that need lost objects. */
  readonly removed: readonly string[];
  readonly damaged: readonly string[];
}

/** Makes a backup, verifies it, and removes those that are not kept any more. */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { target, workFolder, onProgress = () => {} } = options;
  await target.requireThere();
  await target.sweep();
  mkdirSync(workFolder, { recursive: true, mode: 0o700 });
  using index = new TargetIndex(join(workFolder, 'target.sqlite'));
  onProgress('look', 0, 0);
  const { backups, unfinished } = await findBackups(target);
  for (const name of unfinished) await removeFolder(target, name);
  await index.addStored(listStored(target));
  const unreadable = await readAllNeeded(options, backups, index);
  const { checked, lost } = await checkOld(options, backups, index);

  const name = freeName(backups);
  const sent: SentObjects = { objects: 0, bytes: 0 };
  let manifest: BackupManifest;
  try {
    manifest = await writeBackup(options, name, index, sent);
  } catch (error) {
    // The last good backups stay. Objects stay for the next run, unless the target is full.
    await removeFolder(target, name).catch(() => undefined);
    if (error instanceof TargetFull && unreadable.length === 0)
      await removeSurplus(target, index).catch(() => undefined);
    throw error;
  }
  await index.addNeeded(name, true, readNeeded(target, manifest));

  onProgress('remove', 0, 0);
  await options.requireHeld();
  const damaged = [...new Set([...index.incomplete(), ...unreadable])].sort();
  const states = backups.map((backup) =>
    damaged.includes(backup.name) ? { ...backup, state: 'damaged' as const } : backup,
  );
  for (const { name: old, check } of states.filter(({ state }) => state === 'damaged')) {
    if (check?.state !== 'damaged') await writeCheck(target, old, { checkedAt: Date.now(), state: 'damaged' });
  }
  const all = [...states, { name, startedAt: timeOfName(name), state: 'verified' as const }];
  const kept = planRetention(all, options.keep, options.timeZone);
  const removed = all.flatMap((backup) => (kept.has(backup.name) ? [] : [backup.name]));
  for (const old of removed) {
    // First, so that a removal that is interrupted leaves no backup with missing files.
    await target.remove([manifestPath(old)]);
    await removeFolder(target, old);
    index.forgetNeeded(old);
  }
  // If the list of a backup cannot be read, the objects that it needs are unknown, so none is removed while that backup exists.
  if (!unreadable.some((old) => kept.has(old))) await removeSurplus(target, index);
  return { manifest, sent, checked, lost, removed, damaged };
}

/** The name for a backup that begins now. */
function freeName(backups: readonly FoundBackup[]): string {
  let at = Date.now();
  while (backups.some(({ name }) => name === backupName(new Date(at)))) at += 1000;
  return backupName(new Date(at));
}

/** Reads what each backup needs. Returns the backups whose lists cannot be read. */
async function readAllNeeded(
  { target }: BackupOptions,
  backups: readonly FoundBackup[],
  index: TargetIndex,
): Promise<readonly string[]> {
  const unreadable: string[] = [];
  for (const { name, manifest, state } of backups) {
    if (manifest === undefined) {
      unreadable.push(name);
      continue;
    }
    try {
      await index.addNeeded(name, state === 'verified', readNeeded(target, manifest));
    } catch (error) {
      if (!(error instanceof ListDamaged)) throw error;
      unreadable.push(name);
    }
  }
  return unreadable;
}

/**
 * Reads the part of the old objects back that is due: a thirtieth for each day since the last backup. What is not as written is
 * removed, so that it is sent again if the store still has it.
 */
async function checkOld(
  { target, signal, onProgress = () => {} }: BackupOptions,
  backups: readonly FoundBackup[],
  index: TargetIndex,
): Promise<{ readonly checked: SentObjects; readonly lost: number }> {
  const checked: SentObjects = { objects: 0, bytes: 0 };
  let lost = 0;
  const newest = backups[0];
  if (newest === undefined) return { checked, lost };
  const today = Math.floor(Date.now() / DAY_MS);
  const before = Math.floor(newest.startedAt / DAY_MS);
  for (let day = Math.max(before, today - CHECK_PARTS) + 1; day <= today; day++) {
    for (const page of index.ofPart(day % CHECK_PARTS)) {
      for (const object of page) {
        signal.throwIfAborted();
        checked.objects += 1;
        checked.bytes += object.bytes;
        onProgress('check', checked.bytes, 0);
        if (await isObjectAsWritten(target, object)) continue;
        lost += 1;
        await target.remove([storedObjectPath(object.sha256)]);
        index.forgetStored(object.sha256);
      }
    }
  }
  return { checked, lost };
}

/** Writes everything of one backup, and reads it back. */
async function writeBackup(
  options: BackupOptions,
  name: string,
  index: TargetIndex,
  sent: SentObjects,
): Promise<BackupManifest> {
  const { target, objects, sql, key, secret, livehouse, workFolder, signal, onProgress = () => {} } = options;
  using ledger = new Ledger(join(workFolder, 'ledger.sqlite'));
  const leases = await holdCollections(objects, undefined);
  const openFile = async (table: string | undefined) => {
    const file = await target.open(rowsPath(name, table, key !== undefined));
    return key === undefined ? file : sealSink(file, key, `${name}/${rowsFile(table)}`);
  };
  try {
    const pointers = await readPointers(objects);
    const sending = {
      objects,
      target,
      ledger,
      index,
      sent,
      signal,
      onBytes: (done: number, total: number) => onProgress('copy', done, total),
    };
    let prefixes: readonly string[] = CARRIED_PREFIXES;
    let before: string | undefined;
    let rows: ExportedRows;
    let problems: ReturnType<Ledger['problems']>;
    for (let round = 1; ; round += 1) {
      rows = await exportRows(sql, openFile, ledger, (done, total) => onProgress('rows', done, total));
      onProgress('list', 0, 0);
      await listObjects(objects, prefixes, ledger);
      await sendPointers(pointers, sending);
      await sendObjects(sending);
      problems = ledger.problems(PROBLEMS_MAX);
      // An object missing in two consecutive readings was not deleted meanwhile; it is really missing.
      const missing = problems.map((problem) => problem.key).join('\n');
      if (problems.length === 0 || missing === before || round === ROUNDS_MAX) break;
      before = missing;
      // Collection is blocked, so only uploads and avatars can change.
      prefixes = [AVATARS_PREFIX, ATTACHMENTS_PREFIX];
    }
    onProgress('prove', 0, 0);
    const list = await writeList(target, name, ledger);
    await target.flush();
    const damaged = await findDamagedRows(target, { name, ...rows }, key);
    if (damaged !== undefined || !(await isAsWritten(target.stream(objectListPath(name)), list)))
      throw unreliable(target);
    signal.throwIfAborted();
    await options.requireHeld();
    const content = {
      name,
      exportId: crypto.randomUUID(),
      livehouse,
      ...rows,
      secret:
        secret === undefined
          ? { kept: 'none' as const, mark: '' }
          : { kept: 'configured' as const, mark: markOf(secret.text) },
      objects: { ...ledger.doneTotals(), list },
      problems: [...problems],
      encryption: key === undefined ? null : { cipher: 'aes-256-gcm' as const, keyMark: keyMark(key) },
    };
    await writeManifest(target, content, key);
    await target.flush();
    const manifest = await readManifest(target, name);
    if (manifest === undefined || manifest === 'damaged') throw unreliable(target);
    await writeCheck(target, name, { checkedAt: Date.now(), state: 'verified' });
    await target.flush();
    return manifest;
  } finally {
    for (const lease of leases) await lease.release().catch(() => undefined);
    rmSync(join(workFolder, 'fetched'), { recursive: true, force: true });
  }
}

/** One line per object: key, size, digest. */
async function writeList(
  target: BackupTarget,
  name: string,
  ledger: Ledger,
): Promise<BackupManifest['objects']['list']> {
  const hasher = new Bun.CryptoHasher('sha256');
  let rows = 0;
  let bytes = 0;
  await writeStream(
    target,
    objectListPath(name),
    (function* () {
      for (const page of ledger.done()) {
        const piece = formatObjects(page);
        hasher.update(piece);
        rows += page.length;
        bytes += piece.byteLength;
        yield piece;
      }
    })(),
  );
  return { rows, bytes, sha256: hasher.digest('hex') };
}

/** Removes all files of a backup or of an unfinished one. */
async function removeFolder(target: BackupTarget, name: string): Promise<void> {
  await target.remove([manifestPath(name)]);
  const paths: string[] = [checkPath(name)];
  for await (const { path } of target.list(name)) paths.push(path);
  await target.remove(paths);
}

async function removeSurplus(target: BackupTarget, index: TargetIndex): Promise<void> {
  for (const page of index.surplus()) {
    await target.remove(page.map(({ sha256 }) => storedObjectPath(sha256)));
    for (const { sha256 } of page) index.forgetStored(sha256);
  }
}
