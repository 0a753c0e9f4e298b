// Types that describe the resources of a catalog, derived from the declarations of a release (`types.d.ts`). Types only.

/** Kind of a field in queries; lists of values end in `[]`. */
export type FieldKind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'date'
  | 'localized'
  | 'json'
  | `${'string' | 'number' | 'boolean' | 'date' | 'localized' | 'json'}[]`;

/** A collection as declarations describe it. */
export interface DeclaredCollection {
  readonly kind: 'collection';
  readonly entity: unknown;
  /** Kind of each field, by its path. */
  readonly fields: { readonly [path: string]: FieldKind };
  /** What each relation leads to: whole entities, or records with some of their fields. */
  readonly relations?: { readonly [relation: string]: 'ids' | 'records' };
  /** The entities of each view. */
  readonly views?: { readonly [view: string]: unknown };
}

/** A document as declarations describe it. */
export interface DeclaredDocument {
  readonly kind: 'document';
  readonly content: unknown;
}

/** Resources of a server by name. */
export interface DeclaredResources {
  readonly [resource: string]: DeclaredCollection | DeclaredDocument;
}

/** Servers by id. Declarations of several releases are joined with `&`. */
export interface DeclaredServers {
  readonly [server: string]: DeclaredResources;
}

/** A collection of which nothing is known. */
export interface AnyCollection {
  readonly kind: 'collection';
  readonly entity: Readonly<Record<string, unknown>>;
  readonly fields: { readonly [path: string]: FieldKind };
}

/** Servers of which nothing is known. */
export interface AnyServers {
  readonly [server: string]: { readonly [resource: string]: AnyCollection };
}

/** Entity of a collection. */
export type EntityOf<C extends DeclaredCollection> = C['entity'];
type Fields<C extends DeclaredCollection> = C['fields'];

/** Path of a field; of a localized one also with a slot or language (`name.1`, `name.en`), or as the text of one (`name@en`). */
export type FieldPath<C extends DeclaredCollection> = string extends keyof Fields<C>
  ? string
  : (keyof Fields<C> & string) | SlotPath<C>;
type SlotPath<C extends DeclaredCollection> = {
  [P in keyof Fields<C> & string]: Fields<C>[P] extends 'localized' ? `${P}.${string}` | `${P}@${string}` : never;
}[keyof Fields<C> & string];

/** What `fields` takes: a field, an object or list of them as a whole, or the id. */
export type SelectablePath<C extends DeclaredCollection> = FieldPath<C> | ParentPath<keyof Fields<C> & string> | '_id';
/** The paths above a path: `a` and `a.b` of `a.b.c`. A dot after a backslash belongs to a key. */
type ParentPath<P extends string, Before extends string = ''> = P extends `${infer Key}.${infer Rest}`
  ? Key extends `${string}\\`
    ? ParentPath<Rest, `${Before}${Key}.`>
    : `${Before}${Key}` | ParentPath<Rest, `${Before}${Key}.`>
  : never;

/** Name of a relation. */
export type RelationName<C extends DeclaredCollection> = C extends { readonly relations: infer R }
  ? keyof R & string
  : string;
/** What a relation leads to. */
export type RelatedOf<C extends DeclaredCollection, Name extends string> = C extends {
  readonly relations: { readonly [N in Name]: infer Mode };
}
  ? Mode extends 'ids'
    ? EntityOf<C>
    : PartOf<EntityOf<C>>
  : unknown;

/** Name of a view. */
export type ViewName<C extends DeclaredCollection> = C extends { readonly views: infer V } ? keyof V & string : string;
/** Entity of a view. */
export type ViewEntityOf<C extends DeclaredCollection, Name extends string> = C extends {
  readonly views: { readonly [N in Name]: infer Entity };
}
  ? Entity
  : unknown;

/** An entity whose localized values are one text. */
export type LocalizedOf<C extends DeclaredCollection, T, Before extends string = ''> = T extends readonly unknown[]
  ? T
  : T extends object
    ? {
        [K in keyof T]: `${Before}${K & string}` extends keyof Fields<C>
          ? Fields<C>[`${Before}${K & string}`] extends 'localized'
            ? string | null
            : T[K]
          : LocalizedOf<C, T[K], `${Before}${K & string}.`>;
      }
    : T;

/** Path of a field that sorts: a single value. */
type SortablePath<C extends DeclaredCollection> = string extends keyof Fields<C>
  ? string
  :
      | { [P in keyof Fields<C> & string]: Fields<C>[P] extends 'json' | `${string}[]` ? never : P }[keyof Fields<C> &
          string]
      | SlotPath<C>;
/** A field, `-` before it for descending order. */
export type SortKey<C extends DeclaredCollection> = SortablePath<C> | `-${SortablePath<C>}`;

type KindValue<Kind> = Kind extends 'number' | 'number[]'
  ? number
  : Kind extends 'boolean' | 'boolean[]'
    ? boolean
    : Kind extends 'date' | 'date[]'
      ? number | string | Date
      : Kind extends 'string' | 'string[]' | 'localized' | 'localized[]'
        ? string
        : string | number | boolean;

/** What a field may be compared with. */
export type FieldValue<C extends DeclaredCollection, P extends FieldPath<C>> = string extends keyof Fields<C>
  ? string | number | boolean | Date
  : P extends keyof Fields<C>
    ? KindValue<Fields<C>[P]>
    : string;

/** An entity of which only some fields are there. */
export type PartOf<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: PartOf<T[K]> } : T;
