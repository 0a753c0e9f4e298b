// The derivations of a publication, in order. Features do not know each other; this file defines the order and supplies
// what one needs from another.
import { createCatalogDerivation } from '../features/catalog/derive.ts';
import { collectEntities } from '../features/catalog/derive-resource.ts';
import { CATALOG_MANIFEST_PATH } from '../features/catalog/paths.ts';
import { readCopiedEntities, replayCatalog } from '../features/catalog/replay.ts';
import { deriveGameClient, replayGameClient } from '../features/files/derive.ts';
import type { LevelDerivationDependencies } from '../features/levels/publish/derive.ts';
import { deriveMediaFacts } from '../features/pictures/derive.ts';
import {
  derivePresentation,
  followReferences,
  replayPresentation,
  warnOfLostReferences,
  warnOfUnfitData,
} from '../features/presentation/derive.ts';
import { readCatalogOrder } from '../features/query/database/catalog-order.ts';
import type { Derivation } from '../features/release/publish/derivation.ts';

/** Entities as the catalog reads them. The catalog has already reported their mistakes. */
const readEntities: LevelDerivationDependencies['readEntities'] = async (context, resource) =>
  (await collectEntities(context, resource, () => undefined))?.entities ?? [];

/** The same of a copied release, from its documents. */
const readCopied: LevelDerivationDependencies['readEntities'] = async (context, { name }) => {
  const { index, entities } = await readCopiedEntities(context, name);
  const ids = [...entities.keys()];
  const rows = new Map(ids.map((id, row) => [id, row]));
  const read = (row: number): unknown => entities.get(ids[row] ?? '');
  const keys = new Set([...entities.values()].flatMap((entity) => Object.keys(Object(entity))));
  const order = readCatalogOrder(index, { rows, read, keys });
  return [...order.rows].map((row) => {
    const key = ids[row] ?? '';
    return { key, value: read(row), file: CATALOG_MANIFEST_PATH, location: ['resources', name, key] };
  });
};

/** Loaded for a snapshot with levels: engines and converters are large. */
function deriveLevels(readEntities: LevelDerivationDependencies['readEntities']): Derivation {
  return async (context) => {
    if (context.descriptor.levels === undefined) return;
    const { createLevelDerivation } = await import('../features/levels/publish/derive.ts');
    const { convertToConstantMp3 } = await import('../platform/media/sound-converter.ts');
    await createLevelDerivation({ readEntities, convertSound: convertToConstantMp3 })(context);
  };
}

export const DERIVATIONS: readonly Derivation[] = [
  // First, so that whoever follows the documents knows it before the resources come.
  derivePresentation,
  createCatalogDerivation((...collection) => {
    warnOfUnfitData(...collection);
    followReferences(...collection);
  }),
  warnOfLostReferences,
  deriveGameClient,
  deriveMediaFacts,
  deriveLevels(readEntities),
];

/** Those of a copied release: its documents are checked and emitted again, and side objects are made as in any publication. */
export const COPY_DERIVATIONS: readonly Derivation[] = [
  replayPresentation,
  replayCatalog,
  replayGameClient,
  deriveMediaFacts,
  deriveLevels(readCopied),
];
