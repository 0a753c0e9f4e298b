// A registry of running service processes: one small file per process below `serving/` in the data directory, named
// after its process mark, with text about that process; those that are still starting are below `starting/`. A process rewrites its file when the text changes and every ten
// seconds. Readers ignore and remove files of dead processes. A process in another container, whose state is unknown,
// counts as running while its file is recent. The folder can be deleted safely.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ifPresentSync, isTemporaryName, removeQuietly, writeAtomically } from './durable.ts';
import { processMark, readProcessState } from './process-identity.ts';

const WRITE_AGAIN_MS = 10_000;
/** Three times the interval between writes. */
const UNKNOWN_RUNNING_MS = 30_000;
/** A file of a process of unknown state is removed after a day. */
const UNKNOWN_KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * What a notice is about. `starting`: until the database has answered for the first time. `shared-address`: nearly all
 * requests come from one private address.
 */
type NoticeKind = 'starting' | 'serving' | 'shared-address';

/** The folder of the files. */
export const noticesPath = (dataDirectory: string, kind: NoticeKind): string => join(dataDirectory, kind);

export interface ServiceNotice {
  /** Replaces the text; call it often. File system errors propagate. */
  write(text: string): void;
  remove(): void;
}

/** The file of this process. Nothing is written before the first text. */
export function openServiceNotice(dataDirectory: string, kind: NoticeKind = 'serving'): ServiceNotice {
  const folder = noticesPath(dataDirectory, kind);
  const path = join(folder, `${processMark()}.${randomBytes(4).toString('hex')}.json`);
  let written: string | undefined;
  let writtenAt = 0;
  return {
    write: (text) => {
      const now = performance.now();
      if (text === written && now - writtenAt < WRITE_AGAIN_MS) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeAtomically(path, Buffer.from(text));
      written = text;
      writtenAt = now;
    },
    remove: () => removeQuietly(path),
  };
}

/** Texts of the service processes that are running. Removes the files of dead ones. */
export function readServiceNotices(dataDirectory: string, kind: NoticeKind = 'serving'): readonly string[] {
  const folder = noticesPath(dataDirectory, kind);
  const texts: string[] = [];
  for (const name of ifPresentSync(() => readdirSync(folder)) ?? []) {
    // A file may be gone by now, because its process ended.
    const text = isTemporaryName(name) ? undefined : ifPresentSync(() => readRunning(join(folder, name), name));
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

/** The text of a file if its process is running. */
function readRunning(path: string, name: string): string | undefined {
  const state = readProcessState(name.split('.')[0] ?? '');
  const age = state === 'unknown' ? Date.now() - statSync(path).mtimeMs : 0;
  if (state === 'dead' || age > UNKNOWN_KEPT_MS) removeQuietly(path);
  return state === undefined || state === 'dead' || age > UNKNOWN_RUNNING_MS ? undefined : readFileSync(path, 'utf8');
}
