// Handlers of the pages of webhooks.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy } from '../../forms/opening.ts';
import { asRefusal, requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { webhookPages } from './contract.ts';
import { EVENTS, type EventName, isWebhookFault, type TypedWebhook } from './fields.tsx';
import { type WebhookData, webhookPage } from './hook-page.tsx';
import { type WebhooksData, webhooksPage } from './list-page.tsx';

/** How long a test is waited for before its page is shown. */
const TEST_LOOKS = 12;
const TEST_LOOK_MS = 200;

export function webhookHandlers(shell: Shell): Handlers<typeof webhookPages> {
  const { open, answer } = openingBy(shell);

  const showAll = async (page: PageContext, data: Omit<WebhooksData, 'webhooks'>, status = 200) => {
    const { webhooks } = requireAsked(await page.ask('GET /api/v1/admin/webhooks', {}));
    return answer(page, webhooksPage(page, { webhooks, ...data }), status);
  };
  const readOne = async (page: PageContext, id: string) =>
    requireAsked(await page.ask('GET /api/v1/admin/webhooks/{id}', { params: { id } }));
  const showOne = async (
    page: PageContext,
    id: string,
    data: Omit<WebhookData, 'webhook' | 'deliveries'>,
    status = 200,
  ) => answer(page, webhookPage(page, { ...(await readOne(page, id)), ...data }), status);

  return {
    webhooksPage: async (call) => showAll(await open(call), { done: call.query.done }),
    webhookForm: async (call) => {
      const page = await open(call);
      const typed = readTyped(call.body);
      const asked = await page.ask('POST /api/v1/admin/webhooks', { body: typed });
      if (asked.ok) return showAll(page, { secret: asked.body.secret });
      if (!isWebhookFault(asked.code)) throw asRefusal(asked);
      return showAll(page, { typed, fault: asked.code }, 422);
    },
    webhookPage: async (call) => showOne(await open(call), call.params.id, { done: call.query.done }),
    webhookEditForm: async (call) => {
      const page = await open(call);
      const { id } = call.params;
      const typed = readTyped(call.body);
      const body = { ...typed, version: call.body.version };
      const asked = await page.ask('PATCH /api/v1/admin/webhooks/{id}', { params: { id }, body });
      if (asked.ok) return shell.lead(call.context, `/admin/webhooks/${id}?done=saved`);
      if (!isWebhookFault(asked.code)) throw asRefusal(asked);
      return showOne(page, id, { typed, fault: asked.code }, asked.code === 'version_conflict' ? 409 : 422);
    },
    webhookStateForm: async (call) => {
      const page = await open(call);
      const { id } = call.params;
      const { version } = call.body;
      const enabled = call.body.enabled === 'true';
      const asked = await page.ask('PATCH /api/v1/admin/webhooks/{id}', { params: { id }, body: { enabled, version } });
      if (asked.ok) return shell.lead(call.context, `/admin/webhooks/${id}?done=${enabled ? 'enabled' : 'disabled'}`);
      if (asked.code !== 'version_conflict') throw asRefusal(asked);
      return showOne(page, id, { fault: asked.code }, 409);
    },
    webhookTestForm: async (call) => {
      const page = await open(call);
      const { id } = call.params;
      const { delivery } = requireAsked(await page.ask('POST /api/v1/admin/webhooks/{id}/test', { params: { id } }));
      // Mostly the page can then say how it went.
      for (let look = 0; look < TEST_LOOKS; look++) {
        await Bun.sleep(TEST_LOOK_MS);
        const { deliveries } = await readOne(page, id);
        if (deliveries.find((each) => each.id === delivery.id)?.status !== 'waiting') break;
      }
      return shell.lead(call.context, `/admin/webhooks/${id}?done=tested`);
    },
    webhookSecretForm: async (call) => {
      const page = await open(call);
      const { id } = call.params;
      const { secret } = requireAsked(await page.ask('POST /api/v1/admin/webhooks/{id}/secret', { params: { id } }));
      return showOne(page, id, { secret });
    },
    webhookDeleteForm: async (call) => {
      const page = await open(call);
      requireAsked(await page.ask('DELETE /api/v1/admin/webhooks/{id}', { params: { id: call.params.id } }));
      return shell.lead(call.context, '/admin/webhooks?done=removed');
    },
  };
}

type Boxes = Readonly<Partial<Record<EventName, 'on' | undefined>>>;

const readTyped = (body: Omit<TypedWebhook, 'events'> & Boxes) => ({
  url: body.url.trim(),
  description: body.description,
  events: EVENTS.map(([name]) => name).filter((name) => body[name] === 'on'),
});
