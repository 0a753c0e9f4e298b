/** @jsxImportSource preact */
// All webhooks, the form of a new one, and its secret, which is shown once.
import type { VNode } from 'preact';
import { doneOf } from '../../forms/faults.ts';
import { WEBHOOK_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { iconWebhook } from '../../ui/icons.ts';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { gapIn } from '../../ui/text/punctuation.ts';
import { Time } from '../../ui/time.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { adminPage } from '../common/frame.tsx';
import { Secret, StateChip, type TypedWebhook, WEBHOOK_FAULTS, type Webhook, WebhookFields } from './fields.tsx';

export interface WebhooksData {
  readonly webhooks: readonly Webhook[];
  readonly typed?: TypedWebhook;
  readonly fault?: string;
  /** Of the one just made. */
  readonly secret?: string;
  readonly done?: string | undefined;
}

const sayDone = doneOf(WEBHOOK_MESSAGES, { removed: 'removed' });
/** How messages are signed. */
const STANDARD = { name: 'Standard Webhooks', url: 'https://www.standardwebhooks.com/' };

export function webhooksPage(page: PageContext, { webhooks, typed, fault, secret, done }: WebhooksData): Page {
  const say = page.sayFrom(WEBHOOK_MESSAGES);
  return adminPage(page, {
    section: 'webhooks',
    styles: ['webhooks'],
    done: sayDone(page, done),
    faults: WEBHOOK_FAULTS.list(page, fault),
    children: (
      <>
        {secret !== undefined && <Secret page={page} secret={secret} />}
        <div class="stack">
          <p>{say('lead')}</p>
          <p class="meta">
            {say('manual')}
            {gapIn(page.locale)}
            <a href={STANDARD.url} rel="noreferrer" lang="en">
              {STANDARD.name}
            </a>
          </p>
        </div>
        <TitledSection titleId="list-title" title={say('list')}>
          {webhooks.length === 0 ? (
            <EmptyState icon={iconWebhook} text={say('none')} />
          ) : (
            <ul class="plain-list hook-list">
              {webhooks.map((hook) => (
                <HookItem key={hook.id} page={page} hook={hook} />
              ))}
            </ul>
          )}
        </TitledSection>
        <TitledSection titleId="create-title" title={say('create')}>
          <form class="stack" method="post" action={page.path('/admin/webhooks')}>
            <WebhookFields page={page} typed={typed} fault={fault} />
            <SubmitButton variant="main">{say('createAct')}</SubmitButton>
          </form>
        </TitledSection>
      </>
    ),
  });
}

function HookItem({ page, hook }: PageProps & { readonly hook: Webhook }): VNode {
  const say = page.sayFrom(WEBHOOK_MESSAGES);
  const { id, address, description, events, arrivedAt } = hook;
  return (
    <li class="stack">
      <div class="hook-head">
        <a href={page.path(`/admin/webhooks/${id}`)}>
          <strong dir="auto">{description === '' ? address : description}</strong>
        </a>
        <StateChip page={page} hook={hook} />
      </div>
      <p class="meta hook-address">{address}</p>
      <p class="meta">{events.join(' · ')}</p>
      <p class="meta">
        {arrivedAt === null
          ? say('never')
          : fillElements(say('arrived'), { time: <Time at={arrivedAt} text={page.ago(arrivedAt)} form="ago" /> })}
      </p>
    </li>
  );
}
