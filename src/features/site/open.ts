// Opens the site: reference, interface description, health.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import { siteContract } from './contract.ts';
import { type SiteOptions, siteHandlers } from './handlers.ts';
import { type PublishedParts, readPublishedExamples } from './published-examples.ts';

export interface SiteParts extends Omit<SiteOptions, 'readExamples'> {
  readonly published: PublishedParts;
}

export const openSite = ({ published, ...options }: SiteParts): readonly BoundRoute[] =>
  bindRoutes(
    siteContract,
    siteHandlers({ ...options, readExamples: (context) => readPublishedExamples(published, context) }),
  );
