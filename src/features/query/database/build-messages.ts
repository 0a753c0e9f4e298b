// What whoever publishes and the process that builds a query file say to each other.

/** A piece of a document; documents come one after another, their pieces in order. */
interface DocumentPiece {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

export type ToBuilder = { readonly kind: 'piece'; readonly piece: DocumentPiece } | { readonly kind: 'finish' };

export type FromBuilder =
  /** So many bytes of pieces were taken. */
  | { readonly kind: 'taken'; readonly bytes: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string };
