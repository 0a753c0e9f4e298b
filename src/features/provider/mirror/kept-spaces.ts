// Which spaces of a shared cache folder are the provider's small data. A file of its own, because whoever opens the object
// store needs the names and nothing else of the provider.

/** Spaces that leave last when the folder is over its bound: what is in them may not be had again. */
export const KEPT_LONGEST: readonly string[] = ['documents', 'prepared'];
