// Opens the site: reference, interface description, health.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import { siteContract } from './contract.ts';
import { type SiteDependencies, siteHandlers } from './handlers.ts';
import { type PublishedDependencies, readPublishedExamples } from './published-examples.ts';

export interface SiteFeatureDependencies extends Omit<SiteDependencies, 'readExamples'> {
  readonly published: PublishedDependencies;
}

export const openSite = ({ published, ...options }: SiteFeatureDependencies): readonly BoundRoute[] =>
  bindRoutes(
    siteContract,
    siteHandlers({ ...options, readExamples: (context) => readPublishedExamples(published, context) }),
  );
