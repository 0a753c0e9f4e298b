// The search of all collections of a release, for its own route and for the search of the whole instance.
import type { ReadClientKey } from '../../../http/gates/client-key.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import { withinTime } from '../../../kernel/concurrency/within-time.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { CatalogReader } from '../../catalog/reader.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import type { QueryFiles, ReadyFile } from '../database/files.ts';
import type { TaskResult } from '../processes/messages.ts';
import type { QueryPool } from '../processes/pool.ts';
import { RESOURCES_MAX } from './contract.ts';
import type { ReadShown } from './field-kinds.ts';
import { invalidQuery } from './refusals.ts';
import { readClaim, requireCollection, runTask } from './tasks.ts';

export interface CatalogSearchDependencies {
  readonly reader: CatalogReader;
  readonly files: QueryFiles;
  readonly pool: QueryPool;
  readonly readShown: ReadShown;
  readonly clientKey: ReadClientKey;
}

interface CatalogSearchAsked {
  readonly q: string;
  /** The collections that are listed; undefined: all. */
  readonly only: readonly string[] | undefined;
  readonly locale: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

interface CatalogHits {
  readonly file: ReadyFile;
  readonly page: Extract<TaskResult, { readonly kind: 'page' }>;
}

/** Searches the collections of a release. Refuses as the route does. */
export type SearchCatalog = (
  context: RequestContext,
  release: OpenedRelease,
  asked: CatalogSearchAsked,
) => Promise<CatalogHits>;

/** How long a search waits for the first analysis of a release, which says what is shown of entities. */
const SHOWN_MS = 2_000;

/** Creates the search of all collections of a release. */
export function createCatalogSearch(dependencies: CatalogSearchDependencies): SearchCatalog {
  const { reader, files, pool, readShown, clientKey } = dependencies;
  return async (context, release, { only, ...asked }) => {
    const names = only ?? [];
    if (names.length > RESOURCES_MAX) {
      throw invalidQuery('resource', names[RESOURCES_MAX] ?? '', `it is given at most ${RESOURCES_MAX} times`);
    }
    await reader.open(release);
    for (const name of names) await requireCollection(reader, release, name);
    const file = await files.require(release);
    const claim = await readClaim(clientKey, context);
    const shown = await withinTime(readShown(release), SHOWN_MS, () => {
      throw new Refusal('query_not_ready', { retryAfterSeconds: 1 });
    });
    const page = await runTask(pool, file, { kind: 'search', shown, only, ...asked }, claim);
    if (page.kind !== 'page') throw new Error('a search answers with a page');
    return { file, page };
  };
}
