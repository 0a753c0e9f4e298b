// What is wrong with a query, said by whoever reads it: the process that runs queries finds it, the route refuses with it.

export type QueryParameter = 'q' | 'filter' | 'sort' | 'fields' | 'facet';

export type Fault =
  | { readonly code: 'invalid_query'; readonly parameter: QueryParameter }
  | { readonly code: 'unknown_field'; readonly path: string }
  | { readonly code: 'resource_not_found' };

/** Ends the reading of a query. */
export class QueryFault extends Error {
  override readonly name = 'QueryFault';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.code);
    this.fault = fault;
  }
}

export const invalid = (parameter: QueryParameter): QueryFault => new QueryFault({ code: 'invalid_query', parameter });
