// What is said between comparisons.ts and its worker. Documents go in batches of pairs, so that few are on their way
// and small ones cost no message each.

type Bytes = Uint8Array<ArrayBuffer>;

/** Where an entity is: the document of a resource that is one, or a shard of ids and entities. */
interface EntityDocument {
  readonly bytes: Bytes;
  readonly isWhole: boolean;
}

/** The same document of both releases; absent in one of them where it was added or removed. */
interface Pair {
  readonly before: Bytes | undefined;
  readonly after: Bytes | undefined;
}

export type ToComparison =
  /** Shards of a resource: ids and their entities. */
  | { readonly kind: 'entities'; readonly pairs: readonly Pair[] }
  /** The document of a resource that is one. */
  | { readonly kind: 'document'; readonly name: string; readonly pairs: readonly Pair[] }
  /** Shards of the path index. */
  | { readonly kind: 'files'; readonly pairs: readonly Pair[] }
  /** Asks what changed in these entities alone, with values. */
  | {
      readonly kind: 'values';
      readonly ids: readonly string[];
      readonly before: EntityDocument | undefined;
      readonly after: EntityDocument | undefined;
    }
  /** Ends the list of what was said since the list before. */
  | { readonly kind: 'end' };

export interface ChangeCounts {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

/** All changes of one resource, or of the files, in order. */
export interface ChangeList extends ChangeCounts {
  /** Compressed lines of JSON, PIECE_LINES in each but the last. */
  readonly pieces: readonly Bytes[];
}

export type ChangeKind = 'added' | 'removed' | 'changed';

/** What changed in one entity. */
export interface EntityChange {
  readonly change: ChangeKind;
  /** Paths of the fields that differ. */
  readonly fields: readonly string[];
  /** JSON of the same fields with their values, cut. */
  readonly values: string;
}

export const PIECE_LINES = 500;

export type FromComparison =
  | { readonly kind: 'taken' }
  | { readonly kind: 'list'; readonly list: ChangeList }
  /** In the order of the ids; undefined where nothing changed. */
  | { readonly kind: 'values'; readonly changes: readonly (EntityChange | undefined)[] };
