// Gates of the route that describes a file: form of the body, and the burst limit.
import { test } from 'bun:test';
import { expectRefused, openAccountsWorld } from '../fixtures/people.ts';

/** More than the burst limit allows within its window. */
const REQUESTS_MOST = 1_000;

test('a malformed description is refused, and so are too many at once', async () => {
  await using accounts = await openAccountsWorld();
  const person = await accounts.person();
  const path = `/api/v1/community/attachments/${Bun.randomUUIDv7()}`;
  const send = (body: string) =>
    person.fetch(path, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body });
  await expectRefused(send('{'), '400 invalid_json');
  const plain = await person.fetch(path, { method: 'PATCH', headers: { 'content-type': 'text/plain' }, body: '{}' });
  await expectRefused(plain, '415 content_type_required');
  await expectRefused(send('[]'), '422 invalid_body');
  await expectRefused(send(JSON.stringify({ alt: 'x'.repeat(400_000) })), '413 request_too_large');
  let answer = await send('{}');
  for (let sent = 0; answer.status !== 429 && sent < REQUESTS_MOST; sent += 1) answer = await send('{}');
  await expectRefused(answer, '429 rate_limit_exceeded');
});
