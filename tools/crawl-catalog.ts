// Publishes snapshots, one after another, and opens a bounded choice of the pages of their catalog by plain HTTP. Says what is
// wrong with them and ends with 1 if anything is. With --browser it opens so many of the same pages in Chromium as well
// (TEST_CHROMIUM), where nothing may fail to load and the console must stay empty. With --pinned it begins at the release of the
// first snapshot, which every link must keep.
//
//   node bin/bun.js tools/crawl-catalog.ts [--pages 400] [--browser 100] [--pinned] SNAPSHOT…
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '../tests/fixtures/browser.ts';
import { crawl } from '../tests/fixtures/crawl.ts';
import { openAccountsWorld } from '../tests/fixtures/people.ts';

const { values, positionals } = parseArgs({
  options: {
    pages: { type: 'string', default: '400' },
    browser: { type: 'string', default: '0' },
    pinned: { type: 'boolean' },
  },
  allowPositionals: true,
});
const [last] = positionals.slice(-1);
if (last === undefined) throw new Error('name at least one snapshot');

/** Opens pages with script; gives what went wrong. */
async function browse(address: string, paths: readonly string[]): Promise<readonly string[]> {
  const problems: string[] = [];
  await using browser = await openBrowser();
  const page = await browser.openPage({ viewport: { width: 1280, height: 900 } });
  let path = '';
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} ${path}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message} ${path}`));
  page.on('response', (answer) => {
    if (answer.status() >= 400) problems.push(`${answer.status()} ${answer.url()} (from ${path})`);
  });
  for (path of paths) {
    await page.goto(`${address}${path}`, { waitUntil: 'load' });
    // Lazy pictures load when they come near the screen.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    const broken = await page.evaluate(() =>
      [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map((image) => image.src),
    );
    problems.push(...broken.map((source) => `a broken picture ${source} (from ${path})`));
  }
  return problems;
}

await using accounts = await openAccountsWorld({ PROVIDER_URL: 'off' });
const { world } = accounts;
const published: string[] = [];
for (const snapshot of positionals) published.push((await world.publish(resolve(snapshot))).releaseId);
const { server }: { server: { id: string } } = JSON.parse(readFileSync(join(last, 'snapshot.json'), 'utf8'));
const presentation = await (await world.fetch(`/api/v1/servers/${server.id}/catalog/presentation`)).json();
const [resource] =
  Object.entries<{ kind: string }>(presentation.resources).find(([, { kind }]) => kind === 'collection') ?? [];
await world.until(
  async () => (await world.fetch(`/api/v1/servers/${server.id}/catalog/query/${resource}`)).status === 200,
  120_000,
);
const below = `/catalog/${server.id}`;
const [first] = published;
const pin = values.pinned === true ? first : undefined;
const start = pin === undefined ? below : `${below}?release=${pin}`;
const found = await crawl({
  start,
  below,
  pages: Number(values.pages),
  fetch: world.fetch,
  ...(pin === undefined ? {} : { pin }),
});
for (const [kind, count] of found.kinds) {
  const { bytes = 0, path = '' } = found.heaviest.get(kind) ?? {};
  console.log(`${String(count).padStart(5)} ${kind.padEnd(22)} at most ${bytes} bytes ${path}`);
}
const wanted = Number(values.browser);
const step = Math.max(1, Math.floor(found.paths.length / Math.max(1, wanted)));
const chosen = found.paths.filter((_, index) => wanted > 0 && index % step === 0).slice(0, wanted);
const problems = [...found.problems, ...(chosen.length === 0 ? [] : await browse(world.address, chosen))];
console.log(
  `${found.opened} pages opened, ${chosen.length} of them in the browser, ${found.others} files and answers, ` +
    `${problems.length} problems`,
);
for (const problem of problems) console.log(`  ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
