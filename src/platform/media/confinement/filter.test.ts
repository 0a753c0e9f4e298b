// The seccomp filters, run by a small BPF interpreter for both architectures: calls needed for decoding are allowed,
// all others are refused, and call numbers belong to the right architecture.
import { expect, test } from 'bun:test';
import { type Architecture, AUDIT_ARCHITECTURE } from '../../system/system-calls.ts';
import { makeDecoderFilter, makeSealFilter } from './filter.ts';

const PID = 4711;
const ALLOWED = 'allowed';

interface Call {
  readonly number: number;
  readonly values?: readonly number[];
  readonly architecture?: number;
}

/** Interprets a filter as the kernel would, for the few operations that these filters use. */
function judge(filter: Uint8Array, architecture: Architecture, call: Call): string {
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, call.number, true);
  data.setUint32(4, call.architecture ?? AUDIT_ARCHITECTURE[architecture], true);
  for (const [index, value] of (call.values ?? []).entries()) data.setBigUint64(16 + index * 8, BigInt(value), true);
  const program = new DataView(filter.buffer);
  let held = 0;
  for (let at = 0; at < filter.byteLength; at += 8) {
    const [code, yes, no] = [program.getUint16(at, true), program.getUint8(at + 2), program.getUint8(at + 3)];
    const value = program.getUint32(at + 4, true);
    const jump = (isTrue: boolean): number => (isTrue ? yes : no) * 8;
    if (code === 0x20) held = data.getUint32(value, true);
    else if (code === 0x54) held = (held & value) >>> 0;
    else if (code === 0x15) at += jump(held === value);
    else if (code === 0x35) at += jump(held >= value);
    else if (code === 0x45) at += jump((held & value) !== 0);
    else if (code === 0x06)
      return value === 0x7fff0000 ? ALLOWED : value === 0x80000000 ? 'killed' : `error ${value & 0xffff}`;
    else throw new Error(`unknown operation ${code}`);
  }
  throw new Error('the filter has no end');
}

const THREAD = 0x3d0f00;

test.each([
  [
    'x64',
    { read: 0, open: 2, openat: 257, clone: 56, kill: 62, tgkill: 234, prctl: 157, prlimit: 302, fcntl: 72, ioctl: 16 },
  ],
  [
    'arm64',
    {
      read: 63,
      open: 56,
      openat: 56,
      clone: 220,
      kill: 129,
      tgkill: 131,
      prctl: 167,
      prlimit: 261,
      fcntl: 25,
      ioctl: 29,
    },
  ],
] as const)(
  '%s: calls needed for decoding are allowed, checked by their arguments where those matter',
  (architecture, numbers) => {
    const filter = makeDecoderFilter(architecture, PID);
    const ask = (number: number, ...values: number[]) => judge(filter, architecture, { number, values });
    expect(ask(numbers.read)).toBe(ALLOWED);
    expect(ask(numbers.openat, 0, 0, 0o1 | 0o100 | 0o1000)).toBe(ALLOWED);
    expect(ask(numbers.openat, 0, 0, 0)).toBe(ALLOWED);
    // Opening read-only with truncation.
    expect(ask(numbers.openat, 0, 0, 0o1000)).toBe('error 1');
    expect(ask(numbers.clone, THREAD)).toBe(ALLOWED);
    expect(ask(numbers.clone, 17)).toBe('error 1');
    expect(ask(numbers.clone, THREAD | 0x10000000)).toBe('error 1');
    expect(ask(435, 0)).toBe('error 38');
    for (const call of [numbers.kill, numbers.tgkill]) {
      expect(ask(call, PID, 6)).toBe(ALLOWED);
      for (const other of [0, 1, PID + 1, 0xffffffff]) expect(ask(call, other, 9)).toBe('error 1');
    }
    expect(ask(numbers.prctl, 15)).toBe(ALLOWED);
    // PR_SET_DUMPABLE, PR_SET_SECCOMP.
    for (const control of [4, 22]) expect(ask(numbers.prctl, control)).toBe('error 1');
    expect(ask(numbers.prlimit, 0)).toBe(ALLOWED);
    expect(ask(numbers.prlimit, 1)).toBe('error 1');
    expect(ask(numbers.fcntl, 0, 3)).toBe(ALLOWED);
    // F_SETOWN, F_SETLEASE.
    for (const control of [8, 1024]) expect(ask(numbers.fcntl, 0, control)).toBe('error 1');
    // TIOCSTI.
    expect(ask(numbers.ioctl, 0, 0x5412)).toBe('error 25');
  },
);

/** Call numbers from linux/arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h. */
const FORBIDDEN: Readonly<Record<string, readonly [number, number]>> = {
  socket: [41, 198],
  socketpair: [53, 199],
  connect: [42, 203],
  bind: [49, 200],
  sendto: [44, 206],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  pidfd_send_signal: [424, 424],
  tkill: [200, 130],
  rt_sigqueueinfo: [129, 138],
  rt_tgsigqueueinfo: [297, 240],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  move_mount: [429, 429],
  open_tree: [428, 428],
  fsopen: [430, 430],
  memfd_create: [319, 279],
  userfaultfd: [323, 282],
  keyctl: [250, 219],
  add_key: [248, 217],
  truncate: [76, 45],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  fchownat: [260, 54],
  utimensat: [280, 88],
  setxattr: [188, 5],
  symlinkat: [266, 36],
  linkat: [265, 37],
  unlinkat: [263, 35],
  renameat2: [316, 276],
  mknodat: [259, 33],
  openat2: [437, 437],
  open_by_handle_at: [304, 265],
  inotify_init1: [294, 26],
  setuid: [105, 146],
  setresuid: [117, 147],
  setsid: [112, 157],
  capset: [126, 91],
  personality: [135, 92],
  sched_setscheduler: [144, 119],
  setpriority: [141, 140],
  init_module: [175, 105],
  reboot: [169, 142],
  shmget: [29, 194],
  msgget: [68, 186],
  semget: [64, 190],
  mq_open: [240, 180],
  splice: [275, 76],
  landlock_restrict_self: [446, 446],
  process_madvise: [440, 440],
  kexec_load: [246, 104],
};

test.each([
  ['x64', 0],
  ['arm64', 1],
] as const)(
  '%s: everything else is refused, and a call of another architecture ends the process',
  (architecture, column) => {
    const filter = makeDecoderFilter(architecture, PID);
    for (const [name, numbers] of Object.entries(FORBIDDEN)) {
      expect([name, judge(filter, architecture, { number: column === 0 ? numbers[0] : numbers[1] })]).toEqual([
        name,
        'error 1',
      ]);
    }
    for (const number of [463, 0x40000000, 0x40000002, 0xffffffff]) {
      expect(judge(filter, architecture, { number })).toBe('error 38');
    }
    const other = AUDIT_ARCHITECTURE[architecture === 'x64' ? 'arm64' : 'x64'];
    for (const foreign of [other, 0x40000003]) {
      expect(judge(filter, architecture, { number: 1, architecture: foreign })).toBe('killed');
    }
  },
);

test.each([
  ['x64', [59, 322, 317], 0],
  ['arm64', [221, 281, 277], 63],
] as const)('%s: programs can be executed until the process is sealed', (architecture, starting, read) => {
  const [open, sealed] = [makeDecoderFilter(architecture, PID), makeSealFilter(architecture)];
  for (const number of starting) {
    expect(judge(open, architecture, { number })).toBe(ALLOWED);
    expect(judge(sealed, architecture, { number })).toBe('error 1');
  }
  expect(judge(sealed, architecture, { number: read })).toBe(ALLOWED);
});
