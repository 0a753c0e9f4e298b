import { expect, test } from 'bun:test';
import { RecentCallers } from './recent-callers.ts';

const ask = (headers: Record<string, string>): Request => new Request('http://localhost/', { headers });

test('a caller is remembered by credential and policy for a minute', () => {
  let now = 0;
  const callers = new RecentCallers(() => now);
  const signedIn = ask({ cookie: 'session=a' });
  callers.keep(signedIn, 'upload', 'one');
  expect(callers.recall(ask({ cookie: 'session=a' }), 'upload')).toBe('one');
  expect(callers.recall(signedIn, 'community')).toBeUndefined();
  expect(callers.recall(ask({ cookie: 'session=b' }), 'upload')).toBeUndefined();
  // The same text as a token is a different credential, and with a token the cookie is ignored.
  expect(callers.recall(ask({ authorization: 'session=a' }), 'upload')).toBeUndefined();
  expect(callers.recall(ask({ authorization: 'Bearer x', cookie: 'session=a' }), 'upload')).toBeUndefined();
  now = 59_999;
  expect(callers.recall(signedIn, 'upload')).toBe('one');
  now = 60_000;
  expect(callers.recall(signedIn, 'upload')).toBeUndefined();
});

test('a refused caller is forgotten, and a request without a credential is never remembered', () => {
  const callers = new RecentCallers();
  const program = ask({ authorization: 'Bearer x' });
  callers.keep(program, 'upload', 'one');
  expect(callers.recall(program, 'upload')).toBe('one');
  callers.drop(program, 'upload');
  expect(callers.recall(program, 'upload')).toBeUndefined();
  callers.keep(ask({}), 'upload', 'one');
  expect(callers.recall(ask({}), 'upload')).toBeUndefined();
});
