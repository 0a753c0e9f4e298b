// Finds the paged lists of the document: which key of an answer is the list, and which parameter leads to the next page.
import type { Operation } from './document.ts';

export interface PagedList {
  /** The operation, with the list behind it when there are several. */
  readonly name: string;
  readonly operation: string;
  readonly items: string;
  /** The parameter that takes the cursor, or the number of the page. */
  readonly cursor: string;
  /** The key with the next cursor, or with the count of pages. */
  readonly next: string;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Every paged list. Throws if an operation takes a cursor and its list is not found. */
export function listPaged(operations: readonly Operation[]): readonly PagedList[] {
  return operations.flatMap((operation) => {
    const cursors = operation.query.filter((name) => /cursor$/i.test(name) || name === 'page');
    if (cursors.length === 0) return [];
    const lists = cursors.map((cursor) => listOf(operation, cursor));
    return lists.map(({ items, cursor, next }) => ({
      name: lists.length === 1 ? operation.id : operation.id + capital(items),
      operation: operation.id,
      items,
      cursor,
      next,
    }));
  });
}

function listOf({ id, answers }: Operation, cursor: string) {
  for (const { properties } of answers) {
    if (typeof properties !== 'object' || properties === null) continue;
    const keys = Object.keys(properties);
    const next = keys.find((key) => isNext(key, cursor));
    if (next === undefined) continue;
    const named = /^(.+)NextCursor$/.exec(next)?.[1];
    const items = named ?? keys.find((key) => Reflect.get(Reflect.get(properties, key), 'type') === 'array');
    if (items !== undefined && keys.includes(items)) return { items, cursor, next };
  }
  throw new Error(`${id}: the list that ${cursor} continues is not found`);
}

/** `commentsCursor` continues at `commentsNextCursor`; `cursor` at `nextCursor` or at the only key of this kind. */
function isNext(key: string, cursor: string): boolean {
  if (cursor === 'page') return key === 'pageCount';
  if (cursor === 'cursor') return key === 'nextCursor' || key.endsWith('NextCursor');
  return key === cursor.replace(/Cursor$/, 'NextCursor');
}
