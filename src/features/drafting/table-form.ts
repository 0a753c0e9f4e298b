// Judges the form of a parsed table: where its entities are. An entity is an object; a table is a list of them, or an object of
// them by id. Pairs of a key and a text, and lists of rows, become entities by `shape`. Pure.
import { isObject } from '../../kernel/is-object.ts';
import { isPartName } from '../../kernel/names.ts';
import { keyOf } from '../catalog/entity-key.ts';
import { areLanguages, chooseLeader } from './language-names.ts';
import { code, counted } from './reason.ts';
import { kebabOf } from './resource-names.ts';

export interface Element {
  /** Key in an object of entities. */
  readonly key: string | undefined;
  readonly value: object;
}

export interface FoundCollection {
  readonly path: readonly string[];
  readonly shape: 'array' | 'object' | 'pairs' | 'rows';
  readonly elements: readonly Element[];
  readonly why: string;
  /** Of rows. */
  readonly columns?: readonly string[];
  /** Whether only references to it show that it is a table, such as an object of objects of numbers. */
  readonly isWeak?: boolean;
}

export type TableForm =
  | { readonly kind: 'none'; readonly why: string; readonly aside: PartsAside }
  | {
      readonly kind: 'collections';
      /** The one that the file is named after, or the only one; undefined: none of them leads. */
      readonly main: FoundCollection | undefined;
      readonly others: readonly FoundCollection[];
      readonly aside: PartsAside;
    };

/** A part of a file that is a table, and is not used. */
export interface UnusedPart {
  readonly path: readonly string[];
  readonly why: string;
}

/** What was seen of a file beside its collections. */
export interface PartsAside {
  /** Branches of other languages that were left out. */
  readonly branches: string[];
  readonly unused: UnusedPart[];
}

/** Objects with fewer members must look more alike. */
const MANY = 20;
const ENOUGH = 8;
const ALIKE_SHARE = 0.9;
const WRAPPER_DEPTH = 3;
const PAIRS_MIN = 6;
const TEXTS_SHARE = 0.2;
const ROWS_MIN = 3;
const COLUMNS_MAX = 64;
const COLLECTIONS_MAX = 200;

/** The form of the table that a file of this name holds. */
export function judgeTable(value: unknown, stem: string): TableForm {
  const whole = asCollection(value, []) ?? asRows(value, []) ?? asPairs(value, []);
  const aside: PartsAside = { branches: [], unused: [] };
  if (whole !== undefined) return { kind: 'collections', main: whole, others: [], aside };
  if (Array.isArray(value)) return { kind: 'none', why: wordsOfList(value), aside };
  if (!isObject(value)) return { kind: 'none', why: 'it is a single value', aside };
  const form = chooseCollections(findCollections(value, [], WRAPPER_DEPTH, aside), stem, aside);
  const map = form.kind === 'none' ? wordsOfMap(value, []) : undefined;
  return map === undefined ? form : { kind: 'none', why: map, aside: { branches: [], unused: [] } };
}

/** Which of the collections of a file leads. */
export function chooseCollections(found: readonly FoundCollection[], stem: string, aside: PartsAside): TableForm {
  const inside = found.slice(0, COLLECTIONS_MAX);
  for (const { path } of found.slice(COLLECTIONS_MAX)) {
    aside.unused.push({ path, why: `the file has more than ${counted(COLLECTIONS_MAX, 'collection')}` });
  }
  if (inside.length === 0) {
    return { kind: 'none', why: 'it has no list of objects and no object of similar objects', aside };
  }
  const named = inside.find(({ path }) => isSameWord(path.at(-1) ?? '', stem));
  const [only, ...more] = inside;
  const main = named ?? (more.length === 0 ? only : undefined);
  if (main === undefined) return { kind: 'collections', main, others: inside, aside };
  const what = `the collection at ${code(main.path.join('.'))}`;
  const why =
    named !== undefined
      ? `${what} has the name of the file, and ${main.why}`
      : `${what} is the only one of the file, and ${main.why}`;
  const isNamed = ({ path }: FoundCollection): boolean => isPartName(kebabOf(path.at(-1) ?? ''));
  const others = inside.filter((other) => other !== main);
  for (const { path } of others.filter((other) => !isNamed(other))) {
    aside.unused.push({ path, why: 'what it is called in the file cannot be the name of a view or a resource' });
  }
  return { kind: 'collections', main: { ...main, why }, others: others.filter(isNamed), aside };
}

/** What an object of lists, or of objects of other forms, is, and how it can be published; undefined: it is none. */
function wordsOfMap(value: object, path: readonly string[]): string | undefined {
  const members: readonly unknown[] = Object.values(value);
  if (members.length < 2 || isDrawing(value) || leadingBranch(Object.keys(value)) !== undefined) return undefined;
  const isPlain = (item: unknown): boolean => typeof item !== 'object' || item === null;
  const areLists = members.every((member) => Array.isArray(member) && member.every(isPlain));
  // Fewer of them may be settings.
  const isLarge = members.length >= PAIRS_MIN;
  const areMaps = isLarge && members.every((member) => isObject(member) && Object.values(member).every(isPlain));
  const areValues = isLarge && path.length > 0 && members.every(isPlain);
  const what = areLists ? 'list' : areMaps ? 'object' : areValues ? 'value' : undefined;
  if (what === undefined) return undefined;
  return `it is a map of ${counted(members.length, what)}; ${wordsOfPairs(path, Object.keys(value))}`;
}

/** The lines that make pairs of an object. */
export function wordsOfPairs(path: readonly string[], keys: readonly string[]): string {
  const isEncoded = keys.some((key) => keyOf(key, undefined) === undefined);
  const lines = [
    '"shape": "pairs"',
    ...(path.length > 0 ? [`"path": ${JSON.stringify(path)}`] : []),
    ...(isEncoded ? ['"id": {"encode": "path"}'] : []),
  ];
  return `a resource with ${lines.map(code).join(', ')} has an entity with \`key\` and \`value\` for each`;
}

function wordsOfList(list: readonly unknown[]): string {
  if (list.length === 0) return 'the list is empty';
  const words = list.every((item) => typeof item === 'string')
    ? `it is a list of ${counted(list.length, 'text')}`
    : list.every((item) => typeof item === 'number')
      ? `it is a list of ${counted(list.length, 'number')}`
      : 'not every element of the list is an object';
  return `${words}, which have no ids`;
}

const DRAWINGS: ReadonlySet<unknown> = new Set([
  'FeatureCollection',
  'Feature',
  'Topology',
  'GeometryCollection',
  'Polygon',
  'MultiPolygon',
  'LineString',
  'MultiLineString',
]);

/** Whether a value is a map to draw, or a part of one. */
export const isDrawing = (value: unknown): boolean => isObject(value) && DRAWINGS.has(Reflect.get(value, 'type'));

/** The value as a collection, when all its members are entities. */
export function asCollection(value: unknown, path: readonly string[]): FoundCollection | undefined {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    if (list.length === 0 || !list.every(isObject)) return undefined;
    const elements = list.map((element) => ({ key: undefined, value: element }));
    return { path, shape: 'array', elements, why: `it is a list of ${counted(elements.length, 'object')}` };
  }
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  const elements = entries.flatMap(([key, member]) => (isObject(member) ? [{ key, value: member }] : []));
  if (elements.length === 0 || elements.length < entries.length) return undefined;
  const keys = elements.map(({ key }) => key);
  if (areLanguages(keys) || elements.every((element) => isDrawing(element.value))) return undefined;
  const counts = counted(elements.length, 'object');
  const shared = elements.length >= 2 ? sharedField(elements, path.length > 0) : undefined;
  if (shared !== undefined) {
    return { path, shape: 'object', elements, why: `it has ${counts} by key, which have ${code(shared)} in common` };
  }
  if (keys.every((key) => /^\d+$/.test(key))) {
    return { path, shape: 'object', elements, why: `it has ${counts} by number` };
  }
  const isOfScalars = elements.length >= ENOUGH && elements.every((element) => isScalarMap(element.value));
  if (!isOfScalars) return undefined;
  return {
    path,
    shape: 'object',
    elements,
    isWeak: true,
    why: `it has ${counts} by key, and others refer to the keys`,
  };
}

const isScalarMap = (value: object): boolean =>
  Object.values(value).every((member) => typeof member === 'number' || typeof member === 'boolean');

/** A field that nearly all have. In few objects, and inside a file, it must be a value: sections may have sections in common. */
function sharedField(elements: readonly Element[], isInside: boolean): string | undefined {
  const counts = new Map<string, number>();
  for (const { value } of elements) {
    for (const [field, member] of Object.entries(value)) {
      if (/^\d+$/.test(field) || ((isInside || elements.length < ENOUGH) && isObject(member))) continue;
      counts.set(field, (counts.get(field) ?? 0) + 1);
    }
  }
  const least = elements.length < MANY ? ALIKE_SHARE : ALIKE_SHARE - 0.1;
  return [...counts].find(([, count]) => count >= elements.length * least)?.[0];
}

/** An object of texts, or of numbers, by key. Sets written as objects have one value only, settings have several kinds. */
function asPairs(value: unknown, path: readonly string[]): FoundCollection | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length < PAIRS_MIN) return undefined;
  const values = entries.map(([, member]): unknown => member);
  const texts = values.filter((member) => typeof member === 'string').length;
  const areTexts =
    texts >= entries.length * TEXTS_SHARE && values.every((member) => typeof member === 'string' || isTextList(member));
  const areNumbers = values.every((member) => typeof member === 'number');
  if (!areTexts && !areNumbers) return undefined;
  if (new Set(values).size < 2) return undefined;
  // A list that is written as an object: its keys are positions, and it is no table of its own.
  if (path.length > 0 && (areNumbers || entries.every(([key], at) => key === String(at)))) return undefined;
  const elements = entries.map(([key, member]) => ({ key, value: { key, value: member } }));
  const what = areTexts ? 'text' : 'number';
  return { path, shape: 'pairs', elements, why: `it has ${counted(entries.length, what)} by key` };
}

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');

/** A list of lists of the same length, at least one of whose columns holds texts. */
function asRows(value: unknown, path: readonly string[]): FoundCollection | undefined {
  if (!Array.isArray(value) || value.length < ROWS_MIN) return undefined;
  const rows: readonly unknown[] = value;
  const lists = rows.filter((row) => Array.isArray(row));
  const width = lists[0]?.length ?? 0;
  if (lists.length < rows.length || width < 2 || width > COLUMNS_MAX) return undefined;
  const isScalar = (cell: unknown): boolean => typeof cell !== 'object' || cell === null;
  if (!lists.every((row) => row.length === width && row.every(isScalar))) return undefined;
  if (!lists.every((row) => row.some((cell: unknown) => typeof cell === 'string'))) return undefined;
  const columns = Array.from({ length: width }, (_, at) => `column${at + 1}`);
  const elements = lists.map((row) => ({
    key: undefined,
    value: Object.fromEntries(row.map((cell: unknown, at: number): [string, unknown] => [columns[at] ?? '', cell])),
  }));
  return {
    path,
    shape: 'rows',
    elements,
    columns,
    why: `it is a list of ${counted(elements.length, 'row')} with ${counted(width, 'cell')} each`,
  };
}

/** The collections below a value that is none itself. Of branches by language, one is looked into. */
export function findCollections(
  value: object,
  path: readonly string[],
  depth: number,
  aside: PartsAside,
): readonly FoundCollection[] {
  const own = chooseBranch(value, path, aside.branches);
  return own.flatMap(([key, member]): readonly FoundCollection[] => {
    const below = [...path, key];
    const found = asCollection(member, below) ?? (path.length === 0 ? asPairs(member, below) : undefined);
    if (found !== undefined) return [found];
    const why = wordsOfUnused(member, below);
    if (why !== undefined) aside.unused.push({ path: below, why });
    else if (depth > 1 && isObject(member)) return findCollections(member, below, depth - 1, aside);
    return [];
  });
}

/** Why a part of a file that is a list or a map gives no entities; undefined: it is none, or may have some inside. */
export function wordsOfUnused(value: unknown, path: readonly string[]): string | undefined {
  // A short list is a setting, and the index of the collection beside it keeps it.
  if (Array.isArray(value)) return value.length < PAIRS_MIN ? undefined : wordsOfList(value);
  return isObject(value) ? wordsOfMap(value, path) : undefined;
}

/** The members of an object; of an object of the same tables by language, the leading one. */
function chooseBranch(
  value: object,
  path: readonly string[],
  branches: string[],
): readonly (readonly [string, unknown])[] {
  const entries = Object.entries(value);
  const leader = leadingBranch(Object.keys(value));
  if (leader === undefined || !entries.every(([, member]) => isObject(member))) return entries;
  for (const [key] of entries) if (key !== leader) branches.push([...path, key].join('.'));
  return entries.filter(([key]) => key === leader);
}

export const leadingBranch = (keys: readonly string[]): string | undefined =>
  areLanguages(keys) ? chooseLeader(keys) : undefined;

/** `song`, `songs` and `Songs` are one word here. */
function isSameWord(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => kebabOf(text).replace(/(?:ies|y|s)$/, ''));
  return first === second && first !== '';
}
