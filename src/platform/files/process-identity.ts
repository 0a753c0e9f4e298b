// Identifies a process and tells whether it is still alive. Locks and temporary files carry this mark, so that
// leftovers of a dead process can be recognised. Process ids are reused, and containers have their own, so the mark
// adds the start time and the id namespace. Reads /proc where available.
import { readFileSync, readlinkSync } from 'node:fs';

/** State of the process behind a mark. `unknown`: it belongs to another id namespace (a container, an earlier boot). */
export type ProcessState = 'alive' | 'dead' | 'unknown';

const MARK = /^(\d+)-(\d+)-([0-9a-f]+)$/;

/** Start time in clock ticks since boot; '0' where it is not available. */
function startTicks(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name in parentheses may contain spaces; field 22 is the 20th after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
  } catch {
    return process.platform === 'linux' ? undefined : '0';
  }
}

function idSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const namespace = readlinkSync('/proc/self/ns/pid');
    return Bun.hash(`${boot} ${namespace}`).toString(16);
  } catch {
    return '0';
  }
}

let own: string | undefined;

/** Mark of this process: `{pid}-{start}-{id namespace}`. Safe in file names. */
export function processMark(): string {
  own ??= `${process.pid}-${startTicks(process.pid) ?? '0'}-${idSpace()}`;
  return own;
}

/** State of the process that created `mark`; undefined when the text is not a mark. */
export function readProcessState(mark: string): ProcessState | undefined {
  const match = MARK.exec(mark);
  if (match === null) return undefined;
  if (match[3] !== idSpace()) return 'unknown';
  const pid = Number(match[1]);
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process is alive and belongs to another user.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return 'dead';
  }
  const started = startTicks(pid);
  return started === undefined || started !== match[2] ? 'dead' : 'alive';
}
