// The only responder for byte bodies: entity tags, 304, HEAD, 206/416 and content negotiation (RFC 9110, sections
// 12–14). Bodies are `Blob`s or `Bun.file`s, so Bun sends Content-Length and uses sendfile for large files.
//
// NOTE: Bun handles a satisfiable `Range` by itself when a 200 has a whole Bun.file as its body and the request has no
// If-Range. A slice of full length counts as whole. We answer such a request with 200 only when If-Range did not match,
// so an empty If-Range is treated as absent. Bun also adds the file name in Content-Disposition unless that header is
// set.
import { Negotiator } from 'negotiator';
import { resolveRange } from '../../kernel/byte-range.ts';
import { Refusal } from '../../kernel/refusal.ts';

/** Bytes in one content coding, with the strong, quoted entity tag of exactly these bytes. */
export interface Representation {
  readonly bytes: number;
  readonly etag: string;
  /** The body from `start` (inclusive) to `end` (exclusive). May load or verify the bytes first. */
  open(start: number, end: number): Body | Promise<Body>;
}

/** A response body: bytes in memory, or a Blob, which may refer to a file. */
type Body = Blob | Uint8Array<ArrayBuffer>;

export interface Content {
  readonly identity: Representation;
  readonly br?: Representation | undefined;
  readonly gzip?: Representation | undefined;
  /**
   * Headers of every response with this content: all but ETag, Content-Encoding, Content-Range and X-Request-Id. Shared
   * and reused. Must contain Accept-Ranges when `ranges` is set.
   */
  readonly headers: Headers;
  readonly ranges: boolean;
  /**
   * Whether a new request for the same address would get this same content, answered without any file access. Content
   * that has this function may be cached by address.
   */
  readonly isFresh?: () => boolean;
  /** Longest address under which the content may be cached, where that is not the limit of all content. */
  readonly addressMax?: number;
}

/** What a response depends on in its request. */
export interface AnswerContext {
  readonly request: Request;
  readonly isHead: boolean;
  readonly requestId: string;
  /** Receives the content of the response, when a cache is interested in it. */
  readonly offer?: ((content: Content) => void) | undefined;
}

/** A representation of bytes in memory. */
export function blobRepresentation(blob: Blob, etag: string): Representation {
  const bytes = blob.size;
  return { bytes, etag, open: (start, end) => (start === 0 && end === bytes ? blob : blob.slice(start, end)) };
}

/** Whether an `If-None-Match` value contains one of these tags (weak comparison; `*` matches all). */
export function matchesAny(header: string, tags: readonly string[]): boolean {
  if (header.trim() === '*') return true;
  for (const part of header.split(',')) {
    const tag = part.trim();
    if (tags.includes(tag.startsWith('W/') ? tag.slice(2) : tag)) return true;
  }
  return false;
}

export type Coding = 'identity' | 'br' | 'gzip';

/** Memoised negotiation results by header and available codings. Clients send few distinct headers. */
const choices = new Map<string, Coding>();
/** In order of preference, for equal weights. */
const CODINGS: readonly Coding[] = ['br', 'gzip', 'identity'];
const CHOICES_MAX = 512;
const HEADER_CHARACTERS_MAX = 100;

/** The best content coding that the request accepts among the available ones (RFC 9110, section 12.5.3). */
export function chooseCoding(header: string | null, content: Partial<Record<'br' | 'gzip', unknown>>): Coding {
  if (header === null || (content.br === undefined && content.gzip === undefined)) return 'identity';
  const key = `${content.br === undefined ? '' : 'br'} ${content.gzip === undefined ? '' : 'gzip'} ${header}`;
  const known = choices.get(key);
  if (known !== undefined) return known;
  const chosen = negotiateCoding(header, content);
  if (choices.size >= CHOICES_MAX) choices.clear();
  if (header.length <= HEADER_CHARACTERS_MAX) choices.set(key, chosen);
  return chosen;
}

function negotiateCoding(header: string, content: Partial<Record<'br' | 'gzip', unknown>>): Coding {
  const codings = CODINGS.filter((coding) => coding === 'identity' || content[coding] !== undefined);
  // `x-gzip` is another name of gzip, which negotiator does not know. It is not offered in addition, because `gzip;q=0,
  // *` would then select it.
  const headers = { 'accept-encoding': header.replaceAll(/\bx-gzip\b/gi, 'gzip') };
  const [chosen] = new Negotiator({ headers }).encodings(codings, { preferred: codings });
  // If the client refuses everything, identity is better than no response.
  return codings.find((coding) => coding === chosen) ?? 'identity';
}

/** Responds to a GET or HEAD with this content, whole or in part. */
export function answerContent(context: AnswerContext, content: Content): Response | Promise<Response> {
  context.offer?.(content);
  const requestHeaders = context.request.headers;
  const noneMatch = requestHeaders.get('if-none-match');
  const range = content.ranges && !context.isHead ? requestHeaders.get('range') : null;
  const coding = range === null ? chooseCoding(requestHeaders.get('accept-encoding'), content) : 'identity';
  const representation = content[coding] ?? content.identity;
  const { headers } = content;
  if (noneMatch !== null) {
    const tags = [content.identity.etag];
    if (content.br !== undefined) tags.push(content.br.etag);
    if (content.gzip !== undefined) tags.push(content.gzip.etag);
    if (matchesAny(noneMatch, tags)) {
      headers.set('etag', representation.etag);
      headers.set('x-request-id', context.requestId);
      return new Response(null, { status: 304, headers });
    }
  }
  if (range !== null) {
    const ifRange = requestHeaders.get('if-range')?.trim() ?? '';
    if (ifRange === '' || ifRange === representation.etag) {
      const part = resolveRange(range, representation.bytes);
      if (part.kind === 'unsatisfiable') throw unsatisfiable(representation, headers);
      if (part.kind === 'part') return answerPart(context, representation, headers, part.start, part.end);
    }
  }
  if (context.isHead) return answerHead(context, content, coding, representation);
  const template = coding === 'identity' ? headers : templateOf(headers, coding);
  const respond = (body: Body): Response => {
    template.set('etag', representation.etag);
    template.set('x-request-id', context.requestId);
    return new Response(body, { headers: template });
  };
  const body = representation.open(0, representation.bytes);
  return body instanceof Promise ? body.then(respond) : respond(body);
}

function answerHead(
  context: AnswerContext,
  content: Content,
  coding: Coding,
  representation: Representation,
): Response | Promise<Response> {
  const own = new Headers(content.headers);
  own.set('etag', representation.etag);
  own.set('x-request-id', context.requestId);
  if (coding !== 'identity') own.set('content-encoding', coding);
  // Bun omits Date on HEAD responses, and takes Content-Length from the header when there is no body.
  own.set('date', new Date().toUTCString());
  own.set('content-length', String(representation.bytes));
  return new Response(null, { headers: own });
}

function answerPart(
  context: AnswerContext,
  representation: Representation,
  shared: Headers,
  start: number,
  end: number,
): Response | Promise<Response> {
  const template = templateOf(shared, 'part');
  const respond = (body: Body): Response => {
    template.set('etag', representation.etag);
    template.set('x-request-id', context.requestId);
    template.set('content-range', `bytes ${start}-${end}/${representation.bytes}`);
    return new Response(body, { status: 206, headers: template });
  };
  const body = representation.open(start, end + 1);
  return body instanceof Promise ? body.then(respond) : respond(body);
}

type Variant = 'br' | 'gzip' | 'part';
const templates = new WeakMap<Headers, Partial<Record<Variant, Headers>>>();

/**
 * A long-lived copy of shared headers for encoded or partial responses. Safe to reuse: a Response copies its headers
 * when it is constructed.
 */
function templateOf(shared: Headers, variant: Variant): Headers {
  let variants = templates.get(shared);
  if (variants === undefined) {
    variants = {};
    templates.set(shared, variants);
  }
  let template = variants[variant];
  if (template === undefined) {
    template = new Headers(shared);
    if (variant !== 'part') template.set('content-encoding', variant);
    variants[variant] = template;
  }
  return template;
}

function unsatisfiable(representation: Representation, headers: Headers): Refusal {
  return new Refusal('range_not_satisfiable', {
    headers: {
      ...releaseHeadersOf(headers),
      'Content-Range': `bytes */${representation.bytes}`,
      'Accept-Ranges': 'bytes',
      ETag: representation.etag,
    },
  });
}

/** The `X-…-Release-Id` and `X-…-Source-Id` headers of a template, which its refusals carry too. */
function releaseHeadersOf(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of headers) {
    if (name.endsWith('-release-id') || name.endsWith('-source-id')) kept[name] = value;
  }
  return kept;
}
