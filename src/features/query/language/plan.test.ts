// Whatever a caller writes, the text of a statement consists of words and numbers of ours: random and hostile queries over
// fields of every type and storage. Each statement is also prepared and run by SQLite on tables of that layout.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { pathText } from '../../../kernel/field-path.ts';
import { DDL, ELEMENT_ROWS_MAX, type FieldRow, type FieldStorage, type FieldType } from '../common/file-tables.ts';
import { planMasks, type References } from './conditions.ts';
import { QueryFault } from './fault.ts';
import { planQuery, type QueryTexts } from './plan.ts';
import { planProjection } from './projection.ts';
import { listPaths, objectPaths, type QueriedResource } from './queried-resource.ts';
import type { Sql } from './sql.ts';

const TYPES: readonly FieldType[] = ['string', 'number', 'boolean', 'date', 'localized', 'json'];
const STORAGES: readonly FieldStorage[] = ['column', 'single', 'rare', 'elements', 'nested', 'scan'];
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
        const isNested = storage === 'nested' || storage === 'scan';
        const path = pathText([...(isNested ? ['list'] : []), NAMES[id % NAMES.length] ?? '', `f${id}`]);
        const hasColumn = !isNested && (slotted || storage === 'column' || storage === 'single');
        if (hasColumn) column++;
        fields.set(path, {
          id,
          path,
          type,
          storage: slotted && !isNested ? 'elements' : storage,
          slotted,
          column: hasColumn ? column : null,
          list: isNested || (storage === 'elements' && !slotted),
          nullable: true,
          distinct: 1,
          min: null,
          max: null,
          samples: '[]',
          format: type === 'date' ? 'ms' : null,
          locales: null,
          kind: null,
          lists: isNested ? ['list'] : null,
          widths: isNested ? [4, 1, 5] : null,
          items: null,
          bytes: 10,
        });
      }
    }
  }
  const list = fields.get(pathText([NAMES[2] ?? '', 'f2'])) ?? [...fields.values()][0];
  if (list === undefined) throw new Error('there are fields');
  const id = fields.size + 1;
  fields.set('list', {
    ...{ ...list, id, path: 'list', column: null, type: 'json', storage: 'elements', slotted: false, list: true },
    items: { field: id + 1, widths: [4, 1, 1] },
  });
  return {
    ...{ lists: listPaths(fields.values()), layout: 3, bytes: 100 },
    ...{ name: 'things', number: 7, count: 1, projection: null, fields, objects: objectPaths(fields.keys()) },
    ...{ locales: ['en', 'ja'], declared: new Map() },
  };
}

const resource = makeResource();
const paths = [...resource.fields.keys()];

const TOKEN =
  /\s+|'\[\]'|'\{\}'|'\[(?:true|false)\]'|x'0[01]'|\|\||<>|<=|>=|[(),=<>?*/%+-]|x''|'(?:text|integer|real|array|object|null|true|false)?'|\d+|[etvnubpxyj]\.\w+|[kx]\d+\.\w+|\w+|[\s\S]/g;
const OURS =
  /^(?:\s+|\|\||<>|<=|>=|[(),=<>?*/%+-]|x''|x'0[01]'|'\[\]'|'\{\}'|'\[(?:true|false)\]'|'(?:text|integer|real|array|object|null|true|false)?'|\d+|[etvnubpxyj]\.(?:position|entity|field|slot|value|text|title|json|type|atom|places|id|c\d+)|[kx]\d+(?:\.(?:value|type|key|atom))?|_[rt]7|_value|_element|_body|n|[etvnubpxyj]|positions?|title|phrase|slot|value|select|group_concat|min|max|true|count|distinct|as|from|where|and|or|not|in|is|null|ifnull|cast|text|typeof|instr|lower|substr|json_each|json_array|json|exists|case|when|then|else|end|between|cross|order|group|by|desc|limit|offset|join|on)$/;

const db = new Database(':memory:');
for (const statement of DDL) db.run(statement);
const columns = Math.max(...[...resource.fields.values()].map((field) => field.column ?? 0));
const names = Array.from({ length: columns }, (_, at) => `c${at + 1}`);
db.run(`create table _r7 (position integer primary key, entity integer, id text, ${names.join(', ')})`);
db.run('create table _t7 (position integer primary key, text text, title integer)');
db.run(`insert into _r7 values (1, 1, 'one'${", 'x'".repeat(columns)})`);
db.run('insert into _body values (1, ?)', [JSON.stringify({ list: [{ name: { f1: [1, 'x', true] } }, 5, 'x'] })]);
for (const { id } of resource.fields.values())
  db.run('insert into _element values (?, 1, ?)', [id * ELEMENT_ROWS_MAX + 1, '[20,25]']);

const seen = new Set<string>();

function expectOurs({ text, values }: Sql, more = 0): void {
  if (text.split('?').length - 1 !== values.length + more) throw new Error(`other values than places in ${text}`);
  if (seen.has(text)) return;
  seen.add(text);
  for (const token of text.match(TOKEN) ?? []) if (!OURS.test(token)) throw new Error(`${token} in ${text}`);
  db.prepare(text).all(...values, ...[10, 0].slice(0, more));
}

/** A field refers to the same resource. */
const REFERENCES: References = {
  byPath: new Map([[paths[0] ?? '', [{ resource: 'things' }]]]),
  readTexts: (_, condition) => {
    const { text, values } = condition(resource);
    expectOurs({ text: `select e.id as text from _r7 e where ${text}`, values });
    return ["'", '1'];
  },
};

/** Plans a query and looks at its statements; whether there was one. */
function check(texts: QueryTexts): boolean {
  try {
    const plan = planQuery(resource, texts, REFERENCES);
    if (plan.conditions.length > 0) expectOurs(planMasks(resource, plan.conditions));
    expectOurs(plan.page, 2);
    if (plan.order !== undefined) expectOurs({ text: plan.order, values: [] });
    for (const { values, absent, groups } of [...plan.facets, ...plan.histograms]) {
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
const OPERATORS = ['=', '!=', '>=', '<=', '>', '<', '~', '^='] as const;
const escaped = (text: string): string => text.replace(/[.,=!<>~\\]/g, (sign) => `\\${sign}`);

const quoted = (text: string): string => `"${text.replace(/["\\\\]/g, (sign) => `\\${sign}`)}"`;

test('every operator, on every type and storage, with hostile values', () => {
  let planned = 0;
  for (const path of paths) {
    for (const operator of OPERATORS) {
      for (const value of HOSTILE) {
        for (const own of resource.fields.get(path)?.slotted ? [path, `${path}.3`] : [path]) {
          for (const each of new Set([value, escaped(value)])) {
            const filter = [`${own}${operator}${each}`];
            if (check({ q: undefined, filter, sort: undefined, facet: [own] })) planned++;
            const inList = own.startsWith('list.') ? [`list[${own.slice(5)}${operator}${quoted(value)}]`] : [];
            const further = `${paths[0]}.${own}${operator}${quoted(value)}`;
            for (const where of [`!(${own}${operator}${quoted(value)})`, further, ...inList])
              if (check({ q: undefined, filter: [], where, sort: undefined, facet: [] })) planned++;
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
  where: fc.option(
    fc.oneof(
      hostile,
      fc
        .array(fc.tuple(path, fc.constantFrom(...OPERATORS), hostile, fc.constantFrom(' && ', ' || ', ' && !')), {
          minLength: 1,
          maxLength: 4,
        })
        .map((parts) =>
          parts.map(([own, operator, value, joint]) => `${own} ${operator} ${quoted(value)}${joint}`).join(''),
        )
        .map((text) => `(${text}_id in ("a", null, 1, true))`),
    ),
    { nil: undefined, freq: 1 },
  ),
  facet: fc.array(
    fc.oneof(
      path,
      path.map((each) => `${each}:7`),
    ),
    { maxLength: 2 },
  ),
  facetq: fc.array(
    fc.tuple(path, hostile.map(escaped)).map(([own, text]) => `${own}:${text}`),
    { maxLength: 1 },
  ),
  histogram: fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(path, { maxLength: 1 }) },
  ),
  locale: fc.constantFrom(undefined, 'en', 'ja'),
});

test('no input becomes a part of a statement', () => {
  let planned = 0;
  fc.assert(
    fc.property(texts, (query) => {
      if (check(query)) planned++;
    }),
    { numRuns: 3_000 },
  );
  expect(planned).toBeGreaterThan(100);
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
