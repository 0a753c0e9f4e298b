// Answers above the size that Bun sends in one write arrive whole, whatever the client speaks, and HEAD tells their length.
import { expect, test } from 'bun:test';
import { type FeedAnswer, POSTS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectStatus, openAccountsWorld } from '../fixtures/people.ts';

const LATEST = `${POSTS}?scope=latest&limit=50`;
/** Posts with three bytes a character: one page is far above 15 KiB. */
const COUNT = 40;

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const author = await world.person();
for (let number = 0; number < COUNT; number += 1) {
  await writePost(author, { body: `${number} ${'長い文'.repeat(150)}` });
}

test('a large page is whole for fetch, several at once on kept connections', async () => {
  const texts = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const answer = await world.world.fetch(LATEST);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
      return answer.text();
    }),
  );
  expect(new Set(texts).size).toBe(1);
  const page: FeedAnswer = JSON.parse(texts[0] ?? '');
  expect(page.posts.length).toBe(COUNT);
  expect(page.posts.at(-1)?.excerpt).toBe(`0 ${'長い文'.repeat(150)}`);
});

test('HEAD tells the length that GET has', async () => {
  const length = Buffer.byteLength(await (await world.world.fetch(LATEST)).text());
  expect(length).toBeGreaterThan(15 * 1024);
  const head = await world.world.fetch(LATEST, { method: 'HEAD' });
  expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, length]);
});

test('a client of HTTP/1.0 gets the plain bytes and the end of the connection', async () => {
  const wanted = await (await world.world.fetch(LATEST)).text();
  const answer = await world.world.raw(`GET ${LATEST} HTTP/1.0\r\nHost: localhost\r\n\r\n`);
  expect([answer.status, answer.headers.get('transfer-encoding')]).toEqual([200, undefined]);
  expect(Buffer.from(answer.body, 'latin1').toString()).toBe(wanted);
});

test('whoever is signed in gets the same posts', async () => {
  const page = await expectStatus(author.fetch(LATEST), 200);
  expect(page.posts.length).toBe(COUNT);
});
