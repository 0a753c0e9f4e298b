// Messages between inference.ts and its worker. The worker answers each piece, so that few are in transit.
import type { Relations } from '../common/declarations.ts';
import type { DeclaredPresentation } from '../common/declared.ts';
import type { DescribedResource, FieldMeaning } from '../common/described.ts';

export interface WriteOrder {
  readonly server: string;
  readonly releaseId: string;
  readonly locales: readonly string[];
  /** Resource → path → meaning. */
  readonly meanings: ReadonlyMap<string, ReadonlyMap<string, FieldMeaning>>;
}

export type ToInference =
  /** The first message. `slots`: number of languages. */
  | { readonly kind: 'open'; readonly slots: number; readonly declared: DeclaredPresentation }
  | {
      readonly kind: 'begin';
      readonly name: string;
      readonly resource: 'collection' | 'document';
      readonly relations: Relations;
    }
  /** The pieces that follow are those of a view of a resource. All resources come before. */
  | { readonly kind: 'view'; readonly name: string; readonly view: string }
  /** A shard or the document of the current resource. */
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
  | ({ readonly kind: 'written' } & Written);
