// The page of notifications: what several people did stands in one line, decisions say what was decided and why.
import { expect, test } from 'bun:test';
import { POSTS, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';

const accounts = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const moderator = await accounts.person({ role: 'moderator' });

/** The lines of the page as texts, with what each leads to. */
async function readLines(person: Person, language = 'en'): Promise<readonly (readonly [string, string])[]> {
  const answer = await person.fetch('/notifications', {
    headers: { accept: 'text/html', 'accept-language': language },
  });
  expect(answer.status).toBe(200);
  const lines = [...(await answer.text()).matchAll(/<a class="notification[^"]*" href="([^"]*)"[^>]*>(.*?)<\/a>/gs)];
  return lines.map(([, href = '', content = '']) => [
    content
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    href.replaceAll('&amp;', '&'),
  ]);
}

const like = async (person: Person, postId: string): Promise<unknown> =>
  expectStatus(person.send('PUT', `${POSTS}/${postId}/reaction`, { active: true }), 200);
const decide = async (kind: string, id: string, body: object): Promise<unknown> =>
  expectStatus(moderator.send('POST', `/api/v1/moderation/${kind}/${id}/state`, body), 200);

test('what several people did with one thing stands in one line, by the newest of them', async () => {
  const author = await accounts.person();
  const fans = await accounts.people(3);
  const post = await writePost(author, { title: 'Lanterns & bridges' });
  const other = await writePost(author, { title: 'Another one' });
  for (const fan of fans) await like(fan, post.id);
  await like(fans[0], other.id);
  for (const fan of fans.slice(0, 2)) {
    await expectStatus(fan.send('PUT', `${USERS}/${author.uid}/follow`, { active: true }), 200);
  }
  const first = await writeComment(fans[0], post.id, { body: 'One.' });
  const second = await writeComment(fans[0], post.id, { body: 'Two.' });
  const names = fans.map(({ uid }) => uid);
  const rows: { uid: string; display_name: string }[] = await accounts.sql`
    select uid, display_name from profile where uid = any(${accounts.sql.array(names, 'BIGINT')})`;
  const [one, two, three] = names.map((uid) => rows.find((row) => Number(row.uid) === uid)?.display_name);

  const lines = await readLines(author);
  expect(lines.map(([text]) => text.replace(/ (?:just now|\d+ minutes? ago)(?= New$)/, ''))).toEqual([
    `${one} commented on your post Lanterns &amp; bridges New`,
    `${two} and 1 other followed you New`,
    `${one} liked your post Another one New`,
    `${three} and 2 others liked your post Lanterns &amp; bridges New`,
  ]);
  expect(lines[0]?.[1]).toBe(`/community/posts/${post.id}?comment=${second.id}#comment-${second.id}`);
  expect(first.id).not.toBe(second.id);
  expect((await readLines(author, 'ja'))[3]?.[0]).toContain(`${three}さんとほか2人があなたの投稿にいいねしました`);
});

test('a decision says what was decided, why, in the words of the staff, and where one appeals', async () => {
  const author = await accounts.person();
  const post = await writePost(author, { title: 'Buy lamps' });
  const body = { action: 'hide', reasonCode: 'spam', message: 'Lamps are\nnot for sale here.', version: post.version };
  await decide('posts', post.id, body);
  const restriction = { kind: 'write', reasonCode: 'harassment', message: 'Slower, please.' };
  const path = `/api/v1/moderation/users/${author.uid}/restrictions`;
  await expectStatus(moderator.send('POST', path, restriction), 201);
  const [restricted, hidden] = await readLines(author);
  expect(restricted?.[0]).toStartWith(
    'Your account was restricted Reason: Harassment Slower, please. See the decision',
  );
  expect(restricted?.[1]).toBe('/settings/standing');
  expect(hidden?.[0]).toStartWith(
    'A moderator hid your post Buy lamps Reason: Spam or advertising Lamps are not for sale here.',
  );
  // What staff hides can be appealed there.
  expect(hidden?.[1]).toBe('/settings/standing');
});

test('what was allowed again has no line for a reason that nobody chose', async () => {
  const author = await accounts.person();
  const post = await writePost(author, { title: 'Lamps' });
  await decide('posts', post.id, { action: 'hide', reasonCode: 'other', version: post.version });
  await decide('posts', post.id, { action: 'unhide', reasonCode: 'other', version: post.version + 1 });
  const held = await writePost(author, { title: 'Held' });
  const caseId = Bun.randomUUIDv7();
  await accounts.sql`insert into moderation_case (id, kind, subject_id, subject_revision, author_account_id, author_uid, status, verdict, excerpt)
    values (${caseId}, 'post', ${held.id}, 1, ${author.id}, ${author.uid}, 'review', 'review', 'x')`;
  const allow = { verdict: 'allow', reasonCode: 'other', version: 1 };
  const path = `/api/v1/moderation/cases/${caseId}/decision`;
  await expectStatus(moderator.send('POST', path, allow), 200);
  const lines = await readLines(author);
  expect(lines.map(([text]) => text.replace(/ (?:just now|\d+ minutes? ago).*$/, ''))).toEqual([
    'Your post was approved Held',
    'A moderator restored your post Lamps',
    expect.stringMatching(/^A moderator hid your post Lamps/),
  ]);
  expect(lines.join()).not.toContain('Reason');
  const audit = await moderator.fetch('/moderation/audit', { headers: { accept: 'text/html' } });
  expect(await audit.text()).toMatch(
    /Restored a post(?:(?!<li).)*Post(?:(?!Something else).)*?Hid a post.*?Something else/s,
  );
});

test('a decision about a comment does not name a post that its author may no longer read', async () => {
  const [author, reader] = await accounts.people(2);
  const post = await writePost(author, { title: 'Soon private' });
  const comment = await writeComment(reader, post.id, { body: 'Hm.' });
  await decide('comments', comment.id, { action: 'hide', reasonCode: 'other', version: comment.version });
  expect((await readLines(reader))[0]?.[0]).not.toContain('Soon private');
  await expectStatus(
    author.send('PATCH', `${POSTS}/${post.id}`, {
      body: 'Mine alone',
      visibility: 'private',
      version: post.version,
    }),
    200,
  );
  const [line] = await readLines(reader);
  expect(line?.[0]).toContain('A moderator hid your comment');
  expect(line?.[0]).not.toContain('Soon private');
});
