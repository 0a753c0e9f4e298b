// Which (route, outcome) pairs the black-box tests have seen. Each test process appends to one file that the runner names;
// the runner compares the union with what the contract declares and with the list of excuses.
import { appendFileSync } from 'node:fs';
import type { Observe } from '../src/http/dispatch/outcome.ts';

/** Environment variable with the file to append to; unset: nothing is recorded. */
export const OUTCOMES_FILE = 'LIVEHOUSE_TEST_OUTCOMES';

const seen = new Set<string>();

/** Records an answer once per process. */
export const recordOutcome: Observe = (route, outcome) => {
  const file = process.env[OUTCOMES_FILE];
  const pair = `${route?.id ?? 'none'} ${outcome}`;
  if (file === undefined || seen.has(pair)) return;
  seen.add(pair);
  appendFileSync(file, `${pair}\n`);
};
