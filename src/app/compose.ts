// The one wiring file: checked configuration → opened engines → features → { fetch, start, close }.
import { catalogContract } from '../features/catalog/contract.ts';
import { catalogHandlers } from '../features/catalog/handlers.ts';
import { CatalogReader } from '../features/catalog/reader.ts';
import { filesContract } from '../features/files/contract.ts';
import { filesHandlers } from '../features/files/handlers.ts';
import { openLevelServer } from '../features/levels/level-server.ts';
import { createProviderCatalog } from '../features/levels/serve/provider-catalog.ts';
import { openProvider } from '../features/provider/provider.ts';
import { providerContract } from '../features/provider/serve/contract.ts';
import { providerHandlers } from '../features/provider/serve/handlers.ts';
import { ReleaseAnswers } from '../features/release/serve/answers.ts';
import { releaseContract } from '../features/release/serve/contract.ts';
import { releaseHandlers } from '../features/release/serve/handlers.ts';
import { Releases } from '../features/release/serve/releases.ts';
import { announceSeen } from '../features/release/serve/served.ts';
import { siteContract } from '../features/site/contract.ts';
import { siteHandlers } from '../features/site/handlers.ts';
import type { Phase } from '../features/site/health.ts';
import { type AnswerStyle, headerNames, levelCors, publicCors } from '../http/answer/headers.ts';
import { bindRoutes, createDispatcher, type Fetch } from '../http/dispatch/dispatch.ts';
import type { Observe } from '../http/dispatch/outcome.ts';
import { createOwnAddress } from '../http/gates/own-address.ts';
import { createOpenApi } from '../http/openapi/document.ts';
import type { Route } from '../http/routing/contract.ts';
import { type Config, prepareDataDirectory } from '../platform/config/config.ts';
import { VerifiedObjects } from '../platform/objects/verified.ts';
import type { Log } from '../platform/telemetry/log.ts';
import {
  createProcessMetrics,
  createRequestMetrics,
  type MetricFamily,
  presentCaches,
  type RequestMetrics,
} from '../platform/telemetry/metrics.ts';
import { openCommunityPlane } from './community-plane.ts';
import { openObjects } from './open-objects.ts';
import { createSiteFacts } from './site-facts.ts';
import { fallbackOf, listRoutes } from './surface.ts';

const MEDIA_MEMORY_BYTES = 64 * 1024 * 1024;
const SHARD_MEMORY_BYTES = 96 * 1024 * 1024;

export interface Livehouse {
  readonly fetch: Fetch;
  /** Begins to watch releases; ready afterwards. */
  start(): Promise<void>;
  /** Settles when the stateful plane is ready too, when it cannot be now, or after `timeoutMs`. */
  settle(timeoutMs: number): Promise<void>;
  /** Readiness says no and open streams end from now on; requests are still answered. */
  drain(): void;
  /** What it counts about itself; counting costs nothing where METRICS_PORT is unset, and then this is nearly empty. */
  measure(): Promise<readonly MetricFamily[]>;
  close(): Promise<void>;
}

export interface ComposeOptions {
  /** Told of every answer besides the log. */
  readonly watch?: Observe;
  /** Port of the listening socket where it differs from the configured one (0: any). */
  readonly port?: () => number;
  /** Whether this process runs jobs; default true. */
  readonly work?: boolean;
  /** Tells processes of one service apart in metrics; default `1`. */
  readonly processLabel?: string;
}

/** Opens engines and wires all features. Nothing listens yet. */
export function composeLivehouse(config: Config, log: Log, options: ComposeOptions = {}): Livehouse {
  const names = headerNames(config.headerPrefix);
  prepareDataDirectory(config);
  const objects = openObjects(config);
  const { work = true, port = () => config.port, watch, processLabel = '1' } = options;
  const metrics = config.metricsPort === undefined ? undefined : createRequestMetrics();
  const processMetrics = metrics && createProcessMetrics(processLabel);
  const ownAddress = createOwnAddress({ baseUrl: config.baseUrl, port });
  const community = openCommunityPlane({ config, log, objects, ownAddress, work });
  const style: AnswerStyle = {
    names,
    cors: publicCors(names),
    level: levelCors(names, config.levelVersion),
    trusts: community.origins.trusts,
  };
  const verified = new VerifiedObjects(objects, { memoryBytes: MEDIA_MEMORY_BYTES });
  const releases = new Releases(objects, verified, log);
  let seen: Disposable | undefined;
  const answers = new ReleaseAnswers(verified, style);
  const reader = new CatalogReader(verified, { shardBytes: SHARD_MEMORY_BYTES });
  const provider = openProvider(config, style, log);
  let phase: Phase = 'starting';

  const routes = [
    ...bindRoutes(releaseContract, releaseHandlers(releases, answers)),
    ...bindRoutes(catalogContract, catalogHandlers(releases, answers, reader)),
    ...bindRoutes(filesContract, filesHandlers({ releases, answers, objects, verified })),
    ...bindRoutes(providerContract, providerHandlers(provider)),
    ...openLevelServer({
      releases,
      objects,
      verified,
      provider: createProviderCatalog(provider),
      region: config.levelProviderRegion,
      source: ownAddress.linksFor,
      style,
      log,
    }),
    ...bindRoutes(
      siteContract,
      siteHandlers({
        describeReleases: createSiteFacts(releases, reader, verified),
        openapi: () => createOpenApi(listRoutes(), config.baseUrl, names),
        linksFor: ownAddress.linksFor,
        style,
        readiness: () => ({ phase, checks: { objects: releases.reachable, ...community.checks() } }),
      }),
    ),
    ...community.routes,
  ];

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
      seen = announceSeen(releases, config.dataDirectory, log);
      await releases.start();
      phase = 'serving';
    },
    settle: community.settle,
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
      releases.close();
      seen?.[Symbol.dispose]();
      verified.close();
      await community.close();
      await objects.close();
    },
  };
}

/** Counts every answer, then tells `next`. */
function countRequests(metrics: RequestMetrics, next: Observe): Observe {
  return (route, outcome, status, context) => {
    const seconds = context === undefined ? undefined : (performance.now() - context.startedAt) / 1000;
    metrics.count(route?.id ?? 'none', outcome, status, seconds);
    next(route, outcome, status, context);
  };
}

/** One line per request, but for the good answers of hot reads, which are only counted. */
function requestLog(log: Log): Observe {
  return (route, outcome, status, context) => {
    if (context === undefined || (route?.hot && status < 400)) return;
    const seconds = (performance.now() - context.startedAt) / 1000;
    log.info('request', {
      route: route?.id ?? 'none',
      method: context.method,
      // For people who look on; JSON logs are kept, and their lines name the route alone.
      ...(log.format === 'text' ? { path: shownPath(route, context.path) } : {}),
      status,
      outcome,
      milliseconds: Math.round(seconds * 1_000_000) / 1000,
      requestId: context.requestId,
    });
  };
}

/** A path without its query, and without the token that a mailed link carries. */
const shownPath = (route: Route | undefined, path: string): string =>
  route?.params?.token === undefined ? path : route.path;
