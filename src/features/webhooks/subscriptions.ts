// Creates, changes, disables and enables webhooks, and renews their secrets. Every change is audited. The path of an address is
// a secret of the receiver: whoever knows it can write there. It is shown nowhere, and the audit trail names the host only.
import { asc, count, eq, sql } from 'drizzle-orm';
import { type Actor, auditedToken } from '../../http/gates/guard.ts';
import { onlyOf } from '../../kernel/page.ts';
import { Refusal, requireFirst } from '../../kernel/refusal.ts';
import { recordCreated } from '../../platform/database/created.ts';
import type { Queries, Transaction } from '../../platform/database/database.ts';
import { webhook } from '../../platform/database/schema/webhooks.ts';
import { recordAudit } from '../audit/record.ts';
import { dropWaiting } from './deliveries.ts';
import { isEvent } from './events.ts';
import type { WebhookSecrets } from './secrets.ts';

export type Webhook = typeof webhook.$inferSelect;

const WEBHOOKS_MAX = 50;
export const URL_MAX = 2_000;
export const DESCRIPTION_MAX = 500;
/** Hours for which the secret before signs too. */
const EARLIER_SECRET_HOURS = 24;

export interface WebhookPlan {
  readonly url: string;
  readonly format: Webhook['format'];
  readonly events: readonly string[];
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

/** Characters of a path that are shown, so that two webhooks to one host can be distinguished. */
const SHOWN_CHARACTERS = 4;

/** The address of a webhook as people see it: its host, and the last four characters of a path that is longer than eight. */
export function maskUrl(url: string): string {
  const { host, pathname, search } = new URL(url);
  const rest = `${pathname}${search}`;
  if (rest === '/') return host;
  return `${host}/…${rest.length > 2 * SHOWN_CHARACTERS ? rest.slice(-SHOWN_CHARACTERS) : ''}`;
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
  return requireFirst(await (lock === undefined ? found : found.for(lock)), 'webhook_not_found');
}

const auditable = ({ url, format, events, description, enabled }: Webhook) => ({
  host: hostOf(url),
  format,
  events,
  description,
  enabled,
});

interface Change {
  readonly actor: Actor;
  readonly action: 'create' | 'change' | 'delete' | 'secret' | 'test' | 'redeliver';
  readonly id: string;
  readonly before?: Webhook;
  readonly after?: Webhook;
}

export async function auditWebhook(tx: Transaction, { actor, action, id, before, after }: Change): Promise<void> {
  const token = auditedToken(actor);
  await recordAudit(tx, {
    actorAccountId: actor.accountId,
    action: `webhook.${action}`,
    subjectKind: 'webhook',
    subjectId: id,
    ...(before && { before: auditable(before) }),
    ...((after || token.tokenId) && { after: { ...(after && auditable(after)), ...token } }),
  });
}

/** Makes one. The secret is returned this once. Refuses with `webhook_limit`. */
export async function createWebhook(
  tx: Transaction,
  actor: Actor,
  secrets: WebhookSecrets,
  { url, format, events, description }: WebhookPlan,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  // Serialises, so that the limit is exact.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhook'))`);
  const [held] = await tx.select({ n: count() }).from(webhook);
  if ((held?.n ?? 0) >= WEBHOOKS_MAX) throw new Refusal('webhook_limit');
  const { text, sealed } = secrets.create();
  const id = Bun.randomUUIDv7();
  const row = onlyOf(
    await tx
      .insert(webhook)
      .values({ id, url, format, events: [...events], description, secret: sealed })
      .returning(),
  );
  await recordCreated(tx, id);
  await auditWebhook(tx, { actor, action: 'create', id, after: row });
  return { webhook: row, secret: text };
}

export interface WebhookChange {
  readonly url?: string | undefined;
  readonly format?: Webhook['format'] | undefined;
  readonly events?: readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly version: number;
}

/**
 * Changes the given fields. Events that this version does not know can stay or go, but not be added. Disabling drops what
 * still waits. Refuses with `webhook_not_found`, `version_conflict`, `invalid_webhook`.
 */
export async function changeWebhook(
  tx: Transaction,
  actor: Actor,
  id: string,
  { url, format, events, description, enabled, version }: WebhookChange,
): Promise<Webhook> {
  const before = await requireWebhook(tx, id, 'no key update');
  if (before.version !== version) throw new Refusal('version_conflict');
  if (events?.some((name) => !isEvent(name) && !before.events.includes(name))) throw new Refusal('invalid_webhook');
  const after = onlyOf(
    await tx
      .update(webhook)
      .set({
        // A pause is that of the receiver before.
        ...(url !== undefined && { url, heldUntil: null }),
        ...(format !== undefined && { format }),
        ...(events !== undefined && { events: [...events] }),
        ...(description !== undefined && { description }),
        ...(enabled !== undefined && { enabled, disabledFor: null }),
        version: before.version + 1,
        updatedAt: sql`now()`,
      })
      .where(eq(webhook.id, id))
      .returning(),
  );
  if (before.enabled && !after.enabled) await dropWaiting(tx, id);
  await auditWebhook(tx, { actor, action: 'change', id, before, after });
  return after;
}

/** A new secret. The one before signs too for a day, so that the receiver can take over without a gap. */
export async function renewSecret(
  tx: Transaction,
  actor: Actor,
  id: string,
  secrets: WebhookSecrets,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  const before = await requireWebhook(tx, id, 'no key update');
  const { text, sealed } = secrets.create();
  const after = onlyOf(
    await tx
      .update(webhook)
      .set({
        secret: sealed,
        earlierSecret: before.secret,
        earlierSecretUntil: sql`now() + make_interval(hours => ${EARLIER_SECRET_HOURS})`,
        version: before.version + 1,
        updatedAt: sql`now()`,
      })
      .where(eq(webhook.id, id))
      .returning(),
  );
  await auditWebhook(tx, { actor, action: 'secret', id });
  return { webhook: after, secret: text };
}

/** Removes one with its deliveries. */
export async function removeWebhook(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const before = await requireWebhook(tx, id, 'no key update');
  await tx.delete(webhook).where(eq(webhook.id, id));
  await auditWebhook(tx, { actor, action: 'delete', id, before });
}
