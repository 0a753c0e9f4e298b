// Every page of a catalog that nobody configured is reached along its links: it answers, has one heading, and stays within its
// bytes. A choice of the pages, always the same; the nightly run opens more of real data.
import { expect, test } from 'bun:test';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { crawl } from '../fixtures/crawl.ts';
import { type ItemSnapshot, writeItemSnapshot } from '../fixtures/item-snapshot.ts';
import { openAccountsWorld } from '../fixtures/people.ts';

const openSample = async (): Promise<ItemSnapshot> => ({
  directory: SAMPLE,
  [Symbol.asyncDispose]: async (): Promise<void> => undefined,
});

test.each([
  ['the sample', openSample, 'demo', 'cards'],
  ['items without a word of configuration', () => writeItemSnapshot(400), 'items', 'items'],
] as const)(
  '%s',
  async (_, write, server, resource) => {
    await using home = await openAccountsWorld({ PROVIDER_URL: 'off' });
    const { world } = home;
    await using snapshot = await write();
    await world.publish(snapshot.directory);
    await world.untilThere(`/api/v1/servers/${server}/catalog/query/${resource}`, 60_000);
    const below = `/catalog/${server}`;
    const { opened, kinds, problems } = await crawl({ start: below, below, pages: 120, fetch: world.fetch });
    expect(problems).toEqual([]);
    expect(opened).toBe(120);
    for (const kind of ['list', 'entity', 'list with a question', 'files', 'releases']) {
      expect([kind, kinds.has(kind)]).toEqual([kind, true]);
    }
  },
  120_000,
);
