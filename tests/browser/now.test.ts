// What comes, runs and is over changes on an open page when its moment comes.
import { expect, test } from 'bun:test';
import { openBrowser } from '../fixtures/browser.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld } from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const HOUR = 3_600_000;
const { world } = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const browser = await keepOpen(openBrowser());
const snapshot = await keepOpen(createSmallSnapshot());

test('a state changes at its beginning and at its end, without a reload, in lists, searches and the calendar', async () => {
  const now = Date.now();
  snapshot.write(
    'catalog/events.json',
    JSON.stringify([{ eventId: 1, name: 'A night', startAt: now + HOUR, endAt: now + 2 * HOUR }]),
  );
  snapshot.describe({ resources: { events: { file: 'catalog/events.json', id: 'eventId' } } });
  await world.publish(snapshot.directory);
  await world.untilThere('/api/v1/servers/jp/catalog/query/events');
  for (const path of ['/catalog/jp/events/1', '/catalog/jp/events', '/catalog/jp?q=night', '/catalog/jp/~calendar']) {
    const page = await browser.openPage();
    let loads = 0;
    page.on('load', () => loads++);
    await page.clock.install({ time: now });
    await page.goto(`${world.address}${path}`);
    const shown = () => page.locator('.running-state:visible').allTextContents();
    const begins = (state: string): Promise<void> =>
      page.getByText(state, { exact: true }).filter({ visible: true }).first().waitFor();
    await begins('Coming up');
    await page.clock.fastForward(HOUR + 2_000);
    await begins('Running now');
    expect(await shown()).toHaveLength(1);
    await page.clock.fastForward(HOUR);
    await begins('Over');
    expect([path, await shown()]).toEqual([path, ['Over']]);
    expect(loads).toBe(1);
    await page.close();
  }
}, 120_000);
