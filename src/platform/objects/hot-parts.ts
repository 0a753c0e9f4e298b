// Parts of objects that are asked for again and again: players of one film or one song ask for the same ranges. A part
// that is kept leaves without being cut or copied first. Bounded; a part enters when it is asked for a second time.
import { BoundedCache } from '../../kernel/bounded-cache.ts';

interface KeptPart {
  readonly body: Blob;
  /** On the monotonic clock. */
  checkedAt: number;
}

const ENTRY_BYTES = 512;
/** About as many as are kept: what comes again later than that would be gone again before it is asked for. */
const SEEN_ONCE = 256;

export class HotParts {
  readonly #kept: BoundedCache<string, KeptPart>;
  readonly #seenOnce = new Set<string>();
  readonly #recheckMs: number;

  /** `recheckMs`: how long a part counts as standing after it was looked at. */
  constructor(limits: { readonly memoryBytes: number; readonly recheckMs: number }) {
    this.#kept = new BoundedCache(limits.memoryBytes);
    this.#recheckMs = limits.recheckMs;
  }

  /** The kept bytes of an object from `start` to `end` (exclusive); `stands` tells whether their object is still what it was. */
  read(sha256: string, start: number, end: number, stands: () => boolean): Blob | undefined {
    const key = keyOf(sha256, start, end);
    const kept = this.#kept.read(key);
    if (kept === undefined) return undefined;
    const now = performance.now();
    if (now - kept.checkedAt < this.#recheckMs) return kept.body;
    if (!stands()) {
      this.#kept.drop(key);
      return undefined;
    }
    kept.checkedAt = now;
    return kept.body;
  }

  /** Offers bytes that were verified and checked just now. */
  offer(sha256: string, start: number, end: number, bytes: Uint8Array<ArrayBuffer>): void {
    const key = keyOf(sha256, start, end);
    if (!this.#seenOnce.has(key)) {
      if (this.#seenOnce.size >= SEEN_ONCE) this.#seenOnce.clear();
      this.#seenOnce.add(key);
      return;
    }
    const kept = { body: new Blob([bytes]), checkedAt: performance.now() };
    this.#kept.keep(key, kept, bytes.byteLength + ENTRY_BYTES);
  }
}

const keyOf = (sha256: string, start: number, end: number): string => `${sha256} ${start} ${end}`;
