// Hourly removal of expired sessions, links, sign-in states, captcha solutions and mail counts. Idempotent, since it
// only removes what has expired.
import { lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { session, verification } from '../../platform/database/schema/accounts.ts';
import { type BoundJob, bindJob, declareJob } from '../../platform/jobs/jobs.ts';
import type { Reader } from './common/accounts.ts';
import { forgetFailedSignIns } from './common/failed-sign-ins.ts';
import { forgetAddressLinks } from './links/address.ts';
import { forgetMailGuards } from './mail/guard.ts';
import { forgetCaptchaUses } from './registration/registration.ts';
import { forgetEarlierTokens } from './sign-in/renewal.ts';

const kind = declareJob({ kind: 'accounts.sweep', payload: z.object({}) });

/** The hourly job. */
export const bindAccountSweep = (db: Reader): BoundJob => bindJob(kind, () => sweepAccounts(db), '17 * * * *');

/** Removes everything that has expired. */
async function sweepAccounts(db: Reader): Promise<void> {
  await db.delete(session).where(lt(session.expiresAt, sql`now()`));
  await db.delete(verification).where(lt(verification.expiresAt, sql`now()`));
  await forgetEarlierTokens(db);
  await forgetFailedSignIns(db);
  await forgetAddressLinks(db);
  await forgetCaptchaUses(db);
  await forgetMailGuards(db);
}
