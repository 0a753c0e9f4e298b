// examples/app as a reader builds it, with npm and Vite, and used in a browser from another origin: sign in with a token, query,
// write a post, upload, follow notifications, sign out.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { buildClient } from '../../packages/client/tools/build.ts';
import { openBrowser } from '../fixtures/browser.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { writeComment } from '../fixtures/community.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import { runIn } from '../fixtures/packed-project.ts';
import { openAccountsWorld, readJson } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { getReady } from '../fixtures/query-client.ts';

const ROOT = join(import.meta.dir, '../..');
const APP = join(ROOT, 'examples/app');
const TSC = join(ROOT, 'packages/client/node_modules/typescript/bin/tsc');
const { TEST_NODE: NODE = '' } = process.env;

const built = keepFolder();
const home = await keepOpen(openAccountsWorld());
await home.world.publish(SAMPLE);
await getReady(home.world.fetch, '/api/v1/servers/demo/catalog/query/songs');
const browser = await keepOpen(openBrowser());
const site = await keepOpen(
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async ({ url }) => {
      const { pathname } = new URL(url);
      const file = Bun.file(join(built, pathname === '/' ? 'index.html' : pathname));
      return (await file.exists()) ? new Response(file) : new Response(null, { status: 404 });
    },
  }),
);

async function run(...command: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await runIn(APP, command);
  expect([command, code, code === 0 ? '' : stdout + stderr]).toEqual([command, 0, '']);
}

test('it is typed, and built by Vite', async () => {
  await buildClient();
  await run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  await run(NODE, TSC, '--project', '.');
  await run('npm', 'run', 'build', '--', '--outDir', built, '--emptyOutDir');
  expect(await Bun.file(join(built, 'index.html')).text()).toContain('Livehouse example app');
}, 120_000);

test('from another origin, a person searches, writes with a picture, is notified, and signs out', async () => {
  const [person, friend] = await home.people(2);
  const scopes = ['read', 'community', 'upload'];
  const { secret } = await readJson(person.send('POST', '/api/v1/account/tokens', { name: 'app', scopes }));
  const page = await browser.openPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  // By another name than the service, so that its cookies and its origin are others.
  await page.goto(`http://localhost:${site.port}/`);
  const message = page.locator('#message');

  await page.fill('[name=url]', home.world.address);
  await page.fill('[name=token]', 'lh_'.padEnd(46, 'a'));
  await page.click('#sign-in button');
  await page.waitForFunction(() => document.querySelector('#message')?.textContent?.includes('(invalid_token)'));
  await page.fill('[name=token]', secret ?? '');
  await page.click('#sign-in button');
  await page.locator('#signed-in').waitFor();
  expect(await page.locator('#who').textContent()).not.toBe('');

  await page.fill('[name=words]', 'lighthouse');
  await page.click('#search button');
  await page.waitForFunction(() => document.querySelector('#total')?.textContent === '1 songs');
  expect(await page.locator('#songs li').textContent()).toBe('Promise of the Lighthouse – Saltglass Lanterns');
  await page.waitForFunction(() => (document.querySelector('img')?.naturalWidth ?? 0) > 0);

  await page.fill('[name=body]', 'From another site');
  await page.setInputFiles('[name=file]', {
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await makePng(40, 30)),
  });
  await page.click('#write button');
  await home.world.until(
    async () => (await page.locator('#posts li').count()) === 1 || (await message.textContent()) !== '',
    60_000,
  );
  expect([await message.textContent(), await page.locator('#posts li').textContent()]).toEqual([
    '',
    'From another site (1 files)',
  ]);

  await page.locator('#notifications[data-state=open]').waitFor({ state: 'attached' });
  const { posts } = await readJson(person.fetch('/api/v1/community/posts?scope=mine'));
  await writeComment(friend, posts[0]?.id ?? '', { body: 'Well seen' });
  await page.locator('#notifications li').waitFor();
  expect(await page.locator('#notifications li').textContent()).toContain('comment by');

  await page.reload();
  await page.locator('#signed-in').waitFor();
  await page.click('#sign-out');
  await page.locator('#sign-in').waitFor();
  await page.reload();
  await page.locator('#sign-in').waitFor();
  expect(faults).toEqual([]);
}, 120_000);
