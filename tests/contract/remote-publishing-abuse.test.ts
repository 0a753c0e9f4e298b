// Publishers from elsewhere that lie, hurry or have no right: every refusal of the routes, and that nothing is left of it.
import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { takeLease } from '../../src/features/release/store/lease.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  readJson,
  refusalOf,
} from '../fixtures/people.ts';
import {
  type Begun,
  bePublisher,
  openPublisher,
  PUBLICATIONS,
  type PublicationBody,
  type Publisher,
  packOf,
  sha256Of,
} from '../fixtures/publications.ts';

const TIB = 1024 ** 4;

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', PUBLISH_BYTES: '4000TiB', BODY_SECONDS: '1' }));
const publisher = await openPublisher(home, ['jp', 'kr']);

const descriptorOf = (server: string, more: object = {}) => ({
  server: { id: server, displayName: 'Japan', region: 'jp' },
  ...more,
});
const fileOf = (path: string, content: string) => ({
  path,
  sha256: sha256Of(content),
  bytes: Buffer.byteLength(content),
});
let serial = 0;

/** Begins a publication of these texts. */
async function begin(texts: readonly string[], by: Publisher = publisher): Promise<Begun> {
  serial += 1;
  const files = texts.map((text, i) => fileOf(`runtime/${serial}/${i}.txt`, text));
  return readJson<Begun>(by.begin({ descriptor: descriptorOf('jp'), files }));
}
const objectPath = (id: string, text: string): string => `${PUBLICATIONS}/${id}/objects/${sha256Of(text)}`;
const drop = (id: string): Promise<Response> => publisher.fetch(`${PUBLICATIONS}/${id}`, { method: 'DELETE' });

/** Sends the head of a request and some of its body, then breaks the connection when the answer is there or `enough`. */
function breakOff(method: string, path: string, headers: Record<string, string>, body: Uint8Array, waits: boolean) {
  return new Promise<string>((resolve) => {
    let answer = '';
    const socket = connect(home.world.port, '127.0.0.1', () => {
      const head = { host: 'x', authorization: `Bearer ${publisher.secret}`, ...headers };
      const lines = Object.entries(head).map(([name, text]) => `${name}: ${text}`);
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(body, () => {
        if (!waits) setTimeout(() => socket.destroy(), 200);
      });
    });
    socket.on('data', (piece) => {
      answer += piece.toString();
      socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}
const OCTETS = { 'content-type': 'application/octet-stream' };

describe('who may', () => {
  test('only a token of this scope, and only for its servers', async () => {
    const body = { descriptor: descriptorOf('tw'), files: [] };
    await expectRefused(publisher.begin(body), '403 server_not_in_scope');
    await expectRefused(home.send('POST', PUBLICATIONS, body), '401 authentication_required');
    await expectRefused(publisher.person.send('POST', PUBLICATIONS, body), '403 token_required');
    const made = await publisher.person.send('POST', '/api/v1/account/tokens', { name: 'r', scopes: ['read'] });
    const { secret } = await readJson(made);
    const read = await home.send('POST', PUBLICATIONS, body, { authorization: `Bearer ${secret}` });
    await expectRefused(read, '403 insufficient_scope');
  });

  test('a publication of somebody else, or of another server, is not there', async () => {
    const { id } = await begin(['mine']);
    const stranger = await openPublisher(home, ['jp']);
    const narrow = await bePublisher(home, publisher.person, ['kr']);
    for (const by of [stranger, narrow]) {
      for (const answer of [
        await by.fetch(`${PUBLICATIONS}/${id}`),
        await by.fetch(objectPath(id, 'mine')),
        await by.put(id, sha256Of('mine'), 'mine'),
        await by.pack(id, [Buffer.from('mine')]),
        await by.commit(id),
        await by.fetch(`${PUBLICATIONS}/${id}`, { method: 'DELETE' }),
      ]) {
        await expectRefused(answer, '404 publication_not_found');
      }
    }
    // Another token of the same account goes on where the first one stopped.
    const renewed = await bePublisher(home, publisher.person, ['jp']);
    await expectOnlyStatus(renewed.fetch(`${PUBLICATIONS}/${id}`), 200);
    for (const path of [`${PUBLICATIONS}/${id}`, objectPath(id, 'mine')]) {
      await expectRefused(renewed.fetch(`${path}?nothing=1`), '400 unknown_parameter');
    }
    await expectOnlyStatus(drop(id), 204);
    await expectRefused(drop(id), '404 publication_not_found');
  });

  test('a token ends with the role, when it is revoked and when it expires', async () => {
    const body = { descriptor: descriptorOf('jp'), files: [] };
    const [lost, revoked, expired] = await Promise.all([1, 2, 3].map(() => openPublisher(home, ['jp'])));
    if (lost === undefined || revoked === undefined || expired === undefined) throw new Error('no publishers');
    await home.sql`update profile set role = 'moderator' where account_id = ${lost.person.id}`;
    await expectRefused(lost.begin(body), '403 forbidden');
    await revoked.person.fetch(`/api/v1/account/tokens/${revoked.tokenId}`, { method: 'DELETE' });
    await expectRefused(revoked.begin(body), '401 invalid_token');
    await home.sql`update api_token set expires_at = now() - interval '1 second' where id = ${expired.tokenId}`;
    await expectRefused(expired.begin(body), '401 invalid_token');
  });
});

describe('the list of files', () => {
  const refuse = async (body: unknown): Promise<readonly [number, string]> => refusalOf(publisher.begin(body));
  const withPath = (path: string) => refuse({ descriptor: descriptorOf('jp'), files: [{ ...fileOf('x', 'x'), path }] });

  test('an entry that leaves its folder is refused', async () => {
    const paths = ['../x', 'runtime/../../x', '/etc/passwd', 'runtime//x', 'runtime/./x', 'runtime\\x', 'runtime/a\\b'];
    const odd = [
      'runtime/\0',
      'runtime/a\u0007',
      'runtime/\ud800',
      'elsewhere/x',
      'runtime',
      'runtime/',
      '',
      'snapshot.json',
    ];
    for (const path of [...paths, ...odd])
      expect([path, await withPath(path)]).toEqual([path, [422, 'invalid_file_path']]);
    const twice = [fileOf('runtime/a', '1'), fileOf('runtime/a', '2')];
    expect(await refuse({ descriptor: descriptorOf('jp'), files: twice })).toEqual([422, 'invalid_file_path']);
  });

  test('names that differ in case are two files; a file that is also a folder is an error of the snapshot', async () => {
    const files = [fileOf('runtime/case/A.txt', 'A'), fileOf('runtime/case/a.txt', 'a')];
    const { id } = await readJson<Begun>(publisher.begin({ descriptor: descriptorOf('kr'), files }));
    await expectOnlyStatus(publisher.pack(id, [Buffer.from('A'), Buffer.from('a')]), 200);
    await publisher.commit(id);
    expect(await publisher.settled(id)).toMatchObject({
      state: 'done',
      result: { entries: 6, objects: { reused: 0 } },
    });
    const both = [
      fileOf('runtime/a', 'a'),
      fileOf('runtime/a/b', 'A'),
      fileOf('runtime/e\u0301', 'a'),
      fileOf('runtime/\u00e9', 'a'),
    ];
    const next = await readJson<Begun>(publisher.begin({ descriptor: descriptorOf('kr'), files: both }));
    expect(next.missing).toEqual([]);
    await publisher.commit(next.id);
    const failed = await publisher.settled(next.id);
    expect(failed.state).toBe('failed');
    expect(failed.errors.map(({ code }) => code).toSorted()).toEqual(['name_clash', 'path_conflict']);
  }, 60_000);

  test('mounts, other shapes and lies about sizes', async () => {
    const mounted = descriptorOf('jp', { mounts: { 'runtime/x': '/etc' } });
    expect(await refuse({ descriptor: mounted, files: [] })).toEqual([422, 'mounts_not_allowed']);
    for (const body of [
      { descriptor: descriptorOf('jp') },
      { descriptor: descriptorOf('jp'), files: [], more: 1 },
      { descriptor: {}, files: [] },
      { descriptor: descriptorOf('../jp'), files: [] },
      { descriptor: descriptorOf('jp'), files: [{ ...fileOf('runtime/a', 'a'), bytes: -1 }] },
      { descriptor: descriptorOf('jp'), files: [{ ...fileOf('runtime/a', 'a'), bytes: 0.5 }] },
      { descriptor: descriptorOf('jp'), files: [{ ...fileOf('runtime/a', 'a'), sha256: 'A'.repeat(64) }] },
      { descriptor: descriptorOf('jp'), files: [{ ...fileOf('runtime/a', 'a'), link: '/etc/passwd' }] },
      { descriptor: descriptorOf('jp'), files: [fileOf('runtime/a', 'a'), { ...fileOf('runtime/b', 'a'), bytes: 2 }] },
    ]) {
      expect(await refuse(body)).toEqual([422, 'invalid_publication']);
    }
    expect(await refuse([])).toEqual([422, 'invalid_body']);
    const json = { 'content-type': 'application/json' };
    for (const text of ['{', '', '['.repeat(1_000_000)]) {
      const asked = await publisher.fetch(PUBLICATIONS, { method: 'POST', headers: json, body: text });
      await expectRefused(asked, '400 invalid_json');
    }
    await expectRefused(publisher.fetch(PUBLICATIONS, { method: 'POST', body: '{}' }), '415 content_type_required');
    const long = { ...json, 'content-length': '999999999' };
    expect(await breakOff('POST', PUBLICATIONS, long, new Uint8Array(10), true)).toContain('"request_too_large"');
  });

  test('too many files, too many bytes, and more than the disk has', async () => {
    const many = { descriptor: descriptorOf('jp'), files: Array(500_001).fill(0) };
    expect(await refuse(many)).toEqual([413, 'too_many_files']);
    const sized = (bytes: number) => ({
      descriptor: descriptorOf('jp'),
      files: [{ ...fileOf('runtime/a', 'a'), bytes }],
    });
    expect(await refuse(sized(4001 * TIB))).toEqual([413, 'publication_too_large']);
    expect(await refuse(sized(3000 * TIB))).toEqual([507, 'storage_full']);
    const [row]: { n: string }[] = await home.sql`select count(*) as n from publication where bytes > 1000000`;
    expect(Number(row?.n)).toBe(0);
  });

  test('an account has at most sixteen unfinished publications, and the same one is taken up again', async () => {
    const busy = await openPublisher(home, ['jp']);
    const bodies = Array.from({ length: 17 }, (_, i) => ({
      descriptor: descriptorOf('jp'),
      files: [fileOf(`runtime/busy-${i}`, `busy ${i}`)],
    }));
    for (const body of bodies.slice(0, 16)) await expectOnlyStatus(busy.begin(body), 201);
    await expectRefused(busy.begin(bodies[16]), '409 publication_limit');
    const [first, second] = await Promise.all([busy.begin(bodies[0]), busy.begin(bodies[0])]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await first.json()).toMatchObject({ missing: [sha256Of('busy 0')] });
  });

  test('while a collection runs, a publication is asked to wait', async () => {
    const objects = openDiskObjects(home.world.objectsDirectory);
    const lease = await takeLease(objects, 'jp', 'collect');
    try {
      const asked = await publisher.begin({ descriptor: descriptorOf('jp'), files: [fileOf('runtime/w', 'wait')] });
      expect(asked.headers.get('retry-after')).not.toBeNull();
      await expectRefused(asked, '503 collection_running');
    } finally {
      await lease.release();
      await objects.close();
    }
  }, 30_000);
});

describe('objects', () => {
  test('a lie about the digest or the size stores nothing', async () => {
    const { id } = await begin(['honest', 'h'.repeat(1_200_000)]);
    const large = sha256Of('h'.repeat(1_200_000));
    await expectRefused(publisher.put(id, sha256Of('honest'), 'dishon'), '422 digest_mismatch');
    await expectRefused(publisher.put(id, sha256Of('honest'), 'honest, longer'), '400 size_mismatch');
    await expectRefused(publisher.put(id, large, 'x'.repeat(1_200_000)), '422 digest_mismatch');
    const described = await publisher.fetch(`${PUBLICATIONS}/${id}/objects/${large}`);
    expect(await described.json()).toMatchObject({ received: 0, complete: false });
    for (const range of ['bytes 0-5/7', 'bytes 5-0/6', 'bytes 0-9/6']) {
      const ranged = await publisher.put(id, sha256Of('honest'), 'honest', { 'content-range': range });
      await expectRefused(ranged, '400 size_mismatch');
    }
    const odd = await publisher.put(id, sha256Of('honest'), 'honest', { 'content-range': 'bytes=0-5' });
    await expectRefused(odd, '400 invalid_content_range');
    const gap = await publisher.put(id, large, 'h'.repeat(1000), { 'content-range': 'bytes 1000-1999/1200000' });
    await expectRefused(gap, '409 offset_conflict');
    await expectRefused(publisher.commit(id), '409 objects_missing');
    for (const text of ['dishon', 'x'.repeat(1_200_000), 'honest']) {
      const sha256 = sha256Of(text);
      expect(existsSync(join(home.world.objectsDirectory, 'cas/v1/sha256', sha256.slice(0, 2), sha256))).toBe(false);
    }
    await drop(id);
  });

  test('what was not asked for is refused', async () => {
    const { id } = await begin(['asked']);
    for (const answer of [
      await publisher.put(id, sha256Of('unasked'), 'unasked'),
      await publisher.put(id, 'A'.repeat(64), 'unasked'),
      await publisher.fetch(objectPath(id, 'unasked')),
      await publisher.pack(id, [Buffer.from('unasked')]),
    ]) {
      await expectRefused(answer, '404 object_not_expected');
    }
    await drop(id);
  });

  test('requests without length or type, too long ones, and those that break', async () => {
    const { id } = await begin(['0123456789', 'second']);
    const path = objectPath(id, '0123456789');
    const pack = `${PUBLICATIONS}/${id}/objects`;
    const none = new Uint8Array();
    for (const [method, place] of [
      ['PUT', path],
      ['POST', pack],
    ] as const) {
      const chunked = await breakOff(method, place, { ...OCTETS, 'transfer-encoding': 'chunked' }, none, true);
      expect(chunked).toContain('"content_length_required"');
      const untyped = await publisher.fetch(place, {
        method,
        body: '0123456789',
        headers: { 'content-type': 'text/plain' },
      });
      await expectRefused(untyped, '415 content_type_required');
      const route = method === 'PUT' ? 'publicationObjectWrite' : 'publicationPackWrite';
      // A connection that breaks before the service has read its head is not seen as a request, so it is tried again.
      await home.world.until(async () => {
        await breakOff(method, place, { ...OCTETS, 'content-length': '10' }, Buffer.from('01234'), false);
        return home.world.log.some((line) => line.route === route && line.outcome === 'upload_interrupted');
      });
      const slow = await breakOff(method, place, { ...OCTETS, 'content-length': '10' }, Buffer.from('01234'), true);
      expect(slow).toContain('"request_timeout"');
    }
    const long = { ...OCTETS, 'content-length': String(17 * 1024 * 1024) };
    expect(await breakOff('POST', pack, long, none, true)).toContain('"request_too_large"');
    const whole = packOf([Buffer.from('0123456789'), Buffer.from('second')]);
    const cut = (bytes: Uint8Array): Promise<Response> =>
      publisher.fetch(pack, { method: 'POST', headers: OCTETS, body: new Blob([new Uint8Array(bytes)]) });
    await expectRefused(cut(whole.slice(0, -3)), '422 invalid_pack');
    // What was complete counts.
    expect(await (await publisher.fetch(path)).json()).toMatchObject({ complete: true });
    const lying = Buffer.from(packOf([Buffer.from('second')]));
    lying.writeUInt8(lying.readUInt8(40) ^ 1, 40);
    await expectRefused(cut(lying), '422 digest_mismatch');
    const wrong = Buffer.concat([packOf([Buffer.from('second')]).subarray(0, 32), Buffer.from([0, 0, 0, 1, 65])]);
    await expectRefused(cut(wrong), '400 size_mismatch');
    await expectRefused(cut(Buffer.alloc(0)), '422 invalid_pack');
    await drop(id);
  }, 60_000);

  test('after the commit nothing is taken, and a second commit has no effect', async () => {
    const { id } = await begin(['one', 'two']);
    await publisher.pack(id, [Buffer.from('one'), Buffer.from('two')]);
    const [first, second] = await Promise.all([publisher.commit(id), publisher.commit(id, { promote: false })]);
    expect([first.ok, second.ok]).toEqual([true, true]);
    const settled = await publisher.settled(id);
    expect(settled).toMatchObject({ state: 'done', result: { entries: 6, objects: { reused: 0 } } });
    expect((await expectStatus<PublicationBody>(publisher.commit(id), 200)).publication.result).toEqual(settled.result);
    for (const answer of [
      await publisher.put(id, sha256Of('one'), 'one'),
      await publisher.pack(id, [Buffer.from('one')]),
    ]) {
      await expectRefused(answer, '409 publication_closed');
    }
    await expectOnlyStatus(drop(id), 204);
  }, 60_000);

  test('a commit that takes long answers 202, and is not cancelled', async () => {
    const { id } = await begin(['slow']);
    await home.sql`update publication set state = 'committing' where id = ${id}`;
    const committed = await publisher.commit(id);
    expect(committed.status).toBe(202);
    expect(await committed.json()).toMatchObject({ publication: { state: 'committing', result: null } });
    await expectRefused(drop(id), '409 publication_closed');
    await home.sql`update publication set state = 'open' where id = ${id}`;
    await expectOnlyStatus(drop(id), 204);
  }, 30_000);

  test('what is damaged before the commit is asked for again', async () => {
    const { id } = await begin(['lasting', 'fleeting']);
    await publisher.pack(id, [Buffer.from('lasting'), Buffer.from('fleeting')]);
    const sha256 = sha256Of('fleeting');
    const place = join(home.world.objectsDirectory, 'cas/v1/sha256', sha256.slice(0, 2), sha256);
    mkdirSync(join(place, '..'), { recursive: true });
    await Bun.write(place, 'fleetin');
    await publisher.commit(id);
    expect(await publisher.settled(id)).toMatchObject({ state: 'open', missing: 1 });
    await expectOnlyStatus(publisher.put(id, sha256, 'fleeting'), 201);
    await publisher.commit(id);
    expect(await publisher.settled(id)).toMatchObject({ state: 'done' });
  }, 60_000);
});
