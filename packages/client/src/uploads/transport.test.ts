// The transport over the network functions of the platform.
import { afterAll, expect, test } from 'bun:test';
import { readRetryAfter } from '../common/retry-after.ts';
import { fetchTransport } from './transport.ts';
import { openSlots, pauseBefore } from './waiting.ts';

const server = Bun.serve({
  port: 0,
  fetch: async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/busy') {
      return Response.json({ error: { code: 'busy' } }, { status: 503, headers: { 'Retry-After': '2' } });
    }
    if (pathname === '/page') return new Response('<html>');
    const { method, headers } = request;
    const seen = ['authorization', 'content-type', 'idempotency-key'].map((name) => headers.get(name));
    return Response.json({ method, seen, bytes: (await request.arrayBuffer()).byteLength });
  },
});
afterAll(() => server.stop(true));

const transport = fetchTransport({ origin: server.url.origin, headers: { Authorization: 'Bearer lh' } });

test('sends JSON and bytes with the given headers', async () => {
  const made = await transport.call('POST', '/echo', { body: { size: 1 }, headers: { 'Idempotency-Key': 'k' } });
  expect(made.body).toEqual({ method: 'POST', seen: ['Bearer lh', 'application/json', 'k'], bytes: 10 });
  let sent = 0;
  const { signal } = new AbortController();
  const bytes = await transport.sendBytes('/echo', new ArrayBuffer(5), { signal, onSent: (count) => (sent = count) });
  expect(bytes.body).toEqual({ method: 'PUT', seen: ['Bearer lh', 'application/octet-stream', null], bytes: 5 });
  expect(sent).toBe(5);
});

test('a refusal, a foreign page and no connection are answers', async () => {
  expect(await transport.call('GET', '/busy')).toMatchObject({ status: 503, code: 'busy', retryAfterMs: 2000 });
  expect(await transport.call('GET', '/page')).toMatchObject({ status: 200, body: undefined });
  const nowhere = fetchTransport({ origin: 'http://127.0.0.1:1' });
  expect(await nowhere.call('GET', '/')).toMatchObject({ status: 0 });
});

test('an abort rejects', async () => {
  const signal = AbortSignal.abort(new Error('stopped'));
  expect(transport.call('GET', '/echo', { signal })).rejects.toThrow('stopped');
});

test('waits grow, and respect Retry-After', () => {
  expect(pauseBefore(0, undefined)).toBeLessThanOrEqual(1000);
  expect(pauseBefore(20, undefined)).toBeGreaterThanOrEqual(22_500);
  expect(pauseBefore(0, 60_000)).toBe(60_000);
  expect(readRetryAfter('3')).toBe(3000);
  expect(readRetryAfter('soon')).toBeUndefined();
  expect(readRetryAfter(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(50_000);
});

test('slots are given in order, and one that is aborted leaves its place', async () => {
  const slots = openSlots(1);
  const order: number[] = [];
  const { signal } = new AbortController();
  const leaving = new AbortController();
  let free = (): void => undefined;
  const first = slots.run(signal, () => new Promise<void>((resolve) => (free = resolve)));
  const second = slots.run(leaving.signal, async () => void order.push(2));
  const third = slots.run(signal, async () => void order.push(3));
  leaving.abort(new Error('left'));
  expect(second).rejects.toThrow('left');
  free();
  await Promise.all([first, third]);
  expect(order).toEqual([3]);
});
