// Server-sent events: their text, and the answer that streams them.
import { UNFRAMED } from '../../../http/answer/headers.ts';
import type { RequestContext } from '../../../http/gates/context.ts';

/** An event as `text/event-stream` has it. Its data is one line of JSON. */
export const eventText = (event: string, data: unknown, id?: string): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** The answer with a stream, which HEAD does not open. Refuses as `open` does. */
export async function eventStream(
  { isHead, requestId }: Pick<RequestContext, 'isHead' | 'requestId'>,
  open: () => Promise<ReadableStream<Uint8Array>>,
): Promise<Response> {
  const headers = {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    ...UNFRAMED,
    'X-Accel-Buffering': 'no',
    'X-Request-Id': requestId,
  };
  return new Response(isHead ? null : await open(), { headers });
}
