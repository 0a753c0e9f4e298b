// The size of an installation without development tools, computed from the lock file and from what is installed here. Also
// checks that the one separately installed package is named in the tested version everywhere.
import { expect, test } from 'bun:test';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { describeAbsence } from '../../src/app/doctor/media.ts';
import { INSTALL_VIDEO, VIDEO_PACKAGE } from '../../src/platform/media/video/engine.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MEGABYTES_MAX = 300;

const lockSchema = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

/** Disk usage of a folder without nested packages; a file with several names counts once. */
function measure(folder: string, seen: Set<number>): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') bytes += measure(path, seen);
      continue;
    }
    const { ino, blocks, nlink } = lstatSync(path);
    if (nlink > 1 && seen.has(ino)) continue;
    seen.add(ino);
    bytes += blocks * 512;
  }
  return bytes;
}

test('without development tools an installation stays below its limit', () => {
  const { packages } = lockSchema.parse(readJson('package-lock.json'));
  const shipped = Object.entries(packages).flatMap(([path, { dev }]) => (path !== '' && dev !== true ? [path] : []));
  expect(shipped).toContain('node_modules/bun');
  const seen = new Set<number>();
  const sizes = shipped.flatMap((path): (readonly [string, number])[] => {
    try {
      return [[path, measure(join(ROOT, path), seen) / 1024 ** 2]];
    } catch {
      // Built for another platform.
      return [];
    }
  });
  expect(sizes.length).toBeGreaterThan(50);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  const largest = sizes.sort(([, a], [, b]) => b - a).slice(0, 8);
  expect({ total: total < MEGABYTES_MAX ? 'below' : total, largest }).toEqual({ total: 'below', largest });
});

test('the package that brings FFmpeg is named in the tested version, and the doctor says how to install it', () => {
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(readJson('package.json'));
  expect(VIDEO_PACKAGE).toBe(`node-av@${devDependencies['node-av']}`);
  for (const name of ['Dockerfile', 'docs/uploads.md']) {
    expect(readFileSync(join(ROOT, name), 'utf8')).toContain(VIDEO_PACKAGE);
  }
  expect(readFileSync(join(ROOT, 'docs/uploads.md'), 'utf8')).toContain(INSTALL_VIDEO);
  expect(describeAbsence(undefined)).toMatchObject({ state: 'warn', detail: expect.stringContaining(INSTALL_VIDEO) });
  expect(describeAbsence('/no/ffmpeg')).toMatchObject({ state: 'fail' });
});
