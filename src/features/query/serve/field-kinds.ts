// The answer of `fields`: what the tables know of a field, and what its values mean in the release, as pages and schemas have it.
import type { DeclaredTable } from '../../presentation/common/declared.ts';
import type { FieldMeanings, ShownPaths } from '../../presentation/common/described.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';

/** What is known of the fields of a resource beyond its values. */
export interface ResourceMeanings {
  readonly meanings: FieldMeanings;
  readonly declared: DeclaredTable;
}

/** Finds what the fields of a resource mean. Supplied by the composition. */
export type ReadMeanings = (release: OpenedRelease, resource: string) => Promise<ResourceMeanings>;

/** Finds what lists show of the entities of all collections, in the order of the collections. Supplied by the composition. */
export type ReadShown = (release: OpenedRelease) => Promise<readonly ShownPaths[]>;

/** A field as the query file describes it. */
interface StoredField {
  readonly path: string;
  readonly type: string;
  readonly list: boolean;
}

/** The fields of a resource, as the query file describes them in JSON, with their meanings: files, references, units. */
export function presentFields(json: string, meanings: ResourceMeanings): readonly StoredField[] {
  const stored: readonly StoredField[] = JSON.parse(json);
  return stored.map((field) => presentField(field, meanings));
}

function presentField(field: StoredField, { meanings, declared }: ResourceMeanings): StoredField {
  const { path, type } = field;
  const { media, isFile, refersTo: [reference] = [] } = meanings.get(path) ?? {};
  const unit = declared.fields.get(path)?.unit;
  const isPlain = type === 'string' || type === 'number';
  return {
    ...field,
    ...(isPlain && (media !== undefined || isFile) && { type: 'file' }),
    ...(isPlain &&
      reference !== undefined && {
        type: 'reference',
        references: reference.resource,
        ...(reference.key !== undefined && { key: reference.key }),
      }),
    ...(unit !== undefined && { unit }),
  };
}
