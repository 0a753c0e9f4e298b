// Files on posts: linking with the post and later, order, taking off, who may fetch the bytes, works on the profile.
import { expect, test } from 'bun:test';
import { POSTS, readDetail, USERS, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  type Person,
  refusedWith,
} from '../fixtures/people.ts';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const [author, reader] = await world.people(2);

/** A finished file, as uploads leaves it; its bytes are uploads' own tests. */
async function makeFile(person: Person, status = 'ready', mediaType = 'image/png'): Promise<string> {
  const id = Bun.randomUUIDv7();
  await world.sql`insert into attachment (id, owner_account_id, owner_uid, idempotency_key, file_name, media_type, size, charged_bytes, status, original_key, width, height, expires_at)
    values (${id}, ${person.id}, ${person.uid}, ${id}, 'a.png', ${mediaType}, 10, 10, ${status}, ${id}, 4, 3, now() + interval '1 hour')`;
  await world.sql`insert into attachment_variant (attachment_id, kind, object_key, media_type, bytes, sha256, width, height)
    values (${id}, 'media', ${id}, ${mediaType === 'video/mp4' ? 'video/mp4' : 'image/webp'}, 5, 'x', 4, 3), (${id}, 'thumb', ${id}, 'image/webp', 5, 'x', 2, 1), (${id}, 'moderation', ${id}, 'image/webp', 5, 'x', 2, 1)`;
  return id;
}

test('files are linked with the post, in order, each to one post alone', async () => {
  const ids = [await makeFile(author), await makeFile(author, 'ready', 'video/mp4')];
  const post = await writePost(author, { attachmentIds: ids });
  const { attachments } = (await readDetail(reader, post.id)).post;
  expect(attachments.map(({ id }) => id)).toEqual(ids);
  expect(attachments[0]).toMatchObject({
    position: 0,
    status: 'ready',
    moderationStatus: 'allow',
    playbackUrl: null,
    displayMediaType: 'image/webp',
    previewUrl: `/api/v1/community/attachments/${ids[0]}/content?variant=media`,
    thumbnailUrl: `/api/v1/community/attachments/${ids[0]}/content?variant=thumb`,
  });
  expect(attachments[1]).toMatchObject({
    previewUrl: null,
    playbackUrl: `/api/v1/community/attachments/${ids[1]}/content?variant=media`,
  });
  await expectRefused(author.send('POST', POSTS, { body: 'again', attachmentIds: ids }), '409 attachment_not_ready');
  for (const status of ['reserved', 'scanning', 'review', 'rejected', 'deleted']) {
    const id = await makeFile(author, status);
    expect([status, await refusedWith(author.send('POST', POSTS, { body: 'x', attachmentIds: [id] }))]).toEqual([
      status,
      '409 attachment_not_ready',
    ]);
  }
  await expectRefused(
    reader.send('POST', POSTS, { body: 'x', attachmentIds: [await makeFile(author)] }),
    '409 attachment_not_ready',
  );
});

test('later files go behind, at most sixteen; a file comes off and can be linked again', async () => {
  const post = await writePost(author, { attachmentIds: [await makeFile(author)] });
  const path = `${POSTS}/${post.id}/attachments` as const;
  const more = [await makeFile(author), await makeFile(author)];
  await expectRefused(author.send('POST', path, { attachmentIds: [] }), '422 invalid_attachment_ids');
  await expectRefused(reader.send('POST', path, { attachmentIds: more }), '403 forbidden');
  await expectRefused(
    author.send('POST', `${POSTS}/${Bun.randomUUIDv7()}/attachments`, { attachmentIds: more }),
    '404 post_not_found',
  );
  const linked = await expectStatus(author.send('POST', path, { attachmentIds: more }), 200);
  expect(linked.attachments).toHaveLength(3);
  expect((await expectStatus(author.send('POST', path, { attachmentIds: more }), 200)).attachments).toEqual(
    linked.attachments,
  );
  expect((await readDetail(author, post.id)).post.version).toBe(1);
  const many = await Promise.all(Array.from({ length: 14 }, () => makeFile(author)));
  await expectRefused(author.send('POST', path, { attachmentIds: many }), '422 too_many_attachments');
  const off = await expectStatus(author.fetch(`${path}/${more[0]}`, { method: 'DELETE' }), 200);
  expect(off).toEqual({ attachmentId: more[0] ?? '', detached: true, postId: post.id });
  await expectRefused(author.fetch(`${path}/${more[0]}`, { method: 'DELETE' }), '404 attachment_link_not_found');
  await expectRefused(reader.fetch(`${path}/${more[1]}`, { method: 'DELETE' }), '403 forbidden');
  await writePost(author, { attachmentIds: [more[0]] });
});

test('places are those of sixteen files, however often files come off and others go behind', async () => {
  const files = await Promise.all(Array.from({ length: 16 }, () => makeFile(author)));
  const post = await writePost(author, { attachmentIds: files });
  const path = `${POSTS}/${post.id}/attachments`;
  const places = async () =>
    (await readDetail(author, post.id)).post.attachments.map(({ id, position }) => ({ id, position }));
  let order = files;
  for (const taken of [0, 7, 14]) {
    const id = order[taken] ?? '';
    await expectStatus(author.fetch(`${path}/${id}`, { method: 'DELETE' }), 200);
    await expectStatus(author.send('POST', path, { attachmentIds: [id] }), 200);
    order = [...order.filter((other) => other !== id), id];
    expect(await places()).toEqual(order.map((file, position) => ({ id: file, position })));
  }
});

test('two posts at once cannot take one file', async () => {
  const id = await makeFile(author);
  const answers = await Promise.all(
    [1, 2, 3, 4].map((n) => author.send('POST', POSTS, { body: `n ${n}`, attachmentIds: [id] })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});

test('who may not read the post finds no file; deleting the post lets its files go', async () => {
  const id = await makeFile(author);
  const post = await writePost(author, { visibility: 'private', attachmentIds: [id] });
  const content = `/api/v1/community/attachments/${id}/content`;
  await expectRefused(reader.fetch(content), '404 attachment_not_found');
  await author.send('PATCH', `${POSTS}/${post.id}`, { body: 'open', visibility: 'public', version: 1 });
  expect(await refusedWith(reader.fetch(content))).not.toBe('404 attachment_not_found');
  await expectOnlyStatus(author.send('DELETE', `${POSTS}/${post.id}`, { version: 2 }), 204);
  await expectRefused(reader.fetch(content), '404 attachment_not_found');
  const [row] = await world.sql`select linked_at, expires_at is not null as ends from attachment where id = ${id}`;
  expect(row).toEqual({ linked_at: null, ends: true });
});

test('works are the public posts with pictures or videos', async () => {
  const person = await world.person();
  const video = await writePost(person, {
    title: 'film',
    attachmentIds: [await makeFile(person, 'ready', 'video/mp4')],
  });
  await writePost(person);
  await writePost(person, { visibility: 'protected', attachmentIds: [await makeFile(person)] });
  const view = await expectStatus<{
    works: { id: string; kind: string; title: string; coverUrl: string }[];
    profile: { stats: { works: number; posts: number } };
  }>(reader.fetch(`${USERS}/${person.uid}`), 200);
  expect(view.works).toEqual([expect.objectContaining({ id: video.id, kind: 'video', title: 'film' })]);
  expect(view.profile.stats).toMatchObject({ works: 1, posts: 2 });
  expect(view.works[0]?.coverUrl).toContain('variant=thumb');
});
