// Derives the documents of one resource: index, entity shards, relations, views, and its entry in the manifest. Keys
// are sorted everywhere, so the same content gives the same bytes and the same release id. Holds one resource in
// memory.
import { JSON_TYPE } from '../../kernel/media-type.ts';
import { PARTITION_ALGORITHM, shardOf } from '../../kernel/partition.ts';
import type { Finding } from '../release/common/finding.ts';
import type { DerivationContext, SnapshotFile } from '../release/publish/derivation.ts';
import type { RelationDeclaration, ResourceDeclaration, ViewDeclaration } from '../release/snapshot/descriptor.ts';
import { readField } from '../release/snapshot/field-path.ts';
import { JSON_BYTES_MAX, type JsonInput, jsonPath, parseJsonInput } from '../release/snapshot/json-input.ts';
import { type Collection, createCollectionReader, type Entity } from './derive-collection.ts';
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
import {
  arrayText,
  type Member,
  objectBytes,
  replacedText,
  sortedMembers,
  sortedObjectText,
  textBytes,
} from './json-text.ts';

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
  return resource.kind === 'document'
    ? deriveDocument(context, resource, report)
    : deriveCollection(context, resource, report);
}

/**
 * Reads and parses a file for the members of its collections; undefined when it is missing (reported when the snapshot
 * was opened) or not valid JSON (reported here).
 */
export async function readCatalogFile(
  context: DerivationContext,
  path: string,
  collections: readonly (readonly string[])[],
  report: Report,
): Promise<JsonInput | undefined> {
  const file = context.file(path);
  if (file === undefined || isTooLarge(file, report)) return undefined;
  // What earlier files left behind is collected before a large one needs several times its size.
  if (file.bytes >= LARGE_FILE_BYTES) Bun.gc(true);
  return parseJsonInput(await context.readBytes(file), { file: path, report, collections });
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
  const input = await readCatalogFile(context, file, paths, report);
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
  const { name } = resource;
  const reader = createCollectionReader(resource, report);
  const paths = [resource.path, ...resource.views.map(({ path }) => path)];
  let views: readonly (readonly [string, ViewEntry])[] = [];
  let root: unknown;
  for (const file of resource.files) {
    const input = await readCatalogFile(context, file, paths, report);
    if (input === undefined) continue;
    reader.add(file, input);
    if (!resource.joined) {
      root = input.value;
      views = await deriveViews(context, resource, file, input, report);
    }
  }
  const collection = reader.finish();
  if (collection === undefined) return undefined;
  const { entities } = collection;
  const summaries = indexText(collection);
  const index = resource.joined ? summaries : replacedText(root, resource.path, summaries);
  await emitJson(context, resourceIndexPath(name), index, true);
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
  let entityCount = 0;
  for (const entity of entities) {
    for (const key of relationKeys(entity, relation, report)) {
      entityCount++;
      const known = related.get(key);
      if (known === undefined) related.set(key, [entity]);
      else known.push(entity);
    }
  }
  const members = [...related].map(([key, list]) => ({ key, list }));
  const partition = await emitShards(context, relationPrefix(resource, relation.name), members, ({ list }) =>
    relation.mode === 'records'
      ? sortedObjectText(list.map((entity) => [entity.key, entity.summary]))
      : JSON.stringify(list.map((entity) => entity.key).sort()),
  );
  return { ...partition, entityCount, valueMode: relation.mode };
}

/** Relation keys of an entity. Null, absent and empty values give no key. */
function relationKeys(entity: Entity, relation: RelationDeclaration, report: Report): ReadonlySet<string> {
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
        const message = `Not a key of the relation "${relation.name}": a string or whole number within the grammar of ids.`;
        report({ severity: 'error', file: entity.file, path, code: 'invalid_relation_key', message });
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
