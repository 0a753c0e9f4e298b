// Finds the numbers that an entity has per level: `stat.1.performance` and `stat.45.performance`, `power.1` and `power.2`, lists of
// numbers such as `hpByLevel`, lists of objects with a `level`, and pairs such as `minAttack` and `maxAttack`. Pure.
import { isObject } from '../../../kernel/is-object.ts';
import { isIdPath } from '../common/values.ts';
import type { Field } from './entity-data.ts';

export type Level = number | 'least' | 'most';

export interface Levels {
  /** Path of what has the levels; names the table. */
  readonly path: string;
  /** Paths of the columns, as labels know them. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly level: Level; readonly values: readonly (number | undefined)[] }[];
  /** Paths of the fields that the levels were read from. */
  readonly fields: readonly string[];
  /** Whether the columns are parts of one whole. */
  readonly hasSum: boolean;
}

const LEVELS_MIN = 2;
const LEVELS_MAX = 200;
/** Larger numbers in paths are ids. */
const LEVEL_MAX = 999;
const NAMED_PATH = /^(.+)\.(\d{1,4})\.([^.\\]+)$/;
const PLAIN_PATH = /^(.+)\.(\d{1,4})$/;
/** Names of lists that have a number for each level. */
const LIST_NAME = /(?:byLevels?|perLevels?|levels?|growth|curve)(?:values?)?$/i;
const PAIR_NAME =
  /^(.*?)(?:(?:^|\.)(min|max)(?:imum)?(?:\.|(?=[A-Z]))|(?:(?<=[a-z0-9])|\.)([mM])(in|ax)(?:imum)?$)(.*)$/;

interface Cell {
  readonly level: Level;
  readonly column: string;
  readonly value: number;
}

/** Everything that the fields have per level. */
export function readLevels(fields: readonly Field[]): readonly Levels[] {
  const pairs = readPairs(fields);
  return [...readPaths(fields), ...fields.flatMap(readList), ...(pairs === undefined ? [] : [pairs])];
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** One table of cells; undefined when there are not enough levels. */
function tabulate(path: string, cells: readonly Cell[], fields: readonly string[], hasSum = false): readonly Levels[] {
  const columns = [...new Set(cells.map(({ column }) => column))];
  const byLevel = Map.groupBy(cells, ({ level }) => level);
  if (byLevel.size < LEVELS_MIN || byLevel.size > LEVELS_MAX) return [];
  const rows = [...byLevel]
    .sort(([a], [b]) => (isNumber(a) && isNumber(b) ? a - b : 0))
    .map(([level, found]) => ({
      level,
      values: columns.map((column) => found.find((cell) => cell.column === column)?.value),
    }));
  return [{ path, columns, rows, fields, hasSum: hasSum && columns.length > 1 }];
}

/** Fields whose paths contain the level. */
function readPaths(fields: readonly Field[]): readonly Levels[] {
  const found = new Map<string, { readonly cell: Cell & { readonly level: number }; readonly path: string }[]>();
  for (const { path, value } of fields) {
    if (!isNumber(value)) continue;
    const [, named, namedLevel, name] = NAMED_PATH.exec(path) ?? [];
    const [, plain, plainLevel] = PLAIN_PATH.exec(path) ?? [];
    const base = named ?? plain;
    if (base === undefined) continue;
    const level = Number(namedLevel ?? plainLevel);
    const known = found.get(base) ?? [];
    const column = name === undefined ? base : `${base}.${namedLevel}.${name}`;
    known.push({ path, cell: { level, column, value } });
    found.set(base, known);
  }
  return [...found].flatMap(([base, cells]) => {
    if (cells.some(({ cell }) => cell.level > LEVEL_MAX)) return [];
    // The first level stands for its column in all of them.
    const first = new Map<string, string>();
    const named = cells.map(({ cell }) => {
      const name = cell.column.slice(cell.column.lastIndexOf('.') + 1);
      const column = first.get(name) ?? cell.column;
      first.set(name, column);
      return { ...cell, column };
    });
    return tabulate(
      base,
      named,
      cells.map(({ path }) => path),
      true,
    );
  });
}

/** A list of numbers whose name says that they are levels, or of objects that name theirs. */
function readList({ path, value }: Field): readonly Levels[] {
  if (!Array.isArray(value)) return [];
  if (value.every(isNumber)) {
    const name = path.slice(path.lastIndexOf('.') + 1);
    if (!LIST_NAME.test(name)) return [];
    return tabulate(
      path,
      value.map((number: number, index) => ({ level: index + 1, column: path, value: number })),
      [path],
    );
  }
  const levels = value.map((entry) => (isObject(entry) ? Reflect.get(entry, 'level') : undefined));
  // Two entries of one level are a list of something else.
  if (!levels.every(isNumber) || new Set(levels).size < levels.length) return [];
  const cells = value.flatMap((entry: object, index): readonly Cell[] =>
    Object.entries(entry).flatMap(([column, number]) =>
      column !== 'level' && !/ids?$/i.test(column) && isNumber(number)
        ? [{ level: levels[index] ?? 0, column, value: number }]
        : [],
    ),
  );
  // What has texts as well is shown whole, as the list that it is.
  const hasMore = value.some((entry: object) => Object.values(entry).some((one) => !isNumber(one)));
  return tabulate(path, cells, hasMore ? [] : [path]);
}

/** Pairs of the least and the most of something. */
function readPairs(fields: readonly Field[]): Levels | undefined {
  const sides = new Map<string, { least?: Field; most?: Field }>();
  for (const field of fields) {
    const found = isNumber(field.value) ? PAIR_NAME.exec(field.path) : null;
    if (found === null) continue;
    const [, before = '', prefix, , suffix, after = ''] = found;
    if (isIdPath(field.path)) continue;
    const isLeast = (prefix ?? `m${suffix}`) === 'min';
    const base = `${before}${after}`.replace(/\.$/, '');
    sides.set(base, { ...sides.get(base), ...(isLeast ? { least: field } : { most: field }) });
  }
  const pairs = [...sides].flatMap(([base, { least, most }]) =>
    least === undefined || most === undefined || Number(least.value) > Number(most.value)
      ? []
      : [{ base, least, most }],
  );
  if (pairs.length < LEVELS_MIN) return undefined;
  return {
    path: '',
    columns: pairs.map(({ base }) => base),
    rows: (['least', 'most'] as const).map((level) => ({
      level,
      values: pairs.map((pair) => Number(pair[level].value)),
    })),
    fields: pairs.flatMap(({ least, most }) => [least.path, most.path]),
    hasSum: false,
  };
}
