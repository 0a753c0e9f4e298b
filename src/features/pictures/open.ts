// Opens narrow pictures and the facts about media of a release. Nothing is made before somebody asks.
import { bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { ReleaseAnswers } from '../release/serve/answers.ts';
import type { Releases } from '../release/serve/releases.ts';
import { createCardMaker } from './cards.ts';
import { picturesContract } from './contract.ts';
import { createMediaFactReader } from './facts.ts';
import { pictureHandlers } from './handlers.ts';
import { PictureMaker } from './maker.ts';
import type { MakerDependencies } from './making.ts';
import { type Bounds, findThumbnail, type ReleasePicture } from './thumbnails.ts';

export interface PicturesDependencies extends MakerDependencies {
  readonly releases: Releases;
  readonly answers: ReleaseAnswers;
  readonly basePath: () => string;
}

export function openPictures(dependencies: PicturesDependencies) {
  const { releases, answers, objects, verified, basePath } = dependencies;
  const maker = new PictureMaker(dependencies);
  const facts = createMediaFactReader(releases, objects, verified);
  return {
    routes: bindRoutes(picturesContract, pictureHandlers({ releases, answers, maker, basePath })),
    cards: createCardMaker(dependencies),
    facts,
    /** A narrow version of a picture for another site. */
    findThumbnail: (picture: ReleasePicture, bounds: Bounds) => findThumbnail(facts, picture, bounds),
  };
}
