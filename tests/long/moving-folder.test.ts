// The folder of an export. It is complete or it is no export, whatever happens while it is written. An import refuses a
// folder that differs from what was written before it changes anything at the target.
import { describe, expect, test } from 'bun:test';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openObjects } from '../../src/app/open-objects.ts';
import { exportLivehouse } from '../../src/features/moving/export.ts';
import { requireManifest } from '../../src/features/moving/folder.ts';
import { collectReleases } from '../../src/features/release/store/retention.ts';
import { canonicalText, sha256Hex } from '../../src/kernel/canonical-json.ts';
import { checkConfig } from '../../src/platform/config/config.ts';
import { openDatabaseSession } from '../../src/platform/database/session.ts';
import type { Objects } from '../../src/platform/objects/objects.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { closing } from '../fixtures/closing.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { codesOf, contentOf, filesOf, type Place, readManifest, runAt } from '../fixtures/moving.ts';
import { type MovingHome, openMovingHome } from '../fixtures/moving-home.ts';
import { expectOnlyStatus, type Person, readJson } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { attachmentPath, reserve, sendPart, settle, upload } from '../fixtures/uploads.ts';
import { openWorld } from '../world.ts';

let home: MovingHome['home'];
let place: Place;
let snapshot: MovingHome['snapshot'];
let author: Person;
let reader: Person;
let exported: string;
let folder: MovingHome['folder'];
let freshPlace: MovingHome['freshPlace'];
const moving = await keepOpen(openMovingHome());
({ home, place, snapshot, author, reader, exported, folder, freshPlace } = moving);

describe('an incomplete or altered export is refused before anything is written', () => {
  let serial = 0;
  /** Imports a changed copy of the export; returns the codes, and whether the target was left unchanged. */
  async function tryChanged(
    change: (copy: string) => void,
  ): Promise<readonly [codes: readonly string[], files: number]> {
    serial += 1;
    const copy = folder(`changed-${serial}`);
    cpSync(exported, copy, { recursive: true });
    change(copy);
    const target = folder(`refused-${serial}`);
    const outcome = await runAt({ LIVEHOUSE_DATA: target, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, [
      'import',
      copy,
    ]);
    expect(outcome.code).toBe(1);
    const written = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !name.startsWith('imports'),
    );
    return [codesOf(outcome), written.length];
  }
  const reseal = (copy: string, changes: Readonly<Record<string, unknown>>): void => {
    const { digest: _, ...rest } = readManifest(copy);
    const changed = { ...rest, ...changes };
    writeFileSync(
      join(copy, 'manifest.json'),
      JSON.stringify({ ...changed, digest: sha256Hex(canonicalText(changed)) }),
    );
  };

  test('a folder that is no export, or an unfinished one', async () => {
    expect(await tryChanged((copy) => unlinkSync(join(copy, 'manifest.json')))).toEqual([['export_missing'], 0]);
    const unfinished = await tryChanged((copy) => {
      unlinkSync(join(copy, 'manifest.json'));
      writeFileSync(join(copy, 'unfinished.sqlite'), '');
    });
    expect(unfinished).toEqual([['export_unfinished'], 0]);
  });

  test('a newer format, or another schema version', async () => {
    expect(await tryChanged((copy) => reseal(copy, { version: 2, extra: [] }))).toEqual([['export_newer'], 0]);
    const { migrations } = readManifest(exported);
    const newer = await tryChanged((copy) => reseal(copy, { migrations: [...migrations, '9999_later.sql'] }));
    expect(newer).toEqual([['schema_differs'], 0]);
    const foreign = await tryChanged((copy) => reseal(copy, { migrations: ['0001_of_another.sql'] }));
    expect(foreign).toEqual([['schema_differs'], 0]);
  });

  test('an altered manifest, list, or file of rows; files cut short or missing', async () => {
    const flip = (path: string): void => {
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    };
    const aFile = (copy: string): string => {
      const { key } = JSON.parse(readFileSync(join(copy, 'objects.jsonl'), 'utf8').split('\n')[0] ?? '');
      return join(copy, 'objects', key);
    };
    expect(await tryChanged((copy) => flip(join(copy, 'manifest.json')))).toEqual([['export_damaged'], 0]);
    expect(await tryChanged((copy) => flip(join(copy, 'objects.jsonl')))).toEqual([['export_damaged'], 0]);
    expect(await tryChanged((copy) => truncateSync(join(copy, 'objects.jsonl'), 100))).toEqual([['export_damaged'], 0]);
    expect(await tryChanged((copy) => flip(join(copy, 'tables', 'post.copy')))).toEqual([['file_damaged'], 0]);
    expect(await tryChanged((copy) => unlinkSync(join(copy, 'tables', 'post.copy')))).toEqual([['file_missing'], 0]);
    expect(await tryChanged((copy) => appendFileSync(aFile(copy), 'x'))).toEqual([['file_damaged'], 0]);
    expect(await tryChanged((copy) => unlinkSync(aFile(copy)))).toEqual([['file_missing'], 0]);
  });

  test('keys that would leave the store', async () => {
    const codes = await tryChanged((copy) => {
      const evil = `${JSON.stringify({ key: 'attachments/v1/../../../evil', bytes: 0, sha256: 'a'.repeat(64) })}\n`;
      writeFileSync(join(copy, 'objects.jsonl'), evil);
      const list = { rows: 1, bytes: evil.length, sha256: sha256Hex(evil) };
      reseal(copy, { objects: { count: 1, bytes: 0, list } });
    });
    expect(codes).toEqual([['export_damaged'], 0]);
  });
});

describe('the folder of an export', () => {
  test('is accessible to its owner only, and never overwritten', async () => {
    for (const path of filesOf(exported).keys()) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
    expect(statSync(exported).mode & 0o077).toBe(0);
    expect([...filesOf(exported).keys()].filter((path) => /unfinished|\.tmp/.test(path))).toEqual([]);
    const twice = await runAt(place, ['export', exported]);
    expect([twice.code, codesOf(twice)]).toEqual([1, ['export_exists']]);
    mkdirSync(folder('filled-folder'));
    writeFileSync(join(folder('filled-folder'), 'letter.txt'), 'mine');
    const foreign = await runAt(place, ['export', folder('filled-folder')]);
    expect([foreign.code, codesOf(foreign)]).toEqual([1, ['folder_not_empty']]);
  });

  test('reports objects that rows reference and the store lacks', async () => {
    const lost = await upload(reader, await makePng(40, 30), 'image/png');
    await settle(reader, lost);
    const objects = join(home.world.objectsDirectory, 'attachments', 'v1', lost);
    const [gone = ''] = [...filesOf(objects).keys()].filter((path) => !path.endsWith('original'));
    unlinkSync(gone);
    const { json, stderr } = await runAt(place, ['export', folder('with-a-hole')]);
    const key = gone.slice(home.world.objectsDirectory.length + 1);
    expect(json).toMatchObject({ ok: true, problems: [{ key, reason: 'missing' }] });
    expect(stderr).toContain(key);
    expect(readManifest(folder('with-a-hole')).problems).toEqual([{ key, reason: 'missing' }]);
    const imported = await runAt(await freshPlace('hole'), ['import', folder('with-a-hole')]);
    expect(imported.json).toMatchObject({ ok: true, problems: [{ key, reason: 'missing' }] });
    await reader.fetch(attachmentPath(lost), { method: 'DELETE' });
  });
});

test('an interrupted export is resumed, and the files it already has are verified again', async () => {
  const name = folder('stopped');
  const config = checkConfig({ ...place, PORT: '0' });
  {
    await using objects = closing(openObjects(config));
    await using session = closing(await openDatabaseSession(config, 'livehouse export', openLog('error')));
    let reads = 0;
    const read: Objects['read'] = (key) => {
      reads += 1;
      if (reads > 60) throw new Error('the store is gone');
      return objects.read(key);
    };
    const options = { folder: name, sql: session.sql, secret: undefined, livehouse: '0' };
    await expect(exportLivehouse({ ...options, objects: { ...objects, read } })).rejects.toThrow('the store is gone');
  }
  expect(codesOf(await runAt({ LIVEHOUSE_DATA: folder('nobody') }, ['import', name]))).toEqual(['export_unfinished']);
  const copied = [...filesOf(join(name, 'objects')).keys()];
  expect(copied.length).toBeGreaterThan(30);
  // A file of the first run is damaged in between, with its length unchanged.
  const [spoilt = ''] = copied.filter((path) => path.includes('/cas/'));
  const good = readFileSync(spoilt);
  writeFileSync(
    spoilt,
    good.map((byte) => byte ^ 1),
  );
  const { json } = await runAt(place, ['export', name]);
  expect(json).toMatchObject({ ok: true, problems: [] });
  expect(json.objects.kept).toBeGreaterThan(20);
  expect(Buffer.compare(readFileSync(spoilt), good)).toBe(0);
  expect([...filesOf(name).keys()].filter((path) => /unfinished|\.tmp/.test(path))).toEqual([]);
});

/** Exports in this process, and calls `meanwhile` right before the objects are listed for the first time. */
async function exportWith(name: string, meanwhile: (objects: Objects) => Promise<void>): Promise<string> {
  const config = checkConfig({ ...place, PORT: '0' });
  await using objects = closing(openObjects(config));
  await using session = closing(await openDatabaseSession(config, 'livehouse export', openLog('error')));
  let isFirst = true;
  const list: Objects['list'] = async function* (prefix) {
    const wasFirst = isFirst;
    isFirst = false;
    if (wasFirst) await meanwhile(objects);
    yield* objects.list(prefix);
  };
  const secret = {
    text: readFileSync(join(home.world.dataDirectory, 'auth-secret'), 'utf8').trim(),
    kept: 'file',
  } as const;
  await exportLivehouse({
    folder: folder(name),
    objects: { ...objects, list },
    sql: session.sql,
    secret,
    livehouse: '0',
  });
  return folder(name);
}

describe('while the service runs', () => {
  test('a file that is deleted during an export leaves the export consistent', async () => {
    const file = await upload(author, await makePng(50, 20), 'image/png');
    expect((await settle(author, file)).status).toBe('ready');
    const made = await exportWith('during', async (objects) => {
      // A second export may not write there at the same time.
      expect(codesOf(await runAt(place, ['export', folder('during')]))).toEqual(['folder_busy']);
      await expectOnlyStatus(author.fetch(attachmentPath(file), { method: 'DELETE' }), 200);
      await home.world.until(
        async () => (await Array.fromAsync(objects.list(`attachments/v1/${file}/`))).length === 0,
        30_000,
      );
    });
    expect(requireManifest(made).problems).toEqual([]);
    expect([...contentOf(made).keys()].filter((key) => key.includes(file))).toEqual([]);
    const rows = readFileSync(join(made, 'tables', 'attachment.copy'), 'utf8').split('\n');
    expect(rows.find((line) => line.startsWith(file))).toContain('\tdeleted\t');
  });

  test('a collection keeps the releases that an export is about to read', async () => {
    for (const text of ['third', 'fourth', 'fifth']) {
      snapshot.write('assets/Assets/media-1.txt', text);
      await home.world.publish(snapshot.directory);
    }
    const made = await exportWith('collected', async (objects) => {
      const removed = await collectReleases({ objects, server: undefined, keep: 2, dryRun: false });
      expect(removed.releases).toBe(0);
    });
    const releases = new Set(
      [...contentOf(made).keys()].flatMap((key) => /\/releases\/(r-[0-9a-f]+)\//.exec(key)?.[1] ?? []),
    );
    expect(releases.size).toBe(5);
    expect(readdirSync(join(made, 'objects', 'servers', 'jp')).sort()).toEqual([
      'current.json',
      'promotions.json',
      'releases',
      'sources',
    ]);
    // The lease of the export is released, so a collection removes them now.
    expect((await runAt(place, ['releases', 'gc', '--keep', '2'])).json.releases).toBeGreaterThan(0);
  });

  test('an upload in progress starts again at the target', async () => {
    const open = await reserve(author, 8_388_608 + 10);
    await expectOnlyStatus(sendPart(author, open.id, 1, new Uint8Array(8_388_608)), 200);
    const made = folder('with-parts');
    expect((await runAt(place, ['export', made])).json).toMatchObject({ ok: true, problems: [] });
    expect([...contentOf(made).keys()].filter((key) => key.startsWith('parts/'))).toEqual([]);
    const fresh = await freshPlace('parts');
    expect((await runAt(fresh, ['import', made])).json).toMatchObject({ ok: true });
    await using world = await openWorld({ ...fresh, LIMITS: 'off' });
    await world.until(async () => (await (await world.fetch('/readyz')).text()).includes('"jobs":"ok"'), 30_000);
    const headers = { cookie: author.cookie, origin: world.address };
    const there = await readJson(world.fetch(attachmentPath(open.id), { headers }));
    expect([there.attachment.status, there.parts]).toEqual(['reserved', []]);
    const sent = await world.fetch(`/api/v1/community/uploads/${open.id}/parts/1`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(8_388_608),
    });
    expect(sent.status).toBe(200);
  });
});
