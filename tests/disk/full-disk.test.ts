// A disk that is full in the middle of an upload, for real: a content, a part, the joining of parts, the work on a file.
// Each time the client is told 503 with Retry-After, nothing half written takes up room, what arrived before stays, and
// all goes on when there is room again. Nobody's file is called broken because our disk is full.
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AccountsWorld, openAccountsWorld, type Person, refusalOf } from '../fixtures/people.ts';
import { makeJpeg, padPng } from '../fixtures/pictures.ts';
import { openSmallDisk, type SmallDisk } from '../fixtures/small-disks.ts';
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
/** A folder or a marker may take a block. */
const SLACK_BYTES = 64 * 1024;

let store: SmallDisk;
let work: SmallDisk;
let house: AccountsWorld;
let person: Person;
const ownTemporary = process.env.TMPDIR;

beforeAll(async () => {
  store = openSmallDisk('store');
  work = openSmallDisk('work');
  const data = join(store.path, 'data');
  mkdirSync(data);
  house = await openAccountsWorld({
    LIVEHOUSE_DATA: data,
    AUTH_SECRET: 'a secret of the full disk that is long enough',
    LIMITS: 'off',
  });
  person = await house.person();
}, 60_000);
afterEach(() => {
  store.clear();
  work.clear();
  if (ownTemporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = ownTemporary;
});
afterAll(() => house?.[Symbol.asyncDispose]());

async function expectFull(answer: Response): Promise<void> {
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refusalOf(answer)).toEqual([503, 'storage_unavailable']);
}

async function expectReadyWith(id: string, bytes: Uint8Array): Promise<void> {
  expect(await settle(person, id)).toMatchObject({ status: 'ready', failureCode: null });
  const original = await person.fetch(attachmentPath(id, '/content?variant=original'));
  expect(Bun.SHA256.hash(await original.bytes(), 'hex')).toBe(Bun.SHA256.hash(bytes, 'hex'));
  await person.fetch(attachmentPath(id), { method: 'DELETE' });
}

const slice = (bytes: Uint8Array<ArrayBuffer>, partNumber: number): Uint8Array<ArrayBuffer> =>
  bytes.subarray((partNumber - 1) * PART_BYTES, partNumber * PART_BYTES);

const failedRuns = (id: string): number =>
  house.world.log.filter(({ message, attachment }) => message === 'a file could not be examined' && attachment === id)
    .length;

test('a content that finds no room is refused, leaves nothing, and may be sent again', async () => {
  const bytes = padPng(6 * MEBIBYTE);
  const { id } = await reserve(person, bytes.length);
  store.fill(2 * MEBIBYTE);
  const before = store.free();
  await expectFull(await sendContent(person, id, bytes));
  expect(store.free()).toBeGreaterThan(before - SLACK_BYTES);
  const { attachment, parts } = await readDescriptor(person, id);
  expect([attachment.status, attachment.failureCode, parts]).toEqual(['reserved', null, []]);
  store.clear();
  expect((await sendContent(person, id, bytes)).status).toBe(202);
  await expectReadyWith(id, bytes);
}, 60_000);

test('a part that finds no room is refused; those before it stay, and the upload goes on', async () => {
  const bytes = padPng(2 * PART_BYTES + MEBIBYTE);
  const { id } = await reserve(person, bytes.length);
  const first = await sendPart(person, id, 1, slice(bytes, 1));
  expect(first.status).toBe(200);
  store.fill(3 * MEBIBYTE);
  const before = store.free();
  await expectFull(await sendPart(person, id, 2, slice(bytes, 2)));
  // Again, now as a further copy beside the place of the first try, and the part that would have fitted does fit.
  await expectFull(await sendPart(person, id, 2, slice(bytes, 2)));
  expect(store.free()).toBeGreaterThan(before - SLACK_BYTES);
  expect((await sendPart(person, id, 3, slice(bytes, 3))).status).toBe(200);
  const held = await readDescriptor(person, id);
  expect(held.parts.map(({ partNumber }) => partNumber)).toEqual([1, 3]);
  expect(held.attachment.status).toBe('reserved');
  expect(await refusalOf(await complete(person, id))).toEqual([409, 'parts_incomplete']);
  store.clear();
  expect((await sendPart(person, id, 2, slice(bytes, 2))).status).toBe(200);
  expect((await complete(person, id)).status).toBe(202);
  await expectReadyWith(id, bytes);
}, 60_000);

test('a further copy of a part that finds no room leaves the copy that counts', async () => {
  const bytes = padPng(PART_BYTES + MEBIBYTE);
  const { id } = await reserve(person, bytes.length);
  for (const number of [1, 2]) expect((await sendPart(person, id, number, slice(bytes, number))).status).toBe(200);
  const { parts } = await readDescriptor(person, id);
  store.fill(3 * MEBIBYTE);
  const before = store.free();
  await expectFull(await sendPart(person, id, 1, slice(bytes, 1)));
  expect(store.free()).toBeGreaterThan(before - SLACK_BYTES);
  expect((await readDescriptor(person, id)).parts).toEqual(parts);
  store.clear();
  expect((await complete(person, id)).status).toBe(202);
  await expectReadyWith(id, bytes);
}, 60_000);

test('parts that cannot be joined for want of room are kept, and joined later', async () => {
  const bytes = padPng(PART_BYTES + MEBIBYTE);
  const { id } = await reserve(person, bytes.length);
  for (const number of [1, 2]) expect((await sendPart(person, id, number, slice(bytes, number))).status).toBe(200);
  // Sent again it counts as a file of its own, so that joining has to copy.
  expect((await sendPart(person, id, 1, slice(bytes, 1))).status).toBe(200);
  const { parts } = await readDescriptor(person, id);
  store.fill(3 * MEBIBYTE);
  const before = store.free();
  await expectFull(await complete(person, id, parts));
  expect(store.free()).toBeGreaterThan(before - SLACK_BYTES);
  const held = await readDescriptor(person, id);
  expect([held.attachment.status, held.parts]).toEqual(['reserved', parts]);
  expect(store.filesBelow('data/objects').filter((name) => name.includes('.tmp-'))).toEqual([]);
  // It is still an upload: parts may be sent, and completing may be tried as often as one likes.
  await expectFull(await complete(person, id));
  store.clear();
  expect((await complete(person, id)).status).toBe(202);
  await expectReadyWith(id, bytes);
}, 60_000);

test('a file whose variants find no room waits until there is some', async () => {
  const bytes = padPng(PART_BYTES + MEBIBYTE);
  const { id } = await reserve(person, bytes.length);
  for (const number of [1, 2]) expect((await sendPart(person, id, number, slice(bytes, number))).status).toBe(200);
  store.fill();
  // Every part stands in its place: completion needs no room.
  expect((await complete(person, id)).status).toBe(202);
  await house.world.until(() => failedRuns(id) > 0, 30_000);
  expect((await readDescriptor(person, id)).attachment).toMatchObject({ status: 'scanning', failureCode: null });
  store.clear();
  await expectReadyWith(id, bytes);
}, 60_000);

test('however often it is tried on a full disk, a file is not called broken for it', async () => {
  const bytes = padPng(PART_BYTES + MEBIBYTE);
  const { id } = await reserve(person, bytes.length);
  for (const number of [1, 2]) expect((await sendPart(person, id, number, slice(bytes, number))).status).toBe(200);
  store.fill();
  expect((await complete(person, id)).status).toBe(202);
  await house.world.until(() => failedRuns(id) >= 3, 60_000);
  await house.world.until(async () => {
    const { processing } = (await readDescriptor(person, id)).attachment;
    return processing?.state === 'queued';
  });
  expect((await readDescriptor(person, id)).attachment).toMatchObject({ status: 'scanning', failureCode: null });
  store.clear();
  // Its owner need not wait for the next look at what stands still.
  expect((await person.fetch(attachmentPath(id, '/retry'), { method: 'POST' })).status).toBe(202);
  await expectReadyWith(id, bytes);
}, 120_000);

test('a picture is not called broken because there is no room to work on it', async () => {
  const bytes = await makeJpeg(1200, 900);
  process.env.TMPDIR = work.path;
  work.fill();
  const id = await upload(person, bytes, 'image/jpeg');
  await house.world.until(() => failedRuns(id) > 0, 30_000);
  expect((await readDescriptor(person, id)).attachment).toMatchObject({ status: 'scanning', failureCode: null });
  work.clear();
  await expectReadyWith(id, bytes);
  expect(work.filesBelow('.')).toEqual([]);
}, 60_000);

test('a film is not called broken because there is no room to work on it', async () => {
  const bytes = await Bun.file(join(import.meta.dir, '..', 'fixtures', 'media-corpus', 'short.mp4')).bytes();
  process.env.TMPDIR = work.path;
  work.fill(16 * 1024);
  const id = await upload(person, bytes, 'video/mp4');
  await house.world.until(() => failedRuns(id) > 0, 30_000);
  expect((await readDescriptor(person, id)).attachment).toMatchObject({ status: 'scanning', failureCode: null });
  work.clear();
  await expectReadyWith(id, bytes);
}, 60_000);
