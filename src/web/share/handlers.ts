// Handlers for search engines.
import { answerContent, blobRepresentation, type Content } from '../../http/content/bytes.ts';
import type { OwnAddress } from '../../http/gates/own-address.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { shareContract } from './contract.ts';
import { listSitemapParts, readSitemapPart, type SitemapSources, writeSitemap, writeSitemapIndex } from './sitemap.ts';

export interface ShareParts {
  readonly ownAddress: OwnAddress;
  readonly sitemap: SitemapSources;
}

export function shareHandlers({ ownAddress, sitemap }: ShareParts): Handlers<typeof shareContract> {
  return {
    sitemapIndex: async ({ context }) =>
      answerContent(
        context,
        xmlContent(writeSitemapIndex(ownAddress.linksFor(context.request), await listSitemapParts(sitemap))),
      ),
    sitemapPart: async ({ context, params }) => {
      const paths = await readSitemapPart(sitemap, params.part);
      if (paths === undefined) throw new Refusal('not_found');
      return answerContent(context, xmlContent(writeSitemap(ownAddress.linksFor(context.request), paths)));
    },
  };
}

function xmlContent(text: string): Content {
  const headers = new Headers({
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'X-Content-Type-Options': 'nosniff',
  });
  return { identity: blobRepresentation(new Blob([text]), `"${sha256Hex(text)}"`), headers, ranges: false };
}
