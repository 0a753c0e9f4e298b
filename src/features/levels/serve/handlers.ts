// Handlers of level-server routes: select the edition, the prepared body or the file. projection.ts writes documents,
// and documents.ts caches them by the address under which the client reaches this server. Every failure of a document
// is answered with 503 (specification, "Errors").

import { type AnswerStyle, CACHE_CONTROL, SANDBOXED, UNFRAMED } from '../../../http/answer/headers.ts';
import { answerContent, blobRepresentation, type Content } from '../../../http/content/bytes.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { CacheClass } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { isSafeInline, JSON_TYPE, OCTET_STREAM } from '../../../kernel/media-type.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { ObjectsUnavailable } from '../../../platform/objects/objects.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import { describeError, type Log } from '../../../platform/telemetry/log.ts';
import { levelDataExtra, levelFileExtra, readLevelName } from '../common/formats.ts';
import { readLocale } from '../common/texts.ts';
import type { levelServerContract } from './contract.ts';
import { type DocumentOptions, Documents } from './documents.ts';
import type { Edition, ReleaseEditions } from './edition.ts';
import type { Library } from './library.ts';
import { PAGE_ITEMS, type Projection, type View } from './projection.ts';
import type { Projections } from './projections.ts';
import type { ProviderEditions } from './provider-editions.ts';
import { firstOf, isRandom, meets, readPage, readSearch, readView } from './queries.ts';
import type { StoredFile, StoredFiles } from './stored-files.ts';

type Answer = Response | Promise<Response>;
/** Writes a document. */
type Text = (projection: Projection) => string;

export interface LevelServer {
  readonly library: Library;
  readonly projections: Projections;
  readonly releases: ReleaseEditions;
  readonly provider: ProviderEditions;
  readonly stored: StoredFiles;
  readonly verified: VerifiedObjects;
  readonly style: AnswerStyle;
  readonly log: Log;
}

const STATIC_BYTES = 4 * 1024 * 1024;

export function levelServerHandlers(server: LevelServer): Handlers<typeof levelServerContract> {
  const { projections, library, stored, verified, style, log } = server;
  const headersOf = (mediaType: string, cache: CacheClass, more: Readonly<Record<string, string>> = {}): Headers =>
    new Headers({
      'Content-Type': mediaType,
      'Cache-Control': CACHE_CONTROL[cache],
      ...UNFRAMED,
      Vary: 'Accept-Encoding',
      ...style.level.expose,
      ...more,
    });
  const documentHeaders = headersOf(JSON_TYPE, 'current');
  const randomHeaders = headersOf(JSON_TYPE, 'no-store');
  const fileHeaders = new Map<string, Headers>();
  const statics = new Documents(STATIC_BYTES);

  const missing = (): never => {
    throw new Refusal('level_document_not_found');
  };

  /** Maps damage and outages to 503; our own refusals stay. */
  function guarded(answer: () => Answer): Answer {
    const translate = (error: unknown): never => {
      const isOutage = error instanceof ObjectsUnavailable || (error instanceof Refusal && error.status > 500);
      if (!isOutage || (error instanceof Refusal && error.code === 'level_catalog_unavailable')) throw error;
      log.warn('a level document could not be built', { error: describeError(error) });
      throw new Refusal('level_catalog_unavailable', { cause: error });
    };
    try {
      const response = answer();
      return response instanceof Promise ? response.catch(translate) : response;
    } catch (error) {
      return translate(error);
    }
  }

  function answer(context: RequestContext, content: Content | Promise<Content>): Answer {
    return content instanceof Promise
      ? content.then((made) => answerContent(context, made))
      : answerContent(context, content);
  }

  /** The prepared body of a document, cached by the server address that its items name. */
  function readDocument(
    context: RequestContext,
    documents: Documents,
    key: string,
    text: Text,
    options: DocumentOptions,
  ): Answer {
    const projection = projections.for(context.request);
    return answer(
      context,
      documents.read(`${projection.source} ${projection.siteName} ${key}`, () => text(projection), options),
    );
  }

  const answerStatic = (context: RequestContext, key: string, text: Text): Answer =>
    readDocument(context, statics, key, text, { headers: documentHeaders, coding: 'full', isFresh: () => true });

  function withEdition(view: View, use: (edition: Edition) => Answer): Answer {
    return guarded(() => {
      const edition = (view === 'provider' ? server.provider : server.releases).current();
      return edition instanceof Promise ? edition.then(use) : use(edition);
    });
  }

  const answerCached = (context: RequestContext, edition: Edition, key: string, text: Text): Answer =>
    readDocument(context, edition.documents, key, text, {
      headers: documentHeaders,
      coding: 'full',
      isFresh: edition.isCurrent,
    });

  /** Responds with a random draw; never cached. */
  const answerDrawn = (context: RequestContext, edition: Edition, key: string, text: Text): Answer =>
    readDocument(context, edition.documents, key, text, { headers: randomHeaders, coding: 'full' });

  const answerFound = (context: RequestContext, edition: Edition, key: string, text: Text): Answer =>
    readDocument(context, edition.searches, key, text, {
      headers: documentHeaders,
      coding: 'quick',
      isFresh: edition.isCurrent,
    });

  function headersOfFile(mediaType: string): Headers {
    const standing = fileHeaders.get(mediaType);
    if (standing !== undefined) return standing;
    const inline = isSafeInline(mediaType);
    const made = headersOf(inline ? mediaType : OCTET_STREAM, 'pinned', {
      'Accept-Ranges': 'bytes',
      ...SANDBOXED,
      'Content-Disposition': inline ? 'inline' : 'attachment',
    });
    fileHeaders.set(mediaType, made);
    return made;
  }

  const answerBytes = (context: RequestContext, blob: Blob, sha1: string, mediaType: string): Answer =>
    answerContent(context, {
      identity: blobRepresentation(blob, `"${sha1}"`),
      headers: headersOfFile(mediaType),
      ranges: true,
      isFresh: () => true,
    });

  const answerObject = (context: RequestContext, file: StoredFile, sha1: string, isFresh?: () => boolean): Answer =>
    answerContent(context, {
      identity: { bytes: file.bytes, etag: `"${sha1}"`, open: (start, end) => verified.open(file, start, end) },
      headers: headersOfFile(file.mediaType),
      ranges: true,
      ...(isFresh !== undefined && { isFresh }),
    });

  /** A stored file of the current releases, else of any kept release. */
  function answerStored(context: RequestContext, name: string, sha1: string, only?: string): Answer {
    const current = stored.readCurrent(name, only);
    if (current !== undefined) return answerObject(context, current, sha1, () => stored.isCurrent(name, only));
    return stored
      .readKept(name, only)
      .then((file) => (file === undefined ? missing() : answerObject(context, file, sha1)));
  }

  const libraryBlobs = new Map<string, Blob>();
  function readLibraryFile(sha1: string): { readonly blob: Blob; readonly mediaType: string } | undefined {
    const file = library.file(sha1);
    if (file === undefined) return undefined;
    const blob = libraryBlobs.get(sha1) ?? new Blob([file.bytes]);
    libraryBlobs.set(sha1, blob);
    return { blob, mediaType: file.mediaType };
  }

  const answerServerInfo = (context: RequestContext, words: readonly string[] | undefined): Answer => {
    const locale = readLocale(firstOf(words));
    return answerStatic(context, `info ${locale}`, (projection) => projection.serverInfo(locale));
  };

  return {
    levelServerRoot: ({ context }) => {
      const location = `${context.path}/${context.search === '' ? '' : `?${context.search}`}`;
      const headers = headersOf('text/plain; charset=utf-8', 'no-store', {
        Location: location,
        'X-Request-Id': context.requestId,
        // Bun omits Date on HEAD responses.
        ...(context.isHead && { Date: new Date().toUTCString() }),
      });
      return new Response(null, { status: 308, headers });
    },
    levelServerHome: ({ context, query }) => answerServerInfo(context, query.localization),
    levelServerInfo: ({ context, query }) => answerServerInfo(context, query.localization),
    levelInfo: ({ context, query }) => {
      const locale = readLocale(firstOf(query.localization));
      const view = readView(query);
      return withEdition(view, (edition) => {
        const { shelf, levelGroups } = edition;
        if (isRandom(query)) {
          const at = draw(shelf.randomLevels.length);
          return answerDrawn(context, edition, `level info random ${locale} ${at}`, (projection) =>
            projection.levelsRandomInfo(shelf.randomLevels[at], locale),
          );
        }
        const at = draw(levelGroups.length);
        return answerDrawn(context, edition, `level info ${locale} ${at}`, (projection) =>
          projection.levelsInfo(shelf, view, locale, levelGroups[at] ?? []),
        );
      });
    },
    levelList: ({ context, query }) => {
      const locale = readLocale(firstOf(query.localization));
      const view = readView(query);
      return withEdition(view, (edition) => {
        const { shelf } = edition;
        if (isRandom(query)) {
          const at = draw(shelf.randomLevels.length);
          return answerDrawn(context, edition, `level list random ${locale} ${at}`, (projection) =>
            projection.levelsRandomList(shelf.randomLevels[at], locale),
          );
        }
        const page = readPage(query.page);
        const search = readSearch(query);
        if (search !== undefined) {
          return answerFound(context, edition, `level ${locale} ${page} ${JSON.stringify(search)}`, (projection) => {
            const found = shelf.findLevels(search.terms).filter((level) => meets(level, search));
            return projection.levelsList(shelf, view, found, page, locale);
          });
        }
        const place = placeOf(page, shelf.levels.length);
        return answerCached(context, edition, `level list ${locale} ${place}`, (projection) =>
          projection.levelsList(shelf, view, shelf.levels, page, locale),
        );
      });
    },
    levelResultInfo: ({ context }) => answerStatic(context, 'result', () => '{}'),
    levelRead: ({ context, params, query }) => {
      const { levelName } = params;
      const locale = readLocale(firstOf(query.localization));
      return withEdition(server.provider.isOwn(levelName) ? 'provider' : 'release', (edition) => {
        const level = edition.shelf.readLevel(levelName);
        if (level === undefined) return missing();
        return answerCached(context, edition, `level ${locale} ${levelName}`, (projection) =>
          projection.levelDetails(edition.shelf, level, locale),
        );
      });
    },
    levelDataRead: ({ context, params }) =>
      guarded(() => {
        const { levelName, digest: sha1 } = params;
        const parts = readLevelName(levelName);
        if (parts !== undefined) return answerStored(context, levelDataExtra(parts.tail, sha1), sha1, parts.server);
        if (!server.provider.isOwn(levelName)) return missing();
        return server.provider
          .readData(levelName, sha1)
          .then((data) =>
            data === undefined ? missing() : answerBytes(context, data.bytes, data.sha1, 'application/gzip'),
          );
      }),
    playlistInfo: ({ context, query }) => {
      const locale = readLocale(firstOf(query.localization));
      const view = readView(query);
      return withEdition(view, (edition) => {
        const { shelf, playlistGroups } = edition;
        if (isRandom(query)) {
          const at = draw(shelf.playlists.length);
          return answerDrawn(context, edition, `playlist info random ${locale} ${at}`, (projection) =>
            projection.playlistsRandomInfo(shelf.playlists[at], locale),
          );
        }
        const at = draw(playlistGroups.length);
        return answerDrawn(context, edition, `playlist info ${locale} ${at}`, (projection) =>
          projection.playlistsInfo(shelf, view, locale, playlistGroups[at] ?? []),
        );
      });
    },
    playlistList: ({ context, query }) => {
      const locale = readLocale(firstOf(query.localization));
      const view = readView(query);
      return withEdition(view, (edition) => {
        const { shelf } = edition;
        if (isRandom(query)) {
          const at = draw(shelf.playlists.length);
          return answerDrawn(context, edition, `playlist list random ${locale} ${at}`, (projection) =>
            projection.playlistsRandomList(shelf.playlists[at], locale),
          );
        }
        const page = readPage(query.page);
        const search = readSearch(query);
        if (search !== undefined) {
          return answerFound(context, edition, `playlist ${locale} ${page} ${JSON.stringify(search)}`, (projection) => {
            const found = shelf
              .findPlaylists(search.terms)
              .filter(({ levels }) => levels.some((level) => meets(level, search)));
            return projection.playlistsList(view, found, page, locale);
          });
        }
        const place = placeOf(page, shelf.playlists.length);
        return answerCached(context, edition, `playlist list ${locale} ${place}`, (projection) =>
          projection.playlistsList(view, shelf.playlists, page, locale),
        );
      });
    },
    playlistRead: ({ context, params, query }) => {
      const { playlistName } = params;
      const locale = readLocale(firstOf(query.localization));
      return withEdition(playlistName.startsWith('provider-') ? 'provider' : 'release', (edition) => {
        const playlist = edition.shelf.readPlaylist(playlistName);
        if (playlist === undefined) return missing();
        return answerCached(context, edition, `playlist ${locale} ${playlistName}`, (projection) =>
          projection.playlistDetails(playlist, locale),
        );
      });
    },
    levelItemInfo: ({ context, params, query }) => {
      const locale = readLocale(firstOf(query.localization));
      return answerStatic(context, `${params.itemType} info ${locale}`, (projection) =>
        projection.staticInfo(params.itemType, locale),
      );
    },
    levelItemList: ({ context, params, query }) => {
      const locale = readLocale(firstOf(query.localization));
      const { itemType } = params;
      const page = readPage(query.page);
      const place = placeOf(page, projections.for(context.request).staticCount(itemType, locale));
      return answerStatic(context, `${itemType} list ${locale} ${place}`, (projection) =>
        projection.staticList(itemType, page, locale),
      );
    },
    levelItemRead: ({ context, params, query }) => {
      const locale = readLocale(firstOf(query.localization));
      const { itemType, itemName } = params;
      const text = projections.for(context.request).staticDetails(itemType, itemName, locale);
      if (text === undefined) return missing();
      return answerStatic(context, `${itemType} ${locale} ${itemName}`, () => text);
    },
    levelFileRead: ({ context, params }) =>
      guarded(() => {
        const { digest: sha1 } = params;
        const own = readLibraryFile(sha1);
        if (own !== undefined) return answerBytes(context, own.blob, sha1, own.mediaType);
        return answerStored(context, levelFileExtra(sha1), sha1);
      }),
  };
}

const draw = (count: number): number => Math.floor(Math.random() * count);

/** Cache key of a page: all pages past the end share one. */
const placeOf = (page: number, items: number): number => Math.min(page, Math.ceil(items / PAGE_ITEMS));
