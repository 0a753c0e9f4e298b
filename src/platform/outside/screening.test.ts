import { expect, test } from 'bun:test';
import { openScreening, readScreeningKey, ScreeningFailed } from './screening.ts';
import { signWebhook } from './webhook-signature.ts';

const KEY = Buffer.from('0123456789abcdef');

/** Asks a classifier that responds like this. */
async function ask(answer: (request: Request) => Response | Promise<Response>, timeoutMs = 5000, signal?: AbortSignal) {
  using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer });
  const screening = openScreening({ url: `http://127.0.0.1:${server.port}/`, key: KEY, timeoutMs });
  return await screening.ask('question-1', { text: 'ゆき' }, signal);
}

test('the question is signed over id, time and body, as Standard Webhooks specifies', async () => {
  let seen = '';
  const answer = await ask(async (request) => {
    const body = await request.text();
    const timestamp = Number(request.headers.get('webhook-timestamp'));
    expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(60);
    expect(request.headers.get('webhook-id')).toBe('question-1');
    expect(request.headers.get('webhook-signature')).toBe(signWebhook(KEY, 'question-1', timestamp, body));
    seen = body;
    return Response.json({ verdict: 'rejected', reasons: ['toxic.high'] });
  });
  expect(seen).toBe('{"text":"ゆき"}');
  expect(answer).toEqual({ verdict: 'rejected', reasons: ['toxic.high'] });
});

test('a known signature', () => {
  // From the examples of the Standard Webhooks specification.
  const key = readScreeningKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  if (key === undefined) throw new Error('the key was not read');
  expect(signWebhook(key, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('a secret that is too short is rejected', () => {
  expect(readScreeningKey('short')).toBeUndefined();
  expect(readScreeningKey('whsec_c2hvcnQ=')).toBeUndefined();
  expect(readScreeningKey('sixteen letters!')).toEqual(Buffer.from('sixteen letters!'));
});

test.each<[string, () => Response]>([
  ['another status', () => new Response('{"verdict":"allow"}', { status: 201 })],
  ['an error', () => new Response('no', { status: 500 })],
  ['a redirect', () => Response.redirect('http://127.0.0.1:1/', 307)],
  ['no JSON', () => new Response('allow')],
  ['another verdict', () => Response.json({ verdict: 'maybe' })],
  ['a pending verdict', () => Response.json({ verdict: 'pending' })],
  ['reasons of another form', () => Response.json({ verdict: 'allow', reasons: ['A sentence.'] })],
  ['invalid UTF-8', () => new Response(new Uint8Array([0x22, 0xff, 0x22]))],
  ['an answer over 64 KiB', () => new Response(`{"verdict":"allow","pad":"${'x'.repeat(70_000)}"}`)],
])('%s is not a valid answer', async (_name, answer) => {
  await expect(ask(answer)).rejects.toBeInstanceOf(ScreeningFailed);
});

test('a timeout is a failure', async () => {
  await expect(ask(() => new Promise(() => undefined), 50)).rejects.toBeInstanceOf(ScreeningFailed);
  const endless = () =>
    new Response(
      new ReadableStream({
        pull: async (controller) => {
          await Bun.sleep(10);
          controller.enqueue(new TextEncoder().encode(' '));
        },
      }),
    );
  await expect(ask(endless, 200)).rejects.toBeInstanceOf(ScreeningFailed);
  await expect(ask(() => new Promise(() => undefined), 5000, AbortSignal.timeout(50))).rejects.toBeInstanceOf(
    ScreeningFailed,
  );
});

test('a refused connection is a failure', async () => {
  const screening = openScreening({ url: 'http://127.0.0.1:1/', key: KEY });
  await expect(screening.ask('question-1', {})).rejects.toBeInstanceOf(ScreeningFailed);
});
