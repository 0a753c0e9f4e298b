// Opens the files of releases: the routes of media, runtime files, artifacts and the game client, and the trees that pages
// show.
import { bindRoutes } from '../../http/dispatch/dispatch.ts';
import { filesContract } from './contract.ts';
import { type FilesDependencies, filesHandlers } from './handlers.ts';
import { FileTrees } from './trees.ts';

/** Opens the files of releases. Reads nothing before the first request. */
export function openFiles(dependencies: Omit<FilesDependencies, 'trees'>) {
  const trees = new FileTrees(dependencies.releases, dependencies.verified);
  return {
    routes: bindRoutes(filesContract, filesHandlers({ ...dependencies, trees })),
    /** The files of a release as folders. */
    trees,
  };
}
