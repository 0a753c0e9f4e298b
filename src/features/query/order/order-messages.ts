// Messages between the reader of orders and its worker. The worker answers each piece, so that few are in transit.

export type ToOrder =
  /** The first message. `path`: a new file for the entities. */
  | { readonly kind: 'open'; readonly path: string; readonly index: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'shard'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'finish' };

export type FromOrder =
  | { readonly kind: 'taken' }
  /** All ids, one after another, and where each ends. */
  | { readonly kind: 'ordered'; readonly ids: Uint8Array<ArrayBuffer>; readonly ends: Uint32Array<ArrayBuffer> };
