// Bounded concurrency over many items. After the first failure no new item starts; the error is thrown once the running
// items have ended, so no work continues after the caller has resumed.

/** Runs `work` for every item in order, at most `limit` at a time. Throws the first error. */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let failure: { readonly error: unknown } | undefined;
  const lane = async (): Promise<void> => {
    while (failure === undefined) {
      const next = iterator.next();
      if (next.done) return;
      try {
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, lane));
  if (failure !== undefined) throw failure.error;
}
