// The file-system calls that neither Bun nor node:fs offers, reached through bun:ffi: `syncfs` (flush one file system,
// Linux), `flock` (an advisory lock that the kernel drops when its holder dies) and `fallocate` (here: take room for a range
// before it is written, and give it back, Linux). Where the C library cannot be opened they are undefined and callers take
// their slower or plainer way. Loaded on first use, about 2 ms.
import { dlopen, FFIType } from 'bun:ffi';

export interface NativeFiles {
  /** Writes out everything of the file system that `descriptor` lies on; false when the kernel reports an error. */
  readonly syncFileSystem: ((descriptor: number) => boolean) | undefined;
  /** Takes the exclusive advisory lock without waiting; false when another process holds it. */
  readonly lockExclusively: ((descriptor: number) => boolean) | undefined;
  /** Takes room for a range that is about to be written; the file reaches to its end. False: it cannot, or is full. */
  readonly reserveRange: ((descriptor: number, offset: number, bytes: number) => boolean) | undefined;
  /** Gives the room of a range back: it reads as zeros, the size stays. False where the file system cannot. */
  readonly releaseRange: ((descriptor: number, offset: number, bytes: number) => boolean) | undefined;
}

// NOTE: not with KEEP_SIZE, since room beyond the end of a file cannot be given back.
const RESERVE = 0;
const KEEP_SIZE_PUNCH_HOLE = 1 | 2;
const LOCK_EXCLUSIVE_NO_WAIT = 2 | 4;
const MUSL_ARCH = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const LIBRARIES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['libc.so.6', `libc.musl-${MUSL_ARCH}.so.1`],
  darwin: ['libSystem.B.dylib'],
};

let loaded: NativeFiles | undefined;

/** The calls that this machine has; opened once per process. */
export function openNativeFiles(): NativeFiles {
  loaded ??= bindAll();
  return loaded;
}

function bindAll(): NativeFiles {
  const allocate = process.platform === 'linux' ? bindFallocate() : undefined;
  return {
    syncFileSystem: process.platform === 'linux' ? bindSyncfs() : undefined,
    lockExclusively: bindFlock(),
    reserveRange: allocate && ((descriptor, offset, bytes) => allocate(descriptor, RESERVE, offset, bytes)),
    releaseRange:
      allocate && ((descriptor, offset, bytes) => allocate(descriptor, KEEP_SIZE_PUNCH_HOLE, offset, bytes)),
  };
}

function bindSyncfs(): NativeFiles['syncFileSystem'] {
  for (const library of LIBRARIES[process.platform] ?? []) {
    try {
      const { symbols } = dlopen(library, { syncfs: { args: [FFIType.i32], returns: FFIType.i32 } });
      return (descriptor) => symbols.syncfs(descriptor) === 0;
    } catch {
      // The next library, or none.
    }
  }
  return undefined;
}

function bindFlock(): NativeFiles['lockExclusively'] {
  for (const library of LIBRARIES[process.platform] ?? []) {
    try {
      const { symbols } = dlopen(library, { flock: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 } });
      return (descriptor) => symbols.flock(descriptor, LOCK_EXCLUSIVE_NO_WAIT) === 0;
    } catch {
      // The next library, or none.
    }
  }
  return undefined;
}

type Fallocate = (descriptor: number, mode: number, offset: number, bytes: number) => boolean;

function bindFallocate(): Fallocate | undefined {
  for (const library of LIBRARIES[process.platform] ?? []) {
    try {
      const { symbols } = dlopen(library, {
        fallocate: { args: [FFIType.i32, FFIType.i32, FFIType.i64, FFIType.i64], returns: FFIType.i32 },
      });
      return (descriptor, mode, offset, bytes) => symbols.fallocate(descriptor, mode, offset, bytes) === 0;
    } catch {
      // The next library, or none.
    }
  }
  return undefined;
}
