// JSON responses that are computed per request, from a value or from text that is JSON already.
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { answerContent, blobRepresentation, type Content } from '../content/bytes.ts';
import type { RequestContext } from '../gates/context.ts';
import { type AnswerOptions, JsonText, type Reply } from '../routing/answer.ts';
import { freshHeaders } from './headers.ts';

interface JsonOptions extends AnswerOptions {
  readonly status?: number;
}

/** The response to a request with what its handler returned. Responses of prepared bytes pass unchanged. */
export function respond(context: RequestContext, reply: Reply): Response {
  if (reply instanceof Response) return reply;
  const { body } = reply;
  if (body === undefined) return answerNothing(context, reply);
  return body instanceof JsonText ? answerJsonText(context, body.bytes, reply) : answerJson(context, body, reply);
}

/** Responds with a value as JSON. HEAD gets the same headers. */
export const answerJson = (context: RequestContext, value: unknown, options: JsonOptions = {}): Response =>
  answerJsonText(context, JSON.stringify(value), options);

/** Like `answerJson`, for text that is JSON already, optionally encoded as UTF-8. */
export function answerJsonText(
  context: RequestContext,
  body: string | Uint8Array<ArrayBuffer>,
  options: JsonOptions = {},
): Response {
  const headers = freshHeaders(context, 'application/json', options.cache ?? 'no-store');
  for (const [name, text] of Object.entries(options.headers ?? {})) headers.set(name, text);
  const status = options.status ?? 200;
  if (!context.isHead) return new Response(options.chunksLarge ? chunkLarge(body) : body, { status, headers });
  headers.set('date', new Date().toUTCString());
  headers.set('content-length', String(Buffer.byteLength(body)));
  return new Response(null, { status, headers });
}

/** Responds without a body, by default 204. */
export function answerNothing(
  context: RequestContext,
  { status = 204, cache, headers: more }: JsonOptions = {},
): Response {
  const headers = freshHeaders(context, 'application/json', cache ?? 'no-store');
  headers.delete('content-type');
  for (const [name, text] of Object.entries(more ?? {})) headers.set(name, text);
  return new Response(null, { status, headers });
}

/**
 * Responds with JSON bytes under an entity tag. `identity` lists everything that determines the body; its hash is the
 * tag. With `kept` the answer may be cached by address (see `Content`).
 */
export function answerTagged(
  context: RequestContext,
  body: Blob,
  identity: readonly string[],
  headers: Headers,
  kept?: Pick<Content, 'isFresh' | 'addressMax'>,
): Response | Promise<Response> {
  const etag = `"${sha256Hex(identity.join('\n'))}"`;
  return answerContent(context, { identity: blobRepresentation(body, etag), headers, ranges: false, ...kept });
}

/** Bun sends head and body of an asynchronous response in one write if the body is smaller than this. */
const ONE_WRITE_BYTES = 15 * 1024;

/**
 * The body in the form that needs the fewest writes. For an asynchronous response with a body above `ONE_WRITE_BYTES`,
 * Bun sends each piece of the head in a system call of its own (about thirty), unless the body is a direct stream.
 */
function chunkLarge(body: string | Uint8Array<ArrayBuffer>): string | Uint8Array<ArrayBuffer> | ReadableStream {
  const bytes = body.length * 3 < ONE_WRITE_BYTES ? 0 : Buffer.byteLength(body);
  if (bytes < ONE_WRITE_BYTES) return body;
  const source: Bun.DirectUnderlyingSource = {
    type: 'direct',
    pull(controller) {
      controller.write(body);
      controller.end();
    },
  };
  // Bun buffers up to `highWaterMark` bytes. With its default of 16 KiB, a larger body needs a second system call.
  const strategy = { highWaterMark: bytes + 1 };
  // The types of the browser, whose streams have no such source, hide those of the runtime.
  const stream: ReadableStream = Reflect.construct(ReadableStream, [source, strategy]);
  return stream;
}
