// Bytes of a release as answers: the headers every release-backed answer carries, and `Content` values that are made
// once per file and reused. Used by catalog and files; decides nothing about which file is meant.

import { type AnswerStyle, CACHE_CONTROL, type CacheClass, SANDBOX } from '../../../http/answer/headers.ts';
import type { Content, Representation } from '../../../http/content/bytes.ts';
import { attachmentDisposition } from '../../../http/content/disposition.ts';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { isSafeInline, OCTET_STREAM } from '../../../kernel/media-type.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { ExpectedObject, VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { OpenedRelease, ReleaseFile } from './opened.ts';
import type { Releases } from './releases.ts';

/** A release together with whether the request named it. */
export interface ChosenRelease {
  readonly release: OpenedRelease;
  readonly pinned: boolean;
}

export interface ContentOptions {
  readonly cache: CacheClass;
  /** `document`: JSON of the API, negotiated codings. `file`: media, sandboxed, as identity. */
  readonly kind: 'document' | 'file';
  /** Replaces the stored media type. */
  readonly mediaType?: string;
  /** Name offered to a browser for a download; default: the last path segment. */
  readonly fileName?: string;
  /**
   * Whether the same address would still lead to this file, all documents on the way being as they were. Content that has
   * it may be kept by address.
   */
  readonly stands?: () => boolean;
}

interface KeptContent {
  readonly content: Content;
  /** As of the last time the content was asked for. */
  stands: (() => boolean) | undefined;
}

const CONTENTS_KEPT = 8192;

export class ReleaseAnswers {
  readonly #verified: VerifiedObjects;
  readonly #style: AnswerStyle;
  readonly #contents = new BoundedCache<string, KeptContent>(CONTENTS_KEPT);

  constructor(verified: VerifiedObjects, style: AnswerStyle) {
    this.#verified = verified;
    this.#style = style;
  }

  /** Release headers as a plain record, for refusals and small answers. */
  releaseHeaders(release: { readonly releaseId?: string; readonly sourceId: string }): Record<string, string> {
    const { names } = this.#style;
    return {
      ...(release.releaseId === undefined ? {} : { [names.releaseId]: release.releaseId }),
      [names.sourceId]: release.sourceId,
    };
  }

  /** A new template of headers for answers of this release. */
  template(
    release: { readonly releaseId?: string; readonly sourceId: string },
    mediaType: string,
    cache: CacheClass,
    more: Readonly<Record<string, string>> = {},
  ): Headers {
    return new Headers({
      'Content-Type': mediaType,
      'Cache-Control': CACHE_CONTROL[cache],
      'X-Content-Type-Options': 'nosniff',
      ...this.#style.cors.expose,
      ...this.releaseHeaders(release),
      ...more,
    });
  }

  /** A new template of headers for public answers that belong to no release. */
  plainTemplate(mediaType: string, cache: CacheClass): Headers {
    return new Headers({
      'Content-Type': mediaType,
      'Cache-Control': CACHE_CONTROL[cache],
      'X-Content-Type-Options': 'nosniff',
      ...this.#style.cors.expose,
    });
  }

  /** The content of a release file, kept for the next request. */
  content(release: OpenedRelease, file: ReleaseFile, options: ContentOptions): Content {
    const key = `${release.releaseId} ${options.cache} ${options.kind} ${file.path}`;
    const { stands } = options;
    const kept = this.#contents.read(key);
    if (kept !== undefined) {
      kept.stands = stands;
      return kept.content;
    }
    const isFresh = (): boolean => made.stands?.() === true && release.isIndexFresh(file.path);
    const content = this.makeContent(release, file, options);
    const made: KeptContent = { content: { ...content, isFresh }, stands };
    this.#contents.keep(key, made, 1);
    return made.content;
  }

  /** As `content`, made anew. */
  makeContent(
    release: { readonly releaseId?: string; readonly sourceId: string },
    file: ReleaseFile,
    options: ContentOptions,
  ): Content {
    const mediaType = options.mediaType ?? file.mediaType;
    const { sha256 } = file.identity;
    const identity = this.#represent(file.identity, `"${sha256}"`);
    if (options.kind === 'document') {
      return {
        identity,
        br: file.br && this.#represent(file.br, `"${sha256}-br"`),
        gzip: file.gzip && this.#represent(file.gzip, `"${sha256}-gz"`),
        headers: this.template(release, mediaType, options.cache, {
          'Accept-Ranges': 'bytes',
          Vary: 'Accept-Encoding',
          'Content-Disposition': 'inline',
        }),
        ranges: true,
      };
    }
    const inline = isSafeInline(mediaType);
    return {
      identity,
      headers: this.template(release, inline ? mediaType : OCTET_STREAM, options.cache, {
        'Accept-Ranges': 'bytes',
        Vary: 'Accept-Encoding',
        'Content-Security-Policy': SANDBOX,
        'Content-Disposition': inline ? 'inline' : attachmentDisposition(options.fileName ?? lastSegment(file.path)),
      }),
      ranges: true,
    };
  }

  #represent(object: ExpectedObject, etag: string): Representation {
    return { bytes: object.bytes, etag, open: (start, end) => this.#verified.open(object, start, end) };
  }
}

const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Runs `answer` with the release that a request means. Every refusal after the release was chosen carries its headers.
 */
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

/** As `withRelease`, for a release that is chosen already. */
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

/** Runs `answer`; its refusals carry these headers. */
export function keepHeaders(
  headers: () => Readonly<Record<string, string>>,
  answer: () => Response | Promise<Response>,
): Response | Promise<Response> {
  const dress = (error: unknown): never => {
    throw error instanceof Refusal ? withHeaders(error, headers()) : error;
  };
  try {
    const response = answer();
    return response instanceof Promise ? response.catch(dress) : response;
  } catch (error) {
    return dress(error);
  }
}

function withHeaders(refusal: Refusal, headers: Readonly<Record<string, string>>): Refusal {
  return new Refusal(refusal.code, {
    cause: refusal.cause,
    message: refusal.message,
    status: refusal.status,
    ...(refusal.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: refusal.retryAfterSeconds }),
    headers: { ...headers, ...refusal.headers },
  });
}
