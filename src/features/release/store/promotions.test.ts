import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import fc from 'fast-check';
import { keepFolder } from '../../../../tests/fixtures/keep-open.ts';
import { pointerKey, promotionsKey, sideManifestKey } from '../../../kernel/object-key.ts';
import { openDiskObjects } from '../../../platform/objects/disk/objects.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { openSealed, PROMOTIONS_MAX, type Promotion, pointerSchema, SIDE_SCHEMA, sealDocument } from './formats.ts';
import { appendHistory, type PointerFacts, updatePointer } from './move-pointer.ts';
import { readPromotionLog, readPromotions, recordPromotions } from './promotions.ts';

let servers = 0;
const folder = keepFolder();
const objects = openDiskObjects(join(folder, 'objects'));

const id = (n: number): string => `r-${n.toString(16).padStart(20, '0')}`;
const newServer = (): string => `s${++servers}`;
const facts = (server: string, releaseId: string, more: Partial<PointerFacts> = {}): PointerFacts => ({
  server,
  sourceId: 'v1',
  releaseId,
  displayName: 'Japan',
  region: 'jp',
  status: 'active',
  history: [releaseId],
  ...more,
});

type Deed = 'promote' | 'rollback' | 'retire';
const KINDS = { promote: 'promote', rollback: 'rollback', retire: 'retire' } as const;

/** Changes the pointer as publications and commands do. */
function run(store: Objects, server: string, deed: Deed, n: number): Promise<boolean> {
  return updatePointer(store, server, KINDS[deed], (current) => {
    if (deed === 'promote') {
      if (current?.releaseId === id(n) && current.status === 'active') return undefined;
      return facts(server, id(n), { history: appendHistory(current?.history ?? [], id(n)) });
    }
    if (current === undefined) return undefined;
    if (deed === 'retire') return current.status === 'retired' ? undefined : { ...current, status: 'retired' };
    const history = current.history.slice(0, -1);
    const releaseId = history.at(-1);
    return releaseId === undefined ? undefined : { ...current, releaseId, history };
  });
}

class Killed extends Error {}

/** The store as a writer sees it that dies before or after its `steps`-th access, with pauses in between. */
function mortal(server: string, steps: number, pauses: () => number, onMoved: (deed: string) => void): Objects {
  let left = steps;
  const live = async (): Promise<void> => {
    for (let i = pauses(); i > 0; i--) await Promise.resolve();
    if (left-- <= 0) throw new Killed();
  };
  return {
    ...objects,
    read: async (key) => {
      await live();
      return objects.read(key);
    },
    readVersioned: async (key) => {
      await live();
      return objects.readVersioned(key);
    },
    swap: async (key, expected, next) => {
      await live();
      const before = key === pointerKey(server) ? await objects.read(key) : undefined;
      const isSwapped = await objects.swap(key, expected, next);
      if (isSwapped && key === pointerKey(server) && next !== undefined) {
        const old = before && openSealed(pointerSchema, before);
        const pointer = openSealed(pointerSchema, next);
        if (old?.releaseId !== pointer?.releaseId || old?.status !== pointer?.status) onMoved(pointer?.releaseId ?? '');
      }
      await live();
      return isSwapped;
    },
  };
}

const deeds = fc.array(
  fc.record({
    deed: fc.constantFrom<Deed>('promote', 'promote', 'rollback', 'retire'),
    n: fc.integer({ min: 1, max: 4 }),
    steps: fc.integer({ min: 1, max: 24 }),
    pauses: fc.integer({ min: 0, max: 5 }),
    /** Begins while the one before is still running. */
    isBeside: fc.boolean(),
  }),
  { minLength: 1, maxLength: 14 },
);

describe('promotions', () => {
  test('killed and concurrent writers leave exactly the promotions that happened, in order', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, async (list) => {
        const server = newServer();
        const happened: string[] = [];
        let running: Promise<unknown>[] = [];
        for (const { deed, n, steps, pauses, isBeside } of list) {
          const store = mortal(
            server,
            steps,
            () => pauses,
            (releaseId) => happened.push(releaseId),
          );
          const work = run(store, server, deed, n).catch((error) => {
            if (!(error instanceof Killed)) throw error;
          });
          if (isBeside) running.push(work);
          else {
            await Promise.all([...running, work]);
            running = [];
            const { entries } = await readPromotionLog(objects, server);
            expect(entries.map(({ releaseId }) => releaseId)).toEqual(happened);
          }
        }
        await Promise.all(running);
        const { entries } = await readPromotionLog(objects, server);
        expect(entries.map(({ releaseId }) => releaseId)).toEqual(happened);
        expect(entries.every(({ at }, i) => at >= (entries[i - 1]?.at ?? 1))).toBe(true);
        expect(entries.map(({ number }) => number)).toEqual(entries.map((_, i) => i + 1));
        await recordPromotions(objects, server);
        expect((await readPromotions(objects, server))?.value?.entries ?? []).toEqual([...entries]);
      }),
      { numRuns: 60 },
    );
  });

  test('a writer that dies before it changes the pointer has promoted nothing', async () => {
    const server = newServer();
    await run(objects, server, 'promote', 1);
    const store: Objects = {
      ...objects,
      swap: async (key, expected, next) => {
        if (key === pointerKey(server)) throw new Killed();
        return objects.swap(key, expected, next);
      },
    };
    await expect(run(store, server, 'promote', 2)).rejects.toBeInstanceOf(Killed);
    expect((await readPromotions(objects, server))?.value?.intents).toMatchObject([{ releaseId: id(2) }]);
    expect((await readPromotionLog(objects, server)).entries).toMatchObject([{ number: 1, releaseId: id(1) }]);
    await run(objects, server, 'promote', 3);
    expect((await readPromotions(objects, server))?.value).toMatchObject({
      entries: [{ releaseId: id(1) }, { releaseId: id(3) }],
      intents: [],
    });
  });

  test('a writer that dies after it changed the pointer has promoted at the time that it announced', async () => {
    const server = newServer();
    await run(objects, server, 'promote', 1);
    const store: Objects = {
      ...objects,
      swap: async (key, expected, next) => {
        const isSwapped = await objects.swap(key, expected, next);
        if (key === pointerKey(server)) throw new Killed();
        return isSwapped;
      },
    };
    await expect(run(store, server, 'promote', 2)).rejects.toBeInstanceOf(Killed);
    const intent = (await readPromotions(objects, server))?.value?.intents[0];
    const last = (await readPromotionLog(objects, server)).entries.at(-1);
    expect(last).toMatchObject({ number: 2, kind: 'promote', releaseId: id(2) });
    expect(last?.at).toBe(intent?.at ?? -1);
    await run(objects, server, 'rollback', 0);
    const { entries } = await readPromotionLog(objects, server);
    expect(entries.map(({ kind, releaseId }) => [kind, releaseId])).toEqual([
      ['promote', id(1)],
      ['promote', id(2)],
      ['rollback', id(1)],
    ]);
  });

  test('releases of a server without a record became current when they were published', async () => {
    const server = newServer();
    const times = [1_700_000_000_000, 1_700_000_100_000];
    for (const [i, publishedAt] of times.entries()) await writeSide(server, id(i + 1), publishedAt);
    await run(objects, server, 'promote', 1);
    await run(objects, server, 'promote', 2);
    await objects.remove(promotionsKey(server));
    const expected = times.map((at, i): Promotion => ({ number: i + 1, kind: 'promote', releaseId: id(i + 1), at }));
    expect((await readPromotionLog(objects, server)).entries).toEqual(expected);
    expect(await readPromotions(objects, server)).toBeUndefined();
    await recordPromotions(objects, server);
    expect((await readPromotions(objects, server))?.value?.entries).toEqual(expected);
    // A damaged record is replaced by the next change; until then readers are told.
    await objects.write(promotionsKey(server), new TextEncoder().encode('{}'));
    expect((await readPromotionLog(objects, server)).isDamaged).toBe(true);
    await run(objects, server, 'rollback', 0);
    expect((await readPromotionLog(objects, server)).isDamaged).toBe(false);
    expect((await readPromotions(objects, server))?.value?.entries).toMatchObject([
      ...expected,
      { number: 3, kind: 'rollback', releaseId: id(1) },
    ]);
  });

  test('the last 200 are kept, and new registry facts are none', async () => {
    const server = newServer();
    for (let n = 1; n <= PROMOTIONS_MAX + 5; n++) await run(objects, server, 'promote', n);
    await updatePointer(objects, server, 'promote', (current) => current && { ...current, displayName: 'Nippon' });
    const { entries } = await readPromotionLog(objects, server);
    expect(entries.length).toBe(PROMOTIONS_MAX);
    expect(entries.at(-1)).toMatchObject({ number: PROMOTIONS_MAX + 5, releaseId: id(PROMOTIONS_MAX + 5) });
  });
});

function writeSide(server: string, releaseId: string, publishedAt: number): Promise<void> {
  return objects.write(
    sideManifestKey(server, releaseId),
    sealDocument({
      schema: SIDE_SCHEMA,
      server,
      releaseId,
      sourceId: 'v1',
      displayName: 'Japan',
      region: 'jp',
      publishedAt,
      manifest: { sha256: '0'.repeat(64), bytes: 1 },
      index: {},
      codings: {},
      blocks: {},
      extras: {},
    }),
  );
}
