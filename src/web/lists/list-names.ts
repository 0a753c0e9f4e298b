// What a list is called: its title, or what its kind and its collection say.
import type { AnswerBody } from '../client/endpoints.ts';
import { LISTS_MESSAGES } from '../messages/lists.ts';
import type { PageContext } from '../shell/page-context.ts';

export type EntityList = AnswerBody<'GET /api/v1/me/lists'>['lists'][number];

/** What pages call collections, by `server/resource`. */
export type CollectionNames = ReadonlyMap<string, string>;

interface Collection {
  readonly server: string;
  readonly resource: string;
}

/** Reads what collections are called; what cannot be read is left out. */
export type ReadCollectionNames = (page: PageContext, wanted: readonly Collection[]) => Promise<CollectionNames>;

/** The collections that name lists, each once. */
export function namedCollections(lists: readonly EntityList[]): readonly Collection[] {
  const found = lists.flatMap(({ kind, server, resource }) =>
    kind === 'named' || server === null || resource === null ? [] : [{ server, resource }],
  );
  return [...new Map(found.map((one) => [`${one.server}/${one.resource}`, one])).values()];
}

/** The title of a list. */
export function listName(
  page: PageContext,
  { kind, title, server, resource }: EntityList,
  names: CollectionNames = new Map(),
): string {
  if (kind === 'named') return title;
  const say = page.sayFrom(LISTS_MESSAGES);
  const collection = `${server}/${resource}`;
  return say(kind === 'owned' ? 'ownedIn' : 'wantedIn', { name: names.get(collection) ?? collection });
}

export const listAddress = (page: PageContext, { id }: Pick<EntityList, 'id'>): string => page.path(`/lists/${id}`);
