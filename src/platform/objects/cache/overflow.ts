// Where copies of stored objects go while the cache folder is full or cannot be written: a small folder of this process
// alone, in memory where the system has a place for that (`/dev/shm`), else among the temporary files. Bounded; goes away
// with its process, and what a killed one left is removed by the next that needs one.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processMark, readProcessState } from '../../files/process-identity.ts';
import { type CacheFolder, openCacheFolder } from './folder.ts';

const PREFIX = 'livehouse-copies-';
const MEMORY_PLACE = '/dev/shm';
const OVERFLOW_BYTES = 128 * 1024 * 1024;
/** Larger objects wait for the cache folder: they would push everything else out. */
export const OVERFLOW_OBJECT_BYTES = 64 * 1024 * 1024;

export interface OverflowFolder {
  readonly cache: CacheFolder;
  remove(): void;
}

let serial = 0;

/** Makes one. Throws the system's error when no place can be written. */
export function openOverflowFolder(): OverflowFolder {
  serial += 1;
  const name = `${PREFIX}${processMark()}.${serial}`;
  const root = openFirst([MEMORY_PLACE, tmpdir()], name);
  const cache = openCacheFolder({ root, maxBytes: OVERFLOW_BYTES, keptLongest: [] });
  return { cache, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function openFirst(places: readonly string[], name: string): string {
  let failure: unknown;
  for (const place of places) {
    try {
      sweepDead(place);
      mkdirSync(join(place, name), { mode: 0o700 });
      return join(place, name);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function sweepDead(place: string): void {
  for (const name of readdirSync(place)) {
    if (!name.startsWith(PREFIX)) continue;
    const mark = name.slice(PREFIX.length).split('.')[0] ?? '';
    if (readProcessState(mark) === 'dead') rmSync(join(place, name), { recursive: true, force: true });
  }
}
