// An export on its way: the entities are known from the first moment, and read some hundred at a time as the client takes
// them, so that a slow one holds no query process. Few exports at once an address.
import { Refusal } from '../../../kernel/refusal.ts';
import type { TaskResult } from '../processes/messages.ts';

const EXPORT_ROWS_AT_ONCE = 500;
const EXPORTS_AT_ONCE = 2;
/** Of all addresses together: each holds four bytes an entity. */
const EXPORTS_TOGETHER = 64;

/** Counts exports by address. */
export class ExportSlots {
  readonly #taken = new Map<string, number>();
  #together = 0;

  /** Takes a place; the function gives it back, once. Refuses with `rate_limit_exceeded`. */
  take(address: string): () => void {
    const taken = this.#taken.get(address) ?? 0;
    if (taken >= EXPORTS_AT_ONCE || this.#together >= EXPORTS_TOGETHER) throw new Refusal('rate_limit_exceeded');
    this.#taken.set(address, taken + 1);
    this.#together += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#together -= 1;
      const left = (this.#taken.get(address) ?? 1) - 1;
      if (left === 0) this.#taken.delete(address);
      else this.#taken.set(address, left);
    };
  }
}

export interface ExportSource {
  readonly head: string;
  readonly positions: Uint32Array;
  /** Reads some entities as text. */
  readonly read: (positions: Uint32Array) => Promise<TaskResult>;
  /** Called once, however it ends. */
  readonly onEnd: () => void;
}

/** The body of an export. A fault on the way is an error of the stream, which breaks the connection. */
export function exportBody({ head, positions, read, onEnd }: ExportSource): ReadableStream<Uint8Array> {
  let at = 0;
  let isBegun = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (!isBegun) {
            isBegun = true;
            if (head !== '') {
              controller.enqueue(encoder.encode(head));
              return;
            }
          }
          if (at >= positions.length) {
            onEnd();
            controller.close();
            return;
          }
          const result = await read(positions.slice(at, at + EXPORT_ROWS_AT_ONCE));
          at += EXPORT_ROWS_AT_ONCE;
          if (result.kind !== 'text') throw new Error('an export is text');
          controller.enqueue(encoder.encode(result.text));
        } catch (error) {
          onEnd();
          throw error;
        }
      },
      cancel: onEnd,
    },
    { highWaterMark: 1 },
  );
}

const encoder = new TextEncoder();
