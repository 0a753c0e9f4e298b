/** @jsxImportSource preact */
// What the pages of webhooks share: the fields of a webhook, its state, its secret, and what its events are called.
import type { VNode } from 'preact';
import { EVENTS, isEvent } from '../../../features/webhooks/events.ts';
import { FORMATS } from '../../../features/webhooks/formats.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { faultsOf } from '../../forms/faults.ts';
import { Island } from '../../islands/island.tsx';
import { WEBHOOK_EVENT_MESSAGES, WEBHOOK_MESSAGES } from '../../messages/staff.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { Chip } from '../../ui/chip.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';

export type Webhook = AnswerBody<'GET /api/v1/admin/webhooks'>['webhooks'][number];

export const WEBHOOK_FAULTS = faultsOf(WEBHOOK_MESSAGES, {
  invalid_webhook_url: ['url', 'invalidUrl'],
  invalid_webhook: [EVENTS[0], 'invalidWebhook'],
  webhook_limit: 'limit',
  version_conflict: 'conflict',
  delivery_waiting: 'delivery_waiting',
  webhook_disabled: 'webhook_disabled',
});

export interface TypedWebhook {
  /** Empty: the stored one stays. */
  readonly url: string;
  readonly format: Webhook['format'];
  readonly events: readonly string[];
  readonly description: string;
}

interface FieldsProps {
  readonly page: PageContext;
  readonly typed: TypedWebhook | undefined;
  readonly fault: string | undefined;
  /** One that exists: its address is not shown, and stays unless another is typed. */
  readonly stored?: Webhook;
}

export function WebhookFields({ page, typed, fault, stored }: FieldsProps): VNode {
  const words = page.words(WEBHOOK_MESSAGES);
  const names = page.words(WEBHOOK_EVENT_MESSAGES);
  const { say } = page;
  const others = (stored?.events ?? []).filter((name) => !isEvent(name));
  return (
    <>
      <TextField
        id="url"
        type="url"
        label={say(words.url)}
        hint={
          stored === undefined
            ? say(words.urlHint)
            : `${say(words.urlKept, { address: stored.address })} ${say(words.urlHint)}`
        }
        error={WEBHOOK_FAULTS.at(page, fault, 'url')}
        value={typed?.url}
        required={stored === undefined}
        maxLength={2000}
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
      />
      <SelectField
        id="format"
        label={say(words.format)}
        hint={say(words.formatHint)}
        value={typed?.format ?? 'standard'}
        choices={FORMATS.map((value) => ({ value, label: say(words[`format_${value}`]) }))}
      />
      <fieldset class="hook-events">
        <legend>{say(words.events)}</legend>
        {EVENTS.map((name) => (
          <CheckField
            key={name}
            id={name}
            label={say(names[name])}
            value="on"
            checked={typed?.events.includes(name) ?? false}
            hint={name}
            error={WEBHOOK_FAULTS.at(page, fault, name)}
          />
        ))}
        {others.length > 0 && (
          <CheckField
            id="others"
            label={say(words.otherEvents, { names: others.join(', ') })}
            value="on"
            checked={typed === undefined || others.every((name) => typed.events.includes(name))}
            hint={say(words.otherEventsHint)}
          />
        )}
      </fieldset>
      <TextField
        id="description"
        label={say(words.description)}
        hint={say(words.descriptionHint)}
        value={typed?.description}
        maxLength={500}
        autocomplete="off"
        dir="auto"
      />
    </>
  );
}

export function StateChip({ page, hook }: { readonly page: PageContext; readonly hook: Webhook }): VNode {
  const words = page.words(WEBHOOK_MESSAGES);
  if (hook.enabled) return <Chip tone="success">{page.say(words.on)}</Chip>;
  const tone = hook.disabledFor === null ? undefined : 'danger';
  return <Chip tone={tone}>{page.say(words[hook.disabledFor ?? 'off'])}</Chip>;
}

export function Secret({ page, secret }: { readonly page: PageContext; readonly secret: string }): VNode {
  const words = page.words(WEBHOOK_MESSAGES);
  return (
    <section class="notice tone-success stack" aria-labelledby="secret-title" tabIndex={-1} data-focus>
      <h2 id="secret-title">{page.say(words.secret)}</h2>
      <p>{page.say(words.secretLead)}</p>
      <p class="hook-secret">
        <code>{secret}</code>
      </p>
      <Island name="copy-text" props={{ text: secret }} when="load" />
    </section>
  );
}
