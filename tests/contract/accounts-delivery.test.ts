// Mail through a real SMTP conversation, and captcha on registration.
import { expect, test } from 'bun:test';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expectOnlyStatus, expectRefused, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { startSmtpServer } from '../fixtures/smtp-server.ts';

const REGISTER = '/api/v1/account/register';

test('a registration goes out over SMTP, again when it is refused for now, in the language that was asked for', async () => {
  await using server = await startSmtpServer();
  await using home = await openAccountsWorld({
    LIMITS: 'off',
    SMTP_URL: server.url,
    MAIL_FROM: 'Livehouse <no-reply@live.example>',
  });
  server.refuse(1);
  const answer = await home.send(
    'POST',
    REGISTER,
    { email: 'a@example.org' },
    { 'accept-language': 'zh-Hant;q=0.8, fr' },
  );
  expect(answer.status).toBe(202);
  await home.world.until(() => server.mails.length > 0);
  const [mail] = server.mails;
  expect([mail?.from, mail?.to]).toEqual(['no-reply@live.example', ['a@example.org']]);
  const source = mail?.source ?? '';
  expect(source).toContain('From: Livehouse <no-reply@live.example>');
  expect(source).toContain('Auto-Submitted: auto-generated');
  expect(source).toContain('multipart/alternative');
  const plain = source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(plain).toMatch(/^http:\/\/localhost:\d+\/account\/password\?token=[\w-]{32}\r$/m);
  const words = [...source.matchAll(/=\?UTF-8\?Q\?([^?]*)\?=/g)].map(([, word]) => word).join('');
  expect(decodeURIComponent(words.replaceAll('=', '%'))).toContain('完成');
  expect(home.mails()).toEqual([]);
});

test('ALTCHA: a response is required, proves work, and works once', async () => {
  await using home = await openAccountsWorld({ LIMITS: 'off', CAPTCHA: 'altcha' });
  const config = await readJson<{ captcha: { provider: string; challengeUrl: string } }>(
    home.world.fetch('/api/v1/account/config'),
  );
  expect(config.captcha).toEqual({ provider: 'altcha', challengeUrl: '/api/v1/account/captcha' });
  const challenge = await readJson<Challenge>(home.world.fetch(config.captcha.challengeUrl));
  const solution = await solveChallenge({ challenge, deriveKey });
  const response = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const register = (email: string, captcha?: string) =>
    home.send('POST', REGISTER, { email }, captcha === undefined ? {} : { 'x-captcha-response': captcha });

  await expectRefused(register('a@example.org'), '400 captcha_response_missing');
  await expectRefused(register('a@example.org', 'x'.repeat(2049)), '400 captcha_response_missing');
  await expectRefused(register('no address', response), '400 invalid_email');
  const lie = { challenge, solution: { ...solution, counter: 1, derivedKey: '00' } };
  for (const bad of ['x', Buffer.from('{}').toString('base64'), Buffer.from(JSON.stringify(lie)).toString('base64')]) {
    await expectRefused(register('a@example.org', bad), '403 captcha_verification_failed');
  }
  expect(response.length).toBeLessThan(2048);
  await expectOnlyStatus(register('a@example.org', response), 202);
  await expectRefused(register('b@example.org', response), '403 captcha_verification_failed');
  await home.mail('a@example.org');
  expect(home.mails('b@example.org')).toEqual([]);
});

test('without ALTCHA there is no challenge, but the description names the header of the response', async () => {
  await using home = await openAccountsWorld();
  const { paths } = await readJson<{
    paths: Record<string, { post?: { parameters?: readonly { name: string; in: string; required?: boolean }[] } }>;
  }>(home.world.fetch('/openapi.json'));
  const parameters = paths['/api/v1/account/register']?.post?.parameters ?? [];
  expect(parameters.map((parameter) => [parameter.in, parameter.name, parameter.required ?? false])).toEqual([
    ['header', 'X-Captcha-Response', false],
  ]);
  await expectRefused(home.world.fetch('/api/v1/account/captcha'), '404 route_not_found');
});

test('a client that asks for no language is answered in that of the instance, by mail and on pages', async () => {
  const languages = { '': 'en', ko: 'ko' } as const;
  const beginnings = { en: 'Someone signed up', ko: '이 이메일 주소로' } as const;
  for (const [INSTANCE_LOCALE, locale] of Object.entries(languages)) {
    await using home = await openAccountsWorld({ LIMITS: 'off', INSTANCE_LOCALE });
    await home.send('POST', REGISTER, { email: 'a@example.org' });
    const { text, token } = await home.mail('a@example.org');
    expect(text).toStartWith(beginnings[locale]);
    for (const path of [`/account/password?token=${token}`, '/account/error', '/']) {
      expect(await (await home.world.fetch(path)).text()).toContain(`<html lang="${locale}">`);
    }
    const wished = await home.world.fetch('/account/error', { headers: { 'accept-language': 'ja' } });
    expect(await wished.text()).toContain('<html lang="ja">');
  }
});
