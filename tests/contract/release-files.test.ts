// The files of a release, page by page.
import { expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectRefusal, openReleaseWorld, pinned } from '../fixtures/release-world.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const home = await keepOpen(openReleaseWorld());
const snapshot = createSmallSnapshot({ server: 'files', media: 25 });
const release = await home.world.publish(snapshot.directory);
snapshot.dispose();

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
