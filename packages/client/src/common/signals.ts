// Abort signals and waits.

/** A signal that aborts with the first of two. `AbortSignal.any` is missing in Firefox before 124. */
export function eitherSignal(first: AbortSignal, second: AbortSignal): AbortSignal {
  const controller = new AbortController();
  for (const signal of [first, second]) {
    if (signal.aborted) controller.abort(signal.reason);
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true, signal: controller.signal });
  }
  return controller.signal;
}

/** Waits. Rejects when `signal` aborts. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** A time limit that may be moved, joined with the signal of a caller. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether the time was up before the caller aborted. */
  readonly isOver: boolean;
  /** Begins anew. */
  extend(): void;
  /** Ends the time limit; the signal of the caller still aborts. */
  lift(): void;
  /** Ends everything. */
  release(): void;
}

/** Starts a time limit. */
export function startDeadline(milliseconds: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const stop = (): void => controller.abort(outer?.reason);
  let isOver = false;
  const start = () =>
    setTimeout(() => {
      isOver = true;
      controller.abort();
    }, milliseconds);
  let timer = start();
  if (outer?.aborted) stop();
  outer?.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    extend: () => {
      clearTimeout(timer);
      timer = start();
    },
    lift: () => clearTimeout(timer),
    release: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', stop);
    },
  };
}
