// The files of a release, page by page.
import { expect, onTestFinished, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentKey, sideManifestKey } from '../../src/kernel/object-key.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefusal, openReleaseWorld, pinned } from '../fixtures/release-world.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const home = await keepOpen(openReleaseWorld());
const snapshot = await keepOpen(createSmallSnapshot({ server: 'files', media: 25 }));
const release = await home.world.publish(snapshot.directory);

const address = '/api/v1/servers/files/release/files';

interface Page {
  readonly files: readonly { readonly path: string; readonly sha256: string; readonly bytes: number }[];
  readonly nextCursor: string | null;
}

const read = async (search: string): Promise<Page> => (await home.readBoth(`${address}${search}`)).json() as Page;

test('all files come in the order of paths, whatever the length of pages', async () => {
  const { files: whole, nextCursor } = await read('?limit=1000');
  expect(nextCursor).toBeNull();
  expect(whole.map(({ path }) => path)).toEqual(whole.map(({ path }) => path).toSorted());
  expect(whole.filter(({ path }) => path.startsWith('assets/'))).toHaveLength(25);
  const { releaseId } = release;
  const manifest = (await home.read(pinned('/api/v1/servers/files/release', release))).json() as {
    releaseId: string;
    entries: { path: string }[];
  };
  expect(manifest.releaseId).toBe(releaseId);
  expect(manifest.entries).toMatchObject(
    manifest.entries.map(({ path }) => whole.find((file) => file.path === path) ?? { path }),
  );
  const paged: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await read(`?limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(page.files.length).toBeLessThanOrEqual(7);
    paged.push(...page.files.map(({ path }) => path));
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(whole.map(({ path }) => path));
});

test('a prefix narrows, need not be a folder, and belongs to its cursor', async () => {
  const page = await read('?prefix=assets/Assets/media-1&limit=3');
  expect(page.files.map(({ path }) => path)).toEqual(
    ['1', '10', '11'].map((number) => `assets/Assets/media-${number}.txt`).toSorted(),
  );
  const next = await read(`?prefix=assets/Assets/media-1&cursor=${page.nextCursor}`);
  expect(next.files).toHaveLength(8);
  expect((await read('?prefix=nothing')).files).toEqual([]);
  expectRefusal(await home.read(`${address}?cursor=${page.nextCursor}`), 400, 'invalid_cursor');
  expectRefusal(await home.read(`${address}?cursor=AAAA`), 400, 'invalid_cursor');
  expectRefusal(await home.read(`${address}?limit=1001`), 400, 'invalid_limit');
  expectRefusal(await home.read(`${address}?limit=0`), 400, 'invalid_limit');
  expectRefusal(await home.read('/api/v1/servers/nobody/release/files'), 404, 'server_not_found');
});

test('answers have a tag, and pages stay on their release', async () => {
  const first = await home.read(`${address}?limit=2`);
  const etag = first.headers.get('etag') ?? '';
  expect((await home.read(`${address}?limit=2`, { 'if-none-match': etag })).status).toBe(304);
  expect((await home.read(pinned(`${address}`, release))).headers.get('cache-control')).toContain('max-age=86400');
});

test('every entry is read by its path, as it is stored; other paths and damage are refused', async () => {
  const { entries } = (await home.read(pinned('/api/v1/servers/files/release', release))).json() as {
    entries: { path: string; sha256: string; bytes: number }[];
  };
  const entry = (path: string): string => `/api/v1/servers/files/release/entry?path=${encodeURIComponent(path)}`;
  for (const { path, sha256, bytes } of entries) {
    if (path === 'assets/Assets/media-19.txt') continue;
    const answer = await home.readBoth(entry(path));
    expect([path, answer.status, answer.headers.get('etag')]).toEqual([path, 200, `"${sha256}"`]);
    expect(Buffer.byteLength(answer.text)).toBe(bytes);
  }
  for (const path of ['api/v1/nothing.json', '../escape', 'assets//x', 'x'.repeat(2_000), '']) {
    expectRefusal(await home.read(entry(path)), 404, 'release_entry_not_found');
  }
  expectRefusal(await home.read('/api/v1/servers/files/release/entry'), 404, 'release_entry_not_found');
  const { path, sha256 } = entries.find((one) => one.path === 'assets/Assets/media-19.txt') ?? { path: '', sha256: '' };
  const stored = join(home.world.objectsDirectory, contentKey(sha256));
  const before = readFileSync(stored);
  writeFileSync(stored, 'media X');
  onTestFinished(() => writeFileSync(stored, before));
  expectRefusal(await home.read(entry(path)), 502, 'object_corrupt');
});

test('the origin of a release has its server, levels and artifacts', async () => {
  const sample = await home.world.publish(SAMPLE);
  const origin = '/api/v1/servers/demo/release/origin';
  expect((await home.readBoth(origin)).json()).toMatchObject({
    server: { id: 'demo', region: 'global' },
    releaseId: sample.releaseId,
    sourceId: sample.sourceId,
    levels: { resource: 'songs', charts: 'charts' },
  });
  expect((await home.readBoth('/api/v1/servers/files/release/origin')).json()).toMatchObject({
    levels: null,
    artifacts: [{ fileName: 'one.bundle', bytes: 10 }],
  });
  const side = join(home.world.objectsDirectory, sideManifestKey('demo', sample.releaseId));
  const { extras } = JSON.parse(readFileSync(side, 'utf8'));
  writeFileSync(join(home.world.objectsDirectory, contentKey(extras['declaration-v1.json'].sha256)), '{}');
  expectRefusal(await home.read(origin), 502, 'object_corrupt');
});
