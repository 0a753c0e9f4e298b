// Deliveries: one row for each event and webhook, stored with the event, and a job for the next attempt. The row says
// whether an attempt is due, so a job that runs twice sends at most once more, and the sweep finds a delivery whose job was
// lost.
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { onlyOf } from '../../kernel/page.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { RETENTION } from '../../kernel/retention.ts';
import type { Queries, Transaction } from '../../platform/database/database.ts';
import { prepareSql } from '../../platform/database/prepared.ts';
import { idRow } from '../../platform/database/rows.ts';
import { webhook, webhookDelivery } from '../../platform/database/schema/webhooks.ts';
import { type BoundJob, bindJob, declareJob, type Jobs } from '../../platform/jobs/jobs.ts';
import type { GuardFailure } from '../../platform/outside/guarded-socket.ts';
import { TEST_EVENT, type WebhookEvent } from './events.ts';

export type Delivery = typeof webhookDelivery.$inferSelect;

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed', 'dropped'] as const;
/** Deliveries that are kept and shown of each webhook, beside those that wait. */
const DELIVERIES_KEPT = RETENTION.deliveries.amount;
/** Seconds between attempts; the last attempt is made a day after the first. */
const PAUSES_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 37_045] as const;
/** The longest pause that a receiver may ask for. */
const HELD_SECONDS_MAX = 3_600;
/** A delivery that is overdue for this long has lost its job. */
const OVERDUE_MINUTES = 10;

/** Why an attempt failed: `status` and `redirected` were answers. */
type DeliveryFailure = GuardFailure | 'status' | 'redirected' | 'secret_unreadable';

export const deliverJob = declareJob({
  kind: 'webhook.deliver',
  payload: z.object({ deliveryId: z.uuid() }),
  // A receiver that is slow or away keeps one place, and leaves the others to the rest.
  plan: { expireSeconds: 60, concurrency: 4, groupConcurrency: 2 },
  singleton: ({ deliveryId }) => deliveryId,
});

/** For processes that enqueue deliveries and leave sending them to a service. */
export const UNBOUND_DELIVER_JOB: BoundJob = bindJob(deliverJob, () => {
  throw new Error('this process sends no deliveries');
});

type Enqueue = Jobs['enqueue'];
type Named = Pick<Delivery, 'id' | 'webhookId'>;

const enqueueAttempt = (enqueue: Enqueue, tx: Transaction, { id, webhookId }: Named, startAfter?: Date) =>
  enqueue(tx, deliverJob, { deliveryId: id }, { group: webhookId, ...(startAfter && { startAfter }) });

/**
 * Prepared, as every post runs it: building it takes longer than running it. Locks the webhooks, so that none is deleted before
 * its delivery is written.
 */
const subscribedStatement = prepareSql(
  idRow,
  () => sql`select id from ${webhook} where enabled and ${sql.placeholder('type')} = any(events) for key share`,
);

/** Writes deliveries of an event to all webhooks that are subscribed to it, with their jobs. */
export async function tellEvent(enqueue: Enqueue, tx: Transaction, event: WebhookEvent): Promise<void> {
  const hooks = await subscribedStatement.list(tx, {}, { type: event.type });
  if (hooks.length === 0) return;
  const eventId = Bun.randomUUIDv7();
  const timestamp = (event.at ?? new Date()).toISOString();
  const payload = JSON.stringify({ type: event.type, timestamp, data: event.data });
  for (const { id } of hooks) await writeDelivery(enqueue, tx, { webhookId: id, eventId, type: event.type, payload });
}

/** A test delivery, to a webhook that may be disabled. It is tried once. */
export function tellTest(enqueue: Enqueue, tx: Transaction, webhookId: string): Promise<Delivery> {
  const payload = JSON.stringify({ type: TEST_EVENT, timestamp: new Date().toISOString(), data: { webhookId } });
  return writeDelivery(enqueue, tx, { webhookId, eventId: Bun.randomUUIDv7(), type: TEST_EVENT, payload });
}

async function writeDelivery(
  enqueue: Enqueue,
  tx: Transaction,
  plan: Pick<Delivery, 'webhookId' | 'eventId' | 'type' | 'payload'>,
): Promise<Delivery> {
  const row = onlyOf(
    await tx
      .insert(webhookDelivery)
      .values({ id: Bun.randomUUIDv7(), ...plan, dueAt: sql`now()` })
      .returning(),
  );
  await enqueueAttempt(enqueue, tx, row);
  return row;
}

/** Removes the deliveries whose payload names an id. Those that wait are not sent any more. */
export async function forgetDeliveries(tx: Transaction, id: string): Promise<void> {
  await tx.delete(webhookDelivery).where(sql`strpos(${webhookDelivery.payload}, ${id}) > 0`);
}

/** Removes the deliveries about an account and about what it wrote. Idempotent. */
export async function forgetPerson(db: Queries, accountId: string): Promise<void> {
  await db
    .delete(webhookDelivery)
    .where(sql`${webhookDelivery.type} in ('post.created', 'account.created', 'account.suspended')
    and (select p.uid from profile p where p.account_id = ${accountId}::uuid)::text
      in (${webhookDelivery.payload}::json -> 'data' ->> 'authorUid', ${webhookDelivery.payload}::json -> 'data' ->> 'uid')`);
}

/** The last deliveries of a webhook, newest first. */
export const listDeliveries = (db: Queries, webhookId: string): Promise<Delivery[]> =>
  db
    .select()
    .from(webhookDelivery)
    .where(eq(webhookDelivery.webhookId, webhookId))
    .orderBy(desc(webhookDelivery.createdAt), desc(webhookDelivery.id))
    .limit(DELIVERIES_KEPT);

/** Postpones a delivery. This does not count as an attempt. */
export async function postpone(enqueue: Enqueue, tx: Transaction, row: Delivery, until: Date): Promise<void> {
  const put = await tx
    .update(webhookDelivery)
    .set({ dueAt: until })
    .where(and(eq(webhookDelivery.id, row.id), eq(webhookDelivery.status, 'waiting')))
    .returning({ id: webhookDelivery.id });
  if (put.length > 0) await enqueueAttempt(enqueue, tx, row, until);
}

/**
 * Sends a delivery once more from the beginning, with the id of its event. Refuses with `delivery_not_found`, and with
 * `delivery_waiting` while it is not settled.
 */
export async function redeliver(enqueue: Enqueue, tx: Transaction, webhookId: string, id: string): Promise<Delivery> {
  const [found] = await tx
    .select()
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.id, id), eq(webhookDelivery.webhookId, webhookId)))
    .for('update');
  if (found === undefined) throw new Refusal('delivery_not_found');
  if (found.status === 'waiting') throw new Refusal('delivery_waiting');
  const none = { answerStatus: null, failure: null, milliseconds: null, attemptedAt: null };
  const row = onlyOf(
    await tx
      .update(webhookDelivery)
      .set({ status: 'waiting', attempts: 0, dueAt: sql`now()`, ...none })
      .where(eq(webhookDelivery.id, id))
      .returning(),
  );
  await enqueueAttempt(enqueue, tx, row);
  return row;
}

/** Gives up what still waits for a webhook. */
export async function dropWaiting(tx: Transaction, webhookId: string): Promise<void> {
  await tx
    .update(webhookDelivery)
    .set({ status: 'dropped', dueAt: null })
    .where(and(eq(webhookDelivery.webhookId, webhookId), eq(webhookDelivery.status, 'waiting')));
}

export interface Attempt {
  readonly answerStatus: number | null;
  /** Null: it arrived. */
  readonly failure: DeliveryFailure | null;
  readonly milliseconds: number;
  /** Seconds for which the receiver asked for no further requests. */
  readonly waitSeconds?: number | undefined;
}

/** What follows an attempt: nothing, or the webhook has to be disabled. */
export type AttemptOutcome = 'settled' | 'gone' | 'failing';

/** Records an attempt, and plans the next one. The webhook is locked by the caller. */
export async function recordAttempt(
  enqueue: Enqueue,
  tx: Transaction,
  row: Delivery,
  { answerStatus, failure, milliseconds, waitSeconds = 0 }: Attempt,
): Promise<AttemptOutcome> {
  const attempts = row.attempts + 1;
  const last = { attempts, answerStatus, failure, milliseconds, attemptedAt: sql`now()` };
  const isHere = eq(webhookDelivery.id, row.id);
  if (failure === null) {
    await tx
      .update(webhookDelivery)
      .set({ ...last, status: 'delivered', dueAt: null })
      .where(isHere);
    if (row.type !== TEST_EVENT) {
      await tx.update(webhook).set({ arrivedAt: sql`now()` }).where(eq(webhook.id, row.webhookId));
    }
    return 'settled';
  }
  const isGone = answerStatus === 410;
  const held = Math.min(Math.ceil(waitSeconds), HELD_SECONDS_MAX);
  if (held > 0) {
    const heldUntil = sql`now() + make_interval(secs => ${held}::float8)`;
    await tx.update(webhook).set({ heldUntil }).where(eq(webhook.id, row.webhookId));
  }
  const planned = PAUSES_SECONDS[attempts - 1];
  if (isGone || planned === undefined || row.type === TEST_EVENT) {
    await tx
      .update(webhookDelivery)
      .set({ ...last, status: 'failed', dueAt: null })
      .where(isHere);
    if (row.type === TEST_EVENT) return 'settled';
    return isGone ? 'gone' : 'failing';
  }
  const pause = Math.max(planned, held);
  const dueAt = sql`now() + make_interval(secs => ${pause}::float8)`;
  await tx
    .update(webhookDelivery)
    .set({ ...last, dueAt })
    .where(isHere);
  await enqueueAttempt(enqueue, tx, row, new Date(Date.now() + pause * 1_000));
  return 'settled';
}

/** Enqueues attempts again whose jobs were lost, and forgets deliveries beyond those that are kept. Idempotent. */
export async function sweepDeliveries(enqueue: Enqueue, tx: Transaction): Promise<void> {
  const overdue = await tx
    .select()
    .from(webhookDelivery)
    .where(
      and(
        eq(webhookDelivery.status, 'waiting'),
        lt(webhookDelivery.dueAt, sql`now() - make_interval(mins => ${OVERDUE_MINUTES})`),
      ),
    )
    .limit(1_000);
  for (const row of overdue) await enqueueAttempt(enqueue, tx, row);
  const ranked = tx.$with('ranked').as(
    tx
      .select({
        id: webhookDelivery.id,
        place:
          sql<number>`row_number() over (partition by ${webhookDelivery.webhookId} order by ${webhookDelivery.createdAt} desc, ${webhookDelivery.id} desc)`.as(
            'place',
          ),
      })
      .from(webhookDelivery),
  );
  await tx
    .with(ranked)
    .delete(webhookDelivery)
    .where(
      and(
        inArray(webhookDelivery.id, tx.select({ id: ranked.id }).from(ranked).where(sql`place > ${DELIVERIES_KEPT}`)),
        sql`${webhookDelivery.status} <> 'waiting'`,
      ),
    );
}
