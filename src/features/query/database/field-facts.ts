// What the values of a field teach: what they look like, and how many entities have them. From it follow types, columns and
// the answer of `fields`. Pure.
import { pathText } from '../../../kernel/field-path.ts';
import type { FieldType } from '../common/file-tables.ts';

export type Scalar = string | number | boolean;

export const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Stands for an object that is kept as JSON: an empty one, or one at the greatest depth. */
export const OBJECT: unique symbol = Symbol('object');

/** A value as a field has it. A list has `null` and scalars, and objects in place of whatever else. */
export type FieldValue = Scalar | readonly unknown[] | typeof OBJECT;

/** Different values that are counted while reading, of one field and of all together; beyond that SQLite counts. */
const DISTINCT_KEPT = 65_536;
export const DISTINCT_KEPT_TOGETHER = 2_000_000;
const SAMPLES_KEPT = 5;
/** Longer texts are shortened in samples, least and greatest. */
const SHOWN_CHARACTERS = 200;
/** Milliseconds since the epoch from 1990 to 2200: where the dates of games are. */
const DATE_MIN = Date.UTC(1990, 0, 1);
const DATE_MAX = Date.UTC(2200, 0, 1);

const BULKY_CHARACTERS = 32 * 1024 * 1024;
const BULKY_CHARACTERS_EACH = 128;

/** How many more different values may be kept, of all fields together. */
export interface DistinctBudget {
  left: number;
}

/** A place in the entities of a resource: a field, an object of fields, or both. */
export class FieldNode {
  readonly segments: readonly string[];
  readonly children = new Map<string, FieldNode>();
  /** The entities of the batch that have a value here, by number, and their values. */
  rows: number[] = [];
  values: FieldValue[] = [];
  strings = 0;
  numbers = 0;
  booleans = 0;
  lists = 0;
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
  /** Whether a number is no date of a game. */
  hasUndated = false;
  readonly distinct = new Set<Scalar>();
  isDistinctWhole = true;
  readonly samples: Scalar[] = [];
  minNumber = Number.POSITIVE_INFINITY;
  maxNumber = Number.NEGATIVE_INFINITY;
  /** Characters of all texts that are no elements of lists. */
  characters = 0;
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

  /** Whether there are so many long texts that every scan of the rows would have to pass them. */
  get isBulky(): boolean {
    return this.characters > BULKY_CHARACTERS && this.characters > this.present * BULKY_CHARACTERS_EACH;
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
    return (name === 'at' || name.endsWith('At')) && !this.hasUndated ? 'date' : 'number';
  }

  /** Learns from the values of the batch; `slots` is the number of texts in a localized list. */
  learn(slots: number, budget: DistinctBudget): void {
    for (const value of this.values) {
      if (typeof value === 'string') {
        this.strings++;
        this.characters += value.length;
        this.#note(value, budget);
      } else if (typeof value === 'number') {
        this.numbers++;
        this.#note(value, budget);
      } else if (typeof value === 'boolean') {
        this.booleans++;
        this.#note(value, budget);
      } else if (value === OBJECT) this.objects++;
      else this.#learnList(value, slots, budget);
    }
  }

  #learnList(list: readonly unknown[], slots: number, budget: DistinctBudget): void {
    this.lists++;
    if (list.length > 1) this.longLists++;
    if (list.length === slots) {
      if (list.every((slot) => slot === null)) this.emptySlotLists++;
      else if (list.every((slot) => slot === null || typeof slot === 'string')) this.slotLists++;
      else if (list.every((slot) => slot === null || typeof slot === 'number')) this.numberSlotLists++;
    }
    for (const element of list) {
      if (element === null) continue;
      if (typeof element === 'string') this.elementStrings++;
      else if (typeof element === 'number') this.elementNumbers++;
      else if (typeof element === 'boolean') this.elementBooleans++;
      else {
        this.elementOthers++;
        continue;
      }
      this.#note(element, budget);
    }
  }

  #note(value: Scalar, budget: DistinctBudget): void {
    if (this.isDistinctWhole) {
      const { distinct } = this;
      const before = distinct.size;
      distinct.add(value);
      // Known values teach nothing new.
      if (distinct.size === before) return;
      if (before === DISTINCT_KEPT || budget.left === 0) {
        this.isDistinctWhole = false;
        distinct.clear();
      } else {
        budget.left--;
        if (this.samples.length < SAMPLES_KEPT) this.samples.push(typeof value === 'string' ? shorten(value) : value);
      }
    }
    if (typeof value === 'string') {
      if (this.minText === undefined || value < this.minText) this.minText = value;
      if (this.maxText === undefined || value > this.maxText) this.maxText = value;
    } else if (typeof value === 'number') {
      if (value < this.minNumber) this.minNumber = value;
      if (value > this.maxNumber) this.maxNumber = value;
      if (!(value >= DATE_MIN && value <= DATE_MAX && Number.isInteger(value))) this.hasUndated = true;
    }
  }

  /** Least and greatest value, where they are of one kind that has an order. */
  get range(): readonly [min: string | number | null, max: string | number | null] {
    const { type } = this;
    if (type === 'number' || type === 'date') return [this.minNumber, this.maxNumber];
    if (type === 'string') return [shorten(this.minText ?? ''), shorten(this.maxText ?? '')];
    return [null, null];
  }
}

function shorten(text: string): string {
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…`;
}
