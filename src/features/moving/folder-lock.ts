// Allows one command at a time on a folder, by a kernel lock on a file, which is released when its process ends in any
// way.
import { closeSync, fstatSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openNativeFiles } from '../../platform/files/native.ts';
import { operatorError } from '../release/common/operator-error.ts';

/** Locks `path` until disposed. Refuses when another process holds it. */
export function holdFile(path: string, otherwise: string): Disposable {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (;;) {
    const descriptor = openSync(path, 'a', 0o600);
    const { lockExclusively } = openNativeFiles();
    if (lockExclusively !== undefined && !lockExclusively(descriptor)) {
      closeSync(descriptor);
      throw operatorError('folder_busy', otherwise, path);
    }
    // The previous holder may have removed the file between opening and locking; the lock then protects nothing.
    if (statSync(path, { throwIfNoEntry: false })?.ino === fstatSync(descriptor).ino) return release(path, descriptor);
    closeSync(descriptor);
  }
}

const release = (path: string, descriptor: number): Disposable => ({
  [Symbol.dispose]: () => {
    rmSync(path, { force: true });
    closeSync(descriptor);
  },
});
