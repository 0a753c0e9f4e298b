// What administrators and publishers may ask for and must not get, with the settings as shipped: webhooks to addresses inside
// the network, receivers that are silent or talk without end, and more bytes than a publication may have.
import { describe, expect, test } from 'bun:test';
import { readdirSync, statSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { type AccountsWorld, expectRefused, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';
import { openPublisher, sha256Of } from '../fixtures/publications.ts';

const WEBHOOKS = '/api/v1/admin/webhooks';
const GIB = 1024 ** 3;

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const administrator = await home.person({ role: 'administrator' });
const publisher = await openPublisher(home, ['jp']);

type Read = AnswerBody<'GET /api/v1/admin/webhooks/{id}'>;
type Delivery = Read['deliveries'][number];

/** The test delivery of a new webhook, once it was tried. */
async function tryWebhook(world: AccountsWorld, by: Person, url: string): Promise<Delivery> {
  const { webhook } = await expectStatus(by.send('POST', WEBHOOKS, { url, events: ['post.created'] }), 201);
  await by.fetch(`${WEBHOOKS}/${webhook.id}/test`, { method: 'POST' });
  let found: Delivery | undefined;
  await world.world.until(async () => {
    const read = await expectStatus(by.fetch(`${WEBHOOKS}/${webhook.id}`), 200);
    found = read.deliveries[0];
    return found?.status === 'failed' || found?.status === 'delivered';
  }, 20_000);
  if (found === undefined) throw new Error('there is no delivery');
  return found;
}

describe('a webhook', () => {
  test.each([
    'http://169.254.169.254/',
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://10.0.0.8/',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:192.168.0.1]/',
    'http://hooks.example.org/',
  ])('to %s is not made', async (url) => {
    const answer = await administrator.send('POST', WEBHOOKS, { url, events: ['post.created'] });
    await expectRefused(answer, '422 invalid_webhook_url');
  });

  test('to a name that resolves to a private address is made, and delivers nothing', async () => {
    let connections = 0;
    await using server = await listen(() => {
      connections += 1;
    });
    const delivery = await tryWebhook(home, administrator, `https://localhost:${server.port}/`);
    expect([delivery, connections]).toMatchObject([{ status: 'failed', failure: 'address_refused' }, 0]);
  });

  test('that never answers is given up; of one that answers 10 MB the beginning is read', async () => {
    await using private_ = await openAccountsWorld({ LIMITS: 'off', WEBHOOK_PRIVATE: 'on' });
    const by = await private_.person({ role: 'administrator' });
    let sent = 0;
    await using silent = await listen(() => undefined);
    await using talkative = await listen((socket) => {
      const piece = Buffer.alloc(65_536, 'x');
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${10 * 1024 * 1024}\r\n\r\n`);
        const talk = (): void => {
          while (sent < 160 && !socket.destroyed) {
            sent += 1;
            if (!socket.write(piece)) return;
          }
        };
        socket.on('drain', talk);
        talk();
      });
    });
    const [never, much] = await Promise.all([
      tryWebhook(private_, by, `http://127.0.0.1:${silent.port}/`),
      tryWebhook(private_, by, `http://127.0.0.1:${talkative.port}/`),
    ]);
    expect(never).toMatchObject({ status: 'failed', answerStatus: null, failure: 'timed_out' });
    expect(much).toMatchObject({ status: 'delivered', answerStatus: 200 });
    expect(sent).toBeLessThan(160);
  }, 60_000);
});

describe('a publication', () => {
  const begin = (bytes: number): Promise<Response> =>
    publisher.begin({
      descriptor: { server: { id: 'jp', displayName: 'Japan', region: 'jp' } },
      files: [{ path: 'runtime/film.bin', sha256: sha256Of(String(bytes)), bytes }],
    });

  test('may announce 64 GiB at most, and what is announced takes no room', async () => {
    const before = bytesBelow(home.world.dataDirectory);
    await expectRefused(begin(64 * GIB + 1), '413 publication_too_large');
    // With less free disk it is refused, else it waits for its object.
    const announced = await begin(64e9);
    expect([201, 507]).toContain(announced.status);
    expect(bytesBelow(home.world.dataDirectory) - before).toBeLessThan(1024 * 1024);
  });
});

/** Bytes of all files, without those of the database. */
function bytesBelow(directory: string): number {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => !name.startsWith('postgres'))
    .map((name) => statSync(join(directory, name), { throwIfNoEntry: false }))
    .reduce((sum, stat) => sum + (stat?.isFile() === true ? stat.blocks * 512 : 0), 0);
}

/** A server that speaks no HTTP by itself. */
async function listen(onConnection: (socket: Socket) => void): Promise<AsyncDisposable & { readonly port: number }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
