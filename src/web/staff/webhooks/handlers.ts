// Handlers of the pages of webhooks.
import { EVENTS, type EventName, isEvent } from '../../../features/webhooks/events.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { webhookPages } from './contract.ts';
import { type TypedWebhook, WEBHOOK_FAULTS } from './fields.tsx';
import { type WebhookData, webhookPage } from './hook-page.tsx';
import { type WebhooksData, webhooksPage } from './list-page.tsx';

/** How long a test is waited for before its page is shown. */
const TEST_LOOKS = 12;
const TEST_LOOK_MS = 200;

const showAll = async (page: PageContext, data: Omit<WebhooksData, 'webhooks'>) =>
  webhooksPage(page, { ...requireAsked(await page.ask('GET /api/v1/admin/webhooks', {})), ...data });

const readOne = async (page: PageContext, id: string) =>
  requireAsked(await page.ask('GET /api/v1/admin/webhooks/{id}', { params: { id } }));

const showOne = async (page: PageContext, id: string, data: Omit<WebhookData, 'webhook' | 'deliveries'>) =>
  webhookPage(page, { ...(await readOne(page, id)), ...data });

export function webhookHandlers(shell: Shell): Handlers<typeof webhookPages> {
  const { signedIn } = openingBy(shell);
  return {
    webhooksPage: signedIn((page, { query }) => showAll(page, query)),
    webhookForm: signedIn(async (page, call) => {
      const typed = readTyped(call.body);
      return submit(
        await page.ask('POST /api/v1/admin/webhooks', { body: typed }),
        ({ secret = '' }) => showAll(page, { secret }),
        ({ code }) => WEBHOOK_FAULTS.has(code) && showAll(page, { typed, fault: code }),
      );
    }),
    webhookPage: signedIn((page, { params, query }) => showOne(page, params.id, query)),
    webhookEditForm: signedIn(async (page, { params, body }) => {
      const chosen = readTyped(body);
      const { webhook } = await readOne(page, params.id);
      const others = body.others === 'on' ? webhook.events.filter((name) => !isEvent(name)) : [];
      const typed = { ...chosen, events: [...chosen.events, ...others] };
      const { url, ...rest } = typed;
      const change = { ...rest, ...(url !== '' && { url }), version: body.version };
      const asked = await page.ask('PATCH /api/v1/admin/webhooks/{id}', { params, body: change });
      return submit(
        asked,
        `/admin/webhooks/${params.id}?done=saved`,
        ({ code }) =>
          WEBHOOK_FAULTS.has(code) &&
          withStatus(code === 'version_conflict' ? 409 : 422, showOne(page, params.id, { typed, fault: code })),
      );
    }),
    webhookStateForm: signedIn(async (page, { params, body: { enabled, version } }) => {
      const change = { enabled: enabled === 'true', version };
      const asked = await page.ask('PATCH /api/v1/admin/webhooks/{id}', { params, body: change });
      return submit(
        asked,
        `/admin/webhooks/${params.id}?done=${change.enabled ? 'enabled' : 'disabled'}`,
        ({ code }) => code === 'version_conflict' && withStatus(409, showOne(page, params.id, { fault: code })),
      );
    }),
    webhookTestForm: signedIn(async (page, { params }) => {
      const { delivery } = requireAsked(await page.ask('POST /api/v1/admin/webhooks/{id}/test', { params }));
      // Mostly the page can then say how it went.
      for (let presentation = 0; presentation < TEST_LOOKS; presentation++) {
        await Bun.sleep(TEST_LOOK_MS);
        const { deliveries } = await readOne(page, params.id);
        if (deliveries.find((each) => each.id === delivery.id)?.status !== 'waiting') break;
      }
      return { redirectTo: `/admin/webhooks/${params.id}?done=tested` };
    }),
    webhookRedeliverForm: signedIn(async (page, { params }) =>
      submit(
        await page.ask('POST /api/v1/admin/webhooks/{id}/deliveries/{deliveryId}/redeliver', { params }),
        `/admin/webhooks/${params.id}?done=redelivered`,
        ({ code }) => WEBHOOK_FAULTS.has(code) && withStatus(409, showOne(page, params.id, { fault: code })),
      ),
    ),
    webhookSecretForm: signedIn(async (page, { params }) =>
      submit(await page.ask('POST /api/v1/admin/webhooks/{id}/secret', { params }), ({ secret }) =>
        showOne(page, params.id, { secret }),
      ),
    ),
    webhookDeleteForm: signedIn(async (page, { params }) =>
      submit(await page.ask('DELETE /api/v1/admin/webhooks/{id}', { params }), '/admin/webhooks?done=removed'),
    ),
  };
}

type Boxes = Readonly<Partial<Record<EventName, 'on' | undefined>>>;

const readTyped = (body: Omit<TypedWebhook, 'events'> & Boxes) => ({
  url: body.url.trim(),
  format: body.format,
  description: body.description,
  events: EVENTS.filter((name) => body[name] === 'on'),
});
