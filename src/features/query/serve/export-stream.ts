// The body of an export. The list of entities is known at the start, and some hundred at a time are read as the client
// receives them, so that a slow client occupies no query process. The number of exports per address is limited.
import { Refusal } from '../../../kernel/refusal.ts';
import type { TaskResult } from '../processes/messages.ts';

const EXPORT_ROWS_AT_ONCE = 500;
const EXPORTS_AT_ONCE = 2;
/** Maximum for all addresses together. Each export holds four bytes per entity. */
const EXPORTS_TOGETHER = 64;

/** Counts exports by address. */
export class ExportSlots {
  readonly #taken = new Map<string, number>();
  #together = 0;

  /** Takes a slot and returns the function that releases it. Refuses with `rate_limit_exceeded`. */
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
  /** Called once at the end, also after a failure. */
  readonly onEnd: () => void;
}

/** The body of an export. A fault is an error of the stream, which closes the connection. */
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
