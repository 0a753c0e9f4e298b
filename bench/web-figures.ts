// How the benchmarks of pages measure and print: calls of this process, one after another, in CPU time.

export interface CallFigure {
  /** CPU time of this process for one call, in microseconds. */
  readonly each: number;
  /** Time that passed for one call, in microseconds. */
  readonly passed: number;
}

/**
 * Calls `run` for some seconds, after as long without measuring: until then a part of the CPU time is the compiler's, of whom a
 * service that runs for hours knows nothing. `before` runs before each call; its own time does not count.
 */
export async function measureCalls(
  seconds: number,
  run: () => Promise<Response | readonly Response[]>,
  before?: () => Promise<void>,
): Promise<CallFigure> {
  const call = async (): Promise<void> => {
    const answers = await run();
    for (const answer of answers instanceof Response ? [answers] : answers) {
      if (!answer.ok) throw new Error(`an answer has the status ${answer.status}`);
      await answer.arrayBuffer();
    }
  };
  const warm = performance.now() + seconds * 1000;
  while (performance.now() < warm) {
    await before?.();
    await call();
  }
  const end = performance.now() + seconds * 1000;
  const total = { cpu: 0, passed: 0, count: 0 };
  // Usage of the process is read in blocks: its clock is coarse.
  while (performance.now() < end) {
    await before?.();
    const startedAt = performance.now();
    const usage = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(usage);
    total.cpu += user + system;
    total.passed += performance.now() - startedAt;
    total.count += 1;
  }
  return { each: total.cpu / total.count, passed: (total.passed * 1000) / total.count };
}

/** Prints a line; with a goal in calls a second and core, whether it is met. */
export function printFigure(name: string, { each }: CallFigure, goal?: number): void {
  const rate = Math.round(1_000_000 / each);
  const met = goal === undefined ? '' : `, goal ${goal.toLocaleString('en')} ${rate >= goal ? 'met' : 'missed'}`;
  printLine(name, `${rate.toLocaleString('en')} a second and core, ${Math.round(each)} µs each${met}`);
}

export const printLine = (name: string, figure: string): void =>
  void process.stdout.write(`${name.padEnd(32)} ${figure}\n`);
