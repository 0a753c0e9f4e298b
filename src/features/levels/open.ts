// Opens the level server on top of the releases and the provider.

import type { AnswerStyle } from '../../http/answer/headers.ts';
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { VerifiedObjects } from '../../platform/objects/verified.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { Region } from '../provider/common/rules.ts';
import type { Provider } from '../provider/mirror/provider.ts';
import type { Releases } from '../release/serve/releases.ts';
import { levelServerContract, twinOf } from './serve/contract.ts';
import { ReleaseEditions } from './serve/edition.ts';
import { levelServerHandlers } from './serve/handlers.ts';
import { KeptFiles } from './serve/kept-files.ts';
import { Library } from './serve/library.ts';
import { Projections } from './serve/projections.ts';
import { createProviderCatalog } from './serve/provider-catalog.ts';
import { ProviderEditions } from './serve/provider-editions.ts';

export interface LevelsOptions {
  readonly releases: Releases;
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

/** Opens the level server and returns its routes, under both prefixes. */
export function openLevels(options: LevelsOptions): readonly BoundRoute[] {
  const { releases, objects, verified, provider, region, source, siteName, style, log } = options;
  const library = new Library();
  const handlers = levelServerHandlers({
    library,
    projections: new Projections(library, source, siteName),
    releases: new ReleaseEditions(releases, verified, library, log),
    provider: new ProviderEditions(createProviderCatalog(provider), region, library),
    kept: new KeptFiles(objects, releases),
    verified,
    style,
    log,
  });
  const routes = bindRoutes(levelServerContract, handlers);
  return [...routes, ...routes.map((bound) => ({ ...bound, route: twinOf(bound.route) }))];
}
