// What a draft remembers of the values of a collection: the different texts and whole numbers at every place. Bounded.
import { escapeText } from '../../kernel/field-path.ts';
import { isObject } from '../../kernel/is-object.ts';
import { SLOT_LOCALES } from '../../kernel/names.ts';

const DISTINCT_MAX = 2048;
const PLACES_MAX = 5_000;
const DEPTH_MAX = 8;
/** Objects with more keys have data as keys. */
const KEYS_MAX = 200;
const KEY_CHARACTERS_MAX = 256;

/** The values at one place, those in lists included. */
export interface FieldValues {
  readonly path: string;
  readonly segments: readonly string[];
  readonly texts: Set<string>;
  readonly numbers: Set<number>;
  /** Whether there were more different ones. */
  isOpen: boolean;
  /** Fractions, truths, dates and the like are no references. */
  others: number;
  /** Values, those that are empty left out. */
  filled: number;
  /** Values in a list of plain values. */
  inLists: number;
  /** Whether an object on the way stands in a list. */
  readonly isInObjects: boolean;
  /** Lists of as many texts as slots of languages, and how many of them are in the scripts of these. */
  slotted: number;
  inScripts: number;
  /** Values of an object of texts or objects by language: their keys, and how many objects have all of them. */
  tags: Map<string, number> | undefined;
  objects: number;
}

interface Place {
  readonly values: FieldValues;
  children: Map<string, Place> | undefined;
  isMap: boolean;
}

/** Collects the values of entities. */
export class ValueCollector {
  readonly #root: Place = placeOf([], false);
  #places = 0;

  add(entity: object): void {
    this.#visitObject(this.#root, entity, [], false);
  }

  /** All places with values, parents first. */
  fields(): readonly FieldValues[] {
    const found: FieldValues[] = [];
    const visit = (place: Place): void => {
      for (const child of place.children?.values() ?? []) {
        found.push(child.values);
        visit(child);
      }
    };
    visit(this.#root);
    return found;
  }

  #visitObject(place: Place, value: object, segments: readonly string[], inObjects: boolean): void {
    place.values.objects++;
    if (place.isMap || segments.length === DEPTH_MAX) return;
    place.children ??= new Map();
    const { children } = place;
    const keys = Object.keys(value);
    if (keys.length > KEYS_MAX && segments.length > 0) {
      place.isMap = true;
      return;
    }
    for (const key of keys) {
      let child = children.get(key);
      if (child === undefined) {
        if (this.#places >= PLACES_MAX || (segments.length > 0 && children.size >= KEYS_MAX)) {
          place.isMap = segments.length > 0;
          return;
        }
        this.#places++;
        child = placeOf([...segments, key], inObjects);
        children.set(key, child);
      }
      this.#visit(child, Reflect.get(value, key), child.values.segments, inObjects);
    }
  }

  #visit(place: Place, value: unknown, segments: readonly string[], inObjects: boolean): void {
    if (Array.isArray(value)) {
      judgeSlots(place.values, value);
      const list: readonly unknown[] = value;
      for (const item of list) {
        if (isObject(item)) {
          this.#visitObject(place, item, segments, true);
        } else if (typeof item !== 'object') {
          place.values.inLists++;
          note(place.values, item);
        }
      }
    } else if (typeof value === 'object' && value !== null) this.#visitObject(place, value, segments, inObjects);
    else note(place.values, value);
  }
}

const placeOf = (segments: readonly string[], isInObjects: boolean): Place => ({
  values: {
    path: segments.map(escapeText).join('.'),
    segments,
    texts: new Set(),
    numbers: new Set(),
    isOpen: false,
    others: 0,
    filled: 0,
    inLists: 0,
    isInObjects,
    slotted: 0,
    inScripts: 0,
    tags: undefined,
    objects: 0,
  },
  children: undefined,
  isMap: false,
});

function note(values: FieldValues, value: unknown): void {
  if (value === null || value === undefined || value === '') return;
  values.filled++;
  if (typeof value === 'string') {
    if (value.length > KEY_CHARACTERS_MAX) values.others++;
    else if (values.texts.size < DISTINCT_MAX) values.texts.add(value);
    else values.isOpen = true;
  } else if (typeof value === 'number' && Number.isSafeInteger(value)) {
    if (values.numbers.size < DISTINCT_MAX) values.numbers.add(value);
    else values.isOpen = true;
  } else values.others++;
}

const HANGUL = /\p{Script=Hangul}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;

/** Lists with a text for each slot are texts by language where the scripts of the slots are those of the languages. */
function judgeSlots(values: FieldValues, list: readonly unknown[]): void {
  if (list.length !== SLOT_LOCALES.length) return;
  if (!list.every((text) => text === null || typeof text === 'string')) return;
  const at = (locale: (typeof SLOT_LOCALES)[number]): string => {
    const text: unknown = list[SLOT_LOCALES.indexOf(locale)];
    return typeof text === 'string' ? text : '';
  };
  if (list.every((text) => text === null)) return;
  values.slotted++;
  const [ja, en, ko] = [at('ja'), at('en'), at('ko')];
  const isHan = HAN.test(at('zh-TW')) || HAN.test(at('zh-CN'));
  const fits =
    (HANGUL.test(ko) && !HANGUL.test(ja)) ||
    (HAN.test(ja) && !HAN.test(en)) ||
    (KANA.test(ja) && !KANA.test(en)) ||
    (isHan && !HAN.test(en) && !HAN.test(ko));
  if (fits) values.inScripts++;
}
