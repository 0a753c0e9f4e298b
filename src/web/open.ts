// Opens the pages. The features that they read are handed in by the composition.
import { h } from 'preact';
import type { CardMaker } from '../features/pictures/cards.ts';
import type { PresentRefusal } from '../http/answer/headers.ts';
import { type BoundRoute, bindRoutes } from '../http/dispatch/dispatch.ts';
import { keepReleaseCalls } from '../http/dispatch/kept-calls.ts';
import { type AccountParts, accountHandlers } from './account/handlers.ts';
import { openBundleStore } from './bundle/bundle-store.ts';
import { readEntityCard } from './catalog/common/card.ts';
import { readLinkedEntities } from './catalog/common/linked.ts';
import { type CatalogPageParts, catalogPageHandlers } from './catalog/handlers.ts';
import { readShelves } from './catalog/home/shelf-data.ts';
import { Shelves } from './catalog/home/shelves.tsx';
import { readReleaseCard } from './catalog/release-card.ts';
import { communityPageHandlers } from './community/handlers.ts';
import { type ComposeParts, composeHandlers } from './compose/handlers.ts';
import { webContract } from './contract.ts';
import { type EntryParts, entryHandlers } from './entry/handlers.ts';
import { type FrontParts, frontHandlers } from './front/handlers.ts';
import { peopleHandlers } from './people/handlers.ts';
import { type PlayParts, playHandlers } from './play/handlers.ts';
import { settingsHandlers } from './settings/handlers.ts';
import { shareHandlers } from './share/handlers.ts';
import type { SitemapSources } from './share/sitemap.ts';
import { type ShellHandlerParts, shellHandlers } from './shell/handlers.ts';
import { createHasPage } from './shell/page-context.ts';
import { createRefusalPages, createShell, type ShellParts } from './shell/shell.ts';
import { type StaffParts, staffHandlers } from './staff/handlers.ts';

export interface Web {
  readonly routes: readonly BoundRoute[];
  /** Writes refusals of page routes. */
  readonly presentRefusal: PresentRefusal;
  /** Builds the files of the pages now; otherwise the first page waits for them. */
  prepare(): Promise<void>;
}

export interface WebOptions
  extends Omit<ShellParts, 'bundles' | 'pages' | 'callOfRelease' | 'songs'>,
    Pick<ShellHandlerParts, 'keepLocale'>,
    Omit<AccountParts, 'shell' | 'hasPasskeys'>,
    Omit<EntryParts, 'shell'>,
    Omit<CatalogPageParts, 'shell' | 'clientFile'>,
    Omit<ComposeParts, 'shell' | 'readTitle'>,
    Omit<PlayParts, 'shell'>,
    Omit<StaffParts, 'shell'>,
    Omit<FrontParts, 'shell' | 'showShelves'> {
  readonly sitemap: Omit<SitemapSources, 'hasPage'>;
  readonly cards: CardMaker;
  readonly cacheDirectory: string;
}

/** Opens all pages. Builds nothing yet. */
export function openWeb(options: WebOptions): Web {
  const bundles = openBundleStore(options.cacheDirectory);
  const own = Object.values(webContract).flatMap(({ dialect, method, path }) =>
    dialect === 'page' && method === 'GET' ? [path] : [],
  );
  const callOfRelease = keepReleaseCalls(options.callInside);
  const parts: ShellParts = { ...options, callOfRelease, bundles, pages: new Set<string>(own) };
  const shell = createShell(parts);
  const showShelves: FrontParts['showShelves'] = async (page) => {
    const { shelves, isPartial } = await readShelves(page, options.mediaFacts);
    return { content: h(Shelves, { shelves }), isPartial };
  };
  return {
    routes: bindRoutes(webContract, {
      ...shellHandlers({ ...parts, shell, keepLocale: options.keepLocale }),
      ...accountHandlers({ ...options, shell, hasPasskeys: options.entry.hasPasskeys }),
      ...entryHandlers({ shell, entry: options.entry }),
      ...catalogPageHandlers({
        ...{ shell, mediaFacts: options.mediaFacts, files: options.files, songs: options.songs },
        provider: options.provider,
        clientFile: async () => (await bundles.plan()).client,
      }),
      ...composeHandlers({
        ...{ shell, writing: options.writing },
        readTitle: async (page, name) => {
          const found = await readLinkedEntities(page, [name], options.mediaFacts);
          return [...found.values()][0]?.title.text;
        },
      }),
      ...communityPageHandlers({
        shell,
        readEntities: (page, names) => readLinkedEntities(page, names, options.mediaFacts),
      }),
      ...peopleHandlers({ shell }),
      ...settingsHandlers({ shell }),
      ...staffHandlers({ ...options, shell }),
      ...playHandlers({ shell, songs: options.songs }),
      ...frontHandlers({ shell, describeReleases: options.describeReleases, showShelves }),
      ...shareHandlers({
        ...{ ownAddress: options.ownAddress, shell, bundles, cards: options.cards },
        readEntityCard: (page, name) =>
          readEntityCard(page, name, { releases: options.sitemap.releases, mediaFacts: options.mediaFacts }),
        readReleaseCard: (page, pair) =>
          readReleaseCard(page, pair, { releases: options.sitemap.releases, mediaFacts: options.mediaFacts }),
        sitemap: { ...options.sitemap, hasPage: createHasPage(parts) },
      }),
    }),
    presentRefusal: createRefusalPages(parts),
    prepare: async () => {
      await bundles.plan();
    },
  };
}
