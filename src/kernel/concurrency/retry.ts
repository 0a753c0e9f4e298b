// Repeating work that may fail for the moment.

/**
 * Runs `work` until it succeeds, and returns its result. After a failure, `pauseAfter` returns the milliseconds until the next
 * try, or undefined to give up; then the failure is thrown as it is. `tries` counts from 1. `wake` ends a pause early.
 */
export async function retry<T>(
  work: (tries: number) => Promise<T>,
  pauseAfter: (error: unknown, tries: number) => number | undefined,
  wake?: Promise<void>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(tries);
    } catch (error) {
      const pauseMs = pauseAfter(error, tries);
      if (pauseMs === undefined) throw error;
      const pause = Bun.sleep(pauseMs);
      await (wake === undefined ? pause : Promise.race([pause, wake]));
    }
  }
}
