// The fields of all collections of a release with their types, for comparisons of releases. What was read is cached.
import type { ReadClientKey } from '../../../http/gates/client-key.ts';
import { signalOf } from '../../../http/gates/context.ts';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import type { CatalogReader } from '../../catalog/reader.ts';
import type { FieldType, FieldTypes } from '../../release/common/compare-fields.ts';
import type { ReadFieldTypes } from '../../release/history/field-types.ts';
import type { QueryFiles } from '../database/files.ts';
import type { QueryPool } from '../processes/pool.ts';
import { presentFields, type ReadMeanings } from './field-kinds.ts';

export interface FieldTypesDependencies {
  readonly reader: CatalogReader;
  readonly files: QueryFiles;
  readonly pool: QueryPool;
  readonly clientKey: ReadClientKey;
  readonly readMeanings: ReadMeanings;
}

/** Releases whose fields are cached. */
const RELEASES_KEPT = 32;

/** Fields as the routes of fields answer them. */
export function createFieldTypesReader({
  reader,
  files,
  pool,
  clientKey,
  readMeanings,
}: FieldTypesDependencies): ReadFieldTypes {
  const kept = new BoundedCache<string, FieldTypes>(RELEASES_KEPT);
  return async (release, context) => {
    const catalog = await reader.open(release);
    const file = await files.require(release);
    const key = `${release.server} ${release.releaseId} ${file.sha256}`;
    const known = kept.read(key);
    if (known !== undefined) return known;
    const found = new Map<string, readonly FieldType[]>();
    const claim = {
      client: await clientKey(context),
      isForPage: context.outer !== undefined,
      signal: signalOf(context),
    };
    for (const { name, entry } of catalog.values()) {
      if (entry.kind === 'document') continue;
      // Once it has had a turn, it goes on until it is complete.
      const outcome = await pool.run(file, { kind: 'fields', resource: name }, { ...claim, isPatient: found.size > 0 });
      if (!outcome.ok || outcome.result.kind !== 'text') throw new Error(`the fields of ${name} cannot be read`);
      const fields = presentFields(outcome.result.text, await readMeanings(release, name));
      found.set(
        name,
        fields.map(({ path, type, list }) => ({ path, type: list ? `${type}[]` : type })),
      );
    }
    kept.store(key, found, 1);
    return found;
  };
}
