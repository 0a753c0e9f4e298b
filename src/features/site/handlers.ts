// Documents about the service: thin answers over what the other files of this folder make. Reads no release itself; the
// composition hands in what it needs.

import { type AnswerStyle, CACHE_CONTROL, UNFRAMED } from '../../http/answer/headers.ts';
import { answerContent, type Content } from '../../http/content/bytes.ts';
import { prepareContent } from '../../http/content/prepared.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import { json } from '../../http/routing/answer.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { apiCatalogLink, LINKSET_TYPE, writeApiCatalog, writeLlms } from './catalogs.ts';
import type { siteContract } from './contract.ts';
import { presentReadiness, type Readiness } from './health.ts';
import type { InterfaceDescription } from './interface-description.ts';
import { listSections } from './sections.ts';

export interface SiteDependencies {
  /** Name of the instance. */
  readonly siteName: () => string;
  readonly description: InterfaceDescription;
  /** Servers that have a release. */
  readonly listServers: () => readonly { readonly id: string; readonly displayName: string }[];
  readonly linksFor: (request: Request) => string;
  readonly readiness: () => Readiness;
  readonly style: AnswerStyle;
}

/** Documents by name and address: an instance without a configured address has one for each local name. */
const DOCUMENTS_KEPT = 32;

export function siteHandlers(dependencies: SiteDependencies): Handlers<typeof siteContract> {
  const { style, description, linksFor } = dependencies;
  const kept = new BoundedCache<string, { readonly variant: string; readonly content: Promise<Content> }>(
    DOCUMENTS_KEPT,
  );

  const template = (mediaType: string, more: Readonly<Record<string, string>> = {}): Headers =>
    new Headers({
      'Content-Type': mediaType,
      'Cache-Control': CACHE_CONTROL.current,
      ...UNFRAMED,
      ...style.cors.expose,
      ...more,
    });

  /** Answers with a document that is created and compressed once, at its first request, and anew when the description changes. */
  async function answerCached(
    context: RequestContext,
    name: string,
    make: () => Promise<string>,
    headers: () => Headers,
  ): Promise<Response> {
    const variant = description.stamp();
    const standing = kept.read(name);
    if (standing?.variant === variant) return answerContent(context, await standing.content);
    const content = make().then((text) => prepareContent(new TextEncoder().encode(text), headers()));
    kept.store(name, { variant, content }, 1);
    content.catch(() => kept.drop(name));
    return answerContent(context, await content);
  }

  return {
    openapiRead: ({ context, query }) => {
      const profile = query.profile ?? 'full';
      return answerCached(
        context,
        `openapi ${profile}`,
        async () => JSON.stringify(await description.read(context, profile)),
        () => template('application/json'),
      );
    },
    apiCatalogRead: ({ context }) => {
      const address = linksFor(context.request);
      return answerCached(
        context,
        `catalog ${address}`,
        async () => JSON.stringify(writeApiCatalog(address)),
        () => template(LINKSET_TYPE, { Link: apiCatalogLink(style.basePath()) }),
      );
    },
    llmsRead: ({ context }) => {
      const address = linksFor(context.request);
      return answerCached(
        context,
        `llms ${address}`,
        async () =>
          writeLlms({
            address,
            name: dependencies.siteName(),
            servers: dependencies.listServers(),
            sections: listSections(await description.read(context, 'client')),
          }),
        () => template('text/plain; charset=utf-8', { Link: apiCatalogLink(style.basePath()) }),
      );
    },
    healthRead: () => json({ status: 'ok' }),
    readinessRead: ({ query }) => presentReadiness(dependencies.readiness(), query.plane),
  };
}
