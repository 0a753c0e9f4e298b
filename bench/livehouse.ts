// Livehouse as the benchmarks start it: publications and servers as processes of their own, with a data directory in a
// temporary folder, on loopback. Everything is removed when a benchmark ends, however it ends.

import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../tests/fixtures/free-port.ts';
import { runTool } from './machine.ts';
import { type RunningPeer, requirePeer } from './peers.ts';

export const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url));
const START_MS = 30_000;

/** The core of the server that is measured, and the core of the load. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/** Runs `work` with a new temporary folder that is removed afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'livehouse-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs `work` with an earlier commit in a work tree with its packages, which is removed afterwards. */
export async function withCheckout<T>(commit: string, work: (root: string) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    const root = join(folder, 'earlier');
    await runTool(['git', '-C', PROJECT_ROOT, 'worktree', 'add', '--quiet', '--detach', root, commit]);
    // As root, its database runs as another user, who finds the programs below.
    chmodSync(folder, 0o711);
    try {
      await runTool(['npm', 'ci', '--silent', '--no-audit', '--no-fund', '--prefix', root]);
      return await work(root);
    } finally {
      await runTool(['git', '-C', PROJECT_ROOT, 'worktree', 'remove', '--force', root]);
    }
  });
}

/** A package of `examples/real`; throws a sentence when its files are not installed. */
export function requireExample(name: 'items' | 'minecraft-assets'): string {
  const folder = join(PROJECT_ROOT, 'examples', 'real', name);
  if (!existsSync(join(folder, 'node_modules'))) {
    throw new Error(`examples/real/${name} has no data yet: npm ci --prefix examples/real/${name}`);
  }
  return folder;
}

export interface Finished {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  /** Largest resident set of the command or of a process that it started, MiB. */
  readonly peakMebibytes: number;
}

/** Runs a command to its end and measures it. Throws when it fails. */
export async function runMeasured(
  command: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const startedAt = performance.now();
  const child = Bun.spawn([...command], {
    stdout: 'ignore',
    stderr: 'pipe',
    env: { ...process.env, ...more },
  });
  const complaint = await new Response(child.stderr).text();
  const code = await child.exited;
  const milliseconds = performance.now() - startedAt;
  if (code !== 0) throw new Error(`${command[0]} failed (${code}): ${complaint.slice(-2000)}`);
  const usage = child.resourceUsage();
  return {
    milliseconds,
    cpuMilliseconds: Number(usage?.cpuTime.total ?? 0) / 1000,
    peakMebibytes: (usage?.maxRSS ?? 0) / 1024 ** 2,
  };
}

/** `livehouse publish` as an operator runs it, by the checkout below `root`. */
export function publishSnapshot(directory: string, data: string, root = PROJECT_ROOT): Promise<Finished> {
  const command = [join(root, 'bin', 'livehouse'), 'publish', directory, '--json'];
  return runMeasured(command, { LIVEHOUSE_DATA: data });
}

export interface RunningLivehouse extends RunningPeer {
  /** From the start of the process to the first `ready`. */
  readonly startMilliseconds: number;
}

export interface HouseOptions {
  /** Settings besides those that every benchmark has. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether it keeps to the server's core; default: yes. */
  readonly pinned?: boolean;
  /** The checkout whose code runs; default: this one. */
  readonly root?: string;
}

/** `livehouse serve` over a data directory. */
export async function startLivehouse(data: string, options: HouseOptions = {}): Promise<RunningLivehouse> {
  const { environment = {}, pinned = true, root = PROJECT_ROOT } = options;
  const port = await freePort();
  const startedAt = performance.now();
  const child = Bun.spawn(
    [
      ...(pinned ? [requirePeer('taskset'), '-c', String(SERVER_CORE)] : []),
      ...[process.execPath, '--no-env-file', join(root, 'src', 'main.ts'), 'serve'],
    ],
    {
      stdout: 'ignore',
      stderr: 'ignore',
      env: {
        ...process.env,
        LIVEHOUSE_DATA: data,
        HOST: '127.0.0.1',
        PORT: String(port),
        LOG_LEVEL: 'warn',
        ...environment,
      },
    },
  );
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await child.exited;
  };
  while (performance.now() - startedAt < START_MS && child.exitCode === null) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return { port, pid: child.pid, stop, startMilliseconds: performance.now() - startedAt };
    await Bun.sleep(5);
  }
  await stop();
  throw new Error('the server did not become ready');
}
