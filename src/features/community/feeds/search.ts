// Substring search in any script. An index of one- and two-character grams narrows the candidates and the text itself
// decides, so `%` and `_` are ordinary characters. For a frequent word, the newest posts are walked instead of
// collecting and sorting all matches. PostgreSQL's column statistics tell which words are frequent.
import { z } from 'zod';
import { SharedFlights } from '../../../kernel/concurrency/shared-flights.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { readRow } from '../../../platform/database/rows.ts';
import { gramQuery, listSearchedGrams } from '../common/text.ts';

/** Number of posts that a walk examines before the index is used. Few values, so that there are few statements. */
const WALKS = [300, 1_200, 5_000] as const;
export type Walk = (typeof WALKS)[number];
const LONGEST_WALK = WALKS[2];
/** Safety factor over the length that the word's frequency suggests. */
const WALK_MARGIN = 3;
/** Share of posts from which a word counts as frequent. */
const COMMON_SHARE = 0.02;
const FRESH_MS = 10 * 60_000;

const statisticsRow = z.object({ elements: z.array(z.string()).nullable(), shares: z.array(z.number()).nullable() });

/** Frequencies of grams from PostgreSQL's statistics. */
export class SearchStatistics {
  #shares: ReadonlyMap<string, number> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  readonly #reads = new SharedFlights<void>();

  /** Refreshes the statistics when they are old. After a failure the next search tries again. */
  async refresh(db: Queries, now = performance.now()): Promise<void> {
    if (now - this.#readAt >= FRESH_MS) await this.#reads.share('statistics', () => this.#read(db, now));
  }

  async #read(db: Queries, now: number): Promise<void> {
    const row = await readRow(db, statisticsRow)`
      select most_common_elems::text::text[] as elements, most_common_elem_freqs::text::float8[] as shares
      from pg_stats where schemaname = current_schema() and tablename = 'post' and attname = 'grams'`;
    const { elements, shares } = row ?? {};
    this.#shares = new Map((elements ?? []).map((gram, index) => [gram, shares?.[index] ?? 0]));
    this.#readAt = now;
  }

  /** Upper bound of the share of posts that contain all of the grams. */
  shareOf(grams: readonly string[]): number {
    return grams.reduce((least, gram) => Math.min(least, this.#shares.get(gram) ?? 0), 1);
  }
}

export interface SearchPlan {
  /** How many of the newest posts to walk first; undefined for a rare word. */
  readonly walk: Walk | undefined;
  /** The `tsquery` for the index. */
  readonly grams: string;
}

/** How to find `count` posts that contain a folded text. */
export function planSearch(statistics: SearchStatistics, folded: string, count: number): SearchPlan {
  const grams = listSearchedGrams(folded);
  const share = statistics.shareOf(grams);
  const posts = (WALK_MARGIN * count) / share;
  return {
    walk: share < COMMON_SHARE ? undefined : (WALKS.find((walk) => walk >= posts) ?? LONGEST_WALK),
    grams: gramQuery(grams),
  };
}
