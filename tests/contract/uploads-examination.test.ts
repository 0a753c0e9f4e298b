// What happens to a complete file: ranges and variants, moderation, retry, clean-up, recovery after a dead process, and a
// service without a video decoder.
import { expect, test } from 'bun:test';
import { closeSync, existsSync, openSync, readdirSync, rmSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { claimAttachments, releaseAttachments } from '../../src/features/uploads/common/attachments.ts';
import { removeExpired, removeOrphans, sweepUploads } from '../../src/features/uploads/upkeep/clean-up.ts';
import type { Actor } from '../../src/http/gates/guard.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { closing } from '../fixtures/closing.ts';
import { createTestDatabase, openReadyDatabase } from '../fixtures/database.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, expectStatus, openAccountsWorld, readJson } from '../fixtures/people.ts';
import { makeJpeg, makePng } from '../fixtures/pictures.ts';
import {
  attachmentPath,
  complete,
  PART_BYTES,
  readDescriptor,
  reserve,
  sendIntent,
  sendPart,
  settle,
  upload,
} from '../fixtures/uploads.ts';

const livehouse = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const person = await livehouse.person();
const png = await makePng(64, 48);

const objectsOf = (id: string): readonly string[] => {
  const folder = join(livehouse.world.objectsDirectory, 'attachments/v1', id);
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
};

test('content can be read whole, in ranges, conditionally, and in its variants', async () => {
  const ready = await settle(person, await upload(person, png, 'image/png'));
  const path = ready.downloadUrl ?? '';
  const whole = await person.fetch(path);
  const bytes = await whole.bytes();
  const tag = whole.headers.get('etag') ?? '';
  expect(whole.status).toBe(200);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(bytes.length),
    'cache-control': 'private, max-age=3600, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'bytes',
  });
  const ask = (headers: Record<string, string>, method = 'GET') => person.fetch(path, { headers, method });
  await expectOnlyStatus(ask({ 'if-none-match': tag }), 304);
  const part = await ask({ range: 'bytes=2-5', 'if-range': tag });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${bytes.length}`]);
  expect(await part.bytes()).toEqual(bytes.slice(2, 6));
  const past = await ask({ range: `bytes=${bytes.length}-` });
  expect([past.status, past.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
  const head = await ask({}, 'HEAD');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  await expectOnlyStatus(person.fetch(`${path}?variant=thumb`), 200);
  await expectRefused(person.fetch(`${path}?variant=poster`), '404 media_variant_missing');
  await expectRefused(person.fetch(`${path}?variant=moderation`), '400 invalid_media_variant');
  await expectRefused(person.fetch(`${path}?variant=thumb&variant=media`), '400 duplicate_query_parameter');
  const original = await person.fetch(`${path}?variant=original`);
  expect(original.headers.get('content-disposition')).toContain('attachment; filename="picture.png"');
  expect(await original.bytes()).toEqual(png);
});

test('only the owner can read a file that no post shows', async () => {
  const ready = await settle(person, await upload(person, png, 'image/png'));
  const other = await livehouse.person();
  for (const answer of [
    await other.fetch(ready.downloadUrl ?? ''),
    await livehouse.world.fetch(ready.downloadUrl ?? ''),
    await livehouse.world.fetch(`${attachmentPath(crypto.randomUUID())}/content`),
    await livehouse.world.fetch(`${attachmentPath('x')}/content`),
  ]) {
    await expectRefused(answer, '404 attachment_not_found');
  }
});

test('a file that is missing in the store has its own refusal', async () => {
  const ready = await settle(person, await upload(person, await makePng(300, 200), 'image/png'));
  rmSync(join(livehouse.world.objectsDirectory, 'attachments/v1', ready.id), { recursive: true });
  await expectRefused(person.fetch(ready.downloadUrl ?? ''), '404 attachment_object_missing');
});

test('a held file waits in review until a moderator decides', async () => {
  await using strict = await openAccountsWorld({ MODERATION_DEFAULT: 'review', LIMITS: 'off' });
  const [owner, staff] = [await strict.person(), await strict.person({ role: 'moderator' })];
  const decide = async (verdict: 'allow' | 'rejected') => {
    const id = await upload(owner, png, 'image/png');
    expect(await settle(owner, id)).toMatchObject({ status: 'review', moderationStatus: 'review', downloadUrl: null });
    await expectOnlyStatus(owner.fetch(`${attachmentPath(id)}/content`), 404);
    const { cases } = await readJson(staff.fetch('/api/v1/moderation/cases?status=review&kind=attachment'));
    const found = cases.find(({ subjectId }) => subjectId === id);
    const picture = await staff.fetch(`/api/v1/moderation/cases/${found?.id}/content`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const answer = await staff.send('POST', `/api/v1/moderation/cases/${found?.id}/decision`, {
      verdict,
      reasonCode: 'other',
      version: found?.version,
    });
    expect(answer.status).toBe(200);
    return settle(owner, id);
  };
  expect(await decide('allow')).toMatchObject({ status: 'ready', moderationStatus: 'allow' });
  expect(await decide('rejected')).toMatchObject({
    status: 'rejected',
    moderationStatus: 'rejected',
    failureCode: 'moderation_block',
  });
}, 60_000);

test('the file stays in scanning until the classifier answers', async () => {
  const asked: unknown[] = [];
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await using hook = {
    server: Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request) => {
        asked.push(await request.json());
        await held;
        return Response.json({ verdict: 'allow' });
      },
    }),
    [Symbol.asyncDispose]() {
      return this.server.stop(true);
    },
  };
  await using watched = await openAccountsWorld({
    MODERATION_WEBHOOK_URL: `http://127.0.0.1:${hook.server.port}/`,
    MODERATION_WEBHOOK_SECRET: 'a secret of thirty-two characters',
    LIMITS: 'off',
  });
  const owner = await watched.person();
  const id = await upload(owner, png, 'image/png');
  await watched.world.until(() => asked.length > 0, 20_000);
  const waiting = await owner.fetch(attachmentPath(id));
  expect(waiting.status).toBe(202);
  expect((await readJson(waiting)).attachment).toMatchObject({
    status: 'scanning',
    moderationStatus: 'pending',
    processing: { state: 'ready', progress: 1 },
  });
  await expectRefused(owner.fetch(`${attachmentPath(id)}/retry`, { method: 'POST' }), '409 media_not_retryable');
  answer?.();
  expect(await settle(owner, id)).toMatchObject({ status: 'ready' });
}, 60_000);

test('without a video decoder the policy omits video', async () => {
  await using plain = await openAccountsWorld({ FFMPEG: 'off' });
  const { mediaTypes } = await readJson(plain.world.fetch('/api/v1/community/uploads/policy'));
  expect(mediaTypes).toContain('image/heic');
  expect(mediaTypes.filter((type) => type.startsWith('video/'))).toEqual([]);
  const owner = await plain.person();
  const refused = await sendIntent(owner, { fileName: 'a.mp4', mediaType: 'video/mp4', size: 10 });
  await expectRefused(refused, '415 unsupported_file');
}, 60_000);

test('a file whose examination failed may be retried', async () => {
  const id = await upload(person, png, 'image/png');
  await settle(person, id);
  await livehouse.sql`update attachment set status = 'rejected', failure_code = 'processing_failed', processing = 'failed',
    ready_at = null where id = ${id}`;
  const again = await person.fetch(`${attachmentPath(id)}/retry`, { method: 'POST' });
  expect((await expectStatus(again, 202)).attachment).toMatchObject({ status: 'scanning' });
  expect((await settle(person, id)).status).toBe('ready');
  await expectRefused(person.fetch(`${attachmentPath(id)}/retry`, { method: 'POST' }), '409 media_not_retryable');
  await person.fetch(attachmentPath(id), { method: 'DELETE' });
  await expectRefused(person.fetch(`${attachmentPath(id)}/retry`, { method: 'POST' }), '404 attachment_not_found');
});

test('clean-up removes finished uploads and nothing that is linked; recovery restarts abandoned work', async () => {
  await using clone = await createTestDatabase();
  const log = openLog('silent');
  const [own] = await livehouse.sql`select current_database() as name`;
  const url = new URL(clone.url);
  url.pathname = `/${own.name}`;
  await using database = await openReadyDatabase(url.href, log);
  await using objects = closing(openDiskObjects(livehouse.world.objectsDirectory));
  const promised: { kind: string; id: string }[] = [];
  const parts = {
    database,
    objects,
    log,
    originalsDays: 7,
    enqueue: async (_tx: unknown, kind: { readonly kind: string }, payload: unknown) => {
      promised.push({
        kind: kind.kind,
        id: typeof payload === 'object' && payload && 'id' in payload ? String(payload.id) : '',
      });
    },
  };
  const actor: Actor = {
    accountId: person.id,
    uid: person.uid,
    role: 'member',
    status: 'active',
    emailVerified: true,
    restrictions: [],
    via: { kind: 'cookie', sessionId: crypto.randomUUID(), confirmedAt: Date.now(), isProvenTwice: false },
  };
  const make = async () => (await settle(person, await upload(person, await makeJpeg(90, 60), 'image/jpeg'))).id;
  const [expired, linked, old] = [await make(), await make(), await make()];
  const intent = (await reserve(person, 100)).id;
  await database.transaction((tx) => claimAttachments(tx, actor, [linked]));
  await expect(database.transaction((tx) => claimAttachments(tx, actor, [linked]))).rejects.toMatchObject({
    code: 'attachment_not_ready',
  });
  await expect(database.transaction((tx) => claimAttachments(tx, actor, [intent]))).rejects.toMatchObject({
    code: 'attachment_not_ready',
  });
  await expectRefused(person.fetch(attachmentPath(linked), { method: 'DELETE' }), '409 attachment_in_use');
  await livehouse.sql`update attachment set expires_at = now() - interval '1 hour' where id in (${expired}, ${intent})`;
  await livehouse.sql`update attachment set ready_at = now() - interval '8 days' where id in (${old}, ${linked})`;
  // More than one batch of the clean-up.
  await livehouse.sql`insert into attachment (id, owner_account_id, owner_uid, idempotency_key, file_name, media_type, size,
      charged_bytes, status, original_key, processing, progress, linked_at, ready_at)
    select t.id, ${person.id}, ${person.uid}, 'batch-' || t.id, 'a.png', 'image/png', 1, 1, 'ready',
      'attachments/v1/' || t.id || '/original', 'ready', 1, now(), now() - interval '8 days'
    from (select gen_random_uuid() as id from generate_series(1, 250)) t`;
  await removeExpired(parts);
  const [standing] = await livehouse.sql`select count(*)::int as originals from attachment
    where idempotency_key like 'batch-%' and original_removed_at is null`;
  expect(standing.originals).toBe(0);
  const states = await livehouse.sql`select id, status, original_removed_at is not null as gone from attachment
    where id in (${expired}, ${intent}, ${linked}, ${old})`;
  const stateOf = (id: string) => states.find((row: { id: string }) => row.id === id);
  expect([stateOf(expired).status, stateOf(intent).status]).toEqual(['deleted', 'deleted']);
  expect([stateOf(linked).status, stateOf(linked).gone, stateOf(old).gone]).toEqual(['ready', true, true]);
  expect(
    promised
      .filter(({ kind }) => kind === 'attachment.erase')
      .map(({ id }) => id)
      .sort(),
  ).toEqual([expired, intent].sort());
  expect(objectsOf(old).some((name) => name === 'original')).toBe(false);
  await expectRefused(person.fetch(`${attachmentPath(old)}/content?variant=original`), '404 media_variant_missing');
  await expectOnlyStatus(person.fetch(`${attachmentPath(linked)}/content`), 200);
  await database.transaction((tx) => releaseAttachments(tx, [linked]));
  expect((await readDescriptor(person, linked)).attachment.expiresAt).toBeGreaterThan(Date.now() + 3_600_000);

  // An object without a row is removed after a day; a younger one stays.
  const stray = `attachments/v1/${crypto.randomUUID()}/original`;
  await objects.write(stray, png);
  // So are parts whose upload has ended or never existed; those of an upload in progress stay.
  const begun = await reserve(person, PART_BYTES + 1);
  await sendPart(person, begun.id, 2, new Uint8Array(1));
  const [{ handle }] = await livehouse.sql`select part_handle as handle from attachment where id = ${begun.id}`;
  const [left, young] = ['a'.repeat(32), 'b'.repeat(32)];
  for (const one of [left, young]) await objects.write(`parts/v1/${one}/1.slot`, png);
  const folderOf = (one: string): string => join(livehouse.world.objectsDirectory, 'parts/v1', one);
  const longAgo = Date.now() / 1000 - 90_000;
  for (const file of [join(folderOf(left), '1.slot'), join(folderOf(handle), 'whole')]) {
    utimesSync(file, longAgo, longAgo);
  }
  await removeOrphans(parts);
  expect(await objects.read(stray)).toEqual(png);
  expect([left, young, handle].map((one) => existsSync(folderOf(one)))).toEqual([false, true, true]);

  promised.length = 0;
  const dead = `1-1-${'0'.repeat(8)}`;
  await livehouse.sql`update attachment set status = 'scanning', processing = 'processing', lease_token = ${crypto.randomUUID()},
    lease_holder = ${dead}, lease_until = now() - interval '1 second' where id = ${old}`;
  await sweepUploads(parts);
  expect(promised).toEqual([{ kind: 'attachment.scan', id: old }]);
}, 60_000);

test('a part that is damaged in the store must be sent again', async () => {
  const { id } = await reserve(person, PART_BYTES + 5);
  const first = new Uint8Array(PART_BYTES);
  first.set(png);
  await sendPart(person, id, 1, first);
  await sendPart(person, id, 2, new Uint8Array(5));
  const [row] = await livehouse.sql`select part_handle from attachment where id = ${id}`;
  const whole = openSync(join(livehouse.world.objectsDirectory, 'parts/v1', row.part_handle, 'whole'), 'r+');
  writeSync(whole, new Uint8Array([1, 2, 3]), 0, 3, PART_BYTES);
  closeSync(whole);
  await expectRefused(complete(person, id), '409 parts_incomplete');
  expect((await readDescriptor(person, id)).parts.map(({ partNumber }) => partNumber)).toEqual([1]);
  await sendPart(person, id, 2, new Uint8Array(5));
  await expectOnlyStatus(complete(person, id), 202);
});

test('a picture becomes ready by itself', async () => {
  const bytes = await makePng(700, 500);
  expect(bytes.length).toBeGreaterThan(10_000);
  expect((await settle(person, await upload(person, bytes, 'image/png'))).status).toBe('ready');
}, 90_000);
