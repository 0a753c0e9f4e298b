// File system calls that neither Bun nor node:fs offers, through bun:ffi: `syncfs` (flushes one file system; Linux),
// `flock` (an advisory lock that the kernel releases when its holder dies) and `fallocate` (allocates and deallocates a
// range of a file; Linux). Where the C library cannot be loaded they are undefined, and callers fall back. Loaded on
// first use, in about 2 ms.
import { dlopen, FFIType } from 'bun:ffi';

export interface NativeFiles {
  /** Flushes the file system of `descriptor`; false when the kernel reports an error. */
  readonly syncFileSystem: ((descriptor: number) => boolean) | undefined;
  /** Takes the exclusive advisory lock without waiting; false when another process holds it. */
  readonly lockExclusively: ((descriptor: number) => boolean) | undefined;
  /**
   * Allocates disk space for a range before it is written, and extends the file to its end. False: not supported, or
   * the disk is full.
   */
  readonly reserveRange: ((descriptor: number, offset: number, bytes: number) => boolean) | undefined;
  /** Deallocates a range: it then reads as zeros, and the file size stays. False: not supported. */
  readonly releaseRange: ((descriptor: number, offset: number, bytes: number) => boolean) | undefined;
}

// NOTE: without KEEP_SIZE, since space beyond the end of a file could not be deallocated.
const RESERVE = 0;
const KEEP_SIZE_PUNCH_HOLE = 1 | 2;
const LOCK_EXCLUSIVE_NO_WAIT = 2 | 4;
const MUSL_ARCH = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const LIBRARIES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['libc.so.6', `libc.musl-${MUSL_ARCH}.so.1`],
  darwin: ['libSystem.B.dylib'],
};

let loaded: NativeFiles | undefined;

/** The calls available on this machine; loaded once per process. */
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
      // Try the next library.
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
      // Try the next library.
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
      // Try the next library.
    }
  }
  return undefined;
}
