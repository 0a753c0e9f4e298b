// Requests to addresses that users chose: which addresses are refused, that the checked address is the one connected to, and
// how misbehaving receivers are handled.
import { afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GuardedPostOptions, openGuardedPost, type PostOutcome } from './guarded-post.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A receiver that does with a connection what the test says. */
async function listen(serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}
/** Answers once the body of two bytes is there. */
const answering = (answer: string | ((socket: Socket) => void)) => (socket: Socket) => {
  let got = '';
  socket.on('data', (piece) => {
    got += String(piece);
    if (!got.endsWith('\r\n\r\n{}')) return;
    if (typeof answer === 'string') socket.end(answer);
    else answer(socket);
  });
};
const post = (address: string, options: Partial<GuardedPostOptions> = {}): Promise<PostOutcome> =>
  openGuardedPost({ allowPrivate: true, timeoutMs: 5_000, ...options })({
    url: new URL(address),
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });

describe('addresses', () => {
  test.each([
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[64:ff9b::808:808]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost/',
    'http://93.184.215.14/',
  ])('%s is refused', async (address) => {
    expect(await post(address, { allowPrivate: false })).toEqual({ failure: 'address_refused' });
  });

  test.each([
    [['10.1.2.3']],
    [['8.8.8.8', '192.168.0.1']],
    [['2606:4700::1111', 'fd00::1']],
    [['100.64.1.1']],
    [['::ffff:10.0.0.1']],
  ])('a name that has %p is refused, and nothing is connected to', async (addresses) => {
    let connections = 0;
    const port = await listen(() => connections++);
    const resolve = async () => addresses;
    expect(await post(`https://hooks.example:${port}/`, { allowPrivate: false, resolve })).toEqual({
      failure: 'address_refused',
    });
    expect(connections).toBe(0);
  });

  test('a name that nobody knows is told', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await post('https://hooks.example/', { resolve })).toEqual({ failure: 'name_not_found' });
    expect(await post('https://hooks.example/', { resolve: async () => [] })).toEqual({ failure: 'name_not_found' });
  });

  test('without TLS only what is not public is reached', async () => {
    const port = await listen(answering('HTTP/1.1 204 No Content\r\n\r\n'));
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ status: 204 });
    const outside = { resolve: async () => ['127.0.0.1'], isPublic: () => true };
    expect(await post(`http://hooks.example:${port}/`, outside)).toEqual({ failure: 'address_refused' });
    expect(await post(`ftp://127.0.0.1:${port}/`)).toEqual({ failure: 'address_refused' });
  });
});

describe('receivers', () => {
  const plain = async (serve: (socket: Socket) => void, timeoutMs = 5_000): Promise<PostOutcome> =>
    post(`http://127.0.0.1:${await listen(serve)}/a?b=c`, { timeoutMs });

  test('the request is whole, and the status comes back', async () => {
    let got = '';
    const outcome = await plain((socket) => {
      socket.on('data', (piece) => {
        got += String(piece);
        if (got.endsWith('{}')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    expect(outcome).toEqual({ status: 200 });
    expect(got).toMatch(/^POST \/a\?b=c HTTP\/1\.1\r\n/);
    expect(got).toMatch(/\r\ncontent-length: 2\r\n/);
    expect(got).toMatch(/\r\nhost: 127\.0\.0\.1:\d+\r\n/);
  });

  test('a redirect is an answer like every other, and is not followed', async () => {
    const answer = 'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n';
    expect(await plain(answering(answer))).toEqual({ status: 302 });
  });

  test('interim answers are skipped', async () => {
    const answer = 'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 201 Created\r\n\r\n';
    expect(await plain(answering(answer))).toEqual({ status: 201 });
  });

  test('a chunked answer on a connection that stays open ends', async () => {
    const answer = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n';
    expect(await plain(answering((socket) => socket.write(answer)))).toEqual({ status: 200 });
  });

  test('one that never answers is given up, and so is one that answers by drops', async () => {
    expect(await plain(() => undefined, 200)).toEqual({ failure: 'timed_out' });
    const outcome = await plain((socket) => {
      const timer = setInterval(() => socket.write('H'), 20);
      socket.on('close', () => clearInterval(timer));
    }, 200);
    expect(outcome).toEqual({ failure: 'timed_out' });
  });

  test('of 10 MB hardly more than 16 KiB are read', async () => {
    let sent = 0;
    const body = Buffer.alloc(64 * 1024, 'x');
    const outcome = await plain(
      answering((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n');
        const more = (): void => {
          while (sent < 10 * 1024 * 1024 && !socket.destroyed) {
            sent += body.byteLength;
            if (!socket.write(body)) {
              socket.once('drain', more);
              return;
            }
          }
        };
        more();
      }),
    );
    expect(outcome).toEqual({ status: 200 });
    expect(sent).toBeLessThan(10 * 1024 * 1024);
  });

  test('an endless head is no answer', async () => {
    const endless = `HTTP/1.1 200 OK\r\n${'X-Long: 1\r\n'.repeat(4_000)}`;
    expect(await plain(answering((socket) => socket.write(endless)))).toEqual({ failure: 'no_answer' });
  });

  test('one that closes, resets, or speaks something else, gave no answer', async () => {
    expect(await plain((socket) => socket.end())).toEqual({ failure: 'no_answer' });
    expect(await plain(answering((socket) => socket.resetAndDestroy()))).toEqual({ failure: 'no_answer' });
    expect(await plain(answering('SSH-2.0-OpenSSH_9.2\r\n\r\n'))).toEqual({ failure: 'no_answer' });
    expect(await plain(answering('HTTP/1.1 200 OK\r\nContent-'))).toEqual({ failure: 'no_answer' });
  });

  test('a port where nobody listens cannot be connected to; the next address of the name is tried', async () => {
    const port = await listen(answering('HTTP/1.1 200 OK\r\n\r\n'));
    const gone = await listen(() => undefined);
    await closing.pop()?.();
    expect(await post(`http://127.0.0.1:${gone}/`)).toEqual({ failure: 'connection_failed' });
    const resolve = async () => ['127.0.0.2', '127.0.0.1'];
    expect(await post(`http://hooks.example:${port}/`, { resolve })).toEqual({ status: 200 });
  });
});

describe('TLS', () => {
  let certificate = '';
  let key = '';
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'livehouse-certificate-'));
    const names = 'subjectAltName=DNS:hooks.example';
    const file = (name: string): string => join(folder, name);
    const made = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=hooks.example', '-addext', names, '-keyout', file('key.pem'), '-out', file('cert.pem')],
    ]);
    if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
    certificate = readFileSync(file('cert.pem'), 'utf8');
    key = readFileSync(file('key.pem'), 'utf8');
    rmSync(folder, { recursive: true });
  });

  function serveTls(): { readonly port: number; readonly hosts: string[] } {
    const hosts: string[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      tls: { cert: certificate, key },
      fetch: (request) => {
        hosts.push(request.headers.get('host') ?? '');
        return new Response('ok');
      },
    });
    closing.push(() => server.stop(true));
    return { port: server.port ?? 0, hosts };
  }

  test('the name is resolved once: what it resolves to later is not connected to', async () => {
    const { port, hosts } = serveTls();
    let asked = 0;
    // Public when it is checked, the machine itself from then on. Here 127.0.0.1 plays the public address.
    const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']);
    const isPublic = (address: string): boolean => address === '127.0.0.1';
    const rules = { allowPrivate: false, resolve, isPublic, certificateAuthority: certificate };
    expect(await post(`https://hooks.example:${port}/`, rules)).toEqual({ status: 200 });
    expect(asked).toBe(1);
    expect(hosts).toEqual([`hooks.example:${port}`]);
    expect(await post(`https://hooks.example:${port}/`, rules)).toEqual({ failure: 'address_refused' });
    expect(hosts).toHaveLength(1);
  });

  test('a certificate of another name, or of nobody known, is refused before anything is sent', async () => {
    const { port, hosts } = serveTls();
    const resolve = async () => ['127.0.0.1'];
    const trusted = { resolve, certificateAuthority: certificate };
    expect(await post(`https://other.example:${port}/`, trusted)).toEqual({ failure: 'certificate_invalid' });
    expect(await post(`https://127.0.0.1:${port}/`, trusted)).toEqual({ failure: 'certificate_invalid' });
    expect(await post(`https://hooks.example:${port}/`, { resolve })).toEqual({ failure: 'certificate_invalid' });
    expect(hosts).toEqual([]);
  });

  test('a port that speaks no TLS ends', async () => {
    const port = await listen((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    const outcome = await post(`https://hooks.example:${port}/`, { resolve: async () => ['127.0.0.1'] });
    expect(outcome).toHaveProperty('failure');
  });
});
