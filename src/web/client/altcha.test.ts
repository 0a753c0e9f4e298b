// The plain solver makes what the service accepts.
import { expect, test } from 'bun:test';
import { openAltcha } from '../../platform/outside/captcha.ts';
import { type AltchaChallenge, solveAltcha } from './altcha.ts';

test('a challenge of the service is solved, and given up when nobody waits', async () => {
  const captcha = openAltcha('a secret of the test');
  const challenge: AltchaChallenge = JSON.parse(JSON.stringify(await captcha.createChallenge()));
  const given = new AbortController();
  given.abort();
  expect(await solveAltcha(challenge, given.signal)).toBeUndefined();
  const response = await solveAltcha(challenge, new AbortController().signal);
  expect((await captcha.verify(response ?? '')).outcome).toBe('passed');
});
