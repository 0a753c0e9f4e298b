// The wish to stop: SIGTERM or SIGINT. A second one quits at once.

/** Two signals closer than this are one: a terminal sends Ctrl-C to the whole process group. */
const ECHO_MS = 500;

/** Settles at the first signal. */
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
