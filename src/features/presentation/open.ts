// Opens the presentation of catalogs. Everything is computed at first use.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { VerifiedObjects } from '../../platform/objects/verified.ts';
import type { CatalogReader } from '../catalog/reader.ts';
import type { ReleaseAnswers } from '../release/serve/answers.ts';
import type { OpenedRelease } from '../release/serve/opened.ts';
import type { Releases } from '../release/serve/releases.ts';
import { type DeclaredTable, NO_TABLE_DECLARED } from './common/declared.ts';
import type { FieldMeanings, ShownPaths } from './common/described.ts';
import { presentationContract } from './serve/contract.ts';
import { presentationHandlers } from './serve/handlers.ts';
import { Inferences } from './serve/inference.ts';
import { describeEntity, type EntityFacts, type EntityName } from './serve/titles.ts';

export interface Presentation {
  readonly routes: readonly BoundRoute[];
  /** What others show of an entity of the current release, in a language; undefined when the release lacks it. */
  describeEntity(name: EntityName, locale?: string): Promise<EntityFacts | undefined>;
  /** What the fields of a resource mean in a release. Refuses with the same code as its catalog. */
  readMeanings(
    release: OpenedRelease,
    resource: string,
  ): Promise<{ readonly meanings: FieldMeanings; readonly declared: DeclaredTable }>;
  /** Where all collections of a release have what lists show. Refuses likewise. */
  readShown(release: OpenedRelease): Promise<readonly ShownPaths[]>;
  close(): void;
}

export interface PresentationDependencies {
  readonly releases: Releases;
  readonly answers: ReleaseAnswers;
  readonly reader: CatalogReader;
  readonly verified: VerifiedObjects;
}

export function openPresentation({ releases, answers, reader, verified }: PresentationDependencies): Presentation {
  const inferences = new Inferences(reader, verified);
  const handlers = presentationHandlers({ releases, answers, reader, inferences });
  return {
    routes: bindRoutes(presentationContract, handlers),
    describeEntity: (name, locale) => describeEntity({ releases, reader, inferences }, name, locale),
    readMeanings: async (release, resource) => {
      const { meanings, declared } = await inferences.require(release);
      return {
        meanings: meanings.get(resource) ?? new Map(),
        declared: declared.tables.get(resource) ?? NO_TABLE_DECLARED,
      };
    },
    readShown: async (release) => (await inferences.require(release)).shown,
    close: () => inferences.close(),
  };
}
