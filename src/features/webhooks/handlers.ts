import { isIP } from 'node:net';
import { json } from '../../http/routing/answer.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { Refusal, required } from '../../kernel/refusal.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { isPublicAddress } from '../../platform/outside/public-address.ts';
import type { webhooksContract } from './contract.ts';
import { type Delivery, listDeliveries, redeliver, tellTest } from './deliveries.ts';
import { TEST_EVENT } from './events.ts';
import type { WriteBody } from './formats.ts';
import type { WebhookSecrets } from './secrets.ts';
import {
  auditWebhook,
  changeWebhook,
  createWebhook,
  listWebhooks,
  maskUrl,
  readWebhookUrl,
  removeWebhook,
  renewSecret,
  requireWebhook,
  type Webhook,
} from './subscriptions.ts';

export interface WebhookHandlerDependencies {
  readonly database: Database;
  readonly enqueue: Jobs['enqueue'];
  readonly secrets: WebhookSecrets;
  readonly writeBody: WriteBody;
  readonly allowPrivate: boolean;
  /** Tells what happened to releases so far. */
  readonly catchUp: () => Promise<void>;
}

export function webhooksHandlers(dependencies: WebhookHandlerDependencies): Handlers<typeof webhooksContract> {
  const { database, enqueue, secrets, writeBody, allowPrivate } = dependencies;
  const { db } = database;

  function requireUrl(text: string): string {
    const url = required(readWebhookUrl(text, allowPrivate), 'invalid_webhook_url');
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw new Refusal('invalid_webhook_url');
    return url;
  }

  const presentDelivery = (hook: Webhook, row: Delivery) => ({
    id: row.id,
    eventId: row.eventId,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    answerStatus: row.answerStatus,
    failure: row.failure,
    milliseconds: row.milliseconds,
    attemptedAt: row.attemptedAt?.getTime() ?? null,
    dueAt: row.dueAt?.getTime() ?? null,
    payload: writeBody(hook.format, row.payload),
    createdAt: row.createdAt.getTime(),
  });

  return {
    webhookList: async () => json({ webhooks: (await listWebhooks(db)).map(presentWebhook) }),
    webhookCreate: {
      create: async ({ actor, body }) => {
        const plan = { ...body, url: requireUrl(body.url) };
        await dependencies.catchUp();
        const made = await database.transaction((tx) => createWebhook(tx, actor, secrets, plan));
        return { status: 201, body: { webhook: presentWebhook(made.webhook), secret: made.secret } };
      },
      readCreated: async ({ id }) => ({ webhook: presentWebhook(await requireWebhook(db, id)) }),
    },
    webhookRead: async ({ params }) => {
      const found = await requireWebhook(db, params.id);
      const deliveries = await listDeliveries(db, params.id);
      return json({ webhook: presentWebhook(found), deliveries: deliveries.map((row) => presentDelivery(found, row)) });
    },
    webhookChange: async ({ actor, params, body }) => {
      const change = { ...body, ...(body.url !== undefined && { url: requireUrl(body.url) }) };
      const after = await database.transaction((tx) => changeWebhook(tx, actor, params.id, change));
      return json({ webhook: presentWebhook(after) });
    },
    webhookDelete: async ({ actor, params }) => {
      await database.transaction((tx) => removeWebhook(tx, actor, params.id));
      return { status: 204 };
    },
    webhookTest: async ({ actor, params }) => {
      const delivery = await database.transaction(async (tx) => {
        const hook = await requireWebhook(tx, params.id, 'key share');
        await auditWebhook(tx, { actor, action: 'test', id: hook.id });
        return presentDelivery(hook, await tellTest(enqueue, tx, hook.id));
      });
      return { status: 202, body: { delivery } };
    },
    deliveryRedeliver: async ({ actor, params }) => {
      const delivery = await database.transaction(async (tx) => {
        const hook = await requireWebhook(tx, params.id, 'no key update');
        const row = await redeliver(enqueue, tx, hook.id, params.deliveryId);
        if (!hook.enabled && row.type !== TEST_EVENT) throw new Refusal('webhook_disabled');
        await auditWebhook(tx, { actor, action: 'redeliver', id: hook.id });
        return presentDelivery(hook, row);
      });
      return { status: 202, body: { delivery } };
    },
    webhookSecretRenew: async ({ actor, params }) => {
      const made = await database.transaction((tx) => renewSecret(tx, actor, params.id, secrets));
      return { status: 201, body: { webhook: presentWebhook(made.webhook), secret: made.secret } };
    },
  };
}

const presentWebhook = (row: Webhook) => ({
  id: row.id,
  address: maskUrl(row.url),
  format: row.format,
  events: row.events,
  description: row.description,
  enabled: row.enabled,
  disabledFor: row.disabledFor,
  earlierSecretUntil: row.earlierSecretUntil?.getTime() ?? null,
  arrivedAt: row.arrivedAt?.getTime() ?? null,
  version: row.version,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
});
