// Waits for queries of a release that was published a moment ago.

const PREPARATION_MS = 5000;
const PREPARATION_STEP_MS = 100;

/** A new release takes a moment until it can be queried; a reader waits for it rather than trying again. */
export async function whenPrepared<A extends { readonly ok: boolean; readonly code?: string }>(
  ask: () => Promise<A>,
  waitMs = PREPARATION_MS,
): Promise<A> {
  const end = performance.now() + waitMs;
  for (;;) {
    const asked = await ask();
    if (asked.code !== 'query_not_ready' || performance.now() > end) return asked;
    await Bun.sleep(PREPARATION_STEP_MS);
  }
}
