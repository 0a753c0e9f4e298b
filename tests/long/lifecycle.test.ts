// The service as a process: health, many readers at once, a stop that lets downloads finish, a start without anything.
import { expect, onTestFinished, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { openMetricsServer } from '../../src/app/serve/metrics-server.ts';
import { PACKAGE_ROOT } from '../../src/platform/config/package-root.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { freePort } from '../fixtures/free-port.ts';
import { folderForTest, keepForTest, keepOpen } from '../fixtures/keep-open.ts';
import { BIG_BYTES, bigBytes, CATALOG_FILE, HOSTILE_IDS } from '../fixtures/release-snapshot.ts';
import { expectBytes, openReleaseWorld } from '../fixtures/release-world.ts';
import { openWorld } from '../world.ts';

/** Where metrics are served by default. */
const PLACE = { metricsHost: '127.0.0.1', metricsToken: undefined };

const home = await keepOpen(openReleaseWorld({ big: true }));

test('healthRead and readinessRead, never cached', async () => {
  const health = await home.readBoth('/healthz');
  expect([health.status, health.text]).toEqual([200, '{"status":"ok"}']);
  expect(health.headers.get('cache-control')).toBe('no-store');
  expect(health.headers.get('access-control-allow-origin')).toBeNull();
  const ready = await home.readBoth('/readyz');
  expect(ready.status).toBe(200);
  expect(ready.json()).toMatchObject({ status: expect.stringMatching(/^(ok|degraded)$/), checks: { objects: 'ok' } });
});

test('an empty store is ready and serves an empty registry', async () => {
  await using world = await openWorld();
  expect((await world.fetch('/readyz')).status).toBe(200);
  expect(await (await world.fetch('/api/v1/releases')).json()).toEqual({ releases: [] });
  expect((await world.fetch('/api/v1/servers/jp/catalog')).status).toBe(404);
  expect((await world.fetch('/')).status).toBe(200);
});

test('300 concurrent mixed reads agree byte for byte with one at a time', async () => {
  const paths = [
    ...HOSTILE_IDS.map((id) => `/api/v1/servers/jp/things/${id}`),
    ...Array.from({ length: 20 }, (_, i) => `/api/v1/servers/jp/list/item-${i}`),
    '/api/v1/servers/jp/list',
    '/api/v1/servers/jp/catalog',
    '/api/v1/servers/jp/release',
    '/api/v1/servers/jp/list?limit=100',
    '/api/v1/servers/jp/list?id=item-1&id=item-2&id=absent',
    '/api/v1/servers/jp/things/relations/tag/red',
    '/api/v1/servers/jp/things/absent',
    '/assets/jp/Assets/text.txt',
    '/assets/jp/Assets/k64.bin',
    '/assets/jp/Assets/m4.bin',
    '/assets/jp/Assets/absent',
    '/game-client/jp/manifest.json',
    `/game-client/jp/asset/Android/${CATALOG_FILE}`,
    '/artifacts/jp/src-1/android/bundles/k64.bundle',
  ];
  const codings = ['identity', 'br', 'gzip'];
  const jobs = Array.from({ length: 300 }, (_, i) => ({
    path: paths[(i * 7) % paths.length] ?? '/',
    headers: {
      'accept-encoding': codings[i % 3] ?? 'identity',
      ...(i % 5 === 0 ? { range: `bytes=${i % 11}-${(i % 11) + 40}` } : {}),
    },
    method: i % 17 === 0 ? 'HEAD' : 'GET',
  }));
  const together = await Promise.all(jobs.map(({ path, headers, method }) => home.read(path, headers, method)));
  for (const [i, { path, headers, method }] of jobs.entries()) {
    const alone = await home.read(path, headers, method);
    const other = together[i];
    expect([path, other?.status, other?.headers.get('etag')]).toEqual([path, alone.status, alone.headers.get('etag')]);
    expectBytes(other?.bytes ?? new Uint8Array(), alone.bytes);
  }
});

test('clients that disconnect do not affect others', async () => {
  await Promise.all(
    Array.from({ length: 30 }, async () => {
      const controller = new AbortController();
      const answer = await fetch(`${home.world.address}/runtime/jp/big.bin`, { signal: controller.signal });
      await answer.body?.getReader().read();
      controller.abort();
    }),
  );
  expect((await home.read('/assets/jp/Assets/text.txt')).text).toBe('hello text\n');
});

/** Starts `livehouse serve` on a data directory and waits until it is ready. */
async function startService(dataDirectory: string) {
  const port = await freePort();
  const child = keepForTest(
    Bun.spawn([process.execPath, '--no-env-file', join(PACKAGE_ROOT, 'src/main.ts'), 'serve'], {
      env: { ...process.env, LIVEHOUSE_DATA: dataDirectory, PORT: String(port), HOST: '127.0.0.1' },
      stdout: 'pipe',
      stderr: 'pipe',
    }),
  );
  await home.world.until(async () => {
    if (child.exitCode !== null) throw new Error(await new Response(child.stderr).text());
    return await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  }, 60_000);
  return { child, port };
}

function openDownload(port: number, path: string): Promise<{ socket: Socket; finish: () => Promise<Buffer> }> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    );
    socket.on('error', reject);
    socket.on('data', (piece) => pieces.push(Buffer.from(piece)));
    socket.once('data', () => {
      socket.pause();
      const finish = () =>
        new Promise<Buffer>((done) => {
          socket.on('close', () => done(Buffer.concat(pieces)));
          socket.resume();
        });
      resolve({ socket, finish });
    });
  });
}

test('a stop lets a running download finish, refuses newcomers, and leaves with 0', async () => {
  const { child, port } = await startService(home.world.dataDirectory);
  const { finish } = await openDownload(port, '/runtime/jp/big.bin');
  child.kill('SIGTERM');
  await home.world.until(() =>
    fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } }).then(
      () => false,
      () => true,
    ),
  );
  expect(child.exitCode).toBeNull();
  const answer = await finish();
  const body = answer.subarray(answer.indexOf('\r\n\r\n') + 4);
  expectBytes(body, bigBytes(0, BIG_BYTES));
  expect(await child.exited).toBe(0);
});

test('a stop closes idle connections and leaves with 0', async () => {
  const { child, port } = await startService(home.world.dataDirectory);
  const idle = connect(port, '127.0.0.1');
  idle.on('error', () => {});
  const closed = new Promise((resolve) => idle.once('close', resolve));
  idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => idle.once('data', resolve));
  child.kill('SIGTERM');
  await closed;
  expect(await child.exited).toBe(0);
});

test('serve on an empty data directory publishes the sample', async () => {
  const directory = folderForTest();
  const { port } = await startService(directory);
  const registry = (await (await fetch(`http://127.0.0.1:${port}/api/v1/releases`)).json()) as { releases: object[] };
  expect(registry.releases).toHaveLength(1);
});

/** Runs `livehouse serve` where it cannot listen; its exit code and what it said. */
async function serveInVain(environment: Record<string, string>, args: readonly string[] = []) {
  const main = join(PACKAGE_ROOT, 'src/main.ts');
  await using child = Bun.spawn([process.execPath, '--no-env-file', main, 'serve', '--json', ...args], {
    env: {
      ...process.env,
      LIVEHOUSE_DATA: home.world.dataDirectory,
      HOST: '127.0.0.1',
      // Asked for again and again, which would keep a process alive.
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      ...environment,
    },
    stdout: 'pipe',
    stderr: 'pipe',
    killSignal: 'SIGKILL',
  });
  const [code, out] = await Promise.all([child.exited, new Response(child.stdout).text()]);
  return { code, out };
}

test('serve on a port that is taken says so and leaves with 1', async () => {
  const data = join(home.world.dataDirectory, 'nothing-yet');
  for (const workers of [[], ['--workers', '2']]) {
    const { code, out } = await serveInVain({ PORT: String(home.world.port), LIVEHOUSE_DATA: data }, workers);
    expect(code).toBe(1);
    const [{ code: refused, message }] = JSON.parse(out).errors;
    expect([refused, message]).toEqual(['port_in_use', expect.stringMatching(/\bPORT\b/)]);
    expect(message).toContain(String(home.world.port));
  }
  // Neither the sample nor a database was made.
  expect(existsSync(data)).toBe(false);
});

test('serve with a metrics port that another service has says so and leaves with 1', async () => {
  const log = openLog('silent');
  const other = openMetricsServer({ metricsPort: 0, ...PLACE }, async () => [], log);
  onTestFinished(() => other.stop());
  const { code, out } = await serveInVain({ PORT: '0', METRICS_PORT: String(other.port) });
  expect(code).toBe(1);
  const [{ code: refused, message }] = JSON.parse(out).errors;
  expect([refused, message]).toEqual(['port_in_use', expect.stringContaining('METRICS_PORT')]);
  expect(message).toContain(String(other.port));
});

test('serve on an address that is none of this machine leaves with 1', async () => {
  const { code, out } = await serveInVain({ PORT: '1', HOST: 'no-such-host.invalid' });
  expect(code).toBe(1);
  expect(out).toContain('no-such-host.invalid');
});
