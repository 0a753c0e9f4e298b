// Artifacts: bundles of a source by their original names, also after the source is no longer current.
import { expect, test } from 'bun:test';
import { collectReleases } from '../../src/features/release/store/retention.ts';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { openDiskObjects } from '../../src/platform/objects/disk/objects.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { writeSnapshot } from '../fixtures/release-snapshot.ts';
import { expectBytes, expectPlain, openReleaseWorld, PINNED_CACHE, SANDBOX } from '../fixtures/release-world.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const base = '/artifacts/jp/src-1/android/bundles';
const home = await keepOpen(openReleaseWorld());

test.each(['a.bundle', '__proto__', 'empty.bundle', 'k64.bundle', 'page.html'])(
  'artifactRead of %s: octet-stream, exact bytes, immutable',
  async (name) => {
    const bytes = home.snapshot.files.get(`artifacts/android/bundles/${name}`) ?? new Uint8Array();
    const answer = await home.readBoth(`${base}/${name}`);
    expect(answer.status).toBe(200);
    expectBytes(answer.bytes, bytes);
    const { headers } = answer;
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    expect(headers.get('etag')).toBe(`"${sha256Hex(bytes)}"`);
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('content-security-policy')).toBe(SANDBOX);
    expect(headers.get('cache-control')).toBe(PINNED_CACHE);
    expect(headers.get('x-service-source-id')).toBe('src-1');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  },
);

test('artifactRead answers 304', async () => {
  const etag = (await home.read(`${base}/a.bundle`)).headers.get('etag') ?? '';
  const answer = await home.readBoth(`${base}/a.bundle`, { 'if-none-match': `W/${etag}` });
  expect([answer.status, answer.bytes.length]).toEqual([304, 0]);
});

test('artifacts of an earlier source stay where they were', async () => {
  await using next = await writeSnapshot({ sourceId: 'src-2', edition: 'two' });
  await home.world.publish(next.directory);
  for (const source of ['src-1', 'src-2']) {
    const answer = await home.readBoth(`/artifacts/jp/${source}/android/bundles/a.bundle`);
    expect([answer.status, answer.text]).toEqual([200, 'artifact a']);
    expect(answer.headers.get('x-service-source-id')).toBe(source);
  }
});

test('a source that was collected is not there, and what is published under its id again is what it says', async () => {
  const objects = openDiskObjects(home.world.objectsDirectory);
  const publishSource = async (server: string, sourceId: string, artifact: string): Promise<void> => {
    using snapshot = createSmallSnapshot({ server, sourceId });
    snapshot.write('artifacts/android/bundles/one.bundle', artifact);
    snapshot.write('runtime/edition.txt', sourceId);
    await home.world.publish(snapshot.directory);
  };
  const address = '/artifacts/kr/v1/android/bundles/one.bundle';
  await publishSource('kr', 'v1', 'first');
  expect((await home.read(address)).text).toBe('first');
  await publishSource('kr', 'v2', 'two');
  await publishSource('kr', 'v3', 'three');
  await collectReleases({ objects, server: 'kr', keep: 2, dryRun: false });
  expectPlain(await home.readBoth(address), 404, 'not found');
  await publishSource('kr', 'v1', 'another');
  const answer = await home.readBoth(address);
  expect([answer.status, answer.text]).toEqual([200, 'another']);

  // The old content is still here, because another server has it: the id alone decides.
  await publishSource('tw', 'w1', 'another');
  await publishSource('kr', 'v4', 'four');
  await publishSource('kr', 'v5', 'five');
  await collectReleases({ objects, server: 'kr', keep: 2, dryRun: false });
  await publishSource('kr', 'v1', 'third');
  expect((await home.read(address)).text).toBe('third');
  await objects.close();
});

test.each([
  `${base}/absent.bundle`,
  `${base}/constructor`,
  `${base}/A.bundle`,
  `${base}/a.bundle/x`,
  `${base}/`,
  base,
  `${base}/..%2Fbundles%2Fa.bundle`,
  `${base}/a%00.bundle`,
  `${base}/%ff`,
  `${base}/${'x'.repeat(600)}`,
  '/artifacts/jp/src-9/android/bundles/a.bundle',
  '/artifacts/jp/src-1/ios/bundles/a.bundle',
  '/artifacts/jp/src-1/android/a.bundle',
  '/artifacts/kr/src-1/android/bundles/a.bundle',
  '/artifacts/jp/../android/bundles/a.bundle',
  '/artifacts/jp/%2e%2e/android/bundles/a.bundle',
  '/artifacts/jp/..%2Fsrc-1/android/bundles/a.bundle',
  '/artifacts/jp/_src/android/bundles/a.bundle',
  `/artifacts/jp/${'s'.repeat(129)}/android/bundles/a.bundle`,
  '/artifacts/JP/src-1/android/bundles/a.bundle',
  '/artifacts',
])('%s is a plain not found', async (path) => {
  expectPlain(await home.readBoth(path), 404, 'not found');
});
