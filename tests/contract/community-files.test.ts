// Real files on posts: uploaded, processed, linked, and read through the post by everybody who may see it and by nobody
// else, in every form, whatever becomes of the post, of the relation between the two, and of the file itself.
import { expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { POSTS, readDetail, USERS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { decide, requireCaseOf } from '../fixtures/moderation.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  type Person,
  refusedWith,
} from '../fixtures/people.ts';
import { makeJpeg, makePng } from '../fixtures/pictures.ts';
import { attachmentPath, readDescriptor, settle, upload } from '../fixtures/uploads.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const [author, reader, blocked, blocker] = await world.people(4);
const moderator = await world.person({ role: 'moderator' });
const png = await makePng(640, 480);
await expectStatus(author.send('PUT', `${USERS}/${blocked.uid}/block`, { active: true }), 200);
await expectStatus(blocker.send('PUT', `${USERS}/${author.uid}/block`, { active: true }), 200);

type Reader = Pick<Person, 'fetch'>;
/** Who of them gets the bytes, in every form in which the post shows them; all others must get the same 404. */
async function expectReaders(fileId: string, may: readonly Reader[]): Promise<void> {
  const everybody: readonly Reader[] = [world.world, author, reader, blocked, blocker, moderator];
  for (const [at, who] of everybody.entries()) {
    for (const form of ['', '?variant=media', '?variant=thumb']) {
      const answer = await who.fetch(`${attachmentPath(fileId)}/content${form}`);
      const bytes = await answer.clone().bytes();
      if (may.includes(who)) {
        expect([at, form, answer.status, answer.headers.get('content-type')]).toEqual([at, form, 200, 'image/webp']);
        expect(bytes.subarray(0, 4)).toEqual(new Uint8Array(Buffer.from('RIFF')));
      } else {
        expect([at, form, await refusedWith(answer)]).toEqual([at, form, '404 attachment_not_found']);
      }
      const head = await who.fetch(`${attachmentPath(fileId)}/content${form}`, { method: 'HEAD' });
      expect([at, form, head.status]).toEqual([at, form, answer.status]);
    }
    if (who === author) continue;
    // The original and the descriptor are the owner's alone.
    const original = await who.fetch(`${attachmentPath(fileId)}/content?variant=original`);
    expect([at, original.status]).toEqual([at, 404]);
    const descriptor = await who.fetch(attachmentPath(fileId));
    expect([at, descriptor.status]).toEqual([at, who === world.world ? 401 : 404]);
  }
}

test('a picture is read through its post by whoever may see the post, in every state of it', async () => {
  const fileId = (await settle(author, await upload(author, png, 'image/png'))).id;
  await expectReaders(fileId, [author]);
  const post = await writePost(author, { attachmentIds: [fileId] });
  const path = `${POSTS}/${post.id}` as const;
  let { version } = post;
  const change = async (method: string, where: string, body: object, who = author): Promise<void> => {
    const answer = await who.send(method, where, { ...body, version });
    expect([where, body, answer.status]).toEqual([where, body, 200]);
    version += 1;
  };
  const everybodyButParted = [world.world, author, reader, moderator];
  // Staff reads across blocks and in every state but private.
  await expectReaders(fileId, everybodyButParted);
  await change('PATCH', path, { body: 'protected', visibility: 'protected' });
  await expectReaders(fileId, [author, reader, moderator]);
  await change('PATCH', path, { body: 'private', visibility: 'private' });
  await expectReaders(fileId, [author]);
  await change('PATCH', path, { body: 'public', visibility: 'public' });
  await change('POST', `${path}/archive`, {});
  await expectReaders(fileId, [author, moderator]);
  await change('POST', `${path}/restore`, {});
  const state = `/api/v1/moderation/posts/${post.id}/state`;
  await change('POST', state, { action: 'hide', reasonCode: 'spam' }, moderator);
  await expectReaders(fileId, [author, moderator]);
  await change('POST', state, { action: 'unhide', reasonCode: 'spam' }, moderator);
  await world.sql`update post set moderation_status = 'review' where id = ${post.id}`;
  await expectReaders(fileId, [author, moderator]);
  await world.sql`update post set moderation_status = 'allow' where id = ${post.id}`;
  await expectReaders(fileId, everybodyButParted);
  await expectRefused(author.fetch(attachmentPath(fileId), { method: 'DELETE' }), '409 attachment_in_use');
  // A second file, linked later, and the first taken off: it is the owner's again.
  const second = (await settle(author, await upload(author, await makeJpeg(320, 200), 'image/jpeg'))).id;
  const linked = await expectStatus<AnswerBody<'GET /api/v1/community/me/attachments'>>(
    author.send('POST', `${path}/attachments`, { attachmentIds: [second] }),
    200,
  );
  expect(linked.attachments.map(({ id, status }) => [id, status])).toEqual([
    [fileId, 'ready'],
    [second, 'ready'],
  ]);
  await expectReaders(second, everybodyButParted);
  await expectStatus(author.fetch(`${path}/attachments/${fileId}`, { method: 'DELETE' }), 200);
  await expectReaders(fileId, [author]);
  const { attachments } = (await readDetail(reader, post.id)).post;
  expect<unknown>(attachments).toEqual([
    {
      id: second,
      fileName: 'picture.jpg',
      mediaType: 'image/jpeg',
      size: expect.any(Number),
      alt: null,
      position: 1,
      width: 320,
      height: 200,
      status: 'ready',
      moderationStatus: 'allow',
      contentUrl: `${attachmentPath(second)}/content`,
      displayMediaType: 'image/webp',
      displayWidth: 320,
      displayHeight: 200,
      durationSeconds: null,
      previewUrl: `${attachmentPath(second)}/content?variant=media`,
      playbackUrl: null,
      posterUrl: null,
      thumbnailUrl: `${attachmentPath(second)}/content?variant=thumb`,
    },
  ]);
  // A reader may ask for a piece, and again by tag.
  const content = `${attachmentPath(second)}/content`;
  const whole = await reader.fetch(content);
  const etag = whole.headers.get('etag') ?? '';
  const piece = await reader.fetch(content, { headers: { range: 'bytes=0-3', 'if-range': etag } });
  expect([piece.status, await piece.text()]).toEqual([206, 'RIFF']);
  await expectOnlyStatus(reader.fetch(content, { headers: { 'if-none-match': etag } }), 304);
  await expectOnlyStatus(author.send('DELETE', path, { version }), 204);
  await expectReaders(second, [author]);
}, 90_000);

test('a file that is refused after all is gone from its post, for lists, profile and bytes alike', async () => {
  await using strict = await openAccountsWorld({ LIMITS: 'off', MODERATION_DEFAULT: 'review' });
  const owner = await strict.person();
  const staff = await strict.person({ role: 'moderator' });
  const id = await upload(owner, png, 'image/png');
  expect((await settle(owner, id)).status).toBe('review');
  await expectRefused(owner.send('POST', POSTS, { body: 'with it', attachmentIds: [id] }), '409 attachment_not_ready');
  await expectStatus(decide(staff, await requireCaseOf(staff, owner, 'review'), 'allow'), 200);
  expect((await readDescriptor(owner, id)).attachment.status).toBe('ready');
  const post = await writePost(owner, { attachmentIds: [id] });
  const held = await requireCaseOf(staff, owner, 'review');
  expect(held.subjectId).toBe(post.id);
  await expectStatus(decide(staff, held, 'allow'), 200);
  const view = async () => expectStatus(strict.world.fetch(`${USERS}/${owner.uid}`), 200);
  expect((await view()).works).toHaveLength(1);
  await expectOnlyStatus(strict.world.fetch(`${attachmentPath(id)}/content`), 200);
  const decided = await strict.sql`select id, version from moderation_case where kind = 'attachment'`;
  await expectStatus(decide(staff, decided[0], 'rejected'), 200);
  await expectRefused(strict.world.fetch(`${attachmentPath(id)}/content`), '404 attachment_not_found');
  expect((await readDetail(strict.world, post.id)).post.attachments).toEqual([]);
  const after = await view();
  expect([after.works.length, after.profile.stats.works, after.profile.stats.posts]).toEqual([0, 0, 1]);
}, 60_000);
