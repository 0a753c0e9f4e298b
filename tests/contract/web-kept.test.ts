// Pages of the community that are kept for strangers: they change with every commit, and nobody ever gets the page of
// somebody else, whatever was asked for before or at the same moment.
import { expect, test } from 'bun:test';
import { POSTS, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML, openPage } from '../fixtures/page-client.ts';
import { expectOnlyStatus, openAccountsWorld } from '../fixtures/people.ts';

const accounts = await keepOpen(openAccountsWorld());
const world = accounts.world;
const [author, reader] = await accounts.people(2);

const pageAt = (path: string, headers?: Record<string, string>) => openPage(world, path, headers);
const statusAt = async (path: string): Promise<number> => (await world.fetch(path, { headers: HTML })).status;

test('a post shows in the feed at once, and is gone from every page at once', async () => {
  expect(await pageAt('/community')).not.toContain('A lamp in the rain');
  const post = await writePost(author, { title: 'A lamp in the rain', body: 'Seen at the pier.', tags: ['pier'] });
  const places = ['/community', '/community/tags/pier', `/@${author.uid}`, `/community/posts/${post.id}`];
  for (const path of places) expect([path, await pageAt(path)]).toEqual([path, expect.stringContaining('A lamp in')]);
  expect(await pageAt('/community/tags')).toContain('#pier');
  await writeComment(reader, post.id, { body: 'It still burns' });
  expect(await pageAt(`/community/posts/${post.id}`)).toContain('It still burns');
  await expectOnlyStatus(author.send('DELETE', `${POSTS}/${post.id}`, { version: 1 }), 204);
  expect(await statusAt(`/community/posts/${post.id}`)).toBe(404);
  for (const path of ['/community', `/@${author.uid}`]) expect(await pageAt(path)).not.toContain('A lamp in the rain');
});

test('what a member sees is for that member alone, also at the same moment', async () => {
  const post = await writePost(author, { title: 'For everybody', body: 'A public text' });
  const hidden = await writePost(author, { title: 'For myself', body: 'A private text', visibility: 'private' });
  await reader.send('PUT', `${POSTS}/${post.id}/reaction`, { active: true });
  const ask = (cookie?: string): Promise<string[]> =>
    Promise.all(
      ['/community', `/community/posts/${post.id}`, `/@${author.uid}`, '/community/tags'].map((path) =>
        pageAt(path, cookie === undefined ? {} : { cookie }),
      ),
    );
  const turns = await Promise.all([ask(), ask(author.cookie), ask(), ask(reader.cookie), ask()]);
  const [first = [], own = [], second = [], others = [], third = []] = turns;
  for (const strangers of [first, second, third]) {
    expect(strangers.every((page, at) => page === first[at])).toBe(true);
    for (const page of strangers) {
      expect(page).not.toContain('For myself');
      expect(page).toContain('/sign-in?then=');
      expect(page).not.toContain('/sign-out');
      expect(page).not.toContain('&quot;liked&quot;:true');
    }
  }
  for (const page of [...own, ...others]) expect(page).toContain('/sign-out');
  expect(own.some((page) => page.includes('&quot;isOwn&quot;:true'))).toBe(true);
  expect(others[1]).toContain('&quot;liked&quot;:true');
  expect(await pageAt('/community?scope=mine', { cookie: author.cookie })).toContain('For myself');
  expect(await pageAt(`/community/posts/${hidden.id}`, { cookie: author.cookie })).toContain('A private text');
  expect(await statusAt(`/community/posts/${hidden.id}`)).toBe(404);
  const answer = await world.fetch('/community', { headers: { ...HTML, cookie: reader.cookie } });
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  expect((await world.fetch('/community', { headers: HTML })).headers.get('cache-control')).toContain('public');
});

test('what an island shows is never from the page of somebody else', async () => {
  const post = await writePost(author, { title: 'Liked later', body: 'Shown before it was liked' });
  const likesAt = async (headers: Record<string, string> = {}): Promise<unknown> => {
    const page = await pageAt(`/community/posts/${post.id}`, headers);
    const [, pressed] = /aria-pressed="(\w+)" aria-label="Like, /.exec(page) ?? [];
    return [/Like, (\d+) like/.exec(page)?.[1], pressed];
  };
  expect(await likesAt()).toEqual(['0', undefined]);
  await reader.send('PUT', `${POSTS}/${post.id}/reaction`, { active: true });
  expect(await likesAt({ cookie: reader.cookie })).toEqual(['1', 'true']);
  expect(await likesAt({ cookie: author.cookie })).toEqual(['1', 'false']);
  expect(await likesAt()).toEqual(['1', undefined]);
});

test('a block is seen by the two of them and by nobody else', async () => {
  const [one, other] = await accounts.people(2);
  const post = await writePost(other, { title: 'Not for one', body: 'Behind a block' });
  const before = await pageAt(`/@${other.uid}`);
  await one.send('PUT', `${USERS}/${other.uid}/block`, { active: true });
  expect(await pageAt(`/@${other.uid}`, { cookie: one.cookie })).not.toContain('Not for one');
  expect(await pageAt('/community', { cookie: one.cookie })).not.toContain('Not for one');
  expect(await pageAt(`/@${other.uid}`)).toBe(before);
  expect(await pageAt('/community')).toContain('Not for one');
  expect(await statusAt(`/community/posts/${post.id}`)).toBe(200);
});

test('language and colours are those of the reader', async () => {
  const langOf = (page: string): (string | undefined)[] | undefined =>
    /<html lang="([^"]+)"( data-theme="\w+")?/.exec(page)?.slice(1);
  const asked = [
    [{}, ['en', undefined]],
    [{ 'accept-language': 'ja' }, ['ja', undefined]],
    [{ cookie: 'livehouse.locale=ko' }, ['ko', undefined]],
    [{ cookie: 'livehouse.theme=dark' }, ['en', ' data-theme="dark"']],
    [{ cookie: 'livehouse.locale=zh-CN; livehouse.theme=light' }, ['zh-CN', ' data-theme="light"']],
  ] as const;
  for (const _turn of [1, 2]) {
    for (const [headers, wanted] of asked)
      expect(langOf(await pageAt('/community', headers))).toEqual<(string | undefined)[]>([...wanted]);
    expect(langOf(await pageAt('/community?lang=zh-TW'))).toEqual<(string | undefined)[]>(['zh-TW', undefined]);
  }
});

test('a session that has ended and a token that is none make a stranger', async () => {
  const stranger = await pageAt('/community');
  const [name = ''] = reader.cookie.split('=');
  expect((await pageAt('/community', { cookie: `${name}=none` })) === stranger).toBe(true);
  expect((await pageAt('/community', { authorization: 'Bearer none' })) === stranger).toBe(true);
});

test('a cursor of another list leads to the first page, each time', async () => {
  for (const path of ['/community?cursor=none', '/community/tags?cursor=none', `/@${author.uid}?cursor=none`]) {
    for (const _turn of [1, 2]) {
      const answer = await world.fetch(path, { headers: HTML, redirect: 'manual' });
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 303, path.split('?')[0] ?? '']);
    }
  }
});
