// Nobody's mailbox is flooded through us: at most one mail a minute to a recipient for a purpose, and after ten in a day one
// every half hour. Never none: anybody may ask for a mail to somebody else, and half an hour is shorter than a link works, so
// that whoever owns the mailbox always has a link or gets one. Counted in the database by a keyed hash of the address, so that
// no list of addresses lies there.
import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { mailGuard } from '../../../platform/database/schema/accounts.ts';
import type { Reader } from '../common/accounts.ts';
import { LINK_SECONDS } from '../common/auth-names.ts';

/** Purposes are apart where strangers may ask for the one and not for the other. */
export const MAIL_PURPOSES = [
  'signup-verification',
  'address-verification',
  'password-reset',
  'account-change',
  'new-address',
  'confirmation',
] as const;
export type MailPurpose = (typeof MAIL_PURPOSES)[number];

export const PAUSE_SECONDS = 60;
export const WINDOW_SECONDS = 24 * 60 * 60;
export const WINDOW_MAILS = 10;
/** Pause once a window has had its mails. */
export const LONG_PAUSE_SECONDS = LINK_SECONDS / 2;

/** Counts one mail; false when it must not be sent. One statement, so that two at once cannot both pass. */
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

/** Forgets recipients whose window is over; repeatable. Rows removed. */
export async function forgetMailGuards(db: Reader): Promise<number> {
  const gone = await db
    .delete(mailGuard)
    .where(sql`${mailGuard.lastSentAt} < now() - make_interval(secs => ${WINDOW_SECONDS})`)
    .returning({ purpose: mailGuard.purpose });
  return gone.length;
}
