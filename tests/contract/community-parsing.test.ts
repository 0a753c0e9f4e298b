// What is parsed and when: text that is made to be slow is written, edited and decided on like any other, and nothing is
// parsed before the cheap refusals. A parser that is not linear would not finish within the time of a test.
import { expect, test } from 'bun:test';
import { POSTS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, expectStatus, openAccountsWorld } from '../fixtures/people.ts';

const SLOW_TEXTS: readonly (readonly [string, string])[] = [
  ['a title that backtracks', `[a](b "${'\\"'.repeat(2_000)}\n\n`],
  ['quotes that end early', '> #\na\n'.repeat(800)],
  ['marks that are sorted', `e${'\u0301\u0316'.repeat(2_400)}`],
  ['links that are never closed', '[![a]('.repeat(800)],
];
/** Ten tags in the body and one beside it are too many: only who parses the body can know. */
const ELEVEN_TAGS = { body: Array.from({ length: 10 }, (_, index) => `#tag${index}`).join(' '), tags: ['eleventh'] };

const world = await keepOpen(
  openAccountsWorld({ LIMITS: 'off', MODERATION_RULES: 'off', MODERATION_DEFAULT: 'review' }),
);
const [author, reader] = await world.people(2);
const moderator = await world.person({ role: 'moderator' });

/** A moderator allows whatever waits. */
async function allowAll(): Promise<readonly string[]> {
  const { cases } = await expectStatus(moderator.fetch('/api/v1/moderation/cases?status=review&limit=50'), 200);
  for (const { id, version } of cases) {
    const decision = { verdict: 'allow', reasonCode: 'other', version };
    await expectStatus(moderator.send('POST', `/api/v1/moderation/cases/${id}/decision`, decision), 200);
  }
  return cases.map(({ subjectId }) => subjectId);
}

test('slow text is taken as a post, as its edit, as a comment and by a decision', async () => {
  for (const [name, text] of SLOW_TEXTS) {
    const body = `${text}\n\n@${reader.uid}`;
    const post = await writePost(author, { body, title: name });
    expect(await allowAll()).toEqual([post.id]);
    const edited = await author.send('PATCH', `${POSTS}/${post.id}`, { body: `${body}.`, version: post.version + 1 });
    expect([name, edited.status]).toEqual([name, 200]);
    expect(await allowAll()).toEqual([post.id]);
    const comment = await writeComment(author, post.id, { body });
    expect(await allowAll()).toEqual([comment.id]);
  }
}, 60_000);

test('the body is parsed after target, owner, version and files were looked at', async () => {
  await expectRefused(author.send('POST', POSTS, ELEVEN_TAGS), '422 invalid_tags');
  const attachmentIds = [Bun.randomUUIDv7()];
  await expectRefused(author.send('POST', POSTS, { ...ELEVEN_TAGS, attachmentIds }), '409 attachment_not_ready');
  const post = await writePost(author);
  await allowAll();
  const path = `${POSTS}/${post.id}`;
  const edit = { ...ELEVEN_TAGS, version: post.version + 1 };
  await expectRefused(author.send('PATCH', `${POSTS}/${Bun.randomUUIDv7()}`, edit), '404 post_not_found');
  await expectRefused(reader.send('PATCH', path, edit), '403 forbidden');
  await expectRefused(author.send('PATCH', path, { ...edit, version: 9 }), '409 version_conflict');
  await expectRefused(author.send('PATCH', path, edit), '422 invalid_tags');
});

test('a post beyond the quota is not parsed', async () => {
  const busy = await world.person();
  const written = await Promise.all(
    Array.from({ length: 30 }, () => busy.send('POST', POSTS, { body: 'one of many' })),
  );
  expect(written.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 201));
  await expectRefused(busy.send('POST', POSTS, ELEVEN_TAGS), '429 post_quota_exceeded');
});
