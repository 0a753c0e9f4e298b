// Opens the catalog on top of the releases.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { VerifiedObjects } from '../../platform/objects/verified.ts';
import type { ReleaseAnswers } from '../release/serve/answers.ts';
import type { Releases } from '../release/serve/releases.ts';
import { catalogContract } from './contract.ts';
import { catalogHandlers } from './handlers.ts';
import { CatalogReader, type ReadOrder } from './reader.ts';

export interface Catalog {
  readonly reader: CatalogReader;
  readonly routes: readonly BoundRoute[];
}

export interface CatalogDependencies {
  readonly releases: Releases;
  readonly answers: ReleaseAnswers;
  readonly verified: VerifiedObjects;
  readonly readOrder: ReadOrder;
}

const SHARD_MEMORY_BYTES = 96 * 1024 * 1024;

export function openCatalog({ releases, answers, verified, readOrder }: CatalogDependencies): Catalog {
  const reader = new CatalogReader(verified, { shardBytes: SHARD_MEMORY_BYTES });
  return { reader, routes: bindRoutes(catalogContract, catalogHandlers(releases, answers, reader, readOrder)) };
}
