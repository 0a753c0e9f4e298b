// Lookups for the meaning of fields in a published release: its files, entities and marks.
import { z } from 'zod';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import { keyOf } from '../../catalog/entity-key.ts';
import { UI_MARKS_PATH } from '../../catalog/formats.ts';
import type { CatalogReader } from '../../catalog/reader.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import { parseDocument } from '../../release/store/formats.ts';
import type { MeaningSources } from '../common/meanings.ts';

/** The files, entities and marks of a release. */
export async function releaseMeaningSources(
  release: OpenedRelease,
  reader: CatalogReader,
  verified: VerifiedObjects,
): Promise<MeaningSources> {
  const catalog = await reader.open(release);
  return {
    marks: await readMarks(release, verified),
    mediaTypeOf: async (path) => (await release.readFile(path))?.mediaType,
    hasEntity: async (resource, text) => {
      const entities = catalog.get(resource)?.entities;
      if (entities === undefined) return undefined;
      const id = keyOf(text, undefined) ?? keyOf(text, 'path') ?? '';
      return (await reader.readValue(release, entities, id)) !== undefined;
    },
    dependenciesOf: async (resource) => new Set(catalog.get(resource)?.entry.dependencies),
  };
}

const marksSchema = z.record(z.string(), z.string());

async function readMarks(release: OpenedRelease, verified: VerifiedObjects): Promise<ReadonlySet<string>> {
  const file = await release.readFile(UI_MARKS_PATH, 'catalog_missing');
  const marks = file && parseDocument(marksSchema, await verified.readWhole(file.identity));
  return new Set(Object.keys(marks ?? {}));
}
