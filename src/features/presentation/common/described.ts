// What is known of a resource when its presentation is chosen: its fields, how many entities have them, and what their
// values look like. Whoever reads entities makes these; the choices are pure.

export type Scalar = string | number | boolean;

export type DescribedType = 'string' | 'number' | 'boolean' | 'date' | 'localized' | 'json';

export interface DescribedField {
  /** As a text of kernel/field-path.ts. */
  readonly path: string;
  readonly segments: readonly string[];
  /** Of lists, the type of the elements. */
  readonly type: DescribedType;
  /** Whether some entity has a list here that is no slots of languages. */
  readonly isList: boolean;
  /** Whether lists here are the slots of languages: the first filled one is the value. */
  readonly isSlotted: boolean;
  /** Entities that have a value. */
  readonly filled: number;
  /** Different values; undefined: more than were counted. */
  readonly distinct: number | undefined;
  /** Some values, the first ones. */
  readonly samples: readonly Scalar[];
}

export interface DescribedResource {
  readonly name: string;
  readonly kind: 'collection' | 'document';
  readonly count: number;
  /** In the order in which entities have them. */
  readonly fields: readonly DescribedField[];
}

/** What the files of a release and the other resources say about a field. */
export interface FieldMeaning {
  /** Values are release paths of pictures, or of sounds. */
  readonly media?: 'image' | 'audio' | undefined;
  /** Values are ids of this resource. */
  readonly references?: string | undefined;
  /** Values have marks of their own (`rarity-4`). */
  readonly isMarked?: boolean | undefined;
}

/** By path. */
export type FieldMeanings = ReadonlyMap<string, FieldMeaning>;
