// Mails about notifications: of the kinds that a person wants by mail, at most one every 15 minutes, and digests of a day or a
// week. A mail has numbers and a link, never what people wrote, and says what its reader may still read when it is sent. A job
// that runs again after its process died may mail twice: better than not at all.
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { idRow, listRows } from '../../../platform/database/rows.ts';
import { notificationSetting } from '../../../platform/database/schema/community-people.ts';
import { type BoundJob, bindJob, declareJob, type Jobs } from '../../../platform/jobs/jobs.ts';
import { readPerson } from '../../moderation/common/people.ts';
import type { People } from '../../moderation/common/ports.ts';
import type { NotificationView } from '../common/shapes.ts';
import { countForMail, markMailed } from './notifications.ts';
import { isQuiet, quietHoursOf, readSettingsRow, waysOf } from './settings.ts';
import { isSwitchable, unsubscribeToken } from './unsubscribe.ts';

/** Content of a mail: the number of notifications of each kind. */
interface NotificationMail {
  readonly counts: readonly { readonly kind: NotificationView['kind']; readonly count: number }[];
  /** By it the reader ends such mails. */
  readonly unsubscribeToken: string;
}

export interface NotificationMailDependencies {
  readonly database: Database;
  readonly people: People;
  readonly enqueue: Jobs['enqueue'];
  /** Mails the owner of an account, if the address is verified. Rejects when it could not be delivered. */
  readonly sendNotifications: (accountId: string, mail: NotificationMail) => Promise<void>;
  /** Signs the tokens that end mails. */
  readonly unsubscribeKey: string;
}

const plan = { retries: 4, retrySeconds: 30, retryMaxSeconds: 600, expireSeconds: 120 };
const roundJob = declareJob({ kind: 'community.notification-mails', payload: z.object({}) });
const mailJob = declareJob({
  kind: 'community.notification-mail',
  payload: z.object({ accountId: z.uuid(), isDigest: z.boolean() }),
  plan,
  singleton: ({ accountId, isDigest }) => `${accountId} ${isDigest}`,
});

/** The job runs every 15 minutes, so a person gets at most one mail in that time. */
export const bindNotificationMails = (dependencies: NotificationMailDependencies): readonly BoundJob[] => [
  bindJob(roundJob, () => enqueueMails(dependencies), '*/15 * * * *'),
  bindJob(mailJob, ({ accountId, isDigest }) => mailPerson(dependencies, accountId, isDigest)),
];

async function enqueueMails({ database, enqueue }: NotificationMailDependencies): Promise<void> {
  await database.transaction(async (tx) => {
    const marked = await listRows(tx, idRow)`select distinct recipient_id as id from notification where is_mailed`;
    const due = await listRows(tx, idRow)`
      select account_id as id from notification_setting where digest <> 'never' and digested_at
        <= now() - case digest when 'daily' then interval '1 day' else interval '7 days' end`;
    for (const { id: accountId } of marked) await enqueue(tx, mailJob, { accountId, isDigest: false });
    for (const { id: accountId } of due) await enqueue(tx, mailJob, { accountId, isDigest: true });
  });
}

async function mailPerson(
  { database, people, sendNotifications, unsubscribeKey }: NotificationMailDependencies,
  accountId: string,
  isDigest: boolean,
): Promise<void> {
  const { db } = database;
  const settings = await readSettingsRow(db, accountId);
  const now = new Date();
  // Notifications that wait are mailed by the first run after the quiet hours.
  if (isQuiet(quietHoursOf(settings), now)) return;
  const person = await readPerson(db, people, accountId);
  const since = isDigest ? (settings?.digestedAt ?? undefined) : undefined;
  if (isDigest && since === undefined) return;
  if (person?.status === 'active') {
    const found = await countForMail(db, person, since);
    // What the person has switched off since is not mailed.
    const kinds = found.map(({ kind }) => kind).filter(isSwitchable);
    const wanted = kinds.filter((kind) => waysOf(settings, kind).mail);
    const counts = isDigest ? found : found.filter(({ kind }) => wanted.some((one) => one === kind));
    const token = unsubscribeToken(unsubscribeKey, accountId, isDigest ? 'digest' : wanted);
    if (counts.length > 0) await sendNotifications(accountId, { counts, unsubscribeToken: token });
  }
  if (isDigest) {
    await db.update(notificationSetting).set({ digestedAt: now }).where(eq(notificationSetting.accountId, accountId));
  } else await markMailed(db, accountId, now);
}
