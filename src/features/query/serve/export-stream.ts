// The body of an export. The list of entities is known at the start, and some hundred at a time are read as the client
// receives them, so that a slow client occupies no query process. The number of exports per client is limited.
import { once } from 'node:events';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Coding } from '../../../http/content/bytes.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { TaskResult } from '../processes/messages.ts';

const EXPORT_ROWS_AT_ONCE = 500;
const EXPORTS_AT_ONCE = 2;
/** Maximum for all clients together. Each export holds four bytes per entity. */
const EXPORTS_TOGETHER = 64;
/** Of rows that are compressed while they are sent: a little larger than the usual quality makes them, in half the time. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;

/** Counts exports by client. */
export class ExportSlots {
  readonly #taken = new Map<string, number>();
  #together = 0;

  /** Takes a slot and returns the function that releases it. Refuses with `query_busy`. */
  take(client: string): () => void {
    const taken = this.#taken.get(client) ?? 0;
    if (taken >= EXPORTS_AT_ONCE || this.#together >= EXPORTS_TOGETHER) {
      throw new Refusal('query_busy', { retryAfterSeconds: 1 });
    }
    this.#taken.set(client, taken + 1);
    this.#together += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#together -= 1;
      const left = (this.#taken.get(client) ?? 1) - 1;
      if (left === 0) this.#taken.delete(client);
      else this.#taken.set(client, left);
    };
  }
}

export interface ExportSource {
  readonly head: string;
  readonly positions: Uint32Array;
  readonly coding: Coding;
  /** Reads some entities as text. */
  readonly read: (positions: Uint32Array) => Promise<TaskResult>;
  /** Called at the end, also after a failure. */
  readonly onEnd: () => void;
}

/** The body of an export. A fault is an error of the stream, which closes the connection. */
export function exportBody(source: ExportSource): ReadableStream<Uint8Array> {
  const { coding, onEnd } = source;
  const plain = readParts(source);
  const parts = coding === 'identity' ? plain : encodeParts(plain, coding);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await parts.next();
          if (!done) {
            controller.enqueue(value);
            return;
          }
          onEnd();
          controller.close();
        } catch (error) {
          onEnd();
          throw error;
        }
      },
      cancel() {
        onEnd();
        // Does not wait for a part that is being read.
        void parts.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}

async function* readParts({ head, positions, read }: ExportSource): AsyncGenerator<Uint8Array, void> {
  if (head !== '') yield encoder.encode(head);
  for (let at = 0; at < positions.length; at += EXPORT_ROWS_AT_ONCE) {
    const result = await read(positions.slice(at, at + EXPORT_ROWS_AT_ONCE));
    if (result.kind !== 'text') throw new Error('an export is text');
    yield encoder.encode(result.text);
  }
}

async function* encodeParts(
  plain: AsyncGenerator<Uint8Array, void>,
  coding: Exclude<Coding, 'identity'>,
): AsyncGenerator<Uint8Array, void> {
  const encode =
    coding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : createGzip({ level: GZIP_LEVEL });
  const made: Uint8Array[] = [];
  encode.on('data', (bytes: Uint8Array) => made.push(bytes));
  try {
    for await (const part of plain) {
      await new Promise<void>((resolve, reject) => {
        encode.write(part, (error) => (error ? reject(error) : resolve()));
      });
      yield* made.splice(0);
    }
    const ended = once(encode, 'end');
    encode.end();
    await ended;
    yield* made.splice(0);
  } finally {
    encode.destroy();
  }
}

const encoder = new TextEncoder();
