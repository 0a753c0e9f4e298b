// The statements of queries on bare `bun:sqlite`, in a process of its own: planned before the clock starts, then run one after
// another on one core, with the entities of each page read and cut down. Arguments: the file, and seconds. Prints queries
// per CPU second.
import { Database } from 'bun:sqlite';
import { type FieldRow, LAYOUT_VERSION } from '../src/features/query/common/file-tables.ts';
import { joinConditions } from '../src/features/query/language/conditions.ts';
import { planQuery } from '../src/features/query/language/plan.ts';
import { objectPaths, type QueriedResource } from '../src/features/query/language/queried-resource.ts';
import { queryOf } from './query-load.ts';

const QUERIES = 2_000;
const [, , path = '', seconds = '2'] = process.argv;
const db = new Database(path, { readonly: true });
db.run('pragma mmap_size = 1073741824');

type Row = Omit<FieldRow, 'slotted' | 'list' | 'nullable' | 'locales'> &
  Record<'slotted' | 'list' | 'nullable', number>;

function readResource(name: string): QueriedResource {
  const number = db
    .query<{ number: number }, [string]>('select number from _resource where name = ?')
    .get(name)?.number;
  const rows = db.query<Row, [string]>('select * from _field where resource = ?').all(name);
  const fields = new Map<string, FieldRow>();
  for (const row of rows) {
    fields.set(row.path, {
      ...row,
      slotted: row.slotted === 1,
      list: row.list === 1,
      nullable: row.nullable === 1,
      ...{ locales: null, lists: null, widths: null, items: null },
    });
  }
  const objects = objectPaths(fields.keys());
  return {
    ...{ name, number: number ?? 0, count: 0, projection: null, fields, objects, locales: [], declared: new Map() },
    ...{ lists: new Set(), layout: LAYOUT_VERSION, bytes: null },
  };
}

const items = readResource('items');
const read = db.query<{ id: string; json: string }, [number]>(
  `select e.id, b.json from _r${items.number} e join _body b on b.entity = e.entity where e.position = ?`,
);
const plans = Array.from({ length: QUERIES }, (_, serial) => {
  const search = queryOf(serial);
  const sort = search.get('sort') ?? undefined;
  return planQuery(items, { q: undefined, filter: search.getAll('filter'), sort, facet: [] });
});
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
  const rows = db.query<{ position: number }, (typeof plan.page.values)[number][]>(plan.page.text);
  for (const { position } of rows.all(...plan.page.values, 20, 0)) bytes += read.get(position)?.json.length ?? 0;
}
const { user, system } = process.cpuUsage(startedAt);
process.stdout.write(JSON.stringify({ perCpuSecond: done / ((user + system) / 1e6), bytes }));
