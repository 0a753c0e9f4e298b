// What a measurement says about the machine and about a process: facts for the head of a report, CPU time and memory
// from /proc, and the arithmetic of rounds. Linux only, since it reads /proc.
import { readFileSync } from 'node:fs';
import { availableParallelism, release, totalmem } from 'node:os';

/** Clock ticks per second of /proc/PID/stat: fixed for user space on every Linux architecture. */
const TICKS_PER_SECOND = 100;

/** One line: cores, memory, kernel, versions. Names no host and no path. */
export function describeMachine(): string {
  const model = /^model name\s*:\s*(.+)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? process.arch;
  const gibibytes = (totalmem() / 1024 ** 3).toFixed(0);
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0];
  return `${availableParallelism()} cores (${model}), ${gibibytes} GiB, Linux ${release()}, Bun ${Bun.version}, load ${load}`;
}

/** CPU seconds (user and system, all threads) that a process has used. */
export function readCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command name stands in parentheses and may hold anything; utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Direct children of a process. */
export function readChildren(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

export interface Memory {
  /** Resident set, shared pages counted whole, MiB. */
  readonly residentMebibytes: number;
  /** Proportional share, MiB. */
  readonly shareMebibytes: number;
}

export function readMemory(pid: number): Memory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const read = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) / 1024;
  return { residentMebibytes: read('Rss'), shareMebibytes: read('Pss') };
}

/** The middle value; NaN of nothing. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value below which a share of the values lies; NaN of nothing. */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Rows as text columns: the first to the left, the others to the right. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Runs a program to its end and returns what it wrote. */
export async function runTool(
  command: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = Bun.spawn([...command], { stdout: 'pipe', stderr: 'pipe', env: { ...process.env, ...more } });
  const [text, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  // pgbench tells its progress on the other stream.
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed: ${complaint.slice(-2000)}`);
  return `${text}${complaint}`;
}
