// How pages load in Chromium: what moves, the longest task, and when the reference answers to its search field. Each page is loaded
// anew, as a phone and as a desk. Without TEST_CHROMIUM nothing is measured.
import type { Page } from 'playwright-core';
import { PAGE_ROWS } from '../tests/browser/pages.ts';
import { openBrowser, setCookies, type TestBrowser } from '../tests/fixtures/browser.ts';
import { fillCommunity } from '../tests/fixtures/lively-community.ts';
import { type OpenPageStage, openPageStage } from '../tests/fixtures/page-stage.ts';
import type { Scale } from './scale.ts';
import { printLine } from './web-figures.ts';

const SHIFT_MAX = 0.01;
const LONG_TASK_MAX_MS = 100;
const INTERACTIVE_MAX_MS = 1500;
const PAGES = ['home', 'list-cards', 'song', 'post-thread'];
const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } };
/** What a page does after it was loaded counts too. */
const QUIET_MS = 500;

/** Prints the worst figure of all rounds. */
export async function benchLoading({ rounds }: Scale): Promise<void> {
  if (process.env.TEST_CHROMIUM === undefined) {
    process.stdout.write('not measured: TEST_CHROMIUM names no browser\n');
    return;
  }
  await using stage = await openPageStage();
  await fillCommunity(stage.accounts);
  await using browser = await openBrowser();
  for (const name of PAGES) {
    const row = PAGE_ROWS.find((one) => one.name === name);
    if (row === undefined) throw new Error(`there is no row ${name}`);
    const path = typeof row.path === 'string' ? row.path : await row.path(stage);
    const cookie = row.signedIn ? (await stage.member()).cookie : undefined;
    for (const [size, viewport] of Object.entries(SIZES)) {
      const loads: Load[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const page = await openWatched(browser, viewport);
        if (cookie !== undefined) await setCookies(page, stage.world.address, cookie);
        loads.push(await measureLoad(page, `${stage.world.address}${path}`));
      }
      printLoads(`${name}, ${size}`, loads);
    }
  }
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await measureReference(stage, browser));
  const worst = Math.max(...times);
  printLine(
    '/docs, interactive',
    `${Math.round(worst)} ms, goal ${INTERACTIVE_MAX_MS} ${metBy(worst, INTERACTIVE_MAX_MS)}`,
  );
}

interface Load {
  readonly shift: number;
  readonly longestTask: number;
}

const metBy = (value: number, most: number): string => (value <= most ? 'met' : 'missed');

function printLoads(name: string, loads: readonly Load[]): void {
  const shift = Math.max(...loads.map((load) => load.shift));
  const task = Math.max(...loads.map((load) => load.longestTask));
  const moved = `shift ${shift.toFixed(4)}, goal ${SHIFT_MAX} ${metBy(shift, SHIFT_MAX)}`;
  // The browser reports tasks from 50 ms on.
  const longest = task === 0 ? 'no task over 50 ms' : `longest task ${Math.round(task)} ms`;
  printLine(name, `${moved}; ${longest}, goal ${LONG_TASK_MAX_MS} ${metBy(task, LONG_TASK_MAX_MS)}`);
}

/** A page that records what moves and its long tasks. */
async function openWatched(browser: TestBrowser, viewport: { readonly width: number; readonly height: number }) {
  const page = await browser.openPage({ viewport });
  await page.addInitScript(() => {
    const record = { shift: 0, longestTask: 0 };
    Reflect.set(globalThis, 'livehouseLoad', record);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) record.shift += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) record.longestTask = Math.max(record.longestTask, duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  return page;
}

async function measureLoad(page: Page, address: string): Promise<Load> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(QUIET_MS);
  const load: Load = await page.evaluate(() => Reflect.get(globalThis, 'livehouseLoad'));
  await page.context().close();
  return load;
}

/** Milliseconds from the navigation until the search field of the reference has answered. */
async function measureReference({ world }: OpenPageStage, browser: TestBrowser): Promise<number> {
  const page = await browser.openPage({ viewport: SIZES.desk });
  await page.goto(`${world.address}/docs`, { waitUntil: 'commit' });
  await page.getByRole('main').getByRole('searchbox').fill('qqq');
  await page.locator('[data-count]', { hasText: 'No operations found.' }).waitFor({ state: 'attached' });
  // The clock of the page begins with the navigation.
  const milliseconds = await page.evaluate(() => performance.now());
  await page.context().close();
  return milliseconds;
}
