// Routes of webhooks, for administrators (docs/webhooks.md).
import { z } from 'zod';
import { defineContract, type JsonBody, type Parameter } from '../../http/routing/contract.ts';
import { created, jsonBody, milliseconds, ok, uuid, webhooksRoute } from '../../http/routing/declarations.ts';
import { VERSION_MAX } from '../../kernel/names.ts';
import { DELIVERY_STATUSES } from './deliveries.ts';
import { EVENTS } from './events.ts';
import { FORMATS } from './formats.ts';
import { DESCRIPTION_MAX, URL_MAX } from './subscriptions.ts';

const BODY_BYTES = 16_384;

const params = {
  id: { schema: uuid.describe('Webhook'), refusal: 'webhook_not_found' } satisfies Parameter,
};
const body = <S extends z.ZodType>(schema: S) =>
  ({
    ...jsonBody(schema, BODY_BYTES, 'invalid_webhook'),
    fields: { url: 'invalid_webhook_url' },
  }) as const satisfies JsonBody;

const format = z
  .enum(FORMATS)
  .describe('`standard`: the event as JSON. `discord`: a message with its title and a link, as Discord takes it');
const view = z
  .object({
    id: z.string(),
    address: z
      .string()
      .describe('Host, and the last four characters of the path: the rest is a secret that is shown nowhere'),
    format,
    events: z.array(z.string()).describe('Also those of another version of the service'),
    description: z.string(),
    enabled: z.boolean(),
    disabledFor: z
      .enum(['failing', 'gone'])
      .nullable()
      .describe('Why the service disabled it: nothing arrived for a day, or the receiver answered 410'),
    earlierSecretUntil: milliseconds.nullable().describe('Until when the secret before signs too'),
    arrivedAt: milliseconds.nullable().describe('When a delivery last arrived'),
    version: z.int(),
    createdAt: milliseconds,
    updatedAt: milliseconds,
  })
  .meta({ id: 'Webhook' });
const delivery = z
  .object({
    id: z.string(),
    eventId: z.string().describe('The `webhook-id` that the receiver gets; the same for every attempt'),
    type: z.string(),
    status: z.enum(DELIVERY_STATUSES).describe('`dropped`: the webhook was disabled before it arrived'),
    attempts: z.int(),
    answerStatus: z.int().nullable().describe('HTTP status of the last answer'),
    failure: z
      .string()
      .nullable()
      .describe(
        'Why the last attempt failed: `status`, `redirected`, `address_refused`, `name_not_found`, `connection_failed`, ' +
          '`certificate_invalid`, `timed_out`, `no_answer`, `secret_unreadable`',
      ),
    milliseconds: z.int().nullable().describe('How long the last attempt took'),
    attemptedAt: milliseconds.nullable(),
    dueAt: milliseconds.nullable().describe('When it is tried next'),
    payload: z.string().describe('The body that is sent'),
    createdAt: milliseconds,
  })
  .meta({ id: 'WebhookDelivery' });
const secret = z.string().describe('`whsec_` and base64. It is shown this once');

const url = z.string().max(URL_MAX);
const events = z
  .array(z.enum(EVENTS))
  .min(1)
  .max(EVENTS.length)
  .refine((names) => new Set(names).size === names.length);
/** Also names of events that another version stored, which can only stay. */
const changedEvents = z
  .array(z.string().regex(/^[a-z]{1,32}(?:\.[a-z-]{1,32}){1,3}$/))
  .min(1)
  .max(2 * EVENTS.length)
  .refine((names) => new Set(names).size === names.length);
const description = z.string().trim().max(DESCRIPTION_MAX);

export const webhooksContract = defineContract({
  webhookList: {
    ...webhooksRoute,
    method: 'GET',
    path: '/api/v1/admin/webhooks',
    summary: 'All webhooks, oldest first',
    answers: ok('The webhooks', { webhooks: z.array(view) }),
  },
  webhookCreate: {
    ...webhooksRoute,
    method: 'POST',
    path: '/api/v1/admin/webhooks',
    summary: 'Make a webhook; at most 50',
    description:
      'The address begins with `https://`, without user name and fragment. Where it leads is looked up at every delivery: ' +
      'only public addresses are connected to, unless `WEBHOOK_PRIVATE` is `on`.',
    body: body(
      z.strictObject({ url, format: format.default('standard'), events, description: description.default('') }),
    ),
    creates: { gone: 'webhook_not_found', path: '/api/v1/admin/webhooks/{id}' },
    answers: created(
      'The webhook and its secret, which a repeat of the request does not get again',
      z.object({ webhook: view, secret: secret.optional() }),
    ),
    refusals: ['webhook_limit'],
  },
  webhookRead: {
    ...webhooksRoute,
    method: 'GET',
    path: '/api/v1/admin/webhooks/{id}',
    summary: 'A webhook with its last 100 deliveries, newest first',
    params,
    answers: ok('Both', { webhook: view, deliveries: z.array(delivery) }),
  },
  webhookChange: {
    ...webhooksRoute,
    method: 'PATCH',
    path: '/api/v1/admin/webhooks/{id}',
    summary: 'Change, disable or enable a webhook; omitted fields stay',
    description:
      'Disabling drops what still waits. Events from then on until it is enabled again are not delivered. `events` is the whole ' +
      'list: of those that this version of the service does not know, it may contain what the webhook has already.',
    params,
    body: body(
      z
        .strictObject({
          url: url.optional(),
          format: format.optional(),
          events: changedEvents.optional(),
          description: description.optional(),
          enabled: z.boolean().optional(),
          version: z.int().min(1).max(VERSION_MAX),
        })
        .refine((change) => Object.keys(change).length > 1),
    ),
    answers: ok('The webhook', { webhook: view }),
    refusals: ['version_conflict'],
  },
  webhookDelete: {
    ...webhooksRoute,
    method: 'DELETE',
    path: '/api/v1/admin/webhooks/{id}',
    summary: 'Remove a webhook with its deliveries',
    params,
    answers: { 204: { description: 'Removed' } },
  },
  webhookTest: {
    ...webhooksRoute,
    method: 'POST',
    path: '/api/v1/admin/webhooks/{id}/test',
    summary: 'Send a test delivery, also to a disabled webhook',
    description:
      'Its type is `webhook.test`. It is tried once, within seconds; the webhook with its deliveries says how it went.',
    params,
    answers: { 202: { description: 'The delivery, which waits', schema: z.object({ delivery }) } },
  },
  deliveryRedeliver: {
    ...webhooksRoute,
    method: 'POST',
    path: '/api/v1/admin/webhooks/{id}/deliveries/{deliveryId}/redeliver',
    summary: 'Send a settled delivery again',
    description:
      'It has the `webhook-id` of before, and all attempts again. A disabled webhook takes test deliveries only.',
    params: {
      ...params,
      deliveryId: { schema: uuid.describe('Delivery'), refusal: 'delivery_not_found' },
    },
    answers: { 202: { description: 'The delivery, which waits', schema: z.object({ delivery }) } },
    refusals: ['delivery_waiting', 'webhook_disabled'],
  },
  webhookSecretRenew: {
    ...webhooksRoute,
    method: 'POST',
    path: '/api/v1/admin/webhooks/{id}/secret',
    summary: 'Renew the secret of a webhook',
    description: 'The secret before signs too for 24 hours: `webhook-signature` then lists two signatures.',
    params,
    answers: created('The webhook and its secret', z.object({ webhook: view, secret })),
  },
});
