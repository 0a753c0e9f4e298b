// Webhooks: kept by administrators, told in the transaction of an event, signed, tried again with pauses, and disabled when
// nothing arrives for a day.
import { describe, expect, test } from 'bun:test';
import { promoteRelease, retireServer, rollbackRelease } from '../../src/features/release/store/promote.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { POSTS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, expectStatus, openAccountsWorld, refusedWith } from '../fixtures/people.ts';
import { writeSnapshot } from '../fixtures/release-snapshot.ts';
import { isSignedBy, openWebhookReceiver, type WebhookReceiver } from '../fixtures/webhook-receiver.ts';

const WEBHOOKS = '/api/v1/admin/webhooks';
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const EVERYTHING = ['release.promoted', 'release.retired', 'post.created', 'report.created', 'appeal.created'];

const world = await keepOpen(openAccountsWorld({ WEBHOOK_PRIVATE: 'on', LIMITS: 'off', QUOTAS: 'off' }));
const administrator = await world.person({ role: 'administrator' });

type Made = AnswerBody<'POST /api/v1/admin/webhooks'> & { readonly secret: string };
type Read = AnswerBody<'GET /api/v1/admin/webhooks/{id}'>;
type Delivery = Read['deliveries'][number];

async function make(url: string, events: readonly string[] = EVERYTHING): Promise<Made> {
  const { webhook, secret = '' } = await expectStatus(administrator.send('POST', WEBHOOKS, { url, events }), 201);
  return { webhook, secret };
}
const read = async (id: string): Promise<Read> => expectStatus(administrator.fetch(`${WEBHOOKS}/${id}`), 200);
const act = (id: string, what: 'test' | 'secret') =>
  administrator.fetch(`${WEBHOOKS}/${id}/${what}`, { method: 'POST' });
const remove = (id: string) => administrator.fetch(`${WEBHOOKS}/${id}`, { method: 'DELETE' });
/** Waits until the newest delivery is in a state. */
async function settled(id: string, isSo: (delivery: Delivery) => boolean): Promise<Delivery> {
  let found: Delivery | undefined;
  await world.world.until(async () => {
    found = (await read(id)).deliveries[0];
    return found !== undefined && isSo(found);
  });
  if (found === undefined) throw new Error('no delivery');
  return found;
}
/** Lets no delivery wait for its time. */
async function hurry(): Promise<void> {
  await world.sql`update jobs.job set start_after = now() where name = 'webhook.deliver' and state in ('created', 'retry')`;
}
async function receive(events: readonly string[] = EVERYTHING): Promise<WebhookReceiver & Made> {
  const receiver = openWebhookReceiver();
  const made = await make(receiver.url, events);
  return {
    ...receiver,
    ...made,
    [Symbol.asyncDispose]: async () => {
      await remove(made.webhook.id);
      await receiver[Symbol.asyncDispose]();
    },
  };
}

describe('keeping', () => {
  test('administrators alone, confirmed within the hour', async () => {
    await expectRefused(world.world.fetch(WEBHOOKS), '401 authentication_required');
    await expectRefused((await world.person({ role: 'moderator' })).fetch(WEBHOOKS), '403 forbidden');
    const stale = await world.person({ role: 'administrator' });
    await world.sql`update session set created_at = now() - interval '2 hours', confirmed_at = now() - interval '61 minutes'
      where account_id = ${stale.id}`;
    await expectRefused(stale.fetch(WEBHOOKS), '403 reauthentication_required');
    const elsewhere = { method: 'POST', headers: { origin: 'https://elsewhere.example' } };
    await expectRefused(administrator.fetch(`${WEBHOOKS}/${NOWHERE}/test`, elsewhere), '403 cross_origin_request');
  });

  test('a secret is shown when it is made and never again; changes are audited without the address', async () => {
    const { webhook, secret } = await make('https://hooks.example.org/path?token=abc', ['post.created']);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ events: ['post.created'], enabled: true, disabledFor: null, version: 1 });
    const list = await (await administrator.fetch(WEBHOOKS)).text();
    expect(list).toContain(webhook.id);
    expect(list).not.toContain('whsec_');
    const [row]: { secret: string }[] = await world.sql`select secret from webhook where id = ${webhook.id}`;
    expect(row?.secret).not.toContain(secret.slice(6, 20));

    const path = `${WEBHOOKS}/${webhook.id}` as const;
    const changed = await expectStatus(
      administrator.send('PATCH', path, { events: ['report.created'], description: ' Here ', version: 1 }),
      200,
    );
    expect(changed.webhook).toMatchObject({ events: ['report.created'], description: 'Here', version: 2 });
    await expectRefused(administrator.send('PATCH', path, { enabled: false, version: 1 }), '409 version_conflict');
    await expectOnlyStatus(remove(webhook.id), 204);
    await expectRefused(administrator.fetch(path), '404 webhook_not_found');

    const trail: { action: string; before: string; after: string }[] = await world.sql`
      select action, before::text, after::text from audit_event where subject_id = ${webhook.id} order by id`;
    expect(trail.map(({ action }) => action)).toEqual(['webhook.create', 'webhook.change', 'webhook.delete']);
    expect(trail[1]?.before).toContain('post.created');
    expect(trail[1]?.after).toContain('hooks.example.org');
    expect(JSON.stringify(trail)).not.toContain('abc');
  });

  test('what cannot be a webhook is refused', async () => {
    const invalid = (fields: object) =>
      refusedWith(
        administrator.send('POST', WEBHOOKS, { url: 'https://a.example/', events: ['post.created'], ...fields }),
      );
    for (const url of [
      'ftp://a.example/',
      'https://user:pass@a.example/',
      'https://a.example/#part',
      'a.example',
      '',
    ]) {
      expect([url, await invalid({ url })]).toEqual([url, '422 invalid_webhook_url']);
    }
    expect(await invalid({ events: [] })).toBe('422 invalid_webhook');
    expect(await invalid({ events: ['post.created', 'post.created'] })).toBe('422 invalid_webhook');
    expect(await invalid({ events: ['post.deleted'] })).toBe('422 invalid_webhook');
    expect(await invalid({ description: 'x'.repeat(501) })).toBe('422 invalid_webhook');
    expect(await invalid({ secret: 'whsec_mine' })).toBe('422 invalid_webhook');
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/secret'],
    ] as const) {
      const body = method === 'PATCH' ? { enabled: true, version: 1 } : undefined;
      const target = `${WEBHOOKS}/${NOWHERE}${path}`;
      const answer = body ? administrator.send(method, target, body) : administrator.fetch(target, { method });
      await expectRefused(answer, '404 webhook_not_found');
    }
    const { webhook } = await make('https://a.example/');
    const change = (fields: object) => refusedWith(administrator.send('PATCH', `${WEBHOOKS}/${webhook.id}`, fields));
    expect(await change({ version: 1 })).toBe('422 invalid_webhook');
    expect(await change({ url: 'ftp://a.example', version: 1 })).toBe('422 invalid_webhook_url');
    await remove(webhook.id);
  });

  test('there are at most 50', async () => {
    const [held]: { n: number }[] = await world.sql`select count(*)::int as n from webhook`;
    await world.sql`insert into webhook (id, url, events, secret)
      select gen_random_uuid(), 'https://a.example/', '{post.created}', '' from generate_series(1, ${50 - (held?.n ?? 0)})`;
    const plan = { url: 'https://a.example/', events: ['post.created'] };
    await expectRefused(administrator.send('POST', WEBHOOKS, plan), '409 webhook_limit');
    await world.sql`delete from webhook where secret = ''`;
  });
});

describe('deliveries', () => {
  test('a test delivery arrives, signed, also when the webhook is disabled', async () => {
    await using hook = await receive(['post.created']);
    const { id } = hook.webhook;
    await expectStatus(administrator.send('PATCH', `${WEBHOOKS}/${id}`, { enabled: false, version: 1 }), 200);
    const { delivery } = await expectStatus<{ delivery: Delivery }>(act(id, 'test'), 202);
    expect(delivery).toMatchObject({ type: 'webhook.test', status: 'waiting', attempts: 0 });
    expect(await settled(id, ({ status }) => status === 'delivered')).toMatchObject({ attempts: 1, answerStatus: 204 });
    const [got] = hook.of('webhook.test');
    expect(got).toMatchObject({ id: delivery.eventId, body: { data: { webhookId: id } } });
    expect(got && isSignedBy(hook.secret, got)).toBe(true);
    expect(got && isSignedBy(`whsec_${Buffer.alloc(32).toString('base64')}`, got)).toBe(false);
  });

  test('a renewed secret signs beside the one before for a day', async () => {
    await using hook = await receive();
    const { id } = hook.webhook;
    const renewed = await expectStatus<AnswerBody<'POST /api/v1/admin/webhooks/{id}/secret'>>(act(id, 'secret'), 201);
    expect(renewed.secret).not.toBe(hook.secret);
    expect(renewed.webhook.earlierSecretUntil).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await act(id, 'test');
    await settled(id, ({ status }) => status === 'delivered');
    await world.sql`update webhook set earlier_secret_until = now() where id = ${id}`;
    await act(id, 'test');
    await world.world.until(() => hook.of('webhook.test').length === 2);
    const signed = hook.deliveries.map((got) => [isSignedBy(hook.secret, got), isSignedBy(renewed.secret, got)]);
    expect(signed).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test('a failing one is tried again after growing pauses, with one id, until it arrives', async () => {
    await using hook = await receive(['post.created']);
    hook.answerWith(() => new Response('no', { status: 503 }));
    await writePost(administrator);
    const first = await settled(hook.webhook.id, ({ attempts }) => attempts === 1);
    expect(first).toMatchObject({ status: 'waiting', answerStatus: 503, failure: 'status' });
    expect(first.dueAt).toBeGreaterThan(Date.now());
    await hurry();
    const second = await settled(hook.webhook.id, ({ attempts }) => attempts === 2);
    expect((second.dueAt ?? 0) - Date.now()).toBeGreaterThan(10_000);
    hook.answerWith(() => new Response('x'.repeat(100_000)));
    await hurry();
    const third = await settled(hook.webhook.id, ({ status }) => status === 'delivered');
    expect(third).toMatchObject({ attempts: 3, answerStatus: 200, failure: null, dueAt: null });
    expect(new Set(hook.deliveries.map(({ id }) => id)).size).toBe(1);
  });

  test('a redirect is a failure and is not followed; the answer is shown nowhere', async () => {
    await using hook = await receive(['post.created']);
    await using other = openWebhookReceiver();
    hook.answerWith(() => new Response('SECRET-ANSWER', { status: 302, headers: { location: other.url } }));
    await act(hook.webhook.id, 'test');
    const failed = await settled(hook.webhook.id, ({ status }) => status === 'failed');
    expect(failed).toMatchObject({ answerStatus: 302, failure: 'redirected', attempts: 1 });
    expect(other.deliveries).toHaveLength(0);
    expect(await (await administrator.fetch(`${WEBHOOKS}/${hook.webhook.id}`)).text()).not.toContain('SECRET-ANSWER');
  });

  test('after a day in which nothing arrived it is disabled: the rest is dropped, administrators are mailed', async () => {
    await using hook = await receive(['post.created']);
    const { id } = hook.webhook;
    hook.answerWith(() => new Response(null, { status: 500 }));
    await writePost(administrator);
    await settled(id, ({ attempts }) => attempts === 1);
    const [oldest] = (await read(id)).deliveries;
    await writePost(administrator);
    await world.world.until(() => hook.deliveries.length === 2);
    await world.sql`update webhook_delivery set attempts = 10 where id = ${oldest?.id}`;
    await hurry();
    await world.world.until(async () => !(await read(id)).webhook.enabled);
    const after = await read(id);
    expect(after.webhook.disabledFor).toBe('failing');
    expect(after.deliveries.map(({ status }) => status)).toEqual(['dropped', 'failed']);
    const mail = await world.mail(administrator.email);
    expect(mail.text).toContain(`127.0.0.1:${hook.port}`);
    expect(mail.text).not.toContain('token=secret');
    expect(mail.link).toBe(`${world.origin.replace('127.0.0.1', 'localhost')}/admin/webhooks`);
    // Nothing more until it is enabled again.
    await writePost(administrator);
    expect((await read(id)).deliveries).toHaveLength(2);
    const enabling = { enabled: true, version: after.webhook.version };
    const enabled = await expectStatus(administrator.send('PATCH', `${WEBHOOKS}/${id}`, enabling), 200);
    expect(enabled.webhook).toMatchObject({ enabled: true, disabledFor: null });
    hook.answerWith(() => new Response(null, { status: 200 }));
    await writePost(administrator);
    await settled(id, ({ status }) => status === 'delivered');
    expect((await read(id)).webhook.arrivedAt).toBeNumber();
  });

  test('one that arrived meanwhile keeps a webhook enabled; 410 disables it at once', async () => {
    await using hook = await receive(['post.created']);
    const { id } = hook.webhook;
    hook.answerWith(() => new Response(null, { status: 500 }));
    await writePost(administrator);
    const { id: stuck } = await settled(id, ({ attempts }) => attempts === 1);
    await world.sql`update webhook set arrived_at = now() where id = ${id}`;
    await world.sql`update webhook_delivery set attempts = 10 where id = ${stuck}`;
    await hurry();
    await settled(id, ({ status }) => status === 'failed');
    expect((await read(id)).webhook.enabled).toBe(true);
    hook.answerWith(() => new Response(null, { status: 410 }));
    await writePost(administrator);
    await world.world.until(async () => !(await read(id)).webhook.enabled);
    expect((await read(id)).webhook.disabledFor).toBe('gone');
  });

  test('a hundred are kept, and those that wait; one whose job was lost is found', async () => {
    await using hook = await receive(['report.created']);
    const { id } = hook.webhook;
    await world.sql`insert into webhook_delivery (id, webhook_id, event_id, type, payload, status, created_at)
      select gen_random_uuid(), ${id}, gen_random_uuid(), 'report.created', '', 'delivered', now() - make_interval(mins => n)
      from generate_series(1, 105) n`;
    await world.sql`insert into webhook_delivery (id, webhook_id, event_id, type, payload, due_at, created_at)
      values (gen_random_uuid(), ${id}, gen_random_uuid(), 'report.created', '{"type":"report.created"}',
        now() - interval '1 hour', now() - interval '3 hours')`;
    expect((await read(id)).deliveries).toHaveLength(100);
    await world.sql`insert into jobs.job (name, data) values ('webhook.sweep', '{}')`;
    await world.world.until(async () => {
      const [row]: { n: number }[] =
        await world.sql`select count(*)::int as n from webhook_delivery where webhook_id = ${id}`;
      return row?.n === 101;
    });
    await world.world.until(() => hook.of('report.created').length === 1);
  });
});

describe('events', () => {
  test('post.created: once, for public and allowed posts', async () => {
    await using hook = await receive(['post.created']);
    const author = await world.person();
    const open = await writePost(author, { body: 'Hello #news' });
    const hidden = await writePost(author, { visibility: 'private' });
    await world.world.until(() => hook.deliveries.length === 1);
    expect(hook.deliveries[0]?.body).toMatchObject({
      type: 'post.created',
      data: { postId: open.id, authorUid: author.uid, subject: null, tags: ['news'] },
    });
    expect(hook.deliveries[0]?.body.data.url).toEndWith(`/community/posts/${open.id}`);
    expect(hook.deliveries[0]?.text).not.toContain('Hello');
    await expectStatus(author.send('PATCH', `${POSTS}/${open.id}`, { body: 'Edited', version: 1 }), 200);
    const shown = { body: 'Now for all', visibility: 'public', version: 1 };
    await expectStatus(author.send('PATCH', `${POSTS}/${hidden.id}`, shown), 200);
    await world.world.until(() => hook.deliveries.length === 2);
    expect(hook.deliveries[1]?.body.data.postId).toBe(hidden.id);
    await settled(hook.webhook.id, ({ status }) => status === 'delivered');
    expect((await read(hook.webhook.id)).deliveries).toHaveLength(2);
  });

  test('post.created: when staff allows it, and not before', async () => {
    await using reviewed = await openAccountsWorld({
      WEBHOOK_PRIVATE: 'on',
      LIMITS: 'off',
      MODERATION_DEFAULT: 'review',
    });
    await using receiver = openWebhookReceiver();
    const chief = await reviewed.person({ role: 'administrator' });
    const plan = { url: receiver.url, events: ['post.created'] };
    await expectStatus(chief.send('POST', WEBHOOKS, plan), 201);
    const { id } = await writePost(await reviewed.person());
    const [row]: { id: string }[] = await reviewed.sql`select id from moderation_case where subject_id = ${id}`;
    expect(await reviewed.sql`select 1 from webhook_delivery`).toHaveLength(0);
    const decision = { verdict: 'allow', reasonCode: 'other', version: 1 };
    await expectStatus(chief.send('POST', `/api/v1/moderation/cases/${row?.id}/decision`, decision), 200);
    await reviewed.world.until(() => receiver.deliveries.length === 1);
    expect(receiver.deliveries[0]?.body.data.postId).toBe(id);
  });

  test('report.created and appeal.created: ids only', async () => {
    await using hook = await receive(['report.created', 'appeal.created']);
    const [author, reporter] = await world.people(2);
    const { id } = await writePost(author);
    const report = { targetKind: 'post', targetId: id, reasonCode: 'other', details: 'PRIVATE-WORDS' };
    await expectStatus(reporter.send('POST', '/api/v1/community/reports', report), 201);
    await expectStatus(reporter.send('POST', '/api/v1/community/reports', report), 200);
    const restricting = { kind: 'write', reasonCode: 'spam' };
    const path = `/api/v1/moderation/users/${author.uid}/restrictions` as const;
    const { restriction } = await expectStatus(administrator.send('POST', path, restricting), 201);
    const appeal = { restrictionId: restriction.id, message: 'PRIVATE-WORDS' };
    const filed = await expectStatus(author.send('POST', '/api/v1/account/appeals', appeal), 201);
    await world.world.until(() => hook.deliveries.length === 2);
    const told = Object.fromEntries(hook.deliveries.map(({ body }) => [body.type, body.data]));
    expect(told['report.created']).toEqual({ reportId: expect.any(String), targetKind: 'post', targetId: id });
    expect(told['appeal.created']).toEqual({ appealId: filed.appeal.id, caseId: null, restrictionId: restriction.id });
    expect(hook.deliveries.map(({ text }) => text).join()).not.toContain('PRIVATE-WORDS');
  });

  test('release.promoted and release.retired: every change since the webhook was made, in order of time', async () => {
    await using one = await writeSnapshot({ edition: 'one', sourceId: 'src-1' });
    await using two = await writeSnapshot({ edition: 'two', sourceId: 'src-2' });
    const objects = openDiskObjects(world.world.objectsDirectory);
    const before = await world.world.publish(one.directory);
    await using hook = await receive(['release.promoted', 'release.retired']);
    const kept = await world.world.publish(two.directory, { promote: false });
    await promoteRelease(objects, 'jp', kept.releaseId);
    await rollbackRelease(objects, 'jp');
    await retireServer(objects, 'jp');
    await promoteRelease(objects, 'jp', kept.releaseId);
    await world.world.until(() => hook.deliveries.length === 4);
    const told = hook.deliveries
      .map(({ body }) => body)
      .toSorted((a, b) => Number(a.data.number) - Number(b.data.number));
    expect(told.map(({ type, data }) => [type, data.kind ?? null, data.releaseId, data.number])).toEqual([
      ['release.promoted', 'promote', kept.releaseId, 2],
      ['release.promoted', 'rollback', before.releaseId, 3],
      ['release.retired', null, before.releaseId, 4],
      ['release.promoted', 'promote', kept.releaseId, 5],
    ]);
    const url = String(told[0]?.data.url).replace('localhost', '127.0.0.1');
    await expectOnlyStatus(fetch(url), 200);
  });
});

test('a webhook that is deleted at the same moment fails neither a post nor a test', async () => {
  await using receiver = openWebhookReceiver();
  const { webhook } = await make(receiver.url, ['post.created']);
  const author = await world.person();
  const acts: Promise<Response>[] = [];
  await world.sql.begin(async (tx) => {
    await tx`delete from webhook where id = ${webhook.id}`;
    acts.push(author.send('POST', POSTS, { body: 'Written meanwhile' }), act(webhook.id, 'test'));
    await world.world.until(async () => {
      const [row]: { waiting: number }[] = await tx`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return row?.waiting === acts.length;
    });
  });
  const [posted, tested] = await Promise.all(acts);
  expect(posted?.status).toBe(201);
  expect([tested?.status, (await tested?.json())?.error?.code]).toEqual([404, 'webhook_not_found']);
});
