import { expect, test } from 'bun:test';
import { openContext } from '../gates/context.ts';
import { createReleaseCallCache } from './cached-calls.ts';
import type { InsideCall } from './inside-calls.ts';

const OUTER = openContext(new Request('http://localhost/catalog/demo'), () => '127.0.0.1', 1);
const ENDPOINT = 'GET /api/v1/servers/{server}/catalog/presentation';
const of = (server: string, release: string): InsideCall => ({
  endpoint: ENDPOINT,
  params: { server },
  query: { release },
});

/** A caller that counts, and refuses the first `refused` calls. */
function counting(refused = 0) {
  const asked: InsideCall[] = [];
  const call = createReleaseCallCache()(async (_outer, given) => {
    asked.push(given);
    return asked.length <= refused
      ? { ok: false, status: 503, code: 'query_not_ready', wait: 1 }
      : { ok: true, status: 200, body: { number: asked.length }, cookies: [] };
  });
  return { asked, call };
}

test('an answer about a release is asked for once', async () => {
  const { asked, call } = counting();
  const first = await call(OUTER, of('demo', 'a'));
  expect(await call(OUTER, of('demo', 'a'))).toBe(first);
  expect(asked).toHaveLength(1);
});

test('another release, server or endpoint has its own answer', async () => {
  const { asked, call } = counting();
  await call(OUTER, of('demo', 'a'));
  await call(OUTER, of('demo', 'b'));
  await call(OUTER, of('other', 'a'));
  await call(OUTER, { ...of('demo', 'a'), endpoint: 'GET /api/v1/servers/{server}/ui-marks' });
  expect(asked).toHaveLength(4);
});

test('a refusal is not kept', async () => {
  const { asked, call } = counting(1);
  expect((await call(OUTER, of('demo', 'a'))).ok).toBe(false);
  expect((await call(OUTER, of('demo', 'a'))).ok).toBe(true);
  expect(asked).toHaveLength(2);
});

test('a call that names no release throws', async () => {
  const { call } = counting();
  expect(call(OUTER, { endpoint: ENDPOINT, params: { server: 'demo' } })).rejects.toThrow('kept for a release');
});
