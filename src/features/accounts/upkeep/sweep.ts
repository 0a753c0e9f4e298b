// What ends by itself is taken away once an hour: sessions, links and states of sign-in, captcha solutions, mail counts.
// Repeatable: it only removes what is over.
import { lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { session, verification } from '../../../platform/database/schema/accounts.ts';
import { type BoundJob, bindJob, declareJob } from '../../../platform/jobs/jobs.ts';
import { forgetAddressLinks } from '../address/links.ts';
import type { Reader } from '../common/accounts.ts';
import { forgetMailGuards } from '../mail/guard.ts';
import { forgetCaptchaUses } from '../registration/registration.ts';

const kind = declareJob({ kind: 'accounts.sweep', payload: z.object({}) });

/** The hourly job. */
export const bindAccountSweep = (db: Reader): BoundJob => bindJob(kind, () => sweepAccounts(db), '17 * * * *');

/** Removes what is over. */
export async function sweepAccounts(db: Reader): Promise<void> {
  await db.delete(session).where(lt(session.expiresAt, sql`now()`));
  await db.delete(verification).where(lt(verification.expiresAt, sql`now()`));
  await forgetAddressLinks(db);
  await forgetCaptchaUses(db);
  await forgetMailGuards(db);
}
