// Loads for the community bench: our server by wrk, its floor by pgbench, and what CPU time went where. Both are asked for
// several addresses in turn, or for one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { fillStatement, type SentStatement } from '../tests/fixtures/statements.ts';
import { type LoadRequest, writeLoadList } from './duel.ts';
import { readCpuSeconds, runTool, sumOf } from './machine.ts';
import { requirePeer } from './peers.ts';

export interface OurRun {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** CPU time an answer, of the server and of PostgreSQL's processes, µs. */
  readonly serverUs: number;
  readonly databaseUs: number;
}

export interface Load {
  readonly folder: string;
  readonly connections: number;
  readonly seconds: number;
}

/** CPU time of each of the database's processes on this machine, seconds. */
export async function readDatabaseSeconds(sql: SQL): Promise<ReadonlyMap<number, number>> {
  const rows: { pid: number }[] = await sql`select pid from pg_stat_activity
    where datname = current_database() and application_name = 'livehouse' and pid <> pg_backend_pid()`;
  const seconds = new Map<number, number>();
  for (const { pid } of rows) {
    try {
      seconds.set(pid, readCpuSeconds(pid));
    } catch {
      // Ended meanwhile, or on another machine.
    }
  }
  return seconds;
}

/** What was used between two of these, by the processes that there are still. */
export const secondsBetween = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  sumOf([...after].map(([pid, seconds]) => seconds - (before.get(pid) ?? 0)));

/** Reads from our server. */
export async function loadServer(
  { folder, connections, seconds }: Load,
  server: { readonly port: number; readonly pid: number },
  sql: SQL,
  requests: readonly LoadRequest[],
): Promise<OurRun> {
  const script = join(folder, 'load.lua');
  writeFileSync(script, loadScript(requests));
  const before = [readCpuSeconds(server.pid), await readDatabaseSeconds(sql)] as const;
  const text = await runTool([
    ...[requirePeer('wrk'), '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script],
    `http://127.0.0.1:${server.port}`,
  ]);
  const after = [readCpuSeconds(server.pid), await readDatabaseSeconds(sql)] as const;
  const found = /RESULT (\d+) (\d+) (\d+) (\d+)/.exec(text);
  const [answers = 0, microseconds = 0, failures = 0, p99 = 0] = (found ?? []).slice(1).map(Number);
  if (answers === 0 || failures > 0) throw new Error(`${failures} of ${answers} reads of ${requests[0]?.path} failed`);
  return {
    perSecond: answers / (microseconds / 1e6),
    p99Ms: p99 / 1000,
    serverUs: ((after[0] - before[0]) / answers) * 1e6,
    databaseUs: (secondsBetween(before[1], after[1]) / answers) * 1e6,
  };
}

const COMMITS_PER_SECOND = 100;

/** `work` while somebody commits a hundred times a second, after which no page of before is given again. */
export async function whileCommitting<T>(sql: SQL, work: () => Promise<T>): Promise<T> {
  let isDone = false;
  const commit = async (): Promise<void> => {
    const startedAt = performance.now();
    for (let done = 1; !isDone; done += 1) {
      await sql`select pg_current_xact_id()`;
      await Bun.sleep(Math.max(0, startedAt + (done * 1000) / COMMITS_PER_SECOND - performance.now()));
    }
  };
  const committing = commit();
  try {
    return await work();
  } finally {
    isDone = true;
    await committing;
  }
}

/** Every client of pgbench is a new process of PostgreSQL, which first reads the catalogue and plans. */
const FLOOR_WARM_UP_SECONDS = 2;
/** Reads that each of eight connections makes before ours are measured. */
const WARM_UP_READS = 50;

/** Has our server compile and its connections plan what is about to be measured. */
export async function warmServer(port: number, requests: readonly LoadRequest[]): Promise<void> {
  await Promise.all(
    Array.from({ length: 8 }, async (_, connection) => {
      for (let turn = 0; turn < WARM_UP_READS; turn += 1) {
        const request = requests[(connection * WARM_UP_READS + turn) % requests.length];
        if (request === undefined) return;
        const answer = await fetch(`http://127.0.0.1:${port}${request.path}`, { headers: { ...request.headers } });
        await answer.arrayBuffer();
      }
    }),
  );
}

/** The same reads by pgbench, prepared and planned once as ours are; reads a second. `reads` are taken at random. */
export async function loadFloor(
  { folder, connections, seconds }: Load,
  databaseUrl: string,
  reads: readonly (readonly SentStatement[])[],
): Promise<number> {
  const files = reads.flatMap((statements, at) => {
    const path = join(folder, `floor-${at}.sql`);
    // A colon begins one of pgbench's own variables, save in `::`.
    writeFileSync(path, `${statements.map((statement) => `${fillStatement(statement)};`).join('\n')}\n`);
    return ['-f', path];
  });
  const warmUp = Math.min(FLOOR_WARM_UP_SECONDS, seconds);
  const command = [
    ...[requirePeer('pgbench'), '-n', '-M', 'prepared', '-c', String(connections), '-j', '1'],
    ...['-P', '1', '-T', String(seconds + warmUp)],
    ...files,
    databaseUrl,
  ];
  for (let attempt = 1; ; attempt += 1) {
    try {
      const told = await runTool(command, { PGOPTIONS: '-c plan_cache_mode=force_generic_plan' });
      const rates = [...told.matchAll(/progress: .*? s, ([\d.]+) tps/g)].map((found) => Number(found[1]));
      return sumOf(rates.slice(warmUp)) / Math.max(1, rates.length - warmUp);
    } catch (error) {
      // The connections of the run before may not have ended yet.
      if (attempt === 3 || !String(error).includes('connection slots')) throw error;
      await Bun.sleep(1000);
    }
  }
}

const loadScript = (requests: readonly LoadRequest[]): string => `${writeLoadList(requests)}
done = function(summary, latency)
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format("RESULT %d %d %d %d\\n", summary.requests, summary.duration, failed, latency:percentile(99)))
end
`;
