// One attempt of a delivery: signed, sent, recorded. A job that runs again after its process died sends again with the same
// `webhook-id`, by which receivers recognise it. If a webhook answers 410, or no delivery has succeeded for a day, it is
// disabled, and every administrator is mailed. If it answers 429, nothing is sent to it until the time that it names, at most an
// hour ahead.
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { webhook, webhookDelivery } from '../../platform/database/schema/webhooks.ts';
import { type BoundJob, bindJob, declareJob, type JobRun, type Jobs } from '../../platform/jobs/jobs.ts';
import type { GuardedPost, PostOutcome } from '../../platform/outside/guarded-post.ts';
import { signWebhook } from '../../platform/outside/webhook-signature.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { recordAudit } from '../audit/record.ts';
import {
  type Attempt,
  type Delivery,
  deliverJob,
  dropWaiting,
  postpone,
  recordAttempt,
  sweepDeliveries,
} from './deliveries.ts';
import { TEST_EVENT } from './events.ts';
import type { WriteBody } from './formats.ts';
import type { WebhookSecrets } from './secrets.ts';
import { hostOf, type Webhook } from './subscriptions.ts';

/** What administrators are told. */
interface DisabledNotice {
  /** Host of the webhook. */
  readonly host: string;
  readonly reason: 'failing' | 'gone';
}

export interface DeliveryAttemptDependencies {
  readonly database: Database;
  readonly enqueue: Jobs['enqueue'];
  readonly secrets: WebhookSecrets;
  readonly writeBody: WriteBody;
  readonly post: (post: GuardedPost) => Promise<PostOutcome>;
  /** Account ids of the active administrators. */
  readonly listAdministrators: (tx: Transaction) => Promise<readonly string[]>;
  /** Mails an administrator. Rejects when it could not be delivered. */
  readonly sendNotice: (accountId: string, notice: DisabledNotice) => Promise<void>;
  readonly log: Log;
}

const noticeJob = declareJob({
  kind: 'webhook.notice',
  payload: z.object({ accountId: z.uuid(), host: z.string(), reason: z.enum(['failing', 'gone']) }),
  plan: { retries: 6, retrySeconds: 10, retryMaxSeconds: 3_600, expireSeconds: 120 },
});
const sweepJob = declareJob({ kind: 'webhook.sweep', payload: z.object({}) });

/** The jobs. A notice that runs again may be mailed twice: better than not at all. */
export const bindWebhookJobs = (dependencies: DeliveryAttemptDependencies): readonly BoundJob[] => [
  bindJob(deliverJob, ({ deliveryId }, run) => deliver(dependencies, deliveryId, run)),
  bindJob(noticeJob, ({ accountId, ...notice }) => dependencies.sendNotice(accountId, notice)),
  bindJob(
    sweepJob,
    () => dependencies.database.transaction((tx) => sweepDeliveries(dependencies.enqueue, tx)),
    '*/10 * * * *',
  ),
];

async function deliver(dependencies: DeliveryAttemptDependencies, id: string, run: JobRun): Promise<void> {
  const [found] = await dependencies.database.db
    .select({ hook: webhook, delivery: webhookDelivery })
    .from(webhookDelivery)
    .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
    .where(and(eq(webhookDelivery.id, id), eq(webhookDelivery.status, 'waiting')));
  if (found === undefined) return;
  const { hook, delivery } = found;
  if (!hook.enabled && delivery.type !== TEST_EVENT) {
    await dependencies.database.transaction((tx) => dropWaiting(tx, hook.id));
    return;
  }
  const { heldUntil } = hook;
  if (heldUntil !== null && heldUntil > new Date() && delivery.type !== TEST_EVENT) {
    await dependencies.database.transaction((tx) => postpone(dependencies.enqueue, tx, delivery, heldUntil));
    return;
  }
  const attempt = await attemptDelivery(dependencies, hook, delivery, run.signal);
  // The service is stopping: the job is released, and runs again elsewhere.
  if (run.signal.aborted) throw new Error('the attempt was interrupted');
  await dependencies.database.transaction((tx) => settle(dependencies, tx, id, attempt));
}

async function attemptDelivery(
  { secrets, post, writeBody }: DeliveryAttemptDependencies,
  hook: Webhook,
  { eventId, payload }: Delivery,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = performance.now();
  const timestamp = Math.floor(Date.now() / 1_000);
  const body = writeBody(hook.format, payload);
  const key = secrets.open(hook.secret);
  if (key === undefined) return { answerStatus: null, failure: 'secret_unreadable', milliseconds: 0 };
  const isEarlierValid = hook.earlierSecret !== null && (hook.earlierSecretUntil?.getTime() ?? 0) > Date.now();
  const earlier = isEarlierValid && hook.earlierSecret !== null ? secrets.open(hook.earlierSecret) : undefined;
  const keys = earlier === undefined ? [key] : [key, earlier];
  const outcome = await post({
    url: new URL(hook.url),
    headers: {
      'content-type': 'application/json',
      accept: '*/*',
      'user-agent': 'Livehouse',
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': keys.map((each) => signWebhook(each, eventId, timestamp, body)).join(' '),
    },
    body,
    signal,
  });
  return { ...readOutcome(outcome), milliseconds: Math.round(performance.now() - startedAt) };
}

function readOutcome(outcome: PostOutcome): Omit<Attempt, 'milliseconds'> {
  if ('failure' in outcome) return { answerStatus: null, failure: outcome.failure };
  const { status, retryAfterSeconds } = outcome;
  if (status >= 200 && status < 300) return { answerStatus: status, failure: null };
  if (status === 429) return { answerStatus: status, failure: 'status', waitSeconds: retryAfterSeconds };
  return { answerStatus: status, failure: status >= 300 && status < 400 ? 'redirected' : 'status' };
}

/** Records the attempt, unless another run of the job was first or the webhook is gone. */
async function settle(
  dependencies: DeliveryAttemptDependencies,
  tx: Transaction,
  id: string,
  attempt: Attempt,
): Promise<void> {
  const { enqueue, log } = dependencies;
  const [row] = await tx
    .select({ webhookId: webhookDelivery.webhookId })
    .from(webhookDelivery)
    .where(eq(webhookDelivery.id, id));
  if (row === undefined) return;
  // The webhook first, as changes of it lock them.
  const [hook] = await tx.select().from(webhook).where(eq(webhook.id, row.webhookId)).for('no key update');
  const [delivery] = await tx.select().from(webhookDelivery).where(eq(webhookDelivery.id, id)).for('update');
  if (hook === undefined || delivery?.status !== 'waiting') return;
  const outcome = await recordAttempt(enqueue, tx, delivery, attempt);
  if (outcome === 'settled' || !hook.enabled) return;
  // Others arrived since this one was first tried, so the receiver is there.
  if (outcome === 'failing' && hook.arrivedAt !== null && hook.arrivedAt > delivery.createdAt) return;
  await disable(dependencies, tx, hook, outcome);
  log.warn('a webhook was disabled', { webhook: hook.id, host: hostOf(hook.url), reason: outcome });
}

async function disable(
  { enqueue, listAdministrators }: DeliveryAttemptDependencies,
  tx: Transaction,
  hook: Webhook,
  reason: DisabledNotice['reason'],
): Promise<void> {
  await tx
    .update(webhook)
    .set({ enabled: false, disabledFor: reason, version: hook.version + 1, updatedAt: sql`now()` })
    .where(eq(webhook.id, hook.id));
  await dropWaiting(tx, hook.id);
  await recordAudit(tx, {
    actorAccountId: undefined,
    action: 'webhook.disable',
    subjectKind: 'webhook',
    subjectId: hook.id,
    before: { enabled: true },
    after: { enabled: false, reason },
  });
  for (const accountId of await listAdministrators(tx)) {
    await enqueue(tx, noticeJob, { accountId, host: hostOf(hook.url), reason });
  }
}
