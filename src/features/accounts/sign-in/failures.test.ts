// Failed sign-ins of one account, on a test clock.
import { expect, test } from 'bun:test';
import { Refusal } from '../../../kernel/refusal.ts';
import { createSignInFailures, FREE_FAILURES } from './failures.ts';

const EMAIL = 'a@example.org';

function open(enabled = true) {
  const clock = { ms: 0 };
  const failures = createSignInFailures(enabled, () => clock.ms);
  /** Seconds to wait; 0: the attempt is allowed. */
  const attempt = (isKnownDevice = false, email = EMAIL): number => {
    try {
      failures.begin(email, isKnownDevice);
      return 0;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'rate_limit_exceeded') throw error;
      return error.retryAfterSeconds ?? Number.NaN;
    }
  };
  const fail = (times: number): void => {
    for (let i = 0; i < times; i += 1) expect(attempt()).toBe(0);
  };
  return { clock, failures, attempt, fail };
}

test('twenty failures are free, then the wait grows from five seconds to five minutes and no further', () => {
  const { clock, attempt, fail } = open();
  fail(FREE_FAILURES);
  for (const seconds of [5, 10, 20, 40, 80, 160, 300, 300, 300]) {
    expect(attempt()).toBe(seconds);
    // Early attempts do not extend the wait.
    clock.ms += seconds * 1000 - 1;
    expect(attempt()).toBe(1);
    clock.ms += 1;
    expect(attempt()).toBe(0);
  }
});

test('failures of strangers do not delay a known device, another account, or an owner who proved their identity', () => {
  const { failures, attempt, fail } = open();
  fail(FREE_FAILURES);
  expect(attempt()).toBe(5);
  expect(attempt(true)).toBe(0);
  expect(attempt(false, 'b@example.org')).toBe(0);
  failures.forget(EMAIL);
  expect(attempt()).toBe(0);
});

test('an attempt whose password was not checked does not count; failures expire after an hour', () => {
  const { clock, failures, attempt, fail } = open();
  fail(FREE_FAILURES);
  failures.release(EMAIL, false);
  expect(attempt()).toBe(0);
  expect(attempt()).toBe(5);
  clock.ms += 3_600_000;
  fail(FREE_FAILURES);
  expect(attempt()).toBe(5);
});

test('switched off, nothing waits', () => {
  const { fail } = open(false);
  fail(100);
});
