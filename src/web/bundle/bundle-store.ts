// Bundles in the cache folder, each in a folder named by the digest of its sources. A bundle is built once, by the first
// process that needs it. The last three stay served, so that pages that are open during an update find their files.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UNFRAMED } from '../../http/answer/headers.ts';
import { blobRepresentation, type Content } from '../../http/content/bytes.ts';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { PACKAGE_ROOT } from '../../platform/config/package-root.ts';
import { withFileLock } from '../../platform/files/lock.ts';
import { type BundlePlan, listBundleSources, PLAN_FILE, planSchema, WEB_ROOT } from './build-bundle.ts';

export interface BundleStore {
  /** What the current bundle has. Builds it when it is asked for the first time. */
  plan(): Promise<BundlePlan>;
  /** A file of the last three bundles. */
  read(file: string): Promise<Content | undefined>;
}

const KEPT_BUNDLES = 3;
const MEMORY_BYTES = 4 * 1024 * 1024;
const PROGRAM = join(WEB_ROOT, 'bundle', 'build-program.ts');

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  map: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
};

/** Digest of everything that the bundle is made from. */
function digestSources(): string {
  const hasher = new Bun.CryptoHasher('sha256');
  // The package names every library in its exact version.
  hasher.update(`${Bun.version}\n${readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')}\n`);
  for (const path of listBundleSources()) {
    hasher.update(`${path}\n`);
    hasher.update(readFileSync(join(WEB_ROOT, path)));
  }
  return hasher.digest('hex').slice(0, 32);
}

/** Opens the bundles of a cache folder. Builds nothing yet. */
export function openBundleStore(cacheDirectory: string): BundleStore {
  const root = join(cacheDirectory, 'web');
  const cache = new BoundedCache<string, Content>(MEMORY_BYTES);
  let current: Promise<BundlePlan> | undefined;

  async function open(): Promise<BundlePlan> {
    const folder = join(root, digestSources());
    const known = await readPlan(folder);
    if (known !== undefined) {
      touch(folder);
      return known;
    }
    mkdirSync(root, { recursive: true, mode: 0o700 });
    return withFileLock(`${folder}.lock`, async () => (await readPlan(folder)) ?? build(folder));
  }

  async function build(folder: string): Promise<BundlePlan> {
    const staging = `${folder}.${process.pid}.new`;
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { recursive: true, mode: 0o700 });
    const program = Bun.spawn([process.execPath, '--no-env-file', PROGRAM, staging], {
      cwd: PACKAGE_ROOT,
      stdout: 'ignore',
      stderr: 'pipe',
    });
    const [code, complaint] = await Promise.all([program.exited, new Response(program.stderr).text()]);
    const plan = await readPlan(staging);
    if (code !== 0 || plan === undefined) throw new Error(`the files of the pages could not be built: ${complaint}`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(staging, folder);
    for (const old of listBundles(root).slice(KEPT_BUNDLES)) rmSync(old, { recursive: true, force: true });
    return plan;
  }

  return {
    plan: () => {
      current ??= open().catch((error: unknown) => {
        current = undefined;
        throw error;
      });
      return current;
    },
    read: async (file) => {
      const standing = cache.read(file);
      if (standing !== undefined) return standing;
      await (current ?? Promise.resolve());
      for (const folder of listBundles(root)) {
        const content = await readContent(join(folder, file));
        if (content === undefined) continue;
        cache.store(file, content, content.identity.bytes * 2);
        return content;
      }
      return undefined;
    },
  };
}

async function readPlan(folder: string): Promise<BundlePlan | undefined> {
  const file = Bun.file(join(folder, PLAN_FILE));
  if (!(await file.exists())) return undefined;
  const plan = planSchema.safeParse(await file.json().catch(() => undefined));
  return plan.success ? plan.data : undefined;
}

/** Folders of bundles, the newest first. */
function listBundles(root: string): readonly string[] {
  try {
    return readdirSync(root)
      .filter((name) => /^[0-9a-f]{32}$/.test(name))
      .map((name) => join(root, name))
      .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  } catch {
    return [];
  }
}

/** Marks a bundle as used. */
function touch(folder: string): void {
  const now = Date.now() / 1000;
  try {
    utimesSync(folder, now, now);
  } catch {
    // A cache that is read-only still serves.
  }
}

async function readContent(path: string): Promise<Content | undefined> {
  const [file, coded] = [Bun.file(path), Bun.file(`${path}.br`)];
  if (!(await file.exists())) return undefined;
  const [bytes, br] = await Promise.all([file.bytes(), (await coded.exists()) ? coded.bytes() : undefined]);
  const digest = sha256Hex(bytes);
  const headers = new Headers({
    'Content-Type': TYPES[basename(path).split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    'Cache-Control': 'public, max-age=31536000, immutable',
    ...UNFRAMED,
    Vary: 'Accept-Encoding',
  });
  return {
    identity: blobRepresentation(new Blob([bytes]), `"${digest}"`),
    br: br && blobRepresentation(new Blob([br]), `"${digest}-br"`),
    headers,
    ranges: false,
  };
}
