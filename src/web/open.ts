// Opens the pages. The features that they read are handed in by the composition.
import { h } from 'preact';
import type { CardMaker } from '../features/pictures/cards.ts';
import type { PresentRefusal } from '../http/answer/headers.ts';
import { createReleaseCallCache } from '../http/dispatch/cached-calls.ts';
import { type BoundRoute, bindRoutes } from '../http/dispatch/dispatch.ts';
import { type AccountPageDependencies, accountHandlers } from './account/handlers.ts';
import { openBundleStore } from './bundle/bundle-store.ts';
import { readEntityCard } from './catalog/common/card.ts';
import { readCollectionNames, readLinkedEntities } from './catalog/common/linked.ts';
import { type CatalogPageDependencies, catalogPageHandlers } from './catalog/handlers.ts';
import { readShelves } from './catalog/home/shelf-data.ts';
import { ShelvesFind, ShelvesNewest, ShelvesRunning } from './catalog/home/shelves.tsx';
import { readReleaseCard } from './catalog/release-card.ts';
import { communityPageHandlers } from './community/handlers.ts';
import { type ComposeDependencies, composeHandlers } from './compose/handlers.ts';
import { webContract } from './contract.ts';
import { type EntryDependencies, entryHandlers } from './entry/handlers.ts';
import { type FrontDependencies, frontHandlers } from './front/handlers.ts';
import { listPages } from './lists/contract.ts';
import { type ListPageDependencies, listPageHandlers } from './lists/handlers.ts';
import { peopleHandlers } from './people/handlers.ts';
import { type PlayDependencies, playHandlers } from './play/handlers.ts';
import { type ReferenceDependencies, referenceHandlers } from './reference/handlers.ts';
import { searchPages } from './search/contract.ts';
import { searchPageHandlers } from './search/handlers.ts';
import { settingsHandlers } from './settings/handlers.ts';
import { shareHandlers } from './share/handlers.ts';
import type { SitemapSources } from './share/sitemap.ts';
import { type ShellHandlerDependencies, shellHandlers } from './shell/handlers.ts';
import { createHasPage } from './shell/page-context.ts';
import { createRefusalPages, createShell, type ShellDependencies } from './shell/shell.ts';
import { type StaffDependencies, staffHandlers } from './staff/handlers.ts';

export interface Web {
  readonly routes: readonly BoundRoute[];
  /** Writes refusals of page routes. */
  readonly presentRefusal: PresentRefusal;
  /** Builds the files of the pages now; otherwise the first page waits for them. */
  prepare(): Promise<void>;
}

export interface WebDependencies
  extends Omit<ShellDependencies, 'bundles' | 'pages' | 'cacheOfRelease' | 'songs'>,
    Pick<ShellHandlerDependencies, 'keepLocale'>,
    Omit<AccountPageDependencies, 'shell' | 'hasPasskeys'>,
    Omit<EntryDependencies, 'shell'>,
    Omit<CatalogPageDependencies, 'shell' | 'clientFile'>,
    Omit<ComposeDependencies, 'shell' | 'readTitle'>,
    Omit<PlayDependencies, 'shell'>,
    Omit<StaffDependencies, 'shell'>,
    Omit<ReferenceDependencies, 'shell'>,
    Omit<FrontDependencies, 'shell' | 'showShelves'> {
  readonly sitemap: Omit<SitemapSources, 'hasPage'>;
  readonly cards: CardMaker;
  /** Whether people have lists of entities. */
  readonly hasLists: boolean;
  readonly cacheDirectory: string;
  /** Whether there is a search of everything. */
  readonly isSearchOn: boolean;
}

/** Opens all pages. Builds nothing yet. */
export function openWeb(dependencies: WebDependencies): Web {
  const bundles = openBundleStore(dependencies.cacheDirectory);
  const isOn = (id: string): boolean =>
    (dependencies.hasLists || !(id in listPages)) && (dependencies.isSearchOn || !(id in searchPages));
  const own = Object.values(webContract).flatMap(({ id, dialect, method, path }) =>
    dialect === 'page' && method === 'GET' && isOn(id) ? [path] : [],
  );
  const cacheOfRelease = createReleaseCallCache();
  const parts: ShellDependencies = { ...dependencies, cacheOfRelease, bundles, pages: new Set<string>(own) };
  const shell = createShell(parts);
  const showShelves: FrontDependencies['showShelves'] = async (page) => {
    const { shelves, isPartial } = await readShelves(page, dependencies.mediaFacts);
    return {
      isPartial,
      servers: shelves.map(({ catalog: { server } }) => server),
      find: h(ShelvesFind, { shelves }),
      now: h(ShelvesRunning, { shelves }),
      newest: h(ShelvesNewest, { shelves }),
    };
  };
  const ofReleases = { releases: dependencies.sitemap.releases, mediaFacts: dependencies.mediaFacts };
  /** For pages that name entities of catalogs. */
  const linked: ListPageDependencies = {
    shell,
    readEntities: (page, names) => readLinkedEntities(page, names, dependencies.mediaFacts),
    readCollectionNames: (page, wanted) => readCollectionNames(page, wanted, dependencies.mediaFacts),
  };
  return {
    routes: bindRoutes(webContract, {
      ...shellHandlers({ ...parts, shell, keepLocale: dependencies.keepLocale }),
      ...accountHandlers({ ...dependencies, shell, hasPasskeys: dependencies.entry.hasPasskeys }),
      ...entryHandlers({ shell, entry: dependencies.entry }),
      ...catalogPageHandlers({
        shell,
        mediaFacts: dependencies.mediaFacts,
        files: dependencies.files,
        songs: dependencies.songs,
        provider: dependencies.provider,
        describeReleases: dependencies.describeReleases,
        clientFile: async () => (await bundles.plan()).client,
      }),
      ...composeHandlers({
        shell,
        writing: dependencies.writing,
        readTitle: async (page, name) => {
          const found = await linked.readEntities(page, [name]);
          return [...found.values()][0]?.title.text;
        },
      }),
      ...communityPageHandlers(linked),
      ...peopleHandlers(linked),
      ...listPageHandlers(linked),
      ...searchPageHandlers(linked),
      ...settingsHandlers({ shell }),
      ...staffHandlers({ ...dependencies, shell }),
      ...playHandlers({ shell, songs: dependencies.songs }),
      ...frontHandlers({ shell, showShelves }),
      ...referenceHandlers({ shell, interfaceDescription: dependencies.interfaceDescription }),
      ...shareHandlers({
        ownAddress: dependencies.ownAddress,
        shell,
        bundles,
        cards: dependencies.cards,
        readEntityCard: (page, name) => readEntityCard(page, name, ofReleases),
        readReleaseCard: (page, pair) => readReleaseCard(page, pair, ofReleases),
        sitemap: { ...dependencies.sitemap, hasPage: createHasPage(parts) },
      }),
    }).filter(({ route }) => isOn(route.id)),
    presentRefusal: createRefusalPages(parts),
    prepare: async () => {
      await bundles.plan();
    },
  };
}
