// Bodies have a total time: one that drips in is refused with 408 and its connection ends, whoever sent it.
import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld } from '../fixtures/people.ts';
import { OCTETS, readDescriptor, reserve, uploadPath } from '../fixtures/uploads.ts';

const BYTES = 4000;

const home = await keepOpen(openAccountsWorld({ BODY_SECONDS: '1' }));
const person = await home.person();

/** Sends a head and then a byte of the body every tenth of a second, until the connection ends; what was answered. */
function drip(path: string, method: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const lines = Object.entries({
    host: new URL(home.origin).host,
    origin: home.origin,
    'content-length': String(BYTES),
    ...headers,
  });
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(home.world.port, '127.0.0.1', () => socket.write(head));
    const timer = setInterval(() => socket.write(' '), 100);
    socket.setTimeout(20_000, () => socket.destroy(new Error('neither answered nor closed')));
    socket.on('data', (piece) => {
      answer += piece.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // Our next byte may meet a connection that is closed already.
      if (answer === '' || (error.code !== 'EPIPE' && error.code !== 'ECONNRESET')) reject(error);
    });
    socket.on('close', () => {
      clearInterval(timer);
      resolve(answer);
    });
  });
}

function expectTimeout(answer: string): void {
  expect(answer).toStartWith('HTTP/1.1 408 ');
  expect(answer.toLowerCase()).toContain('connection: close');
  expect(answer).toContain('"request_timeout"');
}

const JSON_TYPE = { 'content-type': 'application/json' };

test('JSON of a stranger', async () => {
  expectTimeout(await drip('/api/auth/sign-in/email', 'POST', JSON_TYPE));
});

test('JSON of an account', async () => {
  expectTimeout(await drip('/api/v1/community/posts', 'POST', { ...JSON_TYPE, cookie: person.cookie }));
});

test('a form', async () => {
  expectTimeout(await drip('/account/password', 'POST', { 'content-type': 'application/x-www-form-urlencoded' }));
});

test('an upload, whose intent stays open', async () => {
  const { id } = await reserve(person, BYTES);
  expectTimeout(await drip(uploadPath(id, 'content'), 'PUT', { ...OCTETS, cookie: person.cookie }));
  expect((await readDescriptor(person, id)).attachment.status).toBe('reserved');
});

test('an avatar', async () => {
  expectTimeout(await drip('/api/v1/account/avatar', 'PUT', { 'content-type': 'image/png', cookie: person.cookie }));
});
