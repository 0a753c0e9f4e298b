// The fault of a query. The process that runs queries finds it, and the route turns it into a refusal.

export type QueryParameter =
  | 'q'
  | 'filter'
  | 'where'
  | 'sort'
  | 'fields'
  | 'facet'
  | 'facetq'
  | 'histogram'
  | 'include'
  | 'resource'
  | 'locale';

/** A part of a parameter, for the message that says what is wrong with it. */
export interface Part {
  readonly parameter: QueryParameter;
  readonly text: string;
  /** Where it begins in a parameter that is a long text. */
  readonly at?: number | undefined;
}

export type Fault =
  | { readonly code: 'invalid_query'; readonly part: Part; readonly reason: string }
  | { readonly code: 'query_too_expensive'; readonly reason: string }
  | { readonly code: 'invalid_locale' }
  | { readonly code: 'unknown_field'; readonly path: string }
  | { readonly code: 'resource_not_found' };

/** Thrown to stop reading a query. */
export class QueryFault extends Error {
  override readonly name = 'QueryFault';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.code);
    this.fault = fault;
  }
}

export const invalid = (part: Part, reason: string): QueryFault =>
  new QueryFault({ code: 'invalid_query', part, reason });

const PART_CHARACTERS_MAX = 100;

/** `filter "rarity=abc": rarity is a number`. */
export function faultText({ parameter, text, at }: Part, reason: string): string {
  const shown = text.length <= PART_CHARACTERS_MAX ? text : `${text.slice(0, PART_CHARACTERS_MAX)}…`;
  const place = at === undefined ? '' : ` at character ${at}`;
  return `${parameter} "${shown.toWellFormed()}"${place}: ${reason}`;
}
