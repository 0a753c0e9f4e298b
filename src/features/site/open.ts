// Opens the site: reference, interface description, health.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import { siteContract } from './contract.ts';
import { type SiteOptions, siteHandlers } from './handlers.ts';

export const openSite = (options: SiteOptions): readonly BoundRoute[] =>
  bindRoutes(siteContract, siteHandlers(options));
