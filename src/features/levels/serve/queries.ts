// Parses the query of a list or info document: locale, source, random draw, search, page. Lenient: invalid values are
// ignored, never refused (protocol sheet, 1.1). Pure.
import { PROVIDER, type View } from './projection.ts';
import { readTerms } from './search.ts';
import type { Level } from './shelf.ts';

type Words = readonly string[] | undefined;

/** The first of a repeated parameter. */
export const firstOf = (words: Words): string | undefined => words?.[0];

export interface Search {
  readonly terms: readonly string[];
  /** Undefined: any difficulty. */
  readonly difficulties: readonly string[] | undefined;
  readonly ratingMin: number | undefined;
  readonly ratingMax: number | undefined;
}

/** The songs that a query selects. */
export const readView = (query: { readonly type?: Words; readonly source?: Words }): View =>
  firstOf(query.source) === PROVIDER || firstOf(query.type) === PROVIDER ? 'provider' : 'release';

export const isRandom = (query: { readonly type?: Words }): boolean => firstOf(query.type) === 'random';

/** A page number. Anything but a whole number counts as 0. */
export function readPage(words: Words): number {
  const text = firstOf(words);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** The search in a query, or undefined. */
export function readSearch(query: {
  readonly keywords?: Words;
  readonly difficulties?: Words;
  readonly ratingMin?: Words;
  readonly ratingMax?: Words;
}): Search | undefined {
  const terms = readTerms(firstOf(query.keywords));
  const names = (firstOf(query.difficulties) ?? '').split(',').filter((name) => name !== '');
  const difficulties = names.length === 0 ? undefined : [...new Set(names.slice(0, 64))].sort();
  const ratingMin = readNumber(firstOf(query.ratingMin));
  const ratingMax = readNumber(firstOf(query.ratingMax));
  const isEmpty =
    terms.length === 0 && difficulties === undefined && ratingMin === undefined && ratingMax === undefined;
  return isEmpty ? undefined : { terms, difficulties, ratingMin, ratingMax };
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
}

/** Whether a level meets the conditions of a search other than its terms. */
export function meets(level: Level, { difficulties, ratingMin, ratingMax }: Search): boolean {
  return (
    (difficulties === undefined || difficulties.includes(level.difficulty)) &&
    (ratingMin === undefined || level.rating >= ratingMin) &&
    (ratingMax === undefined || level.rating <= ratingMax)
  );
}
