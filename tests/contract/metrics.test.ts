// The metrics of a service in the Prometheus format: requests per route, refusals and cached responses. Nothing of it is on
// the public port.
import { expect, onTestFinished, test } from 'bun:test';
import { connect } from 'node:net';
import { join } from 'node:path';
import { composeLivehouse } from '../../src/app/compose.ts';
import { openMetricsServer } from '../../src/app/serve/metrics-server.ts';
import { listen } from '../../src/http/dispatch/listen.ts';
import { checkConfig } from '../../src/platform/config/config.ts';
import { PACKAGE_ROOT } from '../../src/platform/config/package-root.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import {
  createRequestMetrics,
  formatMetrics,
  keepCounters,
  type MetricFamily,
  mergeFamilies,
} from '../../src/platform/telemetry/metrics.ts';
import { closing } from '../fixtures/closing.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { freePort } from '../fixtures/free-port.ts';
import { folderForTest, keepOpen } from '../fixtures/keep-open.ts';
import { openReleaseWorld } from '../fixtures/release-world.ts';

/** Where metrics are served by default. */
const PLACE = { metricsHost: '127.0.0.1', metricsToken: undefined };

const home = await keepOpen(openReleaseWorld());

/** Samples by name and labels as written. */
async function scrape(port: number): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parse(await answer.text());
}

function parse(text: string): ReadonlyMap<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.trimEnd().split('\n')) {
    const comment = /^# (HELP|TYPE) livehouse_[a-z_]+ .+$/.test(line);
    const sample = /^(livehouse_[a-z_]+(?:\{[^}]*\})?) (\S+)$/.exec(line);
    expect([line, comment || sample !== null]).toEqual([line, true]);
    if (sample?.[1] === undefined) continue;
    expect([sample[1], samples.has(sample[1])]).toEqual([sample[1], false]);
    samples.set(sample[1], Number(sample[2]));
  }
  return samples;
}

test('requests are counted by route and status, refusals by code, and cached responses separately', async () => {
  await using database = await createTestDatabase();
  const config = checkConfig({
    LIVEHOUSE_DATA: home.world.dataDirectory,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    DATABASE_URL: database.url,
  });
  const log = openLog('silent');
  await using livehouse = closing(composeLivehouse(config, log));
  const listener = listen({ host: config.host, port: 0, fetch: livehouse.fetch, log });
  const metrics = openMetricsServer({ metricsPort: 0, ...PLACE }, livehouse.measure, log);
  try {
    await livehouse.start();
    for (let i = 0; i < 5; i += 1) {
      const answer = await fetch(`${listener.address}/api/v1/servers/jp/list/item-1`);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
    expect((await fetch(`${listener.address}/api/v1/servers/absent/list/item-1`)).status).toBe(404);
    expect((await fetch(`${listener.address}/no/such/route`)).status).toBe(404);
    await home.world.until(
      async () => (await scrape(metrics.port)).has('livehouse_database_connections{state="idle"}'),
      20_000,
    );
    const seen = await scrape(metrics.port);
    expect(seen.get('livehouse_requests_total{route="entityRead",status="200"}')).toBe(5);
    expect(seen.get('livehouse_requests_total{route="entityRead",status="404"}')).toBe(1);
    expect(seen.get('livehouse_requests_total{route="none",status="404"}')).toBe(1);
    expect(seen.get('livehouse_refusals_total{code="server_not_found"}')).toBe(1);
    // A response is cached at the second request at the earliest.
    const kept = seen.get('livehouse_hot_answers_total') ?? 0;
    expect(kept).toBeGreaterThan(0);
    expect(seen.get('livehouse_request_seconds_count{route="entityRead"}')).toBe(6 - kept);
    expect(seen.get('livehouse_request_seconds_bucket{route="entityRead",le="+Inf"}')).toBe(6 - kept);
    expect(seen.get('livehouse_resident_memory_bytes{process="1"}')).toBeGreaterThan(1e6);
    expect(seen.get('livehouse_event_loop_lag_seconds{process="1"}')).toBeGreaterThanOrEqual(0);
    expect(seen.get('livehouse_database_up{process="1"}')).toBe(1);
    expect([...seen.keys()].some((name) => name.startsWith('livehouse_jobs_queued{kind='))).toBe(true);
    expect(seen.get('livehouse_cache_reads_total{cache="memory",outcome="hit"}')).toBeGreaterThan(0);
    expect(seen.get('livehouse_cache_reads_total{cache="memory",outcome="miss"}')).toBeGreaterThan(0);
    expect((await fetch(`${listener.address}/metrics`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${metrics.port}/other`)).status).toBe(404);
  } finally {
    await metrics.stop();
    await listener.stop(1000);
  }
}, 60_000);

test('a process that only runs jobs reports itself and the queue', async () => {
  await using database = await createTestDatabase();
  const data = folderForTest();
  const metricsPort = await freePort();
  await using child = Bun.spawn([process.execPath, '--no-env-file', join(PACKAGE_ROOT, 'src/main.ts'), 'work'], {
    env: {
      ...process.env,
      LIVEHOUSE_DATA: data,
      DATABASE_URL: database.url,
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'error',
    },
    stdout: 'ignore',
    stderr: 'inherit',
    killSignal: 'SIGKILL',
  });
  let seen: ReadonlyMap<string, number> = new Map();
  await home.world.until(async () => {
    seen = await scrape(metricsPort).catch(() => new Map());
    return seen.has('livehouse_jobs_queued{kind="attachment.scan"}');
  }, 30_000);
  expect(seen.get('livehouse_database_up{process="work"}')).toBe(1);
  expect(seen.get('livehouse_resident_memory_bytes{process="work"}')).toBeGreaterThan(1e6);
  expect(seen.get('livehouse_event_loop_lag_seconds{process="work"}')).toBeGreaterThanOrEqual(0);
  expect([...seen.keys()].some((name) => name.startsWith('livehouse_database_connections{state='))).toBe(true);
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
}, 60_000);

test('an unreachable database is a value, not a failure', async () => {
  const config = checkConfig({
    LIVEHOUSE_DATA: home.world.dataDirectory,
    METRICS_PORT: '0',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  });
  await using livehouse = closing(composeLivehouse(config, openLog('silent')));
  const text = formatMetrics(await livehouse.measure());
  expect(text).toContain('livehouse_database_up{process="1"} 0\n');
  const samples = parse(text);
  expect(samples.get('livehouse_disk_free_bytes')).toBeGreaterThan(0);
  expect(samples.get('livehouse_disk_bytes')).toBeGreaterThanOrEqual(samples.get('livehouse_disk_free_bytes') ?? 0);
});

test('without METRICS_PORT nothing is counted', async () => {
  const config = checkConfig({
    LIVEHOUSE_DATA: home.world.dataDirectory,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  });
  await using livehouse = closing(composeLivehouse(config, openLog('silent')));
  expect(formatMetrics(await livehouse.measure())).not.toContain('livehouse_requests_total');
});

test('the port is reachable on the loopback address only', async () => {
  const metrics = openMetricsServer({ metricsPort: 0, ...PLACE }, async () => [], openLog('silent'));
  onTestFinished(() => metrics.stop());
  const refused = await new Promise<boolean>((resolve) => {
    const socket = connect(metrics.port, '127.0.0.2', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(true));
  });
  expect(refused).toBe(true);
});

test('on another address, metrics are for who shows the token', async () => {
  const config = checkConfig({
    METRICS_PORT: '0',
    METRICS_HOST: '127.0.0.2',
    METRICS_TOKEN: 'a-token-of-the-operator',
  });
  const metrics = openMetricsServer({ ...config, metricsPort: 0 }, async () => [], openLog('silent'));
  const ask = async (token?: string): Promise<number> => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return (await fetch(`http://127.0.0.2:${metrics.port}/metrics`, { headers })).status;
  };
  onTestFinished(() => metrics.stop());
  expect([await ask(), await ask('another'), await ask('a-token-of-the-operator')]).toEqual([401, 401, 200]);
  expect(checkConfig({}).metricsHost).toBe('127.0.0.1');
  expect(() => checkConfig({ METRICS_HOST: 'not a host' })).toThrow('METRICS_HOST must be');
  expect(() => checkConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must be');
});

test('families of several processes are added, families about shared state are not, and labels are escaped', () => {
  const one = createRequestMetrics();
  const two = createRequestMetrics();
  one.count('a', '200', 200, 0.002);
  one.count('a', '200', 200, 60);
  two.count('a', '200', 200, 0.002);
  two.count('b', 'oops', 500, 0.2);
  const queue: MetricFamily = {
    name: 'livehouse_jobs_queued',
    help: 'x',
    kind: 'gauge',
    merge: 'max',
    samples: [{ suffix: '', labels: { kind: 'a"\\\nb' }, value: 7 }],
  };
  const merged = mergeFamilies([
    [...one.measure(), queue],
    [...two.measure(), queue],
  ]);
  const text = formatMetrics(merged);
  expect(text).toContain('livehouse_jobs_queued{kind="a\\"\\\\\\nb"} 7\n');
  const samples = parse(formatMetrics(keepCounters(merged)));
  expect(samples.get('livehouse_requests_total{route="a",status="200"}')).toBe(3);
  expect(samples.get('livehouse_request_seconds_bucket{route="a",le="0.0025"}')).toBe(2);
  expect(samples.get('livehouse_request_seconds_bucket{route="a",le="10"}')).toBe(2);
  expect(samples.get('livehouse_request_seconds_bucket{route="a",le="+Inf"}')).toBe(3);
  expect(samples.get('livehouse_request_seconds_count{route="a"}')).toBe(3);
  expect(samples.get('livehouse_refusals_total{code="oops"}')).toBe(1);
});
