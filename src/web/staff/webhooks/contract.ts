// Routes of the pages of webhooks. A form redirects back with what was done, or shows the page again with what was typed.
import { z } from 'zod';
import { EVENTS } from '../../../features/webhooks/events.ts';
import { FORMATS } from '../../../features/webhooks/formats.ts';
import { defineContract } from '../../../http/routing/contract.ts';
import { again, box, fields, formOf, id, redirects, showsOnce, submits, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

const params = { id: id('webhook_not_found') };
/** Address, format and description, and each event as a box. */
const typed = z.object({ url: z.string(), format: z.enum(FORMATS).default('standard'), description: z.string() });
const events = z.partialRecord(z.enum(EVENTS), box);
const version = z.coerce.number().int();

export const webhookPages = defineContract({
  webhooksPage: {
    ...adminPage,
    path: '/admin/webhooks',
    summary: 'All webhooks',
    query: { done: text },
  },
  webhookForm: {
    ...adminForm,
    path: '/admin/webhooks',
    summary: 'Makes a webhook and shows its secret',
    body: formOf(typed.and(events)),
    answers: { 200: showsOnce('the secret, which is not shown again'), 422: again('a field is refused') },
  },
  webhookPage: {
    ...adminPage,
    path: '/admin/webhooks/{id}',
    summary: 'A webhook and its last deliveries',
    params,
    query: { done: text },
  },
  webhookEditForm: {
    ...adminForm,
    path: '/admin/webhooks/{id}',
    summary: 'Changes a webhook',
    params,
    // `others`: the events that this version of the service does not know stay.
    body: formOf(typed.extend({ version, others: box }).and(events)),
    answers: submits('Changed; redirects to the page', {
      409: 'the webhook was changed meanwhile',
      422: 'a field is refused',
    }),
  },
  webhookStateForm: {
    ...adminForm,
    path: '/admin/webhooks/{id}/state',
    summary: 'Enables or disables a webhook',
    params,
    body: fields({ enabled: z.enum(['true', 'false']), version }),
    answers: submits('Done; redirects to the page', { 409: 'the webhook was changed meanwhile' }),
  },
  webhookTestForm: {
    ...adminForm,
    path: '/admin/webhooks/{id}/test',
    summary: 'Sends a test delivery',
    params,
    answers: redirects('Sent; redirects to the page'),
  },
  webhookRedeliverForm: {
    ...adminForm,
    path: '/admin/webhooks/{id}/deliveries/{deliveryId}/redeliver',
    summary: 'Sends a delivery again',
    params: { ...params, deliveryId: id('delivery_not_found') },
    answers: submits('Sent; redirects to the page', { 409: 'it still waits, or the webhook is disabled' }),
  },
  webhookSecretForm: {
    ...adminForm,
    path: '/admin/webhooks/{id}/secret',
    summary: 'Renews the secret of a webhook and shows it',
    params,
    answers: { 200: showsOnce('the secret, which is not shown again') },
  },
  webhookDeleteForm: {
    ...adminForm,
    path: '/admin/webhooks/{id}/deletion',
    summary: 'Deletes a webhook',
    params,
    answers: redirects('Deleted; redirects to the list'),
  },
});
