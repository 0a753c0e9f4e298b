// Sandboxes the child processes that decode untrusted files, as far as this machine allows. On Linux a launcher
// (launcher.ts) restricts itself and then executes the decoder. Landlock closes all files except its input, its folder
// and its libraries. seccomp blocks sockets, other processes, tracing and every other call that a decoder does not
// need. The decoder has no capabilities, cannot gain privileges, and has resource limits and a low priority. Where
// Landlock or seccomp is missing, the rest still applies; without seccomp a network namespace (`unshare`) blocks the
// network instead. Each child works for one account only.
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PACKAGE_ROOT } from '../../config/package-root.ts';
import { findArchitecture } from '../../system/system-calls.ts';
import { readInterpreter } from './elf-interpreter.ts';
import { type ConfinementOrder, type ConfinementPart, NO_SYSTEM, type Priority } from './order.ts';
import { CONFINED_WORD } from './seal.ts';

interface Confinement {
  /** Restrictions that were tried on this machine and are effective. */
  readonly parts: readonly ConfinementPart[];
  /** Whether children are started through the launcher. */
  readonly isLaunched: boolean;
  /** A command prefix that removes network access, where seccomp cannot block sockets. */
  readonly wrapper: readonly string[];
}

export interface ConfinedWork {
  /** Empty folder for results; the child's working directory. */
  readonly folder?: string;
  /** Files that the child may read. */
  readonly inputs: readonly string[];
  readonly priority: Priority;
  /** For programs that do not limit themselves. */
  readonly limits?: ConfinementOrder['limits'];
}

const LAUNCHER = join(import.meta.dir, 'launcher.ts');
const RUNTIME_FLAGS = ['--no-env-file', '--no-install'];
const UNSHARE = ['--user', '--map-current-user', '--net', '--'];
const TRIAL_MS = 30_000;

const LIBRARIES = [
  ...['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/nix/store', '/gnu/store'],
  ...['/etc/ld.so.cache', '/etc/ld-musl-x86_64.path', '/etc/ld-musl-aarch64.path'],
];
/** Files with information about the process and the machine, which a runtime reads. */
const FACTS = ['/proc/self', '/sys/devices/system/cpu', '/dev/null', '/dev/urandom'];
const SOURCES = join(PACKAGE_ROOT, 'src');
const PACKAGES = join(PACKAGE_ROOT, 'node_modules');

let found: Promise<Confinement> | undefined;

/** The trial of the confinement failed to give a result. Nothing may be decoded without knowing it. */
class ConfinementError extends Error {
  override readonly name = 'ConfinementError';
}

/** The confinement of this machine. Tried once per process, and again after a ConfinementError. */
function findConfinement(): Promise<Confinement> {
  found ??= tryConfinement().catch((error: unknown) => {
    found = undefined;
    throw error;
  });
  return found;
}

async function tryConfinement(): Promise<Confinement> {
  const parts = findArchitecture() === undefined ? undefined : await tryLauncher();
  const wrapper = parts?.includes('calls') ? [] : await findUnshare();
  return { parts: parts ?? [], isLaunched: parts !== undefined, wrapper };
}

/** The effective restrictions; undefined when the launcher cannot reach the C library. */
async function tryLauncher(): Promise<readonly ConfinementPart[] | undefined> {
  const trial = Bun.spawn([process.execPath, ...RUNTIME_FLAGS, LAUNCHER], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {},
    timeout: TRIAL_MS,
  });
  const text = await new Response(trial.stdout).text();
  if ((await trial.exited) !== 0 || text === '') {
    throw new ConfinementError('The launcher of decoders could not be tried; they do not run without it');
  }
  if (text === NO_SYSTEM) return undefined;
  return (['files', 'calls'] as const).filter((part) => text.includes(`"${part}"`));
}

/** An `unshare` command with an empty network namespace, where an unprivileged user may create one. */
async function findUnshare(): Promise<readonly string[]> {
  const unshare = process.platform === 'linux' ? Bun.which('unshare') : null;
  if (unshare === null) return [];
  const trial = Bun.spawn([unshare, ...UNSHARE, process.execPath, '--version'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: {},
  });
  return (await trial.exited) === 0 ? [unshare, ...UNSHARE] : [];
}

/** The command that runs one of our programs (below `src`) confined. The program must seal itself (seal.ts). */
export async function confineRuntime(
  program: string,
  { flags = [], words }: { readonly flags?: readonly string[]; readonly words: readonly string[] },
  work: ConfinedWork & { readonly folder: string },
): Promise<readonly string[]> {
  const confinement = await findConfinement();
  const run = [process.execPath, ...RUNTIME_FLAGS, ...flags] as const;
  if (!confinement.isLaunched) return [...confinement.wrapper, ...run, program, ...words];
  const main = prepareFolder(work.folder, program);
  const sealing = confinement.parts.includes('calls') ? [CONFINED_WORD] : [];
  return launch(confinement, work, {
    readable: [SOURCES, PACKAGES],
    command: [...run, '--preserve-symlinks', main, ...words, ...sealing],
  });
}

/** The command that runs an installed program confined. On systems other than Linux a shell sets its limits. */
export async function confineProgram(
  command: readonly [string, ...string[]],
  work: ConfinedWork,
): Promise<readonly string[]> {
  const confinement = await findConfinement();
  if (!confinement.isLaunched) return [...confinement.wrapper, ...limitByShell(work.limits ?? {}), ...command];
  // A program outside the system folders has its libraries in `../lib`.
  return launch(confinement, work, { readable: [join(dirname(command[0]), '../lib')], command });
}

function launch(
  { parts, wrapper }: Confinement,
  { folder, inputs, priority, limits = {} }: ConfinedWork,
  { readable, command }: { readonly readable: readonly string[]; readonly command: readonly [string, ...string[]] },
): readonly string[] {
  const order: ConfinementOrder = {
    parts,
    readable: [...LIBRARIES, ...FACTS, ...readable, ...inputs],
    executable: [command[0], ...interpreterOf(command[0])],
    writable: folder === undefined ? [] : [folder],
    limits,
    priority,
    command,
  };
  return [...wrapper, process.execPath, ...RUNTIME_FLAGS, LAUNCHER, JSON.stringify(order)];
}

/**
 * Prepares a folder from which the runtime can resolve imports. The runtime lists the parent folders of a program to
 * find packages, which would require read access to the data folder. Symbolic links in the work folder avoid that.
 */
function prepareFolder(folder: string, program: string): string {
  symlinkSync(SOURCES, join(folder, 'src'));
  symlinkSync(PACKAGES, join(folder, 'node_modules'));
  const main = join(folder, 'main.ts');
  writeFileSync(main, `import ${JSON.stringify(join(folder, relative(PACKAGE_ROOT, program)))};\n`);
  return main;
}

const interpreters = new Map<string, readonly string[]>();

function interpreterOf(program: string): readonly string[] {
  const known = interpreters.get(program);
  if (known !== undefined) return known;
  const interpreter = existsSync(program) ? readInterpreter(program) : undefined;
  const list = interpreter === undefined ? [] : [interpreter];
  interpreters.set(program, list);
  return list;
}

const LIMIT = 'ulimit -c 0; ulimit -v "$1"; ulimit -t "$2"; ulimit -f "$3"; shift 3; exec "$@"';

function limitByShell({ memoryBytes, processorSeconds, fileBytes }: ConfinementOrder['limits']): readonly string[] {
  if (process.platform === 'win32') return [];
  const inUnits = (value: number | undefined, unit: number): string =>
    value === undefined ? 'unlimited' : String(Math.ceil(value / unit));
  const limits = [inUnits(memoryBytes, 1024), inUnits(processorSeconds, 1), inUnits(fileBytes, 512)];
  return ['/bin/sh', '-c', LIMIT, 'sh', ...limits];
}

export interface ConfinementReport {
  readonly isWhole: boolean;
  /** One sentence for the operator. */
  readonly detail: string;
}

/** Describes how well this machine confines decoders. */
export async function describeConfinement(): Promise<ConfinementReport> {
  const { parts, wrapper } = await findConfinement();
  const [files, calls] = [parts.includes('files'), parts.includes('calls')];
  if (files && calls) {
    return { isWhole: true, detail: 'decoders reach no other file, network or process (Landlock and seccomp)' };
  }
  const open = [
    ...(files ? [] : ['open every file that the service may open (no Landlock)']),
    ...(calls ? [] : ['use every system call (no seccomp)']),
    ...(calls || wrapper.length > 0 ? [] : ['reach the network']),
  ];
  const where = findArchitecture() === undefined ? '; confinement needs Linux on x86-64 or arm64' : '';
  return { isWhole: false, detail: `decoders may ${open.join(', and ')}${where}` };
}
