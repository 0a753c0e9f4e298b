// Names of the cache spaces with the provider's small data. A separate file, because the code that opens the object
// store needs these names and nothing else of the provider.

/** Spaces that are evicted last, because their content may not be available from upstream again. */
export const EVICTED_LAST: readonly string[] = ['documents', 'prepared'];
