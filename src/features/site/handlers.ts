// Pages and documents about the service: thin answers over what home.ts, docs.ts and health.ts make. Reads no release
// itself; the composition hands in what it needs.

import { type AnswerStyle, CACHE_CONTROL, type CacheClass } from '../../http/answer/headers.ts';
import { answerJson } from '../../http/answer/json.ts';
import { answerContent, type Content } from '../../http/content/bytes.ts';
import { prepareContent } from '../../http/content/prepared.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { INTERFACE_VERSION } from '../../kernel/names.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { siteContract } from './contract.ts';
import { DOCS_CSP, presentDocs, readDocsFiles } from './docs.ts';
import { presentReadiness, type Readiness } from './health.ts';
import { HOME_CSP, presentHome, type ReleaseFacts } from './home.ts';

export interface SiteOptions {
  /** Current releases with what there is to try; must answer even when some of it is damaged. */
  readonly describeReleases: () => readonly ReleaseFacts[] | Promise<readonly ReleaseFacts[]>;
  /** The interface description; asked for once. */
  readonly openapi: () => Record<string, unknown>;
  readonly readiness: () => Readiness;
  /** Address without a trailing slash for links in the answer to a request. */
  readonly linksFor: (request: Request) => string;
  readonly style: AnswerStyle;
}

/** Makes a document when it is first asked for. */
type Make = () => Made | Promise<Made>;
type Made = string | Uint8Array<ArrayBuffer>;

const HTML = 'text/html; charset=utf-8';
/** Names that one machine goes by: a few. More only come from somebody who makes them up. */
const HOMES_KEPT = 16;

export function siteHandlers(options: SiteOptions): Handlers<typeof siteContract> {
  const { style } = options;
  const kept = new Map<string, Promise<Content>>();
  /** The last home page of each address; it changes with a release only. */
  const homes = new BoundedCache<string, { readonly page: string; readonly content: Promise<Content> }>(HOMES_KEPT);
  let files: ReturnType<typeof readDocsFiles> | undefined;

  /** Read once; again after a failure. */
  function docsFiles(): ReturnType<typeof readDocsFiles> {
    files ??= readDocsFiles().catch((error: unknown) => {
      files = undefined;
      throw error;
    });
    return files;
  }

  function template(mediaType: string, cache: CacheClass, more: Readonly<Record<string, string>> = {}): Headers {
    return new Headers({
      'Content-Type': mediaType,
      'Cache-Control': CACHE_CONTROL[cache],
      'X-Content-Type-Options': 'nosniff',
      ...style.cors.expose,
      ...more,
    });
  }

  /** Answers with a document that is made and compressed once, at its first request. */
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
    homePage: async ({ context }) => {
      const baseUrl = options.linksFor(context.request);
      const page = presentHome({
        baseUrl,
        releases: await options.describeReleases(),
        version: INTERFACE_VERSION,
      });
      const standing = homes.read(baseUrl);
      if (standing?.page === page) return answerContent(context, await standing.content);
      const content = prepare(() => page, template(HTML, 'current', pageHeaders(HOME_CSP)));
      homes.keep(baseUrl, { page, content }, 1);
      return answerContent(context, await content);
    },
    docsPage: ({ context }) =>
      answerKept(
        context,
        'page',
        async () => presentDocs(await docsFiles()),
        () => template(HTML, 'current', pageHeaders(DOCS_CSP)),
      ),
    docsAsset: async ({ context, params, query }) => {
      const file = (await docsFiles()).get(params.file);
      if (file === undefined) throw new Refusal('route_not_found');
      const cache = query.v === file.version ? 'pinned' : 'current';
      return answerKept(
        context,
        `${params.file} ${cache}`,
        () => file.bytes,
        () => template(file.mediaType, cache),
      );
    },
    openapiRead: ({ context }) =>
      answerKept(
        context,
        'openapi',
        () => JSON.stringify(options.openapi()),
        () => template('application/json', 'current'),
      ),
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

const pageHeaders = (policy: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
});
