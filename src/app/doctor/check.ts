// What a check of `livehouse doctor` is: a name, a verdict and one sentence. `warn` is for what the service does without;
// only `fail` makes the command fail.

export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly detail: string;
}

/** A check by `work`, which tells what it found; `place` is what is named when it throws. */
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

/** The message, and the cause's where it says more. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== error.message
    ? `${error.message} (${error.cause.message})`
    : error.message;
}
