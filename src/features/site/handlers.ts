// Documents about the service: thin answers over what docs.ts and health.ts make. Reads no release
// itself; the composition hands in what it needs.

import { type AnswerStyle, CACHE_CONTROL, UNFRAMED } from '../../http/answer/headers.ts';
import { answerContent, type Content } from '../../http/content/bytes.ts';
import { prepareContent } from '../../http/content/prepared.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import type { DocumentProfile } from '../../http/openapi/document.ts';
import type { Examples } from '../../http/openapi/examples.ts';
import type { CacheClass } from '../../http/routing/answer.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { siteContract } from './contract.ts';
import { readDocsFiles } from './docs.ts';
import { presentReadiness, type Readiness } from './health.ts';

export interface SiteDependencies {
  /** Name of the instance. */
  readonly siteName: () => string;
  /** The interface description under this title, with these examples in place of those of the sample. */
  readonly openapi: (title: string, profile: DocumentProfile, examples?: Examples) => Record<string, unknown>;
  /** Differs when a release or server does. */
  readonly readReleaseStamp: () => string;
  /** The examples of what is published; undefined: those of the sample hold. */
  readonly readExamples: (context: RequestContext) => Promise<Examples | undefined>;
  readonly readiness: () => Readiness;
  readonly style: AnswerStyle;
}

/** Creates a document at its first request. */
type Make = () => Made | Promise<Made>;
type Made = string | Uint8Array<ArrayBuffer>;

export function siteHandlers(dependencies: SiteDependencies): Handlers<typeof siteContract> {
  const { style } = dependencies;
  const kept = new Map<string, { readonly variant: string; readonly content: Promise<Content> }>();

  function template(mediaType: string, cache: CacheClass, more: Readonly<Record<string, string>> = {}): Headers {
    return new Headers({
      'Content-Type': mediaType,
      'Cache-Control': CACHE_CONTROL[cache],
      ...UNFRAMED,
      ...style.cors.expose,
      ...more,
    });
  }

  /** Answers with a document that is created and compressed once, at its first request, and anew for another variant. */
  async function answerCached(
    context: RequestContext,
    { name, variant = '' }: { readonly name: string; readonly variant?: string },
    make: Make,
    headers: () => Headers,
  ): Promise<Response> {
    const standing = kept.get(name);
    if (standing?.variant === variant) return answerContent(context, await standing.content);
    const content = prepare(make, headers());
    kept.set(name, { variant, content });
    content.catch(() => kept.delete(name));
    return answerContent(context, await content);
  }

  return {
    docsAsset: async ({ context, params, query }) => {
      const file = (await readDocsFiles()).get(params.file);
      if (file === undefined) throw new Refusal('route_not_found');
      const cache = query.v === file.version ? 'pinned' : 'current';
      return answerCached(
        context,
        { name: `${params.file} ${cache}` },
        () => file.bytes,
        () => template(file.mediaType, cache),
      );
    },
    openapiRead: ({ context, query }) => {
      const title = dependencies.siteName();
      const profile = query.profile ?? 'full';
      return answerCached(
        context,
        { name: `openapi ${profile}`, variant: `${title} ${dependencies.readReleaseStamp()}` },
        async () => JSON.stringify(dependencies.openapi(title, profile, await dependencies.readExamples(context))),
        () => template('application/json', 'current'),
      );
    },
    healthRead: () => ({ status: 200, body: { status: 'ok' } }),
    readinessRead: ({ query }) => presentReadiness(dependencies.readiness(), query.plane),
  };
}

async function prepare(make: Make, headers: Headers): Promise<Content> {
  const made = await make();
  return prepareContent(typeof made === 'string' ? new TextEncoder().encode(made) : made, headers);
}
