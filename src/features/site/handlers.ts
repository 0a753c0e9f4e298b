// Documents about the service: thin answers over what docs.ts and health.ts make. Reads no release
// itself; the composition hands in what it needs.

import { type AnswerStyle, CACHE_CONTROL } from '../../http/answer/headers.ts';
import { answerJson } from '../../http/answer/json.ts';
import { answerContent, type Content } from '../../http/content/bytes.ts';
import { prepareContent } from '../../http/content/prepared.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import type { DocumentProfile } from '../../http/openapi/document.ts';
import type { CacheClass } from '../../http/routing/answer.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { siteContract } from './contract.ts';
import { readDocsFiles } from './docs.ts';
import { presentReadiness, type Readiness } from './health.ts';

export interface SiteOptions {
  /** Name of the instance. */
  readonly siteName: () => string;
  /** The interface description under this title; asked for once a title and profile. */
  readonly openapi: (title: string, profile: DocumentProfile) => Record<string, unknown>;
  readonly readiness: () => Readiness;
  readonly style: AnswerStyle;
}

/** Creates a document at its first request. */
type Make = () => Made | Promise<Made>;
type Made = string | Uint8Array<ArrayBuffer>;

export function siteHandlers(options: SiteOptions): Handlers<typeof siteContract> {
  const { style } = options;
  const kept = new Map<string, Promise<Content>>();

  function template(mediaType: string, cache: CacheClass, more: Readonly<Record<string, string>> = {}): Headers {
    return new Headers({
      'Content-Type': mediaType,
      'Cache-Control': CACHE_CONTROL[cache],
      'X-Content-Type-Options': 'nosniff',
      ...style.cors.expose,
      ...more,
    });
  }

  /** Answers with a document that is created and compressed once, at its first request. */
  async function answerKept(
    context: RequestContext,
    name: string,
    make: Make,
    headers: () => Headers,
  ): Promise<Response> {
    let content = kept.get(name);
    if (content === undefined) {
      content = prepare(make, headers());
      kept.set(name, content);
      content.catch(() => kept.delete(name));
    }
    return answerContent(context, await content);
  }

  return {
    docsAsset: async ({ context, params, query }) => {
      const file = (await readDocsFiles()).get(params.file);
      if (file === undefined) throw new Refusal('route_not_found');
      const cache = query.v === file.version ? 'pinned' : 'current';
      return answerKept(
        context,
        `${params.file} ${cache}`,
        () => file.bytes,
        () => template(file.mediaType, cache),
      );
    },
    openapiRead: ({ context, query }) => {
      const title = options.siteName();
      const profile = query.profile ?? 'full';
      return answerKept(
        context,
        `openapi ${profile} ${title}`,
        () => JSON.stringify(options.openapi(title, profile)),
        () => template('application/json', 'current'),
      );
    },
    healthRead: ({ context }) => answerJson(context, { status: 'ok' }),
    readinessRead: ({ context }) => {
      const { httpStatus, body } = presentReadiness(options.readiness());
      const retry = httpStatus === 503 ? { headers: { 'Retry-After': '5' } } : {};
      return answerJson(context, body, { status: httpStatus, ...retry });
    },
  };
}

async function prepare(make: Make, headers: Headers): Promise<Content> {
  const made = await make();
  return prepareContent(typeof made === 'string' ? new TextEncoder().encode(made) : made, headers);
}
