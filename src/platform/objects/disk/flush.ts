// Tracks what a disk store has written but not yet made durable, and makes it durable. Flushes run one after another,
// so none reports success while an earlier one is still syncing. A file leaves the list after a successful sync. A
// failed fsync may have dropped dirty pages, and the kernel reports that only once; therefore every later flush of this
// store fails. A newly opened store starts clean, and its callers repeat the writes that were never confirmed.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flushFileSystem, ifPresent, SyncFailure, syncFile, syncFolder } from '../../files/durable.ts';

/** Up to this many files are synced one by one. For more, one sync of the file system is cheaper. */
const SYNC_SINGLY_MAX = 32;

export class DiskFlush {
  readonly #root: string;
  /** Files that the next flush syncs. Undefined: too many, or unknown names. */
  #unsynced: Set<string> | undefined = new Set();
  #last: Promise<void> = Promise.resolve();
  #failure: SyncFailure | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** Records that a file was written. */
  touch(path: string): void {
    this.#unsynced?.add(path);
    if (this.#unsynced !== undefined && this.#unsynced.size > SYNC_SINGLY_MAX) this.#unsynced = undefined;
  }

  /** Records that files of unknown names were written. */
  touchMany(): void {
    this.#unsynced = undefined;
  }

  /** Makes everything durable that was recorded before the call. */
  flush(): Promise<void> {
    const flushed = this.#last.catch(() => {}).then(() => this.#flushNoted());
    this.#last = flushed;
    return flushed;
  }

  async #flushNoted(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const files = this.#unsynced;
    this.#unsynced = new Set();
    try {
      if (!existsSync(this.#root)) return;
      if (files !== undefined) await syncSingly(this.#root, [...files]);
      else if (!(await flushFileSystem(this.#root))) await syncEverything(this.#root);
    } catch (error) {
      if (error instanceof SyncFailure) this.#failure = error;
      if (files === undefined) this.touchMany();
      else for (const file of files) this.touch(file);
      throw error;
    }
  }
}

async function syncSingly(root: string, files: readonly string[]): Promise<void> {
  await Promise.all(files.map(syncFile));
  const folders = new Set<string>();
  for (const file of files) {
    for (let folder = dirname(file); folder.length >= root.length; folder = dirname(folder)) folders.add(folder);
  }
  await Promise.all([...folders].map(syncFolder));
}

/** Fallback for systems without `syncfs`: syncs every file and folder of the store. */
async function syncEverything(folder: string): Promise<void> {
  for (const entry of (await ifPresent(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncEverything(path);
    else if (entry.isFile()) await syncFile(path);
  }
  await syncFolder(folder);
}
