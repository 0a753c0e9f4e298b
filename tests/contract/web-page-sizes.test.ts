// Pages stay within 512 KiB whatever people write and games publish: long texts fold, long documents have pages, and a link
// opens the rest.
import { expect, test } from 'bun:test';
import { type PostAnswer, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML } from '../fixtures/page-client.ts';
import { openAccountsWorld, type Person, refusalOf } from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const PAGE_BYTES_MAX = 512 * 1024;
const THREADS = 50;

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off', MODERATION_RULES: 'off' }));
const [author, reader] = await accounts.people(2);

async function pageAt(path: string, who: Pick<Person, 'fetch'> = accounts.world): Promise<string> {
  const answer = await who.fetch(path, { headers: HTML });
  const page = await answer.text();
  expect([path, answer.status, Buffer.byteLength(page) < PAGE_BYTES_MAX]).toEqual([path, 200, true]);
  return page;
}

/** A post with 50 threads of three comments. */
async function writeThreads(body: string, text = 'Text'): Promise<PostAnswer> {
  const post = await writePost(author, { title: 'Long', body: text });
  await Promise.all(
    Array.from({ length: THREADS }, async () => {
      const { id } = await writeComment(author, post.id, { body });
      await writeComment(author, post.id, { body, parentId: id });
      await writeComment(author, post.id, { body, parentId: id });
    }),
  );
  return post;
}

test.each([
  ['letters of three bytes', '夜'.repeat(5_000)],
  ['tags', '#日 '.repeat(1_666)],
  ['short paragraphs', 'a\n\n'.repeat(1_666)],
  ['list items', '- *a*\n'.repeat(833)],
  ['signs that are escaped', '"&<'.repeat(1_666)],
])(
  'a thread of 150 comments of 5,000 characters folds: %s',
  async (_, body) => {
    const { id } = await writeThreads(body);
    for (const who of [accounts.world, reader, author]) {
      const page = await pageAt(`/community/posts/${id}`, who);
      expect(page.match(/<article class="comment/g)?.length).toBe(3 * THREADS);
      const links = [...page.matchAll(/<a class="comment-rest" href="([^"]+)"/g)].map(([, href = '']) => href);
      expect(links.length).toBeGreaterThan(100);
      expect(links.length).toBeLessThan(3 * THREADS + (body.startsWith('夜') ? 0 : 1));
      // The link opens the comment in full, where it stands.
      const [href = ''] = links;
      const opened = await pageAt(href.replaceAll('&amp;', () => '&').split('#')[0] ?? '', who);
      const [, comment = ''] = /comment=([0-9a-f-]+)/.exec(href) ?? [];
      const [whole = ''] = opened.split(`id="comment-${comment}"`)[1]?.split('</article>') ?? [];
      expect(whole).not.toContain('comment-rest');
    }
  },
  60_000,
);

test('a long comment alone, and many short ones, are shown in full', async () => {
  const post = await writePost(author, { title: 'Short' });
  await writeComment(author, post.id, { body: '夜'.repeat(5_000) });
  await Promise.all(
    Array.from({ length: THREADS - 1 }, () => writeComment(author, post.id, { body: '夜'.repeat(40) })),
  );
  const page = await pageAt(`/community/posts/${post.id}`);
  expect(page).toContain('夜'.repeat(5_000));
  expect(page).not.toContain('comment-rest');
});

test('a long post stands in full beside few comments, and 150 short comments beside a long post', async () => {
  const body = '夜を**越えて** `歌`う'.repeat(1_000);
  const post = await writeThreads('夜'.repeat(80), body);
  for (const who of [accounts.world, reader, author]) {
    const page = await pageAt(`/community/posts/${post.id}`, who);
    expect(page).toContain('夜を<strong>越えて</strong> <code>歌</code>う'.repeat(1_000));
    expect(page).not.toContain('comment-rest');
  }
}, 60_000);

test('a post of tags alone folds beside its comments, and its page without them has all of it', async () => {
  const post = await writePost(author, { title: 'Tags', body: '#日 '.repeat(6_666) });
  await writeComment(reader, post.id, { body: 'Many tags' });
  const page = await pageAt(`/community/posts/${post.id}`);
  expect(page).toContain('Many tags');
  const [, href = ''] = /href="([^"]+)">Read more</.exec(page) ?? [];
  const whole = await pageAt(href);
  // One of them stands below the text.
  expect(whole.match(/>#日</g)?.length).toBe(6_667);
  expect(whole).not.toContain('Many tags');
  expect(whole).toContain(`href="/community/posts/${post.id}#comments"`);
});

test('a document of 1,025 texts has pages, and what is long or deep has pages of its own', async () => {
  using snapshot = createSmallSnapshot();
  const texts = Object.fromEntries(
    Array.from({ length: 1_025 }, (_, index) => [`text.${index}`, `Line ${index} of the song `.padEnd(180, '夜')]),
  );
  const keys = Object.keys(texts);
  const inner = Object.fromEntries(Object.entries(texts).slice(0, 60));
  const wide = Object.fromEntries(keys.slice(0, 110).map((key) => [key, inner]));
  snapshot.write('catalog/texts.json', JSON.stringify(texts));
  snapshot.write('catalog/wide.json', JSON.stringify({ wide, long: '夜'.repeat(50_000), list: [[[['deep']]]] }));
  snapshot.describe({
    resources: {
      songs: { file: 'catalog/songs.json', id: 'musicId' },
      texts: { file: 'catalog/texts.json', kind: 'document' },
      wide: { file: 'catalog/wide.json', kind: 'document' },
    },
  });
  await accounts.world.publish(snapshot.directory);
  await accounts.world.untilThere('/api/v1/servers/jp/texts');

  const seen = new Set<string>();
  let path: string | undefined = '/catalog/jp/texts';
  while (path !== undefined) {
    const page: string = await pageAt(path);
    for (const [, line = ''] of page.matchAll(/>Line (\d+) of/g)) seen.add(line);
    path = /href="([^"]+)" rel="next"/.exec(page)?.[1]?.replaceAll('&amp;', () => '&');
  }
  expect(seen.size).toBe(1_025);

  const root = await pageAt('/catalog/jp/wide');
  expect(root).toContain('href="/catalog/jp/wide?at=wide"');
  expect(root).toContain('href="/catalog/jp/wide?at=long"');
  const wideRoot = await pageAt('/catalog/jp/wide?at=wide');
  expect(wideRoot).toContain(`href="/catalog/jp/wide?at=${encodeURIComponent('wide.text\\.0')}"`);
  expect(await pageAt('/catalog/jp/wide?at=wide&page=3')).toContain('text.109<');
  expect(await pageAt(`/catalog/jp/wide?at=${encodeURIComponent('wide.text\\.0')}&page=2`)).toContain('Line 50 of');
  let characters = 0;
  for (const number of [1, 2, 3]) {
    characters +=
      (await pageAt(`/catalog/jp/wide?at=long&page=${number}`)).match(/<p dir="auto">(夜*)</)?.[1]?.length ?? 0;
  }
  expect(characters).toBe(50_000);
  expect(await pageAt('/catalog/jp/wide?at=list.0.0.0')).toContain('>deep<');
  // What is not there, or is no path, is the whole.
  for (const at of ['none', 'a%5C', 'wide.__proto__']) {
    expect(await pageAt(`/catalog/jp/wide?at=${at}&page=99`)).toContain('?at=long"');
  }
}, 60_000);

test('a page that is larger than any may be is refused with a code', async () => {
  using snapshot = createSmallSnapshot({ server: 'kr' });
  snapshot.write(
    'catalog/songs.json',
    JSON.stringify([{ musicId: '1', title: 'Long', words: 'a'.repeat(9 * 1024 * 1024) }]),
  );
  await accounts.world.publish(snapshot.directory);
  await accounts.world.untilThere('/api/v1/servers/kr/songs/1');
  await accounts.world.until(
    async () => (await refusalOf(accounts.world.fetch('/catalog/kr/songs/1')))[1] === 'page_too_large',
  );
}, 60_000);
