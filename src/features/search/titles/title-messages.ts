// Messages between the titles of a release and their worker. The worker answers each message before it gets the next one.

export type ToTitles =
  /** Entities of a collection, whose titles are at `title`; null: they have none. */
  | { readonly kind: 'shard'; readonly title: string | null; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The collection is complete. */
  | { readonly kind: 'finish' };

export type FromTitles =
  | { readonly kind: 'taken' }
  /** In the order of ids. A text has the titles of one entity in all languages, folded, each in a line. */
  | { readonly kind: 'titled'; readonly ids: readonly string[]; readonly texts: readonly string[] };
