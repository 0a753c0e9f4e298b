// The release commands as an operator runs them: exit codes, the one JSON line, what is stored, and what is not.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '../../src/kernel/canonical-json.ts';
import { contentKey, leaseKey, pointerKey, sideManifestKey } from '../../src/kernel/object-key.ts';
import { contentOf } from '../fixtures/folder-content.ts';
import { runCommand, runJson, startCommand } from '../fixtures/run-command.ts';
import { createSmallSnapshot, type SmallSnapshot } from '../fixtures/small-snapshot.ts';

let data = '';
let snapshot: SmallSnapshot;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'livehouse-data-'));
  snapshot = createSmallSnapshot();
});
afterEach(() => {
  snapshot.dispose();
  rmSync(data, { recursive: true, force: true });
});

const publish = (...flags: string[]) => runJson(data, 'publish', snapshot.directory, ...flags);
const releases = (...args: string[]) => runJson(data, 'releases', ...args);
const stored = (key: string): string => join(data, 'objects', key);
const current = async (): Promise<string> => (await releases('list')).json.servers[0].current;

/** Publishes `count` releases that differ in one file; their ids in order. */
async function publishSeries(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    snapshot.write('assets/Assets/media-0.txt', `version ${i}`);
    ids.push((await publish()).json.releaseId);
  }
  return ids;
}

describe('publish', () => {
  test('makes a release and says so in one line of JSON', async () => {
    const { code, json } = await publish();
    expect(code).toBe(0);
    expect(json).toMatchObject({ ok: true, server: 'jp', promoted: true, unchanged: false, warnings: [] });
    expect(json.releaseId).toMatch(/^r-[0-9a-f]{20}$/);
    expect(json.sourceId).toMatch(/^s-[0-9a-f]{20}$/);
    expect(json.entries).toBeGreaterThan(7);
    expect(json.objects.written).toBeGreaterThan(7);
    expect(Number.isInteger(json.milliseconds)).toBe(true);
    expect(Object.keys(json).sort()).toEqual(
      'bytes entries milliseconds objects ok promoted releaseId server sourceId unchanged warnings'.split(' '),
    );
    expect((await releases('verify', 'jp')).json).toMatchObject({ ok: true, problems: [] });
  });

  test('again: the same id, nothing written, also from a copy elsewhere and in another data directory', async () => {
    const first = (await publish()).json;
    const before = contentOf(stored('.'));
    const second = (await publish()).json;
    expect(second).toMatchObject({ releaseId: first.releaseId, unchanged: true, objects: { written: 0 } });
    expect(contentOf(stored('.'))).toEqual(before);
    const copy = createSmallSnapshot();
    const other = join(data, 'other');
    const third = await runJson(other, 'publish', copy.directory);
    copy.dispose();
    expect(third.json).toMatchObject({ releaseId: first.releaseId, sourceId: first.sourceId, unchanged: false });
  });

  test('dry run: the same answer and not one byte written', async () => {
    const target = join(data, 'nothing');
    const dry = await runJson(target, 'publish', snapshot.directory, '--dry-run');
    expect(dry.code).toBe(0);
    expect(existsSync(target)).toBe(false);
    const real = (await publish()).json;
    expect(dry.json).toMatchObject({
      releaseId: real.releaseId,
      sourceId: real.sourceId,
      entries: real.entries,
      promoted: false,
    });
    const before = contentOf(data);
    snapshot.write('assets/Assets/media-9.txt', 'new');
    const next = (await publish('--dry-run')).json;
    expect(next.releaseId).not.toBe(real.releaseId);
    expect(next.objects.written).toBeGreaterThan(0);
    expect(contentOf(data)).toEqual(before);
  });

  test('a damaged lease of a collection is waited for in words, and not when it is old', async () => {
    const torn = stored(leaseKey('jp', 'collect-torn'));
    mkdirSync(join(torn, '..'), { recursive: true });
    writeFileSync(torn, '');
    const child = startCommand(data, ['publish', snapshot.directory, '--json']);
    let said = '';
    for await (const piece of child.stderr) {
      said += new TextDecoder().decode(piece);
      if (said.includes('collect-torn.json is damaged')) rmSync(torn, { force: true });
    }
    expect(await child.exited).toBe(0);
    expect(said).toContain('counts as a running collection until');
    mkdirSync(join(torn, '..'), { recursive: true });
    writeFileSync(torn, '');
    const old = Date.now() / 1000 - 6 * 60;
    utimesSync(torn, old, old);
    snapshot.write('assets/Assets/media-0.txt', 'changed');
    const again = await publish();
    expect(again.json.ok).toBe(true);
    expect(again.stderr).not.toContain('damaged');
    expect(existsSync(torn)).toBe(false);
  });

  test('no promote: stored, not current, and out of the registry until promoted', async () => {
    const { json } = await publish('--no-promote');
    expect(json).toMatchObject({ promoted: false, unchanged: false });
    expect(existsSync(stored(pointerKey('jp')))).toBe(false);
    expect((await releases('list')).json.servers[0]).toMatchObject({ id: 'jp', status: 'staged', current: null });
    const moved = await releases('promote', 'jp', json.releaseId);
    expect(moved.json).toMatchObject({ ok: true, releaseId: json.releaseId, changed: true });
    expect(await current()).toBe(json.releaseId);
    expect((await publish()).json).toMatchObject({ promoted: true, unchanged: true });
  });

  test('all mistakes are told in one run, and nothing becomes visible', async () => {
    snapshot.write('catalog/songs.json', '[{"musicId":"a"},{"musicId":"a"},{"musicId":"no/slash"}]');
    symlinkSync('/etc/hostname', join(snapshot.directory, 'assets', 'Assets', 'link.txt'));
    const { code, json, stderr } = await publish();
    expect(code).toBe(1);
    expect(json.ok).toBe(false);
    expect(json.errors.length).toBeGreaterThanOrEqual(3);
    for (const error of json.errors) {
      expect(Object.keys(error).sort()).toEqual(['code', 'file', 'message', 'path']);
      expect(error.code).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(stderr).toContain(error.message);
    }
    expect((await releases('list')).json.servers).toEqual([]);
    expect(existsSync(stored('servers/jp/releases'))).toBe(false);
  });

  test('a name that no address leads to is a warning, and only that', async () => {
    for (const path of ['runtime/a%2fb.txt', 'assets/Assets/x%5cy/z.txt', 'sources/Assets/%2e%2e.json']) {
      snapshot.write(path, '{}');
    }
    for (const path of ['runtime/100%.txt', 'runtime/a%20b.txt', 'artifacts/android/bundles/a%2fb.bundle'])
      snapshot.write(path, 'x');
    const { code, json, stderr } = await publish();
    expect(code).toBe(0);
    const told = json.warnings.map((warning: { code: string; file: string }) => `${warning.code} ${warning.file}`);
    expect(told.sort()).toEqual([
      'not_addressable assets/Assets/x%5cy/z.txt',
      'not_addressable runtime/a%2fb.txt',
      'not_addressable sources/Assets/%2e%2e.json',
    ]);
    expect(stderr).toContain('runtime/a%2fb.txt');
    expect((await publish()).json).toMatchObject({ unchanged: true, warnings: json.warnings });
  });

  test('a directory without a descriptor says so', async () => {
    const { code, json } = await runJson(data, 'publish', data);
    expect(code).toBe(1);
    expect(json.errors[0]).toMatchObject({ file: 'snapshot.json' });
  });

  test('a mount outside the snapshot is named by its real path', async () => {
    const outside = join(data, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'x.txt'), 'x');
    snapshot.describe({ mounts: { 'assets/Assets/more': outside } });
    const { code, stderr } = await publish();
    expect(code).toBe(0);
    expect(stderr).toContain(outside);
  });

  test('one source id has one set of artifacts', async () => {
    snapshot.describe({ sourceId: 'v1' });
    expect((await publish()).code).toBe(0);
    snapshot.write('assets/Assets/media-0.txt', 'other media are fine');
    expect((await publish()).code).toBe(0);
    const before = await current();
    snapshot.write('artifacts/android/bundles/one.bundle', 'another bundle');
    const { code, json } = await publish();
    expect(code).toBe(1);
    expect(json.errors.map((error: { code: string }) => error.code)).toEqual(['source_conflict']);
    expect(await current()).toBe(before);
    snapshot.describe({ sourceId: 'v2' });
    expect((await publish()).code).toBe(0);
  });

  test('a changed name of the server moves the registry facts, not the release', async () => {
    const first = (await publish()).json;
    snapshot.describe({ server: { id: 'jp', displayName: 'Nippon', region: 'jp' } });
    const second = (await publish()).json;
    expect(second).toMatchObject({ releaseId: first.releaseId, unchanged: false });
    expect((await releases('list')).json.servers[0]).toMatchObject({ displayName: 'Nippon' });
    expect((await releases('verify', 'jp')).json.ok).toBe(true);
    expect((await publish()).json.unchanged).toBe(true);
  });

  test('a file is read again when anything of its stat facts differs, whatever its modification time says', async () => {
    snapshot.age(3600);
    const first = (await publish()).json.releaseId;
    // Same size, same modification time: only the change time and the content tell.
    snapshot.write('assets/Assets/media-0.txt', 'MEDIA 0');
    snapshot.age(3600);
    expect((await publish()).json.releaseId).not.toBe(first);
  });

  test('a file that was fresh when it was hashed is read again, as is one from the future', async () => {
    const first = (await publish()).json.releaseId;
    const file = join(snapshot.directory, 'assets/Assets/media-0.txt');
    const { mtime, atime } = statSync(file);
    writeFileSync(file, 'MEDIA 0');
    utimesSync(file, atime, mtime);
    const second = (await publish()).json.releaseId;
    expect(second).not.toBe(first);
    const future = new Date(Date.now() + 3_600_000);
    utimesSync(file, future, future);
    expect((await publish()).json.releaseId).toBe(second);
    writeFileSync(file, 'Media 0');
    utimesSync(file, future, future);
    expect((await publish()).json.releaseId).not.toBe(second);
  });

  test('with a warm stat index, removed and torn objects are stored again', async () => {
    snapshot.age(3600);
    await Bun.sleep(2100);
    const { releaseId } = (await publish()).json;
    expect((await publish()).json.unchanged).toBe(true);
    const key = contentKey(sha256Hex('media 1'));
    rmSync(stored(key));
    expect((await publish()).json).toMatchObject({ releaseId, unchanged: false, objects: { written: 1 } });
    expect((await releases('verify', 'jp')).json.ok).toBe(true);
    rmSync(stored(sideManifestKey('jp', releaseId)));
    expect((await publish()).json).toMatchObject({ releaseId, unchanged: false });
    expect((await releases('verify', 'jp')).json.ok).toBe(true);
  });

  test('two publishers at once: both succeed, one is current, both are whole', async () => {
    const other = createSmallSnapshot({ media: 9 });
    try {
      const results = await Promise.all([publish(), runJson(data, 'publish', other.directory), publish()]);
      expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
      const ids = [...new Set(results.map(({ json }) => json.releaseId))];
      expect(ids.length).toBe(2);
      expect(ids).toContain(await current());
      for (const id of ids) expect((await releases('verify', 'jp', id)).json.ok).toBe(true);
      const pointer = JSON.parse(readFileSync(stored(pointerKey('jp')), 'utf8'));
      expect(new Set(pointer.history)).toEqual(new Set(ids));
      expect(existsSync(stored('servers/jp/uploads'))).toBe(false);
    } finally {
      other.dispose();
    }
  });
});

describe('releases', () => {
  test('rollback goes back one each time, and publishing goes on from there', async () => {
    const [a, b, c] = await publishSeries(3);
    expect((await releases('rollback', 'jp')).json.releaseId).toBe(b);
    expect((await releases('rollback', 'jp')).json.releaseId).toBe(a);
    const none = await releases('rollback', 'jp');
    expect(none.code).toBe(1);
    expect(none.json.errors[0].code).toBe('nothing_to_roll_back');
    expect((await releases('promote', 'jp', c ?? '')).json.previous).toBe(a);
    expect((await releases('rollback', 'jp')).json.releaseId).toBe(a);
    expect((await publish()).json.releaseId).toBe(c);
    expect(await current()).toBe(c ?? '');
  });

  test('retire takes the server out, publishing brings it back', async () => {
    await publish();
    expect((await releases('retire', 'jp')).json).toMatchObject({ ok: true, status: 'retired', changed: true });
    expect((await releases('list')).json.servers[0].status).toBe('retired');
    expect((await publish('--no-promote')).json.promoted).toBe(false);
    expect((await publish()).json).toMatchObject({ promoted: true, unchanged: false });
    expect((await releases('list')).json.servers[0].status).toBe('active');
  });

  test('diff names what was added, removed and changed', async () => {
    const a = (await publish()).json.releaseId;
    snapshot.write('assets/Assets/new.txt', 'new');
    snapshot.write('assets/Assets/media-1.txt', 'changed');
    snapshot.remove('assets/Assets/media-2.txt');
    const b = (await publish()).json.releaseId;
    const { json } = await releases('diff', 'jp', a, b);
    expect(json.added).toEqual(['assets/Assets/new.txt']);
    expect(json.removed).toEqual(['assets/Assets/media-2.txt']);
    expect(json.changed).toContain('assets/Assets/media-1.txt');
    expect((await releases('diff', 'jp', a, a)).json).toEqual({ ok: true, added: [], removed: [], changed: [] });
  });

  test('show tells of the current release or of the one named', async () => {
    const [a, b] = await publishSeries(2);
    expect((await releases('show', 'jp')).json).toMatchObject({ ok: true, releaseId: b, current: true });
    expect((await releases('show', 'jp', a ?? '')).json).toMatchObject({ releaseId: a, current: false });
  });

  test('verify finds missing, altered and cut objects and documents', async () => {
    const { releaseId } = (await publish()).json;
    const [missing, altered, cut] = ['media 1', 'media 2', 'media 3'].map((text) => contentKey(sha256Hex(text)));
    const shard = `servers/jp/releases/${releaseId}/index/00.json`;
    rmSync(stored(missing ?? ''));
    writeFileSync(stored(altered ?? ''), 'MEDIA 2');
    writeFileSync(stored(cut ?? ''), 'm');
    writeFileSync(stored(shard), readFileSync(stored(shard), 'utf8').replace('00', '01'));
    const { code, json } = await releases('verify', 'jp');
    expect(code).toBe(1);
    expect(json.ok).toBe(false);
    expect(json.problems).toEqual(
      [
        { key: missing, code: 'object_missing' },
        { key: altered, code: 'object_corrupt' },
        { key: cut, code: 'object_corrupt' },
        { key: shard, code: 'index_mismatch' },
      ].sort((a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1)),
    );
    expect(json.checked).toBeGreaterThan(256);
  });

  test.each([
    [['show', 'kr'], 'server_not_found'],
    [['show', 'jp', 'r-00000000000000000000'], 'release_not_found'],
    [['promote', 'jp', 'r-00000000000000000000'], 'release_not_found'],
    [['rollback', 'kr'], 'server_not_found'],
    [['retire', 'kr'], 'server_not_found'],
    [['verify', '../jp'], 'server_not_found'],
    [['gc', 'kr'], 'server_not_found'],
  ])('%p fails with %s', async (args, code) => {
    await publish();
    const outcome = await releases(...args);
    expect(outcome.code).toBe(1);
    expect(outcome.json.errors[0].code).toBe(code);
  });
});

describe('the command line', () => {
  test.each([
    [[]],
    [['nothing']],
    [['publish']],
    [['publish', 'a', 'b']],
    [['publish', 'a', '--nope']],
    [['releases']],
    [['releases', 'nope']],
    [['releases', 'gc', '--keep', '1']],
    [['releases', 'gc', '--keep', 'x']],
  ])('wrong usage %p is exit 2 with one line of JSON', async (args) => {
    const { code, json, stderr } = await runJson(data, ...args);
    expect(code).toBe(2);
    expect(json).toMatchObject({ ok: false, errors: [{ code: 'wrong_usage' }] });
    expect(stderr.length).toBeGreaterThan(0);
  });

  test('help and version', async () => {
    expect((await runCommand(data, 'help')).stdout).toContain('livehouse publish DIR');
    expect((await runCommand(data, '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('the linked command runs without Node, from anywhere, and hands on its exit code', async () => {
    const link = join(data, 'livehouse');
    symlinkSync(join(import.meta.dir, '..', '..', 'bin', 'livehouse'), link);
    const run = async (...words: string[]) => {
      const env = { PATH: '/usr/bin:/bin', LIVEHOUSE_DATA: data };
      const child = Bun.spawn([link, ...words], { cwd: data, env, stdout: 'pipe', stderr: 'ignore' });
      return { text: await new Response(child.stdout).text(), code: await child.exited };
    };
    expect(await run('--version')).toEqual({ text: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), code: 0 });
    expect((await run('nothing')).code).toBe(2);
  });

  test('text for people goes to standard output, and a reader that goes away is no failure', async () => {
    const { code, stdout } = await runCommand(data, 'publish', snapshot.directory);
    expect(code).toBe(0);
    expect(stdout).toContain('Published jp');
    const bin = join(import.meta.dir, '..', '..', 'bin', 'livehouse.js');
    const shell = Bun.spawn(['sh', '-c', `node ${bin} openapi | head -c 1 >/dev/null`], {
      env: { ...process.env, LIVEHOUSE_DATA: data },
      stderr: 'pipe',
    });
    expect(await new Response(shell.stderr).text()).not.toContain('EPIPE');
    expect(await shell.exited).toBe(0);
  });
});
