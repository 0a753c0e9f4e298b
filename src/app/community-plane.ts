// Wires the stateful plane: database, jobs, the guard with its limits, and the features that use them. It opens in the
// background: the release plane never waits for it, and its routes answer 503 until the database is ready.

import { fileURLToPath } from 'node:url';
import { ACCOUNT_READS, openAccounts } from '../features/accounts/open.ts';
import { openAdministration } from '../features/administration/open.ts';
import type { DescribeEntity } from '../features/community/common/subject.ts';
import { COMMUNITY_READS, type Community, openCommunity } from '../features/community/open.ts';
import type { FindThumbnail } from '../features/community/syndication/handlers.ts';
import type { InstanceStore } from '../features/instance/common/store.ts';
import {
  type InstanceRoutesDependencies,
  openInstance,
  openInstanceSetup,
  openInvites,
  readInstanceTexts,
  warnHidden,
} from '../features/instance/open.ts';
import type { FirstRun } from '../features/instance/setup/first-run.ts';
import { openModeration, readModerationRules } from '../features/moderation/open.ts';
import { openPublications } from '../features/publications/open.ts';
import { openUploads } from '../features/uploads/open.ts';
import { openWebhooks } from '../features/webhooks/open.ts';
import type { BoundRoute } from '../http/dispatch/dispatch.ts';
import type { Gates } from '../http/dispatch/gates.ts';
import { AnonymousReads } from '../http/gates/anonymous-reads.ts';
import { clientAddressOf } from '../http/gates/client-address.ts';
import { createGuard } from '../http/gates/guard.ts';
import { createLimiter } from '../http/gates/limits.ts';
import { createOriginRule, type OriginRule } from '../http/gates/origin.ts';
import type { OwnAddress } from '../http/gates/own-address.ts';
import { createSharedLimiter } from '../http/gates/shared-limits.ts';
import { deriveKey, readAuthSecret } from '../platform/config/auth-secret.ts';
import { type Config, readSoftwareVersion } from '../platform/config/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import { DatabaseStamps } from '../platform/database/stamps.ts';
import { type BoundJob, type Jobs, openJobs } from '../platform/jobs/jobs.ts';
import { describeConfinement } from '../platform/media/confinement/confinement.ts';
import type { Objects } from '../platform/objects/objects.ts';
import { openSharedCounters, type SharedCounters } from '../platform/shared/counters.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { MetricFamily } from '../platform/telemetry/metrics.ts';
import type { Tracing } from '../platform/telemetry/tracing.ts';
import type { WebDependencies } from '../web/open.ts';
import { checkAll } from './doctor/run.ts';
import { openObjects } from './open-objects.ts';
import { measureEngines } from './telemetry/engine-metrics.ts';

export interface CommunityPlane {
  readonly routes: readonly BoundRoute[];
  readonly gates: Gates;
  readonly origins: OriginRule;
  /** What pages read of the caller. */
  readonly pages: Pick<
    WebDependencies,
    | 'appeals'
    | 'chooseLocale'
    | 'identify'
    | 'readViewer'
    | 'keepLocale'
    | 'writing'
    | 'acts'
    | 'readDatabaseStamp'
    | 'entry'
  >;
  readonly sitemapPosts: Community['sitemapPosts'];
  /** Takes note of the pointer versions of all servers. */
  noticeReleases(versions: ReadonlyMap<string, string>): void;
  readonly clientAddress: (request: Request, peer: string) => string;
  /** The settings of the instance. */
  readonly instance: InstanceStore;
  /** What the routes of administration work with. */
  readonly administration: Pick<InstanceRoutesDependencies, 'database' | 'texts' | 'sendTestMail'>;
  /** Opens the first run, which may retire the sample. */
  openFirstRun(retireSample: () => Promise<void>): FirstRun;
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

export interface CommunityPlaneDependencies {
  readonly config: Config;
  readonly log: Log;
  readonly tracing?: Tracing | undefined;
  readonly objects: Objects;
  readonly ownAddress: OwnAddress;
  /** Looks an entity up in the current release of its server. */
  readonly describeEntity: DescribeEntity;
  /** Finds a narrow version of a picture of a release. */
  readonly findThumbnail: FindThumbnail;
  /** Whether the object store answers. */
  readonly isObjectsReachable: () => boolean;
  /** Whether this process runs jobs. */
  readonly work: boolean;
}

const SETTLE_LOOK_MS = 10;
/** How long a page of the administration waits for all checks. */
const DIAGNOSE_MS = 4_000;

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
export function openCommunityPlane(dependencies: CommunityPlaneDependencies): CommunityPlane {
  const { config, log, objects, ownAddress, describeEntity, findThumbnail, isObjectsReachable, work } = dependencies;
  // First, so that an unusable file fails the start before any engine runs.
  const rules = readModerationRules(config);
  const texts = readInstanceTexts(config);
  const database = openDatabase(config, log);
  const stamps = new DatabaseStamps(database);
  const origins = createOriginRule(ownAddress, config.trustedOrigins);
  const shared = openShared(config, log);
  const ownLimiter = createLimiter(config.limits);
  const limiter = shared === undefined ? ownLimiter : createSharedLimiter(ownLimiter, shared);
  const reads = new AnonymousReads(config.limits);
  const enqueue: Jobs['enqueue'] = (...promised) => jobs.enqueue(...promised);
  const instance = openInstance({ config, texts, database, log });
  const webhooks = openWebhooks({
    config,
    database,
    objects,
    enqueue,
    log,
    publicUrl: ownAddress.public,
    listAdministrators: ACCOUNT_READS.listAdministrators,
    sendNotice: (...told) => accounts.sendWebhookNotice(...told),
  });
  const moderation = openModeration({
    config,
    rules,
    database,
    objects,
    people: ACCOUNT_READS.people,
    contexts: COMMUNITY_READS.contexts,
    enqueue,
    log,
    sendDecision: (...told) => accounts.sendDecision(...told),
    publicUrl: ownAddress.public,
    onAppealed: (tx, { id: appealId, caseId, restrictionId }) =>
      webhooks.tell(tx, { type: 'appeal.created', data: { appealId, caseId, restrictionId } }),
  });
  const { cases } = moderation;
  const engines = { config, database, stamps, objects, limiter, shared, ownAddress, cases, enqueue, log };
  const accounts = openAccounts({ ...engines, instance, invites: openInvites(database) });
  const { readActor, readKnownActor, identityKey, chooseLocale } = accounts;
  const community = openCommunity({
    config,
    log,
    database,
    stamps,
    shared,
    reads,
    cases,
    readActor,
    identityKey,
    describeEntity,
    ownAddress,
    chooseLocale,
    findThumbnail,
    siteName: () => instance.current.name,
    onPublished: (tx, { postId, ...post }) => {
      const url = `${ownAddress.public()}/community/posts/${postId}`;
      return webhooks.tell(tx, { type: 'post.created', data: { postId, ...post, url } });
    },
    onReported: (tx, data) => webhooks.tell(tx, { type: 'report.created', data }),
  });
  const { mayReadThroughPost } = community;
  const uploads = openUploads({ config, database, objects, cases, enqueue, mayReadThroughPost, log });
  const publications = openPublications({
    config,
    database,
    objects,
    enqueue,
    log,
    program: fileURLToPath(new URL('./publication-process.ts', import.meta.url)),
  });
  for (const follower of [community, moderation, uploads, publications]) accounts.follow(follower);
  const features = [accounts, moderation, uploads, community, webhooks, publications];
  const boundJobs: readonly BoundJob[] = features.flatMap((feature) => feature.jobs);
  const jobs = openJobs(database, boundJobs, work, log, dependencies.tracing);
  // After the jobs, which it uses.
  if (work) {
    database.onReady(uploads.recover);
    void warnUnconfined(log);
    warnHidden({ config, texts, database, log });
  }
  const administration = openAdministration({
    config,
    database,
    objects,
    jobs,
    people: ACCOUNT_READS.people,
    findConcerning: moderation.findConcerning,
    accounts: accounts.administration,
    version: readSoftwareVersion(),
    diagnose: () => checkAll(config, openObjects, DIAGNOSE_MS),
    engines: () => [
      { name: 'objects', isAvailable: isObjectsReachable() },
      { name: 'database', isAvailable: database.state === 'ready' },
      { name: 'jobs', isAvailable: jobs.state === 'ready' },
    ],
  });
  const guard = createGuard({ origins, readActor, readKnownActor });
  return {
    routes: [...features.flatMap((feature) => feature.routes), ...administration],
    gates: { guard, limiter, reads, requirements: accounts.requirements },
    origins,
    sitemapPosts: community.sitemapPosts,
    pages: {
      appeals: moderation.appealLinks,
      chooseLocale,
      identify: guard.identify,
      readViewer: accounts.readViewer,
      keepLocale: accounts.keepLocale,
      acts: accounts.acts,
      readDatabaseStamp: (context) => stamps.readFor(context).catch(() => undefined),
      entry: accounts.entry,
      writing: {
        ...community.writing,
        fileRules: uploads.rules,
        readRestrictions: ({ accountId }) => moderation.readRestrictions(accountId),
      },
    },
    noticeReleases: (versions) => {
      if (work) webhooks.noticeReleases(versions);
    },
    clientAddress: (request, peer) =>
      clientAddressOf(peer, request.headers.get('x-forwarded-for'), config.trustedProxies),
    instance,
    openFirstRun: (retireSample) =>
      openInstanceSetup({
        config,
        database,
        store: instance,
        log,
        retireSample,
        hashPassword: accounts.hashPassword,
      }),
    administration: { database, texts, sendTestMail: accounts.sendTestMail },
    checks: () => ({ database: database.state === 'ready', jobs: jobs.state === 'ready' }),
    settle: async (timeoutMs) => {
      const end = performance.now() + timeoutMs;
      const isWaiting = (): boolean => jobs.state === 'starting' && database.problem === undefined;
      while (isWaiting() && performance.now() < end) await Bun.sleep(SETTLE_LOOK_MS);
    },
    measure: (processLabel) =>
      measureEngines({ database, jobs, shared, dataDirectory: config.dataDirectory }, processLabel),
    drain: () => community.drain(),
    close: async () => {
      await community.close();
      await accounts.close();
      uploads.close();
      webhooks.close();
      publications.close();
      await instance.close();
      await jobs.stop();
      await database.close();
      shared?.close();
    },
  };
}

/** The counters of all processes, where there are any. */
function openShared(config: Config, log: Log): SharedCounters | undefined {
  const { limits, limitsUrl: url } = config;
  if (!limits || url === undefined) return undefined;
  return openSharedCounters({ url, key: deriveKey(readAuthSecret(config), 'shared counters'), log });
}
