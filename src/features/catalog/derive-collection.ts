// Extracts the entities of one collection from a parsed file: locates the collection, determines the id of every
// element, and checks ids and duplicates. Shared by resources and views. Pure: mistakes go to `report`, nothing is
// emitted.

import { isObject } from '../../kernel/is-object.ts';
import type { Finding } from '../release/common/finding.ts';
import { readField } from '../release/snapshot/field-path.ts';
import { type CollectionDeclaration, NAME_OF_FILE, PATH_OF_FILE } from '../release/snapshot/resource-declaration.ts';
import { type JsonInput, jsonPath } from '../release/snapshot/tables/json-input.ts';
import { isKeyValue, keyOf } from './entity-key.ts';
import { projectedText } from './json-text.ts';
import { shapeCollection } from './table-shapes.ts';

export interface Entity {
  readonly key: string;
  readonly value: unknown;
  /** JSON path of the element in its file. */
  readonly location: readonly (string | number)[];
  readonly file: string;
  /** JSON of the value, unchanged. Serialised at each use, so that a large resource is not in memory twice. */
  readonly text: string;
  /** JSON of the fields kept in the index. */
  readonly summary: string;
}

export interface Collection {
  readonly shape: 'array' | 'object';
  /** In file order, with unique ids. */
  readonly entities: readonly Entity[];
}

/** Collects the entities of one collection from one or more files. */
export interface CollectionReader {
  add(file: string, input: JsonInput): void;
  /** Adds what a whole file is: one entity, which can be named like its file. */
  addFile(names: FileNames, value: unknown): void;
  /** Undefined when no file contained the collection. */
  finish(): Collection | undefined;
}

/** How a file that is one entity is called. */
export interface FileNames {
  readonly file: string;
  /** Without folders and suffix. */
  readonly name: string;
  /** Below the fixed part of the glob, without suffix. */
  readonly path: string;
}

/** The names of a file that a glob found. */
export function namesOf(file: string, glob: string): FileNames {
  const signs = glob.search(/[*?[\]{}]/);
  const fixed = glob.slice(0, glob.lastIndexOf('/', signs < 0 ? glob.length : signs) + 1);
  const path = (file.startsWith(fixed) ? file.slice(fixed.length) : file).replace(/(?<=[^/])\.[^./]+$/, '');
  return { file, path, name: path.slice(path.lastIndexOf('/') + 1) };
}

/** An entity of a collection; its texts are made when they are needed. */
export function createEntity(
  { summary: kept }: Pick<CollectionDeclaration, 'summary'>,
  { key, value, location, file }: Pick<Entity, 'key' | 'value' | 'location' | 'file'>,
): Entity {
  return {
    key,
    value,
    location,
    file,
    summary: kept === 'all' ? JSON.stringify(value) : projectedText(value, kept),
    get text() {
      return kept === 'all' ? this.summary : JSON.stringify(value);
    },
  };
}

type JsonPath = readonly (string | number)[];

/** A reader for a declaration. Duplicates are detected across all added files. */
export function createCollectionReader(
  declaration: CollectionDeclaration,
  report: (finding: Finding) => void,
): CollectionReader {
  const entities: Entity[] = [];
  const taken = new Map<string, Entity>();
  let shape: 'array' | 'object' | undefined;
  let unnamed = 0;

  return {
    add(file, input) {
      const table = findCollection(file, input.value, declaration.path, report);
      if (table === undefined) return;
      const at = [...declaration.path];
      const found =
        declaration.shape === undefined ? table : shapeCollection(file, at, table, declaration.shape, report);
      if (found === undefined) return;
      const ownShape = Array.isArray(found) ? 'array' : 'object';
      shape ??= ownShape;
      if (shape !== ownShape) {
        refuse(file, declaration.path, 'mixed_collections', 'Files of one resource are all arrays or all objects.');
        return;
      }
      if (Array.isArray(found)) {
        const elements: readonly unknown[] = found;
        for (const [index, value] of elements.entries()) {
          addElement(file, undefined, value, [...declaration.path, index]);
        }
        return;
      }
      restoreFirst(file, input, found);
      for (const [key, value] of Object.entries(found)) addElement(file, key, value, [...declaration.path, key]);
    },
    addFile(names, value) {
      shape ??= 'array';
      addElement(names.file, undefined, value, [...declaration.path], names);
    },
    finish() {
      if (shape === undefined) return undefined;
      const first = entities[0];
      if (first !== undefined && unnamed > 0 && unnamed === entities.length) {
        const message = 'No element has the id field of the descriptor; the keys of the object are the ids.';
        warn(first.file, declaration.path, 'id_field_missing', message);
      }
      return { shape, entities };
    },
  };

  function addElement(
    file: string,
    key: string | undefined,
    value: unknown,
    location: JsonPath,
    names?: FileNames,
  ): void {
    const id = findId(file, key, value, location, names);
    if (id === undefined) return;
    const earlier = taken.get(id);
    if (earlier !== undefined) {
      const place = jsonPath(earlier.location);
      reportDuplicate(
        file,
        location,
        `The id "${id}" is taken by ${place === '$' ? '' : `${place} of `}${earlier.file}.`,
      );
      return;
    }
    const entity = createEntity(declaration, { key: id, value, location, file });
    taken.set(id, entity);
    entities.push(entity);
  }

  function findId(
    file: string,
    key: string | undefined,
    value: unknown,
    location: JsonPath,
    fileNames: FileNames | undefined,
  ): string | undefined {
    const byKey = { field: undefined, encode: undefined };
    const fields = declaration.id.length > 0 ? declaration.id : [byKey];
    for (const { field, encode } of fields) {
      const name = field ?? (key === undefined ? 'id' : undefined);
      const raw = name === undefined ? key : (nameOfFile(fileNames, name) ?? readField(value, name));
      if (isKeyValue(raw) || (raw === '' && raw === key)) {
        return judgeKey(file, name === undefined ? location : [...location, name], raw, encode);
      }
    }
    if (key !== undefined) {
      unnamed++;
      return judgeKey(file, location, key, fields[0]?.encode);
    }
    const names = fields.map(({ field }) => `"${field ?? 'id'}"`).join(' or ');
    const message = `No id: the field ${names} must hold a string or a whole number.${suggestIds(value)}`;
    refuse(file, location, 'missing_id', message);
    return undefined;
  }

  function judgeKey(
    file: string,
    location: JsonPath,
    raw: string | number,
    encode: 'path' | undefined,
  ): string | undefined {
    const key = keyOf(raw, encode);
    if (key !== undefined) return key;
    const rule = `${shown(raw)} is no id: 1 to 256 letters, digits and . _ : ~ - (not "." or "..").`;
    const field = typeof location.at(-1) === 'string' ? declaration.id[0]?.field : undefined;
    const line =
      field === undefined ? '{ "encode": "path" }' : `{ "field": ${JSON.stringify(field)}, "encode": "path" }`;
    const isEncodable = encode === undefined && keyOf(raw, 'path') !== undefined;
    refuse(file, location, 'invalid_id', isEncodable ? `${rule} Encode it: "id": ${line}.` : rule);
    return undefined;
  }

  /** Handles a duplicate key in the file: JSON.parse kept the last value, `duplicates: "first"` requires the first. */
  function restoreFirst(file: string, input: JsonInput, collection: object): void {
    for (const { collection: path, key, first } of input.repeated) {
      if (path.length !== declaration.path.length || path.some((part, i) => part !== declaration.path[i])) continue;
      reportDuplicate(file, [...path, key], 'This key stands twice in the file.');
      Object.defineProperty(collection, key, { value: first, enumerable: true, configurable: true, writable: true });
    }
  }

  function reportDuplicate(file: string, location: JsonPath, message: string): void {
    if (declaration.duplicates === 'error') {
      refuse(file, location, 'duplicate_id', `${message} If the first one counts: "duplicates": "first".`);
    } else warn(file, location, 'duplicate_id', `${message} The first one counts.`);
  }

  function refuse(file: string, location: JsonPath, code: string, message: string): void {
    report({ severity: 'error', file, path: jsonPath(location), code, message });
  }

  function warn(file: string, location: JsonPath, code: string, message: string): void {
    report({ severity: 'warning', file, path: jsonPath(location), code, message });
  }
}

const nameOfFile = (names: FileNames | undefined, field: string): string | undefined =>
  field === NAME_OF_FILE ? names?.name : field === PATH_OF_FILE ? names?.path : undefined;

export function findCollection(
  file: string,
  root: unknown,
  path: readonly string[],
  report: (finding: Finding) => void,
): object | undefined {
  let value = root;
  for (const [depth, name] of path.entries()) {
    if (!isObject(value) || !Object.hasOwn(value, name)) {
      const keys = isObject(value) ? Object.keys(value).slice(0, NAMES_SHOWN) : [];
      const there = keys.length === 0 ? '' : ` Here are ${keys.map((key) => JSON.stringify(key)).join(', ')}.`;
      const message = `The descriptor looks for a collection here, and there is nothing.${there}`;
      report({ severity: 'error', file, path: jsonPath(path.slice(0, depth + 1)), code: 'path_not_found', message });
      return undefined;
    }
    value = readField(value, name);
  }
  if (typeof value === 'object' && value !== null) return value;
  const message = 'A collection is an object or an array.';
  report({ severity: 'error', file, path: jsonPath(path), code: 'not_a_collection', message });
  return undefined;
}

const NAMES_SHOWN = 5;

/** Names fields of an entity that could hold its id, as the line of a descriptor. */
function suggestIds(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const fields = Object.entries(value).flatMap(([name, member]) =>
    isKeyValue(member) && keyOf(member, undefined) !== undefined ? [name] : [],
  );
  const [first] = fields;
  if (first === undefined) return '';
  const others = fields.slice(1, NAMES_SHOWN).map((name) => JSON.stringify(name));
  return ` For example "id": ${JSON.stringify(first)}${others.length === 0 ? '' : `, or ${others.join(', ')}`}.`;
}

function shown(raw: string | number): string {
  const text = JSON.stringify(raw);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
