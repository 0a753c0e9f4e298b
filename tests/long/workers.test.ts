// `serve --workers`: several processes on one port. A worker that dies is restarted while the others answer, a rolling
// restart and a stop lose no request, and the metrics cover all processes.
import { expect, onTestFinished, test } from 'bun:test';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/platform/config/package-root.ts';
import { freePort } from '../fixtures/free-port.ts';
import { keepForTest, keepOpen } from '../fixtures/keep-open.ts';
import { openReleaseWorld } from '../fixtures/release-world.ts';

const PATH = '/api/v1/servers/jp/list/item-1';

const home = await keepOpen(openReleaseWorld());

interface Running {
  readonly child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>;
  readonly port: number;
  readonly metricsPort: number;
  /** Number of log lines with this message so far. */
  count(message: string): number;
}

async function startWorkers(count: number, port?: number): Promise<Running> {
  const own = port ?? (await freePort());
  const metricsPort = await freePort();
  const child = keepForTest(
    Bun.spawn(
      [process.execPath, '--no-env-file', join(PACKAGE_ROOT, 'src/main.ts'), 'serve', '--workers', String(count)],
      {
        env: {
          ...process.env,
          LIVEHOUSE_DATA: home.world.dataDirectory,
          DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
          PORT: String(own),
          METRICS_PORT: String(metricsPort),
          HOST: '127.0.0.1',
        },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      },
    ),
  );
  let text = '';
  void child.stderr.pipeTo(
    new WritableStream({
      write: (piece) => {
        text += new TextDecoder().decode(piece);
      },
    }),
  );
  const running: Running = {
    child,
    port: own,
    metricsPort,
    count: (message) => text.split(`"message":"${message}"`).length - 1,
  };
  await home.world.until(() => running.count('serving') > 0 || child.exitCode !== null, 60_000);
  if (child.exitCode !== null && port === undefined) throw new Error(text);
  return running;
}

const childrenOf = (pid: number): readonly number[] =>
  Bun.spawnSync(['ps', '-o', 'pid=', '--ppid', String(pid)])
    .stdout.toString()
    .split('\n')
    .map(Number)
    .filter((id) => id > 0);

/**
 * Clients that send requests without pause. `kept` clients stay on one connection until the server closes it, `fresh` clients
 * open one for each request. A fresh connection that is reset before the first byte is opened once more, as browsers and
 * proxies do, because the kernel may have given it to a socket that closed at that moment.
 */
function openLoad(port: number, { kept, fresh }: { readonly kept: number; readonly fresh: number }) {
  let stopped = false;
  let answered = 0;
  let farewells = 0;
  let reopened = 0;
  const failures: string[] = [];
  const askFresh = async (): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    try {
      return await exchange(socket, 'Connection: close\r\n');
    } catch (error) {
      return String(error);
    } finally {
      socket.destroy();
    }
  };
  const freshClient = async (): Promise<void> => {
    while (!stopped) {
      let head = await askFresh();
      if (/ECONNRESET|closed after 0 bytes/.test(head)) {
        reopened += 1;
        head = await askFresh();
      }
      if (head.startsWith('HTTP/1.1 200')) answered += 1;
      else failures.push(`fresh: ${head.slice(0, 200)}`);
      await Bun.sleep(1);
    }
  };
  const client = async (): Promise<void> => {
    while (!stopped) {
      const socket = connect(port, '127.0.0.1');
      // Each exchange has its own listener; a close between two exchanges fails the next one.
      socket.on('error', () => {});
      for (let open = true; open && !stopped; ) {
        const head = await exchange(socket).catch((error: unknown) => String(error));
        if (head.startsWith('HTTP/1.1 200')) answered += 1;
        else failures.push(head.slice(0, 200));
        open = head.startsWith('HTTP/1.1 200') && !/^connection: close/im.test(head);
        if (!open) farewells += 1;
      }
      socket.destroy();
    }
  };
  const all = [...Array.from({ length: kept }, client), ...Array.from({ length: fresh }, freshClient)];
  return {
    answered: () => answered,
    stop: async () => {
      stopped = true;
      await Promise.all(all);
      return { answered, farewells, failures, reopened };
    },
  };
}

/** One request on an idle connection; the head of the answer. */
function exchange(socket: Socket, fields = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (piece: Buffer): void => {
      text += piece.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
      if (end !== -1 && text.length >= end + 4 + length) finish(() => resolve(text.slice(0, end)));
    };
    const onError = (error: Error): void => finish(() => reject(error));
    const onClose = (): void => finish(() => reject(new Error(`closed after ${text.length} bytes`)));
    const finish = (settle: () => void): void => {
      socket.off('data', onData).off('error', onError).off('close', onClose);
      settle();
    };
    socket.on('data', onData).on('error', onError).on('close', onClose);
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`);
  });
}

async function countRequests(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^livehouse_requests_total\{route="entityRead",status="200"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

test('a rolling restart under load fails no request, and the counts of the old workers stay', async () => {
  const running = await startWorkers(2);
  const before = childrenOf(running.child.pid);
  expect(before).toHaveLength(2);
  const load = openLoad(running.port, { kept: 6, fresh: 4 });
  const probes: number[] = [];
  const probing = setInterval(() => {
    fetch(`http://127.0.0.1:${running.port}/readyz`, { headers: { connection: 'close' } })
      .then(({ status }) => probes.push(status))
      // A connection that arrives while a socket closes, as above.
      .catch(() => undefined);
  }, 50);
  await home.world.until(() => load.answered() > 500, 30_000);
  running.child.kill('SIGHUP');
  await home.world.until(() => running.count('the workers are replaced') > 0, 60_000);
  await home.world.until(() => load.answered() > 1000, 30_000);
  clearInterval(probing);
  // Whoever asks whether the service is ready hears of no process that leaves.
  expect([probes.length > 20, probes.filter((status) => status !== 200)]).toEqual([true, []]);
  const { answered, farewells, failures, reopened } = await load.stop();
  expect(failures).toEqual([]);
  // At most the connections that arrived while the two sockets closed, one after the other.
  expect(reopened).toBeLessThanOrEqual(2 * 4);
  expect(answered).toBeGreaterThan(1000);
  expect(farewells).toBeGreaterThan(0);
  const after = childrenOf(running.child.pid);
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  expect(await countRequests(running.metricsPort)).toBe(answered);
  running.child.kill('SIGTERM');
  expect(await running.child.exited).toBe(0);
}, 120_000);

test('a worker that dies is restarted while the others answer', async () => {
  const running = await startWorkers(2);
  const [victim = 0, other = 0] = childrenOf(running.child.pid);
  process.kill(victim, 'SIGKILL');
  await home.world.until(() => running.count('a worker ended and is started again') > 0, 20_000);
  expect((await fetch(`http://127.0.0.1:${running.port}${PATH}`)).status).toBe(200);
  // Two lines at the start, and one of the restarted worker.
  await home.world.until(() => running.count('listening') === 3, 60_000);
  const now = childrenOf(running.child.pid);
  expect(now).toHaveLength(2);
  expect([now.includes(victim), now.includes(other)]).toEqual([false, true]);
}, 120_000);

test('workers exit when their supervisor is killed', async () => {
  const running = await startWorkers(2);
  const workers = childrenOf(running.child.pid);
  running.child.kill('SIGKILL');
  await running.child.exited;
  await home.world.until(() => !workers.some((pid) => isAlive(pid)), 30_000);
  expect(workers).toHaveLength(2);
}, 120_000);

function isAlive(pid: number): boolean {
  const state = Bun.spawnSync(['ps', '-o', 'stat=', '-p', String(pid)])
    .stdout.toString()
    .trim();
  return state !== '' && !state.startsWith('Z');
}

test('a port in use is refused, not shared', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  onTestFinished(() => void taken.close());
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const running = await startWorkers(2, port);
  expect(await running.child.exited).toBe(1);
}, 120_000);
