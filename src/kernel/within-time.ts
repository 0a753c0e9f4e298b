// Waiting for work no longer than one wants to.

/** Settles as `work` does, or after `timeoutMs` as `late` says, by its value or by its throw. The work itself goes on. */
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
