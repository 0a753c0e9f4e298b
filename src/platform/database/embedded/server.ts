// The embedded PostgreSQL server under `{data}/postgres`. The first process that needs it starts it, other processes
// join it, a server whose starter was killed is adopted, and the last process to leave stops it. The server runs in its
// own session, so signals to this process do not reach it. Liveness is determined by a kernel lock that the server
// inherits and that ends with its last process, never by a process id alone.
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { errorCode, removeQuietly } from '../../files/durable.ts';
import { withFileLock } from '../../files/lock.ts';
import { openNativeFiles } from '../../files/native.ts';
import { processMark, readProcessState } from '../../files/process-identity.ts';
import type { Log } from '../../telemetry/log.ts';
import { choosePostgresAccount, commandAs, type PostgresAccount } from './account.ts';
import {
  type ClusterFolder,
  createCluster,
  giveToOwner,
  locateCluster,
  openWay,
  POSTGRES_ENVIRONMENT,
  prepareClusterFolder,
  prepareSocketFolder,
  requireMajor,
} from './cluster.ts';
import { openPostgresPackage, type PostgresPackage } from './package.ts';
import { requireNoUpgrade } from './upgrade.ts';

/** Crash recovery replays at most about a gigabyte of WAL. */
const READY_MS = 120_000;
/** A fast shutdown writes one checkpoint. */
const STOP_MS = 25_000;
const SERVER_LOG_BYTES = 8 * 1024 * 1024;
/** More than a service with its workers and commands opens. */
const CONNECTIONS = 100;

export interface EmbeddedServer {
  readonly folder: ClusterFolder;
  /** Joins the running server or starts one; resolves when it accepts queries. Idempotent. */
  ensureRunning(): Promise<void>;
  /** Stops using the server. The last live process to leave stops it. Idempotent. */
  leave(): Promise<void>;
}

let serial = 0;

/**
 * The server of a data directory. Starts nothing yet. `programs` are those of another PostgreSQL, to read a cluster that
 * it made. `connections` is the most that a server started here accepts.
 */
export function openEmbeddedServer(
  dataDirectory: string,
  log: Log,
  programs?: PostgresPackage,
  connections = CONNECTIONS,
): EmbeddedServer {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  // Resolves symbolic links, since the socket path is derived from this name.
  const home = realpathSync(dataDirectory);
  const folder = locateCluster(home);
  serial += 1;
  const presence = join(folder.clients, `${processMark()}.${serial}`);
  let held: number | undefined;
  return {
    folder,
    ensureRunning: async () => {
      for (let attempt = 1; ; attempt += 1) {
        // Also where a server runs: a killed upgrade leaves that of the former PostgreSQL.
        if (programs === undefined) requireNoUpgrade(home);
        prepareClusterFolder(folder, home);
        const started = await withFileLock(folder.startLock, async () => {
          // Anew each time: another process may have removed the file.
          if (held !== undefined) closeSync(held);
          held = openSync(presence, 'a', 0o600);
          openNativeFiles().lockExclusively?.(held);
          return isServerAlive(folder) ? undefined : startServer(folder, home, log, connections, programs);
        });
        const outcome = await waitUntilReady(folder);
        if (outcome === 'ready') {
          log.debug(started === undefined ? 'database server joined' : 'database server started', {
            folder: folder.root,
          });
          return;
        }
        // A server that we joined may have been shutting down, so try again. One that we started ourselves has failed.
        if (outcome === 'gone' && started === undefined && attempt < 3) continue;
        const words = readLogTail(folder, started ?? 0);
        throw new Error(`The embedded PostgreSQL ${outcome === 'gone' ? 'ended' : 'did not get ready'}:\n${words}`);
      }
    },
    leave: async () => {
      if (!existsSync(presence)) return;
      await withFileLock(folder.startLock, async () => {
        removeQuietly(presence);
        if (held !== undefined) closeSync(held);
        held = undefined;
        if (countClients(folder) === 0 && isServerAlive(folder)) await stopServer(folder, log);
      });
    },
  };
}

/** Whether any server process of this folder is alive. */
function isServerAlive(folder: ClusterFolder): boolean {
  const descriptor = lockServer(folder);
  if (descriptor === undefined) return true;
  closeSync(descriptor);
  return openNativeFiles().lockExclusively === undefined && isPostmasterAlive(folder);
}

/** Takes the kernel lock that a live server holds; undefined when one holds it. The caller closes the descriptor. */
function lockServer(folder: ClusterFolder): number | undefined {
  const descriptor = openSync(folder.serverLock, 'a', 0o600);
  const { lockExclusively } = openNativeFiles();
  if (lockExclusively === undefined || lockExclusively(descriptor)) return descriptor;
  closeSync(descriptor);
  return undefined;
}

/**
 * Starts a server and returns the size of its log before the start. The caller holds the start lock and has checked
 * that no server is alive.
 */
async function startServer(
  folder: ClusterFolder,
  dataDirectory: string,
  log: Log,
  connections: number,
  given: PostgresPackage | undefined,
): Promise<number> {
  const programs = given ?? openPostgresPackage();
  const account = choosePostgresAccount(folder.cluster, folder.root);
  openWay(folder, account, programs);
  if (!existsSync(folder.cluster)) await createCluster(folder, account, programs, log);
  requireMajor(folder, programs);
  prepareSocketFolder(folder, account);
  if (openNativeFiles().lockExclusively !== undefined) {
    // No server is alive, so these files belong to a dead one. PostgreSQL would refuse to start if the recorded process
    // id now belongs to another process.
    removeQuietly(join(folder.cluster, 'postmaster.pid'));
    removeQuietly(folder.socket);
    removeQuietly(`${folder.socket}.lock`);
  }
  if (existsSync(folder.serverLog) && statSync(folder.serverLog).size > SERVER_LOG_BYTES) {
    renameSync(folder.serverLog, `${folder.serverLog}.1`);
  }
  const output = openSync(folder.serverLog, 'a', 0o600);
  const lock = lockServer(folder);
  try {
    giveToOwner(folder.serverLog, dataDirectory);
    giveToOwner(folder.serverLock, dataDirectory);
    const before = statSync(folder.serverLog).size;
    await spawnServer(folder, account, programs, { connections, output, lock });
    return before;
  } finally {
    closeSync(output);
    if (lock !== undefined) closeSync(lock);
  }
}

interface SpawnPlan {
  readonly connections: number;
  /** Descriptors of the log and of the kernel lock. */
  readonly output: number;
  readonly lock: number | undefined;
}

async function spawnServer(
  folder: ClusterFolder,
  account: PostgresAccount,
  programs: PostgresPackage,
  { connections, output, lock }: SpawnPlan,
): Promise<void> {
  const settings = {
    ...SERVER_SETTINGS,
    ...(programs.major >= 18 && SETTINGS_SINCE_18),
    max_connections: String(connections),
    unix_socket_directories: folder.socketFolder,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = commandAs(account, programs.postgres, ['-D', folder.cluster, ...options]);
  const { uid, gid } = command;
  const child = spawn(command.program, [...command.args], {
    cwd: '/',
    env: POSTGRES_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', output, output, ...(lock === undefined ? [] : [lock])],
    ...(uid === undefined || gid === undefined ? {} : { uid, gid }),
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  child.unref();
}

const SERVER_SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  shared_buffers: '64MB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  // Few processes, for small machines: no parallel plans, no JIT.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements and errors may contain user content, so the server does not log them; the client does.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_min_messages: 'log',
} as const;

/** No I/O workers. */
const SETTINGS_SINCE_18 = { io_method: 'sync' } as const;

async function waitUntilReady(folder: ClusterFolder): Promise<'ready' | 'gone' | 'late'> {
  const deadline = Date.now() + READY_MS;
  for (let pauseMs = 5; Date.now() < deadline; pauseMs = Math.min(100, pauseMs * 1.5)) {
    if (readPostmaster(folder)?.ready === true && (await isListening(folder.socket))) return 'ready';
    if (!isServerAlive(folder)) return 'gone';
    await Bun.sleep(pauseMs);
  }
  return 'late';
}

function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => {
      connection.destroy();
      resolve(true);
    });
    connection.on('error', () => resolve(false));
  });
}

/** The postmaster as recorded in `postmaster.pid` (line 1: process id, line 8: state). */
function readPostmaster(folder: ClusterFolder): { readonly pid: number; readonly ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(folder.cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 1 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

/** On Linux the command line is checked as well, since the process id may have been reused. */
function isServerProcess(folder: ClusterFolder, pid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder.cluster);
  } catch {
    return false;
  }
}

function isPostmasterAlive(folder: ClusterFolder): boolean {
  const postmaster = readPostmaster(folder);
  return postmaster !== undefined && signal(postmaster.pid, 0);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Number of live processes that use the server. Removes the files of dead ones. */
function countClients(folder: ClusterFolder): number {
  let living = 0;
  for (const name of readdirSync(folder.clients)) {
    const path = join(folder.clients, name);
    // The mark alone does not tell: in a container, a sandboxed service and a command beside it may read different boot ids,
    // and then each is unknown to the other. The lock on the file tells in any case, where the system has it.
    if (readProcessState(name.split('.')[0] ?? '') === 'alive' || isHeld(path)) living += 1;
    else removeQuietly(path);
  }
  return living;
}

/** Whether a live process holds the kernel's lock on a file. */
function isHeld(path: string): boolean {
  const { lockExclusively } = openNativeFiles();
  if (lockExclusively === undefined) return false;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    return !lockExclusively(descriptor);
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Fast shutdown: ends sessions and writes everything. The caller holds the start lock. */
async function stopServer(folder: ClusterFolder, log: Log): Promise<void> {
  const postmaster = readPostmaster(folder);
  if (postmaster === undefined || !isServerProcess(folder, postmaster.pid)) return;
  if (!signal(postmaster.pid, 'SIGINT')) return;
  const deadline = Date.now() + STOP_MS;
  while (isServerAlive(folder)) {
    if (Date.now() > deadline) {
      log.warn('the database server is still stopping', { pid: postmaster.pid });
      return;
    }
    await Bun.sleep(10);
  }
  if (!folder.socketFolder.startsWith(folder.root)) rmSync(folder.socketFolder, { recursive: true, force: true });
  log.debug('database server stopped', { folder: folder.root });
}

function readLogTail(folder: ClusterFolder, from: number): string {
  try {
    return readFileSync(folder.serverLog).subarray(from).toString('utf8').trim().split('\n').slice(-8).join('\n');
  } catch {
    return '';
  }
}
