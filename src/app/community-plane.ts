// Wires the stateful plane: database, jobs, the guard with its limits, and the features that use them. It opens in the
// background: the release plane never waits for it, and its routes answer 503 until the database is ready.

import { openAccounts } from '../features/accounts/open.ts';
import { STAFF_DIRECTORY } from '../features/accounts/staff/directory.ts';
import type { DescribeEntity } from '../features/community/common/subject.ts';
import { type Community, openCommunity } from '../features/community/open.ts';
import { openInstance } from '../features/instance/open.ts';
import type { InstanceStore } from '../features/instance/store.ts';
import { readTextsFolder } from '../features/instance/texts-folder.ts';
import { listActiveRestrictions } from '../features/moderation/common/standing.ts';
import { openModeration, readModerationRules } from '../features/moderation/open.ts';
import { openUploads } from '../features/uploads/open.ts';
import type { BoundRoute } from '../http/dispatch/dispatch.ts';
import type { Gates } from '../http/dispatch/gates.ts';
import { AnonymousReads } from '../http/gates/anonymous-reads.ts';
import { clientAddressOf } from '../http/gates/client-address.ts';
import { createGuard } from '../http/gates/guard.ts';
import { createLimiter } from '../http/gates/limits.ts';
import { createOriginRule, type OriginRule } from '../http/gates/origin.ts';
import type { OwnAddress } from '../http/gates/own-address.ts';
import type { Config } from '../platform/config/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import { DatabaseStamps } from '../platform/database/stamps.ts';
import { type BoundJob, type Jobs, openJobs } from '../platform/jobs/jobs.ts';
import { describeConfinement } from '../platform/media/confinement/confinement.ts';
import type { Objects } from '../platform/objects/objects.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { MetricFamily } from '../platform/telemetry/metrics.ts';
import type { WebOptions } from '../web/open.ts';
import { measureEngines } from './engine-metrics.ts';

export interface CommunityPlane {
  readonly routes: readonly BoundRoute[];
  readonly gates: Gates;
  readonly origins: OriginRule;
  /** What pages read of the caller. */
  readonly pages: Pick<
    WebOptions,
    | 'appeals'
    | 'chooseLocale'
    | 'look'
    | 'readViewer'
    | 'keepLocale'
    | 'writing'
    | 'acts'
    | 'readDatabaseStamp'
    | 'entry'
  >;
  readonly sitemapPosts: Community['sitemapPosts'];
  readonly clientAddress: (request: Request, peer: string) => string;
  /** The settings of the instance. */
  readonly instance: InstanceStore;
  /** Engine name → whether it is available. */
  checks(): Readonly<Record<string, boolean>>;
  /** Resolves when its engines are ready, at their first failure, or after `timeoutMs`. */
  settle(timeoutMs: number): Promise<void>;
  /** Metrics of database and queue, within two seconds. */
  measure(processLabel: string): Promise<readonly MetricFamily[]>;
  /** Ends open streams, which would otherwise delay the shutdown. */
  drain(): void;
  close(): Promise<void>;
}

export interface CommunityPlaneOptions {
  readonly config: Config;
  readonly log: Log;
  readonly objects: Objects;
  readonly ownAddress: OwnAddress;
  /** Looks an entity up in the current release of its server. */
  readonly describeEntity: DescribeEntity;
  /** Whether this process runs jobs. */
  readonly work: boolean;
}

const SETTLE_LOOK_MS = 10;

/** Warns at start if decoders of untrusted files are not fully confined on this machine. */
async function warnUnconfined(log: Log): Promise<void> {
  try {
    const { isWhole, detail } = await describeConfinement();
    if (!isWhole) log.warn('decoders are not fully confined', { detail });
  } catch (error) {
    log.warn('the confinement of decoders could not be checked', { error });
  }
}

/** Opens the stateful plane. Never throws for an unavailable engine; throws ConfigError for unusable rules. */
export function openCommunityPlane(options: CommunityPlaneOptions): CommunityPlane {
  const { config, log, objects, ownAddress, describeEntity, work } = options;
  // First, so that an unusable file fails the start before any engine runs.
  const rules = readModerationRules(config);
  const texts = readTextsFolder(config.instance);
  const database = openDatabase(config, log);
  const stamps = new DatabaseStamps(database);
  const origins = createOriginRule(ownAddress, config.trustedOrigins);
  const limiter = createLimiter(config.limits);
  const reads = new AnonymousReads(config.limits);
  const enqueue: Jobs['enqueue'] = (...promised) => jobs.enqueue(...promised);
  const instance = openInstance({ config, texts, database, log });
  const moderation = openModeration({
    ...{ config, rules, database, objects, people: STAFF_DIRECTORY, enqueue, log },
    sendDecision: (...told) => accounts.sendDecision(...told),
    publicUrl: ownAddress.public,
  });
  const { cases } = moderation;
  const engines = { config, database, stamps, objects, limiter, ownAddress, cases, enqueue, log };
  const accounts = openAccounts({ ...engines, instance });
  const { readActor, readKnownActor, identityKey, chooseLocale } = accounts;
  const community = openCommunity({
    ...{ config, database, stamps, reads, cases, readActor, identityKey, describeEntity, ownAddress },
    siteName: () => instance.current.name,
  });
  const { mayReadThroughPost } = community;
  const uploads = openUploads({ config, database, objects, cases, enqueue, mayReadThroughPost, log });
  for (const follower of [community, moderation, uploads]) accounts.follow(follower);
  const features = [accounts, moderation, uploads, community];
  const boundJobs: readonly BoundJob[] = features.flatMap((feature) => feature.jobs);
  const jobs = openJobs(database, boundJobs, work, log);
  // After the jobs, which it uses.
  if (work) {
    database.onReady(uploads.recover);
    void warnUnconfined(log);
  }
  const guard = createGuard({ origins, readActor, readKnownActor });
  return {
    routes: features.flatMap((feature) => feature.routes),
    gates: { guard, limiter, reads, requirements: accounts.requirements },
    origins,
    sitemapPosts: community.sitemapPosts,
    pages: {
      appeals: moderation.appealLinks,
      chooseLocale,
      look: guard.look,
      readViewer: accounts.readViewer,
      keepLocale: accounts.keepLocale,
      acts: accounts.acts,
      readDatabaseStamp: (context) => stamps.readFor(context).catch(() => undefined),
      entry: accounts.entry,
      writing: {
        ...community.writing,
        readRestrictions: ({ accountId }) => listActiveRestrictions(database.db, accountId),
      },
    },
    clientAddress: (request, peer) =>
      clientAddressOf(peer, request.headers.get('x-forwarded-for'), config.trustedProxies),
    instance,
    checks: () => ({ database: database.state === 'ready', jobs: jobs.state === 'ready' }),
    settle: async (timeoutMs) => {
      const end = performance.now() + timeoutMs;
      const isWaiting = (): boolean => jobs.state === 'starting' && database.problem === undefined;
      while (isWaiting() && performance.now() < end) await Bun.sleep(SETTLE_LOOK_MS);
    },
    measure: (processLabel) => measureEngines(database, jobs, processLabel),
    drain: () => community.close(),
    close: async () => {
      community.close();
      await accounts.close();
      uploads.close();
      await instance.close();
      await jobs.stop();
      await database.close();
    },
  };
}
