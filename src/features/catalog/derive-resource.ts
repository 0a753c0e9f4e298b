// Derives the documents of one resource: index, entity shards, relations, views, and its entry in the manifest. Keys
// are sorted everywhere, so the same content gives the same bytes and the same release id. Holds one resource in
// memory.

import { isObject } from '../../kernel/is-object.ts';
import { JSON_TYPE, mediaTypeOf } from '../../kernel/media-type.ts';
import { FILE_TREES } from '../../kernel/names.ts';
import { PARTITION_ALGORITHM, shardOf } from '../../kernel/partition.ts';
import { isMeasurable, measureFile } from '../../platform/media/measure.ts';
import type { Finding } from '../release/common/finding.ts';
import type { DerivationContext, SnapshotFile } from '../release/publish/derivation.ts';
import { DESCRIPTOR_FILE, type Descriptor } from '../release/snapshot/descriptor.ts';
import { readField } from '../release/snapshot/field-path.ts';
import {
  type Edition,
  PATH_OF_FILE,
  type RelationDeclaration,
  type ResourceDeclaration,
  type TableReading,
  type ViewDeclaration,
} from '../release/snapshot/resource-declaration.ts';
import { formatOf } from '../release/snapshot/tables/formats.ts';
import { JSON_BYTES_MAX, type JsonInput, jsonPath, parseJsonInput } from '../release/snapshot/tables/json-input.ts';
import { YAML_BYTES_MAX } from '../release/snapshot/tables/table-bytes.ts';
import {
  type Collection,
  type CollectionReader,
  createCollectionReader,
  type Entity,
  findCollection,
  namesOf,
} from './derive-collection.ts';
import { isKeyValue, keyOf } from './entity-key.ts';
import {
  entityPrefix,
  type Partition,
  type RelationEntry,
  type ResourceEntry,
  relationPrefix,
  resourceIndexPath,
  type ViewEntry,
  viewEntityPrefix,
  viewIndexPath,
} from './formats.ts';
import { joinLocales, type LocalCollection } from './join-locales.ts';
import {
  arrayText,
  type Member,
  objectBytes,
  replacedText,
  sortedMembers,
  sortedObjectText,
  textBytes,
} from './json-text.ts';
import { mergeTable } from './merge-tables.ts';

export interface DerivedResource {
  readonly entry: ResourceEntry;
  /** Undefined for resources of kind `document`. */
  readonly collection: Collection | undefined;
}

const LARGE_FILE_BYTES = 16 * 1024 * 1024;

type Report = (finding: Finding) => void;

/** Emits the documents of a resource; undefined when its files are unusable (the findings say why). */
export async function deriveResource(
  context: DerivationContext,
  resource: ResourceDeclaration,
  report: Report,
): Promise<DerivedResource | undefined> {
  switch (resource.kind) {
    case 'document':
      return deriveDocument(context, resource, report);
    case 'files':
      return emitCollection(context, resource, await collectFiles(context, resource, report), report);
    case 'collection':
      return deriveCollection(context, resource, report);
  }
}

/**
 * Reads and parses a table for the members of its collections; undefined when it is missing (reported when the snapshot
 * was opened) or not valid (reported here).
 */
export async function readCatalogFile(
  context: DerivationContext,
  path: string,
  reading: TableReading,
  collections: readonly (readonly string[])[],
  report: Report,
): Promise<JsonInput | undefined> {
  const sharers = sharersOf(context.descriptor).get(path) ?? [];
  if (sharers.length < 2) {
    shared.delete(context);
    return parseCatalogFile(context, path, reading, collections, report);
  }
  const name = JSON.stringify([path, reading.format, reading.delimiter]);
  const known = shared.get(context);
  if (known?.name === name) return known.input;
  // What was parsed for others is given up before there is more.
  shared.delete(context);
  const all = sharers.flatMap((one) => [one.path, ...one.views.map((view) => view.path)]);
  const input = await parseCatalogFile(context, path, reading, [...collections, ...all], report);
  shared.set(context, { name, input });
  return input;
}

const sharersByDescriptor = new WeakMap<Descriptor, ReadonlyMap<string, readonly ResourceDeclaration[]>>();

/** The resources that each table is part of. */
function sharersOf(descriptor: Descriptor): ReadonlyMap<string, readonly ResourceDeclaration[]> {
  const known = sharersByDescriptor.get(descriptor);
  if (known !== undefined) return known;
  const sharers = new Map<string, ResourceDeclaration[]>();
  for (const resource of descriptor.resources) {
    for (const file of resource.files) {
      const list = sharers.get(file);
      if (list === undefined) sharers.set(file, [resource]);
      else list.push(resource);
    }
  }
  sharersByDescriptor.set(descriptor, sharers);
  return sharers;
}

/** The last parsed file of a publication that several resources are made of: they come one after another. */
const shared = new WeakMap<DerivationContext, { readonly name: string; readonly input: JsonInput | undefined }>();

async function parseCatalogFile(
  context: DerivationContext,
  path: string,
  { format, delimiter }: TableReading,
  collections: readonly (readonly string[])[],
  report: Report,
): Promise<JsonInput | undefined> {
  const file = context.file(path);
  if (file === undefined || isTooLarge(file, report)) return undefined;
  const read = format ?? formatOf(path) ?? 'json';
  if (read === 'yaml' && file.bytes > YAML_BYTES_MAX) {
    const message = 'A YAML file is at most 32 MiB.';
    report({ severity: 'error', file: path, path: '', code: 'file_too_large', message });
    return undefined;
  }
  // What earlier files left behind is collected before a large one needs several times its size.
  if (file.bytes >= LARGE_FILE_BYTES) Bun.gc(true);
  const bytes = await context.readBytes(file);
  const options = { file: path, report, collections, format: read, delimiter };
  if (read === 'json') return parseJsonInput(bytes, options);
  // The parsers of the other formats are loaded for the first such table, since most snapshots have none.
  const { parseTableInput } = await import('../release/snapshot/tables/table-input.ts');
  return parseTableInput(bytes, options);
}

/** Reports a file above the JSON size limit; true when it is above. */
export function isTooLarge(file: SnapshotFile, report: Report): boolean {
  if (file.bytes <= JSON_BYTES_MAX) return false;
  report({ severity: 'error', file: file.path, path: '', code: 'file_too_large', message: 'The file is over 1 GiB.' });
  return true;
}

/** Emits a text as a JSON document. */
export async function emitJson(
  context: DerivationContext,
  path: string,
  text: string,
  prepared: boolean,
): Promise<void> {
  await context.emit({ path, bytes: textBytes(text), mediaType: JSON_TYPE, prepared });
}

async function deriveDocument(
  context: DerivationContext,
  resource: ResourceDeclaration,
  report: Report,
): Promise<DerivedResource | undefined> {
  const { name } = resource;
  const paths = resource.views.map(({ path }) => path);
  const [file = ''] = resource.files;
  const input = await readCatalogFile(context, file, resource, paths, report);
  if (input === undefined) return undefined;
  const text = JSON.stringify(input.value);
  const views = await deriveViews(context, resource, file, input, report);
  await emitJson(context, resourceIndexPath(name), text, true);
  return {
    entry: {
      count: text === '{}' || text === '[]' || text === 'null' || text === '""' ? 0 : 1,
      dependencies: [...resource.dependencies],
      index: resourceIndexPath(name),
      kind: 'document',
      ...(resource.views.length > 0 && { views: Object.fromEntries(views) }),
    },
    collection: undefined,
  };
}

async function deriveCollection(
  context: DerivationContext,
  resource: ResourceDeclaration,
  report: Report,
): Promise<DerivedResource | undefined> {
  let views: readonly (readonly [string, ViewEntry])[] = [];
  let root: unknown;
  const found = await collectEntities(context, resource, report, async (file, input) => {
    if (resource.joined) return;
    root = input.value;
    views = await deriveViews(context, resource, file, input, report);
  });
  if (found === undefined) return undefined;
  const index = resource.joined ? undefined : { root, path: resource.path };
  return emitCollection(context, resource, found, report, { index, views });
}

/**
 * The entities of a collection: read from its files, of all languages, with its side tables. Undefined when no file has the
 * collection; the findings say why.
 */
export async function collectEntities(
  context: DerivationContext,
  resource: ResourceDeclaration,
  report: Report,
  onInput?: (file: string, input: JsonInput) => Promise<void>,
): Promise<Collection | undefined> {
  const locals: LocalCollection[] = [];
  let plain: Collection | undefined;
  for (const edition of resource.editions) {
    const collection = await readEdition(context, resource, edition, report, onInput);
    if (collection === undefined) continue;
    if (edition.locale === undefined) plain = collection;
    else locals.push({ locale: edition.locale, collection });
  }
  const [leader, ...others] = locals;
  const { localized } = resource;
  let collection =
    leader === undefined ? plain : joinLocales([leader, ...others], { declaration: resource, localized, report });
  for (const [index, merge] of resource.merge.entries()) {
    if (collection === undefined) break;
    const input = await readCatalogFile(context, merge.file, merge, [merge.path], report);
    const table = input && findCollection(merge.file, input.value, merge.path, report);
    if (table !== undefined) collection = mergeTable(collection, resource, { merge, index, table }, report);
  }
  return collection;
}

async function readEdition(
  context: DerivationContext,
  resource: ResourceDeclaration,
  { files, isGlob }: Edition,
  report: Report,
  onInput: ((file: string, input: JsonInput) => Promise<void>) | undefined,
): Promise<Collection | undefined> {
  const reader = createCollectionReader(resource, report);
  const paths = [resource.path, ...resource.views.map(({ path }) => path)];
  for (const file of files) {
    const input = await readCatalogFile(context, file, resource, paths, report);
    if (input === undefined) continue;
    if (isGlob) addFile(reader, resource, file, input, report);
    else reader.add(file, input);
    await onInput?.(file, input);
  }
  return reader.finish();
}

/** Adds a file that is one entity. */
function addFile(
  reader: CollectionReader,
  resource: ResourceDeclaration,
  file: string,
  { value }: JsonInput,
  report: Report,
): void {
  const entity = resource.path.length === 0 ? value : findCollection(file, value, resource.path, report);
  if (isObject(entity)) {
    reader.addFile(namesOf(file, resource.globs.find((glob) => new Bun.Glob(glob).match(file)) ?? file), entity);
  } else if (entity !== undefined) {
    const message =
      'A glob makes one entity of each file, which must be an object. Name the files in a list to join tables.';
    report({ severity: 'error', file, path: jsonPath(resource.path), code: 'not_an_entity', message });
  }
}

/** The files of the release that a glob names, as entities. */
async function collectFiles(
  context: DerivationContext,
  resource: ResourceDeclaration,
  report: Report,
): Promise<Collection> {
  const pattern = resource.glob ?? '';
  const glob = new Bun.Glob(pattern);
  const id = resource.id.length > 0 ? resource.id : [{ field: PATH_OF_FILE, encode: 'path' } as const];
  const reader = createCollectionReader({ ...resource, id }, report);
  for (const file of FILE_TREES.flatMap((tree) => context.files(tree))) {
    const { path, bytes } = file;
    if (!glob.match(path)) continue;
    const names = namesOf(path, pattern);
    const measure = isMeasurable(path) ? measureFile(await context.locate(file), path, bytes) : undefined;
    reader.addFile(names, { path, name: names.name, mediaType: mediaTypeOf(path), bytes, ...measure });
  }
  const collection = reader.finish();
  if (collection !== undefined) return collection;
  const at = jsonPath(['resources', resource.name, 'glob']);
  const message = `No file of the release matches "${pattern}".`;
  report({ severity: 'error', file: DESCRIPTOR_FILE, path: at, code: 'missing_file', message });
  return { shape: 'array', entities: [] };
}

interface Wrapping {
  /** The document that the index replaces the collection in; undefined: it is the collection alone. */
  readonly index: { readonly root: unknown; readonly path: readonly string[] } | undefined;
  readonly views: readonly (readonly [string, ViewEntry])[];
}

async function emitCollection(
  context: DerivationContext,
  resource: ResourceDeclaration,
  collection: Collection,
  report: Report,
  { index, views }: Wrapping = { index: undefined, views: [] },
): Promise<DerivedResource> {
  const { name } = resource;
  const { entities } = collection;
  const summaries = indexText(collection);
  const text = index === undefined ? summaries : replacedText(index.root, index.path, summaries);
  await emitJson(context, resourceIndexPath(name), text, true);
  const shards = await emitShards(context, entityPrefix(name), entities, ({ text }) => text);
  const relations: [string, RelationEntry][] = [];
  for (const relation of resource.relations) {
    relations.push([relation.name, await deriveRelation(context, name, relation, entities, report)]);
  }
  return {
    entry: {
      count: entities.length,
      dependencies: [...resource.dependencies],
      ...(entities.length > 0 && { entities: shards }),
      index: resourceIndexPath(name),
      kind: 'collection',
      ...(relations.length > 0 && { relations: Object.fromEntries(relations) }),
      ...(views.length > 0 && { views: Object.fromEntries(views) }),
    },
    collection,
  };
}

async function deriveViews(
  context: DerivationContext,
  resource: ResourceDeclaration,
  file: string,
  input: JsonInput,
  report: Report,
): Promise<readonly (readonly [string, ViewEntry])[]> {
  const entries: (readonly [string, ViewEntry])[] = [];
  for (const view of resource.views) {
    const entry = await deriveView(context, resource.name, view, file, input, report);
    if (entry !== undefined) entries.push([view.name, entry]);
  }
  return entries;
}

async function deriveView(
  context: DerivationContext,
  resource: string,
  view: ViewDeclaration,
  file: string,
  input: JsonInput,
  report: Report,
): Promise<ViewEntry | undefined> {
  const reader = createCollectionReader(view, report);
  reader.add(file, input);
  const collection = reader.finish();
  if (collection === undefined) return undefined;
  const index = viewIndexPath(resource, view.name);
  await emitJson(context, index, indexText(collection), true);
  const prefix = viewEntityPrefix(resource, view.name);
  const entities = await emitShards(context, prefix, collection.entities, ({ text }) => text);
  return { count: collection.entities.length, entities, index, path: [...view.path], shape: collection.shape };
}

async function deriveRelation(
  context: DerivationContext,
  resource: string,
  relation: RelationDeclaration,
  entities: readonly Entity[],
  report: Report,
): Promise<RelationEntry> {
  const related = new Map<string, Entity[]>();
  const unfit: UnfitKeys = { count: 0, example: undefined };
  let entityCount = 0;
  for (const entity of entities) {
    for (const key of relationKeys(entity, relation, unfit)) {
      entityCount++;
      const known = related.get(key);
      if (known === undefined) related.set(key, [entity]);
      else known.push(entity);
    }
  }
  if (unfit.example !== undefined) {
    const { file, path, value } = unfit.example;
    const shown = JSON.stringify(value).slice(0, 80);
    const message = `${unfit.count} values are no keys of the relation "${relation.name}", such as ${shown}: a key is a text or whole number within the grammar of ids. They are left out.`;
    report({ severity: 'warning', file, path, code: 'invalid_relation_key', message });
  }
  const members = [...related].map(([key, list]) => ({ key, list }));
  const partition = await emitShards(context, relationPrefix(resource, relation.name), members, ({ list }) =>
    relation.mode === 'records'
      ? sortedObjectText(list.map((entity) => [entity.key, entity.summary]))
      : JSON.stringify(list.map((entity) => entity.key).sort()),
  );
  return { ...partition, entityCount, valueMode: relation.mode };
}

/** Values that are no keys of a relation, and the first of them. */
interface UnfitKeys {
  count: number;
  example: { readonly file: string; readonly path: string; readonly value: unknown } | undefined;
}

/** Relation keys of an entity. Null, absent and empty values give no key. */
function relationKeys(entity: Entity, relation: RelationDeclaration, unfit: UnfitKeys): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const field of relation.fields) {
    const value = readField(entity.value, field);
    const isList = Array.isArray(value);
    const values: readonly unknown[] = isList ? value : [value];
    values.forEach((item, index) => {
      if (item === undefined || item === null || item === '') return;
      const key = isKeyValue(item) ? keyOf(item, relation.encode) : undefined;
      if (key !== undefined) keys.add(key);
      else {
        const path = jsonPath([...entity.location, field, ...(isList ? [index] : [])]);
        unfit.count++;
        unfit.example ??= { file: entity.file, path, value: item };
      }
    });
  }
  return keys;
}

/** The collection as its index shows it: an array in file order, or an object by id. */
function indexText(collection: Collection): string {
  if (collection.shape === 'array') return arrayText(collection.entities.map(({ summary }) => summary));
  return sortedObjectText(collection.entities.map(({ key, summary }) => [key, summary]));
}

/**
 * Writes items into the shards of their keys, in the order of the keys. Each text is made when its shard is, so that whoever
 * follows the documents has the first ones early. Empty shards are not written.
 */
async function emitShards<T extends { readonly key: string }>(
  context: DerivationContext,
  prefix: string,
  items: readonly T[],
  textOf: (item: T) => string,
): Promise<Partition> {
  const shards = Map.groupBy(items, ({ key }) => shardOf(key));
  const names = [...shards.keys()].sort();
  for (const name of names) {
    const members = (shards.get(name) ?? []).map((item): Member => [item.key, textOf(item)]);
    const { bytes, sizes } = objectBytes(sortedMembers(members));
    const isLast = name === names.at(-1);
    await context.emit({ path: `${prefix}${name}.json`, bytes, mediaType: JSON_TYPE, prepared: false, sizes, isLast });
  }
  return { algorithm: PARTITION_ALGORITHM, count: items.length, prefix, shards: names };
}
