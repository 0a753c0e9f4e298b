// A check of `livehouse doctor`: a name, a state and one sentence. `warn` is for optional parts; only `fail` fails the
// command. `folder`: mail goes to a folder, as long as no server is set. `running`: not ended yet, so neither works nor fails.

export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'folder' | 'running' | 'warn' | 'fail';
  readonly detail: string;
}

/** Runs `work`, which returns a description; `place` is named when it throws. */
export async function check(
  name: string,
  place: string,
  work: () => Promise<string>,
  failure: 'warn' | 'fail' = 'fail',
): Promise<Check> {
  try {
    return { name, state: 'ok', detail: await work() };
  } catch (error) {
    return { name, state: failure, detail: `${place}: ${reasonOf(error)}` };
  }
}

/** The error message, with the cause's message if it differs. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== error.message
    ? `${error.message} (${error.cause.message})`
    : error.message;
}
