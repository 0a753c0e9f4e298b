// Opens every row of pages.ts as people see it, in one test file for phones and one for desks, which run side by side.
// Nothing of another host, no violation of the policy, no error or warning in the console, nothing that moves, nothing
// wider than the screen, no more bytes than its kind of page may load, and no finding of axe.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser, setCookies, type TestBrowser } from '../fixtures/browser.ts';
import { type LoadedBytes, watchBytes } from '../fixtures/page-bytes.ts';
import { type OpenPageStage, openPageStage, signIn } from '../fixtures/page-stage.ts';
import { PAGE_ROWS, type PageRow } from './pages.ts';

interface Look extends BrowserContextOptions {
  readonly viewport: { readonly width: number; readonly height: number };
}

type Looks = Readonly<Record<string, Look>>;

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 900 };
/** With more looks there is every language, and each width in both themes; `.ci/nightly` asks for them. */
export const isWhole = process.env.LIVEHOUSE_LOOKS === 'all';

/** Narrowest screen that shows a page without scrolling sideways. */
const NARROW = 360;
const SHIFT_MAX = 0.01;

let stage: OpenPageStage;
let browser: TestBrowser;

interface Visit {
  readonly page: Page;
  readonly status: number | undefined;
  readonly faults: string[];
  readonly bytes: LoadedBytes;
}

async function visit(row: PageRow, options: BrowserContextOptions): Promise<Visit> {
  const path = typeof row.path === 'string' ? row.path : await row.path(stage);
  const page = await browser.openPage(options);
  const faults: string[] = [];
  const bytes = watchBytes(page);
  if (row.signedIn) await signIn(page, stage);
  if (row.cookies !== undefined) await setCookies(page, stage.world.address, await row.cookies(stage));
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A page that is refused is named in the console by its status.
    const isStatus = row.status !== undefined && message.text().includes(String(row.status));
    const isHeld = message.type() === 'error' || message.type() === 'warning';
    if (isHeld && !isStatus) faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== stage.world.address) faults.push(`foreign: ${request.url()}`);
  });
  await page.addInitScript(() => {
    const record = { shift: 0, shifted: Array.of<string>(), violations: Array.of<string>() };
    Reflect.set(globalThis, 'livehouseRecord', record);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      record.violations.push(`${violatedDirective} ${blockedURI}`),
    );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        record.shift += Number(Reflect.get(entry, 'value'));
        for (const { node, previousRect: from, currentRect: to } of Reflect.get(entry, 'sources')) {
          const way = [from, to].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' '));
          record.shifted.push(`${way.join(' → ')}: ${String(node?.outerHTML).slice(0, 200)}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const answer = await page.goto(`${stage.world.address}${path}`, { waitUntil: 'load' });
  return { page, status: answer?.status(), faults, bytes };
}

/** What moves when the page is loaded once more: on a busy machine a page may be painted before it is there as a whole. */
async function shiftAgain(page: Page): Promise<readonly string[]> {
  await page.reload({ waitUntil: 'networkidle' });
  const { shift, shifted } = await page.evaluate(() => Reflect.get(globalThis, 'livehouseRecord'));
  return shift > SHIFT_MAX ? shifted : [];
}

/** Tests of all rows in some looks, and in some of them without script. */
export function checkPages(looks: Looks, stillLooks: Looks): void {
  beforeAll(async () => {
    stage = await openPageStage();
    browser = await openBrowser({ isShell: true });
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await stage[Symbol.asyncDispose]();
  });

  for (const row of PAGE_ROWS) {
    const excused = new Set(row.excused ?? []);
    const check = row.isAlone ? test : test.concurrent;
    for (const [look, options] of Object.entries(looks)) {
      check(`${row.name} as ${look}`, async () => {
        const { page, status, faults, bytes } = await visit(row, options);
        expect(status).toBe(row.status ?? 200);
        await page.waitForLoadState('networkidle');
        if (row.ready !== undefined) await page.locator(row.ready).first().waitFor();
        if (!excused.has('bytes')) expect(await bytes.excess(row.route)).toEqual([]);
        const record = await page.evaluate(() => Reflect.get(globalThis, 'livehouseRecord'));
        if (!excused.has('console')) expect(faults).toEqual([]);
        expect(record.violations).toEqual([]);
        if (!excused.has('shift') && record.shift > SHIFT_MAX) expect(await shiftAgain(page)).toEqual([]);
        if (!excused.has('axe')) {
          const { violations } = await new AxeBuilder({ page })
            .options({
              resultTypes: ['violations'],
              preload: false,
              // Who speaks to the machine says what stands on a button.
              rules: { 'label-content-name-mismatch': { enabled: true } },
            })
            .analyze();
          expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
          await page.setViewportSize({ width: Math.min(options.viewport.width, NARROW), height: 800 });
          const wide = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            return scrollWidth - clientWidth;
          });
          expect(wide).toBe(0);
        }
        await page.context().close();
      });
    }

    if (excused.has('script-off')) continue;
    for (const [look, options] of Object.entries(stillLooks)) {
      check(`${row.name} as ${look} without script`, async () => {
        const { page, status, faults } = await visit(row, { ...options, javaScriptEnabled: false });
        expect(status).toBe(row.status ?? 200);
        expect(faults).toEqual([]);
        expect(await page.locator('h1').count()).toBe(1);
        for (const idle of await page.locator('.needs-script').all()) expect(await idle.isVisible()).toBe(false);
        await page.context().close();
      });
    }
  }
}
