// Resource limits that a process sets on itself (`setrlimit`) before it touches untrusted data: memory, processor time,
// file size, no core dump. They cannot be raised again, except processor time up to what was set at the start. Where the
// C library cannot be opened nothing is set; the parent's limits on time and output still apply.
import { dlopen, FFIType, ptr } from 'bun:ffi';
import { readFileSync } from 'node:fs';

export interface OwnLimits {
  /** Address space in addition to what is mapped now, since the runtime reserves gigabytes that it never touches. */
  readonly memoryBytes: number;
  readonly processorSeconds: number;
  /** Largest file that may be written. */
  readonly fileBytes: number;
}

/** Resource numbers on Linux. */
const PROCESSOR = 0;
const FILE_SIZE = 1;
const CORE = 4;
const OPEN_FILES = 7;
const ADDRESS_SPACE = 9;
const OPEN_FILES_MAX = 128;

let setrlimit: ReturnType<typeof bindSetrlimit>;

/** Limits this process for the rest of its life; false where the system does not support it. */
export function limitOwnProcess(limits: OwnLimits): boolean {
  setrlimit ??= process.platform === 'linux' ? bindSetrlimit() : undefined;
  const setLimit = setrlimit;
  if (setLimit === undefined) return false;
  const mappedKilobytes = Number(/^VmSize:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  if (!Number.isFinite(mappedKilobytes)) return false;
  return [
    setLimit(ADDRESS_SPACE, mappedKilobytes * 1024 + limits.memoryBytes),
    setLimit(PROCESSOR, Math.ceil(limits.processorSeconds)),
    setLimit(FILE_SIZE, limits.fileBytes),
    setLimit(OPEN_FILES, OPEN_FILES_MAX),
    setLimit(CORE, 0),
  ].every(Boolean);
}

/** Ends this process when it has used `seconds` more processor time. `most`: its limit, set by `limitOwnProcess`. */
export function limitNextPiece(seconds: number, most: number): boolean {
  const { user, system } = process.cpuUsage();
  const until = Math.ceil((user + system) / 1_000_000 + seconds);
  return setrlimit?.(PROCESSOR, Math.min(until, most), most) ?? false;
}

function bindSetrlimit(): ((resource: number, value: number, most?: number) => boolean) | undefined {
  for (const library of ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]) {
    try {
      const { symbols } = dlopen(library, {
        setrlimit: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
      });
      return (resource, value, most = value) => {
        const pair = new BigUint64Array([BigInt(value), BigInt(most)]);
        return symbols.setrlimit(resource, ptr(pair)) === 0;
      };
    } catch {
      // Try the next library.
    }
  }
  return undefined;
}
