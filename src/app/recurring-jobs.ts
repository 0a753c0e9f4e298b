// The jobs that run by a schedule, as `livehouse jobs run` lists them. tests/contract/jobs-command.test.ts compares this list
// with the schedules that the service stores.

export interface RecurringJob {
  readonly kind: string;
  readonly summary: string;
  /** The variable without which it has nothing to do. */
  readonly needs?: 'BACKUP_TO' | 'UPDATE_CHECK';
}

export const RECURRING_JOBS: readonly RecurringJob[] = [
  { kind: 'accounts.erase-refused', summary: 'erase accounts whose registration was refused' },
  { kind: 'accounts.release-addresses', summary: 'free the mail addresses and handles of deleted accounts' },
  { kind: 'accounts.sweep', summary: 'remove expired sessions, links and counts of failed sign-ins' },
  { kind: 'avatars.clean', summary: 'remove profile pictures that were replaced or rejected' },
  { kind: 'avatars.sweep', summary: 'remove stored profile pictures that no account has' },
  { kind: 'backup.run', summary: 'make a backup in BACKUP_TO and read it back', needs: 'BACKUP_TO' },
  { kind: 'community.activity', summary: 'move the windows of activity that the feeds use' },
  { kind: 'community.deletions', summary: 'erase what staff deleted, when the time for appeals is over' },
  { kind: 'community.notification-mails', summary: 'enqueue the mails and digests of notifications that are due' },
  { kind: 'community.rank', summary: 'rank the posts of the recommended feed' },
  { kind: 'community.sweep', summary: 'remove deleted texts, old notifications and impressions' },
  { kind: 'idempotency.sweep', summary: 'forget old idempotency keys' },
  { kind: 'moderation.link-sweep', summary: 'remove expired links of appeals' },
  { kind: 'moderation.sweep', summary: 'ask again about cases whose question was lost' },
  { kind: 'publications.sweep', summary: 'remove expired publications from elsewhere' },
  { kind: 'update.check', summary: 'look for a newer version at UPDATE_CHECK', needs: 'UPDATE_CHECK' },
  { kind: 'uploads.orphans', summary: 'remove stored files that no upload has' },
  { kind: 'uploads.removal', summary: 'remove expired, held and rejected files' },
  { kind: 'uploads.sweep', summary: 'continue uploads whose process ended' },
  { kind: 'webhook.sweep', summary: 'remove old deliveries of webhooks, and enqueue those that were lost' },
];
