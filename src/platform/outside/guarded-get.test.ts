// GET over a guarded connection: framing of bodies, reuse of the connection, limits, and what is no HTTP.
import { expect, test } from 'bun:test';
import { createServer, type Socket } from 'node:net';
import { BodyTooLarge, GuardedGetter } from './guarded-get.ts';
import { GuardFailed } from './guarded-socket.ts';

interface Server extends AsyncDisposable {
  readonly url: URL;
  readonly connections: () => number;
}

/** Answers each request with these bytes. */
async function openServer(answer: (request: number) => string, isClosing = false): Promise<Server> {
  let connections = 0;
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      requests += 1;
      const text = answer(requests);
      // In pieces, as networks cut them.
      const middle = Math.floor(text.length / 2);
      socket.write(text.slice(0, middle));
      setTimeout(() => {
        socket.write(text.slice(middle));
        if (isClosing) socket.end();
      }, 5);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: new URL(`http://127.0.0.1:${port}/a?b=c`),
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function read(getter: GuardedGetter, url: URL, bytesMax = 1_000): Promise<readonly [number, string]> {
  const { status, body } = await getter.get(url, {}, bytesMax);
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  return [status, Buffer.concat(pieces).toString()];
}

const failureOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof GuardFailed ? error.failure : error instanceof Error ? error.name : 'none';
};

test('bodies by length and in chunks come over one connection', async () => {
  await using server = await openServer((request) =>
    request % 2 === 1
      ? 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'
      : 'HTTP/1.1 206 Partial\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: x\r\n\r\n',
  );
  using getter = new GuardedGetter({ allowPrivate: true });
  expect(await read(getter, server.url)).toEqual([200, 'hello']);
  expect(await read(getter, server.url)).toEqual([206, 'abcde']);
  expect(await read(getter, server.url)).toEqual([200, 'hello']);
  expect(server.connections()).toBe(1);
});

test('a body without a length ends with its connection; 1xx is no answer', async () => {
  await using server = await openServer(() => 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nall of it', true);
  using getter = new GuardedGetter({ allowPrivate: true });
  expect(await read(getter, server.url)).toEqual([200, 'all of it']);
  expect(await read(getter, server.url)).toEqual([200, 'all of it']);
  expect(server.connections()).toBe(2);
});

test('a body that breaks off is no answer', async () => {
  await using server = await openServer(() => 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello', true);
  using getter = new GuardedGetter({ allowPrivate: true });
  expect(await failureOf(read(getter, server.url))).toBe('no_answer');
});

test.each([
  'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n0123456789abcdef',
  'HTTP/1.1 200 OK\r\n\r\n0123456789abcdef',
])('a body has no more bytes than are asked for: %p', async (answer) => {
  await using server = await openServer(() => answer);
  using getter = new GuardedGetter({ allowPrivate: true });
  expect(await failureOf(read(getter, server.url, 8))).toBe(BodyTooLarge.name);
});

test.each([
  'SSH-2.0-OpenSSH_9\r\n\r\n\r\n',
  'HTTP/2 200\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 0x10\r\n\r\n0123456789abcdef',
  'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
  'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}\r\n`,
  'x'.repeat(200_000),
])('what is no HTTP is refused: %p', async (answer) => {
  await using server = await openServer(() => answer, true);
  using getter = new GuardedGetter({ allowPrivate: true });
  expect(await failureOf(read(getter, server.url))).toBe('no_answer');
});

test('private addresses need permission, and public ones https', async () => {
  await using server = await openServer(() => 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  using strict = new GuardedGetter({ allowPrivate: false });
  expect(await failureOf(read(strict, server.url))).toBe('address_refused');
  using pretending = new GuardedGetter({ allowPrivate: true, isPublic: () => true });
  expect(await failureOf(read(pretending, server.url))).toBe('address_refused');
  expect(server.connections()).toBe(0);
});
