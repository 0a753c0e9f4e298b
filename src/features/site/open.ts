import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import { siteContract } from './contract.ts';
import { type SiteDependencies, siteHandlers } from './handlers.ts';
import {
  createInterfaceDescription,
  type DescriptionDependencies,
  type InterfaceDescription,
} from './interface-description.ts';
import { type PublishedDependencies, readPublishedExamples } from './published-examples.ts';

export interface SiteFeatureDependencies
  extends Omit<SiteDependencies, 'description'>,
    Omit<DescriptionDependencies, 'readExamples'> {
  readonly published: PublishedDependencies;
}

export interface Site {
  readonly routes: readonly BoundRoute[];
  readonly description: InterfaceDescription;
}

/** Opens the site. Describes nothing yet. */
export function openSite({ published, openapi, readReleaseStamp, ...options }: SiteFeatureDependencies): Site {
  const description = createInterfaceDescription({
    siteName: options.siteName,
    openapi,
    readReleaseStamp,
    readExamples: (context) => readPublishedExamples(published, context),
  });
  return { routes: bindRoutes(siteContract, siteHandlers({ ...options, description })), description };
}
