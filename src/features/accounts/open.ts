// Opens accounts: sign-in and the own account. Features that store data about accounts register as followers, which are
// notified of deletions and contribute to exports.
import type { Actor } from '../../http/gates/guard.ts';
import type { ExportSource } from '../../kernel/export-file.ts';
import type { Locale } from '../../kernel/names.ts';
import type { Cases } from '../moderation/cases/cases.ts';
import type { SendDecision } from '../moderation/mails.ts';
import { listAdministrators } from './common/administrators.ts';
import type { AccountDeletedListener } from './leaving/deletion.ts';
import { exportAccount } from './leaving/export.ts';
import type { NotificationCounts } from './mail/notification-texts.ts';
import type { WebhookNotice } from './mail/webhook-texts.ts';
import { type OwnAccountDependencies, openOwnAccount } from './open-own-account.ts';
import { openSignIn, type SignIn, type SignInOptions } from './open-sign-in.ts';
import { writePreferences } from './profile/preferences.ts';
import { createViewerReader, type ReadViewer } from './profile/viewer.ts';
import { type AccountAdministration, openAccountAdministration } from './staff/administration.ts';
import { STAFF_DIRECTORY } from './staff/directory.ts';

/** A feature that stores data about accounts. */
interface AccountFollower {
  readonly accountDeleted: AccountDeletedListener;
  readonly exportSource?: ExportSource;
}

export interface Accounts extends Omit<SignIn, 'mail' | 'failed'> {
  /** The account of a session as pages show it; undefined while the database is away. */
  readonly readViewer: ReadViewer;
  /** Mails the owner of an account about a decision of moderation. */
  readonly sendDecision: SendDecision;
  /** Mails an administrator that a webhook was disabled. */
  readonly sendWebhookNotice: (accountId: string, notice: WebhookNotice) => Promise<void>;
  /** Mails the owner of an account about notifications, if the address is verified. */
  readonly sendNotifications: (
    accountId: string,
    mail: NotificationCounts & { readonly unsubscribeToken: string },
  ) => Promise<void>;
  /** Mails an administrator that mail works. Rejects when it was not accepted. */
  readonly sendTestMail: (accountId: string, acceptLanguage: string | null) => Promise<void>;
  /** What administrators do to accounts. */
  readonly administration: AccountAdministration;
  /** Keeps the language of an account. */
  readonly keepLocale: (actor: Actor, locale: Locale) => Promise<void>;
  /** Registers a feature for deletions and exports, in the order of the calls. */
  follow(follower: AccountFollower): void;
}

export type AccountsDependencies = SignInOptions &
  Pick<OwnAccountDependencies, 'objects' | 'enqueue'> & {
    readonly cases: OwnAccountDependencies['cases'] & Pick<Cases, 'mailDecision'>;
  };

/** What other features read of accounts. These functions take a database handle, so accounts need not be open. */
export const ACCOUNT_READS = { people: STAFF_DIRECTORY, listAdministrators } as const;

/** Opens accounts. The database may still be starting. */
export function openAccounts(dependencies: AccountsDependencies): Accounts {
  const { mail, failed, ...signIn } = openSignIn(dependencies);
  const { identityKey } = signIn;
  const listeners: AccountDeletedListener[] = [];
  const sources: ExportSource[] = [exportAccount(dependencies, identityKey)];
  const own = openOwnAccount({ ...dependencies, identityKey, mail, listeners, sources });
  return {
    ...signIn,
    routes: [...signIn.routes, ...own.routes],
    jobs: [...signIn.jobs, ...own.jobs],
    readViewer: createViewerReader(dependencies.database, dependencies.stamps, identityKey),
    sendDecision: (accountId, decision) => mail.sendDecision(accountId, decision),
    sendWebhookNotice: (accountId, notice) =>
      mail.sendWebhookNotice(accountId, notice, `${dependencies.ownAddress.public()}/admin/webhooks`),
    sendNotifications: (accountId, { counts, unsubscribeToken }) => {
      const address = dependencies.ownAddress.public();
      return mail.sendNotifications(accountId, counts, {
        link: `${address}/notifications`,
        settings: `${address}/settings/notifications`,
        unsubscribe: `${address}/mail/unsubscribe/${unsubscribeToken}`,
      });
    },
    sendTestMail: (...to) => mail.sendTest(...to),
    administration: openAccountAdministration({
      database: dependencies.database,
      mail,
      publicUrl: dependencies.ownAddress.public,
      failed,
      mailDecision: (tx, decision) => dependencies.cases.mailDecision(tx, decision),
      onAccount: dependencies.onAccount,
    }),
    keepLocale: async ({ accountId }, locale) => {
      await writePreferences(dependencies.database.db, accountId, { locale });
    },
    follow: ({ accountDeleted, exportSource }) => {
      listeners.push(accountDeleted);
      if (exportSource !== undefined) sources.push(exportSource);
    },
  };
}
