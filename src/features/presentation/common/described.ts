// What is known about a resource when its presentation is chosen: its fields, how many entities have them, and statistics of
// their values. The readers of entities produce this; the choices are pure.

import type { DateFormat, ReferenceDeclaration } from '../../release/snapshot/field-schema.ts';

export type Scalar = string | number | boolean;

export type DescribedType = 'string' | 'number' | 'boolean' | 'date' | 'localized' | 'json';

/** What texts are, beyond being texts. */
export type ValueKind = 'url' | 'color' | 'markdown' | 'file';

export interface DescribedField {
  /** In the syntax of kernel/field-path.ts. */
  readonly path: string;
  readonly segments: readonly string[];
  /** For lists, the type of the elements. */
  readonly type: DescribedType;
  /** How dates are written. */
  readonly format?: DateFormat | undefined;
  readonly kind?: ValueKind | undefined;
  /** Of objects with a text for each language: their keys, in the order in which they occur. */
  readonly locales?: readonly string[] | undefined;
  /** Whether some entity has a list here that is not a localized value. */
  readonly isList: boolean;
  /** Whether lists here are localized values with one slot per language. The first filled slot is the value. */
  readonly isSlotted: boolean;
  /** Entities that have a value. */
  readonly filled: number;
  /** Number of distinct values; undefined: more than were counted. */
  readonly distinct: number | undefined;
  /** Some values, the first ones. */
  readonly samples: readonly Scalar[];
}

export interface DescribedResource {
  readonly name: string;
  readonly kind: 'collection' | 'document';
  readonly count: number;
  /** In the order of the entities' fields. */
  readonly fields: readonly DescribedField[];
  /** Fields of objects in lists, by their path without positions. Queries and columns do not have them. */
  readonly elements?: readonly DescribedField[];
}

/** The meaning of a field, determined from the files and the other resources of a release. */
export interface FieldMeaning {
  /** Values are release paths of pictures, or of sounds. */
  readonly media?: 'image' | 'audio' | undefined;
  /** Values are release paths of files. */
  readonly isFile?: boolean | undefined;
  /** Values are ids of this resource. */
  readonly references?: string | undefined;
  /** Resources that values refer to, by their ids or by one of their fields, in order. */
  readonly refersTo?: readonly ReferenceDeclaration[] | undefined;
  /** Values have their own marks (`rarity-4`). */
  readonly isMarked?: boolean | undefined;
}

/** By path. */
export type FieldMeanings = ReadonlyMap<string, FieldMeaning>;

/** Where the entities of a collection have what a list shows of them; null: they have none. */
export interface ShownPaths {
  readonly resource: string;
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly image: string | null;
}
