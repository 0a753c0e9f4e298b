// Exports all objects of the store, copied with their digests, a few at a time. A copy of an earlier run is kept if it
// is verified and its object is unchanged; a copy whose object no longer exists is removed. Content whose bytes do not
// match its name is left out and reported.
import { createReadStream, rmSync, statSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { forEachConcurrently } from '../../kernel/concurrency/concurrently.ts';
import {
  contentDigestOf,
  isCarriedKey,
  isPointerKey,
  isPromotionsKey,
  pointerKey,
  promotionsKey,
  SERVERS_PREFIX,
} from '../../kernel/object-key.ts';
import { removeQuietly, temporaryPath, writeAtomically } from '../../platform/files/durable.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import { listLocalContent } from '../release/store/retention.ts';
import { objectPath } from './folder.ts';
import type { DoneEntry, Ledger, ListedEntry, WorkEntry } from './ledger.ts';
import { digestFile } from './source.ts';

const AT_A_TIME = 8;
/** Objects up to this size are read whole. */
const SMALL_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

/** Receives the bytes in place so far, and in total. */
export type OnBytes = (done: number, total: number) => void;

/** Lists everything below the prefixes again, except pointers and records of promotions (`pinPointers`). */
export async function listObjects(objects: Objects, prefixes: readonly string[], ledger: Ledger): Promise<void> {
  // Files for queries are not carried: an import makes them anew.
  const queried = await listLocalContent(objects);
  for (const prefix of prefixes) {
    ledger.beginListing(prefix);
    await ledger.list(
      (async function* () {
        for await (const { key, bytes, modifiedAt } of objects.list(prefix)) {
          if (!isCarriedKey(key) || isPointerKey(key) || isPromotionsKey(key)) continue;
          const digest = contentDigestOf(key);
          if (digest !== undefined && queried.has(digest)) continue;
          // Content is immutable, so its modification time is ignored.
          yield { key, bytes, modifiedAt: digest === undefined ? modifiedAt : 0 };
        }
      })(),
    );
  }
}

/**
 * Reads the pointers of all servers, and their records of promotions, before anything is listed. Everything that they
 * refer to was stored before them and is therefore in the listing.
 */
export async function readPointers(objects: Objects): Promise<readonly PinnedPointer[]> {
  const pointers: PinnedPointer[] = [];
  for (const server of await objects.children(SERVERS_PREFIX)) {
    for (const [key, content] of await readPair(objects, server)) if (content) pointers.push({ key, content });
  }
  return pointers;
}

/** The record of promotions and the pointer as they stood together. */
async function readPair(objects: Objects, server: string): Promise<readonly [string, Uint8Array | undefined][]> {
  for (;;) {
    const record = await objects.readVersioned(promotionsKey(server));
    const pointer = await objects.read(pointerKey(server));
    if ((await objects.readVersioned(promotionsKey(server)))?.version !== record?.version) continue;
    return [
      [promotionsKey(server), record?.bytes],
      [pointerKey(server), pointer],
    ];
  }
}

export interface PinnedPointer {
  readonly key: string;
  readonly content: Uint8Array;
}

/** Writes the pointers read before into the folder and the list. */
export async function pinPointers(pointers: readonly PinnedPointer[], folder: string, ledger: Ledger): Promise<void> {
  const entries = pointers.map(({ key, content }) => {
    writeAtomically(objectPath(folder, key), content);
    return { key, bytes: content.byteLength, modifiedAt: 0, sha256: sha256Hex(content) };
  });
  await ledger.list(entries);
  ledger.finish(entries);
}

/**
 * Copies listed objects into `folder`, so that ledger and folder contain exactly these. Returns the number copied by an
 * earlier run.
 */
export async function copyObjects(objects: Objects, folder: string, ledger: Ledger, onBytes: OnBytes): Promise<number> {
  for (const page of ledger.surplus()) {
    for (const { key } of page) rmSync(objectPath(folder, key), { force: true });
    ledger.forget(page.map(({ key }) => key));
  }
  ledger.forgetDamage();
  const total = ledger.totals().bytes;
  let doneBytes = 0;
  let kept = 0;
  for (const page of ledger.work()) {
    const done: DoneEntry[] = [];
    const damaged: string[] = [];
    try {
      await forEachConcurrently(page, AT_A_TIME, async (entry) => {
        if (await isKept(folder, entry)) {
          if (entry.fresh === 0) {
            kept += 1;
            done.push({ ...entry, sha256: entry.sha256 ?? '' });
          }
        } else {
          const sha256 = await copyObject(objects, folder, entry);
          const digest = contentDigestOf(entry.key);
          if (sha256 !== undefined && digest !== undefined && digest !== sha256) {
            rmSync(objectPath(folder, entry.key), { force: true });
            damaged.push(entry.key);
          } else if (sha256 !== undefined) done.push({ ...entry, sha256 });
        }
        doneBytes += entry.bytes;
        onBytes(doneBytes, total);
      });
    } finally {
      // Also after a failure, so that the next run continues from here.
      ledger.finish(done.map((entry) => ({ ...entry, bytes: statSync(objectPath(folder, entry.key)).size })));
    }
    ledger.markDamaged(damaged);
  }
  return kept;
}

/** Whether the folder contains this state of the object: copied by this run, or verified by digest. */
async function isKept(folder: string, { key, bytes, sha256, fresh }: WorkEntry): Promise<boolean> {
  if (sha256 === null) return false;
  if (fresh === 1) return true;
  const path = objectPath(folder, key);
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.size === bytes && (await digestFile(path)) === sha256;
}

/** Digest of the copy; undefined when the object was removed meanwhile. */
async function copyObject(objects: Objects, folder: string, { key, bytes }: ListedEntry): Promise<string | undefined> {
  const target = objectPath(folder, key);
  if (bytes <= SMALL_BYTES) {
    const content = await objects.read(key);
    if (content === undefined) return undefined;
    writeAtomically(target, content);
    return sha256Hex(content);
  }
  const local = await objects.local(key);
  if (local === undefined) return undefined;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const temporary = temporaryPath(dirname(target));
  const hasher = new Bun.CryptoHasher('sha256');
  const file = await open(temporary, 'wx', 0o600);
  try {
    for await (const piece of createReadStream(local.path, { highWaterMark: PIECE_BYTES })) {
      const content: Buffer = piece;
      hasher.update(content);
      await file.writeFile(content);
    }
    await file.close();
    await rename(temporary, target);
    return hasher.digest('hex');
  } catch (error) {
    await file.close().catch(() => undefined);
    removeQuietly(temporary);
    throw error;
  }
}
