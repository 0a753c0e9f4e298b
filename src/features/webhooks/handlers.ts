// Handlers of webhooks.
import { isIP } from 'node:net';
import type { Handlers } from '../../http/routing/contract.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { isPublicAddress } from '../../platform/outside/public-address.ts';
import type { webhooksContract } from './contract.ts';
import { type Delivery, listDeliveries, tellTest } from './deliveries.ts';
import type { WebhookSecrets } from './secrets.ts';
import {
  auditWebhook,
  changeWebhook,
  createWebhook,
  listWebhooks,
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
  readonly allowPrivate: boolean;
  /** Tells what happened to releases so far. */
  readonly catchUp: () => Promise<void>;
}

export function webhooksHandlers(dependencies: WebhookHandlerDependencies): Handlers<typeof webhooksContract> {
  const { database, enqueue, secrets, allowPrivate } = dependencies;
  const { db } = database;

  function requireUrl(text: string): string {
    const url = readWebhookUrl(text, allowPrivate);
    if (url === undefined) throw new Refusal('invalid_webhook_url');
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw new Refusal('invalid_webhook_url');
    return url;
  }

  return {
    webhookList: async () => ({
      status: 200,
      body: { webhooks: (await listWebhooks(db)).map(presentWebhook) },
    }),
    webhookCreate: async ({ actor, body }) => {
      const plan = { ...body, url: requireUrl(body.url) };
      await dependencies.catchUp();
      const made = await database.transaction((tx) => createWebhook(tx, actor.accountId, secrets, plan));
      return { status: 201, body: { webhook: presentWebhook(made.webhook), secret: made.secret } };
    },
    webhookRead: async ({ params }) => {
      const found = await requireWebhook(db, params.id);
      const deliveries = await listDeliveries(db, params.id);
      return { status: 200, body: { webhook: presentWebhook(found), deliveries: deliveries.map(presentDelivery) } };
    },
    webhookChange: async ({ actor, params, body }) => {
      const change = { ...body, ...(body.url !== undefined && { url: requireUrl(body.url) }) };
      const after = await database.transaction((tx) => changeWebhook(tx, actor.accountId, params.id, change));
      return { status: 200, body: { webhook: presentWebhook(after) } };
    },
    webhookDelete: async ({ actor, params }) => {
      await database.transaction((tx) => removeWebhook(tx, actor.accountId, params.id));
      return { status: 204 };
    },
    webhookTest: async ({ actor, params }) => {
      const delivery = await database.transaction(async (tx) => {
        const { id } = await requireWebhook(tx, params.id, 'key share');
        await auditWebhook(tx, { actorId: actor.accountId, action: 'test', id });
        return tellTest(enqueue, tx, id);
      });
      return { status: 202, body: { delivery: presentDelivery(delivery) } };
    },
    webhookSecretRenew: async ({ actor, params }) => {
      const made = await database.transaction((tx) => renewSecret(tx, actor.accountId, params.id, secrets));
      return { status: 201, body: { webhook: presentWebhook(made.webhook), secret: made.secret } };
    },
  };
}

const presentWebhook = (row: Webhook) => ({
  id: row.id,
  url: row.url,
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

const presentDelivery = (row: Delivery) => ({
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
  createdAt: row.createdAt.getTime(),
});
