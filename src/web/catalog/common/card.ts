// What the card of an entity shows on other sites.
import type { MediaFactReader } from '../../../features/pictures/facts.ts';
import type { Releases } from '../../../features/release/serve/releases.ts';
import type { CardContent } from '../../share/cards.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { nameOf, openCatalog, requirePresentation, summarize } from './reads.ts';

export interface EntityName {
  readonly server: string;
  readonly resource: string;
  readonly id: string;
}

/** The entity in the current release. */
export async function readEntityCard(
  page: PageContext,
  { server, resource, id }: EntityName,
  { releases, mediaFacts }: { readonly releases: Releases; readonly mediaFacts: Pick<MediaFactReader, 'open'> },
): Promise<CardContent> {
  const catalog = await openCatalog(page, server, undefined, mediaFacts);
  requirePresentation(catalog, resource);
  const asked = await page.ask('GET /api/v1/servers/{server}/{resource}/{id}', {
    params: { server, resource, id },
    query: { release: catalog.releaseId },
  });
  const { title, subtitle, picture, tint } = summarize(catalog, resource, id, requireAsked(asked));
  const release = releases.currentReleases().find((one) => one.server === server);
  const file = picture && (await release?.readFile(picture.releasePath));
  return {
    texts: {
      title: title.text,
      subtitle: subtitle?.text,
      tickets: [nameOf(catalog, resource)],
      colour: tint && `#${tint}`,
    },
    picture: file?.identity,
  };
}
