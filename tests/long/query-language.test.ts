// Random queries of every operator and parameter on a collection with fields of every type and storage. A model in plain
// JavaScript finds the same entities in the same order, with the same counts. A query that differs is made as simple as it can be,
// and its request is printed. TEST_SEED: which queries.
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { CachedArrays } from '../../src/features/query/processes/cached-arrays.ts';
import { QueryFile } from '../../src/features/query/processes/query-file.ts';
import { AskedModel, type AskedQuery, localizedEntity } from '../fixtures/asked-model.ts';
import { AskedChance, type AskedTexts, facetName, simplerQueries, textsOfQuery } from '../fixtures/asked-queries.ts';
import {
  ASKED_COUNT,
  type Asked,
  type AskedField,
  createAskedSnapshot,
  THING_FIELDS,
} from '../fixtures/asked-snapshot.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { type Get, getReady, type QueryPage, readEverything, readQueryPage } from '../fixtures/query-client.ts';
import { createChance } from '../fixtures/query-model.ts';
import { TEST_SEED } from '../seed.ts';
import { openWorld } from '../world.ts';

const QUERIES = 20_000;
/** Of them, those that are also asked over HTTP. */
const ASKED_EVERY = 40;
/** Each part has as many of them. */
const PARTS = [0, 1, 2, 3, 4];
/** Of them, those of which a page is asked as well. */
const PAGED_EVERY = 5 * PARTS.length;
const base = '/api/v1/servers/jp/catalog';
const REFERENCES = new Map([
  ['band', [{ resource: 'bands' }]],
  ['guests', [{ resource: 'bands' }]],
  ['costs.item', [{ resource: 'bands' }]],
  ['bandCode', [{ resource: 'bands', key: 'code' }]],
]);

/** Fields whose values refer to bands. */
const REFERRING = THING_FIELDS.filter(({ refersTo }) => refersTo !== undefined);

const get: Get = (path) => world.fetch(path);

const world = await keepOpen(openWorld());
const { snapshot, ...data } = createAskedSnapshot();
await world.publish(snapshot.directory);
snapshot[Symbol.dispose]();
const stored = await getReady(get, `${base}/database.sqlite`);
const path = join(world.dataDirectory, 'asked.sqlite');
await Bun.write(path, await stored.arrayBuffer());
const file = new QueryFile({ path, fingerprint: 'asked' }, new CachedArrays());
const order = new Map((await readEverything(get, base, 'things')).map(({ id }, at) => [id, at]));
const place = ({ id }: Asked): number => order.get(id) ?? Number.NaN;
const things = [...data.things].sort((a, b) => place(a) - place(b));
const bands = data.bands;
const model = new AskedModel(things, bands);
process.stdout.write(`TEST_SEED=${TEST_SEED}\n`);
afterAll(async () => {
  file.close();
});

interface Answer {
  readonly ids: readonly string[];
  readonly total: number;
  readonly entities: readonly unknown[];
  readonly facets: Readonly<Record<string, unknown>>;
  readonly histograms: Readonly<Record<string, Histogram>>;
}

interface Histogram {
  readonly bins: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  readonly median: number | null;
  readonly absent: number;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

const WHOLE: Page = { limit: 1000, offset: 0 };

/** Asks the program that runs queries, without the service around it. */
function askFile(texts: AskedTexts, page: Page = WHOLE): Answer {
  const result = file.run({ kind: 'query', resource: 'things', texts, references: REFERENCES, fields: '_id', ...page });
  if (result.kind !== 'page') throw new Error('a query answers with a page');
  return answerOf(
    JSON.parse(`{"items":${result.items},"facets":${result.facets},"total":${result.total}${result.further}}`),
  );
}

interface ListedAnswer extends Pick<Answer, 'total' | 'facets'> {
  readonly items: readonly { readonly id: string; readonly entity: unknown }[];
  readonly histograms?: Answer['histograms'];
}

const answerOf = ({ items, histograms = {}, ...rest }: ListedAnswer): Answer => ({
  ...rest,
  histograms,
  ids: items.map(({ id }) => id),
  entities: items.map(({ entity }) => entity),
});

/** Items are whole entities, with one text in place of each localized value if a language is named. */
function compareEntities({ locale }: AskedQuery, { ids, entities }: Answer): void {
  const byId = new Map(things.map(({ id, entity }) => [id, entity]));
  expect(entities).toEqual(
    ids.map((id) => (locale === undefined ? byId.get(id) : localizedEntity(byId.get(id), locale))),
  );
}

/** Each page has what its own items refer to. */
function compareIncluded({ items, included, references }: QueryPage, fields: readonly AskedField[]): void {
  const expected = model.include(
    items.map(({ id }) => id),
    fields,
  );
  if (fields.length === 0) expect(included).toBeUndefined();
  expect([Object.keys(included?.bands ?? {}).sort(), references ?? {}]).toEqual([
    [...expected.bands],
    expected.references,
  ]);
  for (const [id, band] of Object.entries(included?.bands ?? {})) {
    const { entity } = bands.find((each) => each.id === id) ?? {};
    expect(band).toEqual({ id: entity?.id, ...(entity?.name !== undefined && { name: entity.name }) });
  }
}

/** What the model says, and what of an answer it speaks about. */
function compare(query: AskedQuery, answer: Answer): void {
  const ids = model.find(query);
  expect(answer.ids).toEqual([...ids]);
  expect(answer.total).toBe(ids.length);
  const counts = query.facets.map((facet) => [facetName(facet.target), model.count(query, facet)]);
  expect(answer.facets).toEqual(Object.fromEntries(counts));
  for (const [at, field] of query.histograms.entries()) {
    const name = textsOfQuery(query).histogram[at] ?? '';
    checkHistogram(answer.histograms[name], model.distribute(query, field), field.type === 'date');
  }
}

function checkHistogram(
  histogram: Histogram | undefined,
  { counts, absent }: ReturnType<AskedModel['distribute']>,
  areDates: boolean,
): void {
  if (histogram === undefined) throw new Error('there is no histogram');
  const all = counts.flatMap(({ value, count }) => Array.from({ length: count }, () => Number(value)));
  const { bins, min, max, mean, median } = histogram;
  expect(histogram.absent).toBe(absent);
  if (all.length === 0) {
    expect({ bins, min, max, mean, median }).toEqual({ bins: [], min: null, max: null, mean: null, median: null });
    return;
  }
  const middle = [all[Math.floor((all.length - 1) / 2)], all[Math.floor(all.length / 2)]].map(Number);
  expect([min, max, median]).toEqual([Math.min(...all), Math.max(...all), ((middle[0] ?? 0) + (middle[1] ?? 0)) / 2]);
  const sum = all.reduce((total, value) => total + value, 0);
  expect(Math.abs((mean ?? Number.NaN) - sum / all.length)).toBeLessThanOrEqual(1e-9 * Math.abs(sum) + 1e-12);
  expect(bins.length).toBeGreaterThan(0);
  expect(bins.length).toBeLessThanOrEqual(40);
  for (const [at, { from, to, count }] of bins.entries()) {
    const isLast = at === bins.length - 1;
    expect(from).toBe(bins[at - 1]?.to ?? from);
    expect(from).toBeLessThan(to);
    expect(count).toBe(all.filter((value) => value >= from && (isLast ? value <= to : value < to)).length);
    // Both ends have a value, so that no bin beyond them is shown.
    if (at === 0 || isLast) expect(count).toBeGreaterThan(0);
    if (!areDates) expectRound(to - from);
  }
}

/** 1, 2 or 5 times a power of ten. */
function expectRound(width: number): void {
  const digits = width / 10 ** Math.floor(Math.log10(width) + 1e-9);
  expect([1, 2, 5].some((round) => Math.abs(digits - round) < 1e-6)).toBe(true);
}

/** The simplest query in which the same is wrong. */
async function shrink(query: AskedQuery, isWrong: (query: AskedQuery) => Promise<boolean>): Promise<AskedQuery> {
  for (const simpler of simplerQueries(query)) if (await isWrong(simpler)) return shrink(simpler, isWrong);
  return query;
}

function searchOf(texts: AskedTexts): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(texts)) {
    for (const text of Array.isArray(value) ? value : [value]) if (text !== undefined) search.append(name, text);
  }
  return search;
}

async function check(query: AskedQuery, ask: (texts: AskedTexts) => Answer | Promise<Answer>): Promise<void> {
  const compareAsked = async (each: AskedQuery) => compare(each, await ask(textsOfQuery(each)));
  try {
    await compareAsked(query);
  } catch {
    const isWrong = (each: AskedQuery): Promise<boolean> =>
      compareAsked(each).then(
        () => false,
        () => true,
      );
    const simplest = await shrink(query, isWrong);
    const texts = textsOfQuery(simplest);
    process.stdout.write(`${base}/query/things?${searchOf(texts)}\n${JSON.stringify(texts, undefined, 1)}\n`);
    await compareAsked(simplest);
  }
}

test.each(PARTS)('random queries find what a model finds, part %i', async (part) => {
  let found = 0;
  let all = 0;
  for (let run = part; run < QUERIES; run += PARTS.length) {
    const chance = createChance(TEST_SEED + run);
    const query = new AskedChance(chance, things, bands).makeQuery();
    const texts = textsOfQuery(query);
    let ids: readonly string[] = [];
    await check(query, (each) => {
      const answer = askFile(each);
      ({ ids } = answer);
      return answer;
    });
    if (ids.length > 0) found++;
    if (ids.length === ASKED_COUNT) all++;
    if (run % PAGED_EVERY !== part) continue;
    const [offset, limit] = [Math.floor(chance() * ASKED_COUNT), Math.floor(chance() * 12)];
    expect([texts, askFile(texts, { offset, limit }).ids]).toEqual([texts, ids.slice(offset, offset + limit)]);
  }
  // Queries that find nothing, or everything, would agree with many an implementation.
  expect(found).toBeGreaterThan(QUERIES / PARTS.length / 2);
  expect(all).toBeLessThan(QUERIES / PARTS.length / 2);
});

test('so do queries over HTTP, page by page', async () => {
  for (let run = 0; run < QUERIES; run += ASKED_EVERY) {
    const chance = createChance(TEST_SEED + run);
    const query = new AskedChance(chance, things, bands).makeQuery();
    const limit = 1 + Math.floor(chance() * 40);
    const included = REFERRING.filter(() => chance() < 0.3);
    await check(query, async (texts) => {
      const search = searchOf(texts);
      search.set('fields', '*');
      search.set('limit', String(limit));
      for (const { keys } of included) search.append('include', keys.join('.'));
      const ask = (): Promise<QueryPage> => readQueryPage(get, base, 'things', search.toString());
      const first = await ask();
      const pages = [first];
      for (let cursor = first.nextCursor; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null) {
        search.set('cursor', cursor);
        pages.push(await ask());
      }
      for (const page of pages) {
        expect(page.total).toBe(first.total);
        compareIncluded(page, included);
      }
      const answer = answerOf({ ...first, items: pages.flatMap(({ items }) => items) });
      compareEntities(query, answer);
      return answer;
    });
  }
});
