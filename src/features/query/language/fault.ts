// The fault of a query. The process that runs queries finds it, and the route turns it into a refusal.

export type QueryParameter = 'q' | 'filter' | 'sort' | 'fields' | 'facet';

export type Fault =
  | { readonly code: 'invalid_query'; readonly parameter: QueryParameter }
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

export const invalid = (parameter: QueryParameter): QueryFault => new QueryFault({ code: 'invalid_query', parameter });
