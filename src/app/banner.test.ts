// The start-up banner for the operator.
import { expect, test } from 'bun:test';
import { presentBanner, presentSetup } from './banner.ts';

const FACTS = { baseUrl: undefined, smtpUrl: undefined, dataDirectory: '/srv/data' };

test('a fresh start shows every usable address, and where mail is written', () => {
  const banner = presentBanner(FACTS, 8080, ['192.168.1.20', '8.8.8.8']);
  expect(banner).toContain('Livehouse is open at http://localhost:8080/');
  expect(banner).toContain('also at             http://192.168.1.20:8080/');
  expect(banner).not.toContain('also at             http://8.8.8.8');
  expect(banner).toContain('To sign in at http://8.8.8.8:8080/, set BASE_URL');
  expect(banner).toContain('mail is written to /srv/data/outbox');
});

test('an instance without an administrator shows the link, or who has it, and the command', () => {
  const command = 'npx livehouse accounts create you@example.org --role administrator';
  const here = presentSetup(FACTS, 8080, { isHere: true, code: 'the-code' });
  expect(here).toContain('http://localhost:8080/setup?code=the-code');
  expect(here).toContain('/srv/data/setup-code');
  expect(here).toContain(command);
  const logged = presentSetup(FACTS, 8080, { isHere: true, code: undefined });
  for (const part of ['npx livehouse setup-link', '/srv/data/setup-code', command]) expect(logged).toContain(part);
  expect(logged).not.toContain('?code=');
  const facts = { ...FACTS, baseUrl: 'https://live.example.org' };
  const elsewhere = presentSetup(facts, 8080, { isHere: false, code: undefined });
  expect(elsewhere).toContain(command);
  expect(elsewhere).not.toContain('?code=');
});

test('with a public address and a mail server, other addresses and the outbox are not shown', () => {
  const banner = presentBanner(
    { ...FACTS, baseUrl: 'https://live.example.org', smtpUrl: 'smtp://mail.example.org:25' },
    8080,
    ['192.168.1.20', '8.8.8.8'],
  );
  expect(banner).toContain('Livehouse is open at https://live.example.org/');
  expect(banner).not.toMatch(/192\.168|8\.8|outbox|smtp/);
});
