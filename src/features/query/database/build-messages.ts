// Messages between the publisher and the process that builds a query file.

export type ToBuilder =
  | {
      readonly kind: 'document';
      readonly path: string;
      readonly sha256: string;
      /** Path of its bytes. */
      readonly file: string;
      /** Whether the file is temporary and the process removes it. */
      readonly isHandedOver: boolean;
      /** The bytes of each value of a shard, where they are known. */
      readonly sizes: Uint32Array | undefined;
    }
  | { readonly kind: 'finish' };

export type FromBuilder =
  /** The process has read and removed a temporary file. */
  | { readonly kind: 'taken' }
  /** The file is complete. */
  | { readonly kind: 'done' }
  /** Digests of the blocks of the complete file; none if it is too small to have blocks. */
  | { readonly kind: 'blocks'; readonly blocks: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };
