import { bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { VerifiedObjects } from '../../platform/objects/verified.ts';
import type { ReleaseAnswers } from '../release/serve/answers.ts';
import type { Releases } from '../release/serve/releases.ts';
import { catalogContract } from './contract.ts';
import { catalogHandlers } from './handlers.ts';
import { CatalogReader, type ReadOrder } from './reader.ts';

const SHARD_MEMORY_BYTES = 96 * 1024 * 1024;

export function openCatalog(
  releases: Releases,
  answers: ReleaseAnswers,
  verified: VerifiedObjects,
  readOrder: ReadOrder,
) {
  const reader = new CatalogReader(verified, { shardBytes: SHARD_MEMORY_BYTES });
  return { reader, routes: bindRoutes(catalogContract, catalogHandlers(releases, answers, reader, readOrder)) };
}
