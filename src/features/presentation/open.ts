// Opens the presentation of catalogs. Everything is computed at first use.
import { bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { VerifiedObjects } from '../../platform/objects/verified.ts';
import type { CatalogReader } from '../catalog/reader.ts';
import type { ReleaseAnswers } from '../release/serve/answers.ts';
import type { OpenedRelease } from '../release/serve/opened.ts';
import type { Releases } from '../release/serve/releases.ts';
import { NO_TABLE_DECLARED } from './common/declared.ts';
import { presentationContract } from './serve/contract.ts';
import { presentationHandlers } from './serve/handlers.ts';
import { Inferences } from './serve/inference.ts';
import { describeEntity, type EntityName } from './serve/titles.ts';

export function openPresentation(
  releases: Releases,
  answers: ReleaseAnswers,
  reader: CatalogReader,
  verified: VerifiedObjects,
) {
  const inferences = new Inferences(reader, verified);
  const handlers = presentationHandlers(releases, answers, reader, inferences);
  return {
    routes: bindRoutes(presentationContract, handlers),
    /** What others show of an entity of the current release, in a language; undefined when the release lacks it. */
    describeEntity: (name: EntityName, locale?: string) =>
      describeEntity({ releases, reader, inferences }, name, locale),
    /** What the fields of a resource mean in a release. Refuses with the same code as its catalog. */
    readMeanings: async (release: OpenedRelease, resource: string) => {
      const { meanings, declared } = await inferences.require(release);
      return {
        meanings: meanings.get(resource) ?? new Map(),
        declared: declared.tables.get(resource) ?? NO_TABLE_DECLARED,
      };
    },
    /** Where all collections of a release have what lists show. Refuses likewise. */
    readShown: async (release: OpenedRelease) => (await inferences.require(release)).shown,
    close: () => inferences.close(),
  };
}

export type Presentation = ReturnType<typeof openPresentation>;
