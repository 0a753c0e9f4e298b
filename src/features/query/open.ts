// Opens queries: their files, processes and routes. Processes start with the first query.
import { join } from 'node:path';
import { bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { CacheFolder } from '../../platform/objects/cache/folder.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { ReadOrder } from '../catalog/reader.ts';
import type { OpenQueryFileMaker } from '../release/publish/query-file-maker.ts';
import { queryContract } from './contract.ts';
import { QueryFiles } from './database/files.ts';
import { CatalogOrders } from './order/orders.ts';
import { createQueryPool } from './processes/pool.ts';
import { createCatalogSearch } from './serve/catalog-search.ts';
import { createFieldTypesReader } from './serve/field-types.ts';
import { type QueryHandlerDependencies, queryHandlers } from './serve/handlers.ts';

export interface QueryDependencies extends Omit<QueryHandlerDependencies, 'files' | 'pool'> {
  readonly objects: Objects;
  /** Folder for files in progress. */
  readonly cacheDirectory: string;
  /** Opens the cache folder, for a read-only store. */
  readonly openCache: () => CacheFolder;
  readonly openMaker: OpenQueryFileMaker;
}

export function openQueries({ cacheDirectory, ...parts }: QueryDependencies) {
  const files = new QueryFiles({ ...parts, folder: join(cacheDirectory, 'query-work') });
  parts.releases.onActivated((release) => files.renew(release));
  const pool = createQueryPool(parts.log);
  const { reader, verified } = parts;
  const orders = new CatalogOrders({ reader, verified, folder: join(cacheDirectory, 'order-work') });
  return {
    /** The fields of all collections of a release, as the routes of fields answer them. */
    readFieldTypes: createFieldTypesReader({ ...parts, files, pool }),
    /** The order of a collection, as queries have it. */
    readOrder: (...collection: Parameters<ReadOrder>) => orders.read(...collection),
    /** Searches all collections of a release. */
    searchCatalog: createCatalogSearch({ ...parts, files, pool }),
    routes: bindRoutes(queryContract, queryHandlers({ ...parts, files, pool })),
    close: async () => {
      pool.close();
      orders.close();
      await files.close();
    },
  };
}
