// Results of costly reads, which are cached for a few seconds and made once for all who ask meanwhile.
import { createTimedMap } from '../../../kernel/timed-map.ts';

/** `make`, whose result is returned again for `ms` after it was made. A failure is not cached. */
export function cacheFor<T extends NonNullable<unknown>>(ms: number, make: () => Promise<T>): () => Promise<T> {
  const cache = createTimedMap<T>(1, ms);
  let making: Promise<T> | undefined;
  return async () => {
    const known = cache.get('');
    if (known !== undefined) return known;
    making ??= make().finally(() => {
      making = undefined;
    });
    const made = await making;
    cache.set('', made);
    return made;
  };
}
