// Handler of the search page.
import type { Handlers } from '../../http/routing/contract.ts';
import { requireAsked } from '../shell/asked.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { Shell } from '../shell/shell.ts';
import type { LinkedEntity } from '../ui/linked-entity.tsx';
import type { searchPages } from './contract.ts';
import { type FoundEntity, type SearchData, searchPage } from './search-page.tsx';

export interface SearchPageDependencies {
  readonly shell: Shell;
  /** Cards of entities, by `server/resource/id`. */
  readonly readEntities: (
    page: PageContext,
    names: readonly FoundEntity[],
  ) => Promise<ReadonlyMap<string, LinkedEntity>>;
}

const LIMIT = 10;
const Q_MAX = 100;

const nothingOf = (q: string): SearchData => ({
  q,
  found: undefined,
  entities: new Map(),
  servers: new Map(),
  isAway: false,
});

export function searchPageHandlers({ shell, readEntities }: SearchPageDependencies): Handlers<typeof searchPages> {
  async function find(page: PageContext, q: string): Promise<SearchData> {
    const ask = (kinds: string | undefined) =>
      page.ask('GET /api/v1/search', { query: { q, kinds, limit: LIMIT, locale: page.locale } });
    const all = await ask(undefined);
    // A text without letters that count is searched for nowhere.
    if (!all.ok && all.code === 'invalid_query') return nothingOf(q);
    // Catalogs are there without a database.
    const isAway = !all.ok && all.code === 'database_unavailable';
    const found = requireAsked(isAway ? await ask('entities') : all);
    const [entities, registry] = await Promise.all([
      readEntities(page, found.entities?.items ?? []),
      page.ask('GET /api/v1/releases', {}),
    ]);
    const servers = registry.ok ? registry.body.releases : [];
    return { q, found, entities, servers: new Map(servers.map(({ id, displayName }) => [id, displayName])), isAway };
  }

  return {
    searchPage: (call) =>
      shell.answerKept(call, 'database', async (page) => {
        const q = [...(call.query.q ?? '').trim()].slice(0, Q_MAX).join('');
        const data = q === '' ? nothingOf(q) : await find(page, q);
        return searchPage(page, data);
      }),
  };
}
