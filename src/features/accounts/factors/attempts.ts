// Codes of the second factor: guessing and replay. Every code counts as wrong before it is verified, under a lock on the
// account's row, so that concurrent guesses cannot all pass. The first wrong ones are free; each further one must wait,
// 30 seconds at first, doubling up to 15 minutes, in all processes. A right code resets the count. A code of an
// authenticator app is accepted once: its time step and all earlier ones are used up (RFC 6238, section 5.2). The sign-in
// library does neither. Owns `failed_verification_count`, `locked_until` and `last_step` of `two_factor`.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { twoFactor } from '../../../platform/database/schema/accounts.ts';

const FREE_FAILURES = 5;
const DELAY_FIRST_SECONDS = 30;
const DELAY_MAX_SECONDS = 900;

/** Parameters of the library's codes, which authenticator apps assume. */
const PERIOD_MS = 30_000;
const DIGITS = 6;
/** Steps before and after the current one that are accepted, as by the library. */
const WINDOW = 1;

export interface AttemptDependencies {
  readonly database: Database;
  /** Decrypts what the library stored. */
  readonly decrypt: (text: string) => Promise<string>;
  /** Whether wrong codes cause waits. */
  readonly limits: boolean;
}

type Row = typeof twoFactor.$inferSelect;

/** Whether this is a code of the account's authenticator app, not used before. Uses it up. */
export async function redeemTotp(dependencies: AttemptDependencies, accountId: string, code: string): Promise<boolean> {
  return dependencies.database.transaction(async (tx) => {
    const row = await beginAttempt(dependencies, tx, accountId);
    if (row === undefined) return false;
    const step = findStep(await dependencies.decrypt(row.secret), code, Date.now());
    if (step === undefined || step <= (row.lastStep ?? -1)) return false;
    await tx
      .update(twoFactor)
      .set({ lastStep: step, failedVerificationCount: 0, lockedUntil: null })
      .where(eq(twoFactor.id, row.id));
    return true;
  });
}

/** Verifies another kind of code under the same count. */
export async function tryCode(
  dependencies: AttemptDependencies,
  accountId: string,
  verify: () => Promise<Response>,
): Promise<Response> {
  const { database } = dependencies;
  const row = await database.transaction((tx) => beginAttempt(dependencies, tx, accountId));
  const answer = await verify();
  if (answer.ok && row !== undefined) {
    const none = { failedVerificationCount: 0, lockedUntil: null };
    await database.db.update(twoFactor).set(none).where(eq(twoFactor.id, row.id));
  }
  return answer;
}

/** Counts a wrong code; the caller resets the count if it was right. Refuses with the wait. */
async function beginAttempt(
  { limits }: AttemptDependencies,
  tx: Transaction,
  accountId: string,
): Promise<Row | undefined> {
  const [row] = await tx.select().from(twoFactor).where(eq(twoFactor.accountId, accountId)).for('update');
  if (row === undefined || !limits) return row;
  const waitMs = (row.lockedUntil?.getTime() ?? 0) - Date.now();
  if (waitMs > 0) throw new Refusal('rate_limit_exceeded', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  const failed = row.failedVerificationCount + 1;
  await tx
    .update(twoFactor)
    .set({
      failedVerificationCount: failed,
      lockedUntil: failed < FREE_FAILURES ? null : sql`now() + make_interval(secs => ${delayOf(failed)})`,
    })
    .where(eq(twoFactor.id, row.id));
  return row;
}

/** Seconds to wait after the last of so many wrong codes. */
export const delayOf = (failed: number): number =>
  Math.min(DELAY_FIRST_SECONDS * 2 ** Math.min(failed - FREE_FAILURES, 20), DELAY_MAX_SECONDS);

/** The time step of a code around `now` (milliseconds); undefined: no such code. Pure. */
export function findStep(secret: string, code: string, now: number): number | undefined {
  const given = Buffer.from(code);
  const current = Math.floor(now / PERIOD_MS);
  let found: number | undefined;
  for (let step = current - WINDOW; step <= current + WINDOW; step += 1) {
    const expected = Buffer.from(codeAt(secret, step));
    if (given.byteLength === expected.byteLength && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

/** The code of a time step (RFC 6238, RFC 4226). Pure. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}
