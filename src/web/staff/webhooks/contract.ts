// Routes of the pages of webhooks. A form leads back with what was done, or shows the page again with what was typed.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { uuid } from '../../../http/routing/declarations.ts';
import { again, fields, shown, showsOnce, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

const params = { id: { schema: uuid, refusal: 'webhook_not_found' } } as const;
const box = z.literal('on').optional();
const typed = {
  url: z.string(),
  description: z.string(),
  ...{ 'release.promoted': box, 'release.retired': box, 'post.created': box },
  ...{ 'report.created': box, 'appeal.created': box },
};
const version = z.coerce.number().int();

export const webhookPages = defineContract({
  webhooksPage: {
    ...adminPage,
    id: 'webhooksPage',
    path: '/admin/webhooks',
    summary: 'All webhooks',
    query: { done: text },
    answers: shown,
    refusals: [],
  },
  webhookForm: {
    ...adminForm,
    id: 'webhookForm',
    path: '/admin/webhooks',
    summary: 'Makes a webhook and shows its secret',
    body: fields(typed),
    answers: { 200: showsOnce('the secret, which is not shown again'), 422: again('a field is refused') },
    refusals: [],
  },
  webhookPage: {
    ...adminPage,
    id: 'webhookPage',
    path: '/admin/webhooks/{id}',
    summary: 'A webhook and its last deliveries',
    params,
    query: { done: text },
    answers: shown,
    refusals: ['webhook_not_found'],
  },
  webhookEditForm: {
    ...adminForm,
    id: 'webhookEditForm',
    path: '/admin/webhooks/{id}',
    summary: 'Changes a webhook',
    params,
    body: fields({ ...typed, version }),
    answers: {
      303: { description: 'Changed; leads to the page' },
      409: again('the webhook was changed meanwhile'),
      422: again('a field is refused'),
    },
    refusals: [],
  },
  webhookStateForm: {
    ...adminForm,
    id: 'webhookStateForm',
    path: '/admin/webhooks/{id}/state',
    summary: 'Enables or disables a webhook',
    params,
    body: fields({ enabled: z.enum(['true', 'false']), version }),
    answers: { 303: { description: 'Done; leads to the page' }, 409: again('the webhook was changed meanwhile') },
    refusals: [],
  },
  webhookTestForm: {
    ...adminForm,
    id: 'webhookTestForm',
    path: '/admin/webhooks/{id}/test',
    summary: 'Sends a test delivery',
    params,
    answers: { 303: { description: 'Sent; leads to the page' } },
    refusals: [],
  },
  webhookSecretForm: {
    ...adminForm,
    id: 'webhookSecretForm',
    path: '/admin/webhooks/{id}/secret',
    summary: 'Renews the secret of a webhook and shows it',
    params,
    answers: { 200: showsOnce('the secret, which is not shown again') },
    refusals: [],
  },
  webhookDeleteForm: {
    ...adminForm,
    id: 'webhookDeleteForm',
    path: '/admin/webhooks/{id}/deletion',
    summary: 'Deletes a webhook',
    params,
    answers: { 303: { description: 'Deleted; leads to the list' } },
    refusals: [],
  },
});
