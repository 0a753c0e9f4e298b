// An in-memory cache of object ranges that are requested repeatedly, for example by several players of one video. A hit
// needs neither a slice nor a copy. Bounded by bytes; a part is stored at its second request.
import { BoundedCache } from '../../kernel/bounded-cache.ts';

interface CachedPart {
  readonly body: Blob;
  /** Time of the last check, on the monotonic clock. */
  checkedAt: number;
}

const ENTRY_BYTES = 512;
/** About the number of parts that fit. A part requested less often would be evicted before its next request. */
const SEEN_ONCE = 256;

export class HotParts {
  readonly #cache: BoundedCache<string, CachedPart>;
  readonly #seenOnce = new Set<string>();
  readonly #recheckMs: number;

  /** @param limits `recheckMs` is how long a cached part is used without checking its object */
  constructor(limits: { readonly memoryBytes: number; readonly recheckMs: number }) {
    this.#cache = new BoundedCache(limits.memoryBytes);
    this.#recheckMs = limits.recheckMs;
  }

  /**
   * The cached bytes of an object from `start` to `end` (exclusive). `stands` reports whether the object is unchanged.
   */
  read(sha256: string, start: number, end: number, stands: () => boolean): Blob | undefined {
    const key = keyOf(sha256, start, end);
    const cached = this.#cache.read(key);
    if (cached === undefined) return undefined;
    const now = performance.now();
    if (now - cached.checkedAt < this.#recheckMs) return cached.body;
    if (!stands()) {
      this.#cache.drop(key);
      return undefined;
    }
    cached.checkedAt = now;
    return cached.body;
  }

  /** Offers bytes that were just verified. They are stored at the second offer. */
  offer(sha256: string, start: number, end: number, bytes: Uint8Array<ArrayBuffer>): void {
    const key = keyOf(sha256, start, end);
    if (!this.#seenOnce.has(key)) {
      if (this.#seenOnce.size >= SEEN_ONCE) this.#seenOnce.clear();
      this.#seenOnce.add(key);
      return;
    }
    const kept = { body: new Blob([bytes]), checkedAt: performance.now() };
    this.#cache.store(key, kept, bytes.byteLength + ENTRY_BYTES);
  }
}

const keyOf = (sha256: string, start: number, end: number): string => `${sha256} ${start} ${end}`;
