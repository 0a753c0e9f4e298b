// Copies of releases: `livehouse pull` fetches one, `livehouse publish` takes the folder and keeps the id. Interrupted copies go
// on, damaged files are fetched again, and a hostile server gets nothing published.
import { expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type ReleaseEntry, releaseIdOf } from '../../src/features/release/store/formats.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { folderForTest, keepOpen } from '../fixtures/keep-open.ts';
import { runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const world = await keepOpen(openWorld());
const sample = await world.publish(SAMPLE);
const snapshot = await keepOpen(createSmallSnapshot({ server: 'small', media: 3 }));
const small = await world.publish(snapshot.directory);

const pullFrom = (address: string, server: string, folder: string, ...options: string[]) =>
  runJson(folderForTest(), 'pull', address, server, folder, '--allow-private', ...options);
const pull = (server: string, folder: string, ...options: string[]) =>
  pullFrom(world.address, server, folder, ...options);

const codesOf = ({ json }: { readonly json: { readonly errors?: readonly { code: string }[] } }): readonly string[] => [
  ...new Set((json.errors ?? []).map(({ code }) => code)),
];

test('the sample keeps its id, its levels and its file for queries', async () => {
  const [folder, data] = [folderForTest(), folderForTest()];
  const { json, code } = await pull('demo', folder, '--files');
  expect([code, json]).toMatchObject([0, { ok: true, releaseId: sample.releaseId, kept: 0, left: 0 }]);
  expect(readdirSync(folder)).not.toContain('.parts');
  const sums = Bun.spawnSync(['sha256sum', '-c', '--quiet', 'SHA256SUMS'], { cwd: folder });
  expect([sums.exitCode, sums.stderr.toString()]).toEqual([0, '']);
  // A dry run writes nothing.
  expect((await runJson(data, 'publish', folder, '--dry-run')).json).toMatchObject({ releaseId: sample.releaseId });
  expect(existsSync(join(data, 'objects', 'servers'))).toBe(false);

  const published = await runJson(data, 'publish', folder);
  expect(published.json).toMatchObject({ ok: true, releaseId: sample.releaseId, promoted: true, warnings: [] });
  expect((await runJson(data, 'publish', folder)).json).toMatchObject({ unchanged: true, objects: { written: 0 } });
  expect((await runJson(data, 'releases', 'verify', 'demo')).json).toMatchObject({ ok: true, problems: [] });
  const release = join('objects', 'servers', 'demo', 'releases', sample.releaseId);
  const [original, copied] = [world.dataDirectory, data].map((at) =>
    JSON.parse(readFileSync(join(at, release, 'side.json'), 'utf8')),
  );
  expect(Object.keys(copied.extras)).toContain('levels/index.json');
  for (const part of ['extras', 'codings', 'index', 'manifest', 'displayName', 'region']) {
    expect(copied[part]).toEqual(original[part]);
  }
  const source = join('objects', 'servers', 'demo', 'sources', sample.sourceId, 'source.json');
  expect(readFileSync(join(data, source), 'utf8')).toBe(readFileSync(join(world.dataDirectory, source), 'utf8'));
}, 60_000);

test('without --files media stay behind, and publishing needs them here', async () => {
  const [folder, data] = [folderForTest(), folderForTest()];
  const { json } = await pull('small', folder, '--release', small.releaseId);
  expect(json).toMatchObject({ ok: true, releaseId: small.releaseId });
  expect(json.left).toBe(6);
  expect(existsSync(join(folder, 'assets'))).toBe(false);
  const refused = await runJson(data, 'publish', folder);
  expect([refused.code, codesOf(refused), refused.json.errors.length]).toEqual([1, ['entry_missing'], 6]);
  expect(existsSync(join(data, 'objects', 'servers', 'small', 'current.json'))).toBe(false);
  const whole = folderForTest();
  await pull('small', whole, '--files');
  expect((await runJson(data, 'publish', whole)).json).toMatchObject({ releaseId: small.releaseId });
  // The content is here now.
  expect((await runJson(data, 'publish', folder)).json).toMatchObject({ releaseId: small.releaseId, unchanged: true });
}, 60_000);

test('a copy is completed and repaired; the rest stays', async () => {
  const [folder, data] = [folderForTest(), folderForTest()];
  await pull('small', folder);
  const { json } = await pull('small', folder, '--files');
  expect(json).toMatchObject({ ok: true, fetched: { files: 6 }, left: 0 });
  const damaged = join(folder, 'assets', 'Assets', 'media-1.txt');
  writeFileSync(damaged, 'media X');
  rmSync(join(folder, 'runtime', 'charts', 'a.json'));
  const refused = await runJson(data, 'publish', folder);
  expect(refused.json.errors).toMatchObject([{ code: 'entry_damaged', file: 'assets/Assets/media-1.txt' }, {}]);
  expect((await pull('small', folder, '--files')).json).toMatchObject({ ok: true, fetched: { files: 2 } });
  expect(readFileSync(damaged, 'utf8')).toBe('media 1');
  // A document that is cut off.
  truncateSync(join(folder, 'api', 'v1', 'catalog', 'manifest.json'), 5);
  expect(codesOf(await runJson(data, 'publish', folder))).toEqual(['entry_damaged']);
  expect((await pull('small', folder, '--files')).json).toMatchObject({ ok: true, fetched: { files: 1 } });
  expect((await runJson(data, 'publish', folder)).json).toMatchObject({ releaseId: small.releaseId });
}, 60_000);

test('other folders, releases and places', async () => {
  const [folder, data] = [folderForTest(), folderForTest()];
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  expect(codesOf(await pull('small', folder))).toEqual(['folder_not_empty']);
  const copy = folderForTest();
  await pull('small', copy);
  expect(codesOf(await pull('demo', copy))).toEqual(['folder_not_empty']);
  expect(codesOf(await pull('small', folderForTest(), '--release', 'r-00000000000000000000'))).toEqual([
    'release_not_found',
  ]);
  expect(codesOf(await pull('nobody', folderForTest()))).toEqual(['server_not_found']);
  expect((await runJson(data, 'publish', copy, '--to', world.address)).code).not.toBe(0);

  // Without the option this machine is not read, nor anything over http.
  const plain = await runJson(data, 'pull', world.address, 'small', folderForTest());
  expect([plain.code, codesOf(plain)]).toEqual([1, ['address_refused']]);
  for (const args of [
    ['ftp://example.org', 'small', 'x'],
    ['http://a:b@localhost', 'small', 'x'],
    [world.address, 'No Server', 'x'],
    [world.address, 'small', 'x', '--release', 'new'],
    [world.address, 'small'],
  ]) {
    const outcome = await runJson(data, 'pull', ...args);
    expect([args, outcome.code, codesOf(outcome)]).toEqual([args, 2, ['wrong_usage']]);
  }

  // Links inside of a copy are not followed.
  const outside = folderForTest();
  rmSync(join(copy, 'metadata'), { recursive: true });
  symlinkSync(outside, join(copy, 'metadata'));
  expect(codesOf(await pull('small', copy))).toEqual(['link_leaves_tree']);
  expect(readdirSync(outside)).toEqual([]);
  expect(codesOf(await runJson(data, 'publish', copy))).toContain('entry_missing');
}, 60_000);

interface Hostile {
  readonly manifest?: (entries: ReleaseEntry[]) => object;
  readonly origin?: object;
  readonly body?: (path: string) => Response | undefined;
}

const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex');
const CONTENT = '{"a":1}';
const entryOf = (path: string, role = 'metadata', bytes = CONTENT.length): ReleaseEntry => ({
  path,
  role: role as ReleaseEntry['role'],
  bytes,
  sha256: sha256(CONTENT),
  mediaType: 'application/json',
});

/** A server that answers with a release of its own making. */
function openHostile({ manifest, origin = {}, body }: Hostile) {
  const entries = [entryOf('metadata/a.json'), entryOf('metadata/b.json')];
  const of = (listed: readonly ReleaseEntry[]) => ({
    schema: 'service-resource-release-v1',
    server: 'bad',
    sourceId: 's-1',
    releaseId: releaseIdOf('bad', 's-1', listed),
    entryCount: listed.length,
    totalBytes: listed.reduce((sum, { bytes }) => sum + bytes, 0),
    entries: listed,
  });
  const made = { ...of(entries), ...manifest?.(entries) };
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      const answer = body?.(`${pathname}${searchParams.get('path') ?? ''}`);
      if (answer !== undefined) return answer;
      if (pathname.endsWith('/entry')) return new Response(CONTENT);
      if (!pathname.endsWith('/origin')) return Response.json(made);
      const { releaseId, sourceId } = made;
      const server = { id: 'bad', displayName: 'Bad', region: 'global' };
      return Response.json({ server, releaseId, sourceId, levels: null, artifacts: [], ...origin });
    },
  });
}

/** The release of these entries, with the right id. */
const withEntries = (entries: readonly ReleaseEntry[]) => ({
  entries,
  entryCount: entries.length,
  totalBytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
  releaseId: releaseIdOf('bad', 's-1', entries),
});

const endless = (): Response =>
  new Response(
    new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    }),
  );

const HOSTILE: readonly (readonly [name: string, hostile: Hostile, codes: readonly string[]])[] = [
  ...['../../escape.json', '/etc/escape', 'metadata/../../escape', 'metadata/a\\..\\b', 'metadata//a', 'other/a'].map(
    (path) =>
      [`the path ${path}`, { manifest: () => withEntries([entryOf(path)]) }, ['release_invalid']] satisfies [
        string,
        Hostile,
        string[],
      ],
  ),
  ['a path of another role', { manifest: () => withEntries([entryOf('api/a.json')]) }, ['release_invalid']],
  [
    'a file below a file',
    { manifest: () => withEntries([entryOf('metadata/a'), entryOf('metadata/a/b')]) },
    ['release_invalid'],
  ],
  ['entries out of order', { manifest: (entries) => withEntries(entries.toReversed()) }, ['release_invalid']],
  ['a path twice', { manifest: ([first]) => withEntries(first ? [first, first] : []) }, ['release_invalid']],
  ['another id', { manifest: () => ({ releaseId: 'r-00000000000000000000' }) }, ['release_id_mismatch']],
  ['another server', { manifest: () => ({ server: 'demo' }) }, ['release_id_mismatch']],
  ['huge counts', { manifest: () => ({ entryCount: 2 ** 52, totalBytes: 2 ** 53 }) }, ['release_invalid']],
  [
    'more bytes than any disk has',
    { manifest: () => withEntries([entryOf('metadata/a.json', 'metadata', 2 ** 52)]) },
    ['storage_full'],
  ],
  ['an origin of another release', { origin: { sourceId: 's-2' } }, ['release_invalid']],
  [
    'a bundle outside of its folder',
    { origin: { artifacts: [{ fileName: '../x', bytes: 1, sha256: sha256('x') }] } },
    ['release_invalid'],
  ],
  [
    'bytes of another digest',
    { body: (at) => (at.includes('/entry') ? new Response('{"a":2}') : undefined) },
    ['entry_damaged'],
  ],
  [
    'an endless file',
    { body: (at) => (at.includes('/entry') ? endless() : undefined) },
    ['entry_damaged', 'answer_too_large'],
  ],
  ['an endless manifest', { body: (at) => (at.endsWith('/release') ? endless() : undefined) }, ['answer_too_large']],
  [
    'an endless refusal',
    { body: (at) => (at.endsWith('/release') ? new Response(endless().body, { status: 404 }) : undefined) },
    ['not_livehouse'],
  ],
  ['a page', { body: () => new Response('<html>', { headers: { 'content-type': 'text/html' } }) }, ['release_invalid']],
  [
    'a compressed answer',
    { body: () => new Response('x', { headers: { 'content-encoding': 'br' } }) },
    ['not_livehouse'],
  ],
  ['redirects without an end', { body: (at) => Response.redirect(at, 302) }, ['redirected']],
  [
    'a redirect to a file',
    { body: () => new Response(null, { status: 302, headers: { location: 'file:///etc/passwd' } }) },
    ['redirected'],
  ],
];

test.each(HOSTILE)(
  'a hostile server with %s',
  async (_, hostile, codes) => {
    await using server = openHostile(hostile);
    const [folder, data] = [join(folderForTest(), 'copy'), folderForTest()];
    const outcome = await pullFrom(server.url.origin, 'bad', folder, '--files');
    expect([outcome.code, codes]).toEqual([1, expect.arrayContaining([...codesOf(outcome)])]);
    expect(codesOf(outcome)).toHaveLength(1);
    expect(existsSync(join(folder, '..', 'escape.json'))).toBe(false);
    // What is there is not published.
    mkdirSync(folder, { recursive: true });
    expect((await runJson(data, 'publish', folder)).code).toBe(1);
    expect(existsSync(join(data, 'objects', 'servers', 'bad', 'current.json'))).toBe(false);
  },
  60_000,
);

test('redirects lead on, with the option', async () => {
  await using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => Response.redirect(`${world.address}${new URL(url).pathname}${new URL(url).search}`, 307),
  });
  const { json } = await pullFrom(server.url.origin, 'small', folderForTest());
  expect(json).toMatchObject({ ok: true, releaseId: small.releaseId });
});

test('a release whose documents are not what its catalog says is not published', async () => {
  await using server = openHostile({});
  const [folder, data] = [folderForTest(), folderForTest()];
  expect((await pullFrom(server.url.origin, 'bad', folder)).json).toMatchObject({ ok: true, files: 2 });
  const refused = await runJson(data, 'publish', folder);
  expect([refused.code, codesOf(refused)]).toEqual([1, ['document_invalid']]);
  expect(existsSync(join(data, 'objects', 'servers', 'bad', 'current.json'))).toBe(false);
});

test('a file that broke off is continued where it ended', async () => {
  const text = `"${'x'.repeat(200_000)}"`;
  const large: ReleaseEntry = { ...entryOf('metadata/a.json', 'metadata', text.length), sha256: sha256(text) };
  const ranges: (string | null)[] = [];
  const release = withEntries([large]);
  await using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('/origin')) {
        const server = { id: 'bad', displayName: 'Bad', region: 'global' };
        return Response.json({ server, releaseId: release.releaseId, sourceId: 's-1', levels: null, artifacts: [] });
      }
      if (!pathname.endsWith('/entry')) {
        return Response.json({ schema: 'service-resource-release-v1', server: 'bad', sourceId: 's-1', ...release });
      }
      const range = request.headers.get('range');
      ranges.push(range);
      const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
      return new Response(text.slice(from), {
        status: range === null ? 200 : 206,
        headers: range === null ? {} : { 'content-range': `bytes ${from}-${text.length - 1}/${text.length}` },
      });
    },
  });
  const folder = folderForTest();
  mkdirSync(join(folder, '.parts'));
  writeFileSync(join(folder, '.parts', `${large.sha256}.part`), text.slice(0, 150_000));
  expect((await pullFrom(server.url.origin, 'bad', folder)).json).toMatchObject({ ok: true, files: 1 });
  expect(ranges).toEqual(['bytes=150000-']);
  expect(readFileSync(join(folder, 'metadata', 'a.json'), 'utf8')).toBe(text);
  // A part with other bytes is fetched from its beginning.
  const again = folderForTest();
  mkdirSync(join(again, '.parts'));
  writeFileSync(join(again, '.parts', `${large.sha256}.part`), 'y'.repeat(150_000));
  expect((await pullFrom(server.url.origin, 'bad', again)).json).toMatchObject({ ok: true, files: 1 });
  expect(ranges.slice(1)).toEqual(['bytes=150000-', null]);
});
