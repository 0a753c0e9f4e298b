// Whatever a caller writes, the text of a statement consists of words and numbers of ours: random and hostile queries over
// fields of every type and storage. Each statement is also prepared and run by SQLite on tables of that layout.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { pathText } from '../../../kernel/field-path.ts';
import { DDL, type FieldRow, type FieldStorage, type FieldType } from '../common/file-tables.ts';
import { planMasks, type Sql } from './conditions.ts';
import { QueryFault } from './fault.ts';
import { planQuery, type QueryTexts } from './plan.ts';
import { planProjection } from './projection.ts';
import { objectPaths, type QueriedResource } from './queried-resource.ts';

const TYPES: readonly FieldType[] = ['string', 'number', 'boolean', 'date', 'localized', 'json'];
const STORAGES: readonly FieldStorage[] = ['column', 'single', 'rare', 'elements'];
/** Names as a publisher may give them. */
const NAMES = [
  'name',
  '"; drop table _r7; --',
  "o'clock",
  '[c1]',
  'a=b',
  'x.y',
  'rowid',
  '_id',
  '`',
  '?1',
  '\0',
  'é界',
];

function makeResource(): QueriedResource {
  const fields = new Map<string, FieldRow>();
  let column = 0;
  for (const type of TYPES) {
    for (const storage of STORAGES) {
      for (const slotted of [false, true]) {
        const id = fields.size + 1;
        const path = pathText([NAMES[id % NAMES.length] ?? '', `f${id}`]);
        const hasColumn = slotted || storage === 'column' || storage === 'single';
        if (hasColumn) column++;
        fields.set(path, {
          id,
          path,
          type,
          storage: slotted ? 'elements' : storage,
          slotted,
          column: hasColumn ? column : null,
          list: storage === 'elements' && !slotted,
          nullable: true,
          distinct: 1,
          min: null,
          max: null,
          samples: '[]',
          format: type === 'date' ? 'ms' : null,
          locales: null,
          kind: null,
        });
      }
    }
  }
  return {
    ...{ name: 'things', number: 7, count: 1, projection: null, fields, objects: objectPaths(fields.keys()) },
    ...{ locales: ['en', 'ja'], declared: new Map() },
  };
}

const resource = makeResource();
const paths = [...resource.fields.keys()];

const TOKEN = /\s+|\|\||<>|<=|>=|[(),=<>?*-]|x''|'(?:text|integer|real)?'|\d+|[etvn]\.\w+|\w+|[\s\S]/g;
const OURS =
  /^(?:\s+|\|\||<>|<=|>=|[(),=<>?*-]|x''|'(?:text|integer|real)?'|\d+|[etvn]\.(?:position|field|slot|value|text|c\d+)|_[rt]7|_value|[etvn]|positions?|slot|value|select|group_concat|min|max|true|count|distinct|as|from|where|and|or|not|in|is|null|ifnull|typeof|instr|lower|order|group|by|desc|limit|offset|join|on)$/;

const db = new Database(':memory:');
for (const statement of DDL) db.run(statement);
const columns = Math.max(...[...resource.fields.values()].map((field) => field.column ?? 0));
const names = Array.from({ length: columns }, (_, at) => `c${at + 1}`);
db.run(`create table _r7 (position integer primary key, entity integer, id text, ${names.join(', ')})`);
db.run('create table _t7 (position integer primary key, text text)');
db.run(`insert into _r7 values (1, 1, 'one'${", 'x'".repeat(columns)})`);

const seen = new Set<string>();

function expectOurs({ text, values }: Sql, more = 0): void {
  if (text.split('?').length - 1 !== values.length + more) throw new Error(`other values than places in ${text}`);
  if (seen.has(text)) return;
  seen.add(text);
  for (const token of text.match(TOKEN) ?? []) if (!OURS.test(token)) throw new Error(`${token} in ${text}`);
  db.prepare(text).all(...values, ...[10, 0].slice(0, more));
}

/** Plans a query and looks at its statements; whether there was one. */
function check(texts: QueryTexts): boolean {
  try {
    const plan = planQuery(resource, texts);
    if (plan.conditions.length > 0) expectOurs(planMasks(resource, plan.conditions));
    expectOurs(plan.page, 2);
    if (plan.order !== undefined) expectOurs({ text: plan.order, values: [] });
    for (const { values, absent, groups } of plan.facets) {
      expectOurs(values);
      if (absent !== undefined) expectOurs(absent);
      for (const text of [groups.all, ...(groups.absent === undefined ? [] : [groups.absent])])
        expectOurs({ text, values: [] });
      expectOurs({ text: groups.value, values: [] }, groups.hasSlots ? 2 : 1);
    }
    return true;
  } catch (error) {
    if (error instanceof QueryFault) return false;
    throw error;
  }
}

const HOSTILE = [
  ...[
    "' or 1=1 --",
    '"; drop table _r7; --',
    ') union select 1 --',
    '/*',
    '*/',
    '[c1]',
    '`c1`',
    '?',
    '?1',
    ':a',
    '@b',
    '$c',
  ],
  ...[
    "x''",
    "'",
    '"',
    ';',
    '\\;',
    '\0',
    'null',
    '\\null',
    '1',
    '-1.5e3',
    '9007199254740993',
    '9223372036854775808',
    '1e999',
  ],
  ...[
    'true',
    'false',
    '0x10',
    '2026-01-01',
    '2026-02-31',
    '2026-01-01T00:00:00Z',
    '\ud800',
    'é',
    '界',
    '𠮷',
    '%',
    '_',
    '*',
  ],
  ...['x'.repeat(10_000), `${'('.repeat(2_000)}`, 'a,b,c', ',', ''],
];
const OPERATORS = ['=', '!=', '>=', '<=', '>', '<', '~'] as const;
const escaped = (text: string): string => text.replace(/[.,=!<>~\\]/g, (sign) => `\\${sign}`);

test('every operator, on every type and storage, with hostile values', () => {
  let planned = 0;
  for (const path of paths) {
    for (const operator of OPERATORS) {
      for (const value of HOSTILE) {
        for (const own of resource.fields.get(path)?.slotted ? [path, `${path}.3`] : [path]) {
          for (const each of new Set([value, escaped(value)])) {
            const filter = [`${own}${operator}${each}`];
            if (check({ q: undefined, filter, sort: undefined, facet: [own] })) planned++;
          }
        }
      }
    }
  }
  expect(planned).toBeGreaterThan(10_000);
});

const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 40 }), fc.string());
const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...paths) },
  { weight: 1, arbitrary: hostile },
  { weight: 1, arbitrary: fc.constantFrom(...paths).map((each) => `${each}.2`) },
);
const texts = fc.record({
  q: fc.option(hostile, { nil: undefined }),
  filter: fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .tuple(path, fc.constantFrom(...OPERATORS), fc.array(hostile, { minLength: 1, maxLength: 3 }))
          .map(([own, operator, values]) => `${own}${operator}${values.map(escaped).join(',')}`),
      },
      { weight: 1, arbitrary: hostile },
    ),
    { maxLength: 3 },
  ),
  sort: fc.option(
    fc
      .array(fc.tuple(fc.boolean(), path), { minLength: 1, maxLength: 3 })
      .map((keys) => keys.map(([descending, own]) => `${descending ? '-' : ''}${own}`).join(',')),
    { nil: undefined },
  ),
  facet: fc.array(path, { maxLength: 2 }),
});

test('no input becomes a part of a statement', () => {
  let planned = 0;
  fc.assert(
    fc.property(texts, (query) => {
      if (check(query)) planned++;
    }),
    { numRuns: 3_000 },
  );
  expect(planned).toBeGreaterThan(200);
});

test('a projection names fields of the resource, or is refused', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(path, hostile), { minLength: 1, maxLength: 3 }), (list) => {
      try {
        const projection = planProjection(resource, list.join(','));
        if (projection === 'whole') return;
        for (const { path: each } of projection) {
          const isOne = paths.includes(pathText(each)) || resource.objects.has(pathText(each));
          expect(isOne || paths.includes(pathText(each.slice(0, -1)))).toBe(true);
        }
      } catch (error) {
        if (!(error instanceof QueryFault)) throw error;
      }
    }),
  );
});
