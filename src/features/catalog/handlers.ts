// Handlers of catalog routes: select the release, find the resource, slice or assemble the bytes, respond. The bytes
// come from reader.ts and computed.ts.

import { SIMPLE_BYTES } from '../../http/answer/hot-answers.ts';
import { answerTagged } from '../../http/answer/json.ts';
import { answerContent, type Content } from '../../http/content/bytes.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { PAGE_LIMIT_DEFAULT } from '../../kernel/names.ts';
import { Refusal, type RefusalCode, required } from '../../kernel/refusal.ts';
import { answerOn, type ChosenRelease, type ReleaseAnswers, withRelease } from '../release/serve/answers.ts';
import type { OpenedRelease } from '../release/serve/opened.ts';
import type { Releases } from '../release/serve/releases.ts';
import { planBatch, readBatch, readPage, readRelation, requirePageCursor } from './computed.ts';
import type { catalogContract } from './contract.ts';
import {
  CATALOG_MANIFEST_PATH,
  CATALOG_SUMMARY_PATH,
  SOURCE_TREE_PATH,
  sourceRecordPath,
  UI_MARKS_PATH,
} from './formats.ts';
import { catalogLinks, resourceLinks } from './links.ts';
import { type CatalogReader, type FoundValue, type ReadOrder, type ShardSet, then } from './reader.ts';

type Answer = Response | Promise<Response>;

interface CollectionQuery {
  readonly id: readonly string[];
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
  readonly release: string | undefined;
}

/** Part of the entity tags of pages. Changed when the same page of a release has other items than before. */
const PAGE_ENGINE = 'catalog order';
/** Twenty long ids fit. */
const BATCH_ADDRESS_MAX = 2048;

export function catalogHandlers(
  releases: Releases,
  answers: ReleaseAnswers,
  reader: CatalogReader,
  readOrder: ReadOrder,
): Handlers<typeof catalogContract> {
  const templates = new WeakMap<OpenedRelease, Record<'pinned' | 'current', Headers>>();

  /** Shared headers of a release's computed responses. */
  function computedHeaders({ release, pinned }: ChosenRelease): Headers {
    let made = templates.get(release);
    if (made === undefined) {
      const make = (cache: 'pinned' | 'current') =>
        answers.template(release, 'application/json', cache, { Vary: 'Accept-Encoding' });
      made = { pinned: make('pinned'), current: make('current') };
      templates.set(release, made);
    }
    return pinned ? made.pinned : made.current;
  }

  const standing =
    ({ release, pinned }: ChosenRelease) =>
    (): boolean =>
      releases.isStanding(release, pinned) && reader.isCatalogFresh(release);

  function answerDocument(
    context: RequestContext,
    chosen: ChosenRelease,
    path: string,
    absent: RefusalCode,
    links?: string,
  ): Answer {
    return then(chosen.release.readFile(path, absent), (file) => {
      const cache = chosen.pinned ? 'pinned' : 'current';
      return answerContent(
        context,
        answers.content(chosen.release, required(file, absent), {
          cache,
          kind: 'document',
          isFresh: standing(chosen),
          ...(links !== undefined && { links }),
        }),
      );
    });
  }

  function answerValue(context: RequestContext, chosen: ChosenRelease, value: FoundValue | undefined): Answer {
    const found = required(value, 'entity_not_found');
    const { start, end, etag } = found.value;
    const { blob } = found.shard;
    const content: Content = {
      identity: { bytes: end - start, etag, open: () => blob.slice(start, end) },
      headers: computedHeaders(chosen),
      ranges: false,
      isFresh: () => releases.isStanding(chosen.release, chosen.pinned) && reader.isFresh(chosen.release, found),
    };
    return answerContent(context, content);
  }

  async function answerBatch(
    context: RequestContext,
    chosen: ChosenRelease,
    set: ShardSet | undefined,
    tail: string,
    ids: readonly string[],
  ): Promise<Response> {
    const { release, pinned } = chosen;
    const { body, found, isComplete } = await readBatch(reader, release, set, ids);
    // A missing id has no value whose shard could be looked at, and a large body is not worth the memory.
    const isKeepable = isComplete && body.size <= SIMPLE_BYTES;
    const isFresh = (): boolean =>
      releases.isStanding(release, pinned) && found.every((value) => reader.isFresh(release, value));
    return answerTagged(
      context,
      body,
      [release.releaseId, 'batch', tail, ...ids],
      computedHeaders(chosen),
      isKeepable ? { isFresh, addressMax: BATCH_ADDRESS_MAX } : undefined,
    );
  }

  /**
   * Responds with the index, a batch or a page of a collection. `tail` identifies the list in cursors and entity tags.
   */
  function answerCollection(
    context: RequestContext,
    chosen: ChosenRelease,
    query: CollectionQuery,
    tail: string,
    set: ShardSet | undefined,
    isDocument: boolean,
    index: string,
    links?: string,
  ): Answer {
    const paged = query.limit !== undefined || query.cursor !== undefined;
    if (query.id.length > 0) {
      if (paged) throw new Refusal('invalid_query');
      if (isDocument) throw new Refusal('entity_not_found');
      return answerBatch(context, chosen, set, tail, planBatch(query.id));
    }
    if (!paged) return answerDocument(context, chosen, index, 'catalog_missing', links);
    if (isDocument || set === undefined) throw new Refusal('pagination_unavailable');
    const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
    const cursor =
      query.cursor === undefined
        ? undefined
        : requirePageCursor(query.cursor, chosen.release.server, tail, chosen.release.releaseId);
    const { release } = chosen;
    return then(readOrder(release, set, index), async (order) => {
      const position = cursor?.position ?? 0;
      const body = await readPage(reader, release, set, order, { tail, limit, position });
      const identity = [release.releaseId, 'page', PAGE_ENGINE, tail, String(limit), String(position)];
      return answerTagged(context, body, identity, linkedHeaders(computedHeaders(chosen), links));
    });
  }

  /** Like withRelease. A following page stays on the release of its cursor. */
  function withCollection(
    server: string,
    query: CollectionQuery,
    tail: string,
    answer: (chosen: ChosenRelease) => Answer,
  ): Answer {
    if (query.cursor === undefined || query.id.length > 0) {
      return withRelease(releases, answers, server, query.release, answer);
    }
    const { releaseId } = requirePageCursor(query.cursor, server, tail, query.release);
    return then(releases.requirePinned(server, releaseId), (release) => answerOn(answers, release, true, answer));
  }

  const answerSource = (context: RequestContext, server: string, pin: string | undefined, path: string): Answer =>
    withRelease(releases, answers, server, pin, (chosen) =>
      then(chosen.release.readFile(sourceRecordPath(path), 'object_corrupt'), (found) => {
        const file = required(found, 'source_not_found');
        const cache = chosen.pinned ? 'pinned' : 'current';
        return answerContent(
          context,
          answers.content(chosen.release, file, { cache, kind: 'document', isFresh: standing(chosen) }),
        );
      }),
    );

  return {
    catalogRead: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        answerDocument(
          context,
          chosen,
          CATALOG_MANIFEST_PATH,
          'catalog_manifest_missing',
          catalogLinks(chosen.release.releaseId, ''),
        ),
      ),
    catalogSummary: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        answerDocument(
          context,
          chosen,
          CATALOG_SUMMARY_PATH,
          'catalog_missing',
          catalogLinks(chosen.release.releaseId, '../'),
        ),
      ),
    marksRead: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        answerDocument(context, chosen, UI_MARKS_PATH, 'catalog_missing'),
      ),
    sourceTree: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        answerDocument(context, chosen, SOURCE_TREE_PATH, 'source_index_missing'),
      ),
    sourceAssetRead: ({ context, params, query }) =>
      answerSource(context, params.server, query.release, `Assets/${params.path}`),
    sourcePackageRead: ({ context, params, query }) =>
      answerSource(context, params.server, query.release, `Packages/${params.path}`),
    resourceRead: ({ context, params, query }) =>
      withCollection(params.server, query, params.resource, (chosen) =>
        then(reader.requireResource(chosen.release, params.resource), ({ name, entry, entities }) => {
          const isDocument = entry.kind === 'document';
          const links = resourceLinks(chosen.release.releaseId, name, isDocument);
          return answerCollection(context, chosen, query, name, entities, isDocument, entry.index, links);
        }),
      ),
    entityRead: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        then(reader.requireResource(chosen.release, params.resource), ({ entities }) =>
          then(reader.readValue(chosen.release, entities, params.id), (found) => answerValue(context, chosen, found)),
        ),
      ),
    viewRead: ({ context, params, query }) =>
      withCollection(params.server, query, `${params.resource}/${params.view}`, (chosen) =>
        then(reader.requireResource(chosen.release, params.resource), ({ views }) => {
          const view = required(views.get(params.view), 'view_not_found');
          const tail = `${params.resource}/${params.view}`;
          return answerCollection(context, chosen, query, tail, view.entities, false, view.entry.index);
        }),
      ),
    viewEntityRead: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        then(reader.requireResource(chosen.release, params.resource), ({ views }) => {
          const view = required(views.get(params.view), 'view_not_found');
          return then(reader.readValue(chosen.release, view.entities, params.id), (found) => {
            if (found === undefined)
              throw new Refusal('entity_not_found', { message: 'Catalog view entity not found' });
            return answerValue(context, chosen, found);
          });
        }),
      ),
    relationRead: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        then(reader.requireResource(chosen.release, params.resource), (resource) => {
          const relation = resource.relations.get(params.relation);
          if (relation === undefined || params.key === '') throw new Refusal('relation_not_found');
          return readRelation(reader, chosen.release, resource, relation, params.key).then((body) =>
            answerTagged(
              context,
              body,
              [chosen.release.releaseId, 'relation', params.resource, params.relation, params.key],
              computedHeaders(chosen),
            ),
          );
        }),
      ),
  };
}

function linkedHeaders(shared: Headers, links: string | undefined): Headers {
  if (links === undefined) return shared;
  const headers = new Headers(shared);
  headers.set('Link', links);
  return headers;
}
