// TypeScript declarations of all resources of a release, inferred from their entities. Names and texts of a publisher are
// always quoted: keys are string literals, and comments cannot end early. Pure.

import { pathText } from '../../../kernel/field-path.ts';
import type { ReferenceDeclaration } from '../../release/snapshot/field-schema.ts';
import type { FieldMeanings } from './described.ts';
import { objectForm } from './object-form.ts';
import type { Shape } from './shape.ts';
import { type FieldsDeclared, listElementFields, listFields } from './shape-fields.ts';

/** Names of relations, and what each leads to: whole entities, or records of them. */
export type Relations = readonly (readonly [name: string, mode: 'ids' | 'records'])[];

/** A view: entities of another form that the publisher lists. */
export interface DeclaredView {
  readonly view: string;
  readonly count: number;
  readonly shape: Shape;
}

export interface DeclaredResource {
  readonly name: string;
  readonly kind: 'collection' | 'document';
  readonly count: number;
  readonly shape: Shape;
  readonly relations: Relations;
  readonly views: readonly DeclaredView[];
  readonly declared: FieldsDeclared;
  readonly meanings: FieldMeanings;
}

export interface DeclarationSubject {
  readonly server: string;
  readonly releaseId: string;
  readonly locales: readonly string[];
  /** How many languages slots have. */
  readonly slots: number;
}

/** Names that the declarations use themselves. */
const OWN_NAMES = ['Catalog', 'Slots'];

/** The text of `types.d.ts`. */
export function writeDeclarations(resources: readonly DeclaredResource[], subject: DeclarationSubject): string {
  const names = chooseNames(resources);
  const parts: string[] = [
    comment(
      `Types of the catalog of server ${subject.server}, release ${subject.releaseId}: inferred from all entities.`,
    ),
  ];
  const slotted = resources.some(({ shape, views }) => hasSlots(shape) || views.some((one) => hasSlots(one.shape)));
  if (slotted) {
    const locales = subject.locales.length > 0 ? `, in the order ${subject.locales.join(', ')}` : '';
    parts.push(
      comment(`One value a language${locales}.`),
      `export type Slots<T> = [${Array.from({ length: subject.slots }, () => 'T').join(', ')}];\n`,
    );
  }
  for (const resource of resources) {
    const { name, kind, count, shape, views, meanings } = resource;
    const what = kind === 'document' ? `The document ${name}.` : `An entity of ${name}, of which there are ${count}.`;
    parts.push(comment(what), `export type ${names.get(name)} = ${wholeText(shape, meanings)};\n`);
    for (const { view, count: entities, shape: form } of views) {
      const about = `An entity of the view ${view} of ${name}, of which there are ${entities}.`;
      parts.push(comment(about), `export type ${names.get(viewKey(name, view))} = ${wholeText(form, new Map())};\n`);
    }
  }
  const members = resources.map(({ name, kind }) => {
    const own = names.get(name);
    return `  ${literal(name)}: ${kind === 'document' ? own : `{ [id: string]: ${own} }`};\n`;
  });
  parts.push(
    comment('Everything by resource: entities by id, documents whole.'),
    `export interface Catalog {\n${members.join('')}}\n`,
    ...serverParts(resources, subject, names),
  );
  return parts.join('');
}

/** The type that `connect<…>()` of the client takes: what a program may ask this server for. */
function serverParts(
  resources: readonly DeclaredResource[],
  { server }: DeclarationSubject,
  names: ReadonlyMap<string, string>,
): readonly string[] {
  const name = freeName(server, 'Server', new Set([...OWN_NAMES, ...names.values()]));
  const members = resources.map((resource) => {
    const own = names.get(resource.name);
    const about =
      resource.kind === 'document'
        ? `{ kind: 'document'; content: ${own} }`
        : `{ kind: 'collection'; entity: ${own}; fields: ${fieldsText(resource)}${partsText(resource, names)} }`;
    return `    ${literal(resource.name)}: ${about};\n`;
  });
  return [
    comment(`For connect<${name}>() of @livehouse/client: the resources of this server, and the fields of queries.`),
    `export type ${name} = {\n  ${literal(server)}: {\n${members.join('')}  };\n};\n`,
  ];
}

/** Relations and views. */
function partsText({ name, relations, views }: DeclaredResource, names: ReadonlyMap<string, string>): string {
  const list = (key: string, members: readonly string[]): string =>
    `; ${key}: {${members.length === 0 ? '' : ` ${members.join('; ')} `}}`;
  return [
    list(
      'relations',
      relations.map(([relation, mode]) => `${literal(relation)}: '${mode}'`),
    ),
    list(
      'views',
      views.map(({ view }) => `${literal(view)}: ${names.get(viewKey(name, view))}`),
    ),
  ].join('');
}

const viewKey = (resource: string, view: string): string => `${resource}/${view}`;

const wholeText = (shape: Shape, meanings: FieldMeanings): string =>
  shape.present + shape.nulls === 0 ? 'never' : typeText(shape, { meanings, segments: [], depth: 0 });

/** Kind of each field by its path, as in queries. */
function fieldsText({ shape, declared }: DeclaredResource): string {
  const plain = listFields(shape, declared);
  const known = new Set(plain.map(({ path }) => path));
  // Objects in lists have several values at a path.
  const elements = listElementFields(shape, declared)
    .filter(({ path }) => !known.has(path))
    .map((field) => ({ ...field, isList: true }));
  const fields = [...plain, ...elements].map(({ path, type, isList }) => {
    const kind = isList && type !== 'json' ? `${type}[]` : type;
    return `      ${literal(path)}: '${kind}';\n`;
  });
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}    }`;
}

interface Place {
  readonly meanings: FieldMeanings;
  readonly segments: readonly string[];
  readonly depth: number;
}

function typeText(shape: Shape, place: Place): string {
  const types = [
    ...(shape.strings > 0 ? ['string'] : []),
    ...(shape.numbers > 0 ? ['number'] : []),
    ...(shape.booleans > 0 ? ['boolean'] : []),
    ...(shape.lists > 0 ? [listText(shape, place)] : []),
    ...(shape.objects > 0 ? [objectText(shape, place)] : []),
    ...(shape.nulls > 0 ? ['null'] : []),
  ];
  return types.length === 0 ? 'unknown' : types.join(' | ');
}

function listText(shape: Shape, place: Place): string {
  const { items } = shape;
  if (items === undefined) return shape.isOpen ? 'unknown[]' : 'never[]';
  const element = typeText(items, place);
  if (shape.isLocalized || shape.isSlottedNumber) return `Slots<${element}>`;
  return /^[a-z]+$/.test(element) ? `${element}[]` : `(${element})[]`;
}

function objectText(shape: Shape, place: Place): string {
  const form = objectForm(shape);
  const indent = '  '.repeat(place.depth + 1);
  const end = '  '.repeat(place.depth);
  if (form.kind === 'map') {
    const values = form.isOpen ? 'unknown' : typeText(form.values, { ...place, depth: place.depth + 1 });
    return `{\n${indent}[key: string]: ${values};\n${end}}`;
  }
  const members = form.properties.map(({ key, shape: child, isRequired }) => {
    const segments = [...place.segments, key];
    const targets = place.meanings.get(pathText(segments))?.refersTo ?? [];
    const note = targets.length === 0 ? '' : `${indent}${comment(noteOf(targets))}`;
    const type = typeText(child, { ...place, segments, depth: place.depth + 1 });
    return `${note}${indent}${literal(key)}${isRequired ? '' : '?'}: ${type};\n`;
  });
  // An index signature also applies to the named properties, so its type is `unknown`.
  if (form.isOpen) members.push(`${indent}[key: string]: unknown;\n`);
  return members.length === 0 ? '{ [key: string]: never }' : `{\n${members.join('')}${end}}`;
}

const noteOf = (targets: readonly ReferenceDeclaration[]): string =>
  `${targets.map(({ resource, key }) => (key === undefined ? `Ids of ${resource}` : `Values of ${key} of ${resource}`)).join(', or ')}.`;

function hasSlots(shape: Shape): boolean {
  if (shape.isLocalized || shape.isSlottedNumber) return true;
  if (shape.items !== undefined && hasSlots(shape.items)) return true;
  if (shape.values !== undefined && hasSlots(shape.values)) return true;
  return [...(shape.properties?.values() ?? [])].some(hasSlots);
}

/** A type name for each resource, `song-meta` is `SongMeta`, and for each view: `stories/all` is `StoriesAll`. */
function chooseNames(resources: readonly DeclaredResource[]): ReadonlyMap<string, string> {
  const taken = new Set(OWN_NAMES);
  const names = new Map<string, string>();
  const choose = (key: string): void => {
    const chosen = freeName(key, 'Resource', taken);
    taken.add(chosen);
    names.set(key, chosen);
  };
  for (const { name } of resources) choose(name);
  for (const { name, views } of resources) for (const { view } of views) choose(viewKey(name, view));
  return names;
}

/** A type name that is not taken. `prefix` comes before names that would begin with a digit. */
function freeName(text: string, prefix: string, taken: ReadonlySet<string>): string {
  const words = text.split(/[^A-Za-z0-9]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const base = words.join('').replace(/^(?=\d|$)/, () => prefix);
  let chosen = base;
  for (let number = 2; taken.has(chosen); number++) chosen = `${base}_${number}`;
  return chosen;
}

/** A string literal that is a single line in every parser. */
function literal(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function comment(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('*/', '*\\/');
  return `/** ${plain} */\n`;
}
