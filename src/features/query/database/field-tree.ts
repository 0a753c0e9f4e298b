// The values of a batch of entities, taken apart by field: each is visited once, and the entity itself is then needed no
// more. Pure; bounded by FIELDS_MAX.
import { DEPTH_MAX, FIELDS_MAX } from '../common/file-tables.ts';
import { DISTINCT_KEPT_TOGETHER, type DistinctBudget, FieldNode, isScalar, OBJECT } from './field-facts.ts';

/** An object as `JSON.parse` makes it. */
type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value that is no list is an object. */
export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** In recorded lists: an element that is an object or a list. */
const NO_SCALAR = Object.freeze({});

export class FieldTree {
  readonly root = new FieldNode([]);
  readonly #slots: number;
  readonly #budget: DistinctBudget = { left: DISTINCT_KEPT_TOGETHER };
  readonly #nodes: FieldNode[] = [];

  /** `slots`: number of texts in a localized list. */
  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Number of fields and of objects of fields. */
  get size(): number {
    return this.#nodes.length;
  }

  /** Adds an entity to the batch, under its number. Numbers ascend. */
  record(entity: unknown, row: number): void {
    if (isJsonObject(entity) && !Array.isArray(entity)) this.#recordObject(this.root, entity, row, 0);
  }

  /** Learns from the batch. */
  learn(): void {
    for (const node of this.#nodes) node.learn(this.#slots, this.#budget);
  }

  /** Begins another batch. */
  clear(): void {
    for (const node of this.#nodes) {
      if (node.rows.length === 0) continue;
      node.rows = [];
      node.values = [];
    }
  }

  /** All fields, parents before children. */
  fields(): readonly FieldNode[] {
    const found: FieldNode[] = [];
    const gather = (node: FieldNode): void => {
      if (node.present > 0) found.push(node);
      for (const child of node.children.values()) gather(child);
    };
    gather(this.root);
    return found;
  }

  #recordObject(node: FieldNode, value: JsonObject, row: number, depth: number): void {
    const keys = Object.keys(value);
    if (keys.length === 0 || depth === DEPTH_MAX) {
      if (depth > 0) {
        node.rows.push(row);
        node.values.push(OBJECT);
      }
      return;
    }
    for (const key of keys) {
      const child = value[key];
      if (child === null) continue;
      const next = node.children.get(key) ?? this.#addNode(node, key);
      if (next === undefined) continue;
      if (isScalar(child)) {
        next.rows.push(row);
        next.values.push(child);
      } else if (Array.isArray(child)) {
        next.rows.push(row);
        next.values.push(scalarsOf(child));
      } else if (isJsonObject(child)) this.#recordObject(next, child, row, depth + 1);
    }
  }

  #addNode(parent: FieldNode, key: string): FieldNode | undefined {
    if (this.#nodes.length === FIELDS_MAX) return undefined;
    const node = new FieldNode([...parent.segments, key]);
    parent.children.set(key, node);
    this.#nodes.push(node);
    return node;
  }
}

/** The list without the content of its objects and lists, which need not stay in memory. */
function scalarsOf(list: readonly unknown[]): readonly unknown[] {
  return list.some(isJsonObject) ? list.map((element) => (isJsonObject(element) ? NO_SCALAR : element)) : list;
}
