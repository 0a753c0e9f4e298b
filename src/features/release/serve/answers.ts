// Responses with bytes of a release: their common headers, and `Content` values that are built once per file and
// reused. Used by catalog and files. Does not decide which file is served.

import { type AnswerStyle, CACHE_CONTROL, SANDBOXED, UNFRAMED } from '../../../http/answer/headers.ts';
import type { Content, Representation } from '../../../http/content/bytes.ts';
import { attachmentDisposition } from '../../../http/content/disposition.ts';
import type { CacheClass } from '../../../http/routing/answer.ts';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { isSafeInline, OCTET_STREAM } from '../../../kernel/media-type.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { ExpectedObject, VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { OpenedRelease, ReleaseFile } from './opened.ts';
import type { Releases } from './releases.ts';

/** A release, and whether the request pinned it. */
export interface ChosenRelease {
  readonly release: OpenedRelease;
  readonly pinned: boolean;
}

export interface ContentOptions {
  readonly cache: CacheClass;
  /** `document`: JSON of the API with negotiated codings. `file`: media, sandboxed, identity only. */
  readonly kind: 'document' | 'file';
  /** Replaces the stored media type. */
  readonly mediaType?: string;
  /** File name for a download; default: the last path segment. */
  readonly fileName?: string;
  /**
   * Whether the same address would still lead to this file, with all documents on the way unchanged. Content that has
   * this function may be cached by address.
   */
  readonly isFresh?: () => boolean;
  /** `Link` header; determined by the file. */
  readonly links?: string;
}

interface CachedContent {
  readonly content: Content;
  /** From the most recent request for this content. */
  stands: (() => boolean) | undefined;
}

const CONTENTS_KEPT = 8192;

export function createReleaseAnswers(verified: VerifiedObjects, style: AnswerStyle) {
  const contents = new BoundedCache<string, CachedContent>(CONTENTS_KEPT);

  /** The release headers as a plain record, for refusals and small responses. */
  function releaseHeaders(release: { readonly releaseId?: string; readonly sourceId: string }): Record<string, string> {
    const { names } = style;
    return {
      ...(release.releaseId !== undefined && { [names.releaseId]: release.releaseId }),
      [names.sourceId]: release.sourceId,
    };
  }

  /** A new header template for responses of this release. */
  function template(
    release: { readonly releaseId?: string; readonly sourceId: string },
    mediaType: string,
    cache: CacheClass,
    more: Readonly<Record<string, string>> = {},
  ): Headers {
    return new Headers({
      'Content-Type': mediaType,
      'Cache-Control': CACHE_CONTROL[cache],
      ...UNFRAMED,
      ...style.cors.expose,
      ...releaseHeaders(release),
      ...more,
    });
  }

  /** A new header template for public responses that belong to no release. */
  function plainTemplate(mediaType: string, cache: CacheClass): Headers {
    return new Headers({
      'Content-Type': mediaType,
      'Cache-Control': CACHE_CONTROL[cache],
      ...UNFRAMED,
      ...style.cors.expose,
    });
  }

  /** The content of a release file, cached for later requests. */
  function content(release: OpenedRelease, file: ReleaseFile, options: ContentOptions): Content {
    const key = `${release.releaseId} ${options.cache} ${options.kind} ${file.path}`;
    const { isFresh: stands } = options;
    const cached = contents.read(key);
    if (cached !== undefined) {
      cached.stands = stands;
      return cached.content;
    }
    const isFresh = (): boolean => made.stands?.() === true && release.isIndexFresh(file.path);
    const content = makeContent(release, file, options);
    const made: CachedContent = { content: { ...content, isFresh }, stands };
    contents.store(key, made, 1);
    return made.content;
  }

  /** Like `content`, without the cache. */
  function makeContent(
    release: { readonly releaseId?: string; readonly sourceId: string },
    file: ReleaseFile,
    options: ContentOptions,
  ): Content {
    const mediaType = options.mediaType ?? file.mediaType;
    const { sha256 } = file.identity;
    const identity = represent(file.identity, `"${sha256}"`);
    if (options.kind === 'document') {
      return {
        identity,
        br: file.br && represent(file.br, `"${sha256}-br"`),
        gzip: file.gzip && represent(file.gzip, `"${sha256}-gz"`),
        headers: template(release, mediaType, options.cache, {
          'Accept-Ranges': 'bytes',
          Vary: 'Accept-Encoding',
          'Content-Disposition': 'inline',
          ...(options.links !== undefined && { Link: options.links }),
        }),
        ranges: true,
      };
    }
    const inline = isSafeInline(mediaType);
    return {
      identity,
      headers: template(release, inline ? mediaType : OCTET_STREAM, options.cache, {
        'Accept-Ranges': 'bytes',
        Vary: 'Accept-Encoding',
        ...SANDBOXED,
        'Content-Disposition': inline ? 'inline' : attachmentDisposition(options.fileName ?? lastSegment(file.path)),
      }),
      ranges: true,
    };
  }

  function represent(object: ExpectedObject, etag: string): Representation {
    return { bytes: object.bytes, etag, open: (start, end) => verified.open(object, start, end) };
  }

  return { releaseHeaders, template, plainTemplate, content, makeContent };
}

export type ReleaseAnswers = ReturnType<typeof createReleaseAnswers>;

const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Runs `answer` with the release that the request selects. Every later refusal carries the release headers. */
export function withRelease(
  releases: Releases,
  answers: ReleaseAnswers,
  server: string,
  pin: string | undefined,
  answer: (chosen: ChosenRelease) => Response | Promise<Response>,
): Response | Promise<Response> {
  const release = releases.require(server, pin);
  return release instanceof Promise
    ? release.then((opened) => answerOn(answers, opened, pin !== undefined, answer))
    : answerOn(answers, release, pin !== undefined, answer);
}

/** Like `withRelease`, for a release that is already selected. */
export function answerOn(
  answers: ReleaseAnswers,
  release: OpenedRelease,
  pinned: boolean,
  answer: (chosen: ChosenRelease) => Response | Promise<Response>,
): Response | Promise<Response> {
  return keepHeaders(
    () => answers.releaseHeaders(release),
    () => answer({ release, pinned }),
  );
}

/** Runs `answer` and adds these headers to its refusals. */
export function keepHeaders(
  headers: () => Readonly<Record<string, string>>,
  answer: () => Response | Promise<Response>,
): Response | Promise<Response> {
  const rethrow = (error: unknown): never => {
    throw error instanceof Refusal ? withHeaders(error, headers()) : error;
  };
  try {
    const response = answer();
    return response instanceof Promise ? response.catch(rethrow) : response;
  } catch (error) {
    return rethrow(error);
  }
}

function withHeaders(refusal: Refusal, headers: Readonly<Record<string, string>>): Refusal {
  return new Refusal(refusal.code, {
    cause: refusal.cause,
    message: refusal.message,
    status: refusal.status,
    ...(refusal.retryAfterSeconds !== undefined && { retryAfterSeconds: refusal.retryAfterSeconds }),
    headers: { ...headers, ...refusal.headers },
  });
}
