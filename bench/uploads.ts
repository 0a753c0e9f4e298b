// Uploading 128 MiB in 16 parts, four at a time, up to the moment when the file is whole and its digest known, beside
// @tus/server on the same disk in the same run, which writes one file in order: the goal is judged against that. It is also
// given four quarters at once, which is other work, for they never become one file. And the memory of the server from 1 to 32
// uploads at once. Both get the same bytes from the same lean client, a process of its own. Files are removed between the
// steps, before the disk sees them.

import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../tests/fixtures/database.ts';
import { freePort } from '../tests/fixtures/free-port.ts';
import { PROJECT_ROOT, withFolder } from './livehouse.ts';
import { formatTable, medianOf, readCpuSeconds, readMemory } from './machine.ts';
import type { Scale } from './scale.ts';
import type { SendCommand, SendReply, SendReport } from './upload-sender.ts';
import { createUploader, UPLOADER_SECRET } from './uploader.ts';

const MEBIBYTE = 1024 * 1024;
const FILE_BYTES = 128 * MEBIBYTE;
const PARTS_AT_ONCE = 4;
const GOAL = 1.5;
/** Single rounds scatter by a factor of two: memory that a virtual machine touches for the first time is slow. */
const ROUNDS_LEAST = 12;
/** How much more memory 32 uploads may take than one (a constant, not a factor). */
const MEMORY_GOAL_MEBIBYTES = 64;
const AT_ONCE = [1, 2, 4, 8, 16, 32] as const;
const START_MS = 30_000;
const SAMPLE_MS = 50;

interface RunningServer {
  readonly port: number;
  readonly pid: number;
  /** Removes the files that it was sent. */
  empty(): void;
  stop(): Promise<void>;
}

interface Finished extends SendReport {
  readonly serverCpuMilliseconds: number;
}

/** Sends one command to the client and waits until it is done. */
type Send = (command: SendCommand) => Promise<SendReport>;

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('a server did not become ready');
    await Bun.sleep(20);
  }
}

async function startHouse(data: string, database: TestDatabase): Promise<RunningServer> {
  const port = await freePort();
  const child = Bun.spawn(
    [process.execPath, '--no-env-file', join(PROJECT_ROOT, 'src/main.ts'), 'serve', '--no-worker'],
    {
      env: {
        ...process.env,
        LIVEHOUSE_DATA: data,
        DATABASE_URL: database.url,
        HOST: '127.0.0.1',
        PORT: String(port),
        AUTH_SECRET: UPLOADER_SECRET,
        LIMITS: 'off',
        QUOTAS: 'off',
        LOG_LEVEL: 'warn',
      },
      stdout: 'ignore',
      stderr: 'ignore',
    },
  );
  const address = `http://127.0.0.1:${port}`;
  await waitFor(async () => (await (await fetch(`${address}/readyz`)).text()).includes('"database":"ok"'));
  return {
    port,
    pid: child.pid,
    empty: () => {
      for (const name of ['attachments', 'parts'])
        rmSync(join(data, 'objects', name), { recursive: true, force: true });
    },
    stop: async () => {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}

async function startTus(directory: string): Promise<RunningServer> {
  mkdirSync(directory, { recursive: true });
  const port = await freePort();
  const child = spawn('node', [join(PROJECT_ROOT, 'bench/tus-server.mjs'), directory, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const address = `http://127.0.0.1:${port}`;
  await waitFor(async () => (await fetch(`${address}/files`, { method: 'OPTIONS' })).ok);
  return {
    port,
    pid: child.pid ?? 0,
    empty: () => {
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory);
    },
    stop: () =>
      new Promise((resolve) => {
        child.on('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

/** Starts the client; `close` ends it. */
function startSender(): { readonly send: Send; readonly close: () => void } {
  let settle: ((reply: SendReply) => void) | undefined;
  const child = Bun.spawn([process.execPath, '--no-env-file', join(PROJECT_ROOT, 'bench/upload-sender.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (reply: SendReply) => settle?.(reply),
    onExit: () => settle?.({ error: 'the client ended' }),
  });
  return {
    send: async (command) => {
      const reply = await new Promise<SendReply>((resolve) => {
        settle = resolve;
        child.send(command);
      });
      if ('error' in reply) throw new Error(reply.error);
      return reply;
    },
    close: () => child.kill(),
  };
}

/** Prints throughput beside tus, and memory by uploads at once. */
export async function benchUploads(scale: Scale): Promise<void> {
  await using database = await createTestDatabase();
  await withFolder(async (folder) => {
    const livehouse = await startHouse(join(folder, 'house'), database);
    const tus = await startTus(join(folder, 'tus'));
    const { send, close } = startSender();
    try {
      const { cookie } = await createUploader(database);
      await compare(scale, send, livehouse, cookie, tus);
      await printMemory(send, livehouse, cookie);
    } finally {
      close();
      await Promise.all([livehouse.stop(), tus.stop()]);
    }
  });
}

async function compare(
  scale: Scale,
  send: Send,
  livehouse: RunningServer,
  cookie: string,
  tus: RunningServer,
): Promise<void> {
  const whole = { files: 1, fileBytes: FILE_BYTES, partsAtOnce: PARTS_AT_ONCE };
  const toTus = { protocol: 'tus', port: tus.port, cookie: '', partsAtOnce: 1 } as const;
  const steps: readonly { readonly name: string; readonly server: RunningServer; readonly command: SendCommand }[] = [
    {
      name: 'livehouse, 16 parts, 4 at a time',
      server: livehouse,
      command: { ...whole, protocol: 'livehouse', port: livehouse.port, cookie },
    },
    { name: '@tus/server, one file in order', server: tus, command: { ...whole, ...toTus } },
    {
      name: '@tus/server, other work: 4 quarters at once',
      server: tus,
      command: { ...toTus, files: 4, fileBytes: FILE_BYTES / 4 },
    },
  ];
  const runs = steps.map((): Finished[] => []);
  const rounds = scale.roundsGiven ? scale.rounds : Math.max(scale.rounds, ROUNDS_LEAST);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { server, command }] of steps.entries()) {
      const before = readCpuSeconds(server.pid);
      const report = await send(command);
      const serverCpuMilliseconds = (readCpuSeconds(server.pid) - before) * 1000;
      if (round > 0) runs[index]?.push({ ...report, serverCpuMilliseconds });
      server.empty();
    }
  }
  const middle = (index: number, fact: keyof Finished): number => medianOf((runs[index] ?? []).map((run) => run[fact]));
  const speedOf = (index: number): number => FILE_BYTES / MEBIBYTE / (middle(index, 'milliseconds') / 1000);
  const ratioTo = (peer: number): number => speedOf(0) / speedOf(peer);
  const rows = steps.map(({ name }, index) => {
    const goal = `≥ ${GOAL} ${ratioTo(index) >= GOAL ? 'met' : 'missed'}`;
    return [
      name,
      speedOf(index).toFixed(0),
      middle(index, 'serverCpuMilliseconds').toFixed(0),
      middle(index, 'cpuMilliseconds').toFixed(0),
      index === 0 ? '' : ratioTo(index).toFixed(2),
      index === 1 ? goal : '',
    ];
  });
  const head = [`median of ${rounds}`, 'MiB/s', 'CPU ms', 'client CPU ms', 'livehouse ×', 'goal'];
  process.stdout.write(`${formatTable(head, rows)}\n\n`);
}

async function printMemory(send: Send, livehouse: RunningServer, cookie: string): Promise<void> {
  const rows: (readonly string[])[] = [];
  let first: number | undefined;
  for (const files of AT_ONCE) {
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, readMemory(livehouse.pid).residentMebibytes);
    }, SAMPLE_MS);
    let report: SendReport;
    try {
      const plan = { files, fileBytes: FILE_BYTES, partsAtOnce: PARTS_AT_ONCE };
      report = await send({ ...plan, protocol: 'livehouse', port: livehouse.port, cookie });
    } finally {
      clearInterval(timer);
    }
    livehouse.empty();
    first ??= peak;
    const more = peak - first;
    rows.push([
      `${files} at once`,
      peak.toFixed(0),
      ((files * FILE_BYTES) / MEBIBYTE / (report.milliseconds / 1000)).toFixed(0),
      files === AT_ONCE.at(-1)
        ? `≤ ${MEMORY_GOAL_MEBIBYTES} more than one: ${more <= MEMORY_GOAL_MEBIBYTES ? 'met' : 'missed'}`
        : '',
    ]);
  }
  process.stdout.write(`${formatTable(['128 MiB each', 'peak resident MiB', 'MiB/s', 'goal'], rows)}\n`);
}
