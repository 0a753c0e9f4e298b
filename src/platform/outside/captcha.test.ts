// Turnstile: how its responses and failures are interpreted.
import { expect, test } from 'bun:test';
import { keepOpen } from '../../../tests/fixtures/keep-open.ts';
import { openTurnstile } from './captcha.ts';

let answer: () => Response | Promise<Response> = () => Response.json({});
let asked: URLSearchParams | undefined;
const server = await keepOpen(
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      asked = new URLSearchParams(await request.text());
      return answer();
    },
  }),
);

const judge = async (reply: () => Response): Promise<string> => {
  answer = reply;
  const captcha = openTurnstile({
    siteKey: 'site',
    secret: 'secret',
    action: 'account_register',
    hosts: ['live.example'],
    address: `http://127.0.0.1:${server.port}/`,
  });
  return (await captcha.verify('response')).outcome;
};

const good = { success: true, action: 'account_register', hostname: 'live.example' };

test('success requires the expected action and host', async () => {
  expect(await judge(() => Response.json(good))).toBe('passed');
  expect(Object.fromEntries(asked ?? [])).toEqual({ secret: 'secret', response: 'response' });
  expect(await judge(() => Response.json({ ...good, action: 'login' }))).toBe('failed');
  expect(await judge(() => Response.json({ ...good, hostname: 'evil.example' }))).toBe('failed');
  expect(await judge(() => Response.json({ success: true }))).toBe('failed');
  const used = { success: false, 'error-codes': ['timeout-or-duplicate'] };
  expect(await judge(() => Response.json(used))).toBe('failed');
});

test('a failure of the service does not count against the person', async () => {
  for (const reply of [
    () => new Response('<html>', { status: 500 }),
    () => Response.json({ success: false, 'error-codes': ['internal-error'] }),
    () => Response.json({ success: false, 'error-codes': ['invalid-input-secret'] }),
    () => Response.redirect('http://127.0.0.1:1/'),
    () => new Response('x'.repeat(20_000)),
  ]) {
    expect(await judge(reply)).toBe('unreachable');
  }
});
