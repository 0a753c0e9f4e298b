// Publishing from elsewhere: the release is the one that `livehouse publish` makes on the machine, with the same findings; what
// the server has is not sent; what was cut is taken up again; nothing is visible before the commit.
import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { folderForTest, keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, openAccountsWorld, readJson } from '../fixtures/people.ts';
import {
  type Begun,
  openPublisher,
  PUBLICATIONS,
  type Publisher,
  readSnapshot,
  sha256Of,
} from '../fixtures/publications.ts';
import { LIVEHOUSE, runJson, runProgram } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));

/** Waits until the service serves this release, which takes a second after its publication. */
const awaitServed = (server: string, releaseId: string): Promise<void> =>
  home.world.until(async () => {
    const served = await home.world.fetch(`/api/v1/servers/${server}/release?projection=identity`);
    return served.ok && (await served.text()).includes(releaseId);
  });

/** What `livehouse publish` says about a directory, in a data directory of its own. */
async function publishLocally(directory: string) {
  const data = folderForTest();
  return (await runJson(data, 'publish', directory)).json;
}

/** `livehouse publish DIR --to` the service of these tests, as another machine runs it. */
const publishTo = (publisher: Publisher, directory: string, ...options: string[]) =>
  publishAt(home.world.address, publisher, directory, ...options);

/** The same by another address of the service. */
async function publishAt(address: string, publisher: Publisher, directory: string, ...options: string[]) {
  const data = folderForTest();
  const args = ['publish', directory, '--to', address, ...options, '--json'];
  const { code, stdout, stderr } = await runProgram([...LIVEHOUSE, ...args], {
    LIVEHOUSE_DATA: data,
    LIVEHOUSE_TOKEN: publisher.secret,
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests judge the shape.
  const json: any = JSON.parse(stdout || '{}');
  return { code, json, stderr };
}

test('a publication by token is audited once, and the history of promotions names the token', async () => {
  const snapshot = createSmallSnapshot({ server: 'audited' });
  const publisher = await openPublisher(home, ['audited']);
  const administrator = publisher.person;
  const readEvents = async () => {
    const path = '/api/v1/admin/audit?subjectKind=server&subjectId=audited';
    const { events } = await readJson(administrator.fetch(path));
    return events.map(({ action, actor, after }) => [action, actor?.uid, after]);
  };
  const { result } = await publisher.publish(snapshot.directory);
  const releaseId = String(result?.releaseId);
  const event = ['release.publish', administrator.uid, { releaseId, promoted: true, tokenId: publisher.tokenId }];
  expect(await readEvents()).toEqual([event]);
  // What publishes nothing is no event.
  await publisher.publish(snapshot.directory);
  expect(await readEvents()).toEqual([event]);
  const { servers } = await readJson(administrator.fetch('/api/v1/admin/servers'));
  const history = servers.find(({ id }) => id === 'audited')?.history ?? [];
  const by = { uid: administrator.uid, displayName: expect.any(String) as never };
  expect(history).toEqual([
    expect.objectContaining({ releaseId, by: { ...by, token: { id: publisher.tokenId, name: 'ci' } } }) as never,
  ]);
  const page = await administrator.fetch('/admin/releases', { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('with token “ci”');
});

test('the sample gets the release that it has on the machine, and unchanged sends nothing', async () => {
  const local = await publishLocally(SAMPLE);
  const publisher = await openPublisher(home, [local.server]);
  const { milliseconds: _, objects, ...same } = local;
  const { code, json, stderr } = await publishTo(publisher, SAMPLE);
  expect([code, stderr]).toEqual([0, expect.stringContaining('sent  ')]);
  expect(json).toMatchObject({ ...same, ok: true, promoted: true, unchanged: false });
  expect(Object.keys(json).toSorted()).toEqual(Object.keys(local).toSorted());
  expect(objects.reused).toBe(0);
  await awaitServed(local.server, local.releaseId);
  const again = await publishTo(publisher, SAMPLE);
  expect(again.json).toMatchObject({ ...same, promoted: true, unchanged: true, objects: { written: 0 } });
  expect(again.stderr).toContain('sent  0 bytes');
}, 60_000);

test('options that make no sense elsewhere are refused with a reason, and --no-promote stays secret', async () => {
  using snapshot = createSmallSnapshot({ server: 'staged' });
  const publisher = await openPublisher(home, ['staged']);
  const dry = await publishTo(publisher, snapshot.directory, '--dry-run');
  expect([dry.code, dry.json.errors[0].code]).toEqual([2, 'wrong_usage']);
  expect(dry.stderr).toContain('--dry-run');
  const staged = await publishTo(publisher, snapshot.directory, '--no-promote');
  expect(staged.json).toMatchObject({ ok: true, promoted: false, unchanged: false });
  await expectOnlyStatus(home.world.fetch('/api/v1/servers/staged/release?projection=identity'), 404);
  const wrong = await publishTo({ ...publisher, secret: `lh_${'x'.repeat(43)}` }, snapshot.directory);
  expect([wrong.code, wrong.json.errors[0].code]).toEqual([1, 'invalid_token']);
  const other = await openPublisher(home, ['elsewhere']);
  const refused = await publishTo(other, snapshot.directory);
  expect([refused.code, refused.json.errors[0].code]).toEqual([1, 'server_not_in_scope']);
}, 60_000);

test('findings are those of a publication on the machine', async () => {
  using snapshot = createSmallSnapshot({ server: 'found' });
  snapshot.write('assets/Elsewhere/left.txt', 'left out');
  snapshot.write('sources/Assets/left.txt', 'left out');
  snapshot.write('assets/Assets/100%25.txt', 'odd');
  snapshot.write('catalog/unnamed.json', '{}');
  const local = await publishLocally(snapshot.directory);
  const publisher = await openPublisher(home, ['found']);
  const { result } = await publisher.publish(snapshot.directory);
  expect(result).toMatchObject({ releaseId: local.releaseId, sourceId: local.sourceId });
  const sorted = (warnings: unknown) =>
    (warnings as { code: string; file: string }[]).map((one) => JSON.stringify(one)).sort();
  expect(sorted(result?.warnings)).toEqual(sorted(local.warnings));
  expect(local.warnings.length).toBeGreaterThan(1);

  snapshot.write('catalog/songs.json', '[{"musicId":"a b"},{"musicId":"1"},{"musicId":"1"}]');
  snapshot.describe({ uiMarks: 'catalog/none.json' });
  const wrong = await publishLocally(snapshot.directory);
  expect(wrong.ok).toBe(false);
  const failed = await publisher.publish(snapshot.directory);
  expect(failed.state).toBe('failed');
  expect(failed.result).toBeNull();
  expect(sorted(failed.errors)).toEqual(sorted(wrong.errors));
  await awaitServed('found', local.releaseId);
}, 60_000);

test('only what has changed is asked for, and what other servers have is asked for all the same', async () => {
  using snapshot = createSmallSnapshot({ server: 'first' });
  using other = createSmallSnapshot({ server: 'second' });
  const publisher = await openPublisher(home, ['first', 'second']);
  expect(await publisher.publish(snapshot.directory)).toMatchObject({ state: 'done' });
  snapshot.write('assets/Assets/media-1.txt', 'another text');
  const { descriptor, files } = readSnapshot(snapshot.directory);
  const begun = await readJson<Begun>(publisher.begin({ descriptor, files }));
  // Tables of the catalog are no part of the release, and are known all the same.
  expect(begun.missing).toEqual([sha256Of('another text')]);
  const foreign = readSnapshot(other.directory);
  const asked = await readJson<Begun>(publisher.begin({ descriptor: foreign.descriptor, files: foreign.files }));
  expect(asked.missing.toSorted()).toEqual([...foreign.contents.keys()].toSorted());
  const { result } = await publisher.publish(other.directory);
  expect(result).toMatchObject({ objects: { reused: 0 } });
}, 60_000);

test('a proxy that refuses bodies is named with what to set', async () => {
  using snapshot = createSmallSnapshot();
  snapshot.write('runtime/large.bin', new Uint8Array(2_000_000).fill(7));
  const sizes: number[] = [];
  // As nginx with its default of 1 MiB.
  using proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.arrayBuffer();
      sizes.push(body.byteLength);
      if (body.byteLength > 1024 * 1024) return new Response('<h1>413 Request Entity Too Large</h1>', { status: 413 });
      return fetch(`${home.world.address}${pathname}${search}`, {
        method: request.method,
        headers: request.headers,
        ...(body.byteLength === 0 ? {} : { body }),
      });
    },
  });
  const publisher = await openPublisher(home, ['jp']);
  const { code, json, stderr } = await publishAt(`http://127.0.0.1:${proxy.port}`, publisher, snapshot.directory);
  expect([code, json.errors?.[0]?.code]).toEqual([1, 'proxy_body_limit']);
  expect(JSON.stringify(json) + stderr).toMatch(
    /a proxy in front of it refuses a request of 1\.9 MiB \(status 413\).*client_max_body_size/,
  );
}, 60_000);

test('a large object is sent in pieces, held when the connection breaks, and counted when it is whole', async () => {
  using snapshot = createSmallSnapshot({ server: 'large' });
  const large = new Uint8Array(3_000_000).map((_, i) => i % 251);
  snapshot.write('runtime/large.bin', large);
  const publisher = await openPublisher(home, ['large']);
  const { descriptor, files, contents } = readSnapshot(snapshot.directory);
  const { id } = await readJson<Begun>(publisher.begin({ descriptor, files }));
  const sha256 = sha256Of(large);
  const path = `${PUBLICATIONS}/${id}/objects/${sha256}`;
  const range = (first: number, last: number): Record<string, string> => ({
    'content-range': `bytes ${first}-${last}/${large.byteLength}`,
  });
  const first = await publisher.put(id, sha256, large.slice(0, 1_000_000), range(0, 999_999));
  expect([first.status, await first.json()]).toEqual([
    200,
    { sha256, bytes: 3_000_000, received: 1_000_000, complete: false },
  ]);
  const gap = await publisher.put(id, sha256, large.slice(2_000_000), range(2_000_000, 2_999_999));
  expect(gap.headers.get('upload-offset')).toBe('1000000');
  await expectRefused(gap, '409 offset_conflict');
  const socket = connect(home.world.port, '127.0.0.1');
  socket.write(
    `PUT ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${publisher.secret}\r\nContent-Length: 2000000\r\n` +
      'Content-Type: application/octet-stream\r\nContent-Range: bytes 1000000-2999999/3000000\r\n\r\n',
  );
  socket.write(large.slice(1_000_000, 1_500_000));
  const held = async (): Promise<number> =>
    Number((await publisher.fetch(path, { method: 'HEAD' })).headers.get('upload-offset'));
  await home.world.until(async () => (await held()) === 1_500_000);
  const second = await publisher.put(id, sha256, large.slice(1_500_000), range(1_500_000, 2_999_999));
  await expectRefused(second, '409 object_busy');
  socket.destroy();
  const head = await publisher.fetch(path, { method: 'HEAD' });
  expect([head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual(['1500000', '3000000']);
  const described = await publisher.fetch(path);
  expect(await described.json()).toMatchObject({ received: 1_500_000, complete: false });
  await expectRefused(publisher.commit(id), '409 objects_missing');
  await home.world.until(async () => {
    const rest = await publisher.put(id, sha256, large.slice(1_500_000), range(1_500_000, 2_999_999));
    return rest.status === 201;
  });
  expect(await held()).toBe(3_000_000);
  await expectOnlyStatus(publisher.put(id, sha256, large), 201);
  contents.delete(sha256);
  await expectOnlyStatus(publisher.pack(id, [...contents.values()]), 200);
  await publisher.commit(id);
  expect(await publisher.settled(id)).toMatchObject({ state: 'done', result: { promoted: true } });
  await home.world.until(async () => (await home.world.fetch('/runtime/large/large.bin')).ok);
  const served = await home.world.fetch('/runtime/large/large.bin');
  expect(sha256Of(new Uint8Array(await served.arrayBuffer()))).toBe(sha256);
}, 60_000);

test('an object whose last byte arrived before its receiver died is completed', async () => {
  using snapshot = createSmallSnapshot({ server: 'whole' });
  const large = Buffer.alloc(2_000_000, 'livehouse ');
  snapshot.write('runtime/large.bin', large);
  const publisher = await openPublisher(home, ['whole']);
  const { descriptor, files } = readSnapshot(snapshot.directory);
  const { id } = await readJson<Begun>(publisher.begin({ descriptor, files }));
  const sha256 = sha256Of(large);
  // What the process leaves that dies between the last byte and the check of the digest.
  const folder = join(home.world.dataDirectory, 'publications', id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, sha256), large);
  const described = await publisher.fetch(`${PUBLICATIONS}/${id}/objects/${sha256}`);
  expect(await described.json()).toMatchObject({ received: 1_999_999, complete: false });
  const local = await publishLocally(snapshot.directory);
  const { code, json } = await publishTo(publisher, snapshot.directory);
  expect([code, json.releaseId]).toEqual([0, local.releaseId]);
}, 60_000);

test('a connection that is cut again and again is taken up, and what arrived is not sent again', async () => {
  using snapshot = createSmallSnapshot({ server: 'cut' });
  const bytes = 9_000_000;
  const cuts = 3;
  await using proxy = await openCuttingProxy(home.world.port, { after: 2_000_000, cuts });
  snapshot.write('runtime/large.bin', Buffer.alloc(bytes, 'livehouse '));
  const local = await publishLocally(snapshot.directory);
  const publisher = await openPublisher(home, ['cut']);
  const { code, json } = await publishAt(proxy.address, publisher, snapshot.directory);
  expect([code, json.releaseId, json.promoted]).toEqual([0, local.releaseId, true]);
  expect(proxy.cut()).toBe(cuts);
  // At a cut, what is on its way is lost: what the buffers of the sockets hold, which may be all of it.
  expect(proxy.passed()).toBeLessThan(bytes * (cuts + 1));
}, 120_000);

interface CuttingProxy extends AsyncDisposable {
  readonly address: string;
  /** Connections that were cut. */
  cut(): number;
  /** Bytes towards the service. */
  passed(): number;
}

/** A proxy that breaks a connection after so many bytes towards the service, the first times. */
async function openCuttingProxy(port: number, plan: { after: number; cuts: number }): Promise<CuttingProxy> {
  let [cut, passed] = [0, 0];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let sent = 0;
    client.on('data', (piece) => {
      sent += piece.length;
      passed += piece.length;
      if (cut >= plan.cuts || sent < plan.after) return;
      cut += 1;
      client.destroy();
      upstream.destroy();
    });
    client.pipe(upstream);
    upstream.pipe(client);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    address: `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`,
    cut: () => cut,
    passed: () => passed,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
