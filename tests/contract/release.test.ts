// A release by its identity and whole.
import { expect, test } from 'bun:test';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  CURRENT_CACHE,
  expectRefusal,
  expectRelease,
  openReleaseWorld,
  PINNED_CACHE,
  pinned,
} from '../fixtures/release-world.ts';

const path = '/api/v1/servers/jp/release';
const home = await keepOpen(openReleaseWorld());

interface Manifest {
  readonly entryCount: number;
  readonly totalBytes: number;
  readonly entries: readonly { path: string; role: string; bytes: number; sha256: string; mediaType: string }[];
}

test('releaseRead gives the full manifest, sorted, counted, with the digest of every file', async () => {
  const answer = await home.readBoth(path);
  expect(answer.status).toBe(200);
  expectRelease(answer, home.release);
  expect(answer.headers.get('cache-control')).toBe(CURRENT_CACHE);
  const manifest = answer.json() as Manifest;
  expect(Object.keys(manifest).sort()).toEqual([
    'entries',
    'entryCount',
    'releaseId',
    'schema',
    'server',
    'sourceId',
    'totalBytes',
  ]);
  expect(manifest).toMatchObject({
    schema: 'service-resource-release-v1',
    server: 'jp',
    sourceId: 'src-1',
    releaseId: home.release.releaseId,
  });
  const paths = manifest.entries.map((entry) => entry.path);
  expect(paths).toEqual([...paths].sort());
  expect(manifest.entryCount).toBe(manifest.entries.length);
  expect(manifest.totalBytes).toBe(manifest.entries.reduce((sum, entry) => sum + entry.bytes, 0));
  for (const [file, bytes] of home.snapshot.files) {
    if (!/^(assets|runtime|objects|game-client)\//.test(file)) continue;
    const entry = manifest.entries.find((candidate) => candidate.path === file);
    expect(entry).toMatchObject({ role: file.split('/')[0], bytes: bytes.length, sha256: sha256Hex(bytes) });
    expect(Object.keys(entry ?? {}).sort()).toEqual(['bytes', 'mediaType', 'path', 'role', 'sha256']);
  }
  expect(paths.some((entry) => entry.startsWith('artifacts/') || entry.startsWith('sources/'))).toBe(false);
});

test('releaseRead with projection=identity gives exactly four keys', async () => {
  const answer = await home.readBoth(`${path}?projection=identity`);
  expect(answer.json()).toEqual({
    schema: 'service-resource-release-identity-v1',
    server: 'jp',
    releaseId: home.release.releaseId,
    sourceId: 'src-1',
  });
  expectRelease(answer, home.release);
  expect(home.release.releaseId).toMatch(/^r-[0-9a-f]{20}$/);
});

test('releaseRead pinned is immutable, in both projections', async () => {
  for (const address of [pinned(path, home.release), pinned(`${path}?projection=identity`, home.release)]) {
    const answer = await home.readBoth(address);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, PINNED_CACHE]);
  }
});

test('releaseRead serves ranges and prepared codings of the manifest', async () => {
  const whole = await home.read(path);
  const part = await home.read(path, { range: 'bytes=5-9' });
  expect([part.status, part.text]).toEqual([206, whole.text.slice(5, 10)]);
  const beyond = await home.read(path, { range: `bytes=${whole.bytes.length}-` });
  expect([beyond.status, beyond.bytes.length]).toEqual([416, 0]);
  const coded = await home.read(path, { 'accept-encoding': 'br' });
  expect(coded.headers.get('content-encoding')).toBe('br');
  const same = await home.read(path, { 'if-none-match': coded.headers.get('etag') ?? '' });
  expect(same.status).toBe(304);
});

test.each([
  ['projection=full', 400, 'invalid_projection'],
  ['projection=', 400, 'invalid_projection'],
  ['projection=Identity', 400, 'invalid_projection'],
  ['projection=identity&projection=identity', 400, 'duplicate_query_parameter'],
  ['release=', 400, 'invalid_release'],
  ['release=r-123', 400, 'invalid_release'],
  ['release=R-00000000000000000000', 400, 'invalid_release'],
  ['release=r-0000000000000000000g', 400, 'invalid_release'],
  ['release=r-00000000000000000000%00', 400, 'invalid_release'],
  ['release=r-00000000000000000000', 404, 'release_not_found'],
])('releaseRead refuses ?%s with %i %s', async (query, status, code) => {
  expectRefusal(await home.readBoth(`${path}?${query}`), status, code);
});

test.each([
  'nobody',
  'JP',
  'j_p',
  '-jp',
  'jp-',
  'a'.repeat(33),
  '%E3%81%82',
  'constructor',
  '__proto__',
  '%ff',
  'jp%00',
])('releaseRead knows no server %s', async (server) => {
  expectRefusal(await home.readBoth(`/api/v1/servers/${server}/release`), 404, 'server_not_found');
});
