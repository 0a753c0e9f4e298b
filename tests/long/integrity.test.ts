// Damage on disk while serving: every stored thing truncated, altered, emptied, removed or replaced. Each answer is the
// right bytes or the right 502, never wrong bytes, never 500; after repair everything is served again.
import { expect, test } from 'bun:test';
import { mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  contentKey,
  pointerKey,
  releaseIdentityKey,
  releaseIndexKey,
  releaseManifestKey,
  sideManifestKey,
  sourceManifestKey,
} from '../../src/kernel/object-key.ts';
import { shardOf } from '../../src/kernel/partition.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { CATALOG_FILE, writeFiles } from '../fixtures/release-snapshot.ts';
import { type Answer, openReleaseWorld, pinned, readFrom } from '../fixtures/release-world.ts';
import { openWorld } from '../world.ts';

const api = '/api/v1/servers/jp';

const fileOf = (key: string): string => join(home.world.objectsDirectory, key);
const digestOf = (path: string): string => {
  const digest = entries.get(path);
  if (digest === undefined) throw new Error(`no entry ${path}`);
  return digest;
};
const contentOf = (path: string): string => fileOf(contentKey(digestOf(path)));
const indexOf = (path: string): string => fileOf(releaseIndexKey('jp', home.release.releaseId, shardOf(path)));

type Damage = (file: string, good: Uint8Array) => Promise<void>;
const DAMAGES: Readonly<Record<string, Damage>> = {
  truncated: (file, good) => writeFile(file, good.subarray(0, good.length >> 1)),
  'one byte short': (file, good) => writeFile(file, good.subarray(0, good.length - 1)),
  emptied: (file) => writeFile(file, ''),
  lengthened: (file, good) => writeFile(file, Buffer.concat([good, Buffer.from(' ')])),
  altered: (file, good) => writeFile(file, flipped(good)),
  'altered under its old times': async (file, good) => {
    const { atime, mtime } = await stat(file);
    await writeFile(file, flipped(good));
    await utimes(file, atime, mtime);
  },
  'replaced by another inode': async (file, good) => {
    await writeFile(`${file}.new`, flipped(good));
    await rename(`${file}.new`, file);
  },
  removed: (file) => rm(file),
  'replaced by a folder': async (file) => {
    await rm(file);
    await mkdir(file);
  },
};

function flipped(good: Uint8Array): Uint8Array {
  const bad = Uint8Array.from(good);
  const at = Math.floor(bad.length / 2);
  bad[at] = (bad[at] ?? 0) ^ 0x01;
  return bad;
}

async function repair(file: string, good: Uint8Array): Promise<void> {
  await rm(file, { recursive: true, force: true });
  await writeFile(file, good);
}

const isCode = (answer: Answer, status: number, code: string): boolean =>
  answer.status === status &&
  answer.headers.get('x-service-source-id') === 'src-1' &&
  (answer.headers.get('content-type') === 'application/json'
    ? (answer.json() as { error: { code: string } }).error.code === code
    : answer.text === code);

/** Reads until the damage shows; on the way and afterwards nothing but the right bytes or the right code. */
async function expectDamage(
  path: string,
  code: string,
  good: Answer,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const end = Date.now() + 5000;
  for (;;) {
    const answer = await home.read(path, headers);
    if (isCode(answer, 502, code)) return;
    if (answer.status !== good.status || answer.text !== good.text) {
      throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 200)} instead of ${code}`);
    }
    if (Date.now() > end) throw new Error(`${path}: the damage never showed`);
    await Bun.sleep(25);
  }
}

async function expectHealed(path: string, good: Answer, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  await home.world.until(async () => {
    const answer = await home.read(path, headers);
    return answer.status === good.status && Buffer.compare(answer.bytes, good.bytes) === 0;
  });
}

interface Target {
  /** What others lead through is damaged in a wave of its own. */
  readonly first?: true;
  readonly file: () => string;
  /** Address → code. */
  readonly reads: Readonly<Record<string, string>>;
}

const TARGETS: Readonly<Record<string, Target>> = {
  'release manifest': {
    file: () => fileOf(releaseManifestKey('jp', home.release.releaseId)),
    reads: { [`${api}/release`]: 'release_invalid' },
  },
  'catalog manifest': {
    first: true,
    file: () => contentOf('api/v1/catalog/manifest.json'),
    reads: {
      [`${api}/catalog`]: 'catalog_manifest_missing',
      [`${api}/things/10`]: 'catalog_manifest_missing',
      [`${api}/things?id=10`]: 'catalog_manifest_missing',
      [`${api}/list/views/odd`]: 'catalog_manifest_missing',
      [`${api}/list/views/marks/first`]: 'catalog_manifest_missing',
      [`${api}/things/relations/tag/red`]: 'catalog_manifest_missing',
    },
  },
  summary: {
    file: () => contentOf('api/v1/catalog/summary.json'),
    reads: { [`${api}/catalog/summary`]: 'catalog_missing' },
  },
  'index document': {
    file: () => contentOf('api/v1/catalog/list/index.json'),
    reads: { [`${api}/list`]: 'catalog_missing' },
  },
  'entity shard': {
    file: () => contentOf(`api/v1/catalog/list/entities/${shardOf('item-5')}.json`),
    reads: {
      [`${api}/list/item-5`]: 'catalog_missing',
      [`${api}/list?id=item-5&id=item-6`]: 'catalog_missing',
      [`${api}/list/relations/owner/5`]: 'catalog_missing',
    },
  },
  'view shard': {
    file: () => contentOf(`api/v1/catalog/list/views/odd/entities/${shardOf('o-1')}.json`),
    reads: { [`${api}/list/views/odd/o-1`]: 'catalog_missing' },
  },
  'view index': {
    file: () => contentOf('api/v1/catalog/list/views/marks/index.json'),
    reads: { [`${api}/list/views/marks`]: 'catalog_missing' },
  },
  'relation shard': {
    file: () => contentOf(`api/v1/catalog/things/relations/group/${shardOf('even')}.json`),
    reads: { [`${api}/things/relations/group/even`]: 'catalog_missing' },
  },
  'UI marks': {
    file: () => contentOf('metadata/ui-marks.json'),
    reads: { [`${api}/ui-marks`]: 'catalog_missing' },
  },
  'source tree': {
    file: () => contentOf('metadata/source-index/tree.json'),
    reads: { [`${api}/sources/tree`]: 'source_index_missing' },
  },
  'source record': {
    file: () => contentOf('metadata/sources/Assets/ui/r2.png.json'),
    reads: { [`${api}/sources/Assets/ui/r2.png`]: 'object_corrupt' },
  },
  'source record of a package': {
    file: () => contentOf('metadata/sources/Packages/pack/p.txt.json'),
    reads: { [`${api}/sources/Packages/pack/p.txt`]: 'object_corrupt' },
  },
  'engine object': {
    file: () => contentOf('objects/unity/level0.jsonl'),
    reads: { '/objects/jp/unity/level0.jsonl': 'object_corrupt' },
  },
  'small media': {
    file: () => contentOf('assets/Assets/text.txt'),
    reads: { '/assets/jp/Assets/text.txt': 'object_corrupt' },
  },
  'large media': {
    file: () => contentOf('assets/Assets/m4.bin'),
    reads: { '/assets/jp/Assets/m4.bin': 'object_corrupt' },
  },
  artifact: {
    file: () => {
      const bytes = home.snapshot.files.get('artifacts/android/bundles/k64.bundle') ?? new Uint8Array();
      return fileOf(contentKey(new Bun.CryptoHasher('sha256').update(bytes).digest('hex')));
    },
    reads: { '/artifacts/jp/src-1/android/bundles/k64.bundle': 'object_corrupt' },
  },
  'game-client manifest': {
    first: true,
    file: () => contentOf('game-client/manifest.json'),
    reads: {
      '/game-client/jp/manifest.json': 'game_client_manifest_missing',
      '/game-client/jp/master/MasterMusic.bin': 'game_client_manifest_missing',
      [`/game-client/jp/asset/Android/${CATALOG_FILE}`]: 'game_client_manifest_missing',
    },
  },
  'game-client index': {
    file: () => contentOf(`game-client/bundles/index/${shardOf('asset/Android/startup.bundle')}.json`),
    reads: {
      '/game-client/jp/asset/Android/startup.bundle': 'game_client_index_invalid',
      [`/game-client/jp/bundles/index/${shardOf('asset/Android/startup.bundle')}.json`]: 'game_client_index_invalid',
    },
  },
  'game-client file': {
    file: () => contentOf('game-client/Android/catalog.embedded.bin'),
    reads: { '/game-client/jp/asset/Android/catalog.embedded.bin': 'object_corrupt' },
  },
  'master file': {
    file: () => contentOf('game-client/master/MasterMusic.bin'),
    reads: { '/game-client/jp/master/MasterMusic.bin': 'object_corrupt' },
  },
};

async function damageAndRepair(what: string, target: Target, damage: Damage): Promise<void> {
  const file = target.file();
  const good = new Map<string, Answer>();
  for (const path of Object.keys(target.reads)) {
    const answer = await home.read(path);
    if (answer.status !== 200) throw new Error(`${what}: ${path} is ${answer.status} before the damage`);
    good.set(path, answer);
  }
  const bytes = await readFile(file);
  await damage(file, bytes);
  try {
    for (const [path, answer] of good) await expectDamage(path, target.reads[path] ?? '', answer);
  } finally {
    await repair(file, bytes);
  }
  for (const [path, answer] of good) await expectHealed(path, answer);
}

const home = await keepOpen(openReleaseWorld({ big: true }));
const manifest = (await home.read(`${api}/release`)).json() as { entries: { path: string; sha256: string }[] };
const entries = new Map(manifest.entries.map(({ path, sha256 }) => [path, sha256]));
const codings = JSON.parse(await readFile(fileOf(sideManifestKey('jp', home.release.releaseId)), 'utf8')).codings;

test.each(Object.entries(DAMAGES))(
  'everything that is stored, %s: the right 502 or the right bytes',
  async (_, damage) => {
    for (const wave of [true, undefined]) {
      const targets = Object.entries(TARGETS).filter(([, target]) => target.first === wave);
      const outcomes = await Promise.allSettled(targets.map(([what, target]) => damageAndRepair(what, target, damage)));
      expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))).toEqual(
        [],
      );
    }
  },
);

test('an index shard of the release: 502 on every kind of route that looks there', async () => {
  const reads = {
    [`${api}/catalog`]: 'api/v1/catalog/manifest.json',
    [`${api}/list/item-7`]: `api/v1/catalog/list/entities/${shardOf('item-7')}.json`,
    '/assets/jp/Assets/data.json': 'assets/Assets/data.json',
    '/assets/jp/Assets/absent.json': 'assets/Assets/absent.json',
    '/game-client/jp/manifest.json': 'game-client/manifest.json',
  };
  for (const [path, looked] of Object.entries(reads)) {
    const good = await home.read(path);
    for (const name of ['truncated', 'altered', 'removed']) {
      const file = indexOf(looked);
      const bytes = await readFile(file);
      await DAMAGES[name]?.(file, bytes);
      try {
        await expectDamage(path, 'release_invalid', good);
      } finally {
        await repair(file, bytes);
      }
      await expectHealed(path, good);
    }
  }
});

test('an index shard of another place with a valid digest of its own is not believed', async () => {
  const file = indexOf('assets/Assets/data.json');
  const [good, other] = [await readFile(file), await readFile(indexOf('assets/Assets/text.txt'))];
  const answer = await home.read('/assets/jp/Assets/data.json');
  await writeFile(file, other);
  await expectDamage('/assets/jp/Assets/data.json', 'release_invalid', answer);
  await repair(file, good);
  await expectHealed('/assets/jp/Assets/data.json', answer);
});

test('a damaged prepared coding fails alone: identity is served on', async () => {
  const path = `${api}/story`;
  const br = { 'accept-encoding': 'br' };
  const good = await home.read(path, br);
  const identity = await home.read(path);
  expect(good.headers.get('content-encoding')).toBe('br');
  const file = fileOf(contentKey(codings[digestOf('api/v1/catalog/story/index.json')]?.br?.sha256 ?? ''));
  const bytes = await readFile(file);
  await writeFile(file, flipped(bytes));
  await expectDamage(path, 'catalog_missing', good, br);
  expect((await home.read(path)).text).toBe(identity.text);
  await repair(file, bytes);
  await expectHealed(path, good, br);
});

test('ranges and HEAD over damage: 502 for the part, no wrong bytes', async () => {
  const path = '/assets/jp/Assets/k64.bin';
  const range = { range: 'bytes=10-19' };
  const good = await home.read(path, range);
  expect(good.status).toBe(206);
  const file = contentOf('assets/Assets/k64.bin');
  const bytes = await readFile(file);
  await writeFile(file, flipped(bytes));
  await expectDamage(path, 'object_corrupt', good, range);
  const refused = await home.read(path, { range: 'bytes=99999-' });
  expect(refused.status).toBe(416);
  await repair(file, bytes);
  await expectHealed(path, good, range);
});

test('an object over 64 MiB: a damaged block fails the ranges that touch it, and only those', async () => {
  const path = '/runtime/jp/big.bin';
  const file = contentOf('runtime/big.bin');
  const block = 8 * 1024 * 1024;
  const inside = { range: `bytes=${3 * block + 5}-${3 * block + 9}` };
  const outside = { range: `bytes=${6 * block}-${6 * block + 9}` };
  const [goodInside, goodOutside] = [await home.read(path, inside), await home.read(path, outside)];
  const handle = await open(file, 'r+');
  await handle.write(Buffer.from('X'), 0, 1, 3 * block + 100);
  await expectDamage(path, 'object_corrupt', goodInside, inside);
  const other = await home.read(path, outside);
  expect([other.status, other.text]).toEqual([206, goodOutside.text]);
  const whole = await home.read(path);
  expect([whole.status, whole.text]).toEqual([502, 'object_corrupt']);
  await handle.write(Buffer.from([0]), 0, 1, 3 * block + 100);
  await handle.truncate(block);
  await expectDamage(path, 'object_corrupt', goodOutside, outside);
  await handle.close();
});

test('a damaged pointer: 502 for unpinned reads, pinned ones go on, and it heals', async () => {
  home.world.expectLogError('the current release is damaged');
  const file = fileOf(pointerKey('jp'));
  const bytes = await readFile(file);
  const good = await home.read(`${api}/things/10`);
  const fixed = pinned(`${api}/things/10`, home.release);
  const text = bytes.toString();
  const damages: Readonly<Record<string, string>> = {
    altered: text.replace('"displayName":"Japan"', '"displayName":"Jaqan"'),
    emptied: '',
    'of another release': text.replace(home.release.releaseId, 'r-00000000000000000000'),
  };
  for (const bad of Object.values(damages)) {
    await writeFile(file, bad);
    await home.world.until(async () => (await home.read(`${api}/things/10`)).status === 502);
    for (const path of [
      `${api}/things/10`,
      `${api}/release`,
      '/assets/jp/Assets/text.txt',
      '/game-client/jp/manifest.json',
    ]) {
      const answer = await home.read(path);
      expect([answer.status, answer.text]).toEqual([502, expect.stringContaining('release_invalid')]);
    }
    expect((await home.read(fixed)).text).toBe(good.text);
    expect((await home.read('/artifacts/jp/src-1/android/bundles/a.bundle')).text).toBe('artifact a');
    expect((await home.read('/api/v1/releases')).status).toBe(200);
    expect((await home.read('/readyz')).status).toBe(200);
    await writeFile(file, bytes);
    await home.world.until(async () => (await home.read(`${api}/things/10`)).status === 200);
  }
});

test('a release opened anew with damaged identity or side manifest: 502, also pinned, and it heals', async () => {
  for (const [key, code] of [
    [releaseIdentityKey('jp', home.release.releaseId), /^(?!.*\bnot_found).*release_(identity_)?invalid/],
    [sideManifestKey('jp', home.release.releaseId), /release_invalid/],
  ] as const) {
    const file = fileOf(key);
    const bytes = await readFile(file);
    for (const name of ['truncated', 'altered', 'emptied', 'removed', 'replaced by a folder']) {
      await DAMAGES[name]?.(file, bytes);
      await using fresh = await openWorld({ LIVEHOUSE_DATA: home.world.dataDirectory });
      fresh.expectLogError('the current release is damaged');
      const read = (path: string) => readFrom(fresh, path);
      const current = await read(`${api}/things/10`);
      expect([name, current.status, current.text]).toEqual([name, 502, expect.stringContaining('"release_')]);
      const fixed = await read(pinned(`${api}/things/10`, home.release));
      expect([name, fixed.status, fixed.text]).toEqual([name, 502, expect.stringMatching(code)]);
      const media = await read(pinned('/assets/jp/Assets/text.txt', home.release));
      expect([name, media.status, media.text]).toEqual([name, 502, expect.stringMatching(code)]);
      await repair(file, bytes);
      await fresh.until(async () => (await read(`${api}/things/10`)).status === 200);
      expect((await read(pinned(`${api}/things/10`, home.release))).status).toBe(200);
    }
  }
});

test('a damaged source manifest: 502 in plain words on its artifacts, and it heals', async () => {
  const path = '/artifacts/jp/src-1/android/bundles/a.bundle';
  const file = fileOf(sourceManifestKey('jp', 'src-1'));
  const bytes = await readFile(file);
  for (const name of ['truncated', 'altered', 'emptied']) {
    await DAMAGES[name]?.(file, bytes);
    await using fresh = await openWorld({ LIVEHOUSE_DATA: home.world.dataDirectory });
    const answer = await readFrom(fresh, path);
    expect([answer.status, answer.text]).toEqual([502, 'release_invalid']);
    expect(answer.headers.get('x-service-source-id')).toBe('src-1');
    await repair(file, bytes);
    expect((await readFrom(fresh, path)).text).toBe('artifact a');
  }
});

test('media of the right size and digest under a wrong name is not reachable; two servers share content safely', async () => {
  await using other = await writeFiles(
    { server: { id: 'twin', displayName: 'Twin', region: 'en' } },
    new Map([['runtime/same.txt', home.snapshot.files.get('assets/Assets/data.json') ?? '']]),
  );
  await home.world.publish(other.directory);
  const file = contentOf('assets/Assets/data.json');
  const bytes = await readFile(file);
  const good = await home.read('/runtime/twin/same.txt');
  await writeFile(file, flipped(bytes));
  await home.world.until(async () => (await home.read('/runtime/twin/same.txt')).status === 502);
  await repair(file, bytes);
  await expectHealed('/runtime/twin/same.txt', good);
});

test('the store moved away while running: the right bytes or 503, never "not found", and it comes back', async () => {
  const paths = [
    `${api}/things/10`,
    `${api}/list/item-9`,
    '/assets/jp/Assets/ui/r1.png',
    '/runtime/jp/voice',
    '/api/v1/releases',
  ];
  const cold = ['/assets/jp/Packages/pack/p.txt', `${api}/scalars/number`, '/game-client/jp/master/MasterEmpty.bin'];
  const good = new Map<string, string>();
  for (const path of [...paths, ...cold]) good.set(path, (await home.read(path)).text);
  await home.world.withoutStore(async () => {
    await home.world.until(async () => (await home.read('/readyz')).status === 503);
    expect((await home.read('/readyz')).json()).toMatchObject({ status: 'unavailable' });
    expect((await home.read('/healthz')).status).toBe(200);
    for (const path of [...good.keys(), ...paths]) {
      const answer = await home.read(path);
      if (answer.status === 503) expect(answer.text).toContain('storage_unavailable');
      else expect([path, answer.status, answer.text]).toEqual([path, 200, good.get(path) ?? '']);
    }
    const unknown = await home.read(`${api}/things/10?release=r-00000000000000000000`);
    expect([unknown.status, unknown.text]).toEqual([503, expect.stringContaining('storage_unavailable')]);
    const artifact = await home.read('/artifacts/jp/src-2/android/bundles/a.bundle');
    expect([artifact.status, artifact.text]).toEqual([503, 'storage_unavailable']);
  });
  await home.world.until(async () => (await home.read('/readyz')).status === 200);
  for (const [path, text] of good) {
    await home.world.until(async () => (await home.read(path)).text === text);
  }
});
