import { beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { folderForTest } from '../../../../tests/fixtures/keep-open.ts';
import { leaseKey, pointerKey } from '../../../kernel/object-key.ts';
import { openDiskObjects } from '../../../platform/objects/disk/objects.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { HISTORY_MAX, LEASE_SCHEMA, sealDocument } from './formats.ts';
import { readLeases, takeLease, waitForCollections } from './lease.ts';
import { appendHistory, type PointerFacts, updatePointer } from './move-pointer.ts';
import { readPointer } from './store.ts';

let folder = '';
let objects: Objects;
beforeEach(() => {
  folder = folderForTest();
  objects = openDiskObjects(join(folder, 'objects'));
});

const id = (n: number): string => `r-${n.toString(16).padStart(20, '0')}`;
const facts = (releaseId: string, history: readonly string[]): PointerFacts => ({
  server: 'jp',
  sourceId: 'v1',
  releaseId,
  displayName: 'Japan',
  region: 'jp',
  status: 'active',
  history,
});

describe('pointer', () => {
  test('concurrent changes are not lost', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        updatePointer(objects, 'jp', 'promote', (current) =>
          facts(id(n), appendHistory(current?.history ?? [], id(n))),
        ),
      ),
    );
    const pointer = (await readPointer(objects, 'jp'))?.value;
    expect(pointer?.history.length).toBe(12);
    expect(pointer?.history.at(-1)).toBe(pointer?.releaseId ?? '');
  });

  test('the history keeps the most recent entries', () => {
    let history: readonly string[] = [];
    for (let n = 0; n < 30; n++) history = appendHistory(history, id(n));
    expect(history.length).toBe(HISTORY_MAX);
    expect(history[0]).toBe(id(30 - HISTORY_MAX));
    expect(appendHistory(history, id(29))).toEqual(history);
  });

  test('an altered pointer is damaged, and can be replaced', async () => {
    await updatePointer(objects, 'jp', 'promote', () => facts(id(1), [id(1)]));
    const bytes = await objects.read(pointerKey('jp'));
    const text = new TextDecoder().decode(bytes).replace('Japan', 'Nippon');
    await objects.write(pointerKey('jp'), new TextEncoder().encode(text));
    const damaged = await readPointer(objects, 'jp');
    expect(damaged).toBeDefined();
    expect(damaged?.value).toBeUndefined();
    expect(await updatePointer(objects, 'jp', 'promote', () => facts(id(2), [id(2)]))).toBe(true);
    expect((await readPointer(objects, 'jp'))?.value?.releaseId).toBe(id(2));
  });

  test('a pointer of another server is rejected', async () => {
    await updatePointer(objects, 'jp', 'promote', () => facts(id(1), [id(1)]));
    await objects.write(pointerKey('kr'), (await objects.read(pointerKey('jp'))) ?? new Uint8Array());
    expect((await readPointer(objects, 'kr'))?.value).toBeUndefined();
  });
});

describe('leases', () => {
  const write = (name: string, renewedAt: number): Promise<void> =>
    objects.write(
      leaseKey('jp', name),
      sealDocument({ schema: LEASE_SCHEMA, server: 'jp', lease: name, startedAt: renewedAt, renewedAt, digest: '' }),
    );

  test('a lease of this process is live until it is released', async () => {
    const lease = await takeLease(objects, 'jp', 'publish');
    expect(await readLeases(objects)).toMatchObject([{ server: 'jp', kind: 'publish', live: true }]);
    await lease.release();
    expect(await readLeases(objects)).toEqual([]);
  });

  test('a lease is dead five minutes after its renewal, or when its process is gone', async () => {
    const now = Date.now();
    await write('young', now - 4 * 60_000);
    await write('old', now - 6 * 60_000);
    const own = await takeLease(objects, 'jp', 'publish');
    const gone = own.name.replace(/^publish-\d+-\d+/, 'publish-4000000-1');
    await write(gone, now);
    const live = new Map((await readLeases(objects)).map((lease) => [lease.key, lease.live]));
    expect(live.get(leaseKey('jp', 'young'))).toBe(true);
    expect(live.get(leaseKey('jp', 'old'))).toBe(false);
    expect(live.get(leaseKey('jp', gone))).toBe(false);
    await own.release();
  });

  test.each(['', '{"schema":', '{}'])('a damaged lease (%j) has the age of its object', async (text) => {
    const age = (name: string, seconds: number): void => {
      const at = Date.now() / 1000 - seconds;
      utimesSync(join(folder, 'objects', leaseKey('jp', name)), at, at);
    };
    for (const name of ['collect-young', 'publish-old']) {
      await objects.write(leaseKey('jp', name), new TextEncoder().encode(text));
    }
    age('collect-young', 4 * 60);
    age('publish-old', 6 * 60);
    expect(await readLeases(objects)).toMatchObject([
      { kind: 'collect', live: true, isDamaged: true, startedAt: 0 },
      { kind: 'publish', live: false, isDamaged: true, startedAt: 0 },
    ]);
  });

  test('a damaged lease is dead at once when its process is gone', async () => {
    const own = await takeLease(objects, 'jp', 'publish');
    await own.release();
    const gone = own.name.replace(/^publish-\d+-\d+/, 'collect-4000000-1');
    await objects.write(leaseKey('jp', gone), new Uint8Array());
    await objects.write(leaseKey('jp', own.name), new Uint8Array());
    const live = new Map((await readLeases(objects)).map((lease) => [lease.key, lease.live]));
    expect(live.get(leaseKey('jp', gone))).toBe(false);
    expect(live.get(leaseKey('jp', own.name))).toBe(true);
  });

  test('a renewal in progress does not recreate a released lease', async () => {
    using timers = spyOn(globalThis, 'setInterval');
    const gate = Promise.withResolvers<void>();
    let writes = 0;
    const slow: Objects = {
      ...objects,
      write: async (key, bytes) => {
        writes += 1;
        if (writes > 1) await gate.promise;
        await objects.write(key, bytes);
      },
    };
    const lease = await takeLease(slow, 'jp', 'publish');
    const renew = timers.mock.calls[0]?.[0];
    if (typeof renew === 'function') renew();
    expect(writes).toBe(2);
    const released = lease.release();
    gate.resolve();
    await released;
    expect(await readLeases(objects)).toEqual([]);
  });

  test('a publication waits for a collection', async () => {
    const lease = await takeLease(objects, 'jp', 'collect');
    let passed = false;
    let looks = 0;
    const seenThrice = Promise.withResolvers<void>();
    const watched: Objects = {
      ...objects,
      list: (prefix) => {
        looks += 1;
        if (looks === 3) seenThrice.resolve();
        return objects.list(prefix);
      },
    };
    const waiting = waitForCollections(watched).then(() => {
      passed = true;
    });
    await seenThrice.promise;
    expect(passed).toBe(false);
    await lease.release();
    await waiting;
  });
});
