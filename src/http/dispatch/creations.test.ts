import { expect, test } from 'bun:test';
import { openContext } from '../gates/context.ts';
import type { Actor } from '../gates/guard.ts';
import { type CreatingRequest, createCreations } from './creations.ts';

const actor: Actor = {
  accountId: 'a',
  uid: 1,
  role: 'member',
  status: 'active',
  emailVerified: true,
  restrictions: [],
  via: { kind: 'cookie', sessionId: 's', confirmedAt: 0, isProvenTwice: false },
};

function requestOf(key: string, create: CreatingRequest['create']): CreatingRequest {
  const request = new Request('http://localhost/things', { method: 'POST', headers: { 'idempotency-key': key } });
  return {
    context: openContext(request, () => '', 1),
    route: {
      id: 'thingCreate',
      method: 'POST',
      path: '/things',
      section: '',
      summary: '',
      dialect: 'api',
      cors: 'none',
      answers: {},
    },
    creates: { gone: 'post_not_found' },
    params: {},
    body: {},
    actor,
    create,
    readCreated: async () => undefined,
  };
}
const nothingStored = { find: async () => undefined, store: async () => true };

test('a repeat waits for the first request, and not for longer than the limit', async () => {
  const creations = createCreations(nothingStored, () => '', 50);
  const first = Promise.withResolvers<{ status: 201; body: object }>();
  const running = creations.run(requestOf('0123456789abcdef', () => first.promise));
  const repeat = creations.run(requestOf('0123456789abcdef', () => ({ status: 201, body: { second: true } })));
  expect(repeat).rejects.toMatchObject({ code: 'idempotency_in_progress' });
  await repeat.catch(() => undefined);
  // Another key does not wait.
  const other = creations.run(requestOf('fedcba9876543210', () => ({ status: 201, body: { other: true } })));
  expect(await other).toMatchObject({ body: { other: true } });
  first.resolve({ status: 201, body: { first: true } });
  expect(await running).toMatchObject({ body: { first: true } });
  // Nothing was stored, so a later one runs again.
  const later = creations.run(requestOf('0123456789abcdef', () => ({ status: 201, body: { later: true } })));
  expect(await later).toMatchObject({ body: { later: true } });
});

test('when the first request fails, one that waits runs', async () => {
  const creations = createCreations(nothingStored, () => '', 1_000);
  const first = Promise.withResolvers<never>();
  const running = creations.run(requestOf('0123456789abcdef', () => first.promise));
  const repeat = creations.run(requestOf('0123456789abcdef', () => ({ status: 201, body: { second: true } })));
  first.reject(new Error('on purpose'));
  expect(running).rejects.toThrow('on purpose');
  expect(await repeat).toMatchObject({ body: { second: true } });
});
