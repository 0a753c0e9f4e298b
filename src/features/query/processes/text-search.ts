// Finds and ranks what a search finds in a resource. Its texts stay in memory for the next search, unless they are many.
import type { Database } from 'bun:sqlite';
import type { SqlValue } from '../common/file-tables.ts';
import type { Search } from '../common/fold.ts';
import { holdsTerms } from '../language/conditions.ts';
import { TITLES_LAYOUT } from '../language/plan.ts';
import type { QueriedResource } from '../language/queried-resource.ts';
import type { CachedArrays } from './cached-arrays.ts';
import { RANKS, SearchedTexts, type TextRow } from './searched-texts.ts';

export interface TextSearchDependencies {
  readonly db: Database;
  readonly arrays: CachedArrays;
  /** Names the file in keys of what is cached. */
  readonly file: string;
}

/** Characters of texts that are ranked at once where texts are not cached. */
const CHARACTERS_AT_ONCE = 1024 ** 2;

/** The texts of a resource; undefined: they are too large to cache. */
export function readTexts({ db, arrays, file }: TextSearchDependencies, resource: QueriedResource) {
  const key = `${file} ${resource.number}`;
  const known = arrays.texts.read(key);
  if (known !== undefined) return known === 'large' ? undefined : known;
  const rows: TextRow[] = [];
  let characters = 0;
  for (const row of selectTexts(db, resource, [])) {
    rows.push(row);
    characters += row.text.length;
    if (characters <= arrays.limits.textCharactersEach) continue;
    arrays.texts.keep(key, 'large');
    return undefined;
  }
  const texts = new SearchedTexts(rows);
  arrays.texts.keep(key, texts);
  return texts;
}

/** Positions of what a search finds by rank, each in catalog order. */
export function rankTexts(
  dependencies: TextSearchDependencies,
  resource: QueriedResource,
  search: Search,
): readonly (readonly number[])[] {
  const kept = readTexts(dependencies, resource);
  if (kept !== undefined) return kept.rank(search);
  const ranked: number[][] = Array.from({ length: RANKS }, () => []);
  let rows: TextRow[] = [];
  let characters = 0;
  const rankRows = (): void => {
    const parts = new SearchedTexts(rows).rank(search);
    for (const [rank, positions] of parts.entries()) for (const position of positions) ranked[rank]?.push(position);
    rows = [];
    characters = 0;
  };
  for (const row of selectTexts(dependencies.db, resource, search.terms)) {
    rows.push(row);
    characters += row.text.length;
    if (characters > CHARACTERS_AT_ONCE) rankRows();
  }
  rankRows();
  return ranked;
}

/** The texts that have all terms. Files of layout 2 do not say where titles end. */
function selectTexts(
  db: Database,
  { number, layout }: QueriedResource,
  terms: readonly string[],
): IterableIterator<TextRow> {
  const title = layout < TITLES_LAYOUT ? '0' : 'length(cast(substr(t.text, 1, t.title) as blob))';
  const where = terms.length === 0 ? '' : ` where ${holdsTerms(terms)}`;
  return db
    .query<TextRow, SqlValue[]>(
      `select t.position as position, t.text as text, ${title} as title from _t${number} t${where} order by t.position`,
    )
    .iterate(...terms);
}
