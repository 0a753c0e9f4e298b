// Webhooks for staff: events about cases and accounts, messages for Discord, pauses that a receiver asks for, and deliveries that
// are sent again.
import { describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, expectStatus, openAccountsWorld } from '../fixtures/people.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../fixtures/webhook-receiver.ts';

const WEBHOOKS = '/api/v1/admin/webhooks';
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const SETTINGS = { WEBHOOK_PRIVATE: 'on', LIMITS: 'off', QUOTAS: 'off', MODERATION_DEFAULT: 'review' };

const world = await keepOpen(openAccountsWorld(SETTINGS));
const administrator = await world.person({ role: 'administrator' });
const local = world.origin.replace('127.0.0.1', 'localhost');

type Made = AnswerBody<'POST /api/v1/admin/webhooks'>;
type Read = AnswerBody<'GET /api/v1/admin/webhooks/{id}'>;
type Delivery = Read['deliveries'][number];

const read = async (id: string): Promise<Read> => expectStatus(administrator.fetch(`${WEBHOOKS}/${id}`), 200);
const redeliver = (id: string, deliveryId: string) =>
  administrator.fetch(`${WEBHOOKS}/${id}/deliveries/${deliveryId}/redeliver`, { method: 'POST' });
async function receive(events: readonly string[], format = 'standard'): Promise<WebhookReceiver & Made> {
  const receiver = openWebhookReceiver();
  const made = await expectStatus(administrator.send('POST', WEBHOOKS, { url: receiver.url, events, format }), 201);
  return { ...receiver, ...made };
}
async function settled(id: string, isSo: (delivery: Delivery) => boolean): Promise<Delivery> {
  let found: Delivery | undefined;
  await world.world.until(async () => {
    found = (await read(id)).deliveries[0];
    return found !== undefined && isSo(found);
  });
  if (found === undefined) throw new Error('no delivery');
  return found;
}

describe('events', () => {
  test('a case that waits, a new account and a suspension: ids, a kind and a link, nothing that people wrote', async () => {
    await using hook = await receive(['case.created', 'account.created', 'account.suspended']);
    const author = await world.person();
    const { id: postId } = await writePost(author, { title: 'SECRET-TITLE', body: 'SECRET-BODY' });
    const email = `new-${Bun.randomUUIDv7()}@example.org`;
    await expectStatus(world.send('POST', '/api/v1/account/register', { email }), 202);
    await expectStatus(
      administrator.send('POST', `/api/v1/admin/accounts/${author.uid}/suspension`, {
        reasonCode: 'spam',
        message: 'SECRET-MESSAGE',
      }),
      200,
    );
    await world.world.until(() => hook.deliveries.length === 3);
    const [row] = await world.sql<{ id: string }[]>`select id from moderation_case where subject_id = ${postId}`;
    expect(hook.of('case.created').map(({ body }) => body.data)).toEqual([
      { caseId: row?.id, kind: 'post', subjectId: postId, url: `${local}/moderation/cases/${row?.id}` },
    ]);
    const [made] = await world.sql<{ uid: string }[]>`
      select uid from profile join account on account.id = account_id where email = ${email}`;
    expect(hook.of('account.created').map(({ body }) => body.data)).toEqual([
      { uid: Number(made?.uid), url: `${local}/moderation/people/${made?.uid}` },
    ]);
    expect(hook.of('account.suspended').map(({ body }) => body.data)).toEqual([
      { uid: author.uid, url: `${local}/moderation/people/${author.uid}` },
    ]);
    const sent = hook.deliveries.map(({ text }) => text).join();
    for (const secret of ['SECRET', email, 'spam', 'Person']) expect(sent).not.toContain(secret);
  });
});

describe('Discord', () => {
  test('a message with a title and a link, without mentions and markup', async () => {
    await using hook = await receive(['case.created'], 'discord');
    await writePost(await world.person(), { body: '@everyone **look** https://evil.example' });
    const sent = await settled(hook.webhook.id, ({ status }) => status === 'delivered');
    const [row] = await world.sql<{ id: string }[]>`select id from moderation_case order by created_at desc limit 1`;
    const message = {
      content: `**Content needs review**\n<${local}/moderation/cases/${row?.id}>`,
      allowed_mentions: { parse: [] },
    };
    expect(JSON.parse(hook.deliveries[0]?.text ?? '')).toEqual(message);
    // What an administrator sees is what was sent.
    expect(JSON.parse(sent.payload)).toEqual(message);
  });

  test('429 is obeyed, for other deliveries too and for an hour at most', async () => {
    await using hook = await receive(['case.created'], 'discord');
    const { id } = hook.webhook;
    hook.answerWith(() => new Response('{}', { status: 429, headers: { 'retry-after': '86400.5' } }));
    const author = await world.person();
    await writePost(author);
    const first = await settled(id, ({ attempts }) => attempts === 1);
    expect(first).toMatchObject({ status: 'waiting', answerStatus: 429, failure: 'status' });
    expect((first.dueAt ?? 0) - Date.now()).toBeGreaterThan(3_500_000);
    expect((first.dueAt ?? 0) - Date.now()).toBeLessThan(3_610_000);
    await writePost(author);
    const second = await settled(id, ({ dueAt }) => (dueAt ?? 0) > Date.now() + 3_000_000);
    expect(second).toMatchObject({ status: 'waiting', attempts: 0 });
    expect(hook.deliveries).toHaveLength(1);
    // The pause is over: both arrive.
    hook.answerWith(() => new Response(null, { status: 204 }));
    await world.sql`update webhook set held_until = now() where id = ${id}`;
    await world.sql`update jobs.job set start_after = now() where name = 'webhook.deliver' and state in ('created', 'retry')`;
    await world.world.until(async () => (await read(id)).deliveries.every(({ status }) => status === 'delivered'));
    expect(hook.deliveries).toHaveLength(3);
  });
});

describe('the address', () => {
  test('is shown by host and last four characters alone', async () => {
    const url = 'https://discord.example/api/webhooks/123/TOKEN-abcdefgh';
    const made = await expectStatus(administrator.send('POST', WEBHOOKS, { url, events: ['post.created'] }), 201);
    const { id } = made.webhook;
    expect(made.webhook.address).toBe('discord.example/…efgh');
    const texts = [
      JSON.stringify(made),
      await (await administrator.fetch(WEBHOOKS)).text(),
      await (await administrator.fetch(`${WEBHOOKS}/${id}`)).text(),
      await (await administrator.fetch(`/admin/webhooks/${id}`, { headers: { accept: 'text/html' } })).text(),
      await (await administrator.fetch('/admin/webhooks', { headers: { accept: 'text/html' } })).text(),
      await (await administrator.fetch('/api/v1/admin/audit')).text(),
    ];
    for (const text of texts) expect(text).not.toContain('TOKEN');
    // Saving other fields leaves it as it is.
    await expectStatus(administrator.send('PATCH', `${WEBHOOKS}/${id}`, { description: 'x', version: 1 }), 200);
    const [row] = await world.sql`select url from webhook where id = ${id}`;
    expect(row?.url).toBe(url);
  });

  test('a short path is not shown', async () => {
    const made = await expectStatus(
      administrator.send('POST', WEBHOOKS, { url: 'https://a.example/abcd', events: ['post.created'] }),
      201,
    );
    expect(made.webhook.address).toBe('a.example/…');
  });
});

test('changing events: an event of another version can stay or go, and cannot be added', async () => {
  const made = await expectStatus(
    administrator.send('POST', WEBHOOKS, { url: 'https://a.example/', events: ['post.created'] }),
    201,
  );
  const path = `${WEBHOOKS}/${made.webhook.id}` as const;
  await world.sql`update webhook set events = array['post.created', 'later.event'] where id = ${made.webhook.id}`;
  const change = (events: readonly string[], version: number) => administrator.send('PATCH', path, { events, version });
  expect((await expectStatus(change(['later.event'], 1), 200)).webhook.events).toEqual(['later.event']);
  expect((await expectStatus(change(['report.created'], 2), 200)).webhook.events).toEqual(['report.created']);
  await expectRefused(change(['report.created', 'later.event'], 3), '422 invalid_webhook');
});

test('sending again: a settled delivery is sent again with its id; one that waits is not', async () => {
  await using hook = await receive(['case.created']);
  const { id } = hook.webhook;
  await writePost(await world.person());
  const first = await settled(id, ({ status }) => status === 'delivered');
  const { delivery } = await expectStatus<{ delivery: Delivery }>(redeliver(id, first.id), 202);
  expect(delivery).toMatchObject({ id: first.id, eventId: first.eventId, status: 'waiting', attempts: 0 });
  await settled(id, ({ status }) => status === 'delivered');
  expect(hook.deliveries.map((one) => one.id)).toEqual([first.eventId, first.eventId]);
  expect(hook.deliveries[0]?.text).toBe(hook.deliveries[1]?.text);
  await expectRefused(redeliver(id, NOWHERE), '404 delivery_not_found');
  await expectRefused(redeliver(NOWHERE, first.id), '404 webhook_not_found');
  hook.answerWith(() => new Response(null, { status: 500 }));
  await expectStatus(redeliver(id, first.id), 202);
  await settled(id, ({ attempts }) => attempts === 1);
  await expectRefused(redeliver(id, first.id), '409 delivery_waiting');
  await expectStatus(administrator.send('PATCH', `${WEBHOOKS}/${id}`, { enabled: false, version: 1 }), 200);
  await expectRefused(redeliver(id, first.id), '409 webhook_disabled');
  const trail = await world.sql`select 1 from audit_event where subject_id = ${id} and action = 'webhook.redeliver'`;
  expect(trail).toHaveLength(2);
  const page = await administrator.fetch(`/admin/webhooks/${id}`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain(`/deliveries/${first.id}/redeliver`);
  const headers = { accept: 'text/html', cookie: administrator.cookie };
  const refused = await world.form(`/admin/webhooks/${id}/deliveries/${first.id}/redeliver`, {}, headers);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('Enable the webhook first.');
  await expectStatus(administrator.send('PATCH', `${WEBHOOKS}/${id}`, { enabled: true, version: 2 }), 200);
  const again = await world.form(`/admin/webhooks/${id}/deliveries/${first.id}/redeliver`, {}, headers);
  expect([again.status, again.headers.get('location')]).toEqual([303, `/admin/webhooks/${id}?done=redelivered`]);
});
