// Which pages are rendered and compressed again.
import { expect, onTestFinished, setSystemTime, test } from 'bun:test';
import type { Content } from '../../http/content/bytes.ts';
import { CachedHtml } from './cached-html.ts';

test('a page is rendered once per stamp, and compressed once while it stays the same', async () => {
  const pages = new CachedHtml();
  let renderings = 0;
  const read = async (stamp: string, html: string): Promise<Content> => {
    const content = await pages.read('/about ja', stamp, undefined, async () => {
      renderings += 1;
      return { html, isWhole: true };
    });
    if ('redirectTo' in content) throw new Error('a page was expected');
    return content;
  };
  const first = await read('1', '<p>Hello</p>');
  expect(await read('1', '<p>not asked for</p>')).toBe(first);
  expect(renderings).toBe(1);
  expect(await read('2', '<p>Hello</p>')).toBe(first);
  expect(renderings).toBe(2);
  const changed = await read('3', '<p>Bye</p>');
  expect(changed.identity.etag).not.toBe(first.identity.etag);
  expect(changed.br).not.toBe(first.br);
  expect(renderings).toBe(3);
  expect((await read('4', '<p>Hello</p>')).identity.etag).toBe(first.identity.etag);
});

test('a page is not used after the moment from which on it is no longer true', async () => {
  const pages = new CachedHtml();
  let renderings = 0;
  const read = async (): Promise<void> => {
    await pages.read('/ en', '1', undefined, async () => {
      renderings += 1;
      return { html: '<p>Runs</p>', isWhole: true, endsAt: 5000 };
    });
  };
  onTestFinished(() => void setSystemTime());
  for (const [now, expected] of [
    [1000, 1],
    [4999, 1],
    [5000, 2],
    [6000, 3],
  ] as const) {
    setSystemTime(now);
    await read();
    expect([now, renderings]).toEqual([now, expected]);
  }
});
