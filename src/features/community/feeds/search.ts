// Search for one substring in any script: the index of one- and two-character grams narrows, the text itself decides, so
// that `%` and `_` mean themselves. A word that nearly every post holds is not collected and sorted but met by walking
// the newest posts; which words those are is read from the database's own statistics.
import { sql } from 'drizzle-orm';
import { SharedFlights } from '../../../kernel/shared-flights.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { readRow } from '../common/parts.ts';
import { gramQuery, listSearchedGrams } from '../common/text.ts';

/** Posts that a walk looks through before it asks the index after all; few sizes, so that the statements are few. */
const WALKS = [300, 1_200, 5_000] as const;
export type Walk = (typeof WALKS)[number];
const LONGEST_WALK = WALKS[2];
/** How many times as far as the share promises. */
const WALK_MARGIN = 3;
/** Share of posts from which on a word is common. */
const COMMON_SHARE = 0.02;
const FRESH_MS = 10 * 60_000;

/** How common grams are, as the database last counted. */
export class SearchStatistics {
  #shares: ReadonlyMap<string, number> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  readonly #reads = new SharedFlights<void>();

  /** Reads the statistics again when they are old. A failed read leaves them old, so that the next search tries again. */
  async refresh(db: Queries, now = performance.now()): Promise<void> {
    if (now - this.#readAt >= FRESH_MS) await this.#reads.share('statistics', () => this.#read(db, now));
  }

  async #read(db: Queries, now: number): Promise<void> {
    const row = await readRow<{ elements: readonly string[] | null; shares: readonly number[] | null }>(
      db,
      sql`
        select most_common_elems::text::text[] as elements, most_common_elem_freqs::text::float8[] as shares
        from pg_stats where schemaname = current_schema() and tablename = 'post' and attname = 'grams'`,
    );
    const { elements, shares } = row ?? {};
    this.#shares = new Map((elements ?? []).map((gram, index) => [gram, Number(shares?.[index] ?? 0)]));
    this.#readAt = now;
  }

  /** Share of posts that hold all of the grams, at most. */
  shareOf(grams: readonly string[]): number {
    return grams.reduce((least, gram) => Math.min(least, this.#shares.get(gram) ?? 0), 1);
  }
}

export interface SearchPlan {
  /** How many of the newest posts to walk through first; undefined: none, the word is rare. */
  readonly walk: Walk | undefined;
  /** What the index is asked for, as a `tsquery`. */
  readonly grams: string;
}

/** How to look for `count` posts with a folded text. */
export function planSearch(statistics: SearchStatistics, folded: string, count: number): SearchPlan {
  const grams = listSearchedGrams(folded);
  const share = statistics.shareOf(grams);
  const posts = (WALK_MARGIN * count) / share;
  return {
    walk: share < COMMON_SHARE ? undefined : (WALKS.find((walk) => walk >= posts) ?? LONGEST_WALK),
    grams: gramQuery(grams),
  };
}
