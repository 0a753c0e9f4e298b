// Limits mail per recipient and purpose: at most one a minute, and after ten in a day one every half hour. It is never
// blocked completely, because anybody may request mail to another person's address; half an hour is shorter than a
// link's validity, so the owner always has a valid link or can get one. Counted in the database by a keyed hash of the
// address, so that no addresses are stored.
import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { RETENTION } from '../../../kernel/retention.ts';
import { mailGuard } from '../../../platform/database/schema/accounts.ts';
import type { Reader } from '../common/accounts.ts';
import { LINK_SECONDS } from '../common/auth-names.ts';

/** Purposes that strangers can trigger are separate from those that they cannot. */
const MAIL_PURPOSES = [
  'signup-verification',
  'address-verification',
  'password-reset',
  'account-change',
  'new-address',
  'confirmation',
  'new-sign-in',
  'decision',
] as const;
export type MailPurpose = (typeof MAIL_PURPOSES)[number];

export const PAUSE_SECONDS = 60;
const WINDOW_SECONDS = RETENTION.mailCounts.amount * 60 * 60;
const WINDOW_MAILS = 10;
/** Minimum interval once a window has reached its number of mails. */
const LONG_PAUSE_SECONDS = LINK_SECONDS / 2;

/** Counts one mail; false when it must not be sent. A single statement, so that concurrent calls cannot both pass. */
export async function takeMailTurn(db: Reader, key: string, email: string, purpose: MailPurpose): Promise<boolean> {
  const recipientHash = createHmac('sha256', key).update(email).digest('hex');
  const windowOver = sql`${mailGuard.windowStartedAt} <= now() - make_interval(secs => ${WINDOW_SECONDS})`;
  const taken = await db
    .insert(mailGuard)
    .values({ recipientHash, purpose, windowStartedAt: sql`now()`, sentCount: 1, lastSentAt: sql`now()` })
    .onConflictDoUpdate({
      target: [mailGuard.recipientHash, mailGuard.purpose],
      set: {
        windowStartedAt: sql`case when ${windowOver} then now() else ${mailGuard.windowStartedAt} end`,
        sentCount: sql`case when ${windowOver} then 1 else ${mailGuard.sentCount} + 1 end`,
        lastSentAt: sql`now()`,
      },
      setWhere: sql`${mailGuard.lastSentAt} <= now() - make_interval(secs => case
        when ${windowOver} or ${mailGuard.sentCount} < ${WINDOW_MAILS} then ${PAUSE_SECONDS}::float8
        else ${LONG_PAUSE_SECONDS}::float8 end)`,
    })
    .returning({ purpose: mailGuard.purpose });
  return taken.length > 0;
}

/** Deletes expired windows and returns their number. Idempotent. */
export async function forgetMailGuards(db: Reader): Promise<number> {
  const gone = await db
    .delete(mailGuard)
    .where(sql`${mailGuard.lastSentAt} < now() - make_interval(secs => ${WINDOW_SECONDS})`)
    .returning({ purpose: mailGuard.purpose });
  return gone.length;
}
