// oEmbed (oembed.com): what of this instance an address names, and the quotation of it. The HTML is a blockquote with
// escaped text and a link, so that a site that embeds it runs nothing of ours.
import { html } from 'hono/html';
import { uuid } from '../../../http/routing/declarations.ts';
import { type AttachmentRow, contentUrlOf } from '../common/attachment-view.ts';
import type { SubjectName } from '../common/subject.ts';

type Embedded = ({ readonly kind: 'post'; readonly id: string } | ({ readonly kind: 'entity' } & SubjectName)) & {
  /** What the address says in `?lang=`, which may be no language of ours. */
  readonly lang: string | null;
};

/** What a page of this instance shows; undefined for other addresses. `own` are the addresses of this instance. */
export function readEmbedded(address: string, own: readonly string[]): Embedded | undefined {
  const base = own.find((start) => address.startsWith(`${start}/`));
  if (base === undefined) return undefined;
  const { pathname, searchParams } = new URL(address.slice(base.length), 'http://any');
  const lang = searchParams.get('lang');
  const segments = pathname.split('/').slice(1).map(decode);
  const [section, first, second, third] = segments;
  if (section === 'community' && first === 'posts' && segments.length === 3) {
    const id = uuid.safeParse(second);
    return id.success ? { kind: 'post', id: id.data, lang } : undefined;
  }
  if (section !== 'catalog' || segments.length !== 4 || !first || !second || !third) return undefined;
  return { kind: 'entity', server: first, resource: second, id: third, lang };
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Limits of the site that embeds, in pixels. */
export interface EmbedBounds {
  readonly maxWidth: number | undefined;
  readonly maxHeight: number | undefined;
}

/** A picture with its size, within the bounds. */
export interface EmbedPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export interface EmbedFacts {
  readonly address: string;
  readonly title: string;
  /** Null: nothing is quoted. */
  readonly text: string | null;
  readonly author: { readonly name: string; readonly url: string } | undefined;
  readonly providerUrl: string;
  readonly thumbnail: EmbedPicture | undefined;
  readonly bounds: EmbedBounds;
  /** Name of the instance. */
  readonly providerName: string;
}

const WIDTH = 550;
const HEIGHT = 200;
/** A takedown reaches embeds within this time. */
const CACHE_SECONDS = 300;

/** The answer to an oEmbed request. */
export function presentEmbed(facts: EmbedFacts) {
  const { address, title, text, author, providerName, providerUrl, thumbnail, bounds } = facts;
  const quotation = html`<blockquote cite="${address}">${text === null ? '' : html`<p>${text}</p>`}<footer>${
    author === undefined ? '' : `${author.name}: `
  }<a href="${address}">${title}</a></footer></blockquote>`;
  return {
    version: '1.0' as const,
    type: 'rich' as const,
    title,
    ...(author !== undefined && { author_name: author.name, author_url: author.url }),
    provider_name: providerName,
    provider_url: providerUrl,
    cache_age: CACHE_SECONDS,
    ...(thumbnail !== undefined && {
      thumbnail_url: thumbnail.url,
      thumbnail_width: thumbnail.width,
      thumbnail_height: thumbnail.height,
    }),
    html: String(quotation),
    width: Math.min(WIDTH, bounds.maxWidth ?? WIDTH),
    height: Math.min(HEIGHT, bounds.maxHeight ?? HEIGHT),
  };
}

/** The picture of the first file of a post that has one within the bounds, below the address of the instance. */
export function pictureOfFiles(
  files: readonly AttachmentRow[],
  address: string,
  { maxWidth = Number.POSITIVE_INFINITY, maxHeight = Number.POSITIVE_INFINITY }: EmbedBounds,
): EmbedPicture | undefined {
  for (const { id, variants } of files) {
    for (const name of ['thumb', 'poster', 'media'] as const) {
      const variant = variants?.[name];
      if (variant === undefined || !variant.mediaType.startsWith('image/')) continue;
      const { width, height } = variant;
      if (width <= maxWidth && height <= maxHeight)
        return { url: `${address}${contentUrlOf(id, name)}`, width, height };
    }
  }
  return undefined;
}
