// What is said between inference.ts and its worker. Pieces are answered one by one, so that few of them are on their way.
import type { DescribedResource, FieldMeaning } from '../common/described.ts';

export interface WriteOrder {
  readonly server: string;
  readonly releaseId: string;
  readonly locales: readonly string[];
  /** Resource → path → meaning. */
  readonly meanings: ReadonlyMap<string, ReadonlyMap<string, FieldMeaning>>;
}

export type ToInference =
  /** The first word; `slots`: how many languages slots have. */
  | { readonly kind: 'open'; readonly slots: number }
  | { readonly kind: 'begin'; readonly name: string; readonly resource: 'collection' | 'document' }
  /** A shard of the resource begun last, or its document. */
  | { readonly kind: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'describe' }
  | { readonly kind: 'write'; readonly order: WriteOrder };

export interface Described {
  readonly resources: readonly DescribedResource[];
}

export interface Written {
  /** Resource → JSON Schema. */
  readonly schemas: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  readonly types: Uint8Array<ArrayBuffer>;
}

export type FromInference =
  | { readonly kind: 'taken' }
  | ({ readonly kind: 'described' } & Described)
  | ({ readonly kind: 'written' } & Written)
  | { readonly kind: 'failed'; readonly message: string };
