// Recovers the order of a collection's entities and the fields of its index from the index document. A release contains
// neither: its shards are sorted by id, and the index may contain the collection at any depth, with each element reduced to
// some fields. Pure.
import { isRecord } from '../../../kernel/is-object.ts';
import { keyOf } from '../../catalog/entity-key.ts';

export interface CatalogOrder {
  /** The entities in catalog order, by number. */
  readonly rows: Uint32Array;
  /** Top-level fields that the index keeps; undefined: the whole entity. */
  readonly projection: readonly string[] | undefined;
}

/** Entities are numbered from 0. */
export interface StoredEntities {
  readonly rows: ReadonlyMap<string, number>;
  read(row: number): unknown;
  /** Top-level keys of all entities. */
  readonly keys: Iterable<string>;
}

const DEPTH = 100;
/** Number of elements that are compared with their entities if the index contains ids. */
const COMPARED = 50;

/** The order of a collection. If the index contains no collection, which no publication writes, entities are sorted by id. */
export function readCatalogOrder(index: unknown, entities: StoredEntities): CatalogOrder {
  for (const candidate of candidates(index, entities.rows.size)) {
    const rows = Array.isArray(candidate) ? orderOfArray(candidate, entities) : orderOfObject(candidate, entities);
    if (rows === undefined) continue;
    const kept = keysOf(Object.values(candidate));
    const isWhole = kept === undefined || [...entities.keys].every((key) => kept.has(key));
    return { rows, projection: isWhole ? undefined : [...kept] };
  }
  return { rows: sortedRows(entities), projection: undefined };
}

/** Containers with this many elements, outermost first. */
function* candidates(root: unknown, count: number): Generator<object> {
  let level: object[] = typeof root === 'object' && root !== null ? [root] : [];
  for (let depth = 0; depth < DEPTH && level.length > 0; depth++) {
    const next: object[] = [];
    for (const container of level) {
      if (Object.keys(container).length === count) yield container;
      if (Array.isArray(container)) continue;
      for (const child of Object.values(container)) if (typeof child === 'object' && child !== null) next.push(child);
    }
    level = next;
  }
}

function orderOfObject(candidate: object, entities: StoredEntities): Uint32Array | undefined {
  // Its keys may differ from the ids, which may be in a field; an index always contains the ids.
  const ids = Object.keys(candidate);
  if (!ids.every((id) => entities.rows.has(id))) return undefined;
  const isOurs = ids
    .slice(0, COMPARED)
    .every((id) => isProjection(Reflect.get(candidate, id), entities.read(entities.rows.get(id) ?? 0)));
  return isOurs ? sortedRows(entities) : undefined;
}

function orderOfArray(elements: readonly unknown[], entities: StoredEntities): Uint32Array | undefined {
  return orderById(elements, entities) ?? orderByContent(elements, entities);
}

/** By a field of the index that contains the id. */
function orderById(elements: readonly unknown[], entities: StoredEntities): Uint32Array | undefined {
  const [first] = elements;
  if (!isRecord(first)) return elements.length === 0 ? new Uint32Array() : undefined;
  for (const field of Object.keys(first)) {
    for (const encode of [undefined, 'path'] as const) {
      const order = rowsByField(elements, entities, (element) => {
        const raw = element[field];
        return typeof raw === 'string' || typeof raw === 'number' ? keyOf(raw, encode) : undefined;
      });
      if (order === undefined) continue;
      const step = Math.max(1, Math.floor(order.length / COMPARED));
      const isOurs = order.every((row, at) => at % step !== 0 || isProjection(elements[at], entities.read(row)));
      if (isOurs) return order;
    }
  }
  return undefined;
}

/** The entities that have the ids of the elements; undefined unless each has one of its own. */
function rowsByField(
  elements: readonly unknown[],
  { rows }: StoredEntities,
  idOf: (element: Readonly<Record<string, unknown>>) => string | undefined,
): Uint32Array | undefined {
  const order = new Uint32Array(elements.length);
  const isTaken = new Uint8Array(elements.length);
  for (const [at, element] of elements.entries()) {
    const id = isRecord(element) ? idOf(element) : undefined;
    const row = id === undefined ? undefined : rows.get(id);
    if (row === undefined || isTaken[row] === 1) return undefined;
    isTaken[row] = 1;
    order[at] = row;
  }
  return order;
}

/** By the content of the elements; equal ones are sorted by id. */
function orderByContent(elements: readonly unknown[], entities: StoredEntities): Uint32Array | undefined {
  const kept = keysOf(elements);
  const byText = new Map<string, number[]>();
  for (const row of sortedRows(entities).reverse()) {
    const text = projectionText(entities.read(row), kept);
    const known = byText.get(text);
    if (known === undefined) byText.set(text, [row]);
    else known.push(row);
  }
  const order = new Uint32Array(elements.length);
  for (const [at, element] of elements.entries()) {
    const row = byText.get(projectionText(element, kept))?.pop();
    if (row === undefined) return undefined;
    order[at] = row;
  }
  return order;
}

/** Whether an element of an index can be this entity reduced to some fields. */
function isProjection(element: unknown, entity: unknown): boolean {
  if (!isRecord(element) || !isRecord(entity)) return JSON.stringify(element) === JSON.stringify(entity);
  return Object.entries(element).every(
    ([key, value]) => Object.hasOwn(entity, key) && JSON.stringify(value) === JSON.stringify(entity[key]),
  );
}

function projectionText(value: unknown, kept: ReadonlySet<string> | undefined): string {
  if (kept === undefined || !isRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value).filter(([key]) => kept.has(key));
  return JSON.stringify(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Keys of all elements; undefined if none is an object. */
function keysOf(elements: readonly unknown[]): ReadonlySet<string> | undefined {
  const keys = new Set<string>();
  let isAny = false;
  for (const element of elements) {
    if (!isRecord(element)) continue;
    isAny = true;
    for (const key of Object.keys(element)) keys.add(key);
  }
  return isAny ? keys : undefined;
}

/** The entities sorted by id. */
const sortedRows = ({ rows }: StoredEntities): Uint32Array =>
  Uint32Array.from([...rows.keys()].sort(), (id) => rows.get(id) ?? 0);
