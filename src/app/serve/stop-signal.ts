// Waits for SIGTERM or SIGINT. A second signal exits immediately.

/** Two signals within this time count as one: a terminal sends Ctrl-C to the whole process group. */
const ECHO_MS = 500;

/** Resolves at the first signal. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const onSignal = (): void => {
      const now = performance.now();
      if (first !== undefined && now - first > ECHO_MS) process.exit(1);
      first ??= now;
      resolve();
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
}
