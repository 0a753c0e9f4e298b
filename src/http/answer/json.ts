// JSON responses that are computed per request, from a value or from text that is JSON already.
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { answerContent, blobRepresentation, type Content } from '../content/bytes.ts';
import type { RequestContext } from '../gates/context.ts';
import { JsonText, type Reply } from '../routing/answer.ts';
import { freshHeaders } from './headers.ts';

/**
 * The response to a request with what its handler returned. HEAD gets the headers of GET. Bytes pass unchanged. `complete`
 * adds headers; before the Response exists, since reading the headers of one costs as much as making it.
 */
export function respond(context: RequestContext, reply: Reply, complete?: (headers: Headers) => void): Response {
  if (reply instanceof Response) {
    complete?.(reply.headers);
    return reply;
  }
  const { status, body, cache = 'no-store', headers: more = {}, cookies = [] } = reply;
  const headers = freshHeaders(context, 'application/json', cache);
  for (const [name, text] of Object.entries(more)) headers.set(name, text);
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  complete?.(headers);
  if (body === undefined) {
    headers.delete('content-type');
    return new Response(null, { status, headers });
  }
  const text = body instanceof JsonText ? body.bytes : JSON.stringify(body);
  if (!context.isHead) return new Response(reply.chunksLarge ? chunkLarge(text) : text, { status, headers });
  headers.set('date', new Date().toUTCString());
  headers.set('content-length', String(Buffer.byteLength(text)));
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
