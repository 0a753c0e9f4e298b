// The titles of all entities of a release in memory, searched one by one. With 20,000 entities that takes about a millisecond, so
// that suggestions need no query process. Pure.
import { nearText } from '../../../kernel/near-text.ts';
import { foldText } from '../../query/common/fold.ts';

/** A text as titles are compared: width, case, accents and kinds of kana are equal, white space is one space. */
export const foldTitle = (text: string): string => foldText(text).replace(/\s+/gu, ' ').trim();

export interface TitledCollection {
  readonly resource: string;
  readonly ids: readonly string[];
  /** The titles of an entity, folded, each in a line. */
  readonly texts: readonly string[];
}

interface TitleHit {
  readonly resource: string;
  readonly id: string;
}

export interface TitleHits {
  /** By rank, the best first; at most as many of each rank as were asked for. */
  readonly ranked: readonly (readonly TitleHit[])[];
  readonly total: number;
}

/** Whole title, its beginning, the beginning of a word, within words, all terms apart from each other. */
const RANKS = 5;

/** Entities whose title contains the text, or all of its terms. `q` is folded by `foldTitle`. */
export function searchTitles(collections: readonly TitledCollection[], q: string, limit: number): TitleHits {
  const terms = q.split(' ');
  return collect(collections, limit, (text) => rankOf(text, q, terms));
}

/** Entities in whose titles one character of the text is wrong. */
export function searchNearTitles(collections: readonly TitledCollection[], q: string, limit: number): TitleHits {
  const near = nearText(q);
  if (near === undefined) return { ranked: [], total: 0 };
  return collect(collections, limit, (text) =>
    near.pieces.some((piece) => text.includes(piece)) && text.split('\n').some((line) => near.isIn(line))
      ? 0
      : undefined,
  );
}

function rankOf(text: string, q: string, terms: readonly string[]): number | undefined {
  const at = text.indexOf(q);
  if (at === -1) return terms.length > 1 && terms.every((term) => text.includes(term)) ? RANKS - 1 : undefined;
  const lines = `\n${text}\n`;
  if (lines.includes(`\n${q}\n`)) return 0;
  if (lines.includes(`\n${q}`)) return 1;
  return text.includes(` ${q}`) ? 2 : 3;
}

function collect(
  collections: readonly TitledCollection[],
  limit: number,
  rank: (text: string) => number | undefined,
): TitleHits {
  const ranked: TitleHit[][] = Array.from({ length: RANKS }, () => []);
  let total = 0;
  for (const { resource, ids, texts } of collections) {
    texts.forEach((text, at) => {
      const place = rank(text);
      if (place === undefined) return;
      total += 1;
      const hits = ranked[place];
      const id = ids[at];
      if (hits !== undefined && id !== undefined && hits.length < limit) hits.push({ resource, id });
    });
  }
  return { ranked, total };
}
