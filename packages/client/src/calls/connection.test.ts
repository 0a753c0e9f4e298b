// How a connection sends requests: retries, time limits, aborts, cached answers and errors, against a server of the test.
import { afterEach, expect, test } from 'bun:test';
import { connect } from '../connect.ts';
import type { ConnectOptions } from './connection.ts';
import { LivehouseError } from './failure.ts';

type Handler = (request: Request, number: number) => Response | Promise<Response>;

const servers: { stop(force: boolean): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(true);
});

/** A service that answers with `handler`, and the requests that it got. */
function serve(handler: Handler, options: ConnectOptions = {}) {
  // Bun empties a request when it has been answered.
  const requests: { readonly method: string; readonly url: string; readonly headers: Headers }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const { method, url, headers } = request;
      return handler(request, requests.push({ method, url, headers: new Headers(headers) }));
    },
  });
  servers.push(server);
  return { requests, house: connect(`http://127.0.0.1:${server.port}`, options) };
}

async function failureOf(work: Promise<unknown>): Promise<LivehouseError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof LivehouseError) return error;
  throw new Error(`no LivehouseError: ${error}`);
}

const json = (value: unknown, init?: ResponseInit): Response => Response.json(value, init);
const refuse = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json({ error: { code, message: 'No' } }, { status, headers: { 'X-Request-Id': 'request-1', ...headers } });
const soon = { 'Retry-After': '0' };

test('reads are repeated as the service asks, and give up', async () => {
  const { house, requests } = serve((_, number) =>
    number < 3 ? refuse(503, 'query_busy', soon) : json({ releases: [] }),
  );
  expect(await house.api.releaseList()).toEqual({ releases: [] });
  expect(requests.length).toBe(3);
  const never = serve(() => refuse(429, 'too_many_reads', soon), { retries: 2 });
  const error = await failureOf(never.house.api.releaseList());
  expect([error.status, error.code, error.requestId, error.retryAfterMs]).toEqual([
    429,
    'too_many_reads',
    'request-1',
    0,
  ]);
  expect(never.requests.length).toBe(3);
  await failureOf(never.house.api.releaseList({}, { retries: 0 }));
  expect(never.requests.length).toBe(4);
});

test('who is asked to wait too long gets the error at once', async () => {
  const { house, requests } = serve(() => refuse(503, 'query_not_ready', { 'Retry-After': '31' }));
  expect((await failureOf(house.api.releaseList())).retryAfterMs).toBe(31_000);
  expect(requests.length).toBe(1);
});

test('only what may be repeated is repeated', async () => {
  const { house, requests } = serve(() => refuse(503, 'database_unavailable', soon), { retries: 1 });
  const postId = 'p';
  const intent = { fileName: 'a.png', mediaType: 'image/png', size: 1 };
  const counts: number[] = [];
  for (const call of [
    () => house.api.postCreate({ body: { body: 'x' } }),
    () => house.api.postEdit({ postId, body: { body: 'x', version: 1 } }),
    () => house.api.postLike({ postId, body: { active: true } }),
    () => house.api.postDelete({ postId, body: { version: 1 } }),
    () => house.api.uploadIntentCreate({ 'Idempotency-Key': 'k'.repeat(16), body: intent }),
  ]) {
    const before = requests.length;
    await failureOf(call());
    counts.push(requests.length - before);
  }
  expect(counts).toEqual([1, 1, 2, 2, 2]);
  const other = serve(() => refuse(409, 'version_conflict', soon));
  await failureOf(other.house.api.postLike({ postId, body: { active: true } }));
  expect(other.requests.length).toBe(1);
});

test('a lost connection is an error of its own; reads are tried again', async () => {
  let tries = 0;
  const broken: ConnectOptions = {
    fetch: async () => {
      tries += 1;
      throw new TypeError('connection reset');
    },
    retries: 1,
  };
  const livehouse = connect('http://127.0.0.1:9', broken);
  const error = await failureOf(livehouse.api.releaseList());
  expect([error.status, error.code, tries]).toEqual([0, 'no_connection', 2]);
  expect(error.cause).toBeInstanceOf(TypeError);
  await failureOf(livehouse.api.postLike({ postId: 'p', body: { active: true } }));
  expect(tries).toBe(3);
});

test('a time limit covers the body; a signal aborts requests and pauses', async () => {
  const stall = (): Response =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
      }),
      { headers: { 'Content-Type': 'application/json' } },
    );
  const { house } = serve(stall, { retries: 0, timeoutMs: 100 });
  expect(await failureOf(house.api.releaseList())).toMatchObject({ status: 0, code: 'timeout' });

  const stop = new AbortController();
  const reason = new Error('enough');
  const late = house.api.releaseList({}, { signal: stop.signal, timeoutMs: 60_000 });
  setTimeout(() => stop.abort(reason), 50);
  expect(late).rejects.toBe(reason);
  await late.catch(() => undefined);
  expect(house.api.releaseList({}, { signal: stop.signal })).rejects.toBe(reason);

  const pausing = new AbortController();
  const busy = serve(() => refuse(503, 'query_busy', { 'Retry-After': '20' }));
  const waiting = busy.house.api.releaseList({}, { signal: pausing.signal });
  setTimeout(() => pausing.abort(reason), 50);
  expect(waiting).rejects.toBe(reason);
  await waiting.catch(() => undefined);
  expect(busy.requests.length).toBe(1);
});

test('a signal that has ended ends loops at once, and lists that would not be whole reject', async () => {
  const { house, requests } = serve((_, number) =>
    json({ posts: [{ id: `${number}a` }, { id: `${number}b` }], nextCursor: `${number}` }),
  );
  const reason = new Error('enough');
  const read = async (abortAt: string | undefined): Promise<readonly string[]> => {
    const stop = new AbortController();
    const seen: string[] = [];
    if (abortAt === undefined) stop.abort(reason);
    for await (const { id } of house.each.postList({}, { signal: stop.signal })) {
      seen.push(id);
      if (id === abortAt) stop.abort(reason);
    }
    return seen;
  };
  expect(await read(undefined)).toEqual([]);
  expect(requests.length).toBe(0);
  expect(await read('1a')).toEqual(['1a']);
  expect(await read('3b')).toEqual(['2a', '2b', '3a', '3b']);
  expect(requests.length).toBe(3);

  const stop = new AbortController();
  const slow = serve(async (_, number) => {
    if (number > 1) await Bun.sleep(1_000);
    return json({ items: [{ id: `${number}`, entity: {} }], total: 9, facets: {}, nextCursor: 'x' });
  });
  setTimeout(() => stop.abort(reason), 100);
  const query = slow.house.catalog('demo').resource('songs').query();
  let pages = 0;
  for await (const { total } of query.all({ signal: stop.signal }).pages()) pages += total;
  expect(pages).toBe(9);
  expect(query.all({ signal: stop.signal }).toArray()).rejects.toBe(reason);
  expect(house.each.postList({}, { signal: stop.signal }).toArray(5)).rejects.toBe(reason);
  for await (const _ of house.notifications({ signal: stop.signal })) throw new Error('it had ended');
});

test('one signal for very many calls gathers no listeners', async () => {
  const { house } = serve(() => json({ releases: [] }));
  const { signal } = new AbortController();
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  Object.assign(signal, {
    addEventListener: (...words: Parameters<typeof add>) => {
      listeners.add(words[1]);
      add(...words);
    },
    removeEventListener: (...words: Parameters<typeof remove>) => {
      listeners.delete(words[1]);
      remove(...words);
    },
  });
  for (let call = 0; call < 20; call++) await house.api.releaseList({}, { signal });
  expect(listeners.size).toBe(0);
});

test('answers with an entity tag are asked for with it, and immutable ones not again', async () => {
  const { house, requests } = serve((request) => {
    const isPinned = request.url.includes('release=');
    const headers = {
      ETag: '"1"',
      'Cache-Control': isPinned ? 'public, max-age=31536000, immutable' : 'public, max-age=0',
    };
    return request.headers.get('If-None-Match') === '"1"'
      ? new Response(null, { status: 304, headers })
      : json({ musicId: 1 }, { headers });
  });
  const { songs } = { songs: house.catalog('demo').resource('songs') };
  const first = await songs.get('1');
  expect(await songs.get('1')).toEqual(first);
  expect(await songs.get('1')).not.toBe(first);
  expect(requests.map(({ headers }) => headers.get('If-None-Match'))).toEqual([null, '"1"', '"1"']);
  const pinned = house.catalog('demo').pin('r-1').resource('songs');
  await pinned.get('1');
  await pinned.get('1');
  expect(requests.length).toBe(4);
});

test('kept answers are bounded, and none is kept without an entity tag, with no-store, or when nothing is wanted', async () => {
  const answer = (headers: Record<string, string>) => (): Response => json({ releases: [] }, { headers });
  const conditional = async ({ house, requests }: ReturnType<typeof serve>): Promise<number> => {
    for (const server of ['a', 'b', 'c', 'a', 'c']) await house.api.catalogRead({ server });
    return requests.filter(({ headers }) => headers.has('If-None-Match')).length;
  };
  expect(await conditional(serve(answer({ ETag: '"1"' })))).toBe(2);
  // c is the only one that is still there.
  expect(await conditional(serve(answer({ ETag: '"1"' }), { cache: { entries: 2 } }))).toBe(1);
  expect(await conditional(serve(answer({ ETag: '"1"' }), { cache: { characters: 20 } }))).toBe(0);
  expect(await conditional(serve(answer({ ETag: '"1"' }), { cache: false }))).toBe(0);
  expect(await conditional(serve(answer({ ETag: '"1"', 'Cache-Control': 'no-store' })))).toBe(0);
  expect(await conditional(serve(answer({})))).toBe(0);
});

test('the token is sent where it is needed, from a text or a function', async () => {
  let count = 0;
  const { house, requests } = serve(() => json({}), { token: async () => `token-${++count}` });
  await house.api.releaseList();
  await house.api.profileRead();
  await house.api.profileRead();
  expect(requests.map(({ headers }) => headers.get('Authorization'))).toEqual([
    null,
    'Bearer token-1',
    'Bearer token-2',
  ]);
  expect(await connect(house.url, { token: 't' }).authorization()).toEqual({ Authorization: 'Bearer t' });
  expect(await connect(house.url).authorization()).toEqual({});
});

test('what is no JSON, and refusals in other forms, are errors', async () => {
  const answers: readonly (readonly [Response, readonly [number, string]])[] = [
    [new Response('<p>a proxy</p>'), [0, 'invalid_answer']],
    [new Response('<p>a proxy</p>', { status: 502 }), [502, 'http_502']],
    [new Response('not found', { status: 404 }), [404, 'not_found']],
    [new Response('invalid_release', { status: 400 }), [400, 'invalid_release']],
    [json({ message: 'Not found' }, { status: 404 }), [404, 'not_found']],
  ];
  for (const [answer, expected] of answers) {
    const { house } = serve(() => answer);
    const error = await failureOf(house.api.releaseList());
    expect([error.status, error.code]).toEqual([...expected]);
  }
});

test('parameters go where they belong', async () => {
  const { house, requests } = serve(() => json({}));
  const { api } = house;
  await api.assetRead({ server: 'a/b', path: 'Assets/x y (en).png', release: 'r-1' });
  await api.resourceRead({ server: 'demo', resource: 'songs', id: ['1', 'a&b'] });
  await api.avatarWrite({ body: new Blob(['x'], { type: 'image/png' }) });
  await api.uploadContentWrite({ attachmentId: 'a', body: new Uint8Array([1, 2]) });
  await api.postLike({ postId: 'p', body: { active: true } }, { headers: { 'X-Request-Id': 'mine-1234' } });
  const paths = requests.map(({ method, url }) => `${method} ${url.slice(house.url.length)}`);
  expect(paths).toEqual([
    'GET /assets/a%2Fb/Assets/x%20y%20(en).png?release=r-1',
    'GET /api/v1/servers/demo/songs?id=1&id=a%26b',
    'PUT /api/v1/account/avatar',
    'PUT /api/v1/community/uploads/a/content',
    'PUT /api/v1/community/posts/p/reaction',
  ]);
  const types = requests.map(({ headers }) => headers.get('Content-Type'));
  expect(types.slice(2)).toEqual(['image/png', 'application/octet-stream', 'application/json']);
  expect(requests.at(-1)?.headers.get('X-Request-Id')).toBe('mine-1234');
  expect(api.postRead({ postId: '' })).rejects.toThrow('postRead needs postId');
  expect(() => connect('example.org')).toThrow('not an http(s) address');
});

test('with the address of a page, paths are those of its origin', async () => {
  const paths: string[] = [];
  const livehouse = connect('', {
    fetch: async (url) => {
      paths.push(url);
      return json({ releases: [] });
    },
  });
  await livehouse.api.releaseList();
  expect(paths).toEqual(['/api/v1/releases']);
});
