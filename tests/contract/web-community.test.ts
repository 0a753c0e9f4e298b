// Pages of the community and of people over the wire: what strangers and members get, without script.
import { describe, expect, test } from 'bun:test';
import { USERS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, openWithoutDatabase } from '../fixtures/people.ts';

const HTML = { accept: 'text/html' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const accounts = await keepOpen(openAccountsWorld());
const world = accounts.world;
const [author, reader] = await accounts.people(2);
const post = await writePost(author, {
  title: 'Lanterns <b>&</b> bridges',
  body: 'Go **left**, @nobody. <script>alert(1)</script> [a link](javascript:alert(1))',
  tags: ['harbour'],
});
const comment = await writeComment(reader, post.id, { body: 'Which bridge?' });
await writeComment(author, post.id, { body: 'The old one.', parentId: comment.id });

const read = async (answer: Response): Promise<string> => {
  expect(answer.status).toBe(200);
  const page = await answer.text();
  expect(page.match(/<h1[ >]/g)?.length).toBe(1);
  return page;
};

const publicPages = () => [
  '/community',
  '/community/tags',
  '/community/tags/harbour',
  `/community/posts/${post.id}`,
  `/@${author.uid}`,
  `/@${author.uid}/followers`,
  `/@${author.uid}/following`,
];

describe('every page', () => {
  test('that strangers may read has an entity tag and answers 304', async () => {
    for (const path of publicPages()) {
      const first = await world.fetch(path, { headers: HTML });
      await read(first);
      const etag = first.headers.get('etag') ?? '';
      const again = await world.fetch(path, { headers: { ...HTML, 'if-none-match': etag } });
      expect([path, again.status]).toEqual([path, 304]);
    }
  });

  test('of a member answers 304, too, but notifications are never stored', async () => {
    const first = await reader.fetch('/bookmarks', { headers: HTML });
    await read(first);
    const again = await reader.fetch('/bookmarks', {
      headers: { ...HTML, 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    const notifications = await author.fetch('/notifications', { headers: HTML });
    expect(notifications.headers.get('cache-control')).toBe('no-store');
    expect(await read(notifications)).toContain(`comment=${comment.id}#comment-${comment.id}`);
  });

  test('begins anew when its cursor is of another list', async () => {
    const stale = 'cursor=bm90LWEtY3Vyc29y';
    const leads = [
      [`/community?${stale}`, '/community'],
      [`/community?scope=latest&${stale}`, '/community?scope=latest'],
      [`/community/tags?${stale}`, '/community/tags'],
      [`/community/tags/harbour?${stale}`, '/community/tags'],
      [`/community/posts/${post.id}?${stale}`, `/community/posts/${post.id}`],
      [`/@${author.uid}?${stale}`, `/@${author.uid}`],
      [`/@${author.uid}/followers?${stale}`, `/@${author.uid}/followers`],
      [`/@${author.uid}/following?${stale}`, `/@${author.uid}/following`],
    ] as const;
    for (const [path, to] of leads) {
      const answer = await world.fetch(path, { headers: HTML, redirect: 'manual' });
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 303, to]);
    }
    for (const path of ['/bookmarks', '/notifications']) {
      const answer = await author.fetch(`${path}?${stale}`, { headers: HTML, redirect: 'manual' });
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 303, path]);
    }
  });

  test('without posts of those whom one follows, or of what was looked for, leads to all posts', async () => {
    const newcomer = await accounts.person();
    for (const path of ['/community?scope=following', '/community?q=nothing-has-this-word']) {
      const page = await newcomer.fetch(path, { headers: HTML }).then(read);
      const [, main = ''] = page.split('<main');
      expect([path, /href="\/community\?scope=latest"[^>]*>All posts</.test(main)]).toEqual([path, true]);
    }
  });

  test('of one’s own asks strangers to sign in', async () => {
    for (const path of ['/community?scope=mine', '/community?scope=following', '/bookmarks', '/notifications']) {
      await expectRefused(world.fetch(path), '401 authentication_required');
    }
  });
});

test('a post shows its text as elements, and nothing of it as markup', async () => {
  const page = await read(await world.fetch(`/community/posts/${post.id}`, { headers: HTML }));
  expect(page).toContain('<strong>left</strong>');
  expect(page).toContain('Lanterns &lt;b>&amp;&lt;/b> bridges');
  expect(page).not.toContain('<script>alert');
  expect(page).not.toContain('href="javascript:');
  expect(page).toContain('Which bridge?');
  expect(page).toContain('The old one.');
});

test('signs that replacements read as patterns stay text, and repeat nothing of the page', async () => {
  const signs = ['$$', '$&', '$`', "$'", '$1', '$<a>'].join(' ');
  const { id } = await writePost(author, { title: `Prices ${signs}`, body: `Costs ${signs} in all` });
  const page = await read(await world.fetch(`/community/posts/${id}`, { headers: HTML }));
  const shown = signs.replaceAll('&', () => '&amp;').replaceAll('<', () => '&lt;');
  expect(page).toContain(`<p>Costs ${shown} in all</p>`);
  expect(page).toContain(JSON.stringify(`Prices ${signs}`).replaceAll('<', () => '\\u003c'));
  for (const pair of ['$`', '$$', "$'"]) {
    const many = await writePost(author, { title: 'Many', body: pair.repeat(10_000) });
    const whole = await read(await world.fetch(`/community/posts/${many.id}`, { headers: HTML }));
    expect([pair, whole.length < 128 * 1024]).toEqual([pair, true]);
    // Backticks make code of every second sign.
    expect(whole).toContain(pair === '$`' ? '$<code>$</code>'.repeat(5_000) : pair.repeat(10_000));
  }
});

test('a text of 5,200 stars is shown, and so are the feed and the preview', async () => {
  for (const body of [
    `*a ${'*a '.repeat(2_600)}${'b*'.repeat(2_600)}`,
    `${'~~a '.repeat(2_000)}${'b~~ '.repeat(2_000)}`,
  ]) {
    const { id } = await writePost(author, { title: 'Deep', body });
    await writeComment(reader, id, { body: body.slice(0, 5_000) });
    await read(await world.fetch(`/community/posts/${id}`, { headers: HTML }));
    await read(await reader.fetch(`/community/posts/${id}`, { headers: HTML }));
    await read(await author.fetch(`/community/posts/${id}/revisions`, { headers: HTML }));
    await read(await world.fetch('/community?scope=latest', { headers: HTML }));
    for (const path of [
      `/api/v1/community/posts/${id}?tree=1`,
      '/api/v1/community/feed.atom',
      `/share/posts/${id}.png`,
    ]) {
      expect([path, (await world.fetch(path)).status]).toEqual([path, 200]);
    }
    await expectOnlyStatus(author.send('POST', '/api/v1/community/markdown', { body }), 200);
  }
});

const FIRST = 'The first line is the title';
const occurrences = (page: string, text: string): number => page.split('<main')[1]?.split(text).length ?? 0;

test('a post without a title has no heading of its own, and its text stands once', async () => {
  for (const body of [
    FIRST,
    `${FIRST}\nand a second one`,
    `# ${FIRST}\n\nmore`,
    Array.from({ length: 60 }, (_, index) => `word${index}`).join(' '),
  ]) {
    const person = await accounts.person();
    const { id, title } = await writePost(person, { body });
    const page = await read(await world.fetch(`/community/posts/${id}`, { headers: HTML }));
    expect(page).toContain(`<h1 class="unseen">`);
    const feed = await world.fetch(`/@${person.uid}`, { headers: HTML });
    expect([occurrences(page, title), occurrences(await feed.text(), title)]).toEqual([2, 2]);
  }
  const named = await writePost(author, { title: 'Live', body: 'Live report of a night' });
  expect(await read(await world.fetch(`/community/posts/${named.id}`, { headers: HTML }))).toContain(
    '<h1 dir="auto">Live</h1>',
  );
});

test('a spoiler without a title shows nothing of its text outside of the fold', async () => {
  const { id } = await writePost(author, { body: 'The captain survives', spoiler: true });
  const page = await read(await world.fetch(`/community/posts/${id}`, { headers: HTML }));
  expect(page.split('<main')[0]).not.toContain('survives');
  const feed = await world.fetch('/community?scope=latest', { headers: HTML }).then(read);
  expect(feed).not.toMatch(/<summary>[^/]*survives/);
});

test('a comment that the address names is marked', async () => {
  const page = await read(await world.fetch(`/community/posts/${post.id}?comment=${comment.id}`, { headers: HTML }));
  expect(page).toMatch(new RegExp(`<article class="comment comment-focus" id="comment-${comment.id}"`));
});

test('a feed keeps the search in its field, and says when nothing has the words', async () => {
  const page = await read(await world.fetch('/community?q=%22%3E%3Cb%3E', { headers: HTML }));
  expect(page).not.toContain('"><b>');
  expect(page).not.toContain(post.id);
});

test('the page of a person by number leads to the one that the person has', async () => {
  const answer = await world.fetch(`/users/${author.uid}`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/@${author.uid}`]);
});

test('what is not there is 404', async () => {
  const nobody = 999_999_999;
  await expectRefused(world.fetch(`/community/posts/${Bun.randomUUIDv7()}`), '404 post_not_found');
  await expectRefused(world.fetch('/community/posts/none'), '404 post_not_found');
  for (const path of [`/@${nobody}`, `/@${nobody}/followers`, `/@${nobody}/following`, `/users/${nobody}`]) {
    await expectRefused(world.fetch(path), '404 profile_not_found');
  }
});

test('a blocked person’s page shows no posts, and who blocks is told to the blocker alone', async () => {
  const [one, other] = await accounts.people(2);
  await writePost(other, { title: 'Unseen by one' });
  await one.send('PUT', `${USERS}/${other.uid}/block`, { active: true });
  const [seenByOne, seenByOther] = await Promise.all([
    one.fetch(`/@${other.uid}`, { headers: HTML }).then(read),
    other.fetch(`/@${one.uid}`, { headers: HTML }).then(read),
  ]);
  expect(seenByOne).not.toContain('Unseen by one');
  expect(seenByOne).toContain('You and this person can’t see each other here.');
  expect(seenByOne).not.toMatch(/No posts yet|class="tabs"|class="notice/);
  expect(seenByOne).toContain('&quot;blocking&quot;:true');
  expect(seenByOther).toContain('&quot;blocking&quot;:false');
  // The other side is not told how much there is, nor that there is nothing.
  await writePost(one, { title: 'Unseen by the other' });
  const theirs = await read(await other.fetch(`/@${one.uid}`, { headers: HTML }));
  expect(theirs).toContain('Nothing to show here.');
  expect(theirs).not.toMatch(/Unseen by the other|No posts yet|Posts \d/);
});

describe('a comment without script', () => {
  const path = () => `/community/posts/${post.id}/comments`;

  test('is written by a form, which leads to it', async () => {
    const answer = await reader.fetch(path(), {
      method: 'POST',
      headers: { ...FORM, origin: accounts.origin },
      body: new URLSearchParams({ body: 'Written without script' }),
      redirect: 'manual',
    });
    expect(answer.status).toBe(303);
    const to = answer.headers.get('location') ?? '';
    expect(to).toMatch(new RegExp(`^/community/posts/${post.id}\\?comment=[0-9a-f-]{36}#comment-`));
    expect(await read(await world.fetch(to.split('#')[0] ?? '', { headers: HTML }))).toContain(
      'Written without script',
    );
  });

  test('is refused for strangers and from other sites', async () => {
    const body = new URLSearchParams({ body: 'x' });
    const stranger = await world.fetch(path(), { method: 'POST', headers: { ...FORM, origin: accounts.origin }, body });
    await expectRefused(stranger, '401 authentication_required');
    const foreign = await reader.fetch(path(), {
      method: 'POST',
      headers: { ...FORM, origin: 'https://elsewhere.example' },
      body: new URLSearchParams({ body: 'x' }),
    });
    await expectRefused(foreign, '403 cross_origin_request');
  });
});

test('pages of one’s own say that the database is away, and do not lead to sign in', async () => {
  await using away = await openWithoutDatabase();
  const { cookie } = away;
  const feeds = ['/bookmarks', '/community?scope=mine', '/community?scope=following'];
  const ofPost = ['delete', 'revisions'].map((page) => `/community/posts/${Bun.randomUUIDv7()}/${page}`);
  for (const path of ['/notifications', '/settings', '/settings/tokens', ...feeds, ...ofPost]) {
    const answer = await away.fetch(path, { headers: { ...HTML, cookie }, redirect: 'manual' });
    expect([path, answer.status]).toEqual([path, 503]);
    const stranger = await accounts.world.fetch(path, { headers: HTML, redirect: 'manual' });
    expect([path, stranger.status]).toEqual([path, 303]);
  }
});
