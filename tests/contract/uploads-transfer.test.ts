// Reserving and transferring files: single content, parts in any order and repeated, completion, cancelling, deleting, and
// client mistakes.
import { expect, test } from 'bun:test';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  readJson,
  refusalOf,
} from '../fixtures/people.ts';
import { append, makePng, makePngBomb, ZIP } from '../fixtures/pictures.ts';
import {
  attachmentPath,
  complete,
  freshKey,
  OCTETS,
  PART_BYTES,
  readDescriptor,
  reserve,
  sendContent,
  sendIntent,
  sendPart,
  settle,
  uploadPath,
} from '../fixtures/uploads.ts';

const livehouse = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const [person, other] = await livehouse.people(2);
const png = await makePng(64, 48);

/** A PNG of a given size in bytes, padded with a well-formed chunk. */
function padPng(bytes: number): Uint8Array<ArrayBuffer> {
  const bomb = Buffer.from(makePngBomb(64, 64));
  const end = bomb.length - 12;
  const padding = bytes - bomb.length - 12;
  const chunk = Buffer.alloc(padding + 12, 0x61);
  chunk.writeUInt32BE(padding, 0);
  chunk.write('zzZz', 4, 'latin1');
  return new Uint8Array(Buffer.concat([bomb.subarray(0, end), chunk, bomb.subarray(end)]));
}

const filesBelow = (prefix: string): readonly string[] => {
  const folder = join(livehouse.world.objectsDirectory, prefix);
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
};

/** Blocks that are allocated on the disk below a prefix. Space that is only reserved does not count. */
const bytesBelow = (prefix: string): number =>
  filesBelow(prefix)
    .map((name) => statSync(join(livehouse.world.objectsDirectory, prefix, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.blocks : 0), 0);

test('the policy is public and names limits and types', async () => {
  const answer = await livehouse.world.fetch('/api/v1/community/uploads/policy');
  expect(answer.status).toBe(200);
  expect(await readJson(answer)).toMatchObject({
    limits: { partBytes: 8_388_608, fileBytes: 134_217_728, attachmentsPerPost: 16, videoSeconds: 600 },
  });
});

test('an intent is idempotent by its key and conflicts with other metadata', async () => {
  const key = freshKey();
  const metadata = { fileName: 'C:\\photos\\a.PNG', mediaType: 'image/PNG', size: 100 };
  const first = await sendIntent(person, metadata, key);
  expect(first.status).toBe(201);
  const { attachment } = await readJson<{ attachment: { id: string; expiresAt: number; createdAt: number } }>(first);
  expect(first.headers.get('location')).toBe(attachmentPath(attachment.id));
  expect(attachment).toMatchObject({
    fileName: 'a.PNG',
    mediaType: 'image/png',
    status: 'reserved',
    moderationStatus: 'pending',
    uploadUrl: uploadPath(attachment.id, 'content'),
    multipart: { partSize: PART_BYTES, partCount: 1 },
    downloadUrl: null,
    failureCode: null,
    processing: null,
  });
  expect(attachment.expiresAt - attachment.createdAt).toBeGreaterThan(14 * 60_000);
  const again = await sendIntent(person, metadata, key);
  expect([again.status, (await readJson(again)).attachment.id]).toEqual([200, attachment.id]);
  await expectRefused(sendIntent(person, { ...metadata, size: 101 }, key), '409 idempotency_conflict');
  // Keys of different owners are independent.
  await expectOnlyStatus(sendIntent(other, { ...metadata, size: 5 }, key), 201);
  const both = await Promise.all([1, 2, 3, 4].map(() => sendIntent(person, metadata, `${key}-parallel`)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
});

test('each kind of invalid intent is refused with its code', async () => {
  const good = { fileName: 'a.png', mediaType: 'image/png', size: 10 };
  const cases: readonly (readonly [Record<string, unknown>, number, string])[] = [
    [{ ...good, size: 0 }, 422, 'invalid_size'],
    [{ ...good, size: 1.5 }, 422, 'invalid_size'],
    [{ ...good, size: '10' }, 422, 'invalid_size'],
    [{ ...good, size: 134_217_729 }, 413, 'file_too_large'],
    [{ ...good, size: 9_007_199_254_740_991 }, 413, 'file_too_large'],
    [{ ...good, mediaType: 'text/plain', fileName: 'a.txt' }, 415, 'unsupported_file'],
    [{ ...good, mediaType: 'image/svg+xml', fileName: 'a.svg' }, 415, 'unsupported_file'],
    [{ ...good, mediaType: 7 }, 415, 'unsupported_file'],
    [{ ...good, fileName: 'a.jpg' }, 422, 'extension_mismatch'],
    [{ ...good, fileName: 'png' }, 422, 'extension_mismatch'],
    [{ ...good, fileName: '' }, 422, 'invalid_file_name'],
    [{ ...good, fileName: 'a\u202egnp.png' }, 422, 'invalid_file_name'],
    [{ ...good, fileName: `${'a'.repeat(160)}.png` }, 422, 'invalid_file_name'],
    [{ mediaType: 'image/png', size: 10 }, 422, 'invalid_file_name'],
  ];
  for (const [metadata, status, code] of cases) {
    expect([metadata, ...(await refusalOf(sendIntent(person, metadata)))]).toEqual([metadata, status, code]);
  }
  for (const key of ['short', `-${'a'.repeat(20)}`, 'a'.repeat(129), `${'a'.repeat(20)} b`]) {
    await expectRefused(sendIntent(person, good, key), '422 invalid_idempotency_key');
  }
  await expectRefused(person.send('POST', '/api/v1/community/uploads/intents', good), '422 invalid_idempotency_key');
  const keyed = { 'idempotency-key': freshKey() };
  const post = (body: string, type = 'application/json') =>
    person.fetch('/api/v1/community/uploads/intents', {
      method: 'POST',
      headers: { ...keyed, 'content-type': type },
      body,
    });
  await expectRefused(post('{'), '400 invalid_json');
  await expectRefused(post('[]'), '422 invalid_body');
  await expectRefused(post('{}', 'text/plain'), '415 content_type_required');
  await expectRefused(post(`{"a":"${'x'.repeat(17_000)}"}`), '413 request_too_large');
});

test('a small file is sent in one request, and a repetition gets the same answer', async () => {
  const { id } = await reserve(person, png.length);
  const sent = await sendContent(person, id, png);
  expect(sent.status).toBe(202);
  expect((await readJson(sent)).attachment).toMatchObject({
    status: 'scanning',
    uploadUrl: null,
    multipart: null,
  });
  const again = await sendContent(person, id, png);
  expect(again.status).toBe(200);
  const ready = await settle(person, id);
  expect(ready).toMatchObject({ status: 'ready', moderationStatus: 'allow', width: 64, height: 48, failureCode: null });
  await expectOnlyStatus(complete(person, id), 202);
  const late = await sendPart(person, id, 1, png);
  expect(await expectStatus(late, 200)).toMatchObject({ attachment: { status: 'ready' }, parts: [] });
  await expectRefused(person.fetch(uploadPath(id, 'multipart'), { method: 'DELETE' }), '409 attachment_in_use');
});

test('content may have the announced type, and file names may contain joiners of scripts and emoji', async () => {
  const fileName = '\u200fمی‌روم 👨‍👩‍👧.png';
  const intent = await sendIntent(person, { fileName, mediaType: 'image/png', size: png.length });
  const { attachment } = await expectStatus(intent, 201);
  expect(attachment.fileName).toBe(fileName.slice(1));
  const init = { method: 'PUT', headers: { 'content-type': 'image/png' }, body: png };
  await expectOnlyStatus(person.fetch(uploadPath(attachment.id, 'content'), init), 202);
  expect((await settle(person, attachment.id)).status).toBe('ready');
});

test('content that differs from the announcement is refused and leaves the intent open', async () => {
  const { id } = await reserve(person, png.length);
  await expectRefused(sendContent(person, id, png.subarray(1)), '400 size_mismatch');
  const typed = await person.fetch(uploadPath(id, 'content'), {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: png,
  });
  await expectRefused(typed, '415 media_type_mismatch');
  const chunked = await person.fetch(uploadPath(id, 'content'), {
    method: 'PUT',
    headers: OCTETS,
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(png);
        controller.close();
      },
    }),
  });
  await expectRefused(chunked, '411 content_length_required');
  const zip = new Uint8Array(png.length);
  zip.set(ZIP.subarray(0, 4));
  zip.set([0x50, 0x4b, 3, 4]);
  await expectRefused(sendContent(person, id, zip), '415 forbidden_container');
  await expectRefused(sendContent(person, id, new Uint8Array(png.length)), '415 invalid_png_container');
  expect((await readDescriptor(person, id)).attachment.status).toBe('reserved');
  await expectOnlyStatus(sendContent(person, id, png), 202);
  expect((await settle(person, id)).status).toBe('ready');
});

test('parts may be sent in any order, repeated and resumed', async () => {
  const bytes = padPng(2 * PART_BYTES + 1000);
  const { id, uploadUrl, multipart } = await reserve(person, bytes.length);
  expect([uploadUrl, multipart?.partCount]).toEqual([null, 3]);
  await expectRefused(sendContent(person, id, bytes), '413 multipart_required');
  const part = (n: number) => bytes.subarray((n - 1) * PART_BYTES, n * PART_BYTES);
  await expectRefused(complete(person, id), '409 parts_incomplete');
  const third = await readJson<{ part: { etag: string } }>(sendPart(person, id, 3, part(3)));
  expect(third.part).toMatchObject({ partNumber: 3, byteSize: 1000 });
  const wrong = new Uint8Array(PART_BYTES);
  const stale = await readJson<{ part: { etag: string } }>(sendPart(person, id, 1, wrong));
  const first = await readJson<{ part: { etag: string } }>(sendPart(person, id, 1, part(1)));
  expect(first.part.etag).not.toBe(stale.part.etag);
  for (const [number, code] of [
    ['0', 'invalid_part_number'],
    ['4', 'invalid_part_number'],
    ['x', 'invalid_part_number'],
    ['99999', 'invalid_part_number'],
  ] as const) {
    await expectRefused(sendPart(person, id, number, part(1)), `422 ${code}`);
  }
  await expectRefused(sendPart(person, id, 2, part(3)), '422 invalid_part_size');
  const typed = await person.fetch(uploadPath(id, 'parts/2'), {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: part(2),
  });
  await expectRefused(typed, '415 invalid_part_media_type');
  // A resuming client asks which parts are stored.
  const { parts } = await readDescriptor(person, id);
  expect(parts.map(({ partNumber, byteSize }) => [partNumber, byteSize])).toEqual([
    [1, PART_BYTES],
    [3, 1000],
  ]);
  const second = await readJson<{ part: { etag: string } }>(sendPart(person, id, 2, part(2)));
  const list = [first, second, third].map(({ part: { etag } }, i) => ({ partNumber: i + 1, etag: `"${etag}"` }));
  await expectRefused(complete(person, id, [...list].reverse()), '422 invalid_parts');
  await expectRefused(complete(person, id, [{ partNumber: 1 }]), '422 invalid_parts');
  await expectRefused(complete(person, id, list.slice(0, 2)), '409 parts_incomplete');
  const old = list.with(0, { partNumber: 1, etag: stale.part.etag });
  await expectRefused(complete(person, id, old), '409 part_conflict');
  const calls = await Promise.all([complete(person, id, list), complete(person, id, list), complete(person, id)]);
  for (const call of calls) {
    expect(call.status).toBe(202);
    expect((await readJson(call)).attachment.status).toMatch(/scanning|ready/);
  }
  expect(await settle(person, id)).toMatchObject({ status: 'ready', size: bytes.length });
  const original = await person.fetch(`${attachmentPath(id)}/content?variant=original`);
  expect(Bun.SHA256.hash(await original.bytes(), 'hex')).toBe(Bun.SHA256.hash(bytes, 'hex'));
  await livehouse.world.until(() => filesBelow('parts/v1').filter((name) => /^\d+\./.test(name)).length === 0);
}, 60_000);

test('parts that form another type of file are rejected and cannot be completed again', async () => {
  const bytes = new Uint8Array(PART_BYTES + 10);
  bytes.set(new TextEncoder().encode('<!doctype html><script>'));
  const { id } = await reserve(person, bytes.length);
  await sendPart(person, id, 1, bytes.subarray(0, PART_BYTES));
  await sendPart(person, id, 2, bytes.subarray(PART_BYTES));
  await expectRefused(complete(person, id), '415 forbidden_container');
  expect((await readDescriptor(person, id)).attachment).toMatchObject({
    status: 'rejected',
    moderationStatus: 'rejected',
    failureCode: 'forbidden_container',
  });
  await expectRefused(complete(person, id), '409 upload_not_completable');
  await expectRefused(person.fetch(`${attachmentPath(id)}/retry`, { method: 'POST' }), '409 media_not_retryable');
  await livehouse.world.until(() => filesBelow(`attachments/v1/${id}`).length === 0);
});

test('an interrupted body leaves no partial data', async () => {
  const { id } = await reserve(person, PART_BYTES + 10);
  const head = [
    `PUT ${uploadPath(id, 'parts/1')} HTTP/1.1`,
    `Host: ${new URL(livehouse.origin).host}`,
    `Cookie: ${person.cookie}`,
    `Origin: ${livehouse.origin}`,
    'Content-Type: application/octet-stream',
    `Content-Length: ${PART_BYTES}`,
  ].join('\r\n');
  const socket = connect(livehouse.world.port, '127.0.0.1');
  socket.write(`${head}\r\n\r\n`);
  socket.write(Buffer.alloc(1_000_000));
  await livehouse.world.until(() => bytesBelow('parts/v1') > 0);
  socket.destroy();
  await livehouse.world.until(() => livehouse.world.log.some((line) => line.outcome === 'upload_interrupted'));
  expect((await readDescriptor(person, id)).parts).toEqual([]);
  expect(filesBelow('parts/v1').filter((name) => name.includes('.tmp-'))).toEqual([]);
  await expectOnlyStatus(sendPart(person, id, 1, new Uint8Array(PART_BYTES)), 200);
});

test('cancelled and deleted uploads cannot be used again', async () => {
  const { id } = await reserve(person, PART_BYTES + 10);
  await sendPart(person, id, 2, new Uint8Array(10));
  const cancelled = await person.fetch(uploadPath(id, 'multipart'), { method: 'DELETE' });
  expect(cancelled.status).toBe(200);
  expect((await readJson(cancelled)).attachment).toMatchObject({
    status: 'deleted',
    moderationStatus: 'deleted',
    multipart: null,
  });
  await expectRefused(complete(person, id), '409 upload_cancelled');
  await expectRefused(sendPart(person, id, 2, new Uint8Array(10)), '409 upload_cancelled');
  await expectRefused(sendContent(person, id, png), '409 upload_cancelled');
  await expectRefused(person.fetch(uploadPath(id, 'multipart'), { method: 'DELETE' }), '409 attachment_in_use');
  await expectRefused(person.fetch(attachmentPath(id)), '404 attachment_not_found');

  const file = await reserve(person, png.length);
  await sendContent(person, file.id, png);
  await settle(person, file.id);
  const deleted = await person.fetch(attachmentPath(file.id), { method: 'DELETE' });
  expect([deleted.status, (await readJson(deleted)).attachment.status]).toEqual([200, 'deleted']);
  await expectRefused(person.fetch(attachmentPath(file.id), { method: 'DELETE' }), '404 attachment_not_found');
  await expectRefused(person.fetch(`${attachmentPath(file.id)}/content`), '404 attachment_not_found');
  await livehouse.world.until(() => filesBelow(`attachments/v1/${file.id}`).length === 0);
});

test('a finished intent accepts nothing more', async () => {
  const { id } = await reserve(person, png.length);
  await livehouse.sql`update attachment set expires_at = now() - interval '1 second' where id = ${id}`;
  await expectRefused(sendContent(person, id, png), '410 upload_intent_expired');
  await expectRefused(sendPart(person, id, 1, png), '410 upload_intent_expired');
  await expectRefused(complete(person, id), '410 upload_intent_expired');
});

test('another person’s file is 404, and an anonymous caller is 401', async () => {
  const { id } = await reserve(person, png.length);
  const tries: readonly (readonly [string, RequestInit])[] = [
    [uploadPath(id, 'content'), { method: 'PUT', headers: OCTETS, body: png }],
    [uploadPath(id, 'parts/1'), { method: 'PUT', headers: OCTETS, body: png }],
    [uploadPath(id, 'complete'), { method: 'POST' }],
    [uploadPath(id, 'multipart'), { method: 'DELETE' }],
    [attachmentPath(id), {}],
    [attachmentPath(id), { method: 'DELETE' }],
    [`${attachmentPath(id)}/retry`, { method: 'POST' }],
    [attachmentPath('no-id'), {}],
    [uploadPath('no-id', 'complete'), { method: 'POST' }],
  ];
  for (const [path, init] of tries) {
    expect([path, ...(await refusalOf(other.fetch(path, init)))]).toEqual([path, 404, 'attachment_not_found']);
    if (path.includes('no-id')) continue;
    const nobody = await livehouse.world.fetch(path, {
      ...init,
      headers: { origin: livehouse.origin, ...init.headers },
    });
    expect([path, ...(await refusalOf(nobody))]).toEqual([path, 401, 'authentication_required']);
    if (init.method === undefined) continue;
    const elsewhere = await livehouse.world.fetch(path, {
      ...init,
      headers: { ...init.headers, cookie: person.cookie, origin: 'https://elsewhere.example' },
    });
    expect([path, ...(await refusalOf(elsewhere))]).toEqual([path, 403, 'cross_origin_request']);
  }
});

test('the quota counts stored and reserved bytes', async () => {
  await using small = await openAccountsWorld({ STORAGE_QUOTA: '1MiB', LIMITS: 'off' });
  const owner = await small.person();
  const size = 600 * 1024;
  const first = await reserve(owner, size);
  const refused = await sendIntent(owner, { fileName: 'a.png', mediaType: 'image/png', size });
  await expectRefused(refused, '413 storage_quota_exceeded');
  await owner.fetch(uploadPath(first.id, 'multipart'), { method: 'DELETE' });
  await reserve(owner, size);
}, 60_000);

test('accounts that may not upload get the reason', async () => {
  const path = '/api/v1/community/uploads/intents';
  const unverified = await livehouse.person({ emailVerified: false });
  await expectRefused(unverified.send('POST', path, {}), '403 email_verification_required');
  const suspended = await livehouse.person({ status: 'suspended' });
  await expectRefused(suspended.send('POST', path, {}), '403 account_suspended');
});

test('a picture with a zip behind it is refused', async () => {
  const polyglot = append(png, ZIP);
  const { id } = await reserve(person, polyglot.length);
  await expectOnlyStatus(sendContent(person, id, polyglot), 202);
  expect(await settle(person, id)).toMatchObject({ status: 'rejected', failureCode: 'invalid_png_container' });
});
