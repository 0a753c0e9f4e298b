// The wiring of the service: validated configuration → opened engines → features → { fetch, start, close }.
import { openCatalog } from '../features/catalog/open.ts';
import { openFiles } from '../features/files/open.ts';
import { FileTrees } from '../features/files/trees.ts';
import { openInstanceRoutes } from '../features/instance/open.ts';
import { openLevels } from '../features/levels/open.ts';
import { openPictures } from '../features/pictures/open.ts';
import { openPresentation } from '../features/presentation/open.ts';
import { KEPT_LONGEST } from '../features/provider/mirror/kept-spaces.ts';
import { openProviderFeature } from '../features/provider/open.ts';
import { openQueries } from '../features/query/open.ts';
import { openHistory, openReleases } from '../features/release/open.ts';
import type { Phase } from '../features/site/health.ts';
import { openSite } from '../features/site/open.ts';
import { type AnswerStyle, headerNames, levelCors, publicCors } from '../http/answer/headers.ts';
import { createDispatcher, type Fetch } from '../http/dispatch/dispatch.ts';
import { createInsideCalls } from '../http/dispatch/inside-calls.ts';
import type { Observe } from '../http/dispatch/outcome.ts';
import { createOwnAddress } from '../http/gates/own-address.ts';
import { createOpenApi } from '../http/openapi/document.ts';
import type { Route } from '../http/routing/contract.ts';
import { type Config, prepareDataDirectory, readSoftwareVersion } from '../platform/config/config.ts';
import { openCacheFolder } from '../platform/objects/cache/folder.ts';
import { VerifiedObjects } from '../platform/objects/verified.ts';
import type { Log } from '../platform/telemetry/log.ts';
import {
  createProcessMetrics,
  createRequestMetrics,
  type MetricFamily,
  presentCaches,
  type RequestMetrics,
} from '../platform/telemetry/metrics.ts';
import { openWeb, type Web } from '../web/open.ts';
import { openCommunityPlane } from './community-plane.ts';
import { openObjects } from './open-objects.ts';
import { openQueryFile } from './query-files.ts';
import { createResourceReader } from './resource-documents.ts';
import { createSiteFacts, isSampleOnly } from './site-facts.ts';
import { fallbackOf, listRoutes } from './surface.ts';

const MEDIA_MEMORY_BYTES = 64 * 1024 * 1024;

export interface Livehouse {
  readonly fetch: Fetch;
  /** Opens the current releases and starts watching them. */
  start(): Promise<void>;
  /** Builds the files of the pages, if no process has yet. Without it the first page waits for them. */
  preparePages(): Promise<void>;
  /** Resolves when the stateful plane is ready, when it cannot become ready now, or after `timeoutMs`. */
  settle(timeoutMs: number): Promise<void>;
  /** From now on readiness is negative and open streams end. Requests are still served. */
  drain(): void;
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
  const ownAddress = createOwnAddress({ baseUrl: config.baseUrl, port });
  const community = openCommunityPlane({
    ...{ config, log, objects, ownAddress, work },
    describeEntity: (name) => presentation.describeEntity(name),
  });
  const { instance } = community;
  const siteName = (): string => instance.current.name;
  // Opened below, with what it reads.
  let web: Web | undefined;
  const style: AnswerStyle = {
    names,
    cors: publicCors(names),
    level: levelCors(names, config.levelVersion),
    origins: community.origins,
    presentRefusal: async (...refused) => {
      if (web === undefined) throw new Error('the pages are not open');
      return web.presentRefusal(...refused);
    },
  };
  const verified = new VerifiedObjects(objects, { memoryBytes: MEDIA_MEMORY_BYTES });
  const release = openReleases({ objects, verified, style, dataDirectory: config.dataDirectory, log });
  const { releases, answers } = release;
  const catalog = openCatalog({ releases, answers, verified });
  const history = openHistory({
    ...{ release, objects, verified, readResources: createResourceReader(catalog.reader) },
    linksFor: ownAddress.linksFor,
    publicUrl: ownAddress.public,
  });
  const presentation = openPresentation({ releases, answers, reader: catalog.reader, verified });
  const { cacheDirectory, cacheBytes } = config;
  const openCache = () => openCacheFolder({ root: cacheDirectory, maxBytes: cacheBytes, keptLongest: KEPT_LONGEST });
  const queries = openQueries({
    ...{ objects, verified, releases, answers, reader: catalog.reader, log, cacheDirectory, openCache },
    openMaker: openQueryFile,
  });
  const files = openFiles({ releases, answers, objects, verified });
  const pictures = openPictures({
    ...{ releases, answers, objects, verified, log, openCache },
    basePath: () => new URL(ownAddress.public()).pathname.replace(/\/$/, ''),
  });
  const provider = openProviderFeature({ config, style, log });
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
  const site = openSite({
    siteName,
    openapi: (title) => createOpenApi(listRoutes(), config.baseUrl, names, title),
    style,
    readiness: () => ({ phase, checks: { objects: releases.reachable, ...community.checks() } }),
  });
  const instanceRoutes = openInstanceRoutes({
    ...{ store: instance, style },
    version: readSoftwareVersion(),
    isDemo: () => isSampleOnly(releases),
  });
  const featureRoutes = [
    ...release.routes,
    ...history.routes,
    ...catalog.routes,
    ...presentation.routes,
    ...queries.routes,
    ...files,
    ...pictures.routes,
    ...provider.routes,
    ...levels.routes,
    ...instanceRoutes,
    ...site,
    ...community.routes,
  ];
  web = openWeb({
    ownAddress,
    cacheDirectory,
    ...community.pages,
    callInside: createInsideCalls(featureRoutes, community.gates, log),
    describeReleases: createSiteFacts(releases, catalog.reader, verified),
    readInstance: () => instance.current,
    readReleaseStamp: () =>
      releases
        .currentReleases()
        .map(({ server, releaseId }) => `${server} ${releaseId}`)
        .join(),
    mediaFacts: pictures.facts,
    cards: pictures.cards,
    sitemap: { releases, reader: catalog.reader, posts: community.sitemapPosts },
    files: new FileTrees(releases, verified),
    songs: levels.pages,
    otherPages: ['/docs'],
  });
  const { routes: pages, prepare } = web;
  const routes = [...featureRoutes, ...pages];

  const record = metrics === undefined ? requestLog(log) : countRequests(metrics, requestLog(log));
  const observe: Observe =
    watch === undefined
      ? record
      : (...seen) => {
          record(...seen);
          watch(...seen);
        };
  const fetch = createDispatcher({
    routes,
    fallback: fallbackOf,
    style,
    log,
    observe,
    gates: community.gates,
    bodySeconds: config.bodySeconds,
    clientAddress: community.clientAddress,
  });
  return {
    fetch,
    start: async () => {
      await release.start();
      phase = 'serving';
    },
    settle: community.settle,
    preparePages: prepare,
    drain: () => {
      phase = 'draining';
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
      release.close();
      await queries.close();
      verified.close();
      await community.close();
      await objects.close();
    },
  };
}

/** Counts every response, then calls `next`. */
function countRequests(metrics: RequestMetrics, next: Observe): Observe {
  return (route, outcome, status, context) => {
    const seconds = context === undefined ? undefined : (performance.now() - context.startedAt) / 1000;
    metrics.count(route?.id ?? 'none', outcome, status, seconds);
    next(route, outcome, status, context);
  };
}

/** Logs one line per request, except successful hot reads, which are only counted. */
function requestLog(log: Log): Observe {
  return (route, outcome, status, context) => {
    if (context === undefined || (route?.hot && status < 400)) return;
    const seconds = (performance.now() - context.startedAt) / 1000;
    log.info('request', {
      route: route?.id ?? 'none',
      method: context.method,
      // Text logs are for people watching a terminal. JSON logs are stored, so they contain the route only.
      ...(log.format === 'text' ? { path: shownPath(route, context.path) } : {}),
      status,
      outcome,
      milliseconds: Math.round(seconds * 1_000_000) / 1000,
      requestId: context.requestId,
    });
  };
}

/** A path without its query, and without the token of a mailed link. */
const shownPath = (route: Route | undefined, path: string): string =>
  route?.params?.token === undefined ? path : route.path;
