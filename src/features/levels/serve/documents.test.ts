// Prepared bodies: built once, bounded, and unavailable after they are cleared.
import { expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import type { Content } from '../../../http/content/bytes.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { Documents } from './documents.ts';

const headers = new Headers();
const LONG = JSON.stringify({ items: 'level '.repeat(2000) });
const open = async (content: Content): Promise<string> => {
  const body = await content.identity.open(0, content.identity.bytes);
  return new Response(body).text();
};

test('concurrent requests build a body once', async () => {
  const documents = new Documents(1_000_000);
  let made = 0;
  const text = (): string => {
    made++;
    return LONG;
  };
  const options = { headers, coding: 'full', isFresh: () => true } as const;
  const all = await Promise.all(Array.from({ length: 8 }, () => documents.read('a', text, options)));
  const again = documents.read('a', text, options);
  expect(made).toBe(1);
  expect(again).not.toBeInstanceOf(Promise);
  for (const content of [...all, await again]) expect(await open(content)).toBe(LONG);
});

test('codings have their own entity tags and are smaller', async () => {
  const documents = new Documents(1_000_000);
  const { identity, br, gzip } = await documents.read('a', () => LONG, { headers, coding: 'full' });
  expect([br?.etag, gzip?.etag]).toEqual([identity.etag.replace(/"$/, '-br"'), identity.etag.replace(/"$/, '-gz"')]);
  expect(Math.max(br?.bytes ?? LONG.length, gzip?.bytes ?? LONG.length)).toBeLessThan(1000);
  const coded = await new Response(await gzip?.open(0, gzip.bytes)).bytes();
  expect(gunzipSync(coded).toString()).toBe(LONG);
  const small = await documents.read('b', () => '{}', { headers, coding: 'full' });
  expect([small.br, small.gzip]).toEqual([undefined, undefined]);
  const quick = await documents.read('c', () => LONG, { headers, coding: 'quick' });
  expect([quick.br === undefined, quick.gzip === undefined]).toEqual([true, false]);
});

test('cleared bodies are unavailable, also through content that was returned before', async () => {
  const documents = new Documents(1_000_000);
  const options = { headers, coding: 'full', isFresh: () => true } as const;
  await documents.read('a', () => LONG, options);
  const content = await documents.read('a', () => LONG, options);
  expect(content.isFresh?.()).toBe(true);
  documents.clear();
  expect(content.isFresh?.()).toBe(false);
  expect(isRefusal(await open(content).catch((error: unknown) => error), 'level_catalog_unavailable')).toBe(true);
  expect(await open(await documents.read('a', () => LONG, options))).toBe(LONG);
  expect(content.isFresh?.()).toBe(false);
});

test('cached bodies stay within the limit; a body that does not fit is still served', async () => {
  const documents = new Documents(40_000);
  const options = { headers, coding: 'full', isFresh: () => true } as const;
  const contents: Content[] = [];
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await documents.read(key, () => LONG, options);
    contents.push(await documents.read(key, () => LONG, options));
  }
  expect(contents.filter((content) => content.isFresh?.()).length).toBeLessThan(4);
  const tiny = new Documents(10);
  expect(await open(await tiny.read('a', () => LONG, options))).toBe(LONG);
});

test('a random draw is never fresh', async () => {
  const documents = new Documents(1_000_000);
  await documents.read('a', () => LONG, { headers, coding: 'full' });
  expect((await documents.read('a', () => LONG, { headers, coding: 'full' })).isFresh).toBeUndefined();
});
