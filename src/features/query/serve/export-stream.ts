// The body of an export. The list of entities is known at the start, and some hundred at a time are read as the client
// receives them, so that a slow client occupies no query process. The number of exports per client is limited.
import { once } from 'node:events';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { SchemaElement } from 'hyparquet-writer';
import type { Coding } from '../../../http/content/bytes.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { RowGroup, TaskResult } from '../processes/messages.ts';
import { GROUP_ROWS_MAX, PARQUET_HEAD, parquetFooter } from '../processes/parquet-rows.ts';

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

export type ExportParts = AsyncGenerator<Uint8Array, void>;

/**
 * The body of an export. A fault is an error of the stream, which closes the connection.
 *
 * @param onEnd called at the end, also after a failure
 */
export function exportBody(plain: ExportParts, coding: Coding, onEnd: () => void): ReadableStream<Uint8Array> {
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

/** The parts of an export of lines; `read` reads some entities. */
export async function* textParts(
  head: string,
  positions: Uint32Array,
  read: (positions: Uint32Array) => Promise<TaskResult>,
): ExportParts {
  if (head !== '') yield encoder.encode(head);
  for (let at = 0; at < positions.length; at += EXPORT_ROWS_AT_ONCE) {
    const result = await read(positions.slice(at, at + EXPORT_ROWS_AT_ONCE));
    if (result.kind !== 'text') throw new Error('an export is text');
    yield encoder.encode(result.text);
  }
}

/** The parts of a Parquet file; `read` makes a row group of the first of some entities. */
export async function* parquetParts(
  schema: readonly SchemaElement[],
  positions: Uint32Array,
  read: (positions: Uint32Array, offset: number) => Promise<TaskResult>,
): ExportParts {
  const groups: RowGroup[] = [];
  let offset = PARQUET_HEAD.byteLength;
  yield PARQUET_HEAD;
  for (let at = 0; at < positions.length; ) {
    const result = await read(positions.slice(at, at + GROUP_ROWS_MAX), offset);
    if (result.kind !== 'group') throw new Error('an export of this form has row groups');
    const { bytes, group } = result;
    groups.push(group);
    at += Number(group.num_rows);
    offset += bytes.byteLength;
    yield bytes;
  }
  yield parquetFooter(schema, groups);
}

async function* encodeParts(plain: ExportParts, coding: Exclude<Coding, 'identity'>): ExportParts {
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
