// Opens queries: their files, processes and routes. Processes start with the first query.
import { join } from 'node:path';
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { ReadClientKey } from '../../http/gates/client-key.ts';
import { signalOf } from '../../http/gates/context.ts';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import type { CacheFolder } from '../../platform/objects/cache/folder.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { VerifiedObjects } from '../../platform/objects/verified.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { CatalogReader, ReadOrder } from '../catalog/reader.ts';
import type { FieldType, FieldTypes } from '../release/common/compare-fields.ts';
import type { ReadFieldTypes } from '../release/history/field-types.ts';
import type { OpenQueryFileMaker } from '../release/publish/query-file-maker.ts';
import type { ReleaseAnswers } from '../release/serve/answers.ts';
import type { Releases } from '../release/serve/releases.ts';
import { queryContract } from './contract.ts';
import { QueryFiles } from './database/files.ts';
import { CatalogOrders } from './order/orders.ts';
import { QueryPool } from './processes/pool.ts';
import { presentField, type ReadMeanings, type StoredField } from './serve/field-kinds.ts';
import { queryHandlers } from './serve/handlers.ts';

export interface QueryDependencies {
  readonly objects: Objects;
  readonly verified: VerifiedObjects;
  readonly releases: Releases;
  readonly answers: ReleaseAnswers;
  readonly reader: CatalogReader;
  readonly log: Log;
  readonly clientKey: ReadClientKey;
  readonly readMeanings: ReadMeanings;
  /** Folder for files in progress. */
  readonly cacheDirectory: string;
  /** Opens the cache folder, for a read-only store. */
  readonly openCache: () => CacheFolder;
  readonly openMaker: OpenQueryFileMaker;
}

export interface Queries {
  readonly routes: readonly BoundRoute[];
  /** The order of a collection, as queries have it. */
  readonly readOrder: ReadOrder;
  /** The fields of all collections of a release, as the routes of fields answer them. */
  readonly readFieldTypes: ReadFieldTypes;
  close(): Promise<void>;
}

interface ListedField extends StoredField {
  readonly list: boolean;
}

/** Releases whose fields are cached. */
const FIELD_TYPES_KEPT = 32;

export function openQueries({ cacheDirectory, ...parts }: QueryDependencies): Queries {
  const files = new QueryFiles({ ...parts, folder: join(cacheDirectory, 'query-work') });
  const pool = new QueryPool(parts.log);
  const { reader, verified, clientKey } = parts;
  const orders = new CatalogOrders({ reader, verified, folder: join(cacheDirectory, 'order-work') });
  const kept = new BoundedCache<string, FieldTypes>(FIELD_TYPES_KEPT);
  const readFieldTypes: ReadFieldTypes = async (release, context) => {
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
      const stored: readonly ListedField[] = JSON.parse(outcome.result.text);
      const meanings = await parts.readMeanings(release, name);
      const types = stored.map((field): FieldType => {
        const { type } = presentField(field, meanings);
        return { path: field.path, type: field.list ? `${type}[]` : type };
      });
      found.set(name, types);
    }
    kept.store(key, found, 1);
    return found;
  };
  return {
    readFieldTypes,
    readOrder: (...collection) => orders.read(...collection),
    routes: bindRoutes(queryContract, queryHandlers({ ...parts, files, pool })),
    close: async () => {
      pool.close();
      orders.close();
      await files.close();
    },
  };
}
