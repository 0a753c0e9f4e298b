// The data folder of the embedded PostgreSQL: `{data}/postgres` with the cluster, its log, the password and the socket.
// Creates the cluster atomically, and refuses one of another major version. The service's role is not a superuser and
// is the only one that can connect, with a password that only the service's user can read.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode, syncFolder, writeAtomically } from '../../files/durable.ts';
import type { Log } from '../../telemetry/log.ts';
import { commandAs, listClosedFolders, type PostgresAccount } from './account.ts';
import { DatabaseSetupError, type PostgresPackage } from './package.ts';

export const EMBEDDED_ROLE = 'livehouse';
export const EMBEDDED_DATABASE = 'livehouse';
const SOCKET_NAME = '.s.PGSQL.5432';
/** Maximum length of a Unix socket path: 103 bytes on macOS, 107 on Linux. */
const SOCKET_PATH_BYTES = 103;
/**
 * Locales that provide character classes for trigrams and full text search, in order of preference. Sorting uses the
 * builtin provider everywhere.
 */
const CHARACTER_LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C'] as const;

export interface ClusterFolder {
  readonly root: string;
  readonly cluster: string;
  readonly password: string;
  readonly serverLog: string;
  /** Locked through the kernel by the running server, so that others can tell whether it is alive. */
  readonly serverLock: string;
  /** Serialises starting and stopping. */
  readonly startLock: string;
  /** Contains one file per process that uses the server. */
  readonly clients: string;
  readonly socketFolder: string;
  readonly socket: string;
}

/** Paths of a data directory's server. Every process computes the same. */
export function locateCluster(dataDirectory: string): ClusterFolder {
  const root = join(dataDirectory, 'postgres');
  const near = join(root, 'run');
  const owner = existsSync(dataDirectory) ? statSync(dataDirectory).uid : (process.getuid?.() ?? 0);
  const far = `/tmp/livehouse-${owner}-${new Bun.CryptoHasher('sha256').update(root).digest('hex').slice(0, 16)}`;
  const socketFolder = Buffer.byteLength(join(near, SOCKET_NAME)) <= SOCKET_PATH_BYTES ? near : far;
  return {
    root,
    cluster: join(root, 'cluster'),
    password: join(root, 'password'),
    serverLog: join(root, 'server.log'),
    serverLock: join(root, 'server.lock'),
    startLock: join(root, 'start.lock'),
    clients: join(root, 'clients'),
    socketFolder,
    socket: join(socketFolder, SOCKET_NAME),
  };
}

/** Creates the folders around the cluster. Existing ones are left unchanged. */
export function prepareClusterFolder(folder: ClusterFolder, dataDirectory: string): void {
  for (const path of [folder.root, folder.clients]) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    giveToOwner(path, dataDirectory);
  }
}

/** Gives files that a root process creates to the owner of the data directory, who could not read them otherwise. */
export function giveToOwner(path: string, dataDirectory: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDirectory);
  if (uid !== 0) chownSync(path, uid, gid);
}

/** Creates the socket folder, accessible to the server's user only. Refuses a folder that another user created. */
export function prepareSocketFolder(folder: ClusterFolder, account: PostgresAccount): void {
  try {
    mkdirSync(folder.socketFolder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const own = process.getuid?.() ?? 0;
  const seen = lstatSync(folder.socketFolder);
  if (!seen.isDirectory() || (seen.uid !== own && seen.uid !== account.uid)) {
    throw new DatabaseSetupError(`${folder.socketFolder} was made by somebody else: remove it`);
  }
  if ((seen.mode & 0o077) !== 0) chmodSync(folder.socketFolder, 0o700);
  // With setpriv the server can enter root's folder; without it, the server's user must own the folder.
  if (own === 0 && account.way === 'switch') chownSync(folder.socketFolder, account.uid, account.gid);
}

/** Makes the cluster reachable for the server's user, or throws and names the folder that blocks it. */
export function openWay(folder: ClusterFolder, account: PostgresAccount, programs: PostgresPackage): void {
  for (const closed of listClosedFolders(account, folder.cluster)) {
    if (statSync(closed).uid === 0 && closed.startsWith(join(folder.root, '..'))) chmodSync(closed, 0o711);
  }
  const closed = [folder.cluster, programs.postgres].flatMap((path) => listClosedFolders(account, path))[0];
  if (closed === undefined) return;
  throw new DatabaseSetupError(
    `PostgreSQL refuses to run as root, and the user it would run as (id ${account.uid}) may not enter ${closed}: install setpriv (package util-linux), run "chmod o+x ${closed}", start Livehouse as an ordinary user, or set DATABASE_URL`,
  );
}

/** Major version of the PostgreSQL that made a cluster. */
export function readMajor(folder: ClusterFolder): number {
  const path = join(folder.cluster, 'PG_VERSION');
  if (!existsSync(path))
    throw new DatabaseSetupError(`${folder.cluster} is no PostgreSQL folder: PG_VERSION is missing`);
  return Number.parseInt(readFileSync(path, 'utf8'), 10);
}

/** Refuses a cluster of another major version, which this PostgreSQL cannot read. */
export function requireMajor(folder: ClusterFolder, programs: PostgresPackage): void {
  const found = readMajor(folder);
  if (found === programs.major) return;
  throw new DatabaseSetupError(
    `The database in ${folder.cluster} was made by PostgreSQL ${found}, and this Livehouse brings PostgreSQL ${programs.major}. Nothing was changed. Run "livehouse upgrade", or go back to the Livehouse that made it`,
  );
}

/** Creates the cluster with the service's role and database. Removes leftovers of an interrupted attempt first. */
export async function createCluster(
  folder: ClusterFolder,
  account: PostgresAccount,
  programs: PostgresPackage,
  log: Log,
): Promise<void> {
  const fresh = `${folder.cluster}.new`;
  rmSync(fresh, { recursive: true, force: true });
  const password = randomBytes(24).toString('base64url');
  for (const [index, locale] of CHARACTER_LOCALES.entries()) {
    mkdirSync(fresh, { mode: 0o700 });
    if (process.getuid?.() === 0) chownSync(fresh, account.uid, account.gid);
    const sorting = `--builtin-locale=${programs.major >= 18 ? 'PG_UNICODE_FAST' : 'C.UTF-8'}`;
    const made = await run(account, programs.initdb, [...INITDB, sorting, `--locale=${locale}`, '-D', fresh]);
    if (made.code === 0) break;
    rmSync(fresh, { recursive: true, force: true });
    if (/invalid locale/i.test(made.output) && index < CHARACTER_LOCALES.length - 1) continue;
    throw setupFailure('initdb', made.output);
  }
  writeFileSync(join(fresh, 'pg_hba.conf'), `local all ${EMBEDDED_ROLE} scram-sha-256\n`);
  const commands = [
    `CREATE ROLE ${EMBEDDED_ROLE} LOGIN CREATEDB PASSWORD '${password}'`,
    `CREATE DATABASE ${EMBEDDED_DATABASE} OWNER ${EMBEDDED_ROLE}`,
  ];
  const single = [
    '--single',
    '-j',
    '-D',
    fresh,
    '-c',
    'log_min_messages=warning',
    '-c',
    'log_statement=none',
    'template1',
  ];
  const filled = await run(account, programs.postgres, single, commands.map((command) => `${command};\n\n`).join(''));
  if (filled.code !== 0 || /ERROR|FATAL/.test(filled.output)) throw setupFailure('postgres --single', filled.output);
  writeAtomically(folder.password, Buffer.from(password));
  giveToOwner(folder.password, join(folder.root, '..'));
  await syncFolder(folder.root);
  renameSync(fresh, folder.cluster);
  await syncFolder(folder.root);
  log.info('database created', { folder: folder.cluster, postgres: programs.major });
}

const INITDB = [
  '--username=postgres',
  '--auth=reject',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--data-checksums',
  '--no-instructions',
] as const;

function setupFailure(program: string, output: string): DatabaseSetupError {
  const words = output.trim().split('\n').slice(-5).join('\n');
  const hint = /user does not exist|could not look up/.test(output)
    ? '\nThis process runs under a user id without a name: give it one in /etc/passwd, or set DATABASE_URL'
    : /No such file|not found|cannot execute/i.test(output)
      ? '\nThe programs need the GNU C library: on a musl system set DATABASE_URL'
      : '';
  return new DatabaseSetupError(`The embedded PostgreSQL could not be set up (${program}):\n${words}${hint}`);
}

/** Environment of PostgreSQL's programs. Nothing is inherited, so no secret reaches them. */
export const POSTGRES_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_MESSAGES: 'C', TZ: 'UTC' } as const;

function run(
  account: PostgresAccount,
  program: string,
  args: readonly string[],
  input = '',
): Promise<{ readonly code: number; readonly output: string }> {
  const command = commandAs(account, program, args);
  return new Promise((resolve) => {
    const { uid, gid } = command;
    const child = spawn(command.program, [...command.args], {
      cwd: '/',
      env: POSTGRES_ENVIRONMENT,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(uid === undefined || gid === undefined ? {} : { uid, gid }),
    });
    let output = '';
    const take = (piece: unknown): void => {
      output += String(piece);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => resolve({ code: -1, output: `${program}: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? -1, output }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
