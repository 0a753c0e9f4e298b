// Linux system calls by number, through `syscall` of the C library, which has no wrappers for most calls that confine or
// schedule a process (Landlock, seccomp, priority). Numbers differ by architecture and are listed for x86-64 and arm64.
import { dlopen, FFIType } from 'bun:ffi';

export type Architecture = 'x64' | 'arm64';

/** Architecture constants of `linux/audit.h`. A filter must check the architecture before it compares call numbers. */
export const AUDIT_ARCHITECTURE: Readonly<Record<Architecture, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** Number on x86-64 and on arm64; undefined where the call does not exist. */
export type Numbers = readonly [x64: number, arm64?: number];

/** Calls that execute another program or install a filter. */
export const STARTING_CALLS = {
  execve: [59, 221],
  execveat: [322, 281],
  seccomp: [317, 277],
} as const satisfies Record<string, Numbers>;

/** Calls by which a process restricts or schedules itself. */
const OWN_CALLS = {
  landlock_create_ruleset: [444, 444],
  landlock_add_rule: [445, 445],
  landlock_restrict_self: [446, 446],
  sched_setscheduler: [144, 119],
  sched_setattr: [314, 274],
  setpriority: [141, 140],
  setrlimit: [160, 164],
  prctl: [157, 167],
  capget: [125, 90],
  capset: [126, 91],
  close_range: [436, 436],
  socket: [41, 198],
} as const satisfies Record<string, Numbers>;

const NUMBERS = { ...STARTING_CALLS, ...OWN_CALLS };
type OwnCall = keyof typeof NUMBERS;

/** The architecture if this is Linux on x86-64 or arm64; undefined otherwise. */
export function findArchitecture(): Architecture | undefined {
  if (process.platform !== 'linux') return undefined;
  return process.arch === 'x64' || process.arch === 'arm64' ? process.arch : undefined;
}

/** The number of a call on an architecture; undefined where the call does not exist. */
export const numberOn = (architecture: Architecture, [x64, arm64]: Numbers): number | undefined =>
  architecture === 'x64' ? x64 : arm64;

export interface SystemCalls {
  readonly architecture: Architecture;
  /** Returns the result of the call; negative on failure. */
  call(name: OwnCall, ...values: readonly (number | bigint)[]): number;
  /** Replaces this process with another program (`execve`). Returns only on failure. */
  execute(path: Uint8Array, values: BigUint64Array, environment: BigUint64Array): void;
}

/** Opens the C library; undefined on other systems. */
export function openSystemCalls(): SystemCalls | undefined {
  const architecture = findArchitecture();
  if (architecture === undefined) return undefined;
  for (const library of ['libc.so.6', `libc.musl-${architecture === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]) {
    try {
      return bind(architecture, library);
    } catch {
      // Try the next library.
    }
  }
  return undefined;
}

function bind(architecture: Architecture, library: string): SystemCalls {
  const { i64, i32, ptr } = FFIType;
  const { symbols } = dlopen(library, {
    syscall: { args: [i64, i64, i64, i64, i64, i64], returns: i64 },
    execve: { args: [ptr, ptr, ptr], returns: i32 },
  });
  return {
    architecture,
    call: (name, a = 0, b = 0, c = 0, d = 0, e = 0) =>
      Number(symbols.syscall(numberOn(architecture, NUMBERS[name]) ?? -1, a, b, c, d, e)),
    execute: (path, values, environment) => void symbols.execve(path, values, environment),
  };
}
