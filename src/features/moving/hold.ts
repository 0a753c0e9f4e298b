// One command at a time on a folder: a file that is locked through the kernel, so that the hold ends with its process,
// however that ends.
import { closeSync, fstatSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openNativeFiles } from '../../platform/files/native.ts';
import { operatorError } from '../release/common/operator-error.ts';

/** Holds `path` until disposed; refuses when another process does. */
export function holdFile(path: string, otherwise: string): Disposable {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (;;) {
    const descriptor = openSync(path, 'a', 0o600);
    const { lockExclusively } = openNativeFiles();
    if (lockExclusively !== undefined && !lockExclusively(descriptor)) {
      closeSync(descriptor);
      throw operatorError('folder_busy', otherwise, path);
    }
    // Whoever held it before may have removed the file between our two steps: then this one holds nothing.
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
