// What one query finds: how many entities, which of them a page has, and the counts of its facets. Conditions are decided by
// SQLite, all new ones of a query in one scan. Everything else is a pass over arrays, of which those that other queries of the
// release may need are cached. Orders and groups of a very large resource would take longer than a query may, so there SQLite
// sorts and counts what the conditions leave.

import type { Database } from 'bun:sqlite';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import type { FieldRow, SqlValue } from '../common/file-tables.ts';
import { foldFor, type Search } from '../common/fold.ts';
import { type Condition, planMasks } from '../language/conditions.ts';
import type { FacetPlan, GroupsPlan, QueryPlan } from '../language/plan.ts';
import type { QueriedResource } from '../language/queried-resource.ts';
import type { Sql } from '../language/sql.ts';
import type { CachedArrays } from './cached-arrays.ts';
import { countGroups, type GroupRow, type Groups, makeGroups } from './groups.ts';
import { type CountedNumber, makeHistogram } from './histogram.ts';
import { countMask, joinMasks, listPositions, type Mask, parseMasks } from './masks.ts';
import { rankTexts, readTexts, type TextSearchDependencies } from './text-search.ts';

export interface FinderDependencies extends TextSearchDependencies {
  readonly resource: QueriedResource;
}

interface CountedValue {
  readonly value: SqlValue;
  readonly n: number;
}

export class QueryFinder {
  readonly #db: Database;
  readonly #cache: CachedArrays;
  readonly #file: string;
  readonly #resource: QueriedResource;
  readonly #plan: QueryPlan;
  readonly #masks: ReadonlyMap<Condition, Mask>;
  /** Of the entities for which all conditions hold. */
  readonly #found: Mask;
  readonly #isArranged: boolean;

  constructor({ db, arrays, file, resource }: FinderDependencies, plan: QueryPlan) {
    this.#db = db;
    this.#cache = arrays;
    this.#file = file;
    this.#resource = resource;
    this.#plan = plan;
    this.#isArranged = resource.count <= arrays.limits.arrangedEntities;
    this.#masks = this.#readMasks(plan.conditions);
    this.#found = this.#join(plan.conditions);
  }

  /** Number of all entities that the query finds. */
  get total(): number {
    return countMask(this.#found);
  }

  /** Positions of a page. */
  positions(page: { readonly limit: number; readonly offset: number }): Uint32Array {
    const { order, rank } = this.#plan;
    if (rank !== undefined) return listPositions(this.#found, this.#readRanked(rank), page);
    if (order === undefined || this.#isArranged) {
      return listPositions(this.#found, order === undefined ? undefined : this.#readOrder(order), page);
    }
    const { text, values } = this.#plan.page;
    return this.#readPositions({ text, values: [...values, page.limit, page.offset] });
  }

  /** The values of a facet with their counts, as JSON. */
  facetText(facet: FacetPlan): string {
    const { type, storage } = facet.field.field;
    const shown = this.#countFacet(facet).map(
      ({ value, n }) => `{"value":${JSON.stringify(presentValue(value, type, storage))},"count":${n}}`,
    );
    return `[${shown.join(',')}]`;
  }

  /** How the numbers of a field are distributed, as JSON. */
  histogramText(plan: FacetPlan): string {
    let missing = 0;
    const numbers: CountedNumber[] = [];
    for (const { value, n } of this.#countInTables(plan)) {
      if (typeof value === 'number' || typeof value === 'bigint') numbers.push({ value: Number(value), count: n });
      else if (value === null) missing += n;
    }
    return JSON.stringify(makeHistogram(numbers, missing, plan.field.field.type === 'date'));
  }

  // ---- conditions

  #readMasks(conditions: readonly Condition[]): ReadonlyMap<Condition, Mask> {
    const { masks } = this.#cache;
    const read = new Map<Condition, Mask>();
    const unread: Condition[] = [];
    for (const condition of conditions) {
      const mask = masks.read(this.#keyOf(condition)) ?? this.#readSearched(condition);
      if (mask === undefined) unread.push(condition);
      else read.set(condition, mask);
    }
    if (unread.length === 0) return read;
    const { text, values } = planMasks(this.#resource, unread);
    const digits = this.#db.query<{ value: string | null }, SqlValue[]>(text).get(...values)?.value ?? '';
    parseMasks(digits, unread.length, this.#resource.count).forEach((mask, at) => {
      const condition = unread[at];
      if (condition !== undefined) read.set(condition, masks.keep(this.#keyOf(condition), mask));
    });
    return read;
  }

  /** What a search finds; undefined: it is a condition for SQLite. */
  #readSearched(condition: Condition): Mask | undefined {
    const { search } = condition;
    if (search === undefined || readTexts(this.#texts, this.#resource) === undefined) return undefined;
    const mask: Mask = new Uint8Array(this.#resource.count);
    for (const position of this.#readRanked(search)) mask[position - 1] = 1;
    return this.#cache.masks.keep(this.#keyOf(condition), mask);
  }

  #join(conditions: readonly Condition[]): Mask {
    const masks = conditions.flatMap((condition) => this.#masks.get(condition) ?? []);
    return joinMasks(masks, this.#resource.count);
  }

  #keyOf({ text, values = [] }: { readonly text: string; readonly values?: readonly SqlValue[] }): string {
    return JSON.stringify([this.#file, this.#resource.number, text, ...values.map(keyOfValue)]);
  }

  // ---- order

  #readOrder(text: string): Uint32Array {
    const key = this.#keyOf({ text });
    return this.#cache.orders.read(key) ?? this.#cache.orders.keep(key, this.#readPositions({ text, values: [] }));
  }

  get #texts(): TextSearchDependencies {
    return { db: this.#db, arrays: this.#cache, file: this.#file };
  }

  /** Positions of what a search finds, the best first. */
  #readRanked({ terms, phrase }: Search): Uint32Array {
    const { orders } = this.#cache;
    const key = this.#keyOf({ text: 'rank', values: [phrase, ...terms] });
    return (
      orders.read(key) ??
      orders.keep(key, Uint32Array.from(rankTexts(this.#texts, this.#resource, { terms, phrase }).flat()))
    );
  }

  #readPositions({ text, values }: Sql): Uint32Array {
    const rows = this.#db.query<{ position: number }, SqlValue[]>(text).values(...values);
    const positions = new Uint32Array(rows.length);
    rows.forEach((row, at) => {
      positions[at] = Number(row[0]);
    });
    return positions;
  }

  // ---- facets

  #countFacet(facet: FacetPlan): readonly CountedValue[] {
    const { containing, most } = facet;
    if (containing !== undefined) {
      return this.#countInTables(facet)
        .filter(({ value }) => this.#contains(value, facet, containing))
        .slice(0, most);
    }
    const groups = this.#isArranged ? this.#readGroups(facet.groups) : undefined;
    if (groups === undefined) return this.#countInTables(facet).slice(0, most);
    const others = this.#plan.conditions.filter(({ path }) => path !== facet.path);
    const mask = others.length === this.#plan.conditions.length ? this.#found : this.#join(others);
    const { value, hasSlots } = facet.groups;
    const read = this.#db.query<{ value: SqlValue }, number[]>(value);
    return countGroups(groups, mask, most).map(({ group, count }) => {
      if (group === groups.absent) return { value: null, n: count };
      const place = [groups.places[group] ?? 0, ...(hasSlots ? [groups.slots[group] ?? 0] : [])];
      const row = read.get(...place);
      if (row === null) throw new Error('a value of the query file is missing');
      return { value: row.value, n: count };
    });
  }

  #readGroups({ all, absent }: GroupsPlan): Groups | undefined {
    const key = this.#keyOf({ text: all });
    const cached = this.#cache.groups.read(key);
    if (cached !== undefined) return cached === 'large' ? undefined : cached;
    const rows = this.#db.query<GroupRow, []>(all).all();
    const lacking =
      absent === undefined ? null : this.#db.query<{ positions: string | null }, []>(absent).get()?.positions;
    const groups = makeGroups(rows, lacking ?? '');
    this.#cache.groups.keep(key, groups.bytes > this.#cache.limits.groupBytesEach ? 'large' : groups);
    return groups;
  }

  #countInTables({ values, absent }: FacetPlan): readonly CountedValue[] {
    const counted = this.#db.query<CountedValue, SqlValue[]>(values.text).all(...values.values);
    const missing =
      absent === undefined ? 0 : (this.#db.query<{ n: number }, SqlValue[]>(absent.text).get(...absent.values)?.n ?? 0);
    if (missing > 0) {
      const at = counted.findIndex(({ n }) => n < missing);
      counted.splice(at === -1 ? counted.length : at, 0, { value: null, n: missing });
    }
    return counted;
  }

  #contains(value: SqlValue, { field }: FacetPlan, text: string): boolean {
    const { type, storage } = field.field;
    const shown = presentValue(value, type, storage);
    return shown !== null && foldFor(this.#resource.layout, String(shown)).includes(text);
  }
}

/** Numbers and texts of the same spelling differ. */
/** Longer texts are named by their digest. */
const KEYED_CHARACTERS_MAX = 1_000;

function keyOfValue(value: SqlValue): string {
  if (typeof value === 'string' && value.length > KEYED_CHARACTERS_MAX) return `digest ${sha256Hex(value)}`;
  return value instanceof Uint8Array ? `blob ${value.join(' ')}` : `${typeof value} ${value}`;
}

function presentValue(
  value: SqlValue,
  type: FieldRow['type'],
  storage: FieldRow['storage'],
): string | number | boolean | null {
  if (value instanceof Uint8Array) return value[0] === 1;
  if (type === 'boolean' && storage === 'column') return value === null ? null : value === 1;
  return typeof value === 'bigint' ? Number(value) : value;
}
