// Finds where the ids of entities can come from: the key in an object of entities, the name of the file, or a field whose values
// fit the grammar of ids and differ. Judged by every entity, with the functions that publishing uses. Pure.
import { isObject } from '../../kernel/is-object.ts';
import { isKeyValue, keyOf } from '../catalog/entity-key.ts';
import type { IdInput } from '../release/snapshot/descriptor-schema.ts';
import { readField } from '../release/snapshot/field-path.ts';
import { areReadable, isTextId } from './readable.ts';
import { code, counted } from './reason.ts';
import { kebabOf } from './resource-names.ts';
import type { Element } from './table-form.ts';

/** Ids of entities, and what they are as others refer to them. */
export interface KeyCandidate {
  /** Field; undefined: the key of the object, or the name of the file. */
  readonly field: string | undefined;
  /** What the descriptor says; undefined: nothing needs to be said. */
  readonly id: IdInput | undefined;
  /** Ids as they are stored. */
  readonly keys: ReadonlySet<string>;
  /** Values as they stand in the data. */
  readonly raw: ReadonlySet<string>;
  readonly isEncoded: boolean;
  /** Whether some entities have the id of an earlier one. */
  readonly hasDuplicates: boolean;
  /** Whether it is called like an id, or is the key. */
  readonly isNamed: boolean;
  /** Whether it is a key that no field of the entities has, so that without it as the id it would be nowhere. */
  readonly isOnlyThere?: boolean;
  readonly why: string;
}

type Encode = 'path' | undefined;

/** Names of fields that hold ids, the best first. */
const ID_NAMES: readonly RegExp[] = [
  /^_?id$/i,
  /(?:[a-z]I|_i|-i| I|I)d$|[a-z0-9_ -]ID$/,
  /^(?:key|uid|uuid|guid|slug|code|unique_?name|identifier|identification|handle)$/i,
  /(?:Key|_key|-key|[a-z]code|[_-]code|Code|_identification|_Identification|Identification)$/,
];
/** A count of the place in a list, in the order of the list. */
const NUMBER_NAMES = /^(?:number|no|num|index|rank)$/i;
const NAME_NAMES: readonly RegExp[] = [/^(?:name|title|label)$/i, /(?:Name|_name| name|\.name)$/];
/** What happens to differ, and is no id: parts of names, descriptions, addresses. */
const NO_IDS =
  /^(?:first|last|middle|given|family|sur|fore|nick|full)_?-?\s?names?$|(?:desc|description|text|comment|note|notes|body|content|message|lore|quote|summary|url|uri|link|href|address|image|img|icon|picture|thumbnail|path|file|filename|sound|audio|video|email|hash|color|colour|emoji|unicode|version)s?$/i;
const SERIES = /^(?:date|day|month|year)$/i;
const PATHS: readonly RegExp[] = [/^(?:path|file|url|filename)$/i];
/** Share of entities that may repeat an id of a field that is named like one. */
const DUPLICATES_SHARE = 0.05;
/** Share of entities that may stand in a list twice. */
const REPEATS_SHARE = 0.02;
/** Share of entities that a field must tell apart to be proposed as the id. */
const NEAREST_SHARE = 0.9;
/** Entities that are asked for the names of their fields. */
const NAMES_FROM = 200;
const FIELDS_TRIED = 64;
const FIELD_CHARACTERS_MAX = 256;
const ID_CHARACTERS = 64;
/** Further unique fields are not remembered. */
const KEYS_KEPT = 6;

/** All unique fields of a collection, the best id first; none when no field gives every entity an id. */
export function findKeys(elements: readonly Element[], stem: string): readonly KeyCandidate[] {
  const fields = keysOfFields(elements, stem);
  if (elements.some(({ key }) => key === undefined)) return fields;
  const own = keysOfKeys(elements);
  // Keys of an object differ, so nothing has to be dropped for a field that repeats.
  const unique = fields.filter(({ hasDuplicates }) => !hasDuplicates);
  if (own === undefined) return areDifferent(elements) ? unique : fields;
  // The key in the object is the id, unless it needs an encoding and a field does not. What no field has would be lost.
  const better =
    own.isEncoded && !own.isOnlyThere ? unique.filter(({ isNamed, isEncoded }) => isNamed && !isEncoded) : [];
  return [...better, own, ...unique.filter((field) => !better.includes(field))];
}

const areDifferent = (elements: readonly Element[]): boolean =>
  new Set(elements.map(({ key }) => key)).size === elements.length;

/** Whether a field of every entity, or of an object in it, has the key as its value. */
function haveKeys(elements: readonly Element[]): boolean {
  const [first] = elements;
  if (first === undefined) return false;
  const hasKey = ({ key, value }: Element, name: string): boolean => {
    const text = readField(value, name);
    return isKeyValue(text) && String(text) === key;
  };
  return fieldNames([first], () => true)
    .filter((name) => hasKey(first, name))
    .some((name) => elements.every((element) => hasKey(element, name)));
}

function keysOfKeys(elements: readonly Element[]): KeyCandidate | undefined {
  const raw = new Set(elements.map(({ key = '' }) => key));
  for (const encode of [undefined, 'path'] as const) {
    const keys = new Set<string>();
    for (const { key = '' } of elements) {
      const id = keyOf(key, encode);
      if (id !== undefined) keys.add(id);
    }
    if (keys.size < elements.length) continue;
    const why = 'the keys of the object are the ids';
    return {
      field: undefined,
      id: encode === undefined ? undefined : { encode },
      keys,
      raw,
      isEncoded: encode !== undefined,
      hasDuplicates: false,
      isNamed: true,
      isOnlyThere: !haveKeys(elements),
      why: encode === undefined ? why : `${why}; ${ENCODED}`,
    };
  }
  return undefined;
}

const ENCODED = 'they have characters that no id may have, so they are encoded as paths';

interface Tried {
  readonly fields: readonly string[];
  readonly encode: Encode;
  readonly keys: ReadonlySet<string>;
  readonly raw: ReadonlySet<string>;
  readonly duplicates: number;
}

function keysOfFields(elements: readonly Element[], stem: string): readonly KeyCandidate[] {
  const own = kebabOf(stem).replace(/(?:ies|y|s)$/, '');
  const rank = (name: string): number => {
    const last = name.slice(name.lastIndexOf('.') + 1);
    if (NO_IDS.test(last) && !PATHS.some((pattern) => pattern.test(last))) return -1;
    const at = ID_NAMES.findIndex((pattern) => pattern.test(last));
    // `musicId` may be anything's id, `songId` among songs is their own.
    return at === 1 && own !== '' && kebabOf(last).startsWith(own) ? 0.5 : at;
  };
  const names = fieldNames(elements, (name) => rank(name) >= 0).filter((name) => !isTextFor(elements, name));
  const named = names.filter((name) => rank(name) >= 0).sort((a, b) => rank(a) - rank(b));
  const found: { readonly tried: Tried; readonly reason: string; readonly order: number; readonly isNamed: boolean }[] =
    [];
  const partial: Tried[] = [];
  for (const name of named) {
    const tried = tryFields(elements, [name]);
    if (tried?.duplicates === 0) {
      // A nested field is the id of something else, unless nothing else is there.
      const order = (tried.encode === undefined ? 0 : 10) + (name.includes('.') ? 20 : rank(name));
      found.push({ tried, reason: 'its name says so', order, isNamed: !name.includes('.') });
    } else if (tried !== undefined) partial.push(tried);
  }
  for (const name of names) {
    if (rank(name) >= 0) continue;
    const order = otherRank(name);
    if (order === undefined) continue;
    const tried = tryFields(elements, [name]);
    if (tried === undefined || tried.duplicates > 0 || !isLikeId(elements, name, order)) continue;
    const isSeries = order === SERIES_ORDER;
    const reason = isSeries
      ? 'there is one row of each'
      : 'no field that is named like an id differs everywhere, and this one does';
    // A short code comes before a name that needs an encoding: `AW` before `~C3~85land`.
    const isCode = order === OTHER_ORDER && tried.encode === undefined && isShort(tried.keys);
    const own = isCode ? CODE_ORDER : order + (tried.encode === undefined || isSeries ? 0 : 5);
    found.push({ tried, reason, order: own, isNamed: false });
  }
  if (found.length === 0) {
    const pair = tryPairs(elements, named);
    if (pair !== undefined)
      found.push({ tried: pair, reason: 'together they give every entity an id', order: 0, isNamed: true });
  }
  if (found.every(({ order }) => order >= 40)) {
    const nearly = partial.find(({ duplicates, keys }) => duplicates <= keys.size * DUPLICATES_SHARE);
    if (nearly !== undefined) {
      const repeated = counted(nearly.duplicates, 'entity has', 'entities have');
      const reason = `its name says so; ${repeated} the id of an earlier one, so the first one counts`;
      found.push({ tried: nearly, reason, order: 0, isNamed: true });
    }
  }
  if (found.length === 0) {
    const repeating = tryRepeats(elements, names);
    if (repeating !== undefined) {
      const repeated = counted(repeating.duplicates, 'entity repeats', 'entities repeat');
      const reason = `no field differs everywhere, and here ${repeated} an earlier one value by value, so that nothing is lost`;
      found.push({ tried: repeating, reason, order: 0, isNamed: false });
    }
  }
  return found
    .sort((a, b) => a.order - b.order)
    .slice(0, KEYS_KEPT)
    .map(({ tried, reason, isNamed }) => present(tried, elements, reason, isNamed));
}

/** Whether a field that is called like an id of a text holds the text itself, which is no id. */
function isTextFor(elements: readonly Element[], name: string): boolean {
  if (!isTextId(name.split('.'))) return false;
  const values = elements.slice(0, NAMES_FROM).map(({ value }): unknown => readField(value, name));
  return areReadable(values.flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : [])));
}

const SERIES_ORDER = 60;
const OTHER_ORDER = 45;
const CODE_ORDER = 36;
const CODE_CHARACTERS = 8;

function isShort(texts: ReadonlySet<string>): boolean {
  for (const text of texts) if (text.length > CODE_CHARACTERS) return false;
  return true;
}

/** A field that differs but for entities that stand twice in the list. */
function tryRepeats(elements: readonly Element[], names: readonly string[]): Tried | undefined {
  for (const name of names) {
    const order = otherRank(name);
    if (order === undefined || order === SERIES_ORDER || name.includes('.')) continue;
    const tried = tryFields(elements, [name]);
    if (tried === undefined || tried.duplicates > elements.length * REPEATS_SHARE) continue;
    if (isLikeId(elements, name, order) && areRepeats(elements, name)) return tried;
  }
  return undefined;
}

/** Whether entities with one value of the field have all values in common. */
function areRepeats(elements: readonly Element[], name: string): boolean {
  const first = new Map<unknown, string>();
  return elements.every(({ value }) => {
    const id = readField(value, name);
    const text = JSON.stringify(value);
    const known = first.get(id);
    if (known === undefined) first.set(id, text);
    return known === undefined || known === text;
  });
}

/** What comes nearest to an id where there is none, and the line that would use it; empty: nothing does. */
export function wordsOfNearest(elements: readonly Element[]): string {
  const counts = fieldNames(elements, (name) => ID_NAMES.some((pattern) => pattern.test(name))).flatMap((name) => {
    if (otherRank(name) === undefined || isTextFor(elements, name)) return [];
    const values = elements.map(({ value }) => readField(value, name)).filter(isKeyValue);
    const isName = typeof values[0] === 'string' || ID_NAMES.some((pattern) => pattern.test(name));
    return isName ? [{ name, have: values.length, different: new Set(values.map(String)).size }] : [];
  });
  const [nearest] = counts.sort((a, b) => b.different - a.different);
  if (nearest === undefined || nearest.different < 2) return '';
  const { name, have, different } = nearest;
  const [all, some, distinct] = [elements.length, have, different].map((count) => count.toLocaleString('en-US'));
  const missing = have < elements.length ? `${some} of ${all} have it, and ` : '';
  const words = `; ${code(name)} comes nearest: ${missing}${distinct} of ${have < elements.length ? some : all} are different`;
  const tried = different < elements.length * NEAREST_SHARE ? undefined : tryFields(elements, [name]);
  if (tried === undefined) return words;
  const id = tried.encode === undefined ? name : { field: name, encode: tried.encode };
  return `${words}, and ${code(`"id": ${JSON.stringify(id)}, "duplicates": "first"`)} keeps the first of each`;
}

/** How well a field that is not named like an id would do; undefined: not at all. */
function otherRank(name: string): number | undefined {
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (SERIES.test(last)) return SERIES_ORDER;
  if (PATHS.some((pattern) => pattern.test(last))) return 38;
  if (NO_IDS.test(last)) return undefined;
  if (NUMBER_NAMES.test(last)) return 30;
  const at = NAME_NAMES.findIndex((pattern) => pattern.test(name));
  const depth = name.includes('.') ? 1 : 0;
  return at >= 0 ? 32 + at + depth * 2 : depth === 0 ? OTHER_ORDER : 50;
}

/** Whether what differs is a name: a text, or the number of a place in a list. */
function isLikeId(elements: readonly Element[], name: string, order: number): boolean {
  const sample = elements.slice(0, NAMES_FROM).map(({ value }): unknown => readField(value, name));
  if (order === SERIES_ORDER || order === 30) return sample.every((value) => typeof value !== 'object');
  if (!sample.every((value) => typeof value === 'string')) return false;
  const texts = sample.map(String);
  const characters = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  const isDate = texts.every((text) => /^\d{4}-\d{2}/.test(text));
  // Numbers that are written as texts are counts and measurements, too.
  const isNumber = texts.every((text) => /^-?[\d.,\s%]+$/.test(text));
  return characters <= ID_CHARACTERS && !isDate && !isNumber;
}

function tryPairs(elements: readonly Element[], named: readonly string[]): Tried | undefined {
  const tops = named.slice(0, 12);
  for (const first of tops) {
    for (const second of tops) {
      if (first === second) continue;
      const found = tryFields(elements, [first, second]);
      if (found?.duplicates === 0 && tryFields(elements, [second]) === undefined) return found;
    }
  }
  return undefined;
}

function present(
  { fields, encode, keys, raw, duplicates }: Tried,
  elements: readonly Element[],
  reason: string,
  isNamed: boolean,
): KeyCandidate {
  const items = fields.map((field) => (encode === undefined ? field : { field, encode }));
  const [only] = items;
  const isUsual = fields.length === 1 && fields[0] === 'id' && encode === undefined && elements[0]?.key === undefined;
  const why = `${reason}; ${counted(elements.length, 'entity', 'entities')}, ${counted(keys.size, 'different id')}`;
  return {
    field: fields[0],
    id: isUsual || only === undefined ? undefined : items.length === 1 ? only : items,
    keys,
    raw,
    isEncoded: encode !== undefined,
    hasDuplicates: duplicates > 0,
    isNamed,
    why: encode === undefined ? why : `${why}; ${ENCODED}`,
  };
}

/** The ids that the fields give, tried in order for every entity; undefined when an entity gets none. */
function tryFields(elements: readonly Element[], fields: readonly string[]): Tried | undefined {
  for (const encode of [undefined, 'path'] as const) {
    const keys = new Set<string>();
    const raws = new Set<string>();
    const isWhole = elements.every(({ value }) => {
      const raw = fields.map((field) => readField(value, field)).find(isKeyValue);
      const key = raw === undefined ? undefined : keyOf(raw, encode);
      if (key === undefined) return false;
      keys.add(key);
      raws.add(String(raw));
      return true;
    });
    if (isWhole)
      return { fields, encode, keys, raw: encode === undefined ? keys : raws, duplicates: elements.length - keys.size };
  }
  return undefined;
}

/** Fields that hold texts or whole numbers somewhere, and those of objects in them. Those that are named like ids come first. */
function fieldNames(elements: readonly Element[], isNamed: (name: string) => boolean): readonly string[] {
  const names = new Set<string>();
  const nested = new Set<string>();
  for (const { value } of elements.slice(0, NAMES_FROM)) {
    for (const [name, member] of Object.entries(value)) {
      if (name === '' || name.length > FIELD_CHARACTERS_MAX) continue;
      if (isKeyValue(member)) names.add(name);
      if (!isObject(member) || name.includes('.')) continue;
      for (const [below, inner] of Object.entries(member).slice(0, 20)) {
        if (isKeyValue(inner) && below !== '' && !below.includes('.')) nested.add(`${name}.${below}`);
      }
    }
  }
  const all = [...names, ...nested];
  return [...all.filter(isNamed), ...all.filter((name) => !isNamed(name))].slice(0, FIELDS_TRIED);
}

/** Fields that hold the id; none when it is the key. */
export function idFields(id: IdInput | undefined): readonly string[] {
  if (id === undefined) return ['id'];
  return (Array.isArray(id) ? id : [id]).flatMap((item) => {
    const field = typeof item === 'string' ? item : item.field;
    return field === undefined ? [] : [field];
  });
}
