// Requests to a scripted server: what is retried, what is not, and how clock skew is handled.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { openS3Client, type S3Client } from './client.ts';
import { completionDocument, readListPage, readRemovalFailures, removalDocument, textOf } from './documents.ts';

type Answer = (request: Request, count: number) => Response;

let answer: Answer;
let count = 0;
let server: ReturnType<typeof Bun.serve>;
let client: S3Client;

beforeEach(() => {
  count = 0;
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      count += 1;
      return answer(request, count);
    },
  });
  client = openS3Client({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'us-east-1',
    bucket: 'media',
    prefix: 'a/b',
    style: 'path',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
});
afterEach(async () => {
  client.close();
  await server.stop(true);
});

const refuse = (status: number, code: string): Response =>
  new Response(`<Error><Code>${code}</Code></Error>`, { status });

test('requests are signed, with the prefix, the query and the digest of the body', async () => {
  let seen = { path: '', authorization: '', digest: '' };
  answer = ({ url, headers }) => {
    const { pathname, search } = new URL(url);
    seen = {
      path: pathname + search,
      authorization: headers.get('authorization') ?? '',
      digest: headers.get('x-amz-content-sha256') ?? '',
    };
    return new Response('');
  };
  await client.send({ method: 'PUT', key: 'x/y z', query: { partNumber: '2' }, body: new Uint8Array([1]) });
  expect(seen.path).toBe('/media/a/b/x/y%20z?partNumber=2');
  expect(seen.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/us-east-1\/s3\/aws4_request, /);
  expect(seen.digest).toBe(sha256Hex(Buffer.from([1])));
});

test.each([500, 502, 503, 429])('%i is retried', async (status) => {
  answer = (_, n) => (n < 3 ? refuse(status, 'SlowDown') : new Response('done'));
  const { bytes, tries } = await client.send({ method: 'GET', key: 'x' });
  expect([Buffer.from(bytes).toString(), tries]).toEqual(['done', 3]);
});

test.each([
  [400, 'InvalidArgument'],
  [403, 'AccessDenied'],
  [501, 'NotImplemented'],
])('%i %s is not retried, and the error names it', async (status, code) => {
  answer = () => refuse(status, code);
  const failure = client.send({ method: 'GET', key: 'x' });
  await expect(failure).rejects.toMatchObject({ name: 'ObjectsUnavailable', message: expect.stringContaining(code) });
  expect(count).toBe(1);
});

test('accepted statuses do not throw', async () => {
  answer = () => refuse(404, 'NoSuchKey');
  expect(await client.send({ method: 'GET', key: 'x', accept: [404] })).toMatchObject({
    status: 404,
    code: 'NoSuchKey',
  });
});

test('a wrong clock follows the server’s', async () => {
  const theirs = Date.now() - 3 * 60 * 60 * 1000;
  answer = (request) => {
    const date = new Date(theirs).toUTCString();
    const stamp = request.headers.get('x-amz-date') ?? '';
    const day = new Date(theirs).toISOString().replace(/[:-]/g, '').slice(0, 11);
    return stamp.startsWith(day)
      ? new Response('good', { headers: { date } })
      : new Response('<Error><Code>RequestTimeTooSkewed</Code></Error>', { status: 403, headers: { date } });
  };
  expect((await client.send({ method: 'GET', key: 'x' })).tries).toBe(2);
  expect((await client.send({ method: 'GET', key: 'x' })).tries).toBe(1);
  expect(Math.abs(client.clockOffsetMs + 3 * 60 * 60 * 1000)).toBeLessThan(60_000);
});

test('a sink restarts with every attempt, and its own error is not attributed to the server', async () => {
  answer = (_, n) => (n === 1 ? refuse(503, 'SlowDown') : new Response('whole'));
  let text = '';
  const sink = {
    begin: () => {
      text = '';
    },
    write: (piece: Uint8Array) => {
      text += Buffer.from(piece).toString();
    },
  };
  await client.send({ method: 'GET', key: 'x' }, sink);
  expect(text).toBe('whole');
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const broken = {
    begin: () => undefined,
    write: () => {
      throw full;
    },
  };
  await expect(client.send({ method: 'GET', key: 'x' }, broken)).rejects.toBe(full);
});

test('after several failures in a row the circuit breaker opens', async () => {
  answer = () => refuse(503, 'SlowDown');
  await expect(client.send({ method: 'GET', key: 'x' })).rejects.toThrow('503');
  await expect(client.send({ method: 'GET', key: 'x' })).rejects.toThrow();
  const before = count;
  await expect(client.send({ method: 'GET', key: 'x' })).rejects.toThrow('a moment ago');
  expect(count).toBe(before);
});

test('XML documents of the protocol', () => {
  const page = readListPage(
    '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b</NextContinuationToken>' +
      '<Contents><Key>p/x%2By</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>7</Size></Contents>' +
      '<CommonPrefixes><Prefix>p/q/</Prefix></CommonPrefixes></ListBucketResult>',
  );
  expect(page).toEqual({
    objects: [{ key: 'p/x+y', bytes: 7, modifiedAt: Date.UTC(2026, 0, 2, 3, 4, 5) }],
    folders: ['p/q/'],
    next: 'a&b',
  });
  expect(readListPage('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')).toEqual({
    objects: [],
    folders: [],
    next: undefined,
  });
  expect(removalDocument(['a&b'])).toBe('<Delete><Object><Key>a&amp;b</Key></Object><Quiet>true</Quiet></Delete>');
  expect(
    readRemovalFailures('<DeleteResult><Error><Key>x</Key><Code>InternalError</Code></Error></DeleteResult>'),
  ).toEqual([{ key: 'x', code: 'InternalError' }]);
  expect(completionDocument([{ number: 1, etag: 'e' }])).toContain('<PartNumber>1</PartNumber><ETag>"e"</ETag>');
  expect(textOf('<A><UploadId>x&#x2F;y</UploadId></A>', 'UploadId')).toBe('x/y');
});
