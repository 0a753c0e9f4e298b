// The statements of queries on bare `bun:sqlite`, in a process of its own: planned before the clock starts, then run one after
// another on one core, with the entities of each page read and cut down. Arguments: the file, seconds, and the kind of queries
// (none: filters that are ordered). Prints queries per CPU second.
import { Database } from 'bun:sqlite';
import { joinConditions } from '../src/features/query/language/conditions.ts';
import { planQuery, type QueryPlan } from '../src/features/query/language/plan.ts';
import { makeHistogram } from '../src/features/query/processes/histogram.ts';
import { includeTargets } from '../src/features/query/processes/inclusion.ts';
import { readAboutFile, readStoredResource } from '../src/features/query/processes/stored-resource.ts';
import { kindOf, queryOf, REFERENCE } from './query-load.ts';

const QUERIES = 2_000;
const [, , path = '', seconds = '2', kind] = process.argv;
const db = new Database(path, { readonly: true });
db.run('pragma mmap_size = 1073741824');

const items = readStoredResource(db, 'items', readAboutFile(db));
const read = db.query<{ id: string; json: string }, [number]>(
  `select e.id, b.json from _r${items.number} e join _body b on b.entity = e.entity where e.position = ?`,
);
const plans = Array.from({ length: QUERIES }, (_, serial) => {
  const search = kind === undefined ? queryOf(serial) : kindOf(kind, serial);
  const one = (name: string): string | undefined => search.get(name) ?? undefined;
  return planQuery(items, {
    ...{ q: undefined, filter: search.getAll('filter'), sort: one('sort'), facet: [] },
    ...{ where: one('where'), histogram: search.getAll('histogram') },
  });
});

type Value = QueryPlan['page']['values'][number];

/** The numbers of a field and how often it has each. */
function countNumbers({ field, values, absent }: QueryPlan['histograms'][number]): number {
  const counted = db.query<{ value: Value; n: number }, Value[]>(values.text).all(...values.values);
  const lacking =
    absent === undefined ? 0 : (db.query<{ n: number }, Value[]>(absent.text).get(...absent.values)?.n ?? 0);
  const numbers = counted.flatMap(({ value, n }) => (typeof value === 'number' ? [{ value, count: n }] : []));
  return JSON.stringify(makeHistogram(numbers, lacking, field.field.type === 'date')).length;
}

/** The entities to which those of a page refer. */
function includeReferred(texts: readonly string[]): number {
  const paths = [{ path: REFERENCE, refersTo: [{ resource: 'items' }] }];
  const entities = texts.map((text): unknown => JSON.parse(text));
  const { included } = includeTargets(paths, entities, {
    db,
    findResource: () => items,
    projectionOf: () => (position) => read.get(position)?.json ?? '',
  });
  return included.length;
}

let bytes = 0;
let done = 0;
let startedAt = process.cpuUsage();
const started = performance.now();
let endsAt = started + Number(seconds) * 1000;
for (let isWarm = false; performance.now() < endsAt; done++) {
  if (!isWarm && performance.now() > started + 500) {
    // The first half second warms compilers and caches.
    isWarm = true;
    done = 0;
    endsAt += 500;
    startedAt = process.cpuUsage();
  }
  const plan = plans[done % QUERIES];
  if (plan === undefined) continue;
  const where = joinConditions(plan.conditions);
  db.query(`select count(*) from _r${items.number} e${where.text}`).get(...where.values);
  const rows = db.query<{ position: number }, Value[]>(plan.page.text);
  const texts = rows.all(...plan.page.values, 20, 0).map(({ position }) => read.get(position)?.json ?? '');
  for (const text of texts) bytes += text.length;
  for (const histogram of plan.histograms) bytes += countNumbers(histogram);
  if (kind === 'include') bytes += includeReferred(texts);
}
const { user, system } = process.cpuUsage(startedAt);
process.stdout.write(JSON.stringify({ perCpuSecond: done / ((user + system) / 1e6), bytes }));
