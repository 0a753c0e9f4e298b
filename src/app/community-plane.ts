// Wires the stateful plane: database, jobs, the guard with its limits, and the features that use them. It opens in the
// background: the release plane never waits for it, and its routes answer 503 until the database is ready.

import { fileURLToPath } from 'node:url';
import { ACCOUNT_READS, openAccounts } from '../features/accounts/open.ts';
import { bindAdministrationJobs, openAdministration } from '../features/administration/open.ts';
import { openBackups } from '../features/backups/open.ts';
import type { DescribeEntity } from '../features/community/common/subject.ts';
import { COMMUNITY_READS, type Community, openCommunity } from '../features/community/open.ts';
import type { FindThumbnail } from '../features/community/syndication/handlers.ts';
import { openIdempotency } from '../features/idempotency/open.ts';
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
import { MaintenanceWatch, openMaintenanceRoutes } from '../features/maintenance/open.ts';
import { openModeration, readModerationRules } from '../features/moderation/open.ts';
import { openPublications } from '../features/publications/open.ts';
import type { SearchDependencies } from '../features/search/open.ts';
import { bindUpdateJob, findUpdate } from '../features/updates/open.ts';
import { openUploads } from '../features/uploads/open.ts';
import { openWebhooks } from '../features/webhooks/open.ts';
import { createCreations } from '../http/dispatch/creations.ts';
import type { BoundRoute } from '../http/dispatch/dispatch.ts';
import type { Gates } from '../http/dispatch/gates.ts';
import { AnonymousReads } from '../http/gates/anonymous-reads.ts';
import { clientAddressOf } from '../http/gates/client-address.ts';
import type { RequestContext } from '../http/gates/context.ts';
import { createGuard } from '../http/gates/guard.ts';
import { createLimiter } from '../http/gates/limits.ts';
import { createOriginRule, type OriginRule } from '../http/gates/origin.ts';
import type { OwnAddress } from '../http/gates/own-address.ts';
import { createSharedLimiter } from '../http/gates/shared-limits.ts';
import { Refusal } from '../kernel/refusal.ts';
import { deriveKey, readAuthSecret } from '../platform/config/auth-secret.ts';
import { type Config, readSoftwareVersion } from '../platform/config/config.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
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
import { RECURRING_JOBS } from './recurring-jobs.ts';
import { measureEngines } from './telemetry/engine-metrics.ts';

export interface CommunityPlane {
  readonly routes: readonly BoundRoute[];
  readonly gates: Gates;
  readonly origins: OriginRule;
  /** What pages read of the caller. */
  readonly pages: Pick<
    WebDependencies,
    | 'appeals'
    | 'unsubscribe'
    | 'chooseLocale'
    | 'identify'
    | 'readViewer'
    | 'keepLocale'
    | 'writing'
    | 'acts'
    | 'readDatabaseStamp'
    | 'readMaintenance'
    | 'providerLabels'
    | 'entry'
  >;
  readonly sitemapPosts: Community['sitemapPosts'];
  /** Ids of the entities of a collection on a list of the caller's own. */
  readonly readListed: (
    context: RequestContext,
    list: string,
    collection: { readonly server: string; readonly resource: string },
  ) => Promise<readonly string[]>;
  /** What the search of the instance works with. */
  readonly search: Pick<SearchDependencies, 'community' | 'reads' | 'readActor'>;
  /** Takes note of the pointer versions of all servers. */
  noticeReleases(versions: ReadonlyMap<string, string>): void;
  readonly clientAddress: (request: Request, peer: string) => string;
  /** The settings of the instance. */
  readonly instance: InstanceStore;
  /** What the routes of administration work with. */
  readonly administration: Pick<InstanceRoutesDependencies, 'database' | 'texts' | 'sendTestMail' | 'readLastBackup'>;
  /** Opens the first run, which may retire the sample. */
  openFirstRun(retireSample: () => Promise<void>): FirstRun;
  /** Jobs that run by a schedule; those that settings switch off have none. */
  readonly recurring: readonly BoundJob[];
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
  /** An open database, which the plane closes; undefined: it opens the configured one, and applies pending migrations. */
  readonly database?: Database | undefined;
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
  const rulesFile = readModerationRules(config);
  const texts = readInstanceTexts(config);
  const database = dependencies.database ?? openDatabase(config, log);
  const maintenance = new MaintenanceWatch(objects, log);
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
    locale: () => instance.current.locale,
    listAdministrators: ACCOUNT_READS.listAdministrators,
    sendNotice: (...args) => accounts.sendWebhookNotice(...args),
  });
  const moderation = openModeration({
    config,
    rulesFile,
    database,
    objects,
    people: ACCOUNT_READS.people,
    contexts: COMMUNITY_READS.contexts,
    enqueue,
    log,
    sendDecision: (...args) => accounts.sendDecision(...args),
    publicUrl: ownAddress.public,
    onAppealed: async (tx, { id: appealId, caseId, restrictionId }) => {
      await webhooks.tell(tx, { type: 'appeal.created', data: { appealId, caseId, restrictionId } });
      await community.notifyStaff(tx, 'appeal', appealId);
    },
    onWaiting: async (tx, { id: caseId, kind, subjectId }) => {
      const url = `${ownAddress.public()}/moderation/cases/${caseId}`;
      await webhooks.tell(tx, { type: 'case.created', data: { caseId, kind, subjectId, url } });
      await community.notifyStaff(tx, 'case', caseId);
    },
  });
  const { cases } = moderation;
  const engines = { config, database, stamps, objects, limiter, shared, ownAddress, cases, enqueue, log };
  const accounts = openAccounts({
    ...engines,
    instance,
    invites: openInvites(database),
    onAccount: (tx, { what, uid }) =>
      webhooks.tell(tx, {
        type: `account.${what}`,
        data: { uid, url: `${ownAddress.public()}/moderation/people/${uid}` },
      }),
    onRegistration: (tx, accountId) => community.notifyStaff(tx, 'registration', accountId),
  });
  const { readActor, readKnownActor, identityKey, chooseLocale } = accounts;
  const idempotency = openIdempotency(database);
  const community: Community = openCommunity({
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
    onReported: async (tx, data) => {
      await webhooks.tell(tx, { type: 'report.created', data });
      await community.notifyStaff(tx, 'report', data.reportId);
    },
    onErased: async (tx, id) => {
      await webhooks.forget(tx, id);
      await idempotency.forget(tx, id);
    },
    enqueue,
    sendNotifications: accounts.sendNotifications,
    unsubscribeKey: deriveKey(readAuthSecret(config), 'unsubscribe'),
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
  const backups = openBackups({
    config,
    database,
    openObjects,
    jobs: { enqueue, countQueued: () => jobs.countQueued() },
    people: ACCOUNT_READS.people,
    log,
  });
  for (const follower of [community, moderation, uploads, webhooks, publications, idempotency])
    accounts.follow(follower);
  const features = [accounts, moderation, uploads, community, webhooks, publications, backups];
  const boundJobs: readonly BoundJob[] = [
    ...[...features, idempotency].flatMap((feature) => feature.jobs),
    ...bindAdministrationJobs(objects),
    bindUpdateJob({ config, objects, log }),
  ];
  const jobs = openJobs(database, boundJobs, work, log, { tracing: dependencies.tracing, pause: maintenance });
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
    enqueue,
    jobs,
    people: ACCOUNT_READS.people,
    findConcerning: moderation.findConcerning,
    accounts: accounts.administration,
    version: readSoftwareVersion(),
    findUpdate: () => findUpdate({ config, objects }),
    diagnose: () => checkAll(config, openObjects, DIAGNOSE_MS),
    engines: () => [
      { name: 'objects', isAvailable: isObjectsReachable() },
      { name: 'database', isAvailable: database.state === 'ready' },
      { name: 'jobs', isAvailable: jobs.state === 'ready' },
    ],
  });
  const creations = createCreations(idempotency.store, ownAddress.basePath);
  const guard = createGuard({ origins, readActor, readKnownActor });
  return {
    readListed: async (context, list, collection) => {
      const actor = guard.isForeignPage(context) ? undefined : await guard.identify(context);
      if (actor === undefined) throw new Refusal('authentication_required');
      return community.readListedIds(actor, list, collection);
    },
    routes: [
      ...features.flatMap((feature) => feature.routes),
      ...administration,
      ...openMaintenanceRoutes({ objects, database, watch: maintenance }),
    ],
    gates: {
      guard,
      limiter,
      reads,
      creations,
      requirements: accounts.requirements,
      requireNoMaintenance: maintenance.requireOff,
    },
    origins,
    sitemapPosts: community.sitemapPosts,
    search: { community: community.search, reads, readActor },
    pages: {
      appeals: moderation.appealLinks,
      unsubscribe: community.unsubscribe,
      chooseLocale,
      identify: guard.identify,
      readViewer: accounts.readViewer,
      keepLocale: accounts.keepLocale,
      acts: accounts.acts,
      providerLabels: accounts.entry.providerLabels,
      readMaintenance: () => maintenance.current,
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
    administration: { database, texts, sendTestMail: accounts.sendTestMail, readLastBackup: backups.readLast },
    recurring: boundJobs.filter(({ kind }) => RECURRING_JOBS.some((job) => job.kind === kind)),
    checks: () => ({ database: database.state === 'ready', jobs: jobs.state === 'ready' }),
    settle: async (timeoutMs) => {
      const end = performance.now() + timeoutMs;
      const isWaiting = (): boolean => jobs.state === 'starting' && database.problem === undefined;
      while (isWaiting() && performance.now() < end) await Bun.sleep(SETTLE_LOOK_MS);
    },
    measure: (processLabel) =>
      measureEngines(
        { database, jobs, shared, dataDirectory: config.dataDirectory, measureMore: backups.measure },
        processLabel,
      ),
    drain: () => community.drain(),
    close: async () => {
      maintenance.close();
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
