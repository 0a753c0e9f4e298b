// Uploads on a real S3-compatible server: parts over HTTP to the store, joined there, examined and served; also with the
// store unreachable in the middle.
import { afterAll, expect, test } from 'bun:test';
import { openFaultProxy } from '../fixtures/fault-proxy.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { createS3Store, requireServer } from '../fixtures/s3-store.ts';
import { attachmentPath, complete, PART_BYTES, reserve, sendContent, sendPart, settle } from '../fixtures/uploads.ts';

const server = requireServer('TEST_S3_URL');
const proxy = await openFaultProxy(new URL(server).searchParams.get('endpoint') ?? '');
const store = createS3Store(server, proxy.endpoint);
const livehouse = await keepOpen(openAccountsWorld({ ...store.environment, LIMITS: 'off' }));
const person = await livehouse.person();
afterAll(async () => {
  proxy.fault = { kind: 'none' };
  await proxy?.close();
});

/** A PNG of more than one part: a picture with a long well-formed chunk at its end. */
async function makeLargePng(bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const png = Buffer.from(await makePng(64, 48));
  const end = png.length - 12;
  const chunk = Buffer.alloc(bytes - png.length, 0x61);
  chunk.writeUInt32BE(chunk.length - 12, 0);
  chunk.write('zzZz', 4, 'latin1');
  chunk.writeUInt32BE(Number(Bun.hash.crc32(chunk.subarray(4, chunk.length - 4))), chunk.length - 4);
  return new Uint8Array(Buffer.concat([png.subarray(0, end), chunk, png.subarray(end)]));
}

const partOf = (bytes: Uint8Array<ArrayBuffer>, number: number): Uint8Array<ArrayBuffer> =>
  bytes.slice((number - 1) * PART_BYTES, number * PART_BYTES);

test('a file in one piece', async () => {
  const png = await makePng(64, 48);
  const { id } = await reserve(person, png.length);
  await expectOnlyStatus(sendContent(person, id, png), 202);
  expect(await settle(person, id)).toMatchObject({ status: 'ready' });
  const original = await person.fetch(`${attachmentPath(id)}/content?variant=original`);
  expect(Buffer.compare(Buffer.from(await original.arrayBuffer()), png)).toBe(0);
});

test('a file in parts, out of order and one of them twice', async () => {
  const png = await makeLargePng(2 * PART_BYTES + 1000);
  const { id } = await reserve(person, png.length);
  for (const number of [3, 1, 2, 1]) await expectOnlyStatus(sendPart(person, id, number, partOf(png, number)), 200);
  await expectOnlyStatus(complete(person, id), 202);
  expect(await settle(person, id)).toMatchObject({ status: 'ready' });
  const original = await person.fetch(`${attachmentPath(id)}/content?variant=original`);
  expect(Buffer.compare(Buffer.from(await original.arrayBuffer()), png)).toBe(0);
});

test('a sender without permission, or too late, replaces no counted part', async () => {
  const png = await makeLargePng(PART_BYTES + 1000);
  const { id } = await reserve(person, png.length);
  for (const number of [1, 2]) await expectOnlyStatus(sendPart(person, id, number, partOf(png, number)), 200);
  const other = new Uint8Array(PART_BYTES);
  await livehouse.sql`insert into account_restriction (id, account_id, kind, reason_code)
    values (${Bun.randomUUIDv7()}, ${person.id}, 'upload', 'spam')`;
  await expectRefused(sendPart(person, id, 1, other), '403 community_upload_restricted');
  await livehouse.sql`delete from account_restriction where account_id = ${person.id}`;
  await expectOnlyStatus(sendPart(person, id, 2, partOf(png, 2)), 200);
  // As if another process joined the parts without the knowledge of this one.
  await livehouse.sql`update attachment set status = 'finishing' where id = ${id}`;
  const late = await sendPart(person, id, 1, other);
  expect([late.status, (await readJson<{ part?: object }>(late)).part]).toEqual([200, undefined]);
  await livehouse.sql`update attachment set status = 'reserved' where id = ${id}`;
  await expectOnlyStatus(complete(person, id), 202);
  expect(await settle(person, id)).toMatchObject({ status: 'ready' });
  const original = await person.fetch(`${attachmentPath(id)}/content?variant=original`);
  expect(Buffer.compare(Buffer.from(await original.arrayBuffer()), png)).toBe(0);
});

test('with the store unreachable a part is 503 and can be sent again', async () => {
  const png = await makeLargePng(PART_BYTES + 1000);
  const { id } = await reserve(person, png.length);
  await expectOnlyStatus(sendPart(person, id, 1, partOf(png, 1)), 200);
  proxy.fault = { kind: 'error' };
  await expectRefused(sendPart(person, id, 2, partOf(png, 2)), '503 storage_unavailable');
  await expectRefused(complete(person, id), '409 parts_incomplete');
  proxy.fault = { kind: 'none' };
  await livehouse.world.until(async () => (await sendPart(person, id, 2, partOf(png, 2))).status === 200, 20_000);
  await expectOnlyStatus(complete(person, id), 202);
  expect(await settle(person, id)).toMatchObject({ status: 'ready' });
});
