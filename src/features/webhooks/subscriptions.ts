// Creates, changes, disables and enables webhooks, and renews their secrets. Every change is audited. The address may
// contain a token of the receiver, so the audit event names its host only.
import { asc, count, eq, sql } from 'drizzle-orm';
import { Refusal } from '../../kernel/refusal.ts';
import type { Queries, Transaction } from '../../platform/database/database.ts';
import { webhook } from '../../platform/database/schema/webhooks.ts';
import { recordAudit } from '../audit/record.ts';
import { dropWaiting } from './deliveries.ts';
import { type EventName, isEvent } from './events.ts';
import type { WebhookSecrets } from './secrets.ts';

export type Webhook = typeof webhook.$inferSelect;

const WEBHOOKS_MAX = 50;
export const URL_MAX = 2_000;
export const DESCRIPTION_MAX = 500;
/** Hours for which the secret before signs too. */
const EARLIER_SECRET_HOURS = 24;

export interface WebhookPlan {
  readonly url: string;
  readonly events: readonly EventName[];
  readonly description: string;
}

/**
 * A webhook's address as it is stored. Undefined for one that is not https, has a user name, a fragment or no host. `http`
 * is taken where private addresses are, and only they are then reached by it.
 */
export function readWebhookUrl(text: string, allowPrivate: boolean): string | undefined {
  const url = URL.parse(text);
  if (url === null || text.length > URL_MAX) return undefined;
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return undefined;
  if (url.username !== '' || url.password !== '' || url.hash !== '' || url.hostname === '') return undefined;
  return url.href;
}

export const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** All of them, oldest first. */
export const listWebhooks = (db: Queries): Promise<Webhook[]> =>
  db.select().from(webhook).orderBy(asc(webhook.createdAt), asc(webhook.id));

/**
 * A webhook. Until the end of the transaction nobody else deletes it with the lock `key share`, or changes it with `no key
 * update`. Refuses with `webhook_not_found`.
 */
export async function requireWebhook(
  db: Queries | Transaction,
  id: string,
  lock?: 'key share' | 'no key update',
): Promise<Webhook> {
  const found = db.select().from(webhook).where(eq(webhook.id, id));
  const [row] = await (lock === undefined ? found : found.for(lock));
  if (row === undefined) throw new Refusal('webhook_not_found');
  return row;
}

const auditable = ({ url, events, description, enabled }: Webhook) => ({
  host: hostOf(url),
  events,
  description,
  enabled,
});

interface Change {
  readonly actorId: string;
  readonly action: 'create' | 'change' | 'delete' | 'secret' | 'test';
  readonly id: string;
  readonly before?: Webhook;
  readonly after?: Webhook;
}

export async function auditWebhook(tx: Transaction, { actorId, action, id, before, after }: Change): Promise<void> {
  await recordAudit(tx, {
    actorAccountId: actorId,
    action: `webhook.${action}`,
    subjectKind: 'webhook',
    subjectId: id,
    ...(before && { before: auditable(before) }),
    ...(after && { after: auditable(after) }),
  });
}

/** Makes one. The secret is returned this once. Refuses with `webhook_limit`. */
export async function createWebhook(
  tx: Transaction,
  actorId: string,
  secrets: WebhookSecrets,
  { url, events, description }: WebhookPlan,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  // Serialises, so that the limit is exact.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhook'))`);
  const [held] = await tx.select({ n: count() }).from(webhook);
  if ((held?.n ?? 0) >= WEBHOOKS_MAX) throw new Refusal('webhook_limit');
  const { text, sealed } = secrets.create();
  const id = Bun.randomUUIDv7();
  const [row] = await tx
    .insert(webhook)
    .values({ id, url, events: [...events], description, secret: sealed })
    .returning();
  if (row === undefined) throw new Error('the webhook was not returned');
  await auditWebhook(tx, { actorId, action: 'create', id, after: row });
  return { webhook: row, secret: text };
}

export interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly EventName[] | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly version: number;
}

/**
 * Changes the given fields. Events that this version does not know stay. Disabling drops what still waits. Refuses with
 * `webhook_not_found`, `version_conflict`.
 */
export async function changeWebhook(
  tx: Transaction,
  actorId: string,
  id: string,
  { url, events, description, enabled, version }: WebhookChange,
): Promise<Webhook> {
  const before = await requireWebhook(tx, id, 'no key update');
  if (before.version !== version) throw new Refusal('version_conflict');
  const [after] = await tx
    .update(webhook)
    .set({
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: [...events, ...before.events.filter((name) => !isEvent(name))] }),
      ...(description !== undefined && { description }),
      ...(enabled !== undefined && { enabled, disabledFor: null }),
      version: before.version + 1,
      updatedAt: sql`now()`,
    })
    .where(eq(webhook.id, id))
    .returning();
  if (after === undefined) throw new Error('the webhook was not returned');
  if (before.enabled && !after.enabled) await dropWaiting(tx, id);
  await auditWebhook(tx, { actorId, action: 'change', id, before, after });
  return after;
}

/** A new secret. The one before signs too for a day, so that the receiver can take over without a gap. */
export async function renewSecret(
  tx: Transaction,
  actorId: string,
  id: string,
  secrets: WebhookSecrets,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  const before = await requireWebhook(tx, id, 'no key update');
  const { text, sealed } = secrets.create();
  const [after] = await tx
    .update(webhook)
    .set({
      secret: sealed,
      earlierSecret: before.secret,
      earlierSecretUntil: sql`now() + make_interval(hours => ${EARLIER_SECRET_HOURS})`,
      version: before.version + 1,
      updatedAt: sql`now()`,
    })
    .where(eq(webhook.id, id))
    .returning();
  if (after === undefined) throw new Error('the webhook was not returned');
  await auditWebhook(tx, { actorId, action: 'secret', id });
  return { webhook: after, secret: text };
}

/** Removes one with its deliveries. */
export async function removeWebhook(tx: Transaction, actorId: string, id: string): Promise<void> {
  const before = await requireWebhook(tx, id, 'no key update');
  await tx.delete(webhook).where(eq(webhook.id, id));
  await auditWebhook(tx, { actorId, action: 'delete', id, before });
}
