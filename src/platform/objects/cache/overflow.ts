// A small cache folder for copies of stored objects while the main cache folder is full or not writable. It belongs to
// one process, is in memory where available (`/dev/shm`) or else among the temporary files, and is limited in size. It
// is removed with its process; the overflow folder of a killed process is removed when the next one is created.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processMark, readProcessState } from '../../files/process-identity.ts';
import { type CacheFolder, openCacheFolder } from './folder.ts';

const PREFIX = 'livehouse-copies-';
const MEMORY_PLACE = '/dev/shm';
const OVERFLOW_BYTES = 128 * 1024 * 1024;
/** Larger objects are not copied here, since one would evict everything else. */
export const OVERFLOW_OBJECT_BYTES = 64 * 1024 * 1024;

export interface OverflowFolder {
  readonly cache: CacheFolder;
  remove(): void;
}

let serial = 0;

/** Creates an overflow folder. Throws the system error when no location is writable. */
export function openOverflowFolder(): OverflowFolder {
  serial += 1;
  const name = `${PREFIX}${processMark()}.${serial}`;
  const root = openFirst([MEMORY_PLACE, tmpdir()], name);
  const cache = openCacheFolder({ root, maxBytes: OVERFLOW_BYTES, evictedLast: [] });
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
