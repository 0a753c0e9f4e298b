// What a form changes while others may change the same settings: only what was typed counts, and only where somebody else
// changed the same field is there a conflict. Pure.

/** Values of fields by name, as a form has them. An absent one is empty. */
export type Fields = Readonly<Record<string, string>>;

export interface Merged {
  /** Fields to store. */
  readonly changes: readonly string[];
  /** Fields that were typed into and that somebody else changed meanwhile. */
  readonly conflicts: readonly string[];
  /** What the form shows next: what was typed, and elsewhere what is stored. */
  readonly shown: Fields;
}

/** Compares what the form showed first (`was`), what it sent, and what is stored now. */
export function mergeFields(names: readonly string[], was: Fields, typed: Fields, stored: Fields): Merged {
  const of = (fields: Fields, name: string): string => fields[name] ?? '';
  const isTouched = (name: string): boolean => of(typed, name) !== of(was, name);
  const changes = names.filter((name) => isTouched(name) && of(typed, name) !== of(stored, name));
  const shown = names.map((name) => [name, of(isTouched(name) ? typed : stored, name)]);
  return {
    changes,
    conflicts: changes.filter((name) => of(stored, name) !== of(was, name)),
    shown: Object.fromEntries(shown),
  };
}

/** The two halves of a form whose fields come twice: as they were typed, and `was-…` as it showed them first. */
export function readTwice(names: readonly string[], body: Fields): { readonly typed: Fields; readonly was: Fields } {
  const take = (prefix: string): Fields =>
    Object.fromEntries(names.map((name) => [name, (body[`${prefix}${name}`] ?? '').trim()]));
  return { typed: take(''), was: take('was-') };
}
