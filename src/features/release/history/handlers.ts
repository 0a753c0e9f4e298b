// Routes of history, changes and feed: choose the releases, ask for what is known of them, answer. Releases that were never
// current are answered as unknown ones.
import { answerContent, blobRepresentation, type Content, matchesAny } from '../../../http/content/bytes.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { cutPage } from '../../../kernel/page.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { compareFields } from '../common/compare-fields.ts';
import { answerOn, type ReleaseAnswers } from '../serve/answers.ts';
import type { OpenedRelease } from '../serve/opened.ts';
import type { Releases } from '../serve/releases.ts';
import type { ComparisonPlaces } from './comparison-places.ts';
import { type ComparisonCounts, type Comparisons, readChanges, totalOf } from './comparisons.ts';
import { CHANGES_LIMIT_DEFAULT, FEED_ENTRIES, HISTORY_LIMIT_DEFAULT, type historyContract } from './contract.ts';
import {
  readChangesCursor,
  readEntityHistoryCursor,
  readHistoryCursor,
  writeChangesCursor,
  writeEntityHistoryCursor,
  writeHistoryCursor,
} from './cursors.ts';
import type { EntityChanges } from './entity-changes.ts';
import type { EntityDocuments } from './entity-documents.ts';
import { readEntityHistory } from './entity-history.ts';
import { addValues, readOneChange } from './entity-values.ts';
import { type FeedEntry, presentFeed } from './feed.ts';
import type { ReadFieldTypes } from './field-types.ts';
import type { PromotionView, PromotionViews, Turn } from './promotion-views.ts';
import type { ReleaseFacts, StoredReleaseList, StoredReleases } from './stored-releases.ts';

export interface HistoryHandlerDependencies {
  readonly releases: Releases;
  readonly answers: ReleaseAnswers;
  readonly views: PromotionViews;
  readonly stored: StoredReleases;
  readonly comparisons: Comparisons;
  readonly documents: EntityDocuments;
  readonly entityChanges: EntityChanges;
  readonly places: ComparisonPlaces;
  readonly readFieldTypes: ReadFieldTypes;
  /** Address for links in the answer to a request. */
  readonly linksFor: (request: Request) => string;
  /** Public address, for ids. */
  readonly publicUrl: () => string;
}

const ATOM = 'application/atom+xml; charset=utf-8';
const JSON_TYPE = 'application/json';

/** Incremented when the history of an entity is answered differently than by the version before. */
const ENGINE = 1;

export function historyHandlers(dependencies: HistoryHandlerDependencies): Handlers<typeof historyContract> {
  const { releases, answers, views, stored: kept, comparisons, documents, entityChanges, places } = dependencies;

  /** A release that is or was current. */
  async function requireOnceCurrent(server: string, view: PromotionView, releaseId: string): Promise<OpenedRelease> {
    const isKnown = view.releases.some((turn) => turn.releaseId === releaseId);
    if (!isKnown) throw new Refusal('release_not_found');
    return releases.requirePinned(server, releaseId);
  }

  /** The release that was current before this one last became current; releases that are gone are passed over. */
  async function requireEarlier(server: string, view: PromotionView, to: string): Promise<OpenedRelease> {
    const last = view.turns.findLastIndex(({ releaseId }) => releaseId === to);
    const { ids } = await kept.list(server, view.version);
    for (const { releaseId } of view.turns.slice(0, Math.max(0, last)).reverse()) {
      if (releaseId === to) continue;
      if (ids.has(releaseId)) return releases.requirePinned(server, releaseId);
    }
    throw new Refusal('release_not_found', { message: 'There is no release before this one' });
  }

  const standing = (server: string, view: PromotionView, list: StoredReleaseList) => (): boolean =>
    views.isStanding(server, view) && kept.isStanding(server, list);

  /** What changed between two releases of the feed; undefined when the earlier one is gone. */
  async function countChanges(server: string, from: string, to: string): Promise<ComparisonCounts | undefined> {
    const known = comparisons.known(server, from, to);
    if (known !== undefined) return known;
    return comparisons.count(await releases.requirePinned(server, from), await releases.requirePinned(server, to));
  }

  function textContent(body: string, headers: Headers, isFresh: () => boolean, etag = `"${sha256Hex(body)}"`): Content {
    return { identity: blobRepresentation(new Blob([body]), etag), headers, ranges: false, isFresh };
  }

  return {
    releaseHistory: async ({ context, params, query }) => {
      const { server } = params;
      const current = releases.requireCurrent(server);
      return answerOn(answers, current, false, async () => {
        const after = readHistoryCursor(server, query.cursor);
        const view = await views.require(server);
        const limit = query.limit ?? HISTORY_LIMIT_DEFAULT;
        const list = await kept.list(server, view.version);
        const rows: { readonly turn: Turn; readonly facts: ReleaseFacts }[] = [];
        for (const turn of view.releases) {
          if (rows.length > limit) break;
          if ((after !== undefined && turn.number >= after) || !list.ids.has(turn.releaseId)) continue;
          const facts = await kept.find(server, turn.releaseId);
          if (facts !== undefined) rows.push({ turn, facts });
        }
        const { rows: shown, next } = cutPage(rows, limit, ({ turn }) => turn.number);
        const page = shown.map(({ turn, facts: { releaseId, sourceId, publishedAt, ...sizes } }) => ({
          releaseId,
          sourceId,
          publishedAt,
          promotedAt: turn.at,
          current: releaseId === view.current,
          ...sizes,
        }));
        const nextCursor = writeHistoryCursor(server, next);
        const headers = answers.template(current, JSON_TYPE, 'current');
        const body = JSON.stringify({ releases: page, nextCursor });
        return answerContent(context, textContent(body, headers, standing(server, view, list)));
      });
    },

    releaseChanges: async ({ context, params, query }) => {
      const { server } = params;
      const { resource, id, values, files, schema } = query;
      const isList = resource !== undefined || files !== undefined;
      const forms = [resource, files, schema].filter((form) => form !== undefined);
      if (forms.length > 1) throw new Refusal('invalid_query');
      if (resource === undefined && (id !== undefined || values !== undefined)) throw new Refusal('invalid_query');
      if (!isList && (query.limit !== undefined || query.cursor !== undefined)) throw new Refusal('invalid_query');
      const one = id === undefined ? '' : ` ${id}`;
      const list = resource === undefined ? 'files' : `resource ${resource}${one}`;
      const cursor = readChangesCursor(server, list, query);
      const [named, before] = cursor === undefined ? [query.to, query.from] : [cursor.to, cursor.from];
      const pinned = named !== undefined && before !== undefined;
      const view = await views.require(server);
      const to = named === undefined ? releases.requireCurrent(server) : await requireOnceCurrent(server, view, named);
      return answerOn(answers, to, pinned, async () => {
        const from =
          before === undefined
            ? await requireEarlier(server, view, to.releaseId)
            : await requireOnceCurrent(server, view, before);
        const pair = { from: from.releaseId, to: to.releaseId };
        const isFresh = (): boolean =>
          releases.isStanding(to, true) &&
          releases.isStanding(from, true) &&
          (pinned || views.isStanding(server, view));
        const headers = answers.template(to, JSON_TYPE, pinned ? 'pinned' : 'current');
        const answer = (body: string) => answerContent(context, textContent(body, headers, isFresh));
        if (schema !== undefined) {
          const before = await dependencies.readFieldTypes(from, context);
          const after = await dependencies.readFieldTypes(to, context);
          const computed = answers.template(to, JSON_TYPE, pinned ? 'pinned-computed' : 'current');
          const body = JSON.stringify({ schema: compareFields(before, after) });
          return answerContent(context, textContent(body, computed, isFresh));
        }
        if (resource !== undefined && id !== undefined) {
          const question = { from, to, resource, hasValues: values !== undefined };
          const item = await places.run(context, (signal) =>
            readOneChange(documents, entityChanges, { ...question, id, signal }),
          );
          return answer(`{"items":[${item ?? ''}],"nextCursor":null}`);
        }
        if (!isList) return answer(JSON.stringify({ ...pair, ...(await comparisons.count(from, to)) }));
        const comparison = await comparisons.require(from, to);
        const changes = resource === undefined ? comparison.files : comparison.resources.get(resource);
        if (changes === undefined) throw new Refusal('resource_not_found');
        const start = cursor?.after ?? 0;
        const found = readChanges(changes, start, query.limit ?? CHANGES_LIMIT_DEFAULT);
        const items =
          resource === undefined || values === undefined
            ? found
            : await places.run(context, (signal) =>
                addValues(documents, entityChanges, { from, to, resource, lines: found, signal }),
              );
        const after = start + items.length;
        const next = after < totalOf(changes) ? writeChangesCursor({ server, ...pair, list, after }) : null;
        return answer(`{"items":[${items.join(',')}],"nextCursor":${JSON.stringify(next)}}`);
      });
    },

    catalogEntityHistory: async ({ context, params, query }) => {
      const { server, resource, id } = params;
      const current = releases.requireCurrent(server);
      return answerOn(answers, current, false, async () => {
        if (resource === '') throw new Refusal('resource_not_found');
        if (id === '') throw new Refusal('entity_not_found');
        const entity = { server, resource, id };
        const cursor = readEntityHistoryCursor(entity, query.cursor);
        const limit = query.limit ?? HISTORY_LIMIT_DEFAULT;
        const view = await views.require(server);
        const list = await kept.list(server, view.version);
        const turns = view.turns.filter(({ releaseId }) => list.ids.has(releaseId)).reverse();
        // The promotions decide the answer, so that a client that knows it costs no comparison.
        const facts = turns.map(({ number, releaseId }) => [number, releaseId]);
        const etag = `"${sha256Hex(JSON.stringify([ENGINE, entity, limit, cursor ?? null, facts]))}"`;
        const headers = answers.template(current, JSON_TYPE, 'current');
        const isFresh = standing(server, view, list);
        const known = context.request.headers.get('if-none-match');
        if (known !== null && known.trim() !== '*' && matchesAny(known, [etag])) {
          headers.set('etag', etag);
          headers.set('x-request-id', context.requestId);
          return new Response(null, { status: 304, headers });
        }
        const begin = cursor === undefined ? 0 : turns.findIndex(({ number }) => number <= cursor.number);
        const page = await places.run(context, (signal) =>
          readEntityHistory(documents, entityChanges, {
            ...entity,
            turns: begin === -1 ? [] : turns.slice(begin),
            limit,
            seen: cursor?.seen ?? 'nothing',
            signal,
          }),
        );
        if (page.next === undefined && page.seen !== 'entity') {
          throw new Refusal(page.seen === 'nothing' ? 'resource_not_found' : 'entity_not_found');
        }
        const next = page.next === undefined ? undefined : { number: page.next, seen: page.seen };
        const nextCursor = JSON.stringify(writeEntityHistoryCursor(entity, next));
        const body = `{"items":[${page.items.join(',')}],"nextCursor":${nextCursor}}`;
        return answerContent(context, textContent(body, headers, isFresh, etag));
      });
    },

    releaseFeed: async ({ context, params }) => {
      const { server } = params;
      const current = releases.requireCurrent(server);
      return answerOn(answers, current, false, async () => {
        const view = await views.require(server);
        const list = await kept.list(server, view.version);
        const entries: FeedEntry[] = [];
        for (const [i, turn] of [...view.turns.entries()].reverse()) {
          if (entries.length === FEED_ENTRIES) break;
          const { releaseId, kind, at } = turn;
          const facts = list.ids.has(releaseId) ? await kept.find(server, releaseId) : undefined;
          if (facts === undefined) continue;
          const from = view.turns[i - 1]?.releaseId;
          const counts =
            from === undefined || !list.ids.has(from) ? undefined : await countChanges(server, from, releaseId);
          const changes = from === undefined || counts === undefined ? undefined : { from, counts };
          entries.push({ releaseId, sourceId: facts.sourceId, kind, at, changes });
        }
        const links = dependencies.linksFor(context.request);
        const { displayName } = releases.listing.find(({ id }) => id === server) ?? { displayName: server };
        const body = presentFeed({
          server,
          displayName,
          publicUrl: dependencies.publicUrl(),
          linksUrl: links,
          entries,
        });
        const headers = answers.template(current, ATOM, 'current', { 'Content-Disposition': 'inline' });
        return answerContent(context, textContent(body, headers, standing(server, view, list)));
      });
    },
  };
}
