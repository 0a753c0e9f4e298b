import { describe, expect, test } from 'bun:test';
import { CircuitBreaker } from './circuit-breaker.ts';
import { RequestSlots, SlotTimeout } from './request-slots.ts';
import { openUpstream, type UpstreamRequest, UpstreamUnavailable } from './upstream.ts';

describe('circuit breaker', () => {
  test('opens after five failures, tries once after a pause that doubles up to five seconds, closes on success', () => {
    let now = 0;
    const breaker = new CircuitBreaker(() => now);
    for (let i = 0; i < 4; i++) {
      expect(breaker.mayTry()).toBe(true);
      breaker.fail();
    }
    expect(breaker.mayTry()).toBe(true);
    breaker.fail();
    const pauses: number[] = [];
    for (let i = 0; i < 5; i++) {
      expect(breaker.mayTry()).toBe(false);
      pauses.push(breaker.pauseMs());
      now += breaker.pauseMs();
      expect(breaker.mayTry()).toBe(true);
      expect(breaker.mayTry()).toBe(false);
      breaker.fail();
    }
    expect(pauses).toEqual([1000, 2000, 4000, 5000, 5000]);
    now += 5000;
    expect(breaker.mayTry()).toBe(true);
    breaker.succeed();
    expect([breaker.mayTry(), breaker.mayTry(), breaker.pauseMs()]).toEqual([true, true, 0]);
  });

  test('failures of requests sent before the circuit opened do not lengthen the pause', () => {
    const breaker = new CircuitBreaker(() => 0);
    for (let i = 0; i < 20; i++) breaker.fail();
    expect(breaker.pauseMs()).toBe(1000);
  });
});

describe('request slots', () => {
  test('the number of slots is never exceeded, and the last one is never used for long work', async () => {
    const slots = new RequestSlots(3);
    const running = { short: 0, long: 0 };
    const most = { all: 0, long: 0 };
    const work = (lane: 'short' | 'long') => async (): Promise<void> => {
      running[lane] += 1;
      most.all = Math.max(most.all, running.short + running.long);
      most.long = Math.max(most.long, running.long);
      await Bun.sleep(2);
      running[lane] -= 1;
    };
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? ('long' as const) : ('short' as const))).map((lane) =>
        slots.run(lane, 5000, work(lane)),
      ),
    );
    expect(most).toEqual({ all: 3, long: 2 });
  });

  test('a timeout while waiting rejects, and frees no slot', async () => {
    const slots = new RequestSlots(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = slots.run('short', 1000, () => promise);
    await expect(slots.run('short', 5, async () => {})).rejects.toBeInstanceOf(SlotTimeout);
    resolve();
    await first;
    expect(await slots.run('short', 5000, async () => 'in')).toBe('in');
  });
});

describe('upstream client', () => {
  const request = (path: string, more: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
    path,
    accept: '*/*',
    maxBytes: 1000,
    lane: 'short',
    deadline: Date.now() + 3000,
    ...more,
  });
  const collect = () => {
    const pieces: Buffer[] = [];
    return {
      begin: () => pieces.splice(0),
      write: (piece: Uint8Array) => pieces.push(Buffer.from(piece)),
      text: () => Buffer.concat(pieces).toString(),
    };
  };

  test('requests stay below the prefix and host, carry User-Agent and ETag, and 304 is recognised', async () => {
    const seen: { path: string; agent: string | null }[] = [];
    using server = Bun.serve({
      port: 0,
      fetch: (incoming) => {
        seen.push({ path: new URL(incoming.url).pathname, agent: incoming.headers.get('user-agent') });
        return incoming.headers.get('if-none-match') === '"1"'
          ? new Response(null, { status: 304 })
          : new Response('body', { headers: { etag: '"1"', 'content-type': 'Application/JSON; charset=utf-8' } });
      },
    });
    const upstream = openUpstream({ baseUrl: `${server.url.origin}/base`, concurrency: 2, userAgent: 'Test/1' });
    const sink = collect();
    expect(await upstream.request(request('/api/a%20b.json'), sink)).toEqual({
      kind: 'body',
      bytes: 4,
      mediaType: 'application/json',
      etag: '"1"',
    });
    expect(sink.text()).toBe('body');
    expect(await upstream.request(request('/api/a%20b.json', { etag: '"1"' }), sink)).toEqual({ kind: 'unchanged' });
    expect(seen.map(({ path }) => path)).toEqual(['/base/api/a%20b.json', '/base/api/a%20b.json']);
    expect(seen[0]?.agent).toBe('Test/1');
    for (const path of ['/../x', '//example.org/x', 'x', '/a/%2e%2e/b', '/a?b', '/a#b', '/@example.org']) {
      const outcome = upstream.request(request(path), sink);
      if (path === '/@example.org') expect((await outcome).kind).toBe('body');
      else expect(outcome).rejects.toBeInstanceOf(UpstreamUnavailable);
    }
    upstream.close();
  });

  test('a sink error does not count as an upstream failure', async () => {
    using server = Bun.serve({ port: 0, fetch: () => new Response('body') });
    const upstream = openUpstream({ baseUrl: server.url.origin, concurrency: 2, userAgent: 'Test/1' });
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const outcome = upstream.request(request('/a'), {
      begin: () => {},
      write: () => {
        throw full;
      },
    });
    expect(await outcome.catch((error: unknown) => error)).toBe(full);
    upstream.close();
  });

  test('transient failures are retried, permanent ones are not', async () => {
    let count = 0;
    using server = Bun.serve({
      port: 0,
      fetch: ({ url }) => {
        count += 1;
        return new Response('x', { status: Number(new URL(url).pathname.slice(1)) });
      },
    });
    for (const [status, tries] of [
      [503, 3],
      [403, 1],
      [301, 1],
      [206, 1],
    ] as const) {
      const upstream = openUpstream({ baseUrl: server.url.origin, concurrency: 2, userAgent: 'Test/1' });
      count = 0;
      const outcome = await upstream.request(request(`/${status}`), collect()).catch((error: unknown) => error);
      expect([status, outcome instanceof UpstreamUnavailable, count]).toEqual([status, true, tries]);
      upstream.close();
    }
  });
});
