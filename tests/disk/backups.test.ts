// A target whose disk fills in the middle of a backup: the run fails with a clear error, gives the room back, and the last good
// backup stays; with room again the next run succeeds.
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keepOpen } from '../fixtures/keep-open.ts';
import { codesOf, type Place, runAt } from '../fixtures/moving.ts';
import { openAccountsWorld } from '../fixtures/people.ts';
import { openSmallDisk } from '../fixtures/small-disks.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const MEBIBYTE = 1024 * 1024;
const disk = openSmallDisk('backups');
// An earlier run may have left something.
disk.clear();
const snapshot = await keepOpen(createSmallSnapshot());
afterAll(() => {
  disk.clear();
});

test('a full target keeps its last good backup', async () => {
  const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
  await home.world.publish(snapshot.directory);
  const target = join(disk.path, 'backups');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const place: Place = { LIVEHOUSE_DATA: home.world.dataDirectory, DATABASE_URL: home.databaseUrl, BACKUP_TO: target };
  const first = await runAt(place, ['backup', 'now']);
  expect(first.json).toMatchObject({ ok: true });
  snapshot.write('assets/Assets/large.bin', crypto.getRandomValues(new Uint8Array(60_000)));
  for (let part = 0; part < 6; part++) {
    snapshot.write(`assets/Assets/large-${part}.bin`, Buffer.alloc(2 * MEBIBYTE, part + 1));
  }
  await home.world.publish(snapshot.directory);
  const roomBefore = disk.free();
  disk.fill(5 * MEBIBYTE);
  const room = disk.free();
  const failed = await runAt(place, ['backup', 'now']);
  expect([failed.code, codesOf(failed)]).toEqual([1, ['backup_target_full']]);
  expect(readdirSync(target).sort()).toEqual([first.json.name, 'objects']);
  // What it sent is removed again.
  expect(disk.free()).toBeGreaterThan(room - MEBIBYTE);
  const listed = await runAt(place, ['backup', 'list']);
  expect(listed.json.backups).toMatchObject([{ name: first.json.name, state: 'verified' }]);
  disk.clear();
  expect(disk.free()).toBeGreaterThan(roomBefore - MEBIBYTE);
  expect((await runAt(place, ['backup', 'now'])).json).toMatchObject({ ok: true });
}, 60_000);
