// Opens the search of the whole instance. Titles are read at the first search of a release.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import { searchContract } from './contract.ts';
import { createEntitySearch, type EntitySearchDependencies } from './entity-search.ts';
import { type SearchHandlerDependencies, searchHandlers } from './handlers.ts';
import { type TitleDependencies, TitleIndexes } from './titles/title-indexes.ts';

export interface Search {
  readonly routes: readonly BoundRoute[];
  close(): void;
}

export type SearchDependencies = Omit<EntitySearchDependencies, 'titles'> &
  TitleDependencies &
  Omit<SearchHandlerDependencies, 'findEntities'>;

/** Opens the search of the instance. */
export function openSearch(dependencies: SearchDependencies): Search {
  const titles = new TitleIndexes(dependencies);
  const findEntities = createEntitySearch({ ...dependencies, titles });
  return {
    routes: bindRoutes(searchContract, searchHandlers({ ...dependencies, findEntities })),
    close: () => titles.close(),
  };
}
