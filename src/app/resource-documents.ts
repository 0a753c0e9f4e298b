// What of a release is compared: which stored documents hold the entities of its resources, and where its presentation is.
// Located here because releases know nothing of the catalog.
import type { CatalogReader, CatalogResource } from '../features/catalog/reader.ts';
import { PRESENTATION_PATH } from '../features/presentation/common/paths.ts';
import type { ComparedResource, ReadResources } from '../features/release/history/comparisons.ts';
import type { LocateEntity } from '../features/release/history/entity-documents.ts';
import { shardOf } from '../kernel/partition.ts';

export { PRESENTATION_PATH };

/** Reads the catalog manifest of a release. Refuses with `catalog_manifest_missing`. */
export const createResourceReader =
  (reader: CatalogReader): ReadResources =>
  async (release) =>
    new Map([...(await reader.open(release)).values()].map((resource) => [resource.name, describe(resource)]));

/** Finds the document that may hold an entity. Refuses with `catalog_manifest_missing`. */
export const createEntityLocator =
  (reader: CatalogReader): LocateEntity =>
  async (release, name, id) => {
    const resource = (await reader.open(release)).get(name);
    if (resource === undefined) return undefined;
    const { entry, entities } = resource;
    if (entry.kind === 'document') return { path: id === name ? entry.index : undefined, isWhole: true };
    const shard = shardOf(id);
    return { path: entities?.shards.has(shard) ? `${entities.prefix}${shard}.json` : undefined, isWhole: false };
  };

function describe({ entry, entities }: CatalogResource): ComparedResource {
  if (entry.kind === 'document') return { kind: 'document', documents: new Map([['', entry.index]]) };
  const shards = [...(entities?.shards ?? [])];
  return {
    kind: 'collection',
    documents: new Map(shards.map((shard) => [shard, `${entities?.prefix}${shard}.json`])),
  };
}
