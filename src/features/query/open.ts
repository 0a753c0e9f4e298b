// Opens queries: their files, processes and routes. Processes start with the first query.
import { join } from 'node:path';
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { ReadClientKey } from '../../http/gates/client-key.ts';
import type { CacheFolder } from '../../platform/objects/cache/folder.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { VerifiedObjects } from '../../platform/objects/verified.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { CatalogReader, ReadOrder } from '../catalog/reader.ts';
import type { ReadFieldTypes } from '../release/history/field-types.ts';
import type { OpenQueryFileMaker } from '../release/publish/query-file-maker.ts';
import type { ReleaseAnswers } from '../release/serve/answers.ts';
import type { Releases } from '../release/serve/releases.ts';
import { queryContract } from './contract.ts';
import { QueryFiles } from './database/files.ts';
import { CatalogOrders } from './order/orders.ts';
import { QueryPool } from './processes/pool.ts';
import { createCatalogSearch, type SearchCatalog } from './serve/catalog-search.ts';
import type { ReadMeanings, ReadShown } from './serve/field-kinds.ts';
import { createFieldTypesReader } from './serve/field-types.ts';
import { queryHandlers, type ReadListed } from './serve/handlers.ts';

export interface QueryDependencies {
  readonly objects: Objects;
  readonly verified: VerifiedObjects;
  readonly releases: Releases;
  readonly answers: ReleaseAnswers;
  readonly reader: CatalogReader;
  readonly log: Log;
  readonly clientKey: ReadClientKey;
  readonly readMeanings: ReadMeanings;
  readonly readShown: ReadShown;
  readonly readListed: ReadListed;
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
  /** Searches all collections of a release. */
  readonly searchCatalog: SearchCatalog;
  close(): Promise<void>;
}

export function openQueries({ cacheDirectory, ...parts }: QueryDependencies): Queries {
  const files = new QueryFiles({ ...parts, folder: join(cacheDirectory, 'query-work') });
  parts.releases.onActivated((release) => files.renew(release));
  const pool = new QueryPool(parts.log);
  const { reader, verified } = parts;
  const orders = new CatalogOrders({ reader, verified, folder: join(cacheDirectory, 'order-work') });
  return {
    readFieldTypes: createFieldTypesReader({ ...parts, files, pool }),
    readOrder: (...collection) => orders.read(...collection),
    searchCatalog: createCatalogSearch({ ...parts, files, pool }),
    routes: bindRoutes(queryContract, queryHandlers({ ...parts, files, pool })),
    close: async () => {
      pool.close();
      orders.close();
      await files.close();
    },
  };
}
