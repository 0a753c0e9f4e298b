// A backup target in a folder. The folder must exist: it is usually another disk, and where that is not mounted, a new folder
// would fill the disk of the system.
import { existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { opendir, readFile, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openFileSink, readPieces } from '../../platform/files/copy.ts';
import {
  errorCode,
  flushFileSystem,
  ifPresent,
  isAbsence,
  isTemporaryName,
  SyncFailure,
  syncFile,
  syncFolder,
} from '../../platform/files/durable.ts';
import { type BackupTarget, FileMissing, guardTarget, TargetAway, TargetFull } from './target.ts';

const FOLDER_MODE = 0o700;

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export const openFolderTarget = (root: string): BackupTarget =>
  guardTarget(openFolder(root), (error) => {
    const code = error instanceof SyncFailure ? error.code : errorCode(error);
    if (code === undefined) return error;
    const message = error instanceof Error ? error.message : String(error);
    return FULL.has(code)
      ? new TargetFull(`The disk of ${root} is full (${code})`, { cause: error })
      : new TargetAway(`${root} cannot be used: ${message}`, { cause: error });
  });

function openFolder(root: string): BackupTarget {
  /** Files written since the last flush, where the system cannot flush all at once. */
  let written: string[] = [];
  return {
    place: root,
    requireThere: async () => {
      if (statSync(root, { throwIfNoEntry: false })?.isDirectory()) return;
      throw new TargetAway(`${root} does not exist: is its disk mounted? Livehouse does not make this folder`);
    },
    folders: async () =>
      readdirSync(root, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name),
    list: async function* (folder) {
      for await (const { path, bytes } of walk(join(root, folder))) {
        if (!isTemporaryName(path.slice(path.lastIndexOf('/') + 1))) yield { path: path.slice(root.length + 1), bytes };
      }
    },
    read: (path) => ifPresent(readFile(join(root, path))),
    stream: async function* (path) {
      try {
        yield* readPieces(join(root, path));
      } catch (error) {
        if (isAbsence(error)) throw new FileMissing(path, { cause: error });
        throw error;
      }
    },
    open: async (path) => {
      const file = join(root, path);
      // Not `recursive` above the root, which may have disappeared meanwhile.
      makeFolder(root, dirname(file));
      const sink = await openFileSink(file);
      return {
        ...sink,
        finish: async () => {
          await sink.finish();
          written.push(file);
        },
      };
    },
    localPath: (path) => join(root, path),
    flush: async () => {
      const files = written;
      written = [];
      if (await flushFileSystem(root)) return;
      for (const file of files) await syncFile(file);
      for (const folder of new Set(files.map((file) => dirname(file)))) await syncFolder(folder);
    },
    remove: async (paths) => {
      for (const path of paths) {
        await unlink(join(root, path)).catch((error: unknown) => {
          if (!isAbsence(error)) throw error;
        });
        removeEmpty(root, dirname(join(root, path)));
      }
    },
    sweep: async () => {
      if (!existsSync(root)) return;
      // Only one run writes at a time, so every temporary file belongs to a run that has ended.
      for await (const { path } of walk(root)) {
        if (isTemporaryName(path.slice(path.lastIndexOf('/') + 1))) await unlink(path).catch(() => undefined);
      }
    },
    close: () => undefined,
  };
}

function makeFolder(root: string, folder: string): void {
  if (folder === root || existsSync(folder)) return;
  makeFolder(root, dirname(folder));
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

function removeEmpty(root: string, folder: string): void {
  try {
    for (let path = folder; path.length > root.length; path = dirname(path)) rmdirSync(path);
  } catch {
    // Not empty, or already gone.
  }
}

async function* walk(folder: string): AsyncGenerator<{ readonly path: string; readonly bytes: number }> {
  if (!existsSync(folder)) return;
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found !== undefined) yield { path, bytes: found.size };
    }
  }
}
