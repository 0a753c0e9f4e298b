// The wiring of the service: validated configuration → opened engines → features → { fetch, start, close }.
import { openCatalog } from '../features/catalog/open.ts';
import { openFiles } from '../features/files/open.ts';
import { openInstanceRoutes } from '../features/instance/open.ts';
import type { FirstRunState } from '../features/instance/setup/first-run.ts';
import { openLevels } from '../features/levels/open.ts';
import { openPictures } from '../features/pictures/open.ts';
import { openPresentation } from '../features/presentation/open.ts';
import { openProviderFeature } from '../features/provider/open.ts';
import { openQueries } from '../features/query/open.ts';
import { openHistory, openReleases } from '../features/release/open.ts';
import { openSearch } from '../features/search/open.ts';
import type { Phase } from '../features/site/health.ts';
import { openSite } from '../features/site/open.ts';
import { type AnswerStyle, headerNames, levelCors, publicCors } from '../http/answer/headers.ts';
import { createDispatcher, type Fetch } from '../http/dispatch/dispatch.ts';
import { createInsideCalls } from '../http/dispatch/inside-calls.ts';
import type { Observe } from '../http/dispatch/outcome.ts';
import { createClientKey } from '../http/gates/client-key.ts';
import { createOwnAddress } from '../http/gates/own-address.ts';
import { watchSharedAddress } from '../http/gates/shared-address.ts';
import { type Config, hasProxies, prepareDataDirectory, readSoftwareVersion } from '../platform/config/config.ts';
import { isDiskFull } from '../platform/files/free-space.ts';
import { VerifiedObjects } from '../platform/objects/verified.ts';
import type { Log } from '../platform/telemetry/log.ts';
import {
  createProcessMetrics,
  createRequestMetrics,
  type MetricFamily,
  presentCaches,
} from '../platform/telemetry/metrics.ts';
import { openTracing } from '../platform/telemetry/tracing.ts';
import { openWeb, type Web } from '../web/open.ts';
import { openCommunityPlane } from './community-plane.ts';
import { describeInterface, EXAMPLES } from './interface-document.ts';
import { cacheOpener, openObjects } from './open-objects.ts';
import { openQueryFile } from './query-files.ts';
import { createEntityLocator, createResourceReader, PRESENTATION_PATH } from './resource-documents.ts';
import { createSiteFacts, findSample, isSampleOnly, SAMPLE_SERVER } from './site-facts.ts';
import { fallbackOf } from './surface.ts';
import { recordRequests } from './telemetry/request-log.ts';
import { createBegin } from './telemetry/request-traces.ts';

const MEDIA_MEMORY_BYTES = 64 * 1024 * 1024;

export interface Livehouse {
  readonly fetch: Fetch;
  /** Opens the current releases and starts watching them. */
  start(): Promise<void>;
  /** Builds the files of the pages, if no process has yet. Without it the first page waits for them. */
  preparePages(): Promise<void>;
  /** Whether this instance has no administrator yet, once the database is ready. */
  readonly firstRun: Promise<FirstRunState>;
  /** Resolves when the stateful plane is ready, when it cannot become ready now, or after `timeoutMs`. */
  settle(timeoutMs: number): Promise<void>;
  /**
   * From now on open streams end, and readiness is negative unless another process has taken over: then whoever asks for
   * it on the shared port asks for the service, which is ready. Requests are still served.
   */
  drain(isReplaced: boolean): void;
  /** Metrics of this process. Without METRICS_PORT requests are not counted, and the result is nearly empty. */
  measure(): Promise<readonly MetricFamily[]>;
  close(): Promise<void>;
}

export interface ComposeOptions {
  /** Observes every response, in addition to the log. */
  readonly watch?: Observe;
  /** Port of the listening socket if it differs from the configured one (0: any). */
  readonly port?: () => number;
  /** Whether this process runs jobs; default true. */
  readonly work?: boolean;
  /** Distinguishes the processes of one service in metrics; default `1`. */
  readonly processLabel?: string;
}

/** Opens engines and wires all features. Does not listen yet. */
export function composeLivehouse(config: Config, log: Log, options: ComposeOptions = {}): Livehouse {
  const names = headerNames(config.headerPrefix);
  prepareDataDirectory(config);
  const objects = openObjects(config);
  const { work = true, port = () => config.port, watch, processLabel = '1' } = options;
  const metrics = config.metricsPort === undefined ? undefined : createRequestMetrics();
  const processMetrics = metrics && createProcessMetrics(processLabel);
  const tracing = config.tracing && openTracing(config.tracing, readSoftwareVersion(), log);
  const ownAddress = createOwnAddress({ baseUrl: config.baseUrl, port });
  const community = openCommunityPlane({
    config,
    log,
    tracing,
    objects,
    ownAddress,
    work,
    describeEntity: (...asked) => presentation.describeEntity(...asked),
    findThumbnail: (...asked) => pictures.findThumbnail(...asked),
    isObjectsReachable: () => releases.reachable,
  });
  const { instance } = community;
  const siteName = (): string => instance.current.name;
  // Opened last, because pages read what all features have.
  let web: Web | undefined;
  const style: AnswerStyle = {
    names,
    cors: publicCors(names),
    level: levelCors(names, config.levelVersion),
    origins: community.origins,
    basePath: ownAddress.basePath,
    presentRefusal: async (...refused) => {
      if (web === undefined) throw new Error('the pages are not open');
      return web.presentRefusal(...refused);
    },
  };
  const verified = new VerifiedObjects(objects, { memoryBytes: MEDIA_MEMORY_BYTES });
  const release = openReleases({ objects, verified, style, dataDirectory: config.dataDirectory, log });
  const { releases, answers } = release;
  releases.onLooked((versions) => community.noticeReleases(versions));
  const catalog = openCatalog(releases, answers, verified, (...collection) => queries.readOrder(...collection));
  const clientKey = createClientKey(community.gates.guard);
  const history = openHistory({
    release,
    objects,
    verified,
    readResources: createResourceReader(catalog.reader),
    locateEntity: createEntityLocator(catalog.reader),
    readFieldTypes: (...asked) => queries.readFieldTypes(...asked),
    clientKey,
    presentationPath: PRESENTATION_PATH,
    linksFor: ownAddress.linksFor,
    publicUrl: ownAddress.public,
  });
  const presentation = openPresentation(releases, answers, catalog.reader, verified);
  const { cacheDirectory } = config;
  const openCache = cacheOpener(config);
  const queries = openQueries({
    objects,
    verified,
    releases,
    answers,
    reader: catalog.reader,
    log,
    cacheDirectory,
    openCache,
    openMaker: openQueryFile,
    clientKey,
    readMeanings: presentation.readMeanings,
    readShown: presentation.readShown,
    readListed: community.readListed,
  });
  const search = openSearch({
    releases,
    reader: catalog.reader,
    verified,
    readShown: presentation.readShown,
    describeEntity: presentation.describeEntity,
    searchCatalog: queries.searchCatalog,
    ...community.search,
    log,
  });
  const files = openFiles({ releases, answers, objects, verified });
  const pictures = openPictures({
    releases,
    answers,
    objects,
    verified,
    log,
    openCache,
    basePath: style.basePath,
  });
  const provider = openProviderFeature(config, style, log);
  const levels = openLevels({
    releases,
    answers,
    objects,
    verified,
    provider: provider.provider,
    region: config.levelProviderRegion,
    source: ownAddress.linksFor,
    siteName,
    style,
    log,
  });
  let phase: Phase = 'starting';
  const readReleaseStamp = (): string =>
    releases
      .currentReleases()
      .map(({ server, releaseId }) => `${server} ${releaseId}`)
      .join();
  const site = openSite({
    siteName,
    openapi: (title, profile, examples) => {
      return describeInterface({ baseUrl: config.baseUrl, names, title, profile, examples });
    },
    readReleaseStamp,
    listServers: () => {
      const current = new Set(releases.currentReleases().map(({ server }) => server));
      return releases.listing.filter(({ id }) => current.has(id));
    },
    linksFor: ownAddress.linksFor,
    published: { callInside: (...call) => callInside(...call), examples: EXAMPLES, sample: SAMPLE_SERVER },
    style,
    readiness: () => ({
      phase,
      checks: { objects: releases.reachable, ...community.checks() },
      isDiskFull: isDiskFull(config.dataDirectory),
    }),
  });
  const instanceRoutes = openInstanceRoutes({
    config,
    store: instance,
    style,
    ...community.administration,
    linksFor: ownAddress.linksFor,
    version: readSoftwareVersion(),
    isDemo: () => isSampleOnly(releases),
  });
  const firstRun = community.openFirstRun(async () => {
    const sample = findSample(releases);
    if (sample !== undefined) await release.retire(sample);
  });
  const featureRoutes = [
    ...release.routes,
    ...history.routes,
    ...catalog.routes,
    ...presentation.routes,
    ...queries.routes,
    ...files.routes,
    ...pictures.routes,
    ...provider.routes,
    ...levels.routes,
    ...instanceRoutes,
    ...site.routes,
    ...community.routes,
    ...(config.search ? search.routes : []),
  ];
  const callInside = createInsideCalls(featureRoutes, community.gates, log);
  web = openWeb({
    hasLists: config.lists,
    ownAddress,
    cacheDirectory,
    ...community.pages,
    firstRun,
    findSample: () => findSample(releases),
    callInside,
    describeReleases: createSiteFacts(releases, catalog.reader, verified),
    readInstance: () => instance.current,
    isSearchOn: config.search,
    readReleaseStamp,
    interfaceDescription: site.description,
    mediaFacts: pictures.facts,
    cards: pictures.cards,
    sitemap: { releases, reader: catalog.reader, posts: community.sitemapPosts },
    files: files.trees,
    songs: levels.pages,
    provider: provider.pages,
  });
  const { routes: pages, prepare } = web;
  const routes = [...featureRoutes, ...pages];

  const observe = recordRequests({ log, metrics, tracing, watch });
  const begin =
    tracing === undefined && config.slowStatementMs === undefined ? undefined : createBegin(config, tracing);
  const noteAddress = hasProxies(config) ? undefined : watchSharedAddress(config.dataDirectory);
  const fetch = createDispatcher({
    routes,
    begin,
    fallback: fallbackOf,
    style,
    log,
    observe,
    gates: community.gates,
    bodySeconds: config.bodySeconds,
    clientAddress: (request, peer) => {
      const address = community.clientAddress(request, peer);
      noteAddress?.(address);
      return address;
    },
  });
  return {
    fetch,
    start: async () => {
      await release.start();
      phase = 'serving';
    },
    settle: community.settle,
    preparePages: prepare,
    firstRun: firstRun.begun,
    drain: (isReplaced) => {
      if (!isReplaced) phase = 'draining';
      community.drain();
    },
    measure: async () => [
      ...(metrics?.measure() ?? []),
      ...(processMetrics?.measure() ?? []),
      presentCaches({ ...verified.counts, ...(objects.copies && { copies: objects.copies }) }),
      ...(await community.measure(processLabel)),
    ],
    close: async () => {
      provider.close();
      levels.close();
      presentation.close();
      history.close();
      search.close();
      release.close();
      await queries.close();
      verified.close();
      await community.close();
      await objects.close();
      await tracing?.close();
    },
  };
}
