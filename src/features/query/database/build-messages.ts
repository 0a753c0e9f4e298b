// Messages between the publisher and the process that builds a query file, and which documents they are about.

/** The resource whose index or shard is at a path; undefined for other documents. */
export const resourceOf = (path: string): string | undefined =>
  /^api\/v1\/catalog\/([^/]+)\/(?:index|entities\/[0-9a-f]{2})\.json$/.exec(path)?.[1];

export interface SentDocument {
  readonly path: string;
  readonly sha256: string;
  /** XXH3 of its bytes; undefined: they are compared by their digest. */
  readonly checksum: bigint | undefined;
  /** Path of its bytes. */
  readonly file: string;
  /** Whether the file is temporary and the process removes it. */
  readonly isHandedOver: boolean;
  /** The bytes of each value of a shard, where they are known. */
  readonly sizes: Uint32Array | undefined;
  /** Whether it is known to be the last shard of its collection, which can then be finished. */
  readonly isLast: boolean;
}

export type ToBuilder =
  | { readonly kind: 'documents'; readonly documents: readonly SentDocument[] }
  /** `merged`: the path of a complete file whose resources are added. */
  | { readonly kind: 'finish'; readonly merged: string | undefined };

export type FromBuilder =
  /** The process has read and removed a temporary file. */
  | { readonly kind: 'taken' }
  /** The file is complete. */
  | { readonly kind: 'done' }
  /** Digests of the blocks of the complete file; none if it is too small to have blocks. */
  | { readonly kind: 'blocks'; readonly blocks: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };
