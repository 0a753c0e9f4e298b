// Pages of `@wfcd/items`, a catalog that nobody configured: a list with three facets, each question for the first time and again,
// and details. CPU time of this process together with the processes that answer its queries.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../src/platform/config/package-root.ts';
import { readChildren, readCpuSeconds, sumOf } from './machine.ts';
import { printLine } from './web-figures.ts';

type Get = (path: string, headers?: Record<string, string>) => Promise<Response>;

export const ITEMS = join(PACKAGE_ROOT, 'examples', 'real', 'items');
const LIST = '/catalog/warframe/items';
const FACETS = ['category', 'rarity', 'polarity'] as const;
const LISTS = 120;
const DETAILS = 300;
const PREPARED_TRIES = 600;
const QUERY_TRIES = 5;
const PREPARED_STEP_MS = 200;
const PLAIN = { 'accept-language': 'en' };

/** Whether the package is installed. */
export const hasItems = (): boolean => existsSync(join(ITEMS, 'node_modules'));

/** CPU seconds of this process and of its children that live now. */
const readCpu = (): number => sumOf([process.pid, ...readChildren(process.pid)].map(readCpuSeconds));

/** Milliseconds of CPU time for each of the paths, one after another. */
async function measure(get: Get, paths: readonly string[]): Promise<number> {
  const before = readCpu();
  for (const path of paths) {
    let answer = await get(path);
    // On a busy machine a query may take longer than it may; its work counts.
    for (let tries = 1; answer.status === 503 && tries < QUERY_TRIES; tries += 1) answer = await get(path);
    if (!answer.ok) throw new Error(`${path} has the status ${answer.status}`);
    await answer.arrayBuffer();
  }
  return ((readCpu() - before) * 1000) / paths.length;
}

async function untilPrepared(get: Get): Promise<void> {
  for (let tries = 0; tries < PREPARED_TRIES; tries += 1) {
    const answer = await get('/api/v1/servers/warframe/catalog/query/items?limit=1');
    if (answer.ok) return;
    await Bun.sleep(PREPARED_STEP_MS);
  }
  throw new Error('the release was not prepared for queries in time');
}

interface FacetAnswer {
  readonly facets: Readonly<Record<string, readonly { readonly value: unknown }[]>>;
}

/** Questions with three facets each, all different. */
async function listQuestions(get: Get): Promise<readonly string[]> {
  const query = FACETS.map((facet) => `facet=${facet}`).join('&');
  const answer = await get(`/api/v1/servers/warframe/catalog/query/items?limit=1&${query}`);
  const { facets }: FacetAnswer = JSON.parse(await answer.text());
  const [categories = [], rarities = [], polarities = []] = FACETS.map((facet) =>
    (facets[facet] ?? []).flatMap(({ value }) => (value === null ? [] : [String(value)])),
  );
  const all = rarities.flatMap((rarity) =>
    polarities.flatMap((polarity) => categories.map((category) => ({ category, rarity, polarity }))),
  );
  return all.slice(0, LISTS).map((question) => `${LIST}?${new URLSearchParams(question)}`);
}

interface IdPage {
  readonly items: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
}

/** Ids of the first entities. */
async function listIds(get: Get): Promise<readonly string[]> {
  const ids: string[] = [];
  let query = 'limit=100';
  while (ids.length < DETAILS) {
    const answer = await get(`/api/v1/servers/warframe/items?${query}`);
    const page: IdPage = JSON.parse(await answer.text());
    ids.push(...page.items.map(({ id }) => id));
    if (page.nextCursor === null) break;
    query = `limit=100&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
  return ids.slice(0, DETAILS);
}

/** Prints CPU time and bytes. */
export async function benchItemPages(get: Get): Promise<void> {
  await untilPrepared(get);
  const lists = await listQuestions(get);
  const details = (await listIds(get)).map((id) => `${LIST}/${encodeURIComponent(id)}`);
  // Programs and files become warm, by other questions.
  await measure(get, [LIST, `${LIST}?sort=name`, ...details.slice(0, 20)]);
  const print = (name: string, milliseconds: number, goal: number): void =>
    printLine(
      name,
      `${milliseconds.toFixed(2)} ms of CPU each, goal ${goal} ${milliseconds <= goal ? 'met' : 'missed'}`,
    );
  print(`items, ${lists.length} lists with three facets, new`, await measure(get, lists), 12);
  print('the same, repeated', await measure(get, [...lists, ...lists, ...lists]), 1);
  print(`items, ${details.length - 20} details, new`, await measure(get, details.slice(20)), 3);
  const sizes: number[] = [];
  for (const path of [LIST, `${LIST}?view=grid`, ...lists.slice(0, 20)]) {
    sizes.push(brotliCompressSync(await (await get(path, PLAIN)).text()).byteLength);
  }
  printLine('items, heaviest list', `${(Math.max(...sizes) / 1024).toFixed(1)} KiB of HTML compressed, goal 25`);
}
