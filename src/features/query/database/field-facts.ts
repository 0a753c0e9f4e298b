// What a pass over all entities of a resource learns about its fields: which paths there are, what their values look like,
// how many entities have them. From it follow types, columns and the answer of `fields`. Pure; bounded by FIELDS_MAX.
import { pathText } from '../../../kernel/field-path.ts';
import { DEPTH_MAX, FIELDS_MAX, type FieldType } from '../common/layout.ts';

export type Scalar = string | number | boolean;

/** An object as `JSON.parse` makes it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value that is no list is an object. */
export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** Different values that are counted while reading, of one field and of all together; beyond that SQLite counts. */
const DISTINCT_KEPT = 65_536;
const DISTINCT_KEPT_TOGETHER = 2_000_000;
const SAMPLES_KEPT = 5;
/** Longer texts are shortened in samples, least and greatest. */
const SHOWN_CHARACTERS = 200;
/** Milliseconds since the epoch from 1990 to 2200: where the dates of games are. */
const DATE_MIN = Date.UTC(1990, 0, 1);
const DATE_MAX = Date.UTC(2200, 0, 1);

/** A place in the entities of a resource: a field, an object of fields, or both. */
export class FieldNode {
  readonly segments: readonly string[];
  readonly children = new Map<string, FieldNode>();
  strings = 0;
  numbers = 0;
  booleans = 0;
  lists = 0;
  /** Objects that are kept as JSON: empty ones and those at the greatest depth. */
  objects = 0;
  /** Lists that are texts in slots, at least one of them filled. */
  slotLists = 0;
  /** The same with numbers in place of texts. */
  numberSlotLists = 0;
  /** Lists that are slots without any value. */
  emptySlotLists = 0;
  /** Lists of several elements. */
  longLists = 0;
  elementStrings = 0;
  elementNumbers = 0;
  elementBooleans = 0;
  elementOthers = 0;
  dates = 0;
  readonly distinct = new Set<Scalar>();
  isDistinctWhole = true;
  readonly samples: Scalar[] = [];
  minNumber = Number.POSITIVE_INFINITY;
  maxNumber = Number.NEGATIVE_INFINITY;
  minText: string | undefined;
  maxText: string | undefined;

  constructor(segments: readonly string[]) {
    this.segments = segments;
  }

  get path(): string {
    return pathText(this.segments);
  }

  /** Entities that have a value here. */
  get present(): number {
    return this.strings + this.numbers + this.booleans + this.lists + this.objects;
  }

  get isScalar(): boolean {
    return this.lists === 0 && this.objects === 0 && !(this.booleans > 0 && this.strings + this.numbers > 0);
  }

  /** Whether no entity has more than one scalar here, some of them in a list. */
  get isSingle(): boolean {
    return !this.isScalar && !this.isSlotted && this.objects + this.elementOthers + this.longLists === 0;
  }

  /** Texts in the slots of languages. */
  get isLocalized(): boolean {
    return this.slotLists > 0 && this.#areSlots(this.slotLists);
  }

  /** Moments in the slots of languages: when something came where. */
  get isSlottedDate(): boolean {
    return this.numberSlotLists > 0 && this.#areSlots(this.numberSlotLists) && this.type === 'date';
  }

  get isSlotted(): boolean {
    return this.isLocalized || this.isSlottedDate;
  }

  #areSlots(filled: number): boolean {
    return this.lists === this.present && this.lists === filled + this.emptySlotLists;
  }

  /** Entities that have a value: lists of slots without any are none. */
  get filled(): number {
    return this.isSlotted ? this.present - this.emptySlotLists : this.present;
  }

  get type(): FieldType {
    if (this.isLocalized) return 'localized';
    if (this.objects > 0 || this.elementOthers > 0) return 'json';
    const strings = this.strings + this.elementStrings;
    const numbers = this.numbers + this.elementNumbers;
    const booleans = this.booleans + this.elementBooleans;
    const kinds = [strings, numbers, booleans].filter((count) => count > 0).length;
    if (kinds !== 1) return 'json';
    if (strings > 0) return 'string';
    if (booleans > 0) return 'boolean';
    const name = this.segments.at(-1) ?? '';
    return (name === 'at' || name.endsWith('At')) && this.dates === numbers ? 'date' : 'number';
  }

  /** Learns of a value; whether it is one more that `distinct` holds. */
  note(value: Scalar, mayKeep: boolean): boolean {
    if (typeof value === 'number') {
      if (value < this.minNumber) this.minNumber = value;
      if (value > this.maxNumber) this.maxNumber = value;
      if (value >= DATE_MIN && value <= DATE_MAX && Number.isInteger(value)) this.dates++;
    } else if (typeof value === 'string') {
      if (this.minText === undefined || value < this.minText) this.minText = value;
      if (this.maxText === undefined || value > this.maxText) this.maxText = value;
    }
    if (!this.isDistinctWhole) return false;
    const { distinct } = this;
    const before = distinct.size;
    distinct.add(value);
    if (distinct.size === before) return false;
    if (before === DISTINCT_KEPT || !mayKeep) {
      this.isDistinctWhole = false;
      distinct.clear();
      return false;
    }
    if (this.samples.length < SAMPLES_KEPT) this.samples.push(typeof value === 'string' ? shorten(value) : value);
    return true;
  }

  /** Least and greatest value, where they are of one kind that has an order. */
  get range(): readonly [min: string | number | null, max: string | number | null] {
    const { type } = this;
    if (type === 'number' || type === 'date') return [this.minNumber, this.maxNumber];
    if (type === 'string') return [shorten(this.minText ?? ''), shorten(this.maxText ?? '')];
    return [null, null];
  }
}

export class FieldFacts {
  readonly root = new FieldNode([]);
  readonly #slots: number;
  #nodes = 0;
  #distinct = 0;

  /** `slots`: how many texts a localized list has. */
  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Learns from one entity. */
  add(entity: unknown): void {
    this.#visit(this.root, entity, 0);
  }

  /** All fields, parents before children. */
  fields(): readonly FieldNode[] {
    const found: FieldNode[] = [];
    const gather = (node: FieldNode): void => {
      if (node.present > 0 && node !== this.root) found.push(node);
      for (const child of node.children.values()) gather(child);
    };
    gather(this.root);
    return found;
  }

  #visit(node: FieldNode, value: unknown, depth: number): void {
    switch (typeof value) {
      case 'string':
        node.strings++;
        this.#note(node, value);
        return;
      case 'number':
        node.numbers++;
        this.#note(node, value);
        return;
      case 'boolean':
        node.booleans++;
        this.#note(node, value);
        return;
    }
    if (Array.isArray(value)) this.#visitList(node, value);
    else if (isJsonObject(value)) this.#visitObject(node, value, depth);
  }

  #note(node: FieldNode, value: Scalar): void {
    if (node.note(value, this.#distinct < DISTINCT_KEPT_TOGETHER)) this.#distinct++;
  }

  #visitObject(node: FieldNode, value: JsonObject, depth: number): void {
    const keys = Object.keys(value);
    if (keys.length === 0 || depth === DEPTH_MAX) {
      if (depth > 0) node.objects++;
      return;
    }
    for (const key of keys) {
      const child = value[key];
      if (child === null) continue;
      let next = node.children.get(key);
      if (next === undefined) {
        if (this.#nodes === FIELDS_MAX) continue;
        this.#nodes++;
        next = new FieldNode([...node.segments, key]);
        node.children.set(key, next);
      }
      this.#visit(next, child, depth + 1);
    }
  }

  #visitList(node: FieldNode, list: readonly unknown[]): void {
    node.lists++;
    if (list.length > 1) node.longLists++;
    if (list.length === this.#slots) {
      if (list.every((slot) => slot === null)) node.emptySlotLists++;
      else if (list.every((slot) => slot === null || typeof slot === 'string')) node.slotLists++;
      else if (list.every((slot) => slot === null || typeof slot === 'number')) node.numberSlotLists++;
    }
    for (const element of list) {
      if (element === null) continue;
      if (typeof element === 'string') node.elementStrings++;
      else if (typeof element === 'number') node.elementNumbers++;
      else if (typeof element === 'boolean') node.elementBooleans++;
      else {
        node.elementOthers++;
        continue;
      }
      this.#note(node, element);
    }
  }
}

/** The first slot that holds a value, the empty text not counting. */
export function firstFilled(list: readonly unknown[]): string | number | null {
  for (const slot of list) if ((typeof slot === 'string' && slot !== '') || typeof slot === 'number') return slot;
  return null;
}

function shorten(text: string): string {
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…`;
}
