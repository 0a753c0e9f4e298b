// Reads of a release alone and while queries run at a fixed rate, in turns. The server has a core of its own, as in the other
// duels; the load and the processes that run queries share the other one. On two cores the rate falls by what queries need of
// them, whatever the server does. What counts is therefore the CPU time of a read, without the server's share in queries.
import { type Contestant, runDuel } from './duel.ts';
import { LOAD_CORE, type RunningLivehouse, SERVER_CORE } from './livehouse.ts';
import { formatTable, readChildren } from './machine.ts';
import { requirePeer } from './peers.ts';
import { CATALOG, openLoop } from './query-load.ts';
import type { Scale } from './scale.ts';

const ENTITY = '/api/v1/servers/warframe/items/Lotus:Powersuits:Excalibur:Excalibur';
const CONNECTIONS = 4;
/** CPU time of a read alone by that beside queries: what they take from a read besides a share of the processor. */
const GOAL = 0.9;
const PIN_MS = 100;

/** Prints rates beside queries by rates alone. `ask` sends another query each time. */
export async function benchReadsBeside(
  { port, pid, stop }: RunningLivehouse,
  folder: string,
  { rounds, seconds }: Scale,
  perSecond: number,
  ask: () => Promise<void>,
): Promise<void> {
  pin(pid, SERVER_CORE);
  const server = { port, pid, stop };
  const beside = async (): Promise<void> => {
    // A process that starts later begins on the server's core.
    const timer = setInterval(() => pinChildren(pid), PIN_MS);
    try {
      pinChildren(pid);
      await openLoop(pid, perSecond, seconds, ask);
    } finally {
      clearInterval(timer);
    }
  };
  const etag = (await fetch(`http://127.0.0.1:${port}${ENTITY}`)).headers.get('etag') ?? '';
  const reads: readonly (readonly [name: string, path: string, headers: Readonly<Record<string, string>>])[] = [
    ['entity', ENTITY, {}],
    ['304', ENTITY, { 'If-None-Match': etag }],
    ['range of 64 KiB', `${CATALOG}/database.sqlite`, { Range: 'bytes=65536-131071' }],
  ];
  pinChildren(pid);
  const { serverUs } = await openLoop(pid, perSecond, seconds, ask);
  const rows: (readonly string[])[] = [];
  for (const [name, path, headers] of reads) {
    const contestant: Contestant = { name: 'alone', server, requests: [{ path, headers }] };
    const [duel] = await runDuel({
      name,
      folder,
      rounds,
      seconds,
      connections: CONNECTIONS,
      ours: { ...contestant, name: 'beside', beside },
      peers: [contestant],
    });
    if (duel === undefined) throw new Error('nothing was measured');
    const own = duel.ourCpuMicroseconds - (perSecond * serverUs) / duel.ourRate;
    const ratio = duel.peerCpuMicroseconds / own;
    rows.push([
      name,
      ...[duel.peerRate.toFixed(0), duel.ourRate.toFixed(0), duel.rateRatio.toFixed(2)],
      ...[duel.peerCpuMicroseconds.toFixed(1), own.toFixed(1), ratio.toFixed(2)],
      `≥ ${GOAL} ${ratio >= GOAL ? 'met' : 'missed'}`,
    ]);
  }
  const head = ['alone/s', 'beside/s', 'rate ×', 'µs alone', 'µs beside', 'CPU ×', 'goal'];
  print(`\nwhile ${perSecond} queries a second run, each with ${serverUs.toFixed(0)} µs of the server's own`);
  print(formatTable(['', ...head], rows));
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function pinChildren(pid: number): void {
  for (const child of readChildren(pid)) pin(child, LOAD_CORE);
}

/** Keeps all threads of a process on a core. One that has just ended is no mistake. */
function pin(pid: number, core: number): void {
  Bun.spawnSync([requirePeer('taskset'), '-acp', String(core), String(pid)], { stdout: 'ignore', stderr: 'ignore' });
}
