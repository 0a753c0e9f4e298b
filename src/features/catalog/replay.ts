// The catalog of a copied release: checks its documents and emits them again in the order of a publication, so that whatever is
// made of documents (prepared codings, the file for queries) is made as at the first publication. Another machine wrote them:
// a document that is not what the manifest says is an error.
import { isRecord } from '../../kernel/is-object.ts';
import { JSON_TYPE } from '../../kernel/media-type.ts';
import { isEntityKey } from '../../kernel/names.ts';
import { shardOf } from '../../kernel/partition.ts';
import type { Derivation, DerivationContext } from '../release/publish/derivation.ts';
import { capFindings } from '../release/snapshot/capped-findings.ts';
import { parseDocument } from '../release/store/formats.ts';
import { reportLosses } from './derive.ts';
import {
  CATALOG_MANIFEST_PATH,
  CATALOG_SUMMARY_PATH,
  type CatalogManifest,
  catalogManifestSchema,
  type Partition,
  UI_MARKS_PATH,
} from './formats.ts';

type Entities = ReadonlyMap<string, unknown>;

/** Checks and emits the catalog of a copied release. */
export const replayCatalog: Derivation = async (context) => {
  const capped = capFindings(context.report);
  const refuse = (file: string, message: string): void =>
    capped.report({ severity: 'error', file, path: '', code: 'document_invalid', message });
  const manifest = await readManifest(context);
  if (manifest === undefined) {
    refuse(CATALOG_MANIFEST_PATH, 'The release has no catalog that this version reads.');
    capped.close();
    return;
  }
  const replay = createReplay(context, refuse);
  for (const [name, { kind, index, entities, relations = {}, views = {} }] of Object.entries(manifest.resources)) {
    if (!index.startsWith(`api/v1/catalog/${name}/`))
      refuse(CATALOG_MANIFEST_PATH, `"${index}" is no index of ${name}.`);
    await replay.document(index);
    if (kind === 'collection') await replay.partition(entities, true);
    for (const relation of Object.values(relations)) await replay.partition(relation, false);
    for (const view of Object.values(views)) {
      await replay.document(view.index);
      await replay.partition(view.entities, false);
    }
  }
  await reportLosses(context, Object.entries(manifest.resources), capped.report);
  await replay.document(CATALOG_MANIFEST_PATH);
  for (const path of [CATALOG_SUMMARY_PATH, UI_MARKS_PATH]) await replay.document(path);
  for (const { path } of context.files('metadata')) if (path !== UI_MARKS_PATH) await replay.document(path);
  capped.close();
};

/** The index document of a collection of a copied release, and its entities by id. */
export async function readCopiedEntities(
  context: DerivationContext,
  resource: string,
): Promise<{ readonly index: unknown; readonly entities: Entities }> {
  const entry = (await readManifest(context))?.resources[resource];
  const entities = new Map<string, unknown>();
  for (const shard of entry?.entities?.shards ?? []) {
    const value = await readJson(context, `${entry?.entities?.prefix ?? ''}${shard}.json`);
    if (isRecord(value)) for (const [id, entity] of Object.entries(value)) entities.set(id, entity);
  }
  return { index: await readJson(context, entry?.index ?? ''), entities };
}

async function readManifest(context: DerivationContext): Promise<CatalogManifest | undefined> {
  const file = context.file(CATALOG_MANIFEST_PATH);
  const manifest = file && parseDocument(catalogManifestSchema, await context.readBytes(file));
  const { server, sourceId } = manifest ?? {};
  return server === context.descriptor.server.id && sourceId === context.sourceId ? manifest : undefined;
}

async function readJson(context: DerivationContext, path: string): Promise<unknown> {
  const file = context.file(path);
  return file && parse(await context.readBytes(file));
}

function createReplay(context: DerivationContext, refuse: (file: string, message: string) => void) {
  /** A document that is stored with prepared codings. */
  async function document(path: string): Promise<void> {
    const bytes = await read(path);
    if (bytes === undefined) return;
    if (parse(bytes) === undefined) refuse(path, 'It is not JSON.');
    else await context.emit({ path, bytes, mediaType: JSON_TYPE, prepared: true });
  }

  /** The shards of a partition. `hasIds`: its keys are ids of entities, as many as it counts. */
  async function partition(partition: Partition | undefined, hasIds: boolean): Promise<void> {
    if (partition === undefined) return;
    const { prefix, shards, count } = partition;
    let found = 0;
    for (const [at, shard] of shards.entries()) {
      const path = `${prefix}${shard}.json`;
      const bytes = path.startsWith('api/v1/catalog/') ? await read(path) : undefined;
      const value = bytes && parse(bytes);
      if (bytes === undefined || !isRecord(value)) {
        if (bytes !== undefined) refuse(path, 'It is not a shard.');
        continue;
      }
      const keys = Object.keys(value);
      if (!keys.every((key) => isEntityKey(key) && shardOf(key) === shard)) {
        refuse(path, 'It has a key that does not belong here.');
        continue;
      }
      found += keys.length;
      const isLast = at === shards.length - 1;
      await context.emit({ path, bytes, mediaType: JSON_TYPE, prepared: false, ...(hasIds && { isLast }) });
    }
    if (found !== count) refuse(CATALOG_MANIFEST_PATH, `"${prefix}" has ${found} keys in place of ${count}.`);
  }

  async function read(path: string): Promise<Uint8Array | undefined> {
    const file = context.file(path);
    if (file === undefined) refuse(CATALOG_MANIFEST_PATH, `The release has no document "${path}".`);
    return file && context.readBytes(file);
  }

  return { document, partition };
}

/** Undefined: the bytes are not JSON. */
function parse(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return value;
  } catch {
    return undefined;
  }
}
