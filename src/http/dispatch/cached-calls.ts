// Caches the answers of inside calls that never change: those about one release, named by its id. A cached answer is parsed once,
// and every caller gets the same value, which nobody may change.
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import type { CallInside } from './inside-calls.ts';

/** In each process, of the JSON texts. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Overhead of an answer besides its text. */
const ENTRY_BYTES = 512;

type Answer = Awaited<ReturnType<CallInside>>;

/**
 * Wraps callers for public routes that name a release in `release`; all of them share one cache. Refusals are not cached, since a
 * release may be prepared or repaired a moment later. A caller reads first, without this, whether the release still stands.
 */
export function createReleaseCallCache(): (callInside: CallInside) => CallInside {
  const cache = new BoundedCache<string, Answer>(KEPT_BYTES);
  return (callInside) => async (outer, call) => {
    const { endpoint, params, query, body, file } = call;
    if (query?.release === undefined || body !== undefined || file !== undefined) {
      throw new Error(`${endpoint} is kept for a release alone`);
    }
    const key = JSON.stringify([endpoint, params, query]);
    const known = cache.read(key);
    if (known !== undefined) return known;
    const answer = await callInside(outer, call);
    if (answer.ok) cache.store(key, answer, key.length + JSON.stringify(answer.body).length + ENTRY_BYTES);
    return answer;
  };
}
