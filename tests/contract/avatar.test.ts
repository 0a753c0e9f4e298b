// Avatars: from an upload to a public picture, everything that is refused in the request, everything that is found out
// afterwards, and what is left of a picture that is gone.
import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';
import {
  append,
  type Bytes,
  cut,
  FOREIGN,
  makeAnimatedPng,
  makeAnimatedWebp,
  makeHollowPng,
  makeJpeg,
  makePng,
  makePngBomb,
  makeWebp,
  ZIP,
} from '../fixtures/pictures.ts';

const AVATAR = '/api/v1/account/avatar';
const PROFILE = '/api/v1/account/profile';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));

const put = (person: Person, body: Bytes | string, type = 'image/png') =>
  person.fetch(AVATAR, { method: 'PUT', body, headers: { 'content-type': type } });

const avatarUrl = async (person: Person): Promise<string | null> => {
  const body = await readJson(person.fetch(PROFILE));
  return body.profile.avatarUrl;
};

async function readyUrl(person: Person, other?: string): Promise<string> {
  await home.world.until(async () => ![null, other].includes((await avatarUrl(person)) ?? null), 30_000);
  return (await avatarUrl(person)) ?? '';
}

const rowsOf = (person: Person): Promise<{ status: string; failure_code: string | null; id: string }[]> =>
  home.sql`select id, status, failure_code from avatar where account_id = ${person.id} order by created_at`;

function storedObjects(): readonly string[] {
  try {
    return readdirSync(join(home.world.objectsDirectory, 'avatars', 'v1'));
  } catch {
    return [];
  }
}

describe('avatarWrite', () => {
  test('a picture becomes public, upright, small and without metadata', async () => {
    const person = await home.person();
    const answer = await put(person, await makeJpeg(900, 600, 6), 'image/jpeg');
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ avatar: { status: 'pending' } });
    const url = await readyUrl(person);
    expect(url).toMatch(/^\/api\/v1\/account\/avatar\/[A-Za-z0-9_-]{22}$/);
    expect(url).not.toContain(person.id);

    const picture = await home.world.fetch(url);
    expect(picture.status).toBe(200);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-cache, must-revalidate',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    const bytes = await picture.bytes();
    expect(picture.headers.get('content-length')).toBe(String(bytes.length));
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 341, height: 512 });
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('SECRET-OWNER');

    const again = await home.world.fetch(url, { headers: { 'if-none-match': picture.headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await home.world.fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    const [row] = await rowsOf(person);
    expect(readdirSync(join(home.world.objectsDirectory, 'avatars', 'v1', row?.id ?? ''))).toEqual(['picture.webp']);
  });

  test('PNG and both kinds of WebP; a further one replaces the first, which then is gone', async () => {
    const person = await home.person();
    await put(person, await makePng(64, 64));
    const first = await readyUrl(person);
    await put(person, await makeWebp(64, 32, true), 'image/webp');
    const second = await readyUrl(person, first);
    await expectRefused(home.world.fetch(first), '404 avatar_not_found');
    await expectOnlyStatus(home.world.fetch(second), 200);
    await home.world.until(async () => (await rowsOf(person)).length === 1);
    expect(storedObjects()).toContain((await rowsOf(person))[0]?.id ?? '');
  });

  test('of several at once the last that was taken stands, and one waits at most', async () => {
    const person = await home.person();
    const picture = await makePng(32, 32);
    const answers = await Promise.all(Array.from({ length: 4 }, () => put(person, picture)));
    expect(answers.map((answer) => answer.status)).toEqual([202, 202, 202, 202]);
    await home.world.until(async () => {
      const rows = await rowsOf(person);
      return rows.length === 1 && rows[0]?.status === 'ready';
    }, 30_000);
  });

  test('type first, then size, then structure', async () => {
    const person = await home.person();
    const png = await makePng(16, 16);
    for (const type of ['image/gif', 'image/svg+xml', 'text/plain', 'application/json']) {
      await expectRefused(put(person, png, type), '415 unsupported_avatar');
    }
    await expectRefused(put(person, new Uint8Array()), '413 invalid_avatar_size');
    await expectRefused(put(person, new Uint8Array(2 * 1024 * 1024 + 1)), '413 invalid_avatar_size');
    await expectRefused(put(person, png, 'image/jpeg'), '415 invalid_jpeg_container');
    await expectRefused(put(person, png, 'image/webp'), '415 invalid_webp_container');
    await expectRefused(put(person, await makeJpeg(8, 8)), '415 invalid_png_container');
    expect(await rowsOf(person)).toEqual([]);
  });

  test('without a length it is 411, and a length that lies is counted', async () => {
    const person = await home.person();
    const head = (fields: string) =>
      `PUT ${AVATAR} HTTP/1.1\r\nHost: ${new URL(home.origin).host}\r\nCookie: ${person.cookie}\r\n` +
      `Origin: ${home.origin}\r\nContent-Type: image/png\r\nConnection: close\r\n${fields}\r\n\r\n`;
    const chunked = await home.world.raw(`${head('Transfer-Encoding: chunked')}3\r\nabc\r\n0\r\n\r\n`);
    expect([chunked.status, JSON.parse(chunked.body).error.code]).toEqual([411, 'content_length_required']);
    const none = await home.world.raw(head('Content-Length: 0'));
    expect([none.status, JSON.parse(none.body).error.code]).toEqual([413, 'invalid_avatar_size']);
  });

  test('a client that disconnects leaves nothing behind, and no error', async () => {
    const person = await home.person();
    for (const sent of ['', 'x'.repeat(1000)]) {
      const socket = connect(home.world.port, '127.0.0.1');
      const head = `PUT ${AVATAR} HTTP/1.1\r\nHost: a\r\nCookie: ${person.cookie}\r\nContent-Type: image/png\r\n`;
      await new Promise<void>((resolve) =>
        socket.write(`${head}Content-Length: 50000\r\n\r\n${sent}`, () => resolve()),
      );
      // A later request through the same gates is answered, so the service waits for the body of this one.
      await expectOnlyStatus(person.fetch(AVATAR, { method: 'DELETE' }), 204);
      socket.destroy();
    }
    const left = (): number =>
      home.world.log.filter(({ message }) => message.includes('the client disconnected')).length;
    await home.world.until(() => left() === 2);
    expect(await rowsOf(person)).toEqual([]);
  });

  const hostile: readonly (readonly [name: string, type: string, code: string, make: () => Bytes | Promise<Bytes>])[] =
    [
      ['an animated PNG', 'image/png', 'animated_images_not_allowed', makeAnimatedPng],
      ['an animated WebP', 'image/webp', 'animated_images_not_allowed', makeAnimatedWebp],
      [
        'a PNG with a zip behind it',
        'image/png',
        'invalid_png_container',
        async () => append(await makePng(8, 8), ZIP),
      ],
      [
        'a JPEG with a zip behind it',
        'image/jpeg',
        'invalid_jpeg_container',
        async () => append(await makeJpeg(8, 8), ZIP),
      ],
      [
        'a WebP with a zip behind it',
        'image/webp',
        'invalid_webp_container',
        async () => append(await makeWebp(8, 8), ZIP),
      ],
      ['a cut JPEG', 'image/jpeg', 'invalid_jpeg_container', async () => cut(await makeJpeg(64, 64), 600)],
      ['a cut PNG', 'image/png', 'invalid_png_container', async () => cut(await makePng(64, 64), 90)],
      ['too wide a PNG', 'image/png', 'image_dimensions_exceeded', () => makePngBomb(4097, 1)],
      ['a bomb', 'image/png', 'image_dimensions_exceeded', () => makePngBomb(20_000, 20_000)],
      ['more than 16 million pixels', 'image/png', 'image_dimensions_exceeded', () => makePngBomb(4096, 4000)],
      [
        'a claim of 2³¹ pixels a side',
        'image/png',
        'image_dimensions_exceeded',
        () => makePngBomb(8, 8, { width: 0x7fff_ffff, height: 0x7fff_ffff }),
      ],
      ['no dimensions', 'image/png', 'invalid_image_dimensions', () => makePngBomb(8, 8, { width: 0, height: 8 })],
      ...Object.entries(FOREIGN).map(
        ([name, bytes]) => [`a ${name} file`, 'image/png', 'forbidden_container', () => bytes] as const,
      ),
    ];
  test.each(hostile)('%s as %s is 415 %s and is not kept', async (_name, type, code, make) => {
    const person = await home.person();
    await expectRefused(put(person, await make(), type), `415 ${code}`);
    expect(await rowsOf(person)).toEqual([]);
  });

  test('a picture with valid structure and invalid pixels is rejected later; the old one stays', async () => {
    const person = await home.person();
    await put(person, await makePng(32, 32));
    const url = await readyUrl(person);
    await expectOnlyStatus(put(person, makeHollowPng()), 202);
    await home.world.until(async () => (await rowsOf(person)).at(-1)?.status === 'rejected', 30_000);
    expect((await rowsOf(person)).at(-1)?.failure_code).toBe('invalid_image');
    expect(await avatarUrl(person)).toBe(url);
    const rejected = (await rowsOf(person)).at(-1)?.id ?? '';
    await home.world.until(() => !storedObjects().includes(rejected));
  });

  test('the guard: nobody, another origin, restrictions', async () => {
    const png = await makePng(8, 8);
    const headers = { 'content-type': 'image/png', origin: home.origin };
    await expectRefused(home.world.fetch(AVATAR, { method: 'PUT', body: png, headers }), '401 authentication_required');
    const person = await home.person();
    const cross = { ...headers, cookie: person.cookie, origin: 'https://elsewhere.example' };
    await expectRefused(
      home.world.fetch(AVATAR, { method: 'PUT', body: png, headers: cross }),
      '403 cross_origin_request',
    );
    await home.sql`insert into account_restriction (id, account_id, kind, reason_code)
      values (${Bun.randomUUIDv7()}, ${person.id}, 'upload', 'spam')`;
    await expectRefused(put(person, png), '403 community_upload_restricted');
  });
});

test('avatarDelete removes the picture and its objects, and may be repeated', async () => {
  const person = await home.person();
  await put(person, await makePng(32, 32));
  const url = await readyUrl(person);
  const [row] = await rowsOf(person);
  for (let i = 0; i < 2; i++) await expectOnlyStatus(person.fetch(AVATAR, { method: 'DELETE' }), 204);
  expect(await avatarUrl(person)).toBeNull();
  await expectRefused(home.world.fetch(url), '404 avatar_not_found');
  await home.world.until(async () => (await rowsOf(person)).length === 0);
  expect(storedObjects()).not.toContain(row?.id ?? '');
});

test('avatarRead: unknown, malformed and unapproved ids are the same 404; damage is 502', async () => {
  for (const id of ['AAAAAAAAAAAAAAAAAAAAAA', 'x', '00000000-0000-4000-8000-000000000000', '%00', 'a'.repeat(500)]) {
    await expectRefused(home.world.fetch(`${AVATAR}/${id}`), '404 avatar_not_found');
  }
  const person = await home.person();
  await put(person, await makePng(32, 32));
  const url = await readyUrl(person);
  const [row] = await rowsOf(person);
  await home.sql`update avatar set status = 'review' where id = ${row?.id ?? ''}`;
  await expectRefused(home.world.fetch(url), '404 avatar_not_found');
  await home.sql`update avatar set status = 'ready' where id = ${row?.id ?? ''}`;
  await Bun.write(join(home.world.objectsDirectory, 'avatars', 'v1', row?.id ?? '', 'picture.webp'), 'damage');
  await expectRefused(home.world.fetch(url), '502 object_corrupt');
});

test('ten uploads an hour, then 429', async () => {
  await using limited = await openAccountsWorld();
  const person = await limited.person();
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push((await put(person, FOREIGN.pdf ?? '')).status);
  expect(statuses).toEqual([...Array(10).fill(415), 429]);
});
