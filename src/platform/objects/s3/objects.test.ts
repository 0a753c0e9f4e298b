// The object store on a scripted server.
import { afterAll, beforeEach, expect, test } from 'bun:test';
import { keepFolder, keepOpen } from '../../../../tests/fixtures/keep-open.ts';
import { openS3Objects } from './objects.ts';

let failing: string;
let removed: string[];

const folder = keepFolder();
const server = await keepOpen(
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ method, url }) => {
      if (method === 'DELETE') {
        removed.push(new URL(url).pathname);
        return new Response(null, { status: 204 });
      }
      const error = `<Error><Key>a/two.json</Key><Code>${failing}</Code></Error>`;
      return new Response(`<DeleteResult>${failing === '' ? '' : error}</DeleteResult>`);
    },
  }),
);
const objects = openS3Objects({
  s3: {
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'us-east-1',
    bucket: 'media',
    prefix: 'a',
    style: 'path',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  },
  cacheDirectory: folder,
  cacheBytes: 1_000_000,
  evictedLast: [],
  lock: { reach: 'this test', run: (_, work) => work() },
});
afterAll(async () => {
  await objects.close();
});
beforeEach(() => {
  removed = [];
});

const removeAll = () => objects.removeAll(['one.json', 'two.json']);

test.each(['', 'NoSuchKey'])('bulk removal: %p for one key counts as removed', async (code) => {
  failing = code;
  await removeAll();
  expect(removed).toEqual([]);
});

test.each(['InternalError', 'SlowDown'])(
  'a key that fails with the transient error %s is removed individually',
  async (code) => {
    failing = code;
    await removeAll();
    expect(removed).toEqual(['/media/a/two.json']);
  },
);

test('a key that cannot be removed is an error', async () => {
  failing = 'AccessDenied';
  await expect(removeAll()).rejects.toThrow('a/two.json (AccessDenied)');
  expect(removed).toEqual([]);
});
