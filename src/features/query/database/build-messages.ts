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
  { readonly kind: 'taken' } | { readonly kind: 'done' } | { readonly kind: 'failed'; readonly message: string };
