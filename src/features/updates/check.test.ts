// The look for a newer version: what it takes from a document, and why it takes nothing.
import { expect, test } from 'bun:test';
import { keepOpen } from '../../../tests/fixtures/keep-open.ts';
import { lookForUpdate } from './check.ts';

let answer: () => Response | Promise<Response> = () => new Response();
const requests: { readonly url: string; readonly headers: Readonly<Record<string, string>> }[] = [];
const server = await keepOpen(
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      requests.push({ url: request.url, headers: Object.fromEntries(request.headers) });
      return answer();
    },
  }),
);

const address = `http://127.0.0.1:${server.port}/newest.json?channel=stable`;
const look = (isPrivateAllowed = true, signal = new AbortController().signal) =>
  lookForUpdate(address, isPrivateAllowed, signal);

test('the version and its notes are taken, and nothing is sent that says who asks', async () => {
  answer = () => Response.json({ version: '1.2.3', notes: ' https://example.org/ ', more: true });
  expect(await look()).toEqual({ version: '1.2.3', notes: 'https://example.org/' });
  expect(requests).toEqual([
    {
      url: address,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        host: new URL(address).host,
        'user-agent': 'Livehouse',
      },
    },
  ]);
});

test.each([
  ['no notes', { version: '1.2.3' }],
  ['empty notes', { version: '1.2.3', notes: '  ' }],
])('%s are none', async (_, document) => {
  answer = () => Response.json(document);
  expect(await look()).toEqual({ version: '1.2.3', notes: null });
});

test.each([
  ['a redirect', () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1:1/' } }), 'redirected'],
  ['an error', () => new Response('no', { status: 500 }), 'status'],
  ['no JSON', () => new Response('<html>'), 'invalid_document'],
  ['no version', () => Response.json({ version: 'newest' }), 'invalid_document'],
  ['long notes', () => Response.json({ version: '1.2.3', notes: 'x'.repeat(2_001) }), 'invalid_document'],
  ['a large answer', () => new Response('x'.repeat(70_000)), 'too_large'],
])('%s is refused', async (_, refused, failure) => {
  answer = refused;
  expect(await look()).toEqual({ failure });
});

test('a private address is refused, and a look that takes too long is ended', async () => {
  expect(await look(false)).toEqual({ failure: 'address_refused' });
  answer = async () => {
    await Bun.sleep(2_000);
    return new Response();
  };
  expect(await look(true, AbortSignal.timeout(50))).toEqual({ failure: 'timed_out' });
});
