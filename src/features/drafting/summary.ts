// What a draft says about each resource in a few words, for the terminal and for programs. Pure.
import { SLOT_LOCALES } from '../../kernel/names.ts';
import type { ChosenPresentation } from '../presentation/common/choose.ts';
import type { FieldMeanings } from '../presentation/common/described.ts';
import type { DateFormat } from '../release/snapshot/field-schema.ts';
import type { FoundPicture } from './pictures.ts';
import type { NamedCollection } from './resources.ts';

export interface ResourceSummary {
  readonly name: string;
  readonly form: 'list' | 'map' | 'pairs' | 'rows' | 'one-file-each' | 'files';
  /** Files of the folder: paths, or a pattern with `*` or `{locale}`. */
  readonly files: readonly string[];
  /** Path of the collection in the file, with dots. */
  readonly path: string;
  readonly entities: number;
  /** Field; `$key`: the key of the object, `$name` and `$path`: of the file. */
  readonly id: string;
  readonly title: string | undefined;
  /** Field with the picture, and the template of its release path where it is no path itself. */
  readonly picture: { readonly field: string; readonly template?: string } | undefined;
  readonly dates: Readonly<Record<string, DateFormat>>;
  /** Field → resource, or resource and field. */
  readonly references: Readonly<Record<string, readonly string[]>>;
  /** Field → tags; `$files`: the files are by language. */
  readonly languages: Readonly<Record<string, readonly string[]>>;
  /** Paths of all fields. */
  readonly paths: ReadonlySet<string>;
}

const FORMS = { array: 'list', object: 'map', pairs: 'pairs', rows: 'rows' } as const;

/** The summary of a collection of tables. */
export function summariseResource(
  { name, collection, id, fields: declared }: NamedCollection,
  chosen: ChosenPresentation,
  meanings: FieldMeanings,
  picture: FoundPicture | undefined,
): ResourceSummary {
  const { source, files, path, shape, fields, count } = collection;
  const typeOf = (own: string): string | undefined => declared[own]?.type;
  const dates = fields.flatMap(({ path: own, type, format, isList }): [string, DateFormat][] => {
    const date =
      declared[own]?.type === 'date'
        ? declared[own].format
        : type === 'date' && typeOf(own) === undefined
          ? format
          : undefined;
    return date === undefined || isList ? [] : [[own, date]];
  });
  const references = [...meanings].flatMap(([own, { refersTo = [] }]): [string, string[]][] =>
    refersTo.length === 0
      ? []
      : [[own, refersTo.map(({ resource, key }) => (key === undefined ? resource : `${resource}#${key}`))]],
  );
  const languages = fields.flatMap(({ path: own, type, locales, isSlotted }): [string, readonly string[]][] => {
    if (type !== 'localized' || (typeOf(own) !== undefined && typeOf(own) !== 'localized')) return [];
    if (source.kind === 'languages') return [];
    return [[own, isSlotted ? SLOT_LOCALES : (locales ?? [])]];
  });
  const translated = collection.translations.map(({ path: own, tags }): [string, readonly string[]] => [own, tags]);
  const filed: [string, readonly string[]][] = source.kind === 'languages' ? [['$files', source.tags]] : [];
  const field = Object.entries(declared).find(([, { template }]) => template !== undefined)?.[0];
  return {
    name,
    form: source.kind === 'glob' ? 'one-file-each' : FORMS[shape],
    files: source.kind === 'files' ? files.map(({ local }) => local) : [source.pattern],
    path: path.join('.'),
    entities: count,
    id: id.field ?? (source.kind === 'glob' ? fileIdOf(id.id) : '$key'),
    title: chosen.title ?? undefined,
    picture:
      picture !== undefined && field !== undefined
        ? { field, template: picture.template }
        : chosen.image === null
          ? undefined
          : { field: chosen.image },
    dates: Object.fromEntries(dates),
    references: Object.fromEntries(references),
    paths: new Set([...fields, ...collection.elements].map(({ path: own }) => own)),
    languages: Object.fromEntries([...languages, ...translated, ...filed]),
  };
}

const fileIdOf = (id: NamedCollection['id']['id']): string =>
  JSON.stringify(id ?? '').includes('$path') ? '$path' : '$name';
