// What counts as words: names inside scripts without spaces, and texts in which there is nothing to see.
import { expect, test } from 'bun:test';
import { NOTIFICATIONS, POSTS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld, readJson, refusalOf } from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const [author, named] = await world.people(2);
await world.sql`update profile set handle = 'taro_x' where account_id = ${named.id}`;

const countUnread = async (): Promise<number> =>
  (await readJson(named.fetch(`${NOTIFICATIONS}?countOnly=true`))).unreadCount;

test('mentions without surrounding spaces notify the person', async () => {
  for (const [at, body] of [
    '@taro_xさん、こんにちは',
    'ありがとう@taro_x！',
    '＠taro_x 見て',
    `@${named.uid}さん`,
    '谢谢@taro_x的图',
    '@taro_x님 안녕하세요',
  ].entries()) {
    await writePost(author, { body });
    expect([body, await countUnread()]).toEqual([body, at + 1]);
  }
  const post = await writePost(author, { body: 'mail@taro_x, я@taro_x, @taro_xö' });
  expect(await countUnread()).toBe(6);
  await writeComment(author, post.id, { body: '@taro_xさん' });
  expect(await countUnread()).toBe(7);
});

test('invisible text counts as empty', async () => {
  const post = await writePost(author);
  for (const unseen of ['\u200b', '\u3164', '\u2800\u2060', ' \u202e\u00ad ']) {
    const refusals = [
      await author.send('POST', POSTS, { body: unseen }),
      await author.send('POST', POSTS, { body: 'Words', title: unseen }),
      await author.send('PATCH', `${POSTS}/${post.id}`, { body: unseen, version: post.version }),
      await author.send('POST', `${POSTS}/${post.id}/comments`, { body: unseen }),
    ];
    expect(await Promise.all(refusals.map(refusalOf))).toEqual([
      [422, 'invalid_post'],
      [422, 'invalid_post'],
      [422, 'invalid_post'],
      [422, 'invalid_comment'],
    ]);
    expect((await writePost(author, { body: `${unseen}\n\nHello` })).title).toBe('Hello');
  }
  expect((await writePost(author, { body: '❤️', title: '👨‍👩‍👧' })).title).toBe('👨‍👩‍👧');
});

test('a title that was taken from the text is not judged a second time', async () => {
  const links = (count: number): string =>
    Array.from({ length: count }, (_, at) => `https://${'abcde'[at]}.example/`).join(' ');
  const newcomer = await world.person();
  const statusOf = async (fields: Readonly<Record<string, string>>): Promise<string> =>
    (await writePost(newcomer, fields)).moderationStatus;
  expect(await statusOf({ body: `See ${links(2)}` })).toBe('allow');
  expect(await statusOf({ body: `See ${links(2)} ${'and much more '.repeat(20)}\nThe end.` })).toBe('allow');
  expect(await statusOf({ body: `See ${links(2)}`, title: links(2) })).toBe('review');
  const other = await world.person();
  expect((await writePost(other, { body: links(4) })).moderationStatus).toBe('review');
});
