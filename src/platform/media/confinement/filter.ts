// seccomp filters for processes that decode untrusted files: BPF programs that the kernel runs before every system
// call. The decoder filter is an allow list: no sockets, no other processes, no changes of owner, mode or name of
// files, no tracing, no mounts, no newer kernel interfaces. It is installed before the decoder starts and therefore
// must allow `execve`. The seal filter then blocks `execve` on all threads before any input is read.
import {
  type Architecture,
  AUDIT_ARCHITECTURE,
  type Numbers,
  numberOn,
  STARTING_CALLS,
} from '../../system/system-calls.ts';

/** Allowed with any arguments. Landlock decides which files may be opened. */
const ALLOWED: Readonly<Record<string, Numbers>> = {
  // Input and output.
  read: [0, 63],
  write: [1, 64],
  readv: [19, 65],
  writev: [20, 66],
  pread64: [17, 67],
  pwrite64: [18, 68],
  preadv: [295, 69],
  pwritev: [296, 70],
  preadv2: [327, 286],
  pwritev2: [328, 287],
  lseek: [8, 62],
  close: [3, 57],
  close_range: [436, 436],
  dup: [32, 23],
  dup2: [33],
  dup3: [292, 24],
  fsync: [74, 82],
  fdatasync: [75, 83],
  ftruncate: [77, 46],
  fallocate: [285, 47],
  fadvise64: [221, 223],
  pipe: [22],
  pipe2: [293, 59],
  poll: [7],
  ppoll: [271, 73],
  select: [23],
  pselect6: [270, 72],
  epoll_create1: [291, 20],
  epoll_ctl: [233, 21],
  epoll_wait: [232],
  epoll_pwait: [281, 22],
  epoll_pwait2: [441, 441],
  eventfd2: [290, 19],
  timerfd_create: [283, 85],
  timerfd_settime: [286, 86],
  timerfd_gettime: [287, 87],
  // File metadata and folders. FFmpeg creates the folder of its output, which already exists.
  fstat: [5, 80],
  newfstatat: [262, 79],
  statx: [332, 291],
  stat: [4],
  lstat: [6],
  statfs: [137, 43],
  fstatfs: [138, 44],
  access: [21],
  faccessat: [269, 48],
  faccessat2: [439, 439],
  readlink: [89],
  readlinkat: [267, 78],
  getdents64: [217, 61],
  getcwd: [79, 17],
  mkdir: [83],
  mkdirat: [258, 34],
  // Memory.
  mmap: [9, 222],
  munmap: [11, 215],
  mprotect: [10, 226],
  mremap: [25, 216],
  madvise: [28, 233],
  brk: [12, 214],
  mincore: [27, 232],
  membarrier: [324, 283],
  // Threads, signals and time.
  futex: [202, 98],
  futex_waitv: [449, 449],
  set_robust_list: [273, 99],
  get_robust_list: [274, 100],
  rseq: [334, 293],
  set_tid_address: [218, 96],
  gettid: [186, 178],
  getpid: [39, 172],
  getppid: [110, 173],
  exit: [60, 93],
  exit_group: [231, 94],
  restart_syscall: [219, 128],
  sched_yield: [24, 124],
  sched_getaffinity: [204, 123],
  sched_getparam: [143, 121],
  sched_getscheduler: [145, 120],
  sched_get_priority_max: [146, 125],
  sched_get_priority_min: [147, 126],
  getpriority: [140, 141],
  getcpu: [309, 168],
  rt_sigaction: [13, 134],
  rt_sigprocmask: [14, 135],
  rt_sigreturn: [15, 139],
  rt_sigpending: [127, 136],
  rt_sigsuspend: [130, 133],
  rt_sigtimedwait: [128, 137],
  sigaltstack: [131, 132],
  clock_gettime: [228, 113],
  clock_getres: [229, 114],
  clock_nanosleep: [230, 115],
  nanosleep: [35, 101],
  gettimeofday: [96, 169],
  time: [201],
  times: [100, 153],
  getrusage: [98, 165],
  // Facts about the process and the machine.
  getuid: [102, 174],
  geteuid: [107, 175],
  getgid: [104, 176],
  getegid: [108, 177],
  uname: [63, 160],
  sysinfo: [99, 179],
  getrandom: [318, 278],
  getrlimit: [97, 163],
  setrlimit: [160, 164],
  arch_prctl: [158],
};

/** Higher numbers belong to kernels that are newer than this list. */
const NUMBER_MAX = 462;

const EPERM = 1;
const ENOTTY = 25;
const ENOSYS = 38;

const RETURN_ALLOW = 0x7fff0000;
const RETURN_KILL_PROCESS = 0x80000000;
const returnError = (code: number): number => 0x00050000 | code;

/** BPF operations (linux/bpf_common.h). */
const LOAD = 0x20;
const AND = 0x54;
const RETURN = 0x06;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const JUMP_ANY_BIT = 0x45;

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

/** Offsets in struct seccomp_data. Arguments have 64 bits, the low half first. */
const AT_NUMBER = 0;
const AT_ARCHITECTURE = 4;
const atArgument = (index: number): number => 16 + index * 8;

const load = (offset: number): Instruction => [LOAD, 0, 0, offset];
const finish = (value: number): Instruction => [RETURN, 0, 0, value];

/** Allows the call if the low half of an argument is one of `values`; otherwise returns the error. */
const onlyValues = (argument: number, values: readonly number[], error = EPERM): readonly Instruction[] => [
  load(atArgument(argument)),
  ...values.flatMap((value): Instruction[] => [[JUMP_EQUAL, 0, 1, value], finish(RETURN_ALLOW)]),
  finish(returnError(error)),
];

const CLONE_THREAD = 0x10000;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const CLONE_NAMESPACES = 0x7e020000;
const OPEN_TRUNCATE = 0o1000;
const OPEN_MODE = 0o3;
/** SET_NAME, GET_NAME, GET_DUMPABLE, SET_NO_NEW_PRIVS, GET_NO_NEW_PRIVS, SET_VMA. */
const CONTROLS = [15, 16, 3, 38, 39, 0x53564d41];
/** DUPFD, GETFD, SETFD, GETFL, SETFL, GETLK, SETLK, SETLKW, the same three by file, DUPFD_CLOEXEC, sizes of pipes. */
const FILE_CONTROLS = [0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1031, 1032];
/** TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX. */
const DEVICE_CONTROLS = [0x5401, 0x5413, 0x541b, 0x5421, 0x5450, 0x5451];

/** A read-only open must not truncate the file. Landlock refuses that only from version 3 on. */
const notEmptying = (argument: number): readonly Instruction[] => [
  load(atArgument(argument)),
  [AND, 0, 0, OPEN_TRUNCATE | OPEN_MODE],
  [JUMP_EQUAL, 0, 1, OPEN_TRUNCATE],
  finish(returnError(EPERM)),
  finish(RETURN_ALLOW),
];

/**
 * Calls that are allowed depending on their arguments. `pid` is this process, which keeps its id when it executes the
 * decoder.
 */
function listConditions(pid: number): readonly (readonly [Numbers, readonly Instruction[]])[] {
  return [
    [[2], notEmptying(1)],
    [[257, 56], notEmptying(2)],
    // clone: threads only. clone3 passes its flags in memory, which a filter cannot read; when it is missing the C
    // library falls back to clone.
    [
      [56, 220],
      [
        load(atArgument(0)),
        [JUMP_ANY_BIT, 0, 2, CLONE_THREAD],
        [JUMP_ANY_BIT, 1, 0, CLONE_NAMESPACES],
        finish(RETURN_ALLOW),
        finish(returnError(EPERM)),
      ],
    ],
    [[435, 435], [finish(returnError(ENOSYS))]],
    // kill and tgkill: only to the process itself, which is how it aborts and stops its threads.
    [[62, 129], onlyValues(0, [pid])],
    [[234, 131], onlyValues(0, [pid])],
    // prlimit64: only its own limits.
    [[302, 261], onlyValues(0, [0, pid])],
    [[157, 167], onlyValues(0, CONTROLS)],
    [[72, 25], onlyValues(1, FILE_CONTROLS)],
    [[16, 29], onlyValues(1, DEVICE_CONTROLS, ENOTTY)],
  ];
}

/** The filter under which a decoder is started, in the kernel's binary form. */
export function makeDecoderFilter(architecture: Architecture, pid: number): Uint8Array {
  const numbers = (calls: Readonly<Record<string, Numbers>>): readonly number[] =>
    Object.values(calls).flatMap((pair) => numberOn(architecture, pair) ?? []);
  return encode([
    ...checkArchitecture(architecture),
    // Negative numbers, x32 calls and calls of newer kernels fail as if they did not exist (ENOSYS).
    [JUMP_AT_LEAST, 0, 1, NUMBER_MAX + 1],
    finish(returnError(ENOSYS)),
    ...numbers(ALLOWED).flatMap((number) => when(number, [finish(RETURN_ALLOW)])),
    ...numbers(STARTING_CALLS).flatMap((number) => when(number, [finish(RETURN_ALLOW)])),
    ...listConditions(pid).flatMap(([pair, instructions]) => {
      const number = numberOn(architecture, pair);
      return number === undefined ? [] : when(number, instructions);
    }),
    finish(returnError(EPERM)),
  ]);
}

/** The filter that a decoder adds before it reads input: no other program, no other filter. */
export const makeSealFilter = (architecture: Architecture): Uint8Array =>
  makeRefusal(architecture, Object.values(STARTING_CALLS), EPERM);

/** A filter that refuses some calls and leaves the decision on all others to the filters installed before. */
export function makeRefusal(architecture: Architecture, calls: readonly Numbers[], error: number): Uint8Array {
  return encode([
    ...checkArchitecture(architecture),
    ...calls.flatMap((pair) => {
      const number = numberOn(architecture, pair);
      return number === undefined ? [] : when(number, [finish(returnError(error))]);
    }),
    finish(RETURN_ALLOW),
  ]);
}

const checkArchitecture = (architecture: Architecture): readonly Instruction[] => [
  load(AT_ARCHITECTURE),
  [JUMP_EQUAL, 1, 0, AUDIT_ARCHITECTURE[architecture]],
  finish(RETURN_KILL_PROCESS),
  load(AT_NUMBER),
];

const when = (number: number, instructions: readonly Instruction[]): readonly Instruction[] => [
  [JUMP_EQUAL, 0, instructions.length, number],
  ...instructions,
];

function encode(instructions: readonly Instruction[]): Uint8Array {
  const bytes = new Uint8Array(instructions.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [index, [code, whenTrue, whenFalse, value]] of instructions.entries()) {
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, whenTrue);
    view.setUint8(index * 8 + 3, whenFalse);
    view.setUint32(index * 8 + 4, value, true);
  }
  return bytes;
}
