// A bounded map whose entries expire: for what is remembered for a while and read seldom. What is read by every request is in
// `BoundedCache`, which reads in a quarter of the time.
import { LRUCache } from 'lru-cache';

/**
 * A map of at most `entries` values, each readable for `ttlMs` after it was set; the least recently used leaves first. Ages
 * are measured by `performance.now()`, so that a stepped clock changes nothing.
 */
export function createTimedMap<V extends NonNullable<unknown>>(entries: number, ttlMs: number): LRUCache<string, V> {
  // The bound is a size and no `max`, for which lru-cache reserves its arrays at once (0.7 MB for 16,384 entries).
  return new LRUCache({ maxSize: entries, sizeCalculation: () => 1, ttl: ttlMs, ttlResolution: 0 });
}
