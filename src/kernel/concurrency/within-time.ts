// Waiting for work with a timeout.

/** Settles like `work`, or after `timeoutMs` with what `late` returns or throws. The work itself is not cancelled. */
export async function withinTime<T, L>(work: PromiseLike<T>, timeoutMs: number, late: () => L): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  }).then(late);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
