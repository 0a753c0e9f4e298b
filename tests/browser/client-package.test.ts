// The client in a page of another site: the example of the README and the page of docs/recipes without an account, and with a
// token posts, live notifications (also after the stream broke) and an upload.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../fixtures/browser.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { openClientProject, readExample } from '../fixtures/client-project.ts';
import { writeComment, writePost } from '../fixtures/community.ts';
import { openFaultProxy } from '../fixtures/fault-proxy.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld, type Person, readJson } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { getReady } from '../fixtures/query-client.ts';

const ROOT = join(import.meta.dir, '../..');

const IMPORTS = '{"imports":{"@livehouse/client":"/dist/index.js","@livehouse/client/uploads":"/dist/uploads.js"}}';

/** A site of somebody else, with the package. */
function serveSite(dist: string) {
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => {
      const { pathname } = new URL(url);
      const shared = '/node_modules/@livehouse/client/';
      if (pathname.startsWith(shared)) return new Response(Bun.file(join(dist, '..', pathname.slice(shared.length))));
      if (pathname === '/song-list.html') {
        const recipe = readFileSync(join(ROOT, 'docs/recipes/song-list.html'), 'utf8');
        const own = recipe.replace('https://example.org', home.world.address);
        return new Response(own, { headers: { 'content-type': 'text/html' } });
      }
      if (pathname.startsWith('/dist/')) return new Response(Bun.file(join(dist, pathname.slice('/dist/'.length))));
      const html = `<!doctype html><title>elsewhere</title><script type="importmap">${IMPORTS}</script>`;
      return new Response(html, { headers: { 'content-type': 'text/html' } });
    },
  });
}

/** A page of the site; what it logs, and what goes wrong. */
async function openPage(): Promise<{ page: Page; said: string[] }> {
  const page = await browser.openPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(`error ${error.message}`));
  // By another name than the service, so that its cookies and its origin are others.
  await page.goto(`http://localhost:${site.port}/`);
  return { page, said };
}

/** Runs a module in the page until it has logged `end`. */
async function run({ page, said }: Awaited<ReturnType<typeof openPage>>, code: string): Promise<readonly string[]> {
  await page.addScriptTag({ type: 'module', content: `${code}\nconsole.log('end');` });
  await home.world.until(() => said.some((line) => line === 'end' || line.startsWith('error')), 30_000);
  return said;
}

async function makeToken(person: Person): Promise<string> {
  const scopes = ['read', 'community', 'upload', 'profile'];
  const { secret = '' } = await readJson(person.send('POST', '/api/v1/account/tokens', { name: 'page', scopes }));
  return secret;
}

const project = await keepOpen(openClientProject());
const home = await keepOpen(openAccountsWorld());
await home.world.publish(SAMPLE);
await getReady(home.world.fetch, '/api/v1/servers/demo/catalog/query/cards');
const site = await keepOpen(serveSite(join(project.installed, 'dist')));
const browser = await keepOpen(openBrowser());

test('without an account, the example of the README runs; reads need no preflight', async () => {
  const tab = await openPage();
  const preflights: string[] = [];
  tab.page.on('request', (request) => {
    if (request.method() === 'OPTIONS') preflights.push(request.url());
  });
  const said = await run(tab, readExample(home.world.address));
  expect(said.join('\n')).toContain('Promise of the Lighthouse');
  expect(said.some((line) => line.includes('/pictures/demo/192/assets/'))).toBe(true);
  expect(preflights).toEqual([]);
  expect(said.filter((line) => line.startsWith('error'))).toEqual([]);
});

test('the static page of the recipes shows all songs with their jackets, and finds some by their texts', async () => {
  const page = await browser.openPage({ viewport: { width: 390, height: 800 } });
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  await page.goto(`http://localhost:${site.port}/song-list.html`);
  await page.getByText('12 songs', { exact: true }).waitFor();
  expect(await page.locator('li a').count()).toBe(12);
  const jacket = page.locator('li img').first();
  await home.world.until(() => jacket.evaluate((image: HTMLImageElement) => image.naturalWidth > 0));
  await page.getByLabel('Search').fill('lighthouse');
  await page.getByText('1 song', { exact: true }).waitFor();
  const link = page.locator('li a');
  expect(await link.innerText()).toContain('Promise of the Lighthouse');
  expect(await link.getAttribute('href')).toBe(`${home.world.address}/catalog/demo/songs/1001`);
  expect(said).toEqual([]);
}, 60_000);

test('with a token: a post, an upload with progress, and refusals as errors', async () => {
  const person = await home.person();
  const picture = Buffer.from(await makePng(64, 64)).toString('base64');
  const code = `
import { connect, LivehouseError } from '@livehouse/client';
import { uploadFile } from '@livehouse/client/uploads';
const house = connect(${JSON.stringify(home.world.address)}, { token: ${JSON.stringify(await makeToken(person))} });
const bytes = Uint8Array.from(atob('${picture}'), (letter) => letter.charCodeAt(0));
const phases = new Set();
const { id, status } = await uploadFile(house, new File([bytes], 'a.png'), { onProgress: ({ phase }) => phases.add(phase) });
console.log('upload', status, [...phases].includes('sending'));
const { post } = await house.api.postCreate({ body: { body: 'from another site', attachmentIds: [id] } });
console.log('post', post.authorUid, post.attachments.length);
const mine = await house.each.postList({ scope: 'mine' }).toArray();
console.log('mine', mine.length);
const error = await house.api.postEdit({ postId: post.id, body: { body: 'x', version: 99 } }).catch((error) => error);
console.log(error instanceof LivehouseError, error.status, error.code, error.requestId !== undefined);
const blind = await connect(house.url).api.notificationList().catch((error) => error);
console.log(blind.status, blind.code);
`;
  const said = await run(await openPage(), code);
  // The browser itself also tells of refusals.
  expect(said.filter((line) => !line.startsWith('Failed to load'))).toEqual([
    'upload ready true',
    `post ${person.uid} 1`,
    'mine 1',
    'true 409 version_conflict true',
    '401 authentication_required',
    'end',
  ]);
}, 60_000);

test('notifications arrive, and none is missed while the stream was broken', async () => {
  const [author, guest] = await home.people(2);
  const post = await writePost(author);
  const line = await openFaultProxy(home.world.address);
  const { page, said } = await openPage();
  const code = `
import { connect } from '@livehouse/client';
const house = connect(${JSON.stringify(line.endpoint)}, { token: ${JSON.stringify(await makeToken(author))} });
const options = { onOpen: () => console.log('open'), onBreak: () => console.log('broken') };
for await (const { kind, id } of house.notifications(options)) console.log(kind + ' ' + id);
`;
  await page.addScriptTag({ type: 'module', content: code });
  const heard = (): readonly string[] => said.filter((line) => line.startsWith('comment '));
  await home.world.until(() => said.includes('open'));
  await writeComment(guest, post.id, { body: 'one' });
  await home.world.until(() => heard().length === 1);
  line.fault = { kind: 'refuse' };
  await home.world.until(() => said.includes('broken'));
  await writeComment(guest, post.id, { body: 'two' });
  await writeComment(guest, post.id, { body: 'three' });
  line.fault = { kind: 'none' };
  await home.world.until(() => heard().length === 3, 60_000);
  await writeComment(guest, post.id, { body: 'four' });
  await home.world.until(() => heard().length === 4);
  expect(new Set(heard()).size).toBe(4);
  await line.close();
}, 120_000);
