// Takes pictures of the rows of tests/browser/pages.ts and of tests/browser/components.tsx. A row is made once and loaded once for
// each language and width; the theme is changed on the loaded page.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type ComponentChildren, h } from 'preact';
import { render } from 'preact-render-to-string';
import type { Locale } from '../../src/kernel/names.ts';
import { openBundleStore } from '../../src/web/bundle/bundle-store.ts';
import { type ComponentRow, wordsIn } from '../../tests/browser/components.tsx';
import type { PageRow } from '../../tests/browser/pages.ts';
import type { TestBrowser } from '../../tests/fixtures/browser.ts';
import { setCookies } from '../../tests/fixtures/browser.ts';
import type { OpenPageStage } from '../../tests/fixtures/page-stage.ts';

export const WIDTHS = [390, 1280] as const;
export const THEMES = ['light', 'dark'] as const;

const PHONE_MAX = 640;
const PHONE_HEIGHT = 844;
const DESK_HEIGHT = 900;
/** What is further down is left out: Chromium draws no more than 16,384 pixels. */
const HEIGHT_MAX = 6000;
/** The first page waits until the files of all pages are built. */
const WAIT_MS = 120_000;
const COMPONENTS_PATH = '/gallery-of-components';

type Width = (typeof WIDTHS)[number];
export type Theme = (typeof THEMES)[number];

export interface Look {
  readonly language: Locale;
  readonly width: Width;
}

export interface TakeOptions {
  /** Only what a screen shows at first. */
  readonly isScreen: boolean;
  /** Whether what differs between two runs is replaced: times, ids, addresses, and what is drawn from them. */
  readonly isFixed: boolean;
}

/** The state of a row, made once. */
export interface PageState {
  readonly path: string;
  /** `Cookie` header. */
  readonly cookies: string | undefined;
}

export async function preparePage(stage: OpenPageStage, row: PageRow): Promise<PageState> {
  const path = typeof row.path === 'string' ? row.path : await row.path(stage);
  const cookies = [
    ...(row.signedIn ? [(await stage.member()).cookie] : []),
    ...(row.cookies === undefined ? [] : [await row.cookies(stage)]),
  ];
  return { path, cookies: cookies.length === 0 ? undefined : cookies.join('; ') };
}

async function openPage(browser: TestBrowser, { language, width }: Look): Promise<Page> {
  const page = await browser.openPage({
    locale: language,
    timezoneId: 'UTC',
    viewport: { width, height: width < PHONE_MAX ? PHONE_HEIGHT : DESK_HEIGHT },
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(WAIT_MS);
  return page;
}

/** Loads a page; close its context afterwards. */
export async function loadPage(
  browser: TestBrowser,
  stage: OpenPageStage,
  { path, cookies }: PageState,
  look: Look,
): Promise<Page> {
  const page = await openPage(browser, look);
  if (cookies !== undefined) await setCookies(page, stage.world.address, cookies);
  await page.goto(`${stage.world.address}${path}`, { waitUntil: 'networkidle' });
  return page;
}

/** Loads the states of a component, with the styles of all sections. */
export async function loadComponent(
  browser: TestBrowser,
  { world }: OpenPageStage,
  row: ComponentRow,
  look: Look,
): Promise<Page> {
  const { styles } = await openBundleStore(join(world.dataDirectory, 'cache')).plan();
  const sheets = Object.keys(styles).filter((name) => name !== 'no-script');
  const links = ['site', ...sheets.filter((name) => name !== 'site')].map((name) =>
    h('link', { key: name, rel: 'stylesheet', href: `/web/${styles[name]}` }),
  );
  const words = wordsIn(look.language);
  const states = Object.entries(row.states).map(([name, view]) => {
    const shown: ComponentChildren = view(words);
    return h(
      'section',
      { key: name, class: 'stack' },
      h('h2', { class: 'meta' }, name),
      h('div', { class: 'row' }, shown),
    );
  });
  const isGrid = states.length > WIDTHS[0] / 10;
  const head = [
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', {}, row.name),
    ...links,
  ];
  const main = h('main', { class: isGrid ? 'row' : 'stack' }, states);
  const html = `<!doctype html>${render(h('html', { lang: look.language }, h('head', {}, head), h('body', {}, main)))}`;
  const page = await openPage(browser, look);
  await page.route(`${world.address}${COMPONENTS_PATH}`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  );
  await page.goto(`${world.address}${COMPONENTS_PATH}`, { waitUntil: 'networkidle' });
  if (row.opens) {
    await page.evaluate(() => {
      for (const dialog of document.querySelectorAll('dialog')) dialog.showModal();
      for (const menu of document.querySelectorAll('details')) menu.open = true;
    });
  }
  return page;
}

/** Puts the bar of phones below the page: it would hide a part of a picture that is taller than the screen. */
const lowerBottomBar = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.bottom-bar{position:static!important}');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });

/** Waits until fonts and pictures are there, also those that load when they are near. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await document.fonts.ready;
    // One that cannot be shown is part of the page.
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

/** Runs in the page. Replaces what differs between two runs; what stays is as wide as what it stands for is in every run. */
function replaceChanging(nearMs: number): void {
  const patterns: readonly (readonly [RegExp, string])[] = [
    [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '00000000-0000-7000-8000-000000000000'],
    [/\b[0-9a-f]{12}-[0-9a-z]+\b/g, '000000000000-00'],
    [/\br-[0-9a-f]{20}\b/g, 'r-00000000000000000000'],
    [/(\d+\.\d+\.\d+\.\d+|localhost):\d+/g, '$1:8080'],
    [/person-\d+-\d+@/g, 'person@'],
    [/Person \d+/g, 'Person'],
    [/@?\b\d{7,}\b/g, '1000000'],
  ];
  const fix = (text: string): string => patterns.reduce((now, [pattern, to]) => now.replace(pattern, to), text);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    const fixed = fix(text);
    if (fixed !== text) node.nodeValue = fixed;
  }
  for (const field of document.querySelectorAll('input, textarea')) {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      if (field.type !== 'file') field.value = fix(field.value);
    }
  }
  for (const time of document.querySelectorAll('time')) {
    if (Math.abs(Date.parse(time.dateTime) - Date.now()) < nearMs) time.textContent = '1 January';
  }
  // Narrow versions are made when they are first asked for; until then the browser gets the whole picture.
  for (const image of document.querySelectorAll('img[srcset]')) image.removeAttribute('srcset');
  for (const drawn of document.querySelectorAll('.avatar, .qr-code, video')) drawn.classList.add('gallery-unseen');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.gallery-unseen{visibility:hidden!important}');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Times that are closer than this may come from the run. */
const NEAR_MS = 40 * 86_400_000;

/** Takes the pictures of a loaded page as PNG, one for each theme. */
export async function takePictures<T extends Theme>(
  page: Page,
  themes: readonly T[],
  { isScreen, isFixed }: TakeOptions,
): Promise<readonly (readonly [theme: T, png: Buffer])[]> {
  const taken: (readonly [T, Buffer])[] = [];
  if (!isScreen) await lowerBottomBar(page);
  if (isFixed) await page.evaluate(replaceChanging, NEAR_MS);
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await settle(page);
    const viewport = page.viewportSize();
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    const clip = { x: 0, y: 0, width: viewport?.width ?? 0, height: Math.min(tall, HEIGHT_MAX) };
    const whole = isScreen ? {} : { fullPage: true, clip };
    taken.push([theme, await page.screenshot({ ...whole, animations: 'disabled', caret: 'hide', scale: 'css' })]);
  }
  return taken;
}
