// Recovers the order of a collection's entities and the fields of its index from the index document. A release contains
// neither: its shards are sorted by id, and the index may contain the collection at any depth, with each element reduced to
// some fields. Pure.
import { keyOf } from '../../catalog/entity-key.ts';

export interface CatalogOrder {
  /** All ids of the collection in catalog order. */
  readonly ids: readonly string[];
  /** Top-level fields that the index keeps; undefined: the whole entity. */
  readonly projection: readonly string[] | undefined;
}

export interface StoredEntities {
  readonly ids: ReadonlySet<string>;
  read(id: string): unknown;
  /** Top-level keys of all entities. */
  readonly keys: Iterable<string>;
}

const DEPTH = 100;
/** Number of elements that are compared with their entities if the index contains ids. */
const COMPARED = 50;

/** The order of a collection. If the index contains no collection, which no publication writes, entities are sorted by id. */
export function readCatalogOrder(index: unknown, entities: StoredEntities): CatalogOrder {
  for (const candidate of candidates(index, entities.ids.size)) {
    const ids = Array.isArray(candidate) ? orderOfArray(candidate, entities) : orderOfObject(candidate, entities);
    if (ids === undefined) continue;
    const kept = keysOf(Object.values(candidate));
    const isWhole = kept === undefined || [...entities.keys].every((key) => kept.has(key));
    return { ids, projection: isWhole ? undefined : [...kept] };
  }
  return { ids: sorted(entities.ids), projection: undefined };
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

function orderOfObject(candidate: object, entities: StoredEntities): readonly string[] | undefined {
  // Its keys may differ from the ids, which may be in a field; an index always contains the ids.
  if (!Object.keys(candidate).every((key) => entities.ids.has(key))) return undefined;
  const isOurs = Object.entries(candidate)
    .slice(0, COMPARED)
    .every(([id, element]) => isProjection(element, entities.read(id)));
  return isOurs ? sorted(entities.ids) : undefined;
}

function orderOfArray(elements: readonly unknown[], entities: StoredEntities): readonly string[] | undefined {
  return orderById(elements, entities) ?? orderByContent(elements, entities);
}

/** By a field of the index that contains the id. */
function orderById(elements: readonly unknown[], entities: StoredEntities): readonly string[] | undefined {
  const [first] = elements;
  if (!isRecord(first)) return elements.length === 0 ? [] : undefined;
  for (const field of Object.keys(first)) {
    for (const encode of [undefined, 'path'] as const) {
      const ids = new Set<string>();
      for (const element of elements) {
        const raw = isRecord(element) ? element[field] : undefined;
        const id = typeof raw === 'string' || typeof raw === 'number' ? keyOf(raw, encode) : undefined;
        if (id === undefined || !entities.ids.has(id)) break;
        ids.add(id);
      }
      if (ids.size !== elements.length) continue;
      const order = [...ids];
      const step = Math.max(1, Math.floor(order.length / COMPARED));
      const isOurs = order.every((id, at) => at % step !== 0 || isProjection(elements[at], entities.read(id)));
      if (isOurs) return order;
    }
  }
  return undefined;
}

/** By the content of the elements; equal ones are sorted by id. */
function orderByContent(elements: readonly unknown[], entities: StoredEntities): readonly string[] | undefined {
  const kept = keysOf(elements);
  const byText = new Map<string, string[]>();
  for (const id of sorted(entities.ids).reverse()) {
    const text = projectionText(entities.read(id), kept);
    const known = byText.get(text);
    if (known === undefined) byText.set(text, [id]);
    else known.push(id);
  }
  const order: string[] = [];
  for (const element of elements) {
    const id = byText.get(projectionText(element, kept))?.pop();
    if (id === undefined) return undefined;
    order.push(id);
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

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (ids: Iterable<string>): string[] => [...ids].sort();
