import { beforeEach, describe, expect, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderForTest } from '../../../../tests/fixtures/keep-open.ts';
import { words } from '../../../../tests/fixtures/words.ts';
import { isReleaseEntry, type Mount, openSnapshot } from './snapshot.ts';

let base: string;
let root: string;

beforeEach(() => {
  base = realpathSync(folderForTest());
  root = join(base, 'snapshot');
  mkdirSync(root);
});

function put(path: string, content: string | Uint8Array = 'x'): void {
  const place = join(base, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, content);
}

function describeServer(more: object = {}): void {
  const server = { id: 'jp', displayName: 'Japan', region: 'jp' };
  put('snapshot/snapshot.json', JSON.stringify({ server, ...more }));
}

async function open(): Promise<{
  readonly files: readonly string[];
  readonly real: Readonly<Record<string, string>>;
  readonly codes: readonly string[];
  readonly mounts: readonly Mount[];
}> {
  const mounts: Mount[] = [];
  const snapshot = await openSnapshot(root, { onMount: (mount) => mounts.push(mount) });
  const files = snapshot.descriptor === undefined ? [] : snapshot.files;
  return {
    files: files.map(({ path }) => path),
    real: Object.fromEntries(files.map(({ path, realPath }) => [path, realPath])),
    codes: snapshot.findings.map(({ severity, code, file, path }) => `${severity} ${code} ${file}${path}`),
    mounts,
  };
}

describe('openSnapshot', () => {
  test('the trees are listed in path order with stat facts', async () => {
    describeServer({ resources: { b: { file: 'catalog/b.json' }, a: { file: 'catalog/a.json' } } });
    const paths = [
      'artifacts/android/bundles/x.bundle',
      'assets/Assets/a b.png',
      'assets/Assets/a-b.png',
      'assets/Assets/a.png',
      'assets/Assets/a/z.png',
      'assets/Assets/a0.png',
      'assets/Packages/日本.png',
      'catalog/a.json',
      'catalog/b.json',
      'game-client/Android/catalog.bin',
      'game-client/master/MasterA.bin',
      'objects/unity/o.gz',
      'runtime/.hidden',
      'sources/Assets/a.png.json',
    ];
    for (const path of [...paths, 'catalog/unnamed.json', 'README.md']) put(`snapshot/${path}`, 'four');
    const { files, codes } = await open();
    expect(files).toEqual(paths);
    expect(files).toEqual([...paths].sort());
    expect(codes).toEqual([]);
    const snapshot = await openSnapshot(root);
    const first = snapshot.descriptor && snapshot.files[0];
    expect(first).toMatchObject({ bytes: 4, realPath: join(root, paths[0] ?? '') });
    expect(first?.inode).toBeGreaterThan(0);
  });

  test('a missing descriptor is reported', async () => {
    expect((await open()).codes).toEqual(['error descriptor_missing snapshot.json']);
    root = join(base, 'nowhere');
    expect((await open()).codes).toEqual(['error descriptor_missing snapshot.json']);
  });

  test('files that no route can serve are left out, with one warning per folder', async () => {
    describeServer({ exclude: ['**/.DS_Store', 'runtime/*.tmp'] });
    for (const path of words(`
      assets/foo.png assets/.DS_Store assets/other/1.png assets/other/2.png objects/master/m.json artifacts/ios/x
      artifacts/android/bundles/deep/x game-client/manifest.json game-client/Android/deep/x sources/Assets/a.txt
      runtime/a.tmp runtime/deep/b.tmp
    `)) {
      put(`snapshot/${path}`);
    }
    const { files, codes } = await open();
    expect(files).toEqual(['runtime/deep/b.tmp']);
    expect(codes).toEqual([
      'warning not_served artifacts/android/bundles/deep',
      'warning not_served artifacts/ios',
      'warning not_served assets/foo.png',
      'warning not_served assets/other',
      'warning not_served game-client/Android/deep',
      'warning not_served game-client/manifest.json',
      'warning not_served objects/master',
      'warning not_served sources/Assets/a.txt',
    ]);
  });

  test('mounts are followed, longer ones first, and announced before they are read', async () => {
    describeServer({
      mounts: {
        'assets/Assets/textures': { from: '../elsewhere', exclude: ['**/*.js', 'drafts/**'] },
        'assets/Assets/textures/deep': 'inside',
        'runtime/new/file.json': '../tables/one.json',
        'catalog/tables': '../tables',
        objects: '../objects',
      },
      resources: { one: { file: 'catalog/tables/one.json' } },
    });
    put('elsewhere/a.png');
    put('elsewhere/b.js');
    put('elsewhere/drafts/c.png');
    put('elsewhere/deep/hidden.png');
    put('snapshot/inside/d.png');
    put('snapshot/assets/Assets/textures/own.png');
    put('snapshot/assets/Assets/kept.png');
    put('tables/one.json', '{}');
    put('objects/unity/o.bin');
    const { files, real, codes, mounts } = await open();
    expect(files).toEqual([
      'assets/Assets/kept.png',
      'assets/Assets/textures/a.png',
      'assets/Assets/textures/deep/d.png',
      'catalog/tables/one.json',
      'objects/unity/o.bin',
      'runtime/new/file.json',
    ]);
    expect(real['runtime/new/file.json']).toBe(join(base, 'tables/one.json'));
    expect(codes).toEqual([
      'warning mount_hides_path assets/Assets/textures',
      'warning mount_hides_path assets/Assets/textures/deep',
    ]);
    expect(mounts.map(({ path, outside }) => `${path} ${outside}`)).toEqual([
      'assets/Assets/textures true',
      'assets/Assets/textures/deep false',
      'catalog/tables true',
      'objects true',
      'runtime/new/file.json true',
    ]);
  });

  test('a mounted top-level tree and a mounted catalog file report what they hide', async () => {
    describeServer({
      mounts: { runtime: '../elsewhere', 'catalog/a.json': '../tables/a.json', objects: '../elsewhere' },
      resources: { a: { file: 'catalog/a.json' } },
    });
    put('elsewhere/unity/o.bin');
    put('tables/a.json', '{}');
    put('snapshot/runtime/own.png');
    put('snapshot/catalog/a.json', '{}');
    const { files, codes } = await open();
    expect(files).toEqual(['catalog/a.json', 'objects/unity/o.bin', 'runtime/unity/o.bin']);
    expect(codes).toEqual(['warning mount_hides_path runtime', 'warning mount_hides_path catalog/a.json']);
  });

  test('mistakes in files are reported together with an invalid server', async () => {
    put(
      'snapshot/snapshot.json',
      JSON.stringify({ mounts: { 'runtime/m': '../nowhere' }, resources: { a: { file: 'catalog/a.json' } } }),
    );
    const { codes } = await open();
    expect(codes).toEqual([
      'error invalid_descriptor snapshot.json$.server',
      'error mount_missing snapshot.json$.mounts["runtime/m"]',
      'error missing_file snapshot.json$.resources.a.file',
    ]);
  });

  test('a mount is announced before its folder is listed', async () => {
    describeServer({ mounts: { 'runtime/m': '../elsewhere' } });
    mkdirSync(join(base, 'elsewhere'));
    const snapshot = await openSnapshot(root, { onMount: ({ realPath }) => writeFileSync(join(realPath, 'late'), '') });
    expect(snapshot.descriptor && snapshot.files.map(({ path }) => path)).toEqual(['runtime/m/late']);
  });

  test('links are followed inside their tree only, and every invalid entry is reported', async () => {
    describeServer({
      mounts: { 'runtime/m': '../elsewhere', 'runtime/gone': '../gone', 'runtime/real/x': '../elsewhere' },
      resources: { a: { file: 'catalog/a.json' }, b: { file: 'catalog/b.json' }, c: { file: 'catalog/c.json' } },
    });
    put('secret.json');
    put('elsewhere/e.txt');
    put('snapshot/runtime/real/f.txt');
    put('snapshot/assets/Assets/a.png');
    put('snapshot/catalog/a.json');
    const link = (target: string, path: string): void => symlinkSync(target, join(root, path));
    link('real', 'runtime/folder');
    link('real/f.txt', 'runtime/file');
    link('../assets/Assets/a.png', 'runtime/other-tree');
    link('../../secret.json', 'runtime/secret');
    link('/etc', 'runtime/etc');
    link('..', 'runtime/real/up');
    link('self', 'runtime/self');
    link('nothing', 'runtime/broken');
    link('../../secret.json', 'catalog/b.json');
    link('../secret.json', 'objects');
    symlinkSync('../secret.json', join(base, 'elsewhere/leak'));
    symlinkSync('e.txt', join(base, 'elsewhere/fine'));
    execFileSync('mkfifo', [join(root, 'runtime/pipe')]);
    const { files, real, codes } = await open();
    expect(files).toEqual([
      'assets/Assets/a.png',
      'catalog/a.json',
      'runtime/file',
      'runtime/folder/f.txt',
      'runtime/m/e.txt',
      'runtime/m/fine',
      'runtime/real/f.txt',
      'runtime/real/x/e.txt',
      'runtime/real/x/fine',
    ]);
    expect(real['runtime/file']).toBe(join(root, 'runtime/real/f.txt'));
    expect(codes.toSorted()).toEqual(
      [
        'error mount_missing snapshot.json$.mounts["runtime/gone"]',
        'error link_leaves_tree snapshot.json$.resources.b.file',
        'error missing_file snapshot.json$.resources.c.file',
        'error link_leaves_tree objects',
        'error broken_link runtime/broken',
        'error link_leaves_tree runtime/etc',
        'error link_loop runtime/folder/up',
        'error link_leaves_tree runtime/m/leak',
        'error link_leaves_tree runtime/other-tree',
        'error special_file runtime/pipe',
        'error link_loop runtime/real/up',
        'error link_leaves_tree runtime/real/x/leak',
        'error link_leaves_tree runtime/secret',
        'error link_loop runtime/self',
      ].toSorted(),
    );
  });

  test('invalid release paths and names that collide after normalisation are refused', async () => {
    describeServer();
    put('snapshot/runtime/back\\slash');
    put('snapshot/runtime/line\nbreak');
    put('snapshot/runtime/\u{e9}');
    put('snapshot/runtime/e\u{301}');
    put('snapshot/runtime/Case');
    put('snapshot/runtime/case');
    put(`snapshot/runtime/${`${'long'.repeat(60)}/`.repeat(5)}x`);
    writeFileSync(Buffer.concat([Buffer.from(`${root}/runtime/`), Buffer.from([0xff, 0x2e])]), '');
    const { files, codes } = await open();
    expect(files).toContain('runtime/Case');
    expect(files).toContain('runtime/case');
    expect(codes.map((line) => line.split(' ')[1]).toSorted()).toEqual([
      'invalid_path',
      'invalid_path',
      'invalid_path',
      'invalid_path',
      'name_clash',
    ]);
  });

  test('a mount below a mounted file is a conflict', async () => {
    describeServer({ mounts: { 'runtime/f': '../f', 'runtime/f/g': '../f', 'runtime/own/g': '../f' } });
    put('f');
    put('snapshot/runtime/own');
    expect((await open()).codes).toEqual([
      'error mount_conflict snapshot.json$.mounts["runtime/f/g"]',
      'error mount_conflict runtime/own',
    ]);
  });

  test('the walk ends for links that multiply folders without a loop', async () => {
    describeServer();
    for (let level = 0; level < 40; level++) {
      mkdirSync(join(root, `runtime/l${level}`), { recursive: true });
      for (const side of ['a', 'b']) symlinkSync(`../l${level + 1}`, join(root, `runtime/l${level}/${side}`));
    }
    mkdirSync(join(root, 'runtime/l40'));
    expect((await open()).codes).toContainEqual(expect.stringContaining('too_many_links'));
  });
});

test('entries of a release are the files of four trees', () => {
  expect(['assets/Assets/a', 'runtime/a', 'objects/unity/a', 'game-client/master/a'].every(isReleaseEntry)).toBe(true);
  expect(['catalog/a', 'sources/Assets/a', 'artifacts/android/bundles/a', 'assets'].some(isReleaseEntry)).toBe(false);
});
