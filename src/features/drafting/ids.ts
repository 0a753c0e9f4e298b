// Chooses where the ids of entities come from: the key in an object of entities, otherwise a field whose values fit the
// grammar of ids and differ. Judged by every entity, with the functions that publishing uses. Pure.
import { isKeyValue, keyOf } from '../catalog/entity-key.ts';
import type { IdInput } from '../release/snapshot/descriptor-schema.ts';
import { readField } from '../release/snapshot/field-path.ts';
import { counted } from './reason.ts';
import { kebabOf } from './resource-names.ts';
import type { Element } from './table-form.ts';

export interface ChosenIds {
  /** Undefined: what a descriptor means without a word about ids. */
  readonly id: IdInput | undefined;
  readonly keys: ReadonlySet<string>;
  /** Whether some entities have the id of an earlier one. */
  readonly hasDuplicates: boolean;
  readonly why: string;
}

type Encode = 'path' | undefined;

interface Tried {
  readonly fields: readonly string[];
  readonly encode: Encode;
  readonly keys: ReadonlySet<string>;
  readonly duplicates: number;
}

/** Names of fields that hold ids: of all of them, and of those that do when no other field does. */
const ID_NAMES: readonly RegExp[] = [
  /^_?id$/i,
  /(?:[a-z]I|_i|-i|I)d$/,
  /^(?:key|uid|uuid|guid|slug|code|uniqueName)$/i,
  /Key$/,
];
const OTHER_NAMES: readonly RegExp[] = [/^(?:name|path|file|url)$/i, /Name$/];
/** Share of entities that may repeat an id of a field that is named like one. */
const DUPLICATES_SHARE = 0.1;
/** Entities that are asked for the names of their fields. */
const NAMES_FROM = 200;
const FIELDS_TRIED = 64;
const FIELD_CHARACTERS_MAX = 256;

/** The ids of a collection; undefined when no field gives every entity one. */
export function chooseIds(elements: readonly Element[], stem: string): ChosenIds | undefined {
  return elements.some(({ key }) => key === undefined) ? idsOfFields(elements, stem) : idsOfKeys(elements);
}

function idsOfKeys(elements: readonly Element[]): ChosenIds | undefined {
  for (const encode of [undefined, 'path'] as const) {
    const keys = new Set<string>();
    for (const { key = '' } of elements) {
      const id = keyOf(key, encode);
      if (id !== undefined) keys.add(id);
    }
    if (keys.size < elements.length) continue;
    return {
      id: encode === undefined ? undefined : { encode },
      keys,
      hasDuplicates: false,
      why:
        encode === undefined ? 'the keys of the object are the ids' : `the keys of the object are the ids; ${ENCODED}`,
    };
  }
  return undefined;
}

const ENCODED = 'they have characters that no id may have, so they are encoded as paths';

function idsOfFields(elements: readonly Element[], stem: string): ChosenIds | undefined {
  const names = fieldNames(elements);
  const own = kebabOf(stem).replace(/(?:ies|y|s)$/, '');
  const rank = (name: string): number => {
    const at = ID_NAMES.findIndex((pattern) => pattern.test(name));
    // `musicId` may be anything's id, `songId` among songs is their own.
    return at === 1 && own !== '' && kebabOf(name).startsWith(own) ? 0.5 : at;
  };
  const named = names.filter((name) => rank(name) >= 0).sort((a, b) => rank(a) - rank(b));
  const tried: Tried[] = [];
  for (const name of named) {
    const found = tryFields(elements, [name]);
    if (found?.duplicates === 0) return present(found, elements, 'its name says so');
    if (found !== undefined) tried.push(found);
  }
  for (const first of named) {
    for (const second of named) {
      if (first === second) continue;
      const found = tryFields(elements, [first, second]);
      if (found?.duplicates === 0 && tryFields(elements, [second]) === undefined) {
        return present(found, elements, 'together they give every entity an id');
      }
    }
  }
  const others = OTHER_NAMES.flatMap((pattern) => names.filter((name) => pattern.test(name) && !named.includes(name)));
  const unique = uniqueField(elements, others);
  if (unique !== undefined) {
    return present(unique, elements, 'no field that is named like an id differs everywhere, and this one does');
  }
  const nearly = tried.find(({ duplicates }) => duplicates <= elements.length * DUPLICATES_SHARE);
  if (nearly !== undefined) {
    const repeated = counted(nearly.duplicates, 'entity has', 'entities have');
    return present(nearly, elements, `its name says so; ${repeated} the id of an earlier one, so the first one counts`);
  }
  const unnamed = uniqueField(
    elements,
    names.filter((name) => !named.includes(name)),
  );
  return unnamed && present(unnamed, elements, 'no field is named like an id, and the values of this one differ');
}

function uniqueField(elements: readonly Element[], names: readonly string[]): Tried | undefined {
  for (const name of names) {
    const found = tryFields(elements, [name]);
    if (found?.duplicates === 0) return found;
  }
  return undefined;
}

function present({ fields, encode, keys, duplicates }: Tried, elements: readonly Element[], reason: string): ChosenIds {
  const items = fields.map((field) => (encode === undefined ? field : { field, encode }));
  const [only] = items;
  const isUsual = fields.length === 1 && fields[0] === 'id' && encode === undefined;
  const why = `${reason}; ${counted(elements.length, 'entity', 'entities')}, ${counted(keys.size, 'different id')}`;
  return {
    id: isUsual || only === undefined ? undefined : items.length === 1 ? only : items,
    keys,
    hasDuplicates: duplicates > 0,
    why: encode === undefined ? why : `${why}; ${ENCODED}`,
  };
}

/** The ids that the fields give, tried in order for every entity; undefined when an entity gets none. */
function tryFields(elements: readonly Element[], fields: readonly string[]): Tried | undefined {
  for (const encode of [undefined, 'path'] as const) {
    const keys = new Set<string>();
    const isWhole = elements.every(({ value }) => {
      const raw = fields.map((field) => readField(value, field)).find(isKeyValue);
      const key = raw === undefined ? undefined : keyOf(raw, encode);
      if (key !== undefined) keys.add(key);
      return key !== undefined;
    });
    if (isWhole) return { fields, encode, keys, duplicates: elements.length - keys.size };
  }
  return undefined;
}

/** Fields that hold texts or whole numbers somewhere. */
function fieldNames(elements: readonly Element[]): readonly string[] {
  const names = new Set<string>();
  for (const { value } of elements.slice(0, NAMES_FROM)) {
    for (const [name, member] of Object.entries(value)) {
      if (isKeyValue(member) && name !== '' && name.length <= FIELD_CHARACTERS_MAX) names.add(name);
    }
  }
  return [...names].slice(0, FIELDS_TRIED);
}
