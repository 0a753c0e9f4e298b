// The object store as files in one folder; object keys are relative paths. Writes are atomic (temporary file, then
// rename), `flush` makes all of them durable at once, and `swap` is a compare-and-set under a lock file, across
// processes. Files are accessible to the service's user only. Does not verify digests; readers do.
import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { CAS_PREFIX, contentKey, isPointerKey, SERVERS_PREFIX } from '../../../kernel/object-key.ts';
import {
  errorCode,
  ifPresentSync,
  isAbsence,
  makeFolderDurably,
  removeEmptyFolders,
  removeQuietly,
  syncFile,
  syncFolder,
  temporaryPath,
  writeAtomically,
} from '../../files/durable.ts';
import { sweepLeftovers } from '../../files/leftovers.ts';
import { LOCK_SUFFIX, LockTimeout, withFileLock } from '../../files/lock.ts';
import { IngestError, isContentStored } from '../ingest/file.ts';
import { ingestFiles } from '../ingest/pool.ts';
import { openReadAhead } from '../ingest/read-ahead.ts';
import { fingerprintOf } from '../local-file.ts';
import { isObjectName, requireSafeKey } from '../name.ts';
import {
  type ContentFinding,
  type ListedObject,
  type LocalObject,
  type Objects,
  ObjectsUnavailable,
} from '../objects.ts';
import { DiskFlush } from './flush.ts';
import { PartJoiner } from './part-joiner.ts';
import { copyDurably, openDiskParts } from './parts.ts';

/** File systems round timestamps. */
const CLOCK_SKEW_MS = 2000;
/** Opens the store below `root`. Opening does not touch the disk; the first write creates the folder. */
export function openDiskObjects(root: string): Objects {
  const unsynced = new DiskFlush(root);

  const pathOf = (key: string): string => {
    requireSafeKey(key);
    return join(root, key);
  };
  /**
   * Set once the store has contained a pointer. From then on a missing `servers` folder means that the storage is
   * unavailable (for example unmounted), not empty.
   */
  let lasting = false;
  const find = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const found = await absent(work);
    if (found === undefined && lasting && !existsSync(join(root, SERVERS_PREFIX))) {
      throw new ObjectsUnavailable('The folder of the object store is gone');
    }
    return found;
  };
  const read = async (key: string): Promise<Uint8Array | undefined> => {
    const bytes = await find(async () => new Uint8Array(await readFile(pathOf(key))));
    if (bytes !== undefined && isPointerKey(key)) lasting = true;
    return bytes;
  };

  const joiner = new PartJoiner();
  const parts = openDiskParts(pathOf, joiner);

  const remove = async (key: string): Promise<void> => {
    const path = pathOf(key);
    await absent(() => unlink(path));
    removeEmptyFolders(root, path);
  };
  const local = (key: string): Promise<LocalObject | undefined> =>
    find(async () => {
      const path = pathOf(key);
      const found = await requireFile(path);
      return { path, bytes: found.size, fingerprint: fingerprintOf(found) };
    });

  return {
    read,
    clockSkewMs: CLOCK_SKEW_MS,
    parts: {
      overwrites: parts.overwrites,
      nameUpload: parts.nameUpload,
      begin: parts.begin,
      write: (...call) => guard(() => parts.write(...call)),
      finish: (...call) => guard(() => parts.finish(...call)),
      secure: (...call) => guard(() => parts.secure(...call)),
      drop: (...call) => guard(() => parts.drop(...call)),
      abort: (...call) => guard(() => parts.abort(...call)),
      sweep: () => guard(() => sweepLeftovers(root)),
    },
    writeFile: (key, path) => guard(() => copyDurably(joiner, path, pathOf(key))),
    readVersioned: async (key) => {
      const bytes = await read(key);
      return bytes && { bytes, version: sha256Hex(bytes) };
    },
    local,
    renew: async () => undefined,
    write: async (key, bytes) => {
      const path = pathOf(key);
      guardSync(() => writeAtomically(path, bytes));
      unsynced.touch(path);
    },
    writeContent: async (sha256, bytes) => {
      const path = pathOf(contentKey(sha256));
      // Existing content may come from a process that died before its flush, so this store's flush includes it.
      unsynced.touch(path);
      return guardSync(() => {
        if (isContentStored(path, bytes.byteLength)) return false;
        writeAtomically(path, bytes);
        return true;
      });
    },
    ingest: async (items, onResult) => {
      try {
        await guard(() => ingestFiles(join(root, CAS_PREFIX), items, onResult));
      } finally {
        // At the end, since a concurrent flush covers only part of the ingest.
        unsynced.touchMany();
      }
    },
    readAhead: () => {
      unsynced.touchMany();
      const ahead = openReadAhead(join(root, CAS_PREFIX));
      return {
        add: ahead.add,
        finish: (onRead) => guard(() => ahead.finish(onRead)).finally(() => unsynced.touchMany()),
      };
    },
    contentPath: (sha256) => pathOf(contentKey(sha256)),
    digestContent: async (items, onResult) => {
      const files = await Promise.all(items.map(({ sha256 }) => local(contentKey(sha256))));
      await guard(() => digestFiles(join(root, CAS_PREFIX), files, onResult));
    },
    presentContent: async (digests) => {
      unsynced.touchMany();
      return guardSync(() => readPresent(join(root, CAS_PREFIX), digests));
    },
    flush: () => guard(() => unsynced.flush()),
    swap: (key, expected, next) =>
      guard(async () => {
        const path = pathOf(key);
        await makeFolderDurably(dirname(path));
        return withFileLock(`${path}${LOCK_SUFFIX}`, () => swapFile(path, expected, next));
      }),
    list: (prefix) =>
      listBelow(
        root,
        prefix === ''
          ? ''
          : pathOf(prefix)
              .slice(root.length + 1)
              .replace(/\/+$/, ''),
      ),
    children: async (prefix) => {
      const names = await find(() => readdir(prefix === '' ? root : pathOf(prefix)));
      return (names ?? []).filter(isObjectName).sort();
    },
    remove,
    removeAll: async (keys) => {
      for (const key of keys) await remove(key);
    },
    probe: () =>
      guard(async () => {
        const path = temporaryPath(root);
        try {
          writeAtomically(path, Buffer.from('probe'));
          await syncFile(path);
          if ((await readFile(path, 'utf8')) !== 'probe') {
            throw new ObjectsUnavailable('The object store does not give back what was written');
          }
        } finally {
          removeQuietly(path);
        }
        return `files below ${root}`;
      }),
    close: async () => joiner.close(),
    sweepLeftovers: (dryRun = false) => guard(() => sweepLeftovers(root, dryRun)),
  };
}

/** Reads existing files and reports their digests. An unreadable file does not stop the others. */
async function digestFiles(
  contentFolder: string,
  files: readonly (LocalObject | undefined)[],
  onResult: (index: number, finding: ContentFinding) => void,
): Promise<void> {
  const open = new Map<string, number>();
  files.forEach((file, index) => {
    if (file === undefined) onResult(index, { kind: 'missing' });
    else open.set(file.path, index);
  });
  while (open.size > 0) {
    const batch = [...open].map(([path, index]) => ({ path, index, bytes: files[index]?.bytes ?? 0, hashOnly: true }));
    try {
      await ingestFiles(contentFolder, batch, (at, { sha256, bytes, blocks }) => {
        const item = batch[at];
        if (item === undefined) return;
        open.delete(item.path);
        onResult(item.index, { kind: 'read', sha256, bytes, blocks });
      });
    } catch (error) {
      const failed = error instanceof IngestError ? open.get(error.path) : undefined;
      if (failed === undefined || !(error instanceof IngestError)) throw error;
      open.delete(error.path);
      onResult(failed, { kind: 'unreadable' });
    }
  }
}

async function requireFile(path: string) {
  const found = await stat(path);
  if (!found.isFile()) throw Object.assign(new Error('not a file'), { code: 'ENOENT' });
  return found;
}

async function swapFile(path: string, expected: string | undefined, next: Uint8Array | undefined): Promise<boolean> {
  const current = await absent(async () => sha256Hex(await readFile(path)));
  if (current !== expected) return false;
  if (next === undefined) {
    if (current !== undefined) await unlink(path);
  } else {
    const temporary = temporaryPath(dirname(path));
    try {
      writeAtomically(temporary, next);
      await syncFile(temporary);
      await rename(temporary, path);
    } finally {
      removeQuietly(temporary);
    }
  }
  await syncFolder(dirname(path));
  return true;
}

function readPresent(contentFolder: string, digests: Iterable<string>): Set<string> {
  const stored = new Map<string, ReadonlySet<string>>();
  const present = new Set<string>();
  for (const digest of digests) {
    const shard = digest.slice(0, 2);
    let names = stored.get(shard);
    if (names === undefined) {
      names = new Set(ifPresentSync(() => readdirSync(join(contentFolder, shard))));
      stored.set(shard, names);
    }
    if (names.has(digest)) present.add(digest);
  }
  return present;
}

async function* listBelow(root: string, folder: string): AsyncIterable<ListedObject> {
  const entries = await readFolder(join(root, folder));
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* listBelow(root, key);
    else if (entry.isFile() && isObjectName(entry.name)) {
      const found = await absent(() => stat(join(root, key)));
      if (found !== undefined) yield { key, bytes: found.size, modifiedAt: found.mtimeMs };
    }
  }
}

async function readFolder(path: string): Promise<Dirent[]> {
  return (await absent(() => readdir(path, { withFileTypes: true }))) ?? [];
}

/** The value, or undefined when there is no such file; other errors become ObjectsUnavailable. */
async function absent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isAbsence(error) || errorCode(error) === 'EISDIR') return undefined;
    throw unavailable(error);
  }
}

async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unavailable(error);
  }
}

function guardSync<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unavailable(error);
  }
}

/** Converts system errors and lock timeouts to ObjectsUnavailable; returns other errors unchanged. */
function unavailable(error: unknown): unknown {
  if (errorCode(error) === undefined && !(error instanceof LockTimeout)) return error;
  return new ObjectsUnavailable('The object store cannot be used', { cause: error });
}
