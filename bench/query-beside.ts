// Reads of a release alone and while queries run at a fixed rate, in turns. The server has a core of its own, as in the other
// duels. The load and the processes that run queries share the other one, so that what falls is what queries cost the server
// itself: without that, three programs would share two cores, and each would be slower whatever the server does.
import { type Contestant, DUEL_HEAD, presentDuel, runDuel } from './duel.ts';
import { LOAD_CORE, type RunningHouse, SERVER_CORE } from './house.ts';
import { formatTable, readChildren } from './machine.ts';
import { requirePeer } from './peers.ts';
import { CATALOG, openLoop } from './query-load.ts';
import type { Scale } from './scale.ts';

const ENTITY = '/api/v1/servers/warframe/items/Lotus:Powersuits:Excalibur:Excalibur';
const CONNECTIONS = 4;
/** What the server itself does for 60 queries a second is a few percent of a core. */
const GOAL = 0.9;
const PIN_MS = 100;

/** Prints rates beside queries by rates alone. `ask` sends another query each time. */
export async function benchReadsBeside(
  { port, pid, stop }: RunningHouse,
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
  const rows: (readonly string[])[] = [];
  for (const [name, path, headers] of reads) {
    const contestant: Contestant = { name: 'alone', server, requests: [{ path, headers }] };
    const duel = await runDuel({
      ...{ name, folder, rounds, seconds, connections: CONNECTIONS, goal: GOAL },
      ours: { ...contestant, name: 'beside', beside },
      peers: [contestant],
    });
    rows.push(...presentDuel(duel));
  }
  process.stdout.write(`\n${perSecond} queries a second beside ("ours") and none ("peer")\n`);
  process.stdout.write(`${formatTable(DUEL_HEAD, rows)}\n`);
}

function pinChildren(pid: number): void {
  for (const child of readChildren(pid)) pin(child, LOAD_CORE);
}

/** Keeps all threads of a process on a core. One that has just ended is no mistake. */
function pin(pid: number, core: number): void {
  Bun.spawnSync([requirePeer('taskset'), '-acp', String(core), String(pid)], { stdout: 'ignore', stderr: 'ignore' });
}
