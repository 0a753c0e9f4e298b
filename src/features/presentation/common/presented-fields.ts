// What values of a resource are, by path, for whoever shows them: types that are inferred or declared, references, labels. Pure.
import type { DeclaredTable } from './declared.ts';
import type { DescribedField, DescribedResource, FieldMeanings } from './described.ts';

/** A field in the answer of the presentation. */
type PresentedField = Readonly<Record<string, unknown>>;

/** Of fields that are more than texts, numbers and lists of them. */
export function presentFields(
  { fields, elements = [] }: DescribedResource,
  meanings: FieldMeanings,
  declared: DeclaredTable,
): Readonly<Record<string, PresentedField>> {
  const known = new Map([...fields, ...elements].map((field) => [field.path, field]));
  const presented = [...new Set([...known.keys(), ...declared.fields.keys()])].flatMap((path) => {
    const field = presentField(known.get(path), path, meanings, declared);
    return Object.keys(field).length === 0 ? [] : [[path, field] as const];
  });
  return Object.fromEntries(presented);
}

function presentField(
  field: DescribedField | undefined,
  path: string,
  meanings: FieldMeanings,
  declared: DeclaredTable,
): PresentedField {
  const { unit, template, path: textPath, labels, hidden, type: declaredType } = declared.fields.get(path) ?? {};
  const { refersTo, isFile, media } = meanings.get(path) ?? {};
  const type = typeOf(field, template !== undefined || isFile === true || media !== undefined, declaredType);
  return {
    ...(type !== undefined && { type }),
    ...(field?.format !== undefined && { format: field.format }),
    ...(field?.locales !== undefined && { locales: field.locales }),
    ...(unit !== undefined && { unit }),
    ...(template !== undefined && { template }),
    ...(textPath !== undefined && { path: textPath }),
    ...(refersTo !== undefined && { references: refersTo }),
    ...(labels !== undefined && { labels }),
    ...(hidden === true && { hidden }),
  };
}

function typeOf(field: DescribedField | undefined, isFile: boolean, declared: string | undefined): string | undefined {
  if (isFile) return 'file';
  if (field === undefined) return declared === 'localized' ? 'localized' : undefined;
  const { type, kind, locales } = field;
  if (kind !== undefined) return kind;
  if (type === 'date' || (type === 'localized' && locales !== undefined)) return type;
  return declared === 'number' || declared === 'integer' ? 'number' : undefined;
}
