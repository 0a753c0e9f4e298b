// Faults of an S3-compatible server: cached objects are served, others are 503 with Retry-After, nothing damaged is sent, and
// the service recovers by itself.
import { afterAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openObjects } from '../../src/app/open-objects.ts';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { contentKey } from '../../src/kernel/object-key.ts';
import { checkConfig } from '../../src/platform/config/config.ts';
import { closing } from '../fixtures/closing.ts';
import { openFaultProxy } from '../fixtures/fault-proxy.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { createS3Store, requireServer } from '../fixtures/s3-store.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

/** Each test reads a file that was not read before. */
const COLD_FILES = 24;
const big = randomBytes(3_000_000);
let nextCold = 1;

const coldPath = (): string => `/assets/jp/Assets/media-${nextCold++}.txt`;

async function readWarm(): Promise<void> {
  const answer = await world.fetch('/assets/jp/Assets/media-0.txt');
  expect([answer.status, await answer.text()]).toEqual([200, 'media 0']);
}

async function expectAway(path: string): Promise<void> {
  const answer = await world.fetch(path);
  expect([answer.status, await answer.text()]).toEqual([503, 'storage_unavailable']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

async function expectRecovery(path: string): Promise<void> {
  proxy.fault = { kind: 'none' };
  await world.untilThere(path, 15_000);
  await world.untilThere('/readyz', 15_000);
}

const server = requireServer('TEST_S3_URL');
const proxy = await openFaultProxy(new URL(server).searchParams.get('endpoint') ?? '');
const store = createS3Store(server, proxy.endpoint);
const snapshot = await keepOpen(createSmallSnapshot({ media: COLD_FILES }));
snapshot.write('assets/Assets/big.bin', big);
const world = await keepOpen(openWorld(store.environment));
await world.publish(snapshot.directory);
await readWarm();
afterAll(async () => {
  proxy.fault = { kind: 'none' };
  await proxy.close();
});

test.each([{ kind: 'refuse' }, { kind: 'silent' }, { kind: 'error' }] as const)(
  'the store fails ($kind): cached files are served, others are 503, and it recovers',
  async (fault) => {
    const cold = coldPath();
    proxy.fault = fault;
    await expectAway(cold);
    await readWarm();
    expect((await world.fetch('/api/v1/servers/jp/release?projection=identity')).status).toBe(200);
    await world.until(async () => (await world.fetch('/readyz')).status === 503, 15_000);
    await expectRecovery(cold);
  },
);

test.each([
  { kind: 'full', status: 507, code: 'InsufficientStorage' },
  { kind: 'full', status: 403, code: 'QuotaExceeded' },
] as const)(
  'a full store ($status): writes fail without effect, all reads continue, and it recovers',
  async (fault) => {
    snapshot.write('assets/Assets/room.txt', `room ${fault.status}`);
    proxy.fault = fault;
    await using objects = closing(
      openObjects(checkConfig({ ...store.environment, LIVEHOUSE_DATA: world.dataDirectory })),
    );
    // More consecutive failures than open the circuit for an unreachable server.
    const writes = Array.from({ length: 12 }, () =>
      objects.write(`probe/${randomBytes(16).toString('hex')}`, Buffer.from('no room for this')).then(
        () => 'done',
        (error: Error) => error.name,
      ),
    );
    expect(new Set(await Promise.all(writes))).toEqual(new Set(['ObjectsUnavailable']));
    const cold = contentKey(sha256Hex(`media ${nextCold++}`));
    expect((await objects.local(cold))?.bytes).toBeGreaterThan(0);
    await readWarm();
    expect((await world.fetch(coldPath())).status).toBe(200);
    expect((await world.fetch('/readyz')).status).toBe(200);
    proxy.fault = { kind: 'none' };
    await world.publish(snapshot.directory);
    expect(await (await world.fetch('/assets/jp/Assets/room.txt')).text()).toBe(`room ${fault.status}`);
  },
);

/** Waits until the service has looked for changes this many times; each look is two requests to the store. */
async function untilWatched(looks: number): Promise<void> {
  const before = proxy.requests;
  await world.until(() => proxy.requests - before >= 2 * looks, 30_000);
}

test('requests wait for a slow store', async () => {
  proxy.fault = { kind: 'slow', ms: 2000 };
  expect((await world.fetch(coldPath())).status).toBe(200);
  proxy.fault = { kind: 'none' };
});

test('a truncated body is not served', async () => {
  proxy.fault = { kind: 'cut', bytes: 600_000 };
  await expectAway('/assets/jp/Assets/big.bin');
  proxy.fault = { kind: 'none' };
  await expectRecovery('/assets/jp/Assets/big.bin');
  const whole = await world.fetch('/assets/jp/Assets/big.bin');
  expect(sha256Hex(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256Hex(big));
});

test('publishing survives a short outage, and a failed publication is not visible', async () => {
  snapshot.write('assets/Assets/media-0.txt', 'media 0');
  snapshot.write('assets/Assets/more.txt', 'more');
  proxy.fault = { kind: 'error' };
  await expect(world.publish(snapshot.directory)).rejects.toMatchObject({ name: 'ObjectsUnavailable' });
  proxy.fault = { kind: 'none' };
  await world.untilThere('/readyz', 15_000);
  await untilWatched(2);
  expect((await world.fetch('/assets/jp/Assets/more.txt')).status).toBe(404);
  await world.publish(snapshot.directory);
  expect((await world.fetch('/assets/jp/Assets/more.txt')).status).toBe(200);
});

test('copies that vanish are fetched again', async () => {
  await readWarm();
  rmSync(join(world.dataDirectory, 'cache'), { recursive: true });
  const path = coldPath();
  await world.untilThere(path);
  // Two looks take longer than an answer in memory is used without a check of its file.
  await untilWatched(2);
  await readWarm();
});

test('while nothing changes, watching costs two requests a second', async () => {
  await untilWatched(2);
  const startedAt = performance.now();
  // Four looks at two requests each. A busy machine makes them slower, never faster.
  await untilWatched(4);
  expect(performance.now() - startedAt).toBeGreaterThan(2_500);
});
