// One request mix against Livehouse and against its peers, in turns: ours, peer, ours, peer … The same core serves and
// the other loads, so that what else the machine does falls on both alike. Reports the median of the paired rates and
// the ratio of server CPU time per answer, which a busy machine disturbs least.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOAD_CORE } from './livehouse.ts';
import { medianOf, readCpuSeconds, sumOf } from './machine.ts';
import { type RunningPeer, requirePeer } from './peers.ts';

export interface LoadRequest {
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Contestant {
  readonly name: string;
  readonly server: RunningPeer;
  /** Sent one after another by every connection. */
  readonly requests: readonly LoadRequest[];
  /** Runs while the requests are sent, for as many seconds. */
  readonly beside?: (seconds: number) => Promise<unknown>;
}

export interface DuelOptions {
  readonly name: string;
  readonly folder: string;
  readonly ours: Contestant;
  readonly peers: readonly Contestant[];
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Least ratio of rates that the project asks for; undefined: the figure is for information. */
  readonly goal?: number | undefined;
}

interface Run {
  readonly rate: number;
  readonly answers: number;
  readonly cpuSeconds: number;
  /** Bytes an answer, with its head. */
  readonly bytes: number;
}

export interface DuelRow {
  readonly name: string;
  readonly peer: string;
  readonly ourRate: number;
  readonly peerRate: number;
  /** Median over the rounds of our rate by the peer's: above 1 is ours. */
  readonly rateRatio: number;
  /** The same of each round. */
  readonly rateRatios: readonly number[];
  readonly ourCpuMicroseconds: number;
  readonly peerCpuMicroseconds: number;
  /** CPU time an answer of the peer's by ours: above 1 is ours. */
  readonly cpuRatio: number;
  readonly ourBytes: number;
  readonly peerBytes: number;
  readonly goal: number | undefined;
}

/** Runs all rounds; a row for each peer. */
export async function runDuel(options: DuelOptions): Promise<readonly DuelRow[]> {
  const contestants = [options.ours, ...options.peers];
  const scripts = contestants.map((contestant, i) => {
    const path = join(options.folder, `load-${i}.lua`);
    writeFileSync(path, loadScript(contestant.requests));
    return path;
  });
  const runs: Run[][] = contestants.map(() => []);
  for (let round = 0; round <= options.rounds; round++) {
    for (const [i, contestant] of contestants.entries()) {
      const run = await runLoad(options, contestant, scripts[i] ?? '');
      // The first round warms caches and compilers and does not count.
      if (round > 0) runs[i]?.push(run);
    }
  }
  const [ours = [], ...others] = runs;
  return others.map((theirs, i) => {
    const ourCpu = sumOf(ours.map((run) => run.cpuSeconds)) / sumOf(ours.map((run) => run.answers));
    const peerCpu = sumOf(theirs.map((run) => run.cpuSeconds)) / sumOf(theirs.map((run) => run.answers));
    const rateRatios = ours.map((run, round) => run.rate / (theirs[round]?.rate ?? Number.NaN));
    return {
      name: options.name,
      peer: options.peers[i]?.name ?? '',
      ourRate: medianOf(ours.map((run) => run.rate)),
      peerRate: medianOf(theirs.map((run) => run.rate)),
      rateRatio: medianOf(rateRatios),
      rateRatios,
      ourCpuMicroseconds: ourCpu * 1e6,
      peerCpuMicroseconds: peerCpu * 1e6,
      cpuRatio: peerCpu / ourCpu,
      ourBytes: medianOf(ours.map((run) => run.bytes)),
      peerBytes: medianOf(theirs.map((run) => run.bytes)),
      goal: options.goal,
    };
  });
}

async function runLoad(options: DuelOptions, contestant: Contestant, script: string): Promise<Run> {
  const { server } = contestant;
  const before = readCpuSeconds(server.pid);
  const child = Bun.spawn(
    [
      ...[requirePeer('taskset'), '-c', String(LOAD_CORE), requirePeer('wrk'), '-t1', `-c${options.connections}`],
      ...[`-d${options.seconds}s`, '-s', script, `http://127.0.0.1:${server.port}`],
    ],
    { stdout: 'pipe', stderr: 'inherit' },
  );
  const [text] = await Promise.all([new Response(child.stdout).text(), contestant.beside?.(options.seconds)]);
  await child.exited;
  const cpuSeconds = readCpuSeconds(server.pid) - before;
  const found = /RESULT (\d+) (\d+) (\d+) (\d+)/.exec(text);
  const [answers = 0, microseconds = 0, failures = 0, bytes = 0] = (found ?? []).slice(1).map(Number);
  if (answers === 0 || failures > 0)
    throw new Error(`${options.name}: ${contestant.name} failed ${failures} of ${answers} requests`);
  return { rate: answers / (microseconds / 1e6), answers, cpuSeconds, bytes: bytes / answers };
}

/** The load as wrk's own script; its last line says what came of it. */
const loadScript = (requests: readonly LoadRequest[]): string => `${writeLoadList(requests)}
done = function(summary)
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format("RESULT %d %d %d %d\\n", summary.requests, summary.duration, failed, summary.bytes))
end
`;

/** The part of a script for wrk that sends these requests in turn; they are put together before the clock starts. */
export function writeLoadList(requests: readonly LoadRequest[]): string {
  const table = requests
    .map(({ path, headers }) => {
      const fields = Object.entries(headers).map(([name, value]) => `[${luaText(name)}]=${luaText(value)}`);
      return `  {${luaText(path)}, {${fields.join(', ')}}},`;
    })
    .join('\n');
  return `local list = {
${table}
}
local ready = {}
local at = 0
init = function()
  for i, entry in ipairs(list) do
    entry[2]["Host"] = "127.0.0.1"
    ready[i] = wrk.format("GET", entry[1], entry[2])
  end
end
request = function()
  at = at % #ready + 1
  return ready[at]
end
`;
}

const luaText = (text: string): string => JSON.stringify(text).replaceAll('\\u00', '\\x');

const WORDS = ['', 'peer', 'ours/s', 'peer/s', 'rate ×', 'ours µs', 'peer µs', 'CPU ×', 'goal'] as const;

/** Rows as the columns of `DUEL_HEAD`. */
export function presentDuel(rows: readonly DuelRow[]): readonly (readonly string[])[] {
  return rows.map((row) => [
    row.name,
    row.peer,
    row.ourRate.toFixed(0),
    row.peerRate.toFixed(0),
    row.rateRatio.toFixed(2),
    row.ourCpuMicroseconds.toFixed(1),
    row.peerCpuMicroseconds.toFixed(1),
    row.cpuRatio.toFixed(2),
    row.goal === undefined ? '' : `≥ ${row.goal} ${judge(row, row.goal)}`,
  ]);
}

function judge({ rateRatio, cpuRatio }: DuelRow, goal: number): string {
  if (rateRatio >= goal) return cpuRatio >= goal ? 'met' : 'met by rate';
  return cpuRatio >= goal ? 'met by CPU' : 'missed';
}

export const DUEL_HEAD: readonly string[] = WORDS;
