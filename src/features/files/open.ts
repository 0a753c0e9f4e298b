// Opens the files of releases: the routes of media, runtime files, artifacts and the game client, and the trees that pages
// show.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import { filesContract } from './contract.ts';
import { type FilesDependencies, filesHandlers } from './handlers.ts';
import { FileTrees } from './trees.ts';

export interface Files {
  readonly routes: readonly BoundRoute[];
  /** The files of a release as folders. */
  readonly trees: FileTrees;
}

/** Opens the files of releases. Reads nothing before the first request. */
export function openFiles(dependencies: Omit<FilesDependencies, 'trees'>): Files {
  const trees = new FileTrees(dependencies.releases, dependencies.verified);
  return { routes: bindRoutes(filesContract, filesHandlers({ ...dependencies, trees })), trees };
}
