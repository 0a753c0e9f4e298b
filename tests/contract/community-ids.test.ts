// An id is the same in capitals: whatever it names in a path, a query or a body, nothing happens twice or goes missing.
import { expect, test } from 'bun:test';
import { COMMENTS, NOTIFICATIONS, POSTS, readDetail, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefused, expectStatus, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { readDescriptor, settle, upload } from '../fixtures/uploads.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const [author, reader] = await world.people(2);

test('a like repeated with an upper-case id notifies the author once', async () => {
  const post = await writePost(author);
  const comment = await writeComment(author, post.id);
  for (const [path, id] of [
    [POSTS, post.id],
    [COMMENTS, comment.id],
  ] as const) {
    await expectStatus(reader.send('PUT', `${path}/${id}/reaction`, { active: true }), 200);
    await expectStatus(reader.send('PUT', `${path}/${id.toUpperCase()}/reaction`, { active: false }), 200);
    await expectStatus(reader.send('PUT', `${path}/${id.toUpperCase()}/reaction`, { active: true }), 200);
  }
  const { notifications } = await readJson(author.fetch(NOTIFICATIONS));
  expect(notifications.map(({ kind }) => kind)).toEqual(['comment_reaction', 'post_reaction']);
});

test('files, answers and threads are found under ids in capitals, and answered in small letters', async () => {
  const post = await writePost(author);
  const loud = post.id.toUpperCase();
  const file = await upload(author, await makePng(8, 8), 'image/png');
  await settle(author, file);
  expect((await readDescriptor(author, file.toUpperCase())).attachment.id).toBe(file);
  const link = (ids: readonly string[]) => author.send('POST', `${POSTS}/${loud}/attachments`, { attachmentIds: ids });
  await expectRefused(link([file, file.toUpperCase()]), '422 invalid_attachment_ids');
  for (const id of [file, file.toUpperCase()]) {
    const { attachments } = await expectStatus(link([id]), 200);
    expect(attachments.map((one) => one.id)).toEqual([file]);
  }
  const gone = await author.fetch(`${POSTS}/${loud}/attachments/${file.toUpperCase()}`, { method: 'DELETE' });
  expect(await readJson(gone)).toEqual({ attachmentId: file, detached: true, postId: post.id });

  const root = await writeComment(reader, loud, { body: 'root' });
  for (let count = 0; count < 3; count += 1) {
    await writeComment(reader, post.id, { body: `answer ${count}`, parentId: root.id.toUpperCase() });
  }
  const cursor = (await readDetail(reader, loud)).comments[0]?.replyCursor;
  const rest = await readDetail(
    reader,
    loud,
    `?commentsOnly=true&commentsRoot=${root.id.toUpperCase()}&commentsCursor=${cursor}`,
  );
  expect(rest.comments.map(({ body }) => body)).toEqual(['answer 2']);
});
