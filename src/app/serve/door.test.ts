// What a service answers before it is one: the port is open first, and its answers have the headers of all others.
import { expect, onTestFinished, test } from 'bun:test';
import { openLog } from '../../platform/telemetry/log.ts';
import { openDoor } from './door.ts';

const CONFIG = { host: '127.0.0.1', port: 0 };

test.each([
  ['/healthz', 200],
  ['/readyz', 503],
  ['/', 503],
])('until there is a service, %s has the headers of every answer', async (path, status) => {
  const door = openDoor(CONFIG, openLog('silent'));
  onTestFinished(() => door.stop(0));
  const answer = await fetch(`${door.address}${path}`, { headers: { 'X-Request-Id': 'a-request-of-mine' } });
  expect(answer.status).toBe(status);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "frame-ancestors 'none'",
    'retry-after': '1',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'a-request-of-mine',
  });
});

test('from then on requests go to the service', async () => {
  const door = openDoor(CONFIG, openLog('silent'));
  onTestFinished(() => door.stop(0));
  door.lead(() => new Response('inside'));
  expect(await (await fetch(door.address)).text()).toBe('inside');
});
