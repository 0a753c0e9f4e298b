// Reads paged lists, element by element or page by page, by cursor or by page number.
import { isObject } from '../common/json.ts';
import { PAGED } from '../generated/operations.ts';
import type { CallOptions, Connection } from './connection.ts';
import { callOperation, isOperation, type LooseInput } from './operations.ts';
import type { Answer, Input, ListId, ListItem, ListOperation } from './types.ts';

/**
 * Elements of all pages, each page being read when it is needed. `pages()` has the answers themselves. When the signal of the call
 * aborts, loops end without an error.
 */
export interface Paged<Item, Page> extends AsyncIterable<Item> {
  pages(): AsyncIterable<Page>;
  /** All elements, at most `max`. Rejects when the signal aborts, because the list would not be whole. */
  toArray(max?: number): Promise<Item[]>;
}

type PagedOf<Id extends ListId> = Paged<ListItem<Id>, Answer<ListOperation<Id>>>;
type List<Id extends ListId> =
  Record<never, never> extends Input<ListOperation<Id>>
    ? (input?: Input<ListOperation<Id>>, options?: CallOptions) => PagedOf<Id>
    : (input: Input<ListOperation<Id>>, options?: CallOptions) => PagedOf<Id>;

/** Every paged list of the interface, by its name. */
export type Lists = { readonly [Id in keyof typeof PAGED]: List<Id> };

/** How a list goes on: what to add to the input for the next page; undefined after the last one. */
type NextInput<Page> = (page: Page, input: LooseInput) => LooseInput | undefined;

/**
 * Elements of pages. `read` must answer the page for an input, `itemsOf` the elements in it. Loops end when `signal` aborts.
 */
export function openPages<Item, Page>(
  first: LooseInput,
  read: (input: LooseInput) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
  nextInput: NextInput<Page>,
  signal: AbortSignal | undefined,
): Paged<Item, Page> {
  const hasEnded = (): boolean => signal?.aborted === true;
  async function* pages(): AsyncGenerator<Page, void, undefined> {
    let input: LooseInput | undefined = first;
    while (input !== undefined && !hasEnded()) {
      let page: Page;
      try {
        page = await read(input);
      } catch (error) {
        if (hasEnded()) return;
        throw error;
      }
      yield page;
      const next = nextInput(page, input);
      input = next === undefined ? undefined : { ...input, ...next };
    }
  }
  async function* items(): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages()) {
      for (const item of itemsOf(page)) {
        if (hasEnded()) return;
        yield item;
      }
    }
  }
  return {
    [Symbol.asyncIterator]: items,
    pages,
    toArray: async (max = Number.POSITIVE_INFINITY) => {
      const found: Item[] = [];
      if (max <= 0) return found;
      for await (const item of items()) if (found.push(item) >= max) return found;
      signal?.throwIfAborted();
      return found;
    },
  };
}

const isList = (name: string): name is ListId => Object.hasOwn(PAGED, name);

/** Every paged list over a connection. */
export function openLists(connection: Connection): Lists {
  const names = Object.keys(PAGED).filter(isList);
  const list = (name: ListId) => (input?: LooseInput, options?: CallOptions) =>
    openList(connection, name, input, options);
  return Object.assign(Object.create(null), Object.fromEntries(names.map((name) => [name, list(name)])));
}

/** The paged list of this name. */
function openList(
  connection: Connection,
  name: ListId,
  input: LooseInput = {},
  options: CallOptions = {},
): Paged<unknown, unknown> {
  const [id = '', items = '', cursor = 'cursor', next = 'nextCursor'] = PAGED[name].split(' ');
  if (!isOperation(id)) throw new TypeError(`${id} is no operation`);
  return openPages(
    input,
    (page) => callOperation<unknown>(connection, id, page, options),
    (page) => listIn(page, items, name),
    cursor === 'page'
      ? (page, { page: number = 0 }) => nextNumber(page, Number(number), next)
      : nextCursor(cursor, next),
    options.signal,
  );
}

/** The cursor of the next page, and the seed that some cursors need. */
const nextCursor =
  (parameter: string, key: string): NextInput<unknown> =>
  (page) => {
    const value = isObject(page) ? page[key] : undefined;
    if (typeof value !== 'string') return undefined;
    const seed = isObject(page) && typeof page.seed === 'number' ? { seed: page.seed } : {};
    // A fresh feed is asked for once.
    return { ...seed, refresh: undefined, [parameter]: value };
  };

const nextNumber = (page: unknown, number: number, key: string): LooseInput | undefined => {
  const count = isObject(page) ? page[key] : undefined;
  // Random lists have no end (-1).
  return typeof count === 'number' && number + 1 < count ? { page: number + 1 } : undefined;
};

function listIn(page: unknown, key: string, name: string): readonly unknown[] {
  const found = isObject(page) ? page[key] : undefined;
  if (!Array.isArray(found)) throw new TypeError(`the answer of ${name} with these parameters is no list`);
  return found;
}
