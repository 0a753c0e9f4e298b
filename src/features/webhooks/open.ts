// Opens webhooks: their routes, their jobs, and the two sources of events: calls in the transactions that cause them, and
// the record of promotions, because releases are promoted without the database.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import { deriveKey, readAuthSecret } from '../../platform/config/auth-secret.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { BoundJob, Jobs } from '../../platform/jobs/jobs.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import { openGuardedPost } from '../../platform/outside/guarded-post.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { webhooksContract } from './contract.ts';
import { forgetDeliveries, forgetPerson, tellEvent } from './deliveries.ts';
import { bindWebhookJobs, type DeliveryAttemptDependencies } from './delivery-attempt.ts';
import type { TellEvent } from './events.ts';
import { createWriteBody, type FormatDependencies } from './formats.ts';
import { webhooksHandlers } from './handlers.ts';
import { ReleaseNews } from './release-news.ts';
import { openWebhookSecrets } from './secrets.ts';

export interface Webhooks {
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly BoundJob[];
  /** Tells an event in the transaction that makes it. */
  readonly tell: TellEvent;
  /** Takes note of the pointer versions of all servers. */
  noticeReleases(versions: ReadonlyMap<string, string>): void;
  /** Removes the deliveries about something that was erased, by its id. */
  forget(tx: Transaction, id: string): Promise<void>;
  /** Removes the deliveries about a deleted account. */
  accountDeleted(accountId: string): Promise<void>;
  close(): void;
}

export interface WebhooksDependencies
  extends Pick<DeliveryAttemptDependencies, 'listAdministrators' | 'sendNotice'>,
    FormatDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly objects: Objects;
  readonly enqueue: Jobs['enqueue'];
  readonly log: Log;
}

/** Opens webhooks. The database may still be starting. */
export function openWebhooks(dependencies: WebhooksDependencies): Webhooks {
  const { config, database, objects, enqueue, publicUrl, log } = dependencies;
  const secrets = openWebhookSecrets(deriveKey(readAuthSecret(config), 'webhook secrets'));
  const post = openGuardedPost({ allowPrivate: config.webhookPrivate });
  const writeBody = createWriteBody(dependencies);
  const tell: TellEvent = (tx, event) => tellEvent(enqueue, tx, event);
  const news = new ReleaseNews({ database, objects, tell, publicUrl, log });
  return {
    routes: bindRoutes(
      webhooksContract,
      webhooksHandlers({
        database,
        enqueue,
        secrets,
        writeBody,
        allowPrivate: config.webhookPrivate,
        catchUp: () => news.catchUp(),
      }),
    ),
    jobs: bindWebhookJobs({ ...dependencies, secrets, post, writeBody }),
    tell,
    forget: forgetDeliveries,
    accountDeleted: (accountId) => forgetPerson(database.db, accountId),
    noticeReleases: (versions) => news.notice(versions),
    close: () => news.close(),
  };
}
