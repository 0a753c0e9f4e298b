// What a request creates, reported in the transaction that creates it, so that the dispatcher can store it there under the
// `Idempotency-Key` of the request and name its address. Outside such a request a report has no effect.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from './database.ts';

/** Receives the id of what is being created, in its transaction. When it throws, nothing is created. */
export type OnCreated = (tx: Transaction, id: string) => Promise<void>;

const listeners = new AsyncLocalStorage<OnCreated>();

/** Runs `work`, which reports what it creates to `onCreated`. */
export const runCreation = <T>(onCreated: OnCreated, work: () => T): T => listeners.run(onCreated, work);

/** Reports that this transaction creates what the running request asks for. */
export async function recordCreated(tx: Transaction, id: string): Promise<void> {
  await listeners.getStore()?.(tx, id);
}
