// The derivations of a publication, in order. Features do not know each other; this file defines the order and supplies
// what one needs from another.
import { createCatalogDerivation } from '../features/catalog/derive.ts';
import { createCollectionReader } from '../features/catalog/derive-collection.ts';
import { deriveGameClient } from '../features/files/derive.ts';
import { createLevelDerivation, type LevelDerivationDependencies } from '../features/levels/publish/derive.ts';
import { deriveMediaFacts } from '../features/pictures/derive.ts';
import { derivePresentation, warnOfUnknownFields } from '../features/presentation/derive.ts';
import type { Derivation } from '../features/release/publish/derivation.ts';
import { JSON_BYTES_MAX, parseJsonInput } from '../features/release/snapshot/json-input.ts';
import { convertToConstantMp3 } from '../platform/media/sound-converter.ts';

/** Entities as the catalog reads them. The catalog has already reported their mistakes. */
const readEntities: LevelDerivationDependencies['readEntities'] = async (context, resource) => {
  const report = (): void => undefined;
  const reader = createCollectionReader(resource, report);
  for (const path of resource.files) {
    const file = context.file(path);
    if (file === undefined || file.bytes > JSON_BYTES_MAX) continue;
    const input = parseJsonInput(await context.readBytes(file), {
      file: path,
      report,
      collections: [resource.path],
      checkNumbers: false,
    });
    if (input !== undefined) reader.add(path, input);
  }
  return reader.finish()?.entities ?? [];
};

export const DERIVATIONS: readonly Derivation[] = [
  // First, so that whoever follows the documents knows it before the resources come.
  derivePresentation,
  createCatalogDerivation(warnOfUnknownFields),
  deriveGameClient,
  deriveMediaFacts,
  createLevelDerivation({ readEntities, convertSound: convertToConstantMp3 }),
];
