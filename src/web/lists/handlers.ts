// Handlers of lists' pages. Each reads and writes by the routes that a program would use.
import type { Handlers } from '../../http/routing/contract.ts';
import type { EntityName, ReadEntities } from '../community/common/entity-links.ts';
import { withPlainLines } from '../forms/lines.ts';
import { openingBy, submit, withStatus } from '../forms/opening.ts';
import { isStale, type Refused, requireAsked, showList } from '../shell/asked.ts';
import type { PageContext } from '../shell/page-context.ts';
import { ownPathOr } from '../shell/return-path.ts';
import type { Shell } from '../shell/shell.ts';
import { comparePage } from './compare-page.tsx';
import type { listPages } from './contract.ts';
import { importPage } from './import-page.tsx';
import { type EntityList, namedCollections, type ReadCollectionNames } from './list-names.ts';
import { type ListData, listPage } from './list-page.tsx';
import { type OwnListsData, ownListsPage } from './own-lists-page.tsx';

export interface ListPageDependencies {
  readonly shell: Shell;
  readonly readEntities: ReadEntities;
  readonly readCollectionNames: ReadCollectionNames;
}

const isUuid = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
/** Statuses that a field of a form causes. */
const isFieldFault = ({ status }: Refused): boolean => status === 409 || status === 422;

export function listPageHandlers({
  shell,
  readEntities,
  readCollectionNames,
}: ListPageDependencies): Handlers<typeof listPages> {
  const { anybody, signedIn } = openingBy(shell);
  const namesOfLists = (page: PageContext, lists: readonly EntityList[]) =>
    readCollectionNames(page, namedCollections(lists));

  const readLists = (page: PageContext, cursor?: string) => page.ask('GET /api/v1/me/lists', { query: { cursor } });

  async function showOwn(page: PageContext, more: Omit<OwnListsData, 'found' | 'names'> = {}) {
    const found = requireAsked(await readLists(page));
    return ownListsPage(page, { found, names: await namesOfLists(page, found.lists), ...more });
  }

  /** The list as its viewer may see it. */
  async function showOne(
    page: PageContext,
    listId: string,
    {
      cursor,
      ...more
    }: { readonly cursor?: string | undefined } & Omit<ListData, 'found' | 'cards' | 'names' | 'isFirst'> = {},
  ) {
    const params = { listId };
    const asked = await page.ask('GET /api/v1/community/lists/{listId}', { params, query: { cursor } });
    return showList(asked, `/lists/${listId}`, async (found) => {
      const [cards, names] = await Promise.all([
        readEntities(page, namesOf(found.entries)),
        namesOfLists(page, [found.list]),
      ]);
      return listPage(page, { found, cards, names, isFirst: cursor === undefined, ...more });
    });
  }

  const showAgain = (page: PageContext, listId: string, { status, code }: Refused) =>
    withStatus(status, showOne(page, listId, { fault: code }));

  return {
    ownListsPage: signedIn(async (page, { query: { cursor, done } }) => {
      const asked = await readLists(page, cursor);
      return showList(asked, '/settings/lists', async (found) =>
        ownListsPage(page, { found, names: await namesOfLists(page, found.lists), done }),
      );
    }),
    listCreateForm: signedIn(async (page, { body: { description, ...body } }) =>
      submit(
        await page.ask('POST /api/v1/me/lists', { body: { ...body, description: withPlainLines(description) } }),
        ({ list }) => `/lists/${list.id}?done=created`,
        (refused) =>
          isFieldFault(refused) &&
          withStatus(refused.status, showOwn(page, { fault: refused.code, typed: { ...body, description } })),
      ),
    ),
    listPage: anybody((page, { params, query: { cursor, done } }) => showOne(page, params.listId, { cursor, done })),
    listComparePage: signedIn(async (page, { query: { a, b, cursor } }) => {
      const lists = requireAsked(await page.ask('GET /api/v1/me/lists', { query: { limit: 100 } })).lists;
      if (!isUuid(a) || !isUuid(b)) {
        return comparePage(page, { lists, names: await namesOfLists(page, lists), a, b });
      }
      const asked = await page.ask('GET /api/v1/me/lists/compare', {
        query: { a, b, limit: 100, cursor },
      });
      if (isStale(asked)) return { redirectTo: `/lists/compare?a=${a}&b=${b}` };
      const found = requireAsked(asked);
      const [cards, names] = await Promise.all([
        readEntities(page, namesOf([...found.both, ...found.onlyA, ...found.onlyB])),
        namesOfLists(page, [...lists, found.a, found.b]),
      ]);
      return comparePage(page, { lists, names, a, b, compared: { found, cards } });
    }),
    listMarkForm: signedIn(async (page, { body }) => {
      const { server, resource, id, then } = body;
      const kind = body.owned === undefined ? 'wanted' : 'owned';
      const active = body[kind] === 'true';
      return submit(
        await page.ask('PUT /api/v1/me/lists/{listId}/entries', {
          params: { listId: kind },
          body: { subjects: [{ server, resource, id }], active },
        }),
        ownPathOr(then),
      );
    }),
    listAddForm: signedIn(async (page, { body: { list, then, ...subject } }) =>
      submit(
        await page.ask('PUT /api/v1/me/lists/{listId}/entries', {
          params: { listId: list },
          body: { subjects: [subject], active: true },
        }),
        ownPathOr(then),
      ),
    ),
    listEditForm: signedIn(async (page, { params, body: { description, title, ...body } }) =>
      submit(
        await page.ask('PATCH /api/v1/me/lists/{listId}', {
          params,
          body: { ...body, description: withPlainLines(description), ...(title === undefined ? {} : { title }) },
        }),
        `/lists/${params.listId}?done=saved`,
        (refused) => isFieldFault(refused) && showAgain(page, params.listId, refused),
      ),
    ),
    listDeleteForm: signedIn(async (page, { params }) =>
      submit(await page.ask('DELETE /api/v1/me/lists/{listId}', { params }), '/settings/lists?done=deleted'),
    ),
    listEntryForm: signedIn(async (page, { params, body }) => {
      const { act, count, note, ...subject } = body;
      const asked =
        act === 'remove'
          ? await page.ask('PUT /api/v1/me/lists/{listId}/entries', {
              params,
              body: { subjects: [subject], active: false },
            })
          : await page.ask('PATCH /api/v1/me/lists/{listId}/entries', {
              params,
              body: { subject, count: countOf(count), note },
            });
      return submit<unknown>(
        asked,
        `/lists/${params.listId}?done=saved`,
        (refused) => isFieldFault(refused) && showAgain(page, params.listId, refused),
      );
    }),
    listMoveForm: signedIn(async (page, { params, body: { id, after, version } }) =>
      submit(
        await page.ask('PUT /api/v1/me/lists/{listId}/order', {
          params,
          body: { ids: [id], after: after === '' ? null : after, version },
        }),
        `/lists/${params.listId}`,
        (refused) => isFieldFault(refused) && showAgain(page, params.listId, refused),
      ),
    ),
    listImportPage: signedIn(async (page, { params }) => {
      const { list } = requireAsked(await page.ask('GET /api/v1/me/lists/{listId}', { params, query: { limit: 1 } }));
      return importPage(page, { list, names: await namesOfLists(page, [list]) });
    }),
    listImportForm: signedIn(async (page, { params, body: { format, text, act } }) => {
      const dryRun = act === 'try';
      const asked = await page.ask('POST /api/v1/me/lists/{listId}/import', { params, body: { format, text, dryRun } });
      const { list } = requireAsked(await page.ask('GET /api/v1/me/lists/{listId}', { params, query: { limit: 1 } }));
      const names = await namesOfLists(page, [list]);
      const typed = { format, text };
      if (asked.ok) return importPage(page, { list, names, typed, result: { ...asked.body, isTried: dryRun } });
      if (!isFieldFault(asked)) requireAsked(asked);
      return withStatus(asked.status, importPage(page, { list, names, typed, fault: asked.message ?? asked.code }));
    }),
    listReportForm: signedIn(async (page, { params, body: { reasonCode, details } }) =>
      submit(
        await page.ask('POST /api/v1/community/reports', {
          body: {
            targetKind: 'list',
            targetId: params.listId,
            reasonCode,
            details: details.trim() === '' ? null : details,
          },
        }),
        `/lists/${params.listId}?done=reported`,
        (refused) => isFieldFault(refused) && showAgain(page, params.listId, refused),
      ),
    ),
  };
}

/** A typed count; empty: none. 0, which the interface refuses, stands for anything else. */
const countOf = (text: string): number | null =>
  text.trim() === '' ? null : /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;

const namesOf = (entries: readonly { readonly subject: EntityName }[]): readonly EntityName[] =>
  entries.map(({ subject: { server, resource, id } }) => ({ server, resource, id }));
