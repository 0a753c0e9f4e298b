// What uploads share with other features, and faults around them: for each gate that a route declares, a caller whom it
// stops; malformed bodies; files that begin like another type; storage and database unreachable.
import { describe, expect, onTestFinished, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { hashTokenSecret } from '../../src/features/accounts/sign-in/sessions.ts';
import { transferContract } from '../../src/features/uploads/transfer/contract.ts';
import { refusalsOf } from '../../src/http/openapi/refusals.ts';
import type { Route } from '../../src/http/routing/contract.ts';
import { REFUSALS, type RefusalCode } from '../../src/kernel/refusal.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  openWithoutDatabase,
  type Person,
  refusalOf,
} from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import {
  attachmentPath,
  complete,
  OCTETS,
  PART_BYTES,
  readDescriptor,
  reserve,
  sendContent,
  sendIntent,
  sendPart,
  settle,
  upload,
  uploadPath,
} from '../fixtures/uploads.ts';

const ROUTES: readonly Route[] = Object.values(transferContract);
const declaring = (code: RefusalCode): readonly Route[] => ROUTES.filter((route) => refusalsOf(route).has(code));

const livehouse = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const person = await livehouse.person();
const png = await makePng(64, 48);

/** Address of a route with ids that do not exist. */
const pathOf = ({ path }: Route): string => path.replace('{partNumber}', '1').replace(/\{\w+\}/g, Bun.randomUUIDv7());

/** A request that passes every gate except those of the caller. */
const ask = ({ method, body }: Route, headers: Readonly<Record<string, string>> = {}): RequestInit => {
  const type = body?.kind === 'json' ? { 'content-type': 'application/json' } : OCTETS;
  const sent = body === undefined ? {} : { body: '{}' };
  return { method, ...sent, headers: { ...(body === undefined ? {} : type), ...headers } };
};

async function expectRefusal(route: Route, answer: Response | Promise<Response>, code: RefusalCode): Promise<void> {
  expect([route.id, ...(await refusalOf(answer))]).toEqual([route.id, REFUSALS[code][0], code]);
}

describe('callers', () => {
  test('from another site', async () => {
    expect(declaring('cross_origin_request').length).toBeGreaterThan(5);
    for (const route of declaring('cross_origin_request')) {
      const answer = person.fetch(pathOf(route), ask(route, { origin: 'https://elsewhere.example' }));
      await expectRefusal(route, answer, 'cross_origin_request');
    }
  });

  test('without a session', async () => {
    for (const route of declaring('authentication_required')) {
      const answer = livehouse.world.fetch(pathOf(route), ask(route, { origin: livehouse.origin }));
      await expectRefusal(route, answer, 'authentication_required');
    }
  });

  test('with a token of another scope', async () => {
    const secret = `lh_${'u'.repeat(43)}`;
    await livehouse.sql`insert into api_token (id, account_id, name, secret_hash, scopes)
      values (${Bun.randomUUIDv7()}, ${person.id}, 'profile alone', ${hashTokenSecret(secret)}, '{profile}')`;
    for (const route of declaring('insufficient_scope')) {
      const answer = livehouse.world.fetch(pathOf(route), ask(route, { authorization: `Bearer ${secret}` }));
      await expectRefusal(route, answer, 'insufficient_scope');
    }
  });

  test('whose account is not active', async () => {
    const restricted = await livehouse.person();
    await livehouse.sql`insert into account_restriction (id, account_id, kind, reason_code)
      values (${Bun.randomUUIDv7()}, ${restricted.id}, 'sign_in', 'spam')`;
    const rows: readonly (readonly [RefusalCode, Person])[] = [
      ['account_deleted', await livehouse.person({ status: 'deleted' })],
      ['email_verification_required', await livehouse.person({ emailVerified: false })],
      ['account_suspended', await livehouse.person({ status: 'suspended' })],
      ['community_upload_restricted', restricted],
      ['community_action_restricted', restricted],
    ];
    for (const [code, one] of rows) {
      expect(declaring(code).length).toBeGreaterThan(0);
      for (const route of declaring(code)) await expectRefusal(route, one.fetch(pathOf(route), ask(route)), code);
    }
  });

  test('who reserve too many uploads', async () => {
    await using limited = await openAccountsWorld();
    const busy = await limited.person();
    const send = (): Promise<Response> => sendIntent(busy, { fileName: 'a.png', mediaType: 'image/png', size: 0 });
    for (let at = 0; at < 60; at += 1) await expectOnlyStatus(send(), 422);
    await expectRefused(send(), '429 rate_limit_exceeded');
  });
});

test('without a database every route is 503', async () => {
  await using away = await openWithoutDatabase();
  const { cookie } = away;
  // The policy for uploads is public, and refuses unknown tokens alone.
  for (const route of declaring('database_unavailable').filter(({ access }) => access !== undefined)) {
    const answer = await away.fetch(pathOf(route), ask(route, { origin: away.address, cookie }));
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectRefusal(route, answer, 'database_unavailable');
  }
});

test('a completion with a malformed body', async () => {
  const { id } = await reserve(person, PART_BYTES + 1);
  const send = (body: string, type = 'application/json') =>
    person.fetch(uploadPath(id, 'complete'), { method: 'POST', body, headers: { 'content-type': type } });
  await expectRefused(send('{}', 'text/plain'), '415 content_type_required');
  await expectRefused(send(`{"parts":"${'a'.repeat(16_384)}"}`), '413 request_too_large');
  await expectRefused(send('{'), '400 invalid_json');
  await expectRefused(send('[]'), '422 invalid_body');
  expect((await readDescriptor(person, id)).attachment.status).toBe('reserved');
});

/** Waits until bytes of an upload are on the disk. */
async function isStored(): Promise<void> {
  const folder = join(livehouse.world.objectsDirectory, 'parts/v1');
  const names = (): readonly string[] =>
    existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  await livehouse.world.until(() => names().some((name) => statSync(join(folder, name)).blocks > 0));
}

/** Sends the head of an upload, then a piece of its body, then nothing more. */
function breakOff(path: string, headers: Readonly<Record<string, string>>, bytes: number): Promise<string> {
  const lines = Object.entries({
    host: new URL(livehouse.origin).host,
    cookie: person.cookie,
    origin: livehouse.origin,
    ...OCTETS,
    ...headers,
  });
  const head = `PUT ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(livehouse.world.port, '127.0.0.1', () => {
      socket.write(head);
      // Without a body the server answers first.
      if (bytes > 0) socket.write(Buffer.alloc(bytes), () => void isStored().then(() => socket.destroy(), reject));
    });
    socket.on('data', (piece) => {
      answer += piece.toString('latin1');
      socket.destroy();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

test('interrupted content leaves the upload open', async () => {
  const { id } = await reserve(person, 2_000_000);
  const path = uploadPath(id, 'content');
  await breakOff(path, { 'content-length': '2000000' }, 500_000);
  await livehouse.world.until(() =>
    livehouse.world.log.some((line) => line.route === 'uploadContentWrite' && line.outcome === 'upload_interrupted'),
  );
  expect((await readDescriptor(person, id)).attachment.status).toBe('reserved');
});

test('a part without a length is refused', async () => {
  const { id } = await reserve(person, PART_BYTES + 1);
  const answer = await breakOff(uploadPath(id, 'parts/1'), { 'transfer-encoding': 'chunked' }, 0);
  expect(answer).toStartWith('HTTP/1.1 411 ');
  expect(answer).toContain('"content_length_required"');
});

const NO_FILE = new TextEncoder().encode('nothing that any program ever wrote at the start of a file');
const CODES = {
  'image/jpeg': 'invalid_jpeg_container',
  'image/png': 'invalid_png_container',
  'image/webp': 'invalid_webp_container',
  'image/gif': 'invalid_gif_container',
  'image/heic': 'invalid_heic_container',
  'image/heif': 'invalid_heic_container',
  'video/mp4': 'invalid_video_container',
  'video/quicktime': 'invalid_video_container',
  'video/webm': 'invalid_webm_container',
} as const;

test.each(Object.entries(CODES))('a file that does not begin like its type, %s: %s', async (mediaType, code) => {
  const one = await livehouse.person();
  const small = await reserve(one, NO_FILE.length, mediaType);
  await expectRefused(sendContent(one, small.id, NO_FILE), `415 ${code}`);
  // Nothing was stored, so the right file may still be sent.
  expect((await readDescriptor(one, small.id)).attachment.status).toBe('reserved');

  const { id } = await reserve(one, PART_BYTES + 1, mediaType);
  const first = new Uint8Array(PART_BYTES);
  first.set(NO_FILE);
  await sendPart(one, id, 1, first);
  await sendPart(one, id, 2, new Uint8Array(1));
  await expectRefused(complete(one, id), `415 ${code}`);
  const { attachment } = await readDescriptor(one, id);
  expect([attachment.status, attachment.failureCode]).toEqual(['rejected', code]);
});

test('a completion that another process took over is refused', async () => {
  // Stands for a process that finds the lease of this one expired in the middle of the completion.
  await livehouse.sql`create function take_over() returns trigger language plpgsql as $$ begin
    if new.status = 'finishing' then new.lease_token := gen_random_uuid(); end if; return new; end $$`;
  await livehouse.sql`create trigger take_over before update on attachment for each row execute function take_over()`;
  onTestFinished(async () => {
    await livehouse.sql`drop function take_over() cascade`;
  });
  const { id } = await reserve(person, PART_BYTES + 1);
  const first = new Uint8Array(PART_BYTES);
  first.set(png);
  await sendPart(person, id, 1, first);
  await sendPart(person, id, 2, new Uint8Array(1));
  await expectRefused(complete(person, id), '409 upload_state_conflict');
});

test('unreachable storage is 503 on every route, and parts received before count afterwards', async () => {
  await using broken = await openAccountsWorld({ LIMITS: 'off' });
  const one = await broken.person();
  const objects = broken.world.objectsDirectory;
  const expectAway = async (answer: Promise<Response>): Promise<void> => {
    const answered = await answer;
    expect(Number(answered.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectRefused(answered, '503 storage_unavailable');
  };
  const small = await reserve(one, png.length);
  const { id } = await reserve(one, PART_BYTES + 1);
  const first = new Uint8Array(PART_BYTES);
  first.set(png);

  mkdirSync(objects, { recursive: true });
  writeFileSync(join(objects, 'parts'), 'in the way');
  await expectAway(sendContent(one, small.id, png));
  await expectAway(sendPart(one, id, 1, first));
  rmSync(join(objects, 'parts'));

  await expectOnlyStatus(sendPart(one, id, 1, first), 200);
  await expectOnlyStatus(sendPart(one, id, 2, new Uint8Array(1)), 200);
  writeFileSync(join(objects, 'attachments'), 'in the way');
  await expectAway(complete(one, id));
  rmSync(join(objects, 'attachments'));
  await expectOnlyStatus(complete(one, id), 202);
  // A picture with bytes behind it. Only whether all of it was received matters here.
  expect((await settle(one, id)).status).toBe('rejected');

  const ready = await upload(one, png, 'image/png');
  expect((await settle(one, ready)).status).toBe('ready');
  const folder = join(objects, 'attachments/v1', ready);
  rmSync(folder, { recursive: true });
  symlinkSync(folder, folder);
  await expectAway(one.fetch(`${attachmentPath(ready)}/content`));
}, 60_000);
