/** @jsxImportSource preact */
// One webhook: what can be done to it, its fields, and the log of its deliveries.
import type { VNode } from 'preact';
import { isEvent, TEST_EVENT } from '../../../features/webhooks/events.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf } from '../../forms/faults.ts';
import { WEBHOOK_EVENT_MESSAGES, WEBHOOK_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { iconInbox } from '../../ui/icons.ts';
import { momentText, Time } from '../../ui/time.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { adminPage } from '../common/frame.tsx';
import { Secret, StateChip, type TypedWebhook, WEBHOOK_FAULTS, WebhookFields } from './fields.tsx';

type Read = AnswerBody<'GET /api/v1/admin/webhooks/{id}'>;
type Delivery = Read['deliveries'][number];

const sayDone = doneOf(WEBHOOK_MESSAGES, {
  saved: 'saved',
  tested: 'tested',
  enabled: 'enabled',
  redelivered: 'redelivered',
  disabled: 'disabled',
});

export interface WebhookData extends Read {
  readonly typed?: TypedWebhook;
  readonly fault?: string;
  /** That was just renewed. */
  readonly secret?: string;
  readonly done?: string | undefined;
}

export function webhookPage(page: PageContext, data: WebhookData): Page {
  const say = page.sayFrom(WEBHOOK_MESSAGES);
  const { webhook, deliveries, typed = { ...webhook, url: '' }, fault, secret, done } = data;
  const { id, address, description, version } = webhook;
  const path = (act = ''): string => page.path(`/admin/webhooks/${id}${act}`);
  return adminPage(page, {
    section: 'webhooks',
    styles: ['webhooks'],
    title: description === '' ? address : description,
    done: sayDone(page, done),
    faults: WEBHOOK_FAULTS.list(page, fault),
    children: (
      <>
        {secret !== undefined && <Secret page={page} secret={secret} />}
        <div class="stack">
          <div>
            <StateChip page={page} hook={webhook} />
          </div>
          <p class="hook-address">{address}</p>
          <div class="row">
            <ButtonForm action={path('/test')} variant="main">
              {say('test')}
            </ButtonForm>
            <ButtonForm action={path('/state')} hidden={{ version, enabled: String(!webhook.enabled) }}>
              {say(webhook.enabled ? 'disable' : 'enable')}
            </ButtonForm>
          </div>
        </div>
        <TitledSection titleId="log-title" title={say('log')}>
          {deliveries.length === 0 ? (
            <EmptyState icon={iconInbox} text={say('logNone')} />
          ) : (
            <ul class="plain-list hook-list">
              {deliveries.map((delivery) => (
                <DeliveryItem key={delivery.id} page={page} delivery={delivery} path={path} />
              ))}
            </ul>
          )}
        </TitledSection>
        <TitledSection titleId="change-title" title={say('change')}>
          <form class="stack" method="post" action={path()}>
            <input type="hidden" name="version" value={version} />
            <WebhookFields page={page} typed={typed} fault={fault} stored={webhook} />
            <SubmitButton variant="main">{say('save')}</SubmitButton>
          </form>
        </TitledSection>
        <section class="hook-keys">
          <details>
            <summary>{say('renew')}</summary>
            <form class="stack" method="post" action={path('/secret')}>
              <p>{say('renewLead')}</p>
              <SubmitButton>{say('renew')}</SubmitButton>
            </form>
          </details>
          <details>
            <summary>{say('remove')}</summary>
            <form class="stack" method="post" action={path('/deletion')}>
              <p>{say('removeLead')}</p>
              <SubmitButton variant="danger">{say('remove')}</SubmitButton>
            </form>
          </details>
        </section>
      </>
    ),
  });
}

const TONES: Readonly<Record<Delivery['status'], Tone | undefined>> = {
  waiting: 'info',
  delivered: 'success',
  failed: 'danger',
  dropped: undefined,
};

const FAILURES = [
  'status',
  'redirected',
  'address_refused',
  'name_not_found',
  'connection_failed',
  'certificate_invalid',
  'timed_out',
  'no_answer',
  'secret_unreadable',
] as const;

interface DeliveryProps extends PageProps {
  readonly delivery: Delivery;
  /** The address of an act on the webhook. */
  readonly path: (act: string) => string;
}

function DeliveryItem({ page, delivery, path }: DeliveryProps): VNode {
  const say = page.sayFrom(WEBHOOK_MESSAGES);
  const { id, payload, type, status, attempts, answerStatus, failure, milliseconds, createdAt, dueAt } = delivery;
  const sayName = page.sayFrom(WEBHOOK_EVENT_MESSAGES);
  const label = isEvent(type) || type === TEST_EVENT ? sayName(type) : type;
  const reason = FAILURES.find((name) => name === failure);
  const facts = [
    ...(attempts === 0 ? [] : [say('attempts', { count: attempts })]),
    ...(answerStatus === null ? [] : [say('answered', { status: String(answerStatus) })]),
    ...(milliseconds === null ? [] : [say('took', { count: milliseconds })]),
    ...(dueAt === null || attempts === 0 ? [] : [say('next', { time: momentText(page, dueAt) })]),
  ];
  return (
    <li class="stack">
      <div class="hook-head">
        <strong>{label}</strong>
        <Chip tone={TONES[status]}>{say(status)}</Chip>
      </div>
      {reason !== undefined && status !== 'delivered' && <p>{say(reason)}</p>}
      <p class="meta">
        <Time at={createdAt} text={page.ago(createdAt)} form="ago" />
        {facts.map((fact) => ` · ${fact}`)}
      </p>
      <details>
        <summary>{say('payload')}</summary>
        <pre class="hook-payload" dir="ltr">
          <code>{payload}</code>
        </pre>
      </details>
      {status !== 'waiting' && <ButtonForm action={path(`/deliveries/${id}/redeliver`)}>{say('redeliver')}</ButtonForm>}
    </li>
  );
}
