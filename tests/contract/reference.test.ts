// The reference of the interface, the API catalog and `/llms.txt`, over the wire: complete, without broken links, with examples
// that work.
import { expect, test } from 'bun:test';
import { z } from 'zod';
import { CONTRACTS, listRoutes } from '../../src/app/surface.ts';
import { refusalsByStatus } from '../../src/http/openapi/refusals.ts';
import { LOCALES } from '../../src/kernel/names.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld, type World } from '../world.ts';

const world = await keepOpen(openWorld());
await world.publish(SAMPLE);

/** Operations as the document for clients has them. */
const operations = listRoutes().filter(({ dialect, handledAs }) => dialect !== 'page' && handledAs === undefined);

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const read = async (path: string, from: World = world): Promise<string> => {
  const answer = await from.fetch(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
};
const linksOf = (html: string): readonly string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => unescaped(to));
const idsOf = (html: string): readonly string[] => [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);
const sectionsOf = (html: string): readonly string[] => [
  ...new Set(linksOf(html).flatMap((to) => /^\/docs\/([a-z-]+)$/.exec(to)?.[1] ?? [])),
];

const overview = await read('/docs');
const sections = sectionsOf(overview);
const pages = new Map(await Promise.all(sections.map(async (name) => [name, await read(`/docs/${name}`)] as const)));
/** Operation → its part of the page. */
const articles = new Map(
  [...pages.values()].flatMap((html) =>
    [...html.matchAll(/<article class="operation stack" id="(\w+)".*?<\/article>/gs)].map(
      ([text, id = '']) => [id, text] as const,
    ),
  ),
);

test('docsPage has a link to every operation, and docsPartPage has each of them once', () => {
  const links = linksOf(overview);
  expect([...articles.keys()].sort()).toEqual(operations.map(({ id }) => id).sort());
  const shown = links.flatMap((to) => /^\/docs\/[a-z-]+#(\w+)$/.exec(to)?.[1] ?? []);
  expect(shown.sort()).toEqual(operations.map(({ id }) => id).sort());
});

test('no id is there twice, and every link within the reference leads somewhere', () => {
  const broken: string[] = [];
  for (const [name, html] of [...pages, ['', overview] as const]) {
    const ids = idsOf(html);
    expect([name, ids.length - new Set(ids).size]).toEqual([name, 0]);
    for (const to of linksOf(html)) {
      const [, page = name, anchor] = /^(?:\/docs\/?([a-z-]*))?(?:#(.*))?$/.exec(to) ?? [];
      if (!to.startsWith('#') && !to.startsWith('/docs')) continue;
      const target = page === '' ? overview : pages.get(page);
      if (target === undefined || (anchor && !idsOf(target).includes(anchor))) broken.push(`${name}: ${to}`);
    }
  }
  expect(broken).toEqual([]);
});

test('every refusal of an operation is listed with its status, and its limit and scope are said', () => {
  for (const route of operations) {
    const article = articles.get(route.id) ?? '';
    const rows = [...article.matchAll(/<tr><td>(\d+)<\/td><td><code>(\w+)<\/code>/g)].map(([, ...pair]) =>
      pair.join(' '),
    );
    const expected = [...refusalsByStatus(route)].flatMap(([status, codes]) =>
      codes.map((code) => `${status} ${code}`),
    );
    // An answer with more than the envelope is declared as an answer, and says its code.
    const further = Object.entries(route.answers).flatMap(([status, { description = '' }]) => {
      const [, code] = /^`(\w+)`:/.exec(description) ?? [];
      return Number(status) >= 400 && code !== undefined ? [`${status} ${code}`] : [];
    });
    expect([route.id, rows.sort()]).toEqual([route.id, [...expected, ...further].sort()]);
    if (route.limit !== undefined) expect([route.id, article.includes('At most ')]).toEqual([route.id, true]);
  }
  expect(articles.get('postCreate')).toContain('API token with the scope community');
  expect(articles.get('postCreate')).toContain('30 calls a minute');
  expect(articles.get('caseList')).toContain('livehouse.session_token');
});

/** Sections whose reads need nothing but the sample. */
const OF_RELEASES = [
  'registry-release',
  'catalog',
  'source-metadata',
  'release-media-and-files',
  'game-client-files',
  'level-server',
];

/** The address that a curl command asks. */
function addressOf(command: string): string {
  const [, address = ''] = /'(http[^']*)'/.exec(command) ?? [];
  const url = new URL(address);
  for (const [, name = '', value = ''] of command.matchAll(/--data-urlencode '([^=]*)=([^']*)'/g))
    url.searchParams.append(name, value);
  return `${url.pathname}${url.search}`;
}

test('the commands of public reads work on the sample, and every operation has one', async () => {
  const tried: string[] = [];
  for (const [id, article] of articles) {
    const command = unescaped(/<code>(curl [^<]*)<\/code>/.exec(article)?.[1] ?? '');
    expect([id, command.startsWith('curl -s')]).toEqual([id, true]);
    expect([id, article.includes(`livehouse.api.${id}(`)]).toEqual([id, true]);
    const route = operations.find((one) => one.id === id);
    if (route?.method !== 'GET' || !OF_RELEASES.some((name) => pages.get(name)?.includes(`id="${id}"`))) continue;
    const path = addressOf(command);
    // The sample has none of it.
    if (path.includes('/SERVER/')) continue;
    await world.until(async () => {
      const answer = await world.fetch(path);
      await answer.body?.cancel();
      // The file for queries is made at the first one.
      if (answer.status === 503) return false;
      expect([id, path, answer.status]).toEqual([id, path, id === 'levelServerRoot' ? 308 : 200]);
      return true;
    });
    tried.push(id);
  }
  expect(tried.length).toBeGreaterThan(40);
}, 60_000);

test('docsPartPage redirects the id of an operation to its place, and refuses other names', async () => {
  const moved = await world.fetch('/docs/catalogQuery?lang=ja', { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([303, '/docs/catalog#catalogQuery']);
  for (const name of ['nothing', 'swagger-ui.css', 'Catalog', '%00', 'a'.repeat(65)]) {
    const answer = await world.fetch(`/docs/${name}`, { headers: { accept: 'text/html' } });
    expect([name, answer.status, answer.headers.get('content-type')]).toEqual([name, 404, 'text/html; charset=utf-8']);
    await answer.body?.cancel();
  }
});

test('pages of the reference have the policy of all pages, an entity tag, and all languages', async () => {
  const home = await world.fetch('/');
  await home.body?.cancel();
  for (const path of ['/docs', '/docs/catalog']) {
    const first = await world.fetch(path);
    expect(first.headers.get('content-security-policy')).toBe(home.headers.get('content-security-policy'));
    await first.body?.cancel();
    const again = await world.fetch(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const texts = await Promise.all(LOCALES.map((locale) => read(`${path}?lang=${locale}`)));
    expect(new Set(texts).size).toBe(LOCALES.length);
  }
});

test('docsPage filters without script', async () => {
  const found = await read('/docs?q=query+CATALOG%2FQUERY');
  const shown = linksOf(found).flatMap((to) => /^\/docs\/[a-z-]+#(\w+)$/.exec(to)?.[1] ?? []);
  expect(shown).toEqual(['catalogQuery', 'catalogQueryPost', 'catalogFields']);
  expect(found).toContain('3 operations');
  expect(await read('/docs?q=xylophone')).toContain('No operations found.');
});

test('parameters that do not fit are refused', async () => {
  for (const [path, code] of [
    [`/docs?q=${'a'.repeat(513)}`, 'invalid_query'],
    ['/docs?q=a&q=b', 'duplicate_query_parameter'],
    ['/openapi.json?profile=client&profile=client', 'duplicate_query_parameter'],
  ] as const) {
    const answer = await world.fetch(path);
    expect([path.slice(0, 20), answer.status, await answer.json()]).toMatchObject([
      path.slice(0, 20),
      400,
      { error: { code } },
    ]);
  }
});

const linksetSchema = z.object({
  linkset: z.array(z.looseObject({ anchor: z.url() })),
});

test('apiCatalogRead is a linkset whose addresses answer (RFC 9727)', async () => {
  const answer = await world.fetch('/.well-known/api-catalog');
  expect(answer.headers.get('content-type')).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const text = await answer.text();
  const { linkset } = linksetSchema.parse(JSON.parse(text));
  expect(linkset.map(({ anchor }) => new URL(anchor).pathname)).toEqual(['/.well-known/api-catalog', '/api/v1']);
  const addresses = [...text.matchAll(/"href":"([^"]*)"/g)].map(([, to = '']) => new URL(to).pathname);
  for (const path of addresses.filter((one) => one !== '/api/v1')) await read(path);
  const head = await world.fetch('/.well-known/api-catalog', { method: 'HEAD' });
  expect(head.headers.get('link')).toBe('</.well-known/api-catalog>; rel="api-catalog"');
  const again = await world.fetch('/.well-known/api-catalog', {
    headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('llmsRead names what is here, and its links answer', async () => {
  const text = await read('/llms.txt');
  expect(text).toStartWith('# Livehouse\n\n> ');
  expect(text).toContain('current release of `demo`');
  const links = [...text.matchAll(/\]\((http[^)]*)\)/g)].map(([, to = '']) => new URL(to));
  expect(links.length).toBeGreaterThan(20);
  for (const { pathname, search } of links) await read(`${pathname}${search}`);
  const etag = (await world.fetch('/llms.txt')).headers.get('etag') ?? '';
  const again = await world.fetch('/llms.txt', { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('examples follow what is published: placeholders, then a release, then the next one', async () => {
  await using other = await openWorld();
  using snapshot = createSmallSnapshot({ server: 'own' });
  const empty = await read('/docs/catalog', other);
  expect(empty).toContain('/api/v1/servers/my-server/my-resource/my-id');
  expect(empty).not.toMatch(/servers\/demo/);
  await other.publish(snapshot.directory);
  await other.until(async () => (await read('/docs/catalog', other)).includes('/api/v1/servers/own/'));
  const own = await read('/docs/registry-release', other);
  expect(own).not.toMatch(/servers\/(?:demo|my-server)/);
  expect(await read('/llms.txt', other)).toContain('current release of `own`');
}, 30_000);

test('addresses of sections and operations cannot collide', () => {
  const ids = new Set(Object.values(CONTRACTS).flatMap((contract) => Object.keys(contract)));
  expect(sections.filter((name) => ids.has(name))).toEqual([]);
});
