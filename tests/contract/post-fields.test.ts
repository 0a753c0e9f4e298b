// Every field that a post can be written with is stored, answered and exported. The type `Written` makes a new field of the
// contract a compile error here until the test sends it.
import { expect, test } from 'bun:test';
import type { postsContract } from '../../src/features/community/posts/contract.ts';
import type { SentBody } from '../../src/http/routing/contract.ts';
import { POSTS, readDetail } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectStatus, openAccountsWorld } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { settle, upload } from '../fixtures/uploads.ts';
import { readZip } from '../fixtures/zip.ts';

type Written = Required<SentBody<typeof postsContract.postCreate>>;

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const snapshot = await keepOpen(createSmallSnapshot());
snapshot.write('catalog/songs.json', JSON.stringify([{ musicId: '1', title: 'Lighthouse' }]));
await world.world.publish(snapshot.directory);

test('every field of a new post is answered and exported', async () => {
  const author = await world.person();
  const file = await upload(author, await makePng(8, 8), 'image/png');
  await settle(author, file);
  const subject = { server: 'jp', resource: 'songs', id: '1' };
  const written: Written = {
    body: 'The words',
    title: 'A title',
    visibility: 'protected',
    tags: ['given'],
    attachmentIds: [file],
    subject,
    spoiler: true,
  };
  const { id } = (await expectStatus(author.send('POST', POSTS, written), 201)).post;

  const { post } = await readDetail(author, id);
  expect({ ...post, attachmentIds: post.attachments.map((one) => one.id) }).toMatchObject(written);

  const answer = await author.fetch('/api/v1/account/export');
  const files = readZip(await answer.bytes());
  const { subject: _subject, ...plain } = written;
  expect(JSON.parse(Buffer.from(files.get('community/posts.json') ?? []).toString())).toMatchObject([
    { ...plain, subjectServer: subject.server, subjectResource: subject.resource, subjectId: subject.id },
  ]);
}, 120_000);
