// Opens the presentation of catalogs. Nothing is worked out before it is asked for.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { VerifiedObjects } from '../../platform/objects/verified.ts';
import type { CatalogReader } from '../catalog/reader.ts';
import type { ReleaseAnswers } from '../release/serve/answers.ts';
import type { Releases } from '../release/serve/releases.ts';
import { presentationContract } from './serve/contract.ts';
import { presentationHandlers } from './serve/handlers.ts';
import { Inferences } from './serve/inference.ts';

export interface Presentation {
  readonly routes: readonly BoundRoute[];
  close(): void;
}

export interface PresentationOptions {
  readonly releases: Releases;
  readonly answers: ReleaseAnswers;
  readonly reader: CatalogReader;
  readonly verified: VerifiedObjects;
}

export function openPresentation({ releases, answers, reader, verified }: PresentationOptions): Presentation {
  const inferences = new Inferences(reader, verified);
  const handlers = presentationHandlers({ releases, answers, reader, inferences });
  return { routes: bindRoutes(presentationContract, handlers), close: () => inferences.close() };
}
