// Finds the Bun executable of the pinned npm package. Its install script hard-links the platform's binary into
// `bun/bin`; where install scripts are switched off, that file is a stub, so the platform package is tried first.
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Absolute path of a Bun executable that runs on this machine. Throws with a sentence that says what to do. */
export function bunPath() {
  const home = dirname(require.resolve('bun/package.json'));
  const name = process.platform === 'win32' ? 'bun.exe' : 'bun';
  const platform = { linux: 'linux', darwin: 'darwin', win32: 'windows', freebsd: 'freebsd' }[process.platform];
  const arch = process.arch === 'arm64' ? 'aarch64' : 'x64';
  for (const suffix of ['', '-musl', '-baseline']) {
    const path = join(home, '..', '@oven', `bun-${platform}-${arch}${suffix}`, 'bin', name);
    if (existsSync(path)) return path;
  }
  const linked = join(home, 'bin', 'bun.exe');
  if (existsSync(linked) && statSync(linked).size > 1_000_000) return linked;
  throw new Error('Bun is not installed: run "npm ci" in the project folder (Node 22.12 or later).');
}
