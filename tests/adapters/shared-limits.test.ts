// Limits with one budget for all processes, on a real Redis: counted together, by each process alone while Redis is away, and
// together again afterwards.
import { afterAll, describe, expect, test } from 'bun:test';
import {
  createSharedFailures,
  createSignInFailures,
  FREE_FAILURES,
} from '../../src/features/accounts/sign-in/failures.ts';
import { createLimiter, type Limiter } from '../../src/http/gates/limits.ts';
import { createSharedLimiter } from '../../src/http/gates/shared-limits.ts';
import { isRefusal, Refusal } from '../../src/kernel/refusal.ts';
import { openSharedCounters, probeSharedCounters, type SharedCounters } from '../../src/platform/shared/counters.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { NOTIFICATIONS, POSTS } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectStatus, openAccountsWorld } from '../fixtures/people.ts';
import { openTestRedis } from '../fixtures/redis-server.ts';
import { openWorld } from '../world.ts';

const redis = await keepOpen(openTestRedis());

interface Process {
  readonly counters: SharedCounters;
  readonly limiter: Limiter;
  readonly log: readonly string[];
}
const opened: SharedCounters[] = [];
function openProcess(url = redis.url): Process {
  const lines: string[] = [];
  const log = openLog('info', { format: 'json', write: (line) => lines.push(line) });
  const counters = openSharedCounters({ url, key: 'a key of tests', log });
  opened.push(counters);
  return { counters, limiter: createSharedLimiter(createLimiter(true), counters), log: lines };
}
afterAll(() => {
  for (const counters of opened) counters.close();
});
const isFull = async (limiter: Limiter, subject: string): Promise<boolean> => {
  try {
    await limiter.take('sign-in', subject);
    return false;
  } catch (error) {
    if (!isRefusal(error, 'rate_limit_exceeded')) throw error;
    return true;
  }
};

describe('burst limits', () => {
  test('have one budget for all processes, exact when all count at once', async () => {
    const processes = [openProcess(), openProcess(), openProcess()];
    const uses = processes.flatMap(({ limiter }) => Array.from({ length: 10 }, () => isFull(limiter, 'one address')));
    const full = await Promise.all(uses);
    expect(full.filter((each) => !each)).toHaveLength(10);
    expect(await isFull(openProcess().limiter, 'another address')).toBe(false);
  });

  test('tell what is left over all processes, and how long to wait', async () => {
    const [one, two] = [openProcess(), openProcess()];
    expect(await one.limiter.take('sign-in', 'left')).toEqual({
      'RateLimit-Policy': '"sign-in";q=10;w=300',
      RateLimit: '"sign-in";r=9;t=300',
    });
    expect((await two.limiter.take('sign-in', 'left')).RateLimit).toMatch(/^"sign-in";r=8;t=(?:300|299)$/);
    for (let i = 0; i < 8; i++) await two.limiter.take('sign-in', 'left');
    const refused = await Promise.resolve(one.limiter.take('sign-in', 'left')).catch((error: unknown) => error);
    if (!(refused instanceof Refusal)) throw new Error('not refused');
    expect(refused.retryAfterSeconds).toBeWithin(290, 301);
  });

  test('of several windows count each', async () => {
    const { limiter } = openProcess();
    const left = await limiter.take('report', 'a reporter');
    expect(left['RateLimit-Policy']).toBe('"report";q=20;w=3600, "report";q=100;w=86400');
    for (let i = 1; i < 20; i++) await limiter.take('report', 'a reporter');
    expect(await Promise.resolve(limiter.take('report', 'a reporter')).catch(() => 'full')).toBe('full');
  });

  test('keep no subject in Redis as it is, and nothing for ever', async () => {
    const { limiter } = openProcess();
    await limiter.take('sign-in', '203.0.113.7 somebody@example.org');
    const keys = await redis.keys();
    expect(keys.join()).not.toContain('somebody');
    const client = new Bun.RedisClient(redis.url);
    for (const key of keys) expect(Number(await client.send('PTTL', [key]))).toBeGreaterThan(0);
    client.close();
  });
});

describe('while Redis is away', () => {
  test('each process goes on with what it counted, says so once, and comes back', async () => {
    await using own = await openTestRedis();
    const [one, two] = [openProcess(own.url), openProcess(own.url)];
    for (let i = 0; i < 6; i++) expect(await isFull(one.limiter, 'x')).toBe(false);
    for (let i = 0; i < 4; i++) expect(await isFull(two.limiter, 'x')).toBe(false);
    expect(await isFull(one.limiter, 'x')).toBe(true);
    await own.stop();
    // The first six are remembered here, the four of the other process are not.
    const full: boolean[] = [];
    for (let i = 0; i < 5; i++) full.push(await isFull(one.limiter, 'x'));
    expect(full).toEqual([false, false, false, false, true]);
    expect(one.counters.isAvailable).toBe(false);
    expect(one.log.filter((line) => line.includes('Redis is away'))).toHaveLength(1);
    expect(one.log.join()).not.toContain(new URL(own.url).port);
    await own.start();
    const deadline = performance.now() + 20_000;
    while (!one.counters.isAvailable && performance.now() < deadline) {
      await one.limiter.take('react', 'y');
      await Bun.sleep(50);
    }
    expect(one.counters.isAvailable).toBe(true);
    expect(one.log.some((line) => line.includes('shared by all processes again'))).toBe(true);
  });

  test('a Redis that does not answer holds up nobody', async () => {
    await using own = await openTestRedis();
    const { limiter, counters } = openProcess(own.url);
    await limiter.take('react', 'z');
    own.freeze();
    for (let i = 0; i < 50; i++) await limiter.take('react', 'z');
    expect(counters.isAvailable).toBe(false);
    own.thaw();
  });
});

test('failed sign-ins of an account count over all processes; a success forgets them', async () => {
  const [one, two] = [openProcess(), openProcess()].map(({ counters }) =>
    createSharedFailures(createSignInFailures(true), counters),
  );
  if (one === undefined || two === undefined) throw new Error('two processes');
  const email = 'owner@example.org';
  const refused = (failures: typeof one): Promise<boolean> =>
    Promise.resolve(failures.begin(email, false)).then(
      () => false,
      (error: unknown) => isRefusal(error, 'rate_limit_exceeded'),
    );
  for (let i = 0; i < FREE_FAILURES; i++) expect(await refused(i % 2 === 0 ? one : two)).toBe(false);
  expect([await refused(one), await refused(two)]).toEqual([true, true]);
  await two.release(email, false);
  expect(await refused(one)).toBe(false);
  await one.forget(email);
  expect(await refused(two)).toBe(false);
});

test('two services with one Redis share limits and streams; without it one of them goes on', async () => {
  await using own = await openTestRedis();
  const environment = { LIMITS_URL: own.url, AUTH_SECRET: 'a secret of tests that is long enough' };
  await using first = await openAccountsWorld(environment);
  await using second = await openWorld({ DATABASE_URL: first.databaseUrl, BASE_URL: first.origin, ...environment });
  await second.until(async () => (await (await second.fetch('/readyz')).text()).includes('"jobs":"ok"'));
  const person = await first.person();
  const headers = { cookie: person.cookie, origin: first.origin, 'content-type': 'application/json' };
  const write = (world: { readonly fetch: typeof second.fetch }) =>
    world.fetch(POSTS, { method: 'POST', headers, body: JSON.stringify({ body: 'Hello' }) });
  for (let i = 0; i < 15; i++) {
    await expectStatus(write(first.world), 201);
    await expectStatus(write(second), 201);
  }
  expect([(await write(first.world)).status, (await write(second)).status]).toEqual([429, 429]);

  const stream = (world: { readonly fetch: typeof second.fetch }) =>
    world.fetch(`${NOTIFICATIONS}/stream`, { headers: { cookie: person.cookie } });
  const streams = [await stream(first.world), await stream(first.world), await stream(first.world)];
  streams.push(await stream(second), await stream(second));
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await expectOnlyStatus(stream(second), 429);
  for (const { body } of streams.splice(0, 2)) await body?.cancel();
  await second.until(async () => {
    const answer = await stream(second);
    await answer.body?.cancel();
    return answer.status === 200;
  });
  await own.stop();
  const other = await first.person();
  await expectStatus(other.send('POST', POSTS, { body: 'Still here' }), 201);
  for (const { body } of streams) await body?.cancel();
});

test('the doctor asks for it', async () => {
  expect(await probeSharedCounters(redis.url)).toBe('answers and runs scripts');
  expect(await probeSharedCounters('redis://127.0.0.1:1').catch(() => 'away')).toBe('away');
});
