// Finds which fields refer to entities: by their names and by their values, which are ids of another collection or values of one
// of its unique fields. Pure. Every value is looked up in one index of all ids, so that the work grows with the data alone.
import type { FieldValues } from './field-values.ts';
import type { KeyCandidate } from './ids.ts';
import { wordsOf } from './words.ts';

/** A collection as others may refer to it. */
export interface Referable {
  readonly name: string;
  readonly keys: readonly KeyCandidate[];
  readonly values: readonly FieldValues[];
  readonly isWeak: boolean;
  readonly isPairs: boolean;
}

interface FoundTarget {
  /** Position among the collections. */
  readonly target: number;
  /** Position among its keys. */
  readonly key: number;
}

export interface FoundReference {
  readonly path: string;
  readonly segments: readonly string[];
  readonly targets: readonly FoundTarget[];
  readonly isNamed: boolean;
  readonly share: number;
  readonly isSingleNumber: boolean;
}

const SHARE = 0.95;
/** Of different values, where the name says what they refer to. */
const NAMED_SHARE = 0.9;
/** Different values that show a reference by themselves, without a name. */
const TEXTS_MIN = 5;
const NUMBERS_MIN = 3;
const ENTITIES_MIN = 20;
const CHARACTERS_MIN = 3;
/** Numbers that are ids by chance: where more of the numbers up to the largest id are ids. */
const DENSE = 0.1;
/** Of lists of numbers without gaps: share of the ids that they name, and how many. */
const LIST_COVERAGE = 0.4;
const LIST_MIN = 50;
/** Share of the entities of its own collection that a field names when it stands for the entity itself. */
const OWN_COVERAGE = 0.9;
const TARGETS_MAX = 4;
const UNION_CHARACTERS_MIN = 8;
const TARGET_KEYS_MAX = 6;

interface Slot extends FoundTarget {
  readonly size: number;
  /** Largest number among the keys; 0: not all are numbers. */
  readonly max: number;
  readonly isLookUp: boolean;
}

/** Text → positions of the keys that have it. Most have one, which needs no list. */
type Index = Map<string, number | number[]>;

function slotsOf(index: Index, text: string): readonly number[] {
  const found = index.get(text);
  return found === undefined ? [] : typeof found === 'number' ? [found] : found;
}

/** By position of the collection: what its fields refer to. */
export function findReferences(collections: readonly Referable[]): readonly (readonly FoundReference[])[] {
  const slots: Slot[] = [];
  const index: Index = new Map();
  for (const [target, { keys, isPairs }] of collections.entries()) {
    keys.slice(0, TARGET_KEYS_MAX).forEach((key, at) => {
      // A day or a place in a list is shared by many tables and leads to none.
      if (at > 0 && /^(?:index|rank|order|date|day|month|year|number|position)$/i.test(key.field ?? '')) return;
      const slot = slots.length;
      slots.push({
        target,
        key: at,
        size: key.raw.size,
        max: largestOf(key.raw),
        isLookUp: isPairs || (at > 0 && key.isEncoded),
      });
      for (const text of key.raw) {
        const known = index.get(text);
        if (known === undefined) index.set(text, slot);
        else if (typeof known === 'number') index.set(text, [known, slot]);
        else known.push(slot);
      }
    });
  }
  const words = collections.map(({ name }) => wordsOfTarget(name));
  return collections.map((collection, own) => {
    const found = collection.values.flatMap((values) => {
      const reference = judgeField(collections, own, values, slots, index, words);
      return reference === undefined ? [] : [reference];
    });
    return dropRepeated(found, collections);
  });
}

function largestOf(texts: ReadonlySet<string>): number {
  let max = 0;
  for (const text of texts) {
    const number = Number(text);
    if (!Number.isSafeInteger(number) || number < 0) return 0;
    if (number > max) max = number;
  }
  return max;
}

/** What a collection is called in names of fields: `icon` is one of `icon-ids`. */
function wordsOfTarget(name: string): readonly string[] {
  const words = wordsOf(name);
  return words.length > 1 && words.at(-1) === 'id' ? words.slice(0, -1) : words;
}

/** Names of fields that lead to an entity of the same collection. */
const OWN_NAMES =
  /^(?:parent|previous|prev|next|predecessor|successor|base|evolves_?from|evolves_?to)s?(?:[_-]?ids?)?$/i;
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...['parent', 'previous', 'prev', 'next', 'predecessor', 'successor', 'base'],
]);
const ID_SUFFIX = /(?:[_-]?ids?|[_-]?keys?|[_-]?codes?|[_-]?names?|[_-]?refs?|[_-]?slugs?)$/i;
const HAS_ID = /(?:^|_|-)ids?$|[a-z]Ids?$/i;

/** The words that tell what a field refers to: `bandId` says band, and `band.id` says it as well. */
function namingWords(segments: readonly string[]): readonly string[] {
  const last = segments.at(-1) ?? '';
  const stem = last.replace(/(?<=.)(?:Ids?|IDs?)$/, '').replace(ID_SUFFIX, '');
  return wordsOf(stem === '' ? (segments.at(-2) ?? '') : stem);
}

/** Whether the words of a field are those of a collection: `rewardCard` is one of `cards`, `person` one of `lookup-people`. */
function isNamedAfter(field: readonly string[], target: readonly string[]): boolean {
  const [own, there] = [field.at(-1), target.at(-1)];
  if (own === undefined || there === undefined) return false;
  return own === there || field.join('') === target.join('') || (own.length > 4 && own === target.join(''));
}

/** Last words that many fields and tables share, which have nothing else to do with each other. */
const GENERIC_WORDS: ReadonlySet<string> = new Set(['level', 'count', 'type', 'number', 'rank', 'value']);

/** Whether numbers have only such a word in common with a table: `min_level` is none of `skill-levels`, the `level` of a skill is. */
function isGeneric(field: readonly string[], target: readonly string[], own: readonly string[]): boolean {
  if (!GENERIC_WORDS.has(field.at(-1) ?? '') || field.at(-1) !== target.at(-1)) return false;
  const whole = target.join(' ');
  return !field.join(' ').endsWith(whole) && [...own, ...field].join(' ') !== whole;
}

/** Whether a field leads to its own collection: `parentId`, and `parentGroupId` among groups. */
function isNamedOwn(segments: readonly string[], field: readonly string[], target: readonly string[]): boolean {
  const last = segments.at(-1) ?? '';
  if (OWN_NAMES.test(last)) return true;
  return field.length > 1 && OWN_WORDS.has(field[0] ?? '') && HAS_ID.test(last) && isNamedAfter(field.slice(1), target);
}

function judgeField(
  collections: readonly Referable[],
  own: number,
  values: FieldValues,
  slots: readonly Slot[],
  index: Index,
  words: readonly (readonly string[])[],
): FoundReference | undefined {
  const { texts, numbers, others, path, segments } = values;
  const distinct = [...texts, ...[...numbers].filter((number) => number > 0).map(String)];
  if (distinct.length === 0 || others > 0 || (texts.size > 0 && numbers.size > 0)) return undefined;
  if (texts.size > 0 && [...texts].slice(0, 5).every((text) => /^https?:|^#[0-9a-f]{3,8}$|\.[a-z]{3,4}$/i.test(text)))
    return undefined;
  const hits = new Map<number, number>();
  for (const text of distinct) for (const slot of slotsOf(index, text)) hits.set(slot, (hits.get(slot) ?? 0) + 1);
  if (hits.size === 0) return undefined;
  const field = namingWords(segments);
  const areNumbers = distinct.every((text) => /^\d+$/.test(text));
  const keys = collections[own]?.keys ?? [];
  const ownKey = keys.findIndex((key) => key.field === segments.join('.'));
  const isUnique = ownKey >= 0;
  const fit: { readonly slot: Slot; readonly share: number; readonly rank: number; readonly isNamed: boolean }[] = [];
  for (const [at, count] of hits) {
    const slot = slots[at];
    if (slot === undefined) continue;
    const share = count / distinct.length;
    if (share < NAMED_SHARE) continue;
    const isOwn = slot.target === own;
    const target = words[slot.target] ?? [];
    const isNamed = isOwn
      ? isNamedOwn(segments, field, target)
      : isNamedAfter(field, target) && !(areNumbers && isGeneric(field, target, words[own] ?? []));
    if (!isNamed && share < SHARE) continue;
    if (isOwn && isOwnValue(values, keys, slot.key)) continue;
    // It differs for nearly every entity, so it is the name of a file, or another name, that equals the entity's own id.
    if (isOwn && !isNamed && values.inLists === 0 && count >= slot.size * OWN_COVERAGE) continue;
    // What tells an entity from the others is its id, and refers to something only if it says so.
    if (isUnique && !isNamed) continue;
    const isWeak = collections[slot.target]?.isWeak === true;
    // A look-up of texts, and names with spaces, are referred to by those that say so.
    if (!isNamed && isEmbedded(values, collections[slot.target]?.keys[slot.key])) continue;
    if (!isNamed && (isWeak || slot.isLookUp || !isByValues(values, distinct, count, slot))) continue;
    // `parentGroupId` among market groups is one of them, also where there are groups.
    const rank = (isNamed ? (isOwn ? -1 : 0) : 2) + (slot.key === 0 ? 0 : 1);
    fit.push({ slot, share, isNamed, rank });
  }
  const coverage = ({ slot }: (typeof fit)[number]): number => distinct.length / slot.size;
  const [best] = fit.sort((a, b) => a.rank - b.rank || b.share - a.share || coverage(b) - coverage(a));
  const isSingleNumber = numbers.size > 0 && values.inLists === 0 && !values.isInObjects;
  if (best !== undefined) {
    const { target, key } = best.slot;
    return { path, segments, targets: [{ target, key }], isNamed: best.isNamed, share: best.share, isSingleNumber };
  }
  if (isUnique) return undefined;
  const union = findUnion(distinct, slots, index, hits, own);
  return union && { path, segments, targets: union, isNamed: false, share: SHARE, isSingleNumber: false };
}

/** Whether a field holds an id of its own entity, or of a part of it that is called like it. */
function isOwnValue({ segments, isInObjects }: FieldValues, keys: readonly KeyCandidate[], key: number): boolean {
  const field = keys[key]?.field;
  const last = segments.at(-1);
  if (field !== undefined && segments.join('.') === field) return true;
  return (isInObjects || segments.length > 1) && field !== undefined && last === field.split('.').at(-1);
}

/** Whether a field of an object inside has the name of the field that it would refer to, which makes it a record of its own. */
function isEmbedded({ segments, texts }: FieldValues, key: KeyCandidate | undefined): boolean {
  const last = segments.at(-1) ?? '';
  return segments.length > 1 && texts.size > 0 && key?.field !== undefined && last === key.field && !HAS_ID.test(last);
}

/** Whether values that are ids somewhere are so by more than chance. */
function isByValues(values: FieldValues, distinct: readonly string[], hits: number, slot: Slot): boolean {
  if (slot.max === 0 || values.texts.size > 0) {
    const characters = distinct.reduce((sum, text) => sum + text.length, 0) / distinct.length;
    const isNumber = distinct.every((text) => /^\d+$/.test(text));
    return hits >= TEXTS_MIN && characters >= CHARACTERS_MIN && !isNumber && slot.size >= TEXTS_MIN;
  }
  if (hits < NUMBERS_MIN) return false;
  const isNamedId = HAS_ID.test(values.segments.at(-1) ?? '');
  const mean = [...values.numbers].reduce((sum, number) => sum + number, 0) / values.numbers.size;
  if (isNamedId && slot.size >= ENTITIES_MIN && slot.size < slot.max * DENSE && mean > slot.size) return true;
  // A number may be a count; a list of many numbers that are nearly all the ids there are is none.
  return (
    values.inLists > 0 && values.inLists === values.filled && hits >= LIST_MIN && hits >= slot.size * LIST_COVERAGE
  );
}

/** Several collections that hold all values together: ids that are long enough not to fit by chance. */
function findUnion(
  distinct: readonly string[],
  slots: readonly Slot[],
  index: Index,
  hits: ReadonlyMap<number, number>,
  own: number,
): readonly FoundTarget[] | undefined {
  const characters = distinct.reduce((sum, text) => sum + text.length, 0) / distinct.length;
  if (distinct.length < TEXTS_MIN || characters < UNION_CHARACTERS_MIN || distinct.some((text) => /^\d+$/.test(text)))
    return undefined;
  const chosen: FoundTarget[] = [];
  const left = new Set(distinct);
  const ordered = [...hits].sort(([, a], [, b]) => b - a);
  for (const [at] of ordered) {
    const slot = slots[at];
    if (slot === undefined || slot.key > 0 || slot.target === own || chosen.length === TARGETS_MAX) continue;
    const before = left.size;
    for (const text of left) if (slotsOf(index, text).includes(at)) left.delete(text);
    if (left.size < before) chosen.push({ target: slot.target, key: slot.key });
  }
  return chosen.length >= 2 && left.size <= distinct.length * (1 - SHARE) ? chosen : undefined;
}

/** Drops fields that name what another field beside them refers to by id. */
function dropRepeated(found: readonly FoundReference[], collections: readonly Referable[]): readonly FoundReference[] {
  const parentOf = ({ segments }: FoundReference): string => segments.slice(0, -1).join('\0');
  const isId = ({ segments }: FoundReference): boolean => HAS_ID.test(segments.at(-1) ?? '');
  return found.filter((reference) => {
    const [target] = reference.targets;
    if (target === undefined || isId(reference)) return true;
    return !found.some((other) => {
      if (other === reference || !isId(other) || parentOf(other) !== parentOf(reference)) return false;
      if (other.targets[0]?.target !== target.target) return false;
      // `heroName` beside `heroId`; `leader` beside it is another hero.
      if (namingWords(other.segments).join() !== namingWords(reference.segments).join()) return false;
      const field = collections[target.target]?.keys[target.key]?.field;
      return field === undefined || !HAS_ID.test(field);
    });
  });
}
