// What changed in the fields of collections: new and removed ones, and those of another type. Pure.

/** A field of a collection. */
export interface FieldType {
  readonly path: string;
  /** As queries name it; with `[]` for lists. */
  readonly type: string;
}

/** The fields of collections, by resource. */
export type FieldTypes = ReadonlyMap<string, readonly FieldType[]>;

export interface FieldChanges {
  readonly added: readonly FieldType[];
  readonly removed: readonly FieldType[];
  /** Types of fields that have another one. */
  readonly changed: readonly { readonly path: string; readonly before: string; readonly after: string }[];
}

/** What changed, by resource: those with differences. All fields of a new resource are new. */
export function compareFields(before: FieldTypes, after: FieldTypes): Readonly<Record<string, FieldChanges>> {
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((name) => [name, compareResource(before.get(name) ?? [], after.get(name) ?? [])] as const)
    .filter(([, { added, removed, changed }]) => added.length + removed.length + changed.length > 0);
  return Object.fromEntries(changes);
}

function compareResource(before: readonly FieldType[], after: readonly FieldType[]): FieldChanges {
  const olds = new Map(before.map(({ path, type }) => [path, type]));
  const nows = new Map(after.map(({ path, type }) => [path, type]));
  return {
    added: after.filter(({ path }) => !olds.has(path)),
    removed: before.filter(({ path }) => !nows.has(path)),
    changed: after.flatMap(({ path, type }) => {
      const old = olds.get(path);
      return old === undefined || old === type ? [] : [{ path, before: old, after: type }];
    }),
  };
}
