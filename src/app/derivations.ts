// The derivations of a publication, in order. Features do not know each other; this file defines the order and supplies
// what one needs from another.
import { createCatalogDerivation } from '../features/catalog/derive.ts';
import { collectEntities } from '../features/catalog/derive-resource.ts';
import { deriveGameClient } from '../features/files/derive.ts';
import { createLevelDerivation, type LevelDerivationDependencies } from '../features/levels/publish/derive.ts';
import { deriveMediaFacts } from '../features/pictures/derive.ts';
import { derivePresentation, warnOfUnfitData } from '../features/presentation/derive.ts';
import type { Derivation } from '../features/release/publish/derivation.ts';
import { convertToConstantMp3 } from '../platform/media/sound-converter.ts';

/** Entities as the catalog reads them. The catalog has already reported their mistakes. */
const readEntities: LevelDerivationDependencies['readEntities'] = async (context, resource) =>
  (await collectEntities(context, resource, () => undefined))?.entities ?? [];

export const DERIVATIONS: readonly Derivation[] = [
  // First, so that whoever follows the documents knows it before the resources come.
  derivePresentation,
  createCatalogDerivation(warnOfUnfitData),
  deriveGameClient,
  deriveMediaFacts,
  createLevelDerivation({ readEntities, convertSound: convertToConstantMp3 }),
];
