// What the values of a field teach: what they look like, and how many entities have them. From it follow types, columns and
// the answer of `fields`. Pure.
import { pathText } from '../../../kernel/field-path.ts';
import { areLocales, canonicalTag } from '../../../kernel/languages.ts';
import { type ResolvedType, resolveType } from '../../presentation/common/field-type.ts';
import { TextKinds } from '../../presentation/common/text-kinds.ts';
import type { FieldDeclaration } from '../../release/snapshot/field-schema.ts';
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
const BULKY_CHARACTERS = 32 * 1024 * 1024;
const BULKY_CHARACTERS_EACH = 128;

/** How many more different values may be kept, of all fields together. */
export interface DistinctBudget {
  left: number;
}

/** What a publisher declares about the values of a resource. */
export interface DeclaredValues {
  /** Languages of the data. */
  readonly locales: readonly string[] | undefined;
  readonly fields: ReadonlyMap<string, FieldDeclaration>;
}

/** The objects in the lists at one place. Fields of them are found like those of entities, with an object for each entity. */
export class ElementList {
  readonly segments: readonly string[];
  /** The list of objects around it. */
  readonly outer: ElementList | undefined;
  readonly root: FieldNode;
  /** Of each object of the batch: its entity, or the object of the outer list, by number, and its index there. */
  owners: number[] = [];
  indexes: number[] = [];
  /** More than the largest index of any batch. */
  width = 1;

  constructor(segments: readonly string[], outer: ElementList | undefined) {
    this.segments = segments;
    this.outer = outer;
    this.root = new FieldNode(segments);
  }

  /** Adds an object and returns its number. */
  add(owner: number, index: number): number {
    const number = this.owners.length;
    this.owners.push(owner);
    this.indexes.push(index);
    if (index >= this.width) this.width = index + 1;
    return number;
  }

  clear(): void {
    this.owners = [];
    this.indexes = [];
  }

  /** Its own lists and those around it, the outermost first. */
  get chain(): readonly ElementList[] {
    return this.outer === undefined ? [this] : [...this.outer.chain, this];
  }
}

/** A place in the entities of a resource, or in objects of a list: a field, an object of fields, or both. */
export class FieldNode {
  readonly segments: readonly string[];
  readonly children = new Map<string, FieldNode>();
  /** The objects in the lists here. */
  list: ElementList | undefined;
  /** The entities of the batch that have a value here, by number, and their values. In a list: its objects. */
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
  /** Elements of the longest list. */
  longest = 0;
  elementStrings = 0;
  elementNumbers = 0;
  elementBooleans = 0;
  elementOthers = 0;
  readonly texts = new TextKinds();
  /** Whether a number is no whole one. */
  hasFractions = false;
  /** Objects with fields. They are no values, unless they are a text for each language. */
  parents = 0;
  /** The languages of its slots, if its objects are a text for each language. */
  locales: readonly string[] | undefined;
  readonly declared: FieldDeclaration | undefined;
  readonly isInList: boolean;
  #resolved: ResolvedType | undefined;
  #localized = 0;
  readonly distinct = new Set<Scalar>();
  isDistinctWhole = true;
  readonly samples: Scalar[] = [];
  minNumber = Number.POSITIVE_INFINITY;
  maxNumber = Number.NEGATIVE_INFINITY;
  /** Characters of all texts that are no elements of lists. */
  characters = 0;
  /** Characters of texts in lists. */
  elementCharacters = 0;
  minText: string | undefined;
  maxText: string | undefined;

  /** `isInList`: whether it is a field of objects in lists, whose values are counted when they are written. */
  constructor(segments: readonly string[], declared?: FieldDeclaration, isInList = false) {
    this.segments = segments;
    this.declared = declared;
    this.isInList = isInList;
  }

  get path(): string {
    return pathText(this.segments);
  }

  /** Entities that have a value here. */
  get present(): number {
    if (this.locales !== undefined) return this.#localized;
    return this.strings + this.numbers + this.booleans + this.lists + this.objects;
  }

  get isScalar(): boolean {
    return (
      this.locales === undefined &&
      this.lists === 0 &&
      this.objects === 0 &&
      !(this.booleans > 0 && this.strings + this.numbers > 0)
    );
  }

  /** Number of all scalars here, in lists and by themselves. */
  get scalars(): number {
    if (this.locales !== undefined) {
      return this.locales.reduce((sum, locale) => sum + (this.children.get(locale)?.scalars ?? 0), 0);
    }
    const elements = this.elementStrings + this.elementNumbers + this.elementBooleans;
    return this.strings + this.numbers + this.booleans + elements;
  }

  /** Characters of all texts here. */
  get allCharacters(): number {
    const own = this.characters + this.elementCharacters;
    return (this.locales ?? []).reduce((sum, locale) => sum + (this.children.get(locale)?.allCharacters ?? 0), own);
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

  /** Whether values are slots of languages: lists of them, or objects by language. */
  get isSlotted(): boolean {
    return this.locales !== undefined || this.isLocalized || this.isSlottedDate;
  }

  /** Decides whether the objects here are a text for each language. Called once, when everything is learned. */
  settleLocales(declared: readonly string[] | undefined): void {
    const type = this.declared?.type;
    if (this.parents === 0 || this.strings + this.numbers + this.booleans + this.lists > 0) return;
    if (type !== undefined && type !== 'localized') return;
    const children = [...this.children];
    if (!children.every(([, child]) => child.present === child.strings && child.children.size === 0)) return;
    const keys = children.map(([key]) => key);
    if (type !== 'localized' && !areLocales(keys, declared)) return;
    const order = (key: string): number => {
      const at = declared?.findIndex((tag) => canonicalTag(tag) === canonicalTag(key)) ?? -1;
      return at < 0 ? Number.POSITIVE_INFINITY : at;
    };
    this.#resolved = undefined;
    // Filling the tables may read the entities again.
    this.#localized = this.parents - this.objects;
    this.locales = keys.sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0));
  }

  /** Gathers the texts of the batch from the fields of its languages. */
  gatherTexts(): void {
    if (this.locales === undefined) return;
    const slots = new Map<number, (string | null)[]>();
    this.locales.forEach((locale, slot) => {
      const { rows = [], values = [] } = this.children.get(locale) ?? {};
      rows.forEach((row, at) => {
        const value = values[at];
        if (typeof value !== 'string') return;
        let texts = slots.get(row);
        if (texts === undefined) {
          texts = new Array<string | null>(this.locales?.length ?? 0).fill(null);
          slots.set(row, texts);
        }
        texts[slot] = value;
      });
    });
    this.rows = [...slots.keys()].sort((a, b) => a - b);
    this.values = this.rows.map((row) => slots.get(row) ?? []);
  }

  #areSlots(filled: number): boolean {
    return this.lists === this.present && this.lists === filled + this.emptySlotLists;
  }

  /** Entities that have a value: lists of slots without any are none. */
  get filled(): number {
    if (this.isSlotted) return this.present - this.emptySlotLists;
    return this.hasEmptyTexts ? this.present - (this.strings - this.texts.filled) : this.present;
  }

  /** Whether empty texts stand for absence here. */
  get hasEmptyTexts(): boolean {
    const { type } = this;
    return this.isScalar && (type === 'number' || type === 'date') && this.strings > this.texts.filled;
  }

  /** Whether the tables have other values than the entities: dates in milliseconds, texts as numbers. */
  get isConverted(): boolean {
    const { type, format } = this.resolved;
    return (type === 'date' && format !== 'ms') || ((type === 'date' || type === 'number') && this.#texts > 0);
  }

  get #texts(): number {
    return this.strings + this.elementStrings;
  }

  get type(): FieldType {
    return this.resolved.type;
  }

  /** The type, decided when everything is learned. */
  get resolved(): ResolvedType {
    this.#resolved ??= resolveType(
      {
        name: this.segments.at(-1) ?? '',
        strings: this.#texts,
        numbers: this.numbers + this.elementNumbers,
        booleans: this.booleans + this.elementBooleans,
        others: this.objects + this.elementOthers,
        texts: this.texts,
        min: this.minNumber,
        max: this.maxNumber,
        areIntegers: !this.hasFractions,
        isLocalized: this.locales !== undefined || this.isLocalized,
      },
      this.declared,
    );
    return this.#resolved;
  }

  /** Learns from the values of the batch; `slots` is the number of texts in a localized list. */
  learn(slots: number, budget: DistinctBudget): void {
    this.#resolved = undefined;
    for (const value of this.values) {
      if (typeof value === 'string') {
        this.strings++;
        this.texts.add(value);
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
    if (list.length > this.longest) this.longest = list.length;
    if (list.length === slots) {
      if (list.every((slot) => slot === null)) this.emptySlotLists++;
      else if (list.every((slot) => slot === null || typeof slot === 'string')) this.slotLists++;
      else if (list.every((slot) => slot === null || typeof slot === 'number')) this.numberSlotLists++;
    }
    for (const element of list) {
      if (element === null) continue;
      if (typeof element === 'string') {
        this.elementStrings++;
        this.texts.add(element);
        this.elementCharacters += element.length;
      } else if (typeof element === 'number') this.elementNumbers++;
      else if (typeof element === 'boolean') this.elementBooleans++;
      else {
        this.elementOthers++;
        continue;
      }
      this.#note(element, budget);
    }
  }

  #note(value: Scalar, budget: DistinctBudget): void {
    if (this.isInList) {
      if (this.samples.length < SAMPLES_KEPT) this.#addSample(value);
    } else if (this.isDistinctWhole) {
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
      if (this.isInList) return;
      if (this.minText === undefined || value < this.minText) this.minText = value;
      if (this.maxText === undefined || value > this.maxText) this.maxText = value;
    } else if (typeof value === 'number') {
      if (value < this.minNumber) this.minNumber = value;
      if (value > this.maxNumber) this.maxNumber = value;
      if (!Number.isInteger(value)) this.hasFractions = true;
    }
  }

  #addSample(value: Scalar): void {
    const shown = typeof value === 'string' ? shorten(value) : value;
    if (!this.samples.includes(shown)) this.samples.push(shown);
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
