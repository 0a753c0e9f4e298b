// Opens narrow pictures and the facts about media of a release. Nothing is made before somebody asks.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { ReleaseAnswers } from '../release/serve/answers.ts';
import type { Releases } from '../release/serve/releases.ts';
import { CardMaker } from './cards.ts';
import { picturesContract } from './contract.ts';
import { MediaFactReader } from './facts.ts';
import { pictureHandlers } from './handlers.ts';
import { PictureMaker } from './maker.ts';
import type { MakerDependencies } from './making.ts';
import { type Bounds, findThumbnail, type ReleasePicture, type Thumbnail } from './thumbnails.ts';

export interface PicturesDependencies extends MakerDependencies {
  readonly releases: Releases;
  readonly answers: ReleaseAnswers;
  readonly basePath: () => string;
}

export interface Pictures {
  readonly routes: readonly BoundRoute[];
  readonly facts: MediaFactReader;
  readonly cards: CardMaker;
  /** A narrow version of a picture for another site. */
  readonly findThumbnail: (picture: ReleasePicture, bounds: Bounds) => Promise<Thumbnail | undefined>;
}

export function openPictures(dependencies: PicturesDependencies): Pictures {
  const { releases, answers, objects, verified, basePath } = dependencies;
  const maker = new PictureMaker(dependencies);
  const facts = new MediaFactReader(releases, objects, verified);
  return {
    routes: bindRoutes(picturesContract, pictureHandlers({ releases, answers, maker, basePath })),
    cards: new CardMaker(dependencies),
    facts,
    findThumbnail: (picture, bounds) => findThumbnail(facts, picture, bounds),
  };
}
