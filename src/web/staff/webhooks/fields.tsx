/** @jsxImportSource preact */
// What the pages of webhooks share: the fields of a webhook, its state, its secret, and what its events are called.
import type { VNode } from 'preact';
import { EVENTS, isEvent } from '../../../features/webhooks/events.ts';
import { FORMATS } from '../../../features/webhooks/formats.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { faultsOf } from '../../forms/faults.ts';
import { Island } from '../../islands/island.tsx';
import { WEBHOOK_EVENT_MESSAGES, WEBHOOK_MESSAGES } from '../../messages/staff.ts';
import type { PageProps } from '../../shell/page-context.ts';
import { Chip } from '../../ui/chip.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { commaIn, gapIn } from '../../ui/text/punctuation.ts';
import { TitledSection } from '../../ui/titled-section.tsx';

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

interface FieldsProps extends PageProps {
  readonly typed: TypedWebhook | undefined;
  readonly fault: string | undefined;
  /** One that exists: its address is not shown, and stays unless another is typed. */
  readonly stored?: Webhook;
}

export function WebhookFields({ page, typed, fault, stored }: FieldsProps): VNode {
  const say = page.sayFrom(WEBHOOK_MESSAGES);
  const sayName = page.sayFrom(WEBHOOK_EVENT_MESSAGES);
  const others = (stored?.events ?? []).filter((name) => !isEvent(name));
  return (
    <>
      <TextField
        id="url"
        type="url"
        label={say('url')}
        hint={
          stored === undefined
            ? say('urlHint')
            : [say('urlKept', { address: stored.address }), say('urlHint')].join(gapIn(page.locale))
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
        label={say('format')}
        hint={say('formatHint')}
        value={typed?.format ?? 'standard'}
        choices={FORMATS.map((value) => ({ value, label: say(`format_${value}`) }))}
      />
      <fieldset class="hook-events">
        <legend>{say('events')}</legend>
        {EVENTS.map((name) => (
          <CheckField
            key={name}
            id={name}
            label={sayName(name)}
            value="on"
            checked={typed?.events.includes(name) ?? false}
            hint={name}
            error={WEBHOOK_FAULTS.at(page, fault, name)}
          />
        ))}
        {others.length > 0 && (
          <CheckField
            id="others"
            label={say('otherEvents', { names: others.join(commaIn(page.locale)) })}
            value="on"
            checked={typed === undefined || others.every((name) => typed.events.includes(name))}
            hint={say('otherEventsHint')}
          />
        )}
      </fieldset>
      <TextField
        id="description"
        label={say('description')}
        hint={say('descriptionHint')}
        value={typed?.description}
        maxLength={500}
        autocomplete="off"
        dir="auto"
      />
    </>
  );
}

export function StateChip({ page, hook }: PageProps & { readonly hook: Webhook }): VNode {
  const say = page.sayFrom(WEBHOOK_MESSAGES);
  if (hook.enabled) return <Chip tone="success">{say('on')}</Chip>;
  const tone = hook.disabledFor === null ? undefined : 'danger';
  return <Chip tone={tone}>{say(hook.disabledFor ?? 'off')}</Chip>;
}

export function Secret({ page, secret }: PageProps & { readonly secret: string }): VNode {
  const say = page.sayFrom(WEBHOOK_MESSAGES);
  return (
    <TitledSection
      titleId="secret-title"
      title={say('secret')}
      class="notice tone-success stack"
      tabIndex={-1}
      data-focus
    >
      <p>{say('secretLead')}</p>
      <p class="hook-secret">
        <code>{secret}</code>
      </p>
      <Island name="copy-text" props={{ text: secret }} when="load" />
    </TitledSection>
  );
}
