// Publishing: what is sent, and how each answer ends it.
import { expect, test } from 'bun:test';
import type { DraftContent } from '../common/content.ts';
import type { StoredPost } from '../common/store.ts';
import { type Call, planFiles, publishPost, subjectOf } from './publish.ts';

const content: DraftContent = {
  title: ' A title ',
  body: 'text',
  tags: ['live'],
  visibility: 'public',
  spoiler: true,
  subject: 'demo/songs/a/b',
  reason: '',
  files: [{ id: 'f1', fileName: 'a.png', alt: '' }],
};

/** Answers calls from a list, and notes them. */
function script(answers: Readonly<Record<string, unknown>>) {
  const sent: { endpoint: string; given: unknown }[] = [];
  const answer = async (endpoint: string, given: unknown) => {
    sent.push({ endpoint, given });
    return Object.assign({ ok: false, status: 500, code: 'unexpected', wait: undefined }, answers[endpoint]);
  };
  // The answers of a script are not those of a route's schema.
  const { send }: { readonly send: Call } = Object.create({}, { send: { value: answer } });
  return { send, sent };
}

const POST = 'POST /api/v1/community/posts';
const LIST = 'GET /api/v1/community/posts';
const READ = 'GET /api/v1/community/posts/{postId}';
const EDIT = 'PATCH /api/v1/community/posts/{postId}';
const created = {
  ok: true,
  status: 201,
  body: { post: { id: 'p1' }, moderationQueued: true, moderationReasons: ['links'] },
};

test('a new post is sent with its files', async () => {
  const { send, sent } = script({ [POST]: created });
  const done = await publishPost({ content, post: undefined, triedAt: undefined }, send);
  expect(done).toEqual({ kind: 'done', postId: 'p1', isQueued: true, reasons: ['links'] });
  const subject = { server: 'demo', resource: 'songs', id: 'a/b' };
  const common = { body: 'text', title: 'A title', visibility: 'public', tags: ['live'], spoiler: true, subject };
  expect(sent).toEqual([{ endpoint: POST, given: { body: { ...common, attachmentIds: ['f1'] } } }]);
});

test('a refusal keeps its code, and its wait', async () => {
  const limited = script({ [POST]: { status: 429, code: 'rate_limit_exceeded', wait: 5 } });
  const refused = await publishPost({ content, post: undefined, triedAt: undefined }, limited.send);
  expect(refused).toMatchObject({ kind: 'refused', code: 'rate_limit_exceeded' });
  if (refused.kind === 'refused') expect(refused.until - Date.now()).toBeGreaterThan(4000);
  const signedOut = script({ [POST]: { status: 401, code: 'authentication_required' } });
  expect(await publishPost({ content, post: undefined, triedAt: undefined }, signedOut.send)).toEqual({
    kind: 'refused',
    code: 'authentication_required',
    until: 0,
  });
});

test('after a call without an answer, a post that is there is not published again', async () => {
  const lost = script({ [POST]: { status: 0, code: 'no_connection' } });
  expect(await publishPost({ content, post: undefined, triedAt: undefined }, lost.send)).toEqual({ kind: 'unknown' });
  const triedAt = Date.now();
  const posts = (createdAt: number) => ({
    ok: true,
    body: { posts: [{ id: 'p1', createdAt, moderationStatus: 'allow' }] },
  });
  const there = script({ [LIST]: posts(triedAt + 5), [READ]: { ok: true, body: { post: { body: 'text' } } } });
  expect(await publishPost({ content, post: undefined, triedAt }, there.send)).toEqual({
    kind: 'done',
    postId: 'p1',
    isQueued: false,
    reasons: [],
  });
  const older = script({ [LIST]: posts(triedAt - 3_600_000), [POST]: created });
  expect(await publishPost({ content, post: undefined, triedAt }, older.send)).toMatchObject({ kind: 'done' });
  expect(older.sent.map(({ endpoint }) => endpoint)).toEqual([LIST, POST]);
});

const post = { id: 'p1', version: 3, fileIds: ['f1'] };

test('an edit whose version is old shows the stored post, unless it is the same', async () => {
  const conflict = { status: 409, code: 'version_conflict' };
  const stored: StoredPost = { version: 4, title: 'B', body: 'theirs', tags: [], visibility: 'public' };
  const other = script({ [EDIT]: conflict, [READ]: { ok: true, body: { post: stored } } });
  expect(await publishPost({ content, post, triedAt: undefined }, other.send)).toEqual({ kind: 'conflict', stored });
  const same = { ...stored, title: 'A title', body: 'text' };
  const equal = script({ [EDIT]: conflict, [READ]: { ok: true, body: { post: same } } });
  expect(await publishPost({ content, post, triedAt: undefined }, equal.send)).toMatchObject({ kind: 'done' });
});

test('an edit of the files alone succeeds', async () => {
  const link = 'POST /api/v1/community/posts/{postId}/attachments';
  const { send, sent } = script({ [EDIT]: { status: 409, code: 'post_unchanged' }, [link]: { ok: true, body: {} } });
  const more = { ...content, files: [...content.files, { id: 'f2', fileName: 'b.png', alt: '' }] };
  expect(await publishPost({ content: more, post, triedAt: undefined }, send)).toMatchObject({ kind: 'done' });
  expect(sent.at(-1)).toEqual({ endpoint: link, given: { params: { postId: 'p1' }, body: { attachmentIds: ['f2'] } } });
});

test.each([
  ['a b c', 'a b c', '', ''],
  ['a b c', 'a c', 'b', ''],
  ['a b c', 'c a b', 'a b c', 'c a b'],
  ['a b c', 'a c b', 'b c', 'c b'],
  ['a', 'a b', '', 'b'],
  ['a b', 'b c', 'a', 'c'],
])('files %s become %s', (before, after, unlink, link) => {
  const split = (text: string): readonly string[] => text.split(' ').filter((id) => id !== '');
  expect(planFiles(split(before), split(after))).toEqual({ unlink: split(unlink), link: split(link) });
});

test('a subject without a part is none', () => {
  expect(subjectOf(null)).toBeNull();
  expect(subjectOf('demo/songs')).toBeNull();
});
