// One resource of a descriptor, normalised: where its entities come from, and what is declared about them.
import type { IdInput, MergeInput, ResourceInput } from './descriptor-schema.ts';
import { OTHER_LOCALES } from './descriptor-schema.ts';
import type { FieldDeclaration } from './field-schema.ts';
import type { CsvDelimiter, TableFormat } from './tables/formats.ts';
import { jsonPath } from './tables/json-input.ts';

/** Ids that are taken from where an entity stands: its key, the name of its file, or the path of it. */
export const NAME_OF_FILE = '$name';
export const PATH_OF_FILE = '$path';

/** Where an id comes from: a field (undefined: the object's key), and how its text is encoded as a key. */
interface KeyField {
  readonly field: string | undefined;
  readonly encode: 'path' | undefined;
}

export interface RelationDeclaration {
  readonly name: string;
  readonly fields: readonly string[];
  readonly mode: 'ids' | 'records';
  readonly encode: 'path' | undefined;
}

/** How a collection is turned into entities; shared by resources and views. */
export interface CollectionDeclaration {
  readonly path: readonly string[];
  /** Tried in order. Empty: the object's key, or `id` in an array. */
  readonly id: readonly KeyField[];
  readonly duplicates: 'error' | 'first';
  readonly summary: readonly string[] | 'all';
  /** How the collection is made of values that are no objects. */
  readonly shape?: TableShape;
}

export type TableShape = { readonly kind: 'pairs' } | { readonly kind: 'rows'; readonly columns: readonly string[] };

export interface ViewDeclaration extends CollectionDeclaration {
  readonly name: string;
}

/** How a file is read as a table; undefined: by its suffix and its header. */
export interface TableReading {
  readonly format: TableFormat | undefined;
  readonly delimiter: CsvDelimiter | undefined;
}

/** The files of one language, or of all. */
export interface Edition {
  /** Undefined: the files are not by language. */
  readonly locale: string | undefined;
  /** As the operator wrote them. Until the files are found, they may be globs. */
  readonly files: readonly string[];
  /** Whether each file is one entity. */
  readonly isGlob: boolean;
}

export interface MergeDeclaration extends TableReading {
  readonly file: string;
  /** Field of the side table with the id; undefined: its key, or `id` in an array. */
  readonly side: string | undefined;
  /** Field of the entity whose value is looked for; undefined: its id. */
  readonly entity: string | undefined;
  /** Field that gets the whole record; undefined: its fields are added. */
  readonly as: string | undefined;
  readonly path: readonly string[];
}

export interface ResourceDeclaration extends CollectionDeclaration, TableReading {
  readonly name: string;
  /** All table files, of all languages. */
  readonly files: readonly string[];
  /** The first one leads. */
  readonly editions: readonly Edition[];
  /** Path of the languages that are not named, with a mark for the tag. */
  readonly otherLocales: string | undefined;
  /** Globs of files that are one entity each, as they were written. */
  readonly globs: readonly string[];
  /** Whether the index is the joined collection without a wrapper: of a list of files, a glob, or files by language. */
  readonly joined: boolean;
  readonly kind: 'collection' | 'document' | 'files';
  /** Of kind `files`: which files are its entities. */
  readonly glob: string | undefined;
  /** Sorted and unique. Contains only names of other resources of this descriptor. */
  readonly dependencies: readonly string[];
  readonly relations: readonly RelationDeclaration[];
  readonly views: readonly ViewDeclaration[];
  readonly merge: readonly MergeDeclaration[];
  readonly keys: readonly string[];
  /** Fields of files by language that become localized; undefined: those whose texts differ. */
  readonly localized: readonly string[] | undefined;
  /** By path, in the order of the descriptor. */
  readonly fields: ReadonlyMap<string, FieldDeclaration>;
}

type Report = (path: string, code: string, message: string) => void;

export const hasGlobSigns = (path: string): boolean => /[*?[\]{}]/.test(path);

/** A resource in the form that all readers take. */
export function normaliseResource(name: string, input: ResourceInput): ResourceDeclaration {
  const { file } = input;
  const editions = editionsOf(file);
  return {
    name,
    files: editions.flatMap(({ files }) => files),
    editions,
    otherLocales: typeof file === 'object' && !Array.isArray(file) ? file[OTHER_LOCALES] : undefined,
    globs: editions.flatMap(({ files, isGlob }) => (isGlob ? files : [])),
    joined: typeof file === 'object' || editions.some(({ isGlob }) => isGlob),
    kind: input.kind ?? 'collection',
    glob: input.glob,
    format: input.format,
    delimiter: input.delimiter,
    path: input.path ?? [],
    id: normaliseId(input.id),
    duplicates: input.duplicates ?? 'error',
    summary: input.summary ?? 'all',
    ...shapeOf(input),
    dependencies: input.dependencies ?? [],
    relations: Object.entries(input.relations ?? {})
      .map(([relation, value]) => ({
        name: relation,
        fields: typeof value.field === 'string' ? [value.field] : value.field,
        mode: value.mode,
        encode: value.encode,
      }))
      .sort(byName),
    views: Object.entries(input.views ?? {})
      .map(([view, value]) => ({
        name: view,
        path: value.path,
        id: normaliseId(value.id),
        duplicates: value.duplicates ?? 'error',
        summary: value.summary ?? ('all' as const),
      }))
      .sort(byName),
    merge: (input.merge ?? []).map(normaliseMerge),
    keys: [...new Set(input.keys)],
    localized: input.localized,
    fields: new Map(Object.entries(input.fields ?? {})),
  };
}

function editionsOf(file: ResourceInput['file']): readonly Edition[] {
  if (file === undefined) return [];
  if (typeof file === 'string') return [{ locale: undefined, files: [file], isGlob: hasGlobSigns(file) }];
  if (Array.isArray(file)) return [{ locale: undefined, files: file, isGlob: false }];
  return Object.entries(file)
    .filter(([locale]) => locale !== OTHER_LOCALES)
    .map(([locale, path]) => ({ locale, files: [path], isGlob: hasGlobSigns(path) }));
}

function shapeOf({ shape, columns }: ResourceInput): Pick<CollectionDeclaration, 'shape'> {
  if (shape === 'pairs') return { shape: { kind: 'pairs' } };
  return shape === 'rows' ? { shape: { kind: 'rows', columns: columns ?? [] } } : {};
}

const normaliseMerge = ({ file, by, as, path, format, delimiter }: MergeInput): MergeDeclaration => ({
  file,
  side: typeof by === 'string' ? by : by?.side,
  entity: typeof by === 'string' ? undefined : by?.entity,
  as,
  path: path ?? [],
  format,
  delimiter,
});

function normaliseId(input: IdInput | undefined): readonly KeyField[] {
  if (input === undefined) return [];
  return (Array.isArray(input) ? input : [input]).map((item) =>
    typeof item === 'string' ? { field: item, encode: undefined } : { field: item.field, encode: item.encode },
  );
}

/** Checks relations between the parts of a resource. Returns it without the parts that are invalid. */
export function checkResource(
  resource: ResourceDeclaration,
  known: ReadonlyMap<string, string>,
  report: Report,
): ResourceDeclaration {
  const at = (...rest: (string | number)[]): string => jsonPath(['resources', resource.name, ...rest]);
  const dependencies = new Set<string>();
  resource.dependencies.forEach((name, index) => {
    if (name === resource.name) {
      report(at('dependencies', index), 'invalid_dependency', 'A resource cannot depend on itself.');
    } else if (!known.has(name)) {
      report(at('dependencies', index), 'unknown_dependency', `There is no resource "${name}".`);
    } else dependencies.add(name);
  });
  const [edition, ...others] = resource.editions;
  const seen = new Set<string>();
  if (others.length === 0) {
    resource.files.forEach((file, index) => {
      if (seen.has(file)) report(at('file', index), 'duplicate_file', `"${file}" is listed twice.`);
      seen.add(file);
    });
  }
  if (resource.kind === 'files') checkFiles(resource, report, at);
  else if (edition === undefined) report(at('file'), 'invalid_descriptor', 'A resource needs a `file`.');
  if (resource.kind === 'document') checkDocument(resource, report, at);
  if (resource.joined && resource.views.length > 0) {
    report(at('views'), 'views_on_file_list', 'Views need one file; this resource is made of several.');
  }
  checkShape(resource, report, at);
  if (resource.localized !== undefined && edition?.locale === undefined) {
    report(at('localized'), 'localized_without_languages', '`localized` belongs to files by language.');
  }
  return {
    ...resource,
    ...(others.length === 0 &&
      edition !== undefined && { files: [...seen], editions: [{ ...edition, files: [...seen] }] }),
    dependencies: [...dependencies].sort(),
    relations: resource.kind === 'document' ? [] : resource.relations,
    views: resource.joined || resource.kind === 'files' ? [] : resource.views,
  };
}

function checkDocument(
  resource: ResourceDeclaration,
  report: Report,
  at: (...rest: (string | number)[]) => string,
): void {
  if (resource.joined) report(at('file'), 'document_of_many_files', 'A document is one file.');
  if (resource.relations.length > 0) report(at('relations'), 'document_relations', 'A document has no relations.');
  if (resource.path.length > 0 || resource.id.length > 0 || resource.summary !== 'all') {
    report(at('kind'), 'document_collection', 'A document is served whole: path, id and summary do not apply.');
  }
  const others = { merge: resource.merge, keys: resource.keys, fields: [...resource.fields] };
  for (const [key, value] of Object.entries(others)) {
    if (value.length > 0) report(at(key), 'document_collection', `A document has no entities: ${key} does not apply.`);
  }
}

function checkFiles(resource: ResourceDeclaration, report: Report, at: (...rest: (string | number)[]) => string): void {
  if (resource.glob === undefined) {
    report(at('glob'), 'invalid_descriptor', 'A collection of files needs a `glob` over release paths.');
  }
  const unfit = {
    file: resource.editions,
    path: resource.path,
    views: resource.views,
    merge: resource.merge,
    shape: resource.shape === undefined ? [] : [resource.shape],
  };
  for (const [key, value] of Object.entries(unfit)) {
    if (value.length > 0) report(at(key), 'files_collection', `Of a collection of files, ${key} does not apply.`);
  }
}

function checkShape(resource: ResourceDeclaration, report: Report, at: (...rest: (string | number)[]) => string): void {
  const { shape } = resource;
  if (shape?.kind !== 'rows') return;
  if (shape.columns.length === 0)
    report(at('columns'), 'invalid_descriptor', 'Rows need the names of their `columns`.');
  const twice = shape.columns.find((column, index) => shape.columns.indexOf(column) !== index);
  if (twice !== undefined) report(at('columns'), 'invalid_descriptor', `The column "${twice}" is named twice.`);
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
