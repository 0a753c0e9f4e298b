import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { folderForTest } from '../../../tests/fixtures/keep-open.ts';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { type CacheFolder, openCacheFolder } from '../../platform/objects/cache/folder.ts';
import { openDiskObjects } from '../../platform/objects/disk/objects.ts';
import { VerifiedObjects } from '../../platform/objects/verified.ts';
import { openLog } from '../../platform/telemetry/log.ts';
import { createCardMaker } from './cards.ts';

test('nobody waits for a card that does not get drawn, and the work goes on for the next one', async () => {
  const root = folderForTest();
  const cache = openCacheFolder({ root: join(root, 'cache'), maxBytes: 1024 * 1024, evictedLast: [] });
  const gate = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const slow: CacheFolder = {
    ...cache,
    exclusively: async (target, work) => {
      await gate.promise;
      const made = await cache.exclusively(target, work);
      done.resolve();
      return made;
    },
  };
  const objects = openDiskObjects(join(root, 'objects'));
  const verified = new VerifiedObjects(objects, { memoryBytes: 1024 });
  const log = openLog('error', { format: 'json', write: () => {} });
  const maker = createCardMaker({ objects, verified, openCache: () => slow, log }, 10);
  const card = { subject: 'post 1 en', drawing: { svg: '<svg/>' }, picture: undefined };
  expect(await maker.read(card, 'somebody')).toBeUndefined();

  // As if another process had drawn it.
  const bytes = new TextEncoder().encode('a card');
  const shown = sha256Hex(JSON.stringify([card.drawing, undefined]));
  cache.write({ space: 'cards', key: card.subject }, bytes, { shown });
  gate.resolve();
  await done.promise;
  expect((await maker.read(card, 'somebody'))?.sha256).toBe(sha256Hex(bytes));
});
