// The place that backups are written to: a folder, or a prefix of a bucket. Files have paths with slashes; a file exists whole
// or not at all. Everything is read and written in pieces, so memory use does not depend on sizes.
import type { FileSink } from '../../platform/files/copy.ts';
import { digestOfPath, OBJECTS_FOLDER } from './layout.ts';

interface TargetFile {
  readonly path: string;
  readonly bytes: number;
}

export interface BackupTarget {
  /** For messages: the folder, or server, bucket and prefix. */
  readonly place: string;
  /** Throws TargetAway for a folder that is missing, or a store that does not answer. */
  requireThere(): Promise<void>;
  /** Names of the folders directly below the target. */
  folders(): Promise<readonly string[]>;
  /** Files below a folder, in no order. */
  list(folder: string): AsyncIterable<TargetFile>;
  /** A small file, or undefined. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** The bytes of a file in pieces, from the target itself. Throws FileMissing. */
  stream(path: string): AsyncIterable<Uint8Array>;
  /** Opens a file for writing, which replaces an existing one at the end. */
  open(path: string): Promise<FileSink>;
  /** A local file with the bytes of a file; undefined where the target is elsewhere. */
  localPath(path: string): string | undefined;
  /** Makes everything written so far durable. */
  flush(): Promise<void>;
  /** Removes files, and folders that become empty. Missing ones are ignored. */
  remove(paths: readonly string[]): Promise<void>;
  /** Removes what interrupted writers left: temporary files, parts of unfinished uploads. */
  sweep(): Promise<void>;
  close(): void;
}

/** A file of the target is not there. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

/** The target cannot be used now. */
export class TargetAway extends Error {
  override readonly name = 'TargetAway';
}

/** The target has no room for what is written. */
export class TargetFull extends Error {
  override readonly name = 'TargetFull';
}

/** Writes a file from pieces. Leaves nothing behind when it fails. */
export async function writeStream(
  target: BackupTarget,
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const sink = await target.open(path);
  try {
    for await (const piece of pieces) await sink.write(piece);
    await sink.finish();
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

/** The objects that a target has. */
export async function* listStored(target: BackupTarget) {
  for await (const { path, bytes } of target.list(OBJECTS_FOLDER)) {
    const sha256 = digestOfPath(path);
    if (sha256 !== undefined) yield { sha256, bytes };
  }
}

/** Runs work on a target; `describe` turns the errors of its engine into the two above, or returns them as they are. */
export function guardTarget(target: BackupTarget, describe: (error: unknown) => unknown): BackupTarget {
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw describe(error);
    }
  };
  async function* each<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* items;
    } catch (error) {
      throw describe(error);
    }
  }
  return {
    place: target.place,
    requireThere: () => run(() => target.requireThere()),
    folders: () => run(() => target.folders()),
    list: (folder) => each(target.list(folder)),
    read: (path) => run(() => target.read(path)),
    stream: (path) => each(target.stream(path)),
    open: (path) =>
      run(async () => {
        const sink = await target.open(path);
        return {
          write: (piece) => run(() => sink.write(piece)),
          finish: () => run(() => sink.finish()),
          discard: () => sink.discard(),
        };
      }),
    localPath: (path) => target.localPath(path),
    flush: () => run(() => target.flush()),
    remove: (paths) => run(() => target.remove(paths)),
    sweep: () => run(() => target.sweep()),
    close: () => target.close(),
  };
}
