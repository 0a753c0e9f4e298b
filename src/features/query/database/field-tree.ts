// The values of a batch of entities, taken apart by field: each is visited once, and the entity itself is then needed no
// more. Pure; bounded by FIELDS_MAX.
import { pathText } from '../../../kernel/field-path.ts';
import { type DerivedField, derivedFields, withDerived } from '../../presentation/common/field-values.ts';
import { DEPTH_MAX, ELEMENT_FIELDS_MAX, FIELDS_MAX } from '../common/file-tables.ts';
import {
  type DeclaredValues,
  DISTINCT_KEPT_TOGETHER,
  type DistinctBudget,
  ElementList,
  FieldNode,
  isScalar,
  OBJECT,
} from './field-facts.ts';

/** An object as `JSON.parse` makes it. */
type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value that is no list is an object. */
export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** A field of objects in lists. */
export interface ElementField {
  readonly node: FieldNode;
  /** The innermost list of objects around it. */
  readonly list: ElementList;
}

/** In recorded lists: an element that is an object or a list. */
const NO_SCALAR = Object.freeze({});

export class FieldTree {
  readonly root = new FieldNode([]);
  readonly #slots: number;
  readonly #budget: DistinctBudget = { left: DISTINCT_KEPT_TOGETHER };
  readonly #nodes: FieldNode[] = [];
  readonly #lists: ElementList[] = [];
  /** Fields of objects in lists. */
  readonly #elementNodes: FieldNode[] = [];
  readonly #declared: DeclaredValues;
  /** Fields whose values are made of others. */
  readonly #derived: readonly DerivedField[];

  /** `slots`: number of texts in a localized list. */
  constructor(slots: number, declared: DeclaredValues) {
    this.#slots = slots;
    this.#declared = declared;
    this.#derived = derivedFields(declared.fields);
  }

  /** Number of fields and of objects of fields. */
  get size(): number {
    return this.#nodes.length;
  }

  /** Adds an entity to the batch, under its number. Numbers ascend. */
  record(id: string, stored: unknown, row: number): void {
    const entity = this.#derived.length === 0 ? stored : withDerived(this.#derived, id, stored);
    if (isJsonObject(entity) && !Array.isArray(entity)) this.#recordObject(this.root, entity, row, undefined);
  }

  /** Learns from the batch. */
  learn(): void {
    for (const node of this.#nodes) node.learn(this.#slots, this.#budget);
    for (const node of this.#elementNodes) node.learn(this.#slots, this.#budget);
  }

  /** Begins another batch. */
  clear(): void {
    for (const nodes of [this.#nodes, this.#elementNodes]) {
      for (const node of nodes) {
        if (node.rows.length === 0) continue;
        node.rows = [];
        node.values = [];
      }
    }
    for (const list of this.#lists) list.clear();
  }

  /** Gathers the texts of the batch that stand in an object by language. */
  gatherTexts(): void {
    for (const nodes of [this.#nodes, this.#elementNodes]) for (const node of nodes) node.gatherTexts();
  }

  /** All fields, parents before children. Everything must have been learned. */
  fields(): readonly FieldNode[] {
    return this.#gather(this.root);
  }

  /** All fields of objects in lists. Everything must have been learned. */
  elementFields(): readonly ElementField[] {
    return this.#lists.flatMap((list) => this.#gather(list.root).map((node) => ({ node, list })));
  }

  #gather(root: FieldNode): readonly FieldNode[] {
    const found: FieldNode[] = [];
    const gather = (node: FieldNode): void => {
      if (node !== root) node.settleLocales(this.#declared.locales);
      if (node.present > 0) found.push(node);
      if (node.locales !== undefined) return;
      for (const child of node.children.values()) gather(child);
    };
    gather(root);
    return found;
  }

  /** Records the members of an object; `row` is the number of its entity, or of the object of the list that it is in. */
  #recordObject(node: FieldNode, value: JsonObject, row: number, list: ElementList | undefined): void {
    const keys = Object.keys(value);
    const depth = node.segments.length;
    if (keys.length === 0 || depth === DEPTH_MAX) {
      if (depth > (list?.segments.length ?? 0)) {
        node.rows.push(row);
        node.values.push(OBJECT);
      }
      return;
    }
    for (const key of keys) {
      const child = value[key];
      if (child === null) continue;
      const next = node.children.get(key) ?? this.#addNode(node, key, list);
      if (next === undefined) continue;
      if (isScalar(child)) {
        next.rows.push(row);
        next.values.push(child);
      } else if (Array.isArray(child)) {
        next.rows.push(row);
        next.values.push(scalarsOf(child));
        this.#recordList(next, child, row, list);
      } else if (isJsonObject(child)) {
        next.parents++;
        this.#recordObject(next, child, row, list);
      }
    }
  }

  /** Records the objects of a list. */
  #recordList(node: FieldNode, value: readonly unknown[], row: number, outer: ElementList | undefined): void {
    if (node.segments.length === DEPTH_MAX) return;
    for (let index = 0; index < value.length; index++) {
      const element = value[index];
      if (!isJsonObject(element) || Array.isArray(element)) continue;
      if (node.list === undefined) {
        node.list = new ElementList(node.segments, outer);
        this.#lists.push(node.list);
      }
      this.#recordObject(node.list.root, element, node.list.add(row, index), node.list);
    }
  }

  #addNode(parent: FieldNode, key: string, list: ElementList | undefined): FieldNode | undefined {
    const nodes = list === undefined ? this.#nodes : this.#elementNodes;
    if (nodes.length === (list === undefined ? FIELDS_MAX : ELEMENT_FIELDS_MAX)) return undefined;
    const segments = [...parent.segments, key];
    const { fields } = this.#declared;
    const node = new FieldNode(
      segments,
      fields.size === 0 ? undefined : fields.get(pathText(segments)),
      list !== undefined,
    );
    parent.children.set(key, node);
    nodes.push(node);
    return node;
  }
}

/** The list without the content of its objects and lists, which need not stay in memory. */
function scalarsOf(list: readonly unknown[]): readonly unknown[] {
  return list.some(isJsonObject) ? list.map((element) => (isJsonObject(element) ? NO_SCALAR : element)) : list;
}
