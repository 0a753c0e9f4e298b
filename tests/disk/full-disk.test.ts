// A real full disk in the middle of an upload: during single content, a part, the joining of parts, and the examination. Each
// time the client gets 503 with Retry-After, partial data is removed, data received before stays, and everything continues
// when there is space again. No file is rejected because the disk was full.
import { afterEach, expect, test } from 'bun:test';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld } from '../fixtures/people.ts';
import { makeJpeg, padPng } from '../fixtures/pictures.ts';
import { openSmallDisk } from '../fixtures/small-disks.ts';
import {
  attachmentPath,
  complete,
  PART_BYTES,
  readDescriptor,
  reserve,
  sendContent,
  sendPart,
  settle,
  upload,
} from '../fixtures/uploads.ts';

const MEBIBYTE = 1024 * 1024;
/** A folder or a marker may use a block. */
const SLACK_BYTES = 64 * 1024;

const ownTemporary = process.env.TMPDIR;

const store = openSmallDisk('store');
const work = openSmallDisk('work');
const data = join(store.path, 'data');
// An earlier run may have left something.
store.clear();
work.clear();
rmSync(data, { recursive: true, force: true });
mkdirSync(data);
const livehouse = await keepOpen(
  openAccountsWorld({
    LIVEHOUSE_DATA: data,
    AUTH_SECRET: 'a secret of the full disk that is long enough',
    LIMITS: 'off',
  }),
);
const person = await livehouse.person();
afterEach(() => {
  store.clear();
  work.clear();
  if (ownTemporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = ownTemporary;
});

async function expectFull(answer: Response): Promise<void> {
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectRefused(answer, '503 storage_unavailable');
}

async function expectReadyWith(id: string, bytes: Uint8Array): Promise<void> {
  expect(await settle(person, id)).toMatchObject({ status: 'ready', failureCode: null });
  const original = await person.fetch(`${attachmentPath(id)}/content?variant=original`);
  expect(Bun.SHA256.hash(await original.bytes(), 'hex')).toBe(Bun.SHA256.hash(bytes, 'hex'));
  await person.fetch(attachmentPath(id), { method: 'DELETE' });
}

const slice = (bytes: Uint8Array<ArrayBuffer>, partNumber: number): Uint8Array<ArrayBuffer> =>
  bytes.subarray((partNumber - 1) * PART_BYTES, partNumber * PART_BYTES);

const failedRuns = (id: string): number =>
  livehouse.world.log.filter(
    ({ message, attachment }) => message === 'a file could not be examined' && attachment === id,
  ).length;

test('content without space is refused, leaves nothing, and may be sent again', async () => {
  const bytes = padPng(6 * MEBIBYTE);
  const { id } = await reserve(person, bytes.length);
  store.fill(2 * MEBIBYTE);
  const before = store.free();
  await expectFull(await sendContent(person, id, bytes));
  expect(store.free()).toBeGreaterThan(before - SLACK_BYTES);
  const { attachment, parts } = await readDescriptor(person, id);
  expect([attachment.status, attachment.failureCode, parts]).toEqual(['reserved', null, []]);
  store.clear();
  await expectOnlyStatus(sendContent(person, id, bytes), 202);
  await expectReadyWith(id, bytes);
}, 60_000);

test('a part without space is refused; earlier parts stay, and the upload continues', async () => {
  const bytes = padPng(2 * PART_BYTES + MEBIBYTE);
  const { id } = await reserve(person, bytes.length);
  const first = await sendPart(person, id, 1, slice(bytes, 1));
  expect(first.status).toBe(200);
  store.fill(3 * MEBIBYTE);
  const before = store.free();
  await expectFull(await sendPart(person, id, 2, slice(bytes, 2)));
  // Sent again, it is stored as a second copy beside the first attempt, and the part that would have fitted fits.
  await expectFull(await sendPart(person, id, 2, slice(bytes, 2)));
  expect(store.free()).toBeGreaterThan(before - SLACK_BYTES);
  await expectOnlyStatus(sendPart(person, id, 3, slice(bytes, 3)), 200);
  const held = await readDescriptor(person, id);
  expect(held.parts.map(({ partNumber }) => partNumber)).toEqual([1, 3]);
  expect(held.attachment.status).toBe('reserved');
  await expectRefused(complete(person, id), '409 parts_incomplete');
  store.clear();
  await expectOnlyStatus(sendPart(person, id, 2, slice(bytes, 2)), 200);
  await expectOnlyStatus(complete(person, id), 202);
  await expectReadyWith(id, bytes);
}, 60_000);

test('a second copy of a part without space leaves the counted copy unchanged', async () => {
  const bytes = padPng(PART_BYTES + MEBIBYTE);
  const { id } = await reserve(person, bytes.length);
  for (const number of [1, 2]) await expectOnlyStatus(sendPart(person, id, number, slice(bytes, number)), 200);
  const { parts } = await readDescriptor(person, id);
  store.fill(3 * MEBIBYTE);
  const before = store.free();
  await expectFull(await sendPart(person, id, 1, slice(bytes, 1)));
  expect(store.free()).toBeGreaterThan(before - SLACK_BYTES);
  expect((await readDescriptor(person, id)).parts).toEqual(parts);
  store.clear();
  await expectOnlyStatus(complete(person, id), 202);
  await expectReadyWith(id, bytes);
}, 60_000);

test('parts that cannot be joined for lack of space are kept and joined later', async () => {
  const bytes = padPng(PART_BYTES + MEBIBYTE);
  const { id } = await reserve(person, bytes.length);
  for (const number of [1, 2]) await expectOnlyStatus(sendPart(person, id, number, slice(bytes, number)), 200);
  // A part that is sent again is a separate file, so joining has to copy it.
  await expectOnlyStatus(sendPart(person, id, 1, slice(bytes, 1)), 200);
  const { parts } = await readDescriptor(person, id);
  store.fill(3 * MEBIBYTE);
  const before = store.free();
  await expectFull(await complete(person, id, parts));
  expect(store.free()).toBeGreaterThan(before - SLACK_BYTES);
  const held = await readDescriptor(person, id);
  expect([held.attachment.status, held.parts]).toEqual(['reserved', parts]);
  expect(store.filesBelow('data/objects').filter((name) => name.includes('.tmp-'))).toEqual([]);
  // The upload is still open: parts may be sent, and completing may be repeated.
  await expectFull(await complete(person, id));
  store.clear();
  await expectOnlyStatus(complete(person, id), 202);
  await expectReadyWith(id, bytes);
}, 60_000);

test('a file whose variants have no space waits until there is some', async () => {
  const bytes = padPng(PART_BYTES + MEBIBYTE);
  const { id } = await reserve(person, bytes.length);
  for (const number of [1, 2]) await expectOnlyStatus(sendPart(person, id, number, slice(bytes, number)), 200);
  store.fill();
  // Every part is in its final place, so completion needs no space.
  await expectOnlyStatus(complete(person, id), 202);
  await livehouse.world.until(() => failedRuns(id) > 0, 30_000);
  expect((await readDescriptor(person, id)).attachment).toMatchObject({ status: 'scanning', failureCode: null });
  store.clear();
  await expectReadyWith(id, bytes);
}, 60_000);

test('repeated attempts on a full disk do not reject a file', async () => {
  const bytes = padPng(PART_BYTES + MEBIBYTE);
  const { id } = await reserve(person, bytes.length);
  for (const number of [1, 2]) await expectOnlyStatus(sendPart(person, id, number, slice(bytes, number)), 200);
  store.fill();
  await expectOnlyStatus(complete(person, id), 202);
  await livehouse.world.until(() => failedRuns(id) >= 3, 60_000);
  await livehouse.world.until(async () => {
    const { processing } = (await readDescriptor(person, id)).attachment;
    return processing?.state === 'queued';
  });
  expect((await readDescriptor(person, id)).attachment).toMatchObject({ status: 'scanning', failureCode: null });
  store.clear();
  // The owner does not have to wait for the next sweep.
  await expectOnlyStatus(person.fetch(`${attachmentPath(id)}/retry`, { method: 'POST' }), 202);
  await expectReadyWith(id, bytes);
}, 120_000);

test('a picture is not rejected for lack of work space', async () => {
  const bytes = await makeJpeg(1200, 900);
  process.env.TMPDIR = work.path;
  work.fill();
  const id = await upload(person, bytes, 'image/jpeg');
  await livehouse.world.until(() => failedRuns(id) > 0, 30_000);
  expect((await readDescriptor(person, id)).attachment).toMatchObject({ status: 'scanning', failureCode: null });
  work.clear();
  await expectReadyWith(id, bytes);
  // An idle decoder keeps its folder for half a second.
  await livehouse.world
    .until(() => work.filesBelow('.').length === 0)
    .catch(() => expect(work.filesBelow('.')).toEqual([]));
}, 60_000);

test('a video is not rejected for lack of work space', async () => {
  const bytes = await Bun.file(join(import.meta.dir, '..', 'fixtures', 'media-corpus', 'short.mp4')).bytes();
  process.env.TMPDIR = work.path;
  work.fill(16 * 1024);
  const id = await upload(person, bytes, 'video/mp4');
  await livehouse.world.until(() => failedRuns(id) > 0, 30_000);
  expect((await readDescriptor(person, id)).attachment).toMatchObject({ status: 'scanning', failureCode: null });
  work.clear();
  await expectReadyWith(id, bytes);
}, 60_000);
