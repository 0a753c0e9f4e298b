// Handlers for search engines and other sites.
import type { CardMaker } from '../../features/pictures/cards.ts';
import type { MadeFile } from '../../features/pictures/making.ts';
import { SANDBOXED, UNFRAMED } from '../../http/answer/headers.ts';
import { answerContent, blobRepresentation, type Content } from '../../http/content/bytes.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import type { OwnAddress } from '../../http/gates/own-address.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { LOCALES, type Locale } from '../../kernel/names.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { hasCjkFont } from '../../platform/media/picture/card-fonts.ts';
import type { BundleStore } from '../bundle/bundle-store.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { Shell } from '../shell/shell.ts';
import { drawCardOf } from './card-drawing.ts';
import { type CardContent, instanceCard, personCard, postCard } from './cards.ts';
import type { shareContract } from './contract.ts';
import { listSitemapParts, readSitemapPart, type SitemapSources, writeSitemap, writeSitemapIndex } from './sitemap.ts';

export interface ShareDependencies {
  readonly ownAddress: OwnAddress;
  readonly sitemap: SitemapSources;
  readonly shell: Pick<Shell, 'openForStranger'>;
  readonly bundles: BundleStore;
  readonly cards: CardMaker;
  /** The card of an entity, by server, resource and id. */
  readonly readEntityCard: (page: PageContext, name: EntityParts) => Promise<CardContent>;
  /** The card of what a release changed. */
  readonly readReleaseCard: (page: PageContext, releases: ReleasePair) => Promise<CardContent>;
}

interface EntityParts {
  readonly server: string;
  readonly resource: string;
  readonly id: string;
}

/** A release, and the one before it; undefined: that which was current before. */
export interface ReleasePair {
  readonly server: string;
  readonly to: string;
  readonly from: string | undefined;
}

const NOT_FOUND = 404;

export function shareHandlers(dependencies: ShareDependencies): Handlers<typeof shareContract> {
  const { ownAddress, sitemap, shell, bundles, cards } = dependencies;

  async function leadToMark(context: RequestContext): Promise<Response> {
    const { assets } = await bundles.plan();
    const basePath = new URL(ownAddress.public()).pathname.replace(/\/$/, '');
    const headers = new Headers({
      Location: `${basePath}/web/${assets['icon-512.png'] ?? ''}`,
      'Cache-Control': 'no-store',
      ...UNFRAMED,
      'X-Request-Id': context.requestId,
    });
    return new Response(null, { status: 302, headers });
  }

  /** Draws a card, or removes it when a stranger may not read the thing any more. */
  async function answerCard(
    context: RequestContext,
    name: string,
    read: (page: PageContext) => CardContent | Promise<CardContent>,
  ): Promise<Response> {
    const page = await shell.openForStranger(context);
    const subjectIn = (locale: Locale): string => `${name} ${locale}`;
    let content: CardContent;
    try {
      content = await read(page);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== NOT_FOUND) throw error;
      await Promise.all(LOCALES.map((locale) => cards.remove(subjectIn(locale))));
      throw new Refusal('not_found');
    }
    const { texts, picture } = content;
    const shown = {
      ...texts,
      site: page.instance.name,
      hasPicture: picture !== undefined,
      colour: texts.colour ?? page.instance.accent ?? undefined,
    };
    const drawing = drawCardOf(shown, hasCjkFont());
    const card = await cards.read({ subject: subjectIn(page.locale), drawing, picture }, context.clientKey());
    return card === undefined ? leadToMark(context) : answerContent(context, cardContent(card));
  }

  return {
    instanceCardRead: ({ context }) => answerCard(context, 'instance', instanceCard),
    postCardRead: ({ context, params: { postId } }) =>
      answerCard(context, `post ${postId}`, (page) => postCard(page, postId)),
    personCardRead: ({ context, params: { uid } }) =>
      answerCard(context, `person ${uid}`, (page) => personCard(page, uid)),
    entityCardRead: ({ context, params: { server, resource, id } }) =>
      answerCard(context, `entity ${server}/${resource}/${id}`, (page) =>
        dependencies.readEntityCard(page, { server, resource, id }),
      ),
    releaseCardRead: ({ context, params: { server, releaseId: to }, query: { from } }) =>
      answerCard(context, `release ${server}/${from ?? ''}/${to}`, (page) =>
        dependencies.readReleaseCard(page, { server, to, from }),
      ),
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

function cardContent({ sha256, blob }: MadeFile): Content {
  const headers = new Headers({
    'Content-Type': 'image/png',
    // An address may leave the language to the request.
    Vary: 'Accept-Language',
    // What it shows may be taken down.
    'Cache-Control': 'public, max-age=0, must-revalidate',
    ...SANDBOXED,
  });
  return { identity: blobRepresentation(blob, `"${sha256}"`), headers, ranges: false };
}

function xmlContent(text: string): Content {
  const headers = new Headers({
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': 'public, max-age=0, must-revalidate',
    ...UNFRAMED,
  });
  return { identity: blobRepresentation(new Blob([text]), `"${sha256Hex(text)}"`), headers, ranges: false };
}
