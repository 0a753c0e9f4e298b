// Answers with a page: policy, entity tag and 304, coding, HEAD.
import { brotliCompressSync, constants } from 'node:zlib';
import { chooseCoding, matchesAny } from '../../http/content/bytes.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { type PageCache, pageHeaders } from './policy.ts';

export interface PageAnswer {
  readonly html: string;
  readonly cache: PageCache;
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const CODED_FROM_BYTES = 2048;
/** A window larger than a page costs time to set up and saves nothing. */
const WINDOW_BITS = 17;
/** Pages are written for one reader, so compression must be quick. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
};

export const compressPage = (bytes: Uint8Array): Buffer<ArrayBuffer> => brotliCompressSync(bytes, BROTLI);

export const PAGE_VARY = 'Accept-Language, Cookie';

/** The response with a page. */
export function answerPage(
  context: RequestContext,
  { html, cache, status = 200, headers: more }: PageAnswer,
): Response {
  const headers = new Headers(pageHeaders(cache));
  headers.set('Vary', `${PAGE_VARY}, Accept-Encoding`);
  headers.set('X-Request-Id', context.requestId);
  for (const [name, value] of Object.entries(more ?? {})) headers.set(name, value);
  const bytes = Buffer.from(html);
  const given = context.request.headers;
  const coding =
    bytes.byteLength < CODED_FROM_BYTES ? 'identity' : chooseCoding(given.get('accept-encoding'), { br: true });
  if (status === 200 && cache !== 'never') {
    const digest = sha256Hex(bytes);
    const tags = [`"${digest}"`, `"${digest}-br"`];
    headers.set('ETag', coding === 'br' ? `"${digest}-br"` : `"${digest}"`);
    const known = given.get('if-none-match');
    if (known !== null && matchesAny(known, tags)) return new Response(null, { status: 304, headers });
  }
  const body = coding === 'br' ? compressPage(bytes) : bytes;
  if (coding === 'br') headers.set('Content-Encoding', 'br');
  if (!context.isHead) return new Response(body, { status, headers });
  headers.set('Date', new Date().toUTCString());
  headers.set('Content-Length', String(body.byteLength));
  return new Response(null, { status, headers });
}
