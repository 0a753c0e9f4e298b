// Opens the releases feature: watches the pointers in storage, keeps the current releases open, and serves their
// routes.
import type { AnswerStyle } from '../../http/answer/headers.ts';
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { ReadClientKey } from '../../http/gates/client-key.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { VerifiedObjects } from '../../platform/objects/verified.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { ComparisonPlaces } from './history/comparison-places.ts';
import { createComparisons, type ReadResources } from './history/comparisons.ts';
import { historyContract } from './history/contract.ts';
import { EntityChanges } from './history/entity-changes.ts';
import { createEntityDocuments, type LocateEntity } from './history/entity-documents.ts';
import type { ReadFieldTypes } from './history/field-types.ts';
import { historyHandlers } from './history/handlers.ts';
import { createPromotionViews } from './history/promotion-views.ts';
import { createStoredReleases } from './history/stored-releases.ts';
import { createReleaseAnswers, type ReleaseAnswers } from './serve/answers.ts';
import { registryContract } from './serve/contract.ts';
import { releaseHandlers } from './serve/handlers.ts';
import { createReleases, type Releases } from './serve/releases.ts';
import { announceSeen } from './serve/served.ts';
import { retireServer } from './store/promote.ts';

export interface ReleasesFeature {
  readonly releases: Releases;
  /** Responses with content of a release. */
  readonly answers: ReleaseAnswers;
  readonly routes: readonly BoundRoute[];
  /** Removes a server from the registry. Its releases stay stored. */
  retire(server: string): Promise<void>;
  /** Opens the current releases and starts watching. */
  start(): Promise<void>;
  close(): void;
}

export interface ReleasesDependencies {
  readonly objects: Objects;
  readonly verified: VerifiedObjects;
  readonly style: AnswerStyle;
  readonly dataDirectory: string;
  readonly log: Log;
}

/** Opens the feature. Reads nothing before `start`. */
export function openReleases({ objects, verified, style, dataDirectory, log }: ReleasesDependencies): ReleasesFeature {
  const releases = createReleases(objects, verified, log);
  const answers = createReleaseAnswers(verified, style);
  let seen: Disposable | undefined;
  return {
    releases,
    answers,
    routes: bindRoutes(registryContract, releaseHandlers(releases, answers, objects, verified)),
    start: () => {
      seen = announceSeen(releases, dataDirectory, log);
      return releases.start();
    },
    retire: async (server) => {
      await retireServer(objects, server);
    },
    close: () => {
      releases.close();
      seen?.[Symbol.dispose]();
    },
  };
}

export interface HistoryDependencies {
  readonly release: ReleasesFeature;
  readonly objects: Objects;
  readonly verified: VerifiedObjects;
  readonly readResources: ReadResources;
  readonly locateEntity: LocateEntity;
  readonly readFieldTypes: ReadFieldTypes;
  /** By which places for comparisons of entities are shared. */
  readonly clientKey: ReadClientKey;
  /** Release path of the declared presentation. */
  readonly presentationPath: string;
  /** Address for links in the answer to a request. */
  readonly linksFor: (request: Request) => string;
  /** Public address. */
  readonly publicUrl: () => string;
}

/** Pairs that wait, and how long a caller waits for one: a large pair takes some seconds. */
const COMPARISON_LIMITS = { waiting: 16, waitMs: 10_000 } as const;

/** Opens history, changes and feed on top of the releases. */
export function openHistory(dependencies: HistoryDependencies) {
  const { objects, verified, readResources, presentationPath, linksFor, publicUrl, readFieldTypes } = dependencies;
  const { releases, answers } = dependencies.release;
  const comparisons = createComparisons(readResources, verified, COMPARISON_LIMITS, presentationPath);
  const views = createPromotionViews(objects, releases);
  const kept = createStoredReleases(objects, releases, verified, readResources);
  const entityChanges = new EntityChanges(verified);
  const handlers = historyHandlers({
    releases,
    answers,
    views,
    stored: kept,
    comparisons,
    documents: createEntityDocuments(releases, dependencies.locateEntity),
    entityChanges,
    places: new ComparisonPlaces(dependencies.clientKey),
    readFieldTypes,
    linksFor,
    publicUrl,
  });
  return {
    routes: bindRoutes(historyContract, handlers),
    close: () => {
      comparisons.close();
      entityChanges.close();
    },
  };
}
