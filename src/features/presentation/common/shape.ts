// The shape of all values at one place of the entities of a resource: which kinds occur, and recursively the shapes below
// objects and lists. Fields, JSON Schema and TypeScript declarations are derived from it. Pure, and bounded by a budget of
// places.
import { areLocales } from '../../../kernel/languages.ts';
import type { Scalar } from './described.ts';
import { TextKinds } from './text-kinds.ts';

/** Maximum number of distinct values that are counted and kept. */
const DISTINCT_KEPT = 64;
/** Longer texts are truncated when they are kept. */
const KEPT_CHARACTERS = 1024;
/** An object with more distinct keys is a map whose keys are data. */
const KEYS_MAX = 1000;
/** Remaining number of places that are recorded separately. Without budget an object is open. */
export interface Budget {
  places: number;
}

export class Shape {
  nulls = 0;
  booleans = 0;
  integers = 0;
  fractions = 0;
  strings = 0;
  objects = 0;
  emptyObjects = 0;
  lists = 0;
  minNumber = Number.POSITIVE_INFINITY;
  maxNumber = Number.NEGATIVE_INFINITY;
  readonly texts = new TextKinds();
  /** Lists with one element per language: of texts and nulls with at least one text, the same with numbers, and only nulls. */
  textSlots = 0;
  numberSlots = 0;
  emptySlots = 0;
  /** Keys that were not recorded separately, because there were too many. */
  isOpen = false;
  /** Properties by key; undefined once `values` has all of them. */
  properties: Map<string, Shape> | undefined;
  /** Values of a map whose keys are data. */
  values: Shape | undefined;
  items: Shape | undefined;
  readonly distinct = new Set<Scalar>();
  isDistinctWhole = true;

  /** Records a value. `slots`: number of languages. */
  add(value: unknown, slots: number, budget: Budget): void {
    if (value === null) this.nulls++;
    else if (typeof value === 'string') {
      this.strings++;
      this.texts.add(value);
      this.#note(value.length > KEPT_CHARACTERS ? value.slice(0, KEPT_CHARACTERS).toWellFormed() : value);
    } else if (typeof value === 'number') {
      if (Number.isInteger(value)) this.integers++;
      else this.fractions++;
      if (value < this.minNumber) this.minNumber = value;
      if (value > this.maxNumber) this.maxNumber = value;
      this.#note(value);
    } else if (typeof value === 'boolean') {
      this.booleans++;
      this.#note(value);
    } else if (Array.isArray(value)) this.#addList(value, slots, budget);
    else if (typeof value === 'object') this.#addObject(value, slots, budget);
  }

  /** Number of recorded values. */
  get present(): number {
    return this.booleans + this.numbers + this.strings + this.objects + this.lists;
  }

  get numbers(): number {
    return this.integers + this.fractions;
  }

  /** Whether every list is a localized text. */
  get isLocalized(): boolean {
    return this.textSlots > 0 && this.lists === this.textSlots + this.emptySlots && this.present === this.lists;
  }

  /** Whether every list is a localized number. */
  get isSlottedNumber(): boolean {
    return this.numberSlots > 0 && this.lists === this.numberSlots + this.emptySlots && this.present === this.lists;
  }

  /** The keys of objects that are a text for each language; undefined: they are others. `declared`: languages of the data. */
  localesOf(declared: readonly string[] | undefined, isDeclared = false): readonly string[] | undefined {
    if (this.objects === 0 || this.present > this.objects || this.isOpen || this.properties === undefined)
      return undefined;
    const keys = [...this.properties.keys()];
    for (const text of this.properties.values()) if (text.present > text.strings) return undefined;
    return isDeclared || areLocales(keys, declared) ? keys : undefined;
  }

  #note(value: Scalar): void {
    if (this.distinct.size < DISTINCT_KEPT) this.distinct.add(value);
    else if (this.isDistinctWhole && !this.distinct.has(value)) this.isDistinctWhole = false;
  }

  #addList(list: readonly unknown[], slots: number, budget: Budget): void {
    this.lists++;
    if (list.length === slots) {
      if (list.every((slot) => slot === null)) this.emptySlots++;
      else if (list.every((slot) => slot === null || typeof slot === 'string')) this.textSlots++;
      else if (list.every((slot) => slot === null || typeof slot === 'number')) this.numberSlots++;
    }
    if (list.length === 0) return;
    this.items ??= this.#take(budget);
    if (this.items === undefined) this.isOpen = true;
    for (const element of list) this.items?.add(element, slots, budget);
  }

  #addObject(value: object, slots: number, budget: Budget): void {
    this.objects++;
    const keys = Object.keys(value);
    if (keys.length === 0) this.emptyObjects++;
    for (const key of keys) {
      const child: unknown = Reflect.get(value, key);
      if (this.values !== undefined) {
        this.values.add(child, slots, budget);
        continue;
      }
      this.properties ??= new Map();
      let shape = this.properties.get(key);
      if (shape === undefined) {
        shape = this.#take(budget);
        if (shape === undefined) {
          this.isOpen = true;
          continue;
        }
        this.properties.set(key, shape);
      }
      shape.add(child, slots, budget);
      if (this.properties.size > KEYS_MAX) this.#becomeMap(budget);
    }
  }

  #take(budget: Budget): Shape | undefined {
    if (budget.places === 0) return undefined;
    budget.places--;
    return new Shape();
  }

  #becomeMap(budget: Budget): void {
    const values = new Shape();
    for (const shape of this.properties?.values() ?? []) values.merge(shape);
    budget.places += this.properties?.size ?? 0;
    this.values = values;
    this.properties = undefined;
  }

  /** Adds the records of another shape. */
  merge(other: Shape): void {
    this.nulls += other.nulls;
    this.booleans += other.booleans;
    this.integers += other.integers;
    this.fractions += other.fractions;
    this.strings += other.strings;
    this.objects += other.objects;
    this.emptyObjects += other.emptyObjects;
    this.lists += other.lists;
    this.minNumber = Math.min(this.minNumber, other.minNumber);
    this.maxNumber = Math.max(this.maxNumber, other.maxNumber);
    this.texts.merge(other.texts);
    this.textSlots += other.textSlots;
    this.numberSlots += other.numberSlots;
    this.emptySlots += other.emptySlots;
    this.isOpen ||= other.isOpen;
    for (const value of other.distinct) this.#note(value);
    this.isDistinctWhole &&= other.isDistinctWhole;
    if (other.items !== undefined) {
      this.items ??= new Shape();
      this.items.merge(other.items);
    }
    const values = [this, other].map((shape) => shape.values).filter((shape) => shape !== undefined);
    if (values.length > 0) {
      const merged = new Shape();
      for (const shape of [...values, ...(this.properties?.values() ?? []), ...(other.properties?.values() ?? [])]) {
        merged.merge(shape);
      }
      this.values = merged;
      this.properties = undefined;
      return;
    }
    for (const [key, shape] of other.properties ?? []) {
      this.properties ??= new Map();
      const own = this.properties.get(key);
      if (own !== undefined) own.merge(shape);
      else {
        const copy = new Shape();
        copy.merge(shape);
        this.properties.set(key, copy);
      }
    }
  }
}
