// Handlers of the catalog's pages.
import type { LevelPages } from '../../features/levels/charts/song-levels.ts';
import type { MediaFactReader } from '../../features/pictures/facts.ts';
import type { ProviderPages } from '../../features/provider/serve/pages.ts';
import { answerContent } from '../../http/content/bytes.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { readCatalogLists, readListChoice } from '../lists/entity-marks.tsx';
import { requireAsked } from '../shell/asked.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { PageCall, Shell } from '../shell/shell.ts';
import { readCalendar } from './calendar/calendar-data.ts';
import { readCalendarFile } from './calendar/calendar-file.ts';
import { calendarPage } from './calendar/calendar-page.tsx';
import { inLanguage, openCatalog, requirePresentation } from './common/reads.ts';
import { readCompared, readComparison } from './compare/compare-data.ts';
import { comparePage } from './compare/compare-page.tsx';
import type { catalogPagesContract } from './contract.ts';
import type { ReleaseFacts } from './developer-releases.tsx';
import { developersPage, readDeveloperNames } from './developers-page.tsx';
import { readEntity } from './entity/entity-data.ts';
import { entityPage } from './entity/entity-page.tsx';
import { readOwnAbout } from './entity/profile-acts.tsx';
import { TEXT_PARAMETER } from './entity/texts.tsx';
import { filePage } from './files/file-page.tsx';
import { type ReleaseFiles, readFiles } from './files/files-data.ts';
import { folderPage } from './files/folder-page.tsx';
import { readPlace } from './home/shelf-data.ts';
import { documentPage, readDocument } from './list/document-page.tsx';
import { readList } from './list/list-data.ts';
import { listPage } from './list/list-page.tsx';
import { readQuestion } from './list/list-question.ts';
import { mirrorPageHandlers } from './mirror/handlers.ts';
import { readOverview } from './overview-data.ts';
import { overviewPage, serversPage } from './overview-page.tsx';
import { releaseCardImage } from './release-card.ts';
import { readChanges } from './releases/changes-data.ts';
import { changesPage } from './releases/changes-page.tsx';
import { readEntityHistory } from './releases/entity-history-data.ts';
import { entityHistoryPage } from './releases/entity-history-page.tsx';
import { historyPage } from './releases/history-page.tsx';
import { readSearch } from './search/search-data.ts';
import { readSong } from './song/song-data.ts';

const TERMS_MAX = 100;

export interface CatalogPageDependencies {
  readonly shell: Shell;
  readonly mediaFacts: Pick<MediaFactReader, 'open'>;
  readonly files: ReleaseFiles;
  readonly songs: LevelPages;
  readonly provider: ProviderPages;
  /** Name of the client for programs among the files of the pages. */
  readonly clientFile: () => Promise<string>;
  /** Current releases with a few links into each; answers even when some of them are damaged. */
  readonly describeReleases: () => Promise<readonly ReleaseFacts[]>;
}

export function catalogPageHandlers({
  shell,
  mediaFacts,
  files,
  songs,
  provider,
  clientFile,
  describeReleases,
}: CatalogPageDependencies): Handlers<typeof catalogPagesContract> {
  const open = (page: PageContext, server: string, pin: string | undefined) =>
    openCatalog(page, server, pin, mediaFacts);

  async function answerFiles(
    call: PageCall & {
      readonly params: { readonly server: string };
      readonly query: { readonly release?: string | undefined };
    },
    path: string,
  ): Promise<Response> {
    const page = await shell.open(call);
    const catalog = await open(page, call.params.server, call.query.release);
    const search = new URLSearchParams(call.context.search);
    const number = Number(search.get('page') ?? 1);
    const data = await readFiles(catalog, files, {
      path,
      text: search.get('q')?.trim().slice(0, TERMS_MAX) || undefined,
      page: Number.isSafeInteger(number) && number > 0 ? number : 1,
      shown: search.get('file') ?? undefined,
    });
    return shell.answer(page, data.kind === 'file' ? filePage(catalog, data) : folderPage(catalog, data));
  }

  return {
    ...mirrorPageHandlers({ shell, provider, songs }),
    developersPage: (call) =>
      shell.answerKept(call, 'releases', async (page) => {
        const read = [readDeveloperNames(page), clientFile(), describeReleases()] as const;
        const [names, client, releases] = await Promise.all(read);
        return developersPage(page, { client, names, releases });
      }),
    catalogPage: async (call) => {
      const page = await shell.open(call);
      const { releases } = requireAsked(await page.ask('GET /api/v1/releases', {}));
      const [only, second] = releases;
      if (only !== undefined && second === undefined) {
        return shell.redirect(call.context, page.path(`/catalog/${only.id}`).slice(page.basePath.length));
      }
      return shell.answer(page, serversPage(page, releases, provider.host));
    },
    catalogServerPage: (call) =>
      shell.answerKept(call, 'database', async (page) => {
        const catalog = await open(page, call.params.server, call.query.release);
        const question = readSearch(new URLSearchParams(call.context.search));
        return overviewPage(catalog, await readOverview(catalog, question), provider.host);
      }),
    catalogListPage: (call) =>
      shell.answerKept(call, 'database', async (page) => {
        const { server, resource } = call.params;
        const catalog = await open(page, server, call.query.release);
        const presentation = requirePresentation(catalog, resource);
        const search = new URLSearchParams(call.context.search);
        if (presentation.kind === 'document') {
          return documentPage(catalog, resource, await readDocument(catalog, resource, search));
        }
        const ids = readCompared(search);
        if (ids !== undefined) {
          const text = search.get('q')?.trim().slice(0, TERMS_MAX) || undefined;
          return comparePage(catalog, await readComparison(catalog, resource, presentation, { ids, text }));
        }
        const question = { ...readQuestion(search, presentation), ...readListChoice(page, search) };
        const list = await readList(catalog, resource, presentation, question);
        const shown = list.items.map(({ id }) => id);
        return listPage(catalog, list, await readCatalogLists(page, { server, resource }, shown));
      }),
    catalogEntityPage: (call) =>
      shell.answerKept(call, 'database', async (page) => {
        const { server, resource, id } = call.params;
        const search = new URLSearchParams(call.context.search);
        const catalog = inLanguage(await open(page, server, call.query.release), search.get(TEXT_PARAMETER));
        const difficulty = search.get('d');
        const [data, song] = await Promise.all([
          readEntity(catalog, resource, id),
          readSong(catalog, songs, { resource, id, difficulty }),
        ]);
        const [lists, about] = await Promise.all([
          readCatalogLists(page, { server, resource }, [id]),
          readOwnAbout(page),
        ]);
        return entityPage(catalog, data, song, lists, about);
      }),
    catalogEntityHistoryPage: async (call) => {
      const page = await shell.open(call);
      const { server, resource, id } = call.params;
      const catalog = await open(page, server, call.query.release);
      return shell.answer(
        page,
        entityHistoryPage(catalog, await readEntityHistory(catalog, resource, id, call.query.cursor)),
      );
    },
    catalogCalendarPage: (call) =>
      shell.answerKept(call, 'releases', async (page) => {
        const { month, release } = call.query;
        const catalog = await open(page, call.params.server, release);
        return calendarPage(catalog, await readCalendar(catalog, month), month);
      }),
    catalogCalendarFile: async ({ context, params }) => {
      const page = await shell.openForStranger(context);
      const catalog = await open(page, params.server, undefined);
      const readPromotedAt = async () => (await readPlace(catalog)).promotion?.promotedAt;
      return answerContent(context, await readCalendarFile(catalog, readPromotedAt));
    },
    catalogFilesPage: (call) => answerFiles(call, ''),
    catalogFilePage: (call) => {
      // Decoding drops empty segments, but a folder has one address.
      if (call.params.path === '' || call.context.path.includes('//')) throw new Refusal('not_found');
      return answerFiles(call, call.params.path);
    },
    catalogReleasesPage: async (call) => {
      const page = await shell.open(call);
      const { server } = call.params;
      const { from, to } = call.query;
      if (from !== undefined && to !== undefined) {
        const path = page.path(`/catalog/${server}/releases/${from}...${to}`);
        return shell.redirect(call.context, path.slice(page.basePath.length));
      }
      const [catalog, history] = await Promise.all([
        open(page, server, undefined),
        page.ask('GET /api/v1/servers/{server}/release/history', {
          params: { server },
          query: { cursor: call.query.cursor },
        }),
      ]);
      return shell.answer(page, historyPage(catalog, requireAsked(history)));
    },
    catalogChangesPage: async (call) => {
      const page = await shell.open(call);
      const { server, range } = call.params;
      const [after, before, current] = await Promise.all([
        open(page, server, range.to),
        open(page, server, range.from),
        open(page, server, undefined),
      ]);
      // Links lead to the catalog as it is now, as long as it is the release after; what it may lack is pinned.
      const catalog = { ...after, isPinned: current.releaseId !== range.to };
      const changes = await readChanges(catalog, before);
      const image = releaseCardImage(catalog, range.from, range.to);
      return shell.answer(page, { ...changesPage({ catalog, before, changes }), image });
    },
  };
}
