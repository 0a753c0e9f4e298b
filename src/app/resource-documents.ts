// What of a release is compared: which stored documents hold the entities of its resources, and where its presentation is.
// Located here because releases know nothing of the catalog.
import type { CatalogReader, CatalogResource } from '../features/catalog/reader.ts';
import { PRESENTATION_PATH } from '../features/presentation/common/paths.ts';
import type { ComparedResource, ReadResources } from '../features/release/history/comparisons.ts';

export { PRESENTATION_PATH };

/** Reads the catalog manifest of a release. Refuses with `catalog_manifest_missing`. */
export const createResourceReader =
  (reader: CatalogReader): ReadResources =>
  async (release) =>
    new Map([...(await reader.open(release)).values()].map((resource) => [resource.name, describe(resource)]));

function describe({ entry, entities }: CatalogResource): ComparedResource {
  if (entry.kind === 'document') return { kind: 'document', documents: new Map([['', entry.index]]) };
  const shards = [...(entities?.shards ?? [])];
  return {
    kind: 'collection',
    documents: new Map(shards.map((shard) => [shard, `${entities?.prefix}${shard}.json`])),
  };
}
