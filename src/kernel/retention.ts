// How long the service keeps what it does not keep for good. Features take their periods from here, and docs/retention.md is
// generated from this list (tools/generate-retention.ts).

type Unit = 'minutes' | 'hours' | 'days' | 'entries';

export interface Retention {
  readonly what: string;
  readonly amount: number;
  readonly unit: Unit;
  /** From when the period counts. */
  readonly from: string;
  /** The job that removes it, or what else does. */
  readonly by: string;
}

const keep = (amount: number, unit: Unit, what: string, from: string, by: string): Retention => ({
  what,
  amount,
  unit,
  from,
  by,
});

export const RETENTION = {
  session: keep(7, 'days', 'sessions', 'after they were last extended', 'accounts.sweep'),
  link: keep(
    60,
    'minutes',
    'links to confirm an address or to set a password',
    'after they were mailed',
    'accounts.sweep',
  ),
  refusedRegistration: keep(30, 'days', 'refused registrations', 'after the decision', 'accounts.erase-refused'),
  failedSignIns: keep(30, 'days', 'counts of failed sign-ins, by keyed hashes', 'after the last one', 'accounts.sweep'),
  mailCounts: keep(24, 'hours', 'counts of mails to one address', 'after the last mail', 'accounts.sweep'),
  rejectedAvatar: keep(
    60,
    'days',
    'rejected profile pictures without an open appeal',
    'after the decision',
    'avatars.clean',
  ),
  deletedText: keep(30, 'days', 'the text of deleted posts and comments', 'after the deletion', 'community.sweep'),
  staffDeletion: keep(
    30,
    'days',
    'what staff deleted, unless an appeal about it is open',
    'after the deletion',
    'community.deletions',
  ),
  notification: keep(180, 'days', 'notifications', 'after they were sent', 'community.sweep'),
  draft: keep(90, 'days', 'drafts', 'after their last change', 'community.sweep'),
  impression: keep(
    30,
    'days',
    'which posts somebody was shown, for recommendations',
    'after it was shown',
    'community.sweep',
  ),
  removal: keep(
    90,
    'days',
    'acts that hide everything by one person',
    'after the act; its decisions stay',
    'community.sweep',
  ),
  idempotencyKey: keep(24, 'hours', 'idempotency keys with the answer', 'after the request', 'idempotency.sweep'),
  appeal: keep(30, 'days', 'mailed links to appeal', 'after the decision', 'moderation.link-sweep'),
  publication: keep(
    24,
    'hours',
    'unfinished publications from elsewhere, and results of ended ones',
    'after the last object',
    'publications.sweep',
  ),
  uploadIntent: keep(15, 'minutes', 'unfinished uploads', 'after the last part', 'uploads.removal'),
  unlinkedFile: keep(24, 'hours', 'files that are in no post', 'after the upload', 'uploads.removal'),
  heldFile: keep(30, 'days', 'files that nobody has reviewed and no post has', 'after the upload', 'uploads.removal'),
  rejectedFile: keep(60, 'days', 'rejected files without an open appeal', 'after the decision', 'uploads.removal'),
  orphan: keep(24, 'hours', 'stored files that no upload has', 'after they were written', 'uploads.orphans'),
  deliveries: keep(100, 'entries', 'deliveries of each webhook', 'the newest', 'the next delivery'),
  backupRuns: keep(100, 'entries', 'runs of backups', 'the newest', 'the next backup'),
  failedJob: keep(90, 'days', 'jobs that failed for good', 'after the last attempt', 'the engine of jobs'),
  endedJob: keep(1, 'days', 'jobs that ended', 'after the end', 'the engine of jobs'),
} as const satisfies Readonly<Record<string, Retention>>;
