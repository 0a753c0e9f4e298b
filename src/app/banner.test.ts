// The start-up banner for the operator.
import { expect, test } from 'bun:test';
import { presentBanner } from './banner.ts';

const FACTS = { baseUrl: undefined, smtpUrl: undefined, dataDirectory: '/srv/data' };

test('a fresh start shows every usable address, how to become administrator, and where mail is written', () => {
  const banner = presentBanner(FACTS, 8080, ['192.168.1.20', '8.8.8.8']);
  expect(banner).toContain('Livehouse is open at http://localhost:8080/');
  expect(banner).toContain('also at             http://192.168.1.20:8080/');
  expect(banner).not.toContain('also at             http://8.8.8.8');
  expect(banner).toContain('To sign in at http://8.8.8.8:8080/, set BASE_URL');
  expect(banner).toContain('npx livehouse accounts create you@example.org --role administrator');
  expect(banner).toContain('mail is written to /srv/data/outbox');
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
