import type { AnswerStyle } from '../../http/answer/headers.ts';
import { bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { VerifiedObjects } from '../../platform/objects/verified.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { Region } from '../provider/common/rules.ts';
import type { Provider } from '../provider/mirror/provider.ts';
import type { ReleaseAnswers } from '../release/serve/answers.ts';
import type { Releases } from '../release/serve/releases.ts';
import { createCharts } from './charts/charts.ts';
import { chartContract } from './charts/contract.ts';
import { chartHandlers } from './charts/handlers.ts';
import { createLevelPages } from './charts/song-levels.ts';
import { levelServerContract, twinOf } from './serve/contract.ts';
import { createReleaseEditions } from './serve/edition.ts';
import { levelServerHandlers } from './serve/handlers.ts';
import { createLevelsReader } from './serve/level-index.ts';
import { Library } from './serve/library.ts';
import { Projections } from './serve/projections.ts';
import { createProviderCatalog } from './serve/provider-catalog.ts';
import { createProviderEditions } from './serve/provider-editions.ts';
import { createStoredFiles } from './serve/stored-files.ts';

export interface LevelsDependencies {
  readonly releases: Releases;
  readonly answers: ReleaseAnswers;
  readonly objects: Objects;
  readonly verified: VerifiedObjects;
  readonly provider: Provider;
  /** Provider region whose songs are also listed. */
  readonly region: Region;
  /** Address of this server, without trailing slash, for links in the response to a request. */
  readonly source: (request: Request) => string;
  /** Name of the instance. */
  readonly siteName: () => string;
  readonly style: AnswerStyle;
  readonly log: Log;
}

/** Opens the level server, under both prefixes, and the charts. */
export function openLevels(dependencies: LevelsDependencies) {
  const { releases, answers, objects, verified, provider, region, source, siteName, style, log } = dependencies;
  const library = new Library();
  const readLevels = createLevelsReader(verified);
  const editions = createReleaseEditions(releases, readLevels, library, log);
  const providerCatalog = createProviderCatalog(provider);
  const charts = createCharts(readLevels, verified, providerCatalog);
  const handlers = levelServerHandlers({
    library,
    projections: new Projections(library, source, siteName),
    releases: editions,
    provider: createProviderEditions(providerCatalog, region, library),
    stored: createStoredFiles(objects, releases),
    verified,
    style,
    log,
  });
  const routes = bindRoutes(levelServerContract, handlers);
  return {
    routes: [
      ...routes,
      ...routes.map((bound) => ({ ...bound, route: twinOf(bound.route) })),
      ...bindRoutes(chartContract, chartHandlers(releases, answers, charts)),
    ],
    /** What pages show of songs. */
    pages: createLevelPages({ releases, readLevels, editions, charts, providerRegion: region }),
    close: () => charts.close(),
  };
}
