// Finds entities in the current releases of all servers: by all their texts in query processes, or by their titles in memory.
import { z } from 'zod';
import type { RequestContext } from '../../http/gates/context.ts';
import { withinTime } from '../../kernel/concurrency/within-time.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { Presentation } from '../presentation/open.ts';
import type { EntityName } from '../presentation/serve/titles.ts';
import type { SearchCatalog } from '../query/serve/catalog-search.ts';
import type { OpenedRelease } from '../release/serve/opened.ts';
import type { Releases } from '../release/serve/releases.ts';
import type { FoundEntity } from './contract.ts';
import { foldTitle, searchNearTitles, searchTitles } from './titles/title-index.ts';
import type { TitleIndexes } from './titles/title-indexes.ts';

export interface EntitySearchDependencies {
  readonly releases: Releases;
  readonly titles: TitleIndexes;
  readonly searchCatalog: SearchCatalog;
  readonly describeEntity: Presentation['describeEntity'];
  readonly log: Log;
}

/** How entities are found: by all texts, by title, or by title with one wrong character. */
type EntityManner = 'texts' | 'titles' | 'near';

interface Asked {
  readonly q: string;
  readonly limit: number;
  readonly locale: string | undefined;
}

interface FoundEntities {
  readonly items: readonly FoundEntity[];
  readonly total: number;
  /** Whether all catalogs were searched as they should be. */
  readonly isComplete: boolean;
}

interface ServerHits {
  /** The best first. */
  readonly hits: readonly { readonly name: EntityName; readonly rank: number }[];
  readonly total: number;
  readonly isComplete: boolean;
}

/** How long a search waits for titles that are being read. */
const TITLES_MS = 2_000;
/** Queries that cannot be answered now: titles are searched in their place. */
const UNAVAILABLE: ReadonlySet<string> = new Set(['query_not_ready', 'query_busy', 'query_timeout', 'object_corrupt']);
const NOTHING: ServerHits = { hits: [], total: 0, isComplete: true };
const hitsSchema = z.array(z.object({ resource: z.string(), id: z.string(), score: z.number() }));

export type FindEntities = (context: RequestContext, asked: Asked, manner: EntityManner) => Promise<FoundEntities>;

/** Creates the search. A catalog that cannot be searched now is left out. */
export function createEntitySearch(dependencies: EntitySearchDependencies): FindEntities {
  const { releases, titles, searchCatalog, describeEntity, log } = dependencies;

  async function findByTitle(release: OpenedRelease, { q, limit }: Asked, isNear: boolean): Promise<ServerHits> {
    const found = await withinTime(Promise.resolve(titles.read(release)), TITLES_MS, () => undefined);
    const folded = foldTitle(q);
    if (found === undefined) return { ...NOTHING, isComplete: false };
    const { ranked, total } = (isNear ? searchNearTitles : searchTitles)(found.collections, folded, limit);
    const { server } = release;
    const hits = ranked.flatMap((those, rank) => those.map((hit) => ({ name: { server, ...hit }, rank })));
    return { hits, total, isComplete: found.isWhole };
  }

  async function findByTexts(context: RequestContext, release: OpenedRelease, asked: Asked): Promise<ServerHits> {
    const { q, limit } = asked;
    try {
      const { page } = await searchCatalog(context, release, {
        q,
        only: undefined,
        locale: undefined,
        limit,
        offset: 0,
      });
      const { server } = release;
      const hits = hitsSchema
        .parse(JSON.parse(page.items))
        .map(({ resource, id, score }) => ({ name: { server, resource, id }, rank: 1 - score }));
      return { hits, total: page.total, isComplete: true };
    } catch (error) {
      if (!isRefusal(error) || !UNAVAILABLE.has(error.code)) throw error;
      return { ...(await findByTitle(release, asked, false)), isComplete: false };
    }
  }

  async function findIn(
    context: RequestContext,
    release: OpenedRelease,
    asked: Asked,
    manner: EntityManner,
  ): Promise<ServerHits> {
    try {
      return await (manner === 'texts'
        ? findByTexts(context, release, asked)
        : findByTitle(release, asked, manner === 'near'));
    } catch (error) {
      // A release need not have a catalog.
      if (isRefusal(error) && error.code === 'catalog_manifest_missing') return NOTHING;
      log.warn('a catalog could not be searched', { server: release.server, error });
      return { ...NOTHING, isComplete: false };
    }
  }

  return async (context, asked, manner) => {
    const found: ServerHits[] = [];
    // One after another: queries of one client have few places.
    for (const release of releases.currentReleases()) found.push(await findIn(context, release, asked, manner));
    const hits = found.flatMap((server) => server.hits).sort((a, b) => a.rank - b.rank);
    const described = await Promise.all(
      hits.slice(0, asked.limit).map(async ({ name }) => {
        const facts = await describeEntity(name, asked.locale);
        return facts && { ...name, title: facts.title, image: facts.picture ?? null };
      }),
    );
    return {
      items: described.filter((item) => item !== undefined),
      total: found.reduce((sum, { total }) => sum + total, 0),
      isComplete: found.every(({ isComplete }) => isComplete),
    };
  };
}
