// Takes a picture of every page, for people to look at: `{page}-{lang}-{width}-{theme}.png` and an `index.html`, in a folder
// that is not committed. Starts an instance of its own with the sample and a community.
//
// With `--screen` only what a screen shows at first.
//
//   TEST_CHROMIUM=… node bin/bun.js tools/take-pictures.ts [--page NAME,NAME] [--lang ja] [--width 390] [--theme dark]
//     [--screen] [--out DIR]
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LOCALES } from '../src/kernel/names.ts';
import { PAGE_ROWS, type PageRow } from '../tests/browser/pages.ts';
import { openBrowser, type TestBrowser } from '../tests/fixtures/browser.ts';
import { fillCommunity } from '../tests/fixtures/lively-community.ts';
import { type OpenPageStage, openPageStage, setCookies, signIn } from '../tests/fixtures/page-stage.ts';

const { values } = parseArgs({
  options: {
    page: { type: 'string' },
    lang: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
    screen: { type: 'boolean', default: false },
    out: { type: 'string', default: 'pictures' },
  },
});

interface Look {
  readonly lang: string;
  readonly width: number;
  readonly theme: 'light' | 'dark';
}

const WIDTHS = [390, 1280];
const THEMES = ['light', 'dark'] as const;

/** The requested variants; by default Japanese on a dark phone and English on a light desktop. */
function listLooks(): readonly Look[] {
  const { lang, width, theme } = values;
  if (lang === undefined && width === undefined && theme === undefined) {
    return [
      { lang: 'ja', width: 390, theme: 'dark' },
      { lang: 'en', width: 1280, theme: 'light' },
    ];
  }
  return LOCALES.filter((locale) => lang === undefined || locale === lang).flatMap((locale) =>
    WIDTHS.filter((wide) => width === undefined || String(wide) === width).flatMap((wide) =>
      THEMES.filter((name) => theme === undefined || name === theme).map((name) => ({
        lang: locale,
        width: wide,
        theme: name,
      })),
    ),
  );
}

async function takePicture(stage: OpenPageStage, browser: TestBrowser, row: PageRow, look: Look): Promise<string> {
  const page = await browser.openPage({
    locale: look.lang,
    colorScheme: look.theme,
    viewport: { width: look.width, height: look.width < 640 ? 844 : 900 },
    reducedMotion: 'reduce',
  });
  if (row.signedIn) await signIn(page, stage);
  if (row.cookies !== undefined) await setCookies(page, stage, await row.cookies(stage));
  const path = typeof row.path === 'string' ? row.path : await row.path(stage);
  await page.goto(`${stage.world.address}${path}`, { waitUntil: 'networkidle' });
  const name = `${row.name}-${look.lang}-${look.width}-${look.theme}.png`;
  await page.screenshot({ path: join(folder, name), fullPage: !values.screen });
  await page.context().close();
  return name;
}

const folder = resolve(values.out);
mkdirSync(folder, { recursive: true });
await using stage = await openPageStage();
await fillCommunity(stage.accounts);
await using browser = await openBrowser();
const names: string[] = [];
for (const row of PAGE_ROWS) {
  if (values.page !== undefined && !values.page.split(',').includes(row.name)) continue;
  for (const look of listLooks()) names.push(await takePicture(stage, browser, row, look));
}
const figures = names.map((name) => `<figure><figcaption>${name}</figcaption><img src="${name}" width="480"></figure>`);
await Bun.write(
  join(folder, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Pictures</title>${figures.join('')}`,
);
process.stdout.write(`${names.length} pictures in ${folder}\n`);
