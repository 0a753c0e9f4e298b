// One resource of a draft: file, kind, path, id, fields, summary and views, with their reasons. Pure.
import { isPartName } from '../../kernel/names.ts';
import type { ChosenPresentation } from '../presentation/common/choose.ts';
import type { IdInput, ResourceInput } from '../release/snapshot/descriptor-schema.ts';
import type { FieldDeclaration } from '../release/snapshot/field-schema.ts';
import { idFields, type KeyCandidate } from './ids.ts';
import type { LearnedCollection } from './learn.ts';
import { code, counted, type Reason } from './reason.ts';
import type { DraftedReferences } from './relations.ts';
import { kebabOf } from './resource-names.ts';

/** A collection with what was chosen for it. */
export interface NamedCollection {
  readonly name: string;
  readonly collection: LearnedCollection;
  readonly id: KeyCandidate;
  /** Further unique fields by which others refer. */
  readonly keys: readonly string[];
  readonly fields: Readonly<Record<string, FieldDeclaration>>;
}

/** An index above this size keeps some fields only. */
const INDEX_BYTES_MAX = 512 * 1024;
const FIELD_CHARACTERS_MAX = 256;
const FILES_LISTED = 5;

/** The section of a resource. */
export function draftResource(
  { name, collection, id, keys, fields }: NamedCollection,
  { dependencies, relations }: DraftedReferences,
  shown: ChosenPresentation | undefined,
  pathOf: (local: string) => string,
): { readonly input: ResourceInput; readonly reasons: readonly Reason[] } {
  const reasons: Reason[] = [];
  const tell = (what: string, why: string): void => {
    reasons.push({ resource: name, what, why });
  };
  const { path, shape, columns, count, why, files, source, localized } = collection;
  tell(
    `It is a collection of ${counted(count, 'entity', 'entities')}, from ${wordsOfFiles(collection)}`,
    why.join('; '),
  );
  tell(`The id is ${wordsOf(id)}`, id.why);
  const isFirst = id.hasDuplicates || collection.hasRepeatedKeys;
  if (isFirst) {
    tell(
      '`duplicates` is `first`',
      'an id or a key of the file stands twice; every repetition is a warning of `publish`',
    );
  }
  const summary = collection.bytes > INDEX_BYTES_MAX ? summaryOf(id, shown, shape) : undefined;
  if (summary !== undefined) {
    const reason = 'the index of the whole table would be large; these fields are what lists show';
    tell(`\`summary\` is ${summary.map(code).join(', ')}`, reason);
  }
  if (source.kind === 'languages') {
    const reason = 'the file, or its folder, is called like a language; the first one leads';
    tell(`The languages are ${source.tags.map(code).join(', ')}`, reason);
  }
  if (shape === 'pairs') tell('`shape` is `pairs`', 'its values are no objects; an entity has a `key` and a `value`');
  if (shape === 'rows') tell('`shape` is `rows`', 'its elements are lists; rename the `columns` as you like');
  if (keys.length > 0) tell(`\`keys\` is ${keys.map(code).join(', ')}`, 'others refer to its entities by these fields');
  const views = viewsOf(collection, isFirst, tell);
  return {
    input: {
      file: fileOf(
        collection,
        files.map(({ local }) => pathOf(local)),
        pathOf,
      ),
      ...(shape === 'pairs' && { shape: 'pairs' }),
      ...(shape === 'rows' && { shape: 'rows', columns: [...(columns ?? [])] }),
      ...(path.length > 0 && { path: [...path] }),
      ...(id.id !== undefined && { id: id.id }),
      ...(isFirst && { duplicates: 'first' }),
      ...(summary !== undefined && { summary }),
      ...(keys.length > 0 && { keys: [...keys] }),
      ...(localized.length > 0 && { localized: [...localized] }),
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(dependencies.length > 0 && { dependencies: [...dependencies] }),
      ...(Object.keys(relations).length > 0 && { relations }),
      ...(Object.keys(views).length > 0 && { views }),
    },
    reasons,
  };
}

const wordsOfFiles = ({ files, source }: LearnedCollection): string => {
  if (source.kind !== 'files') return code(source.pattern);
  const names = files.slice(0, FILES_LISTED).map(({ local }) => code(local));
  return files.length > FILES_LISTED ? `${names.join(', ')} and ${files.length - FILES_LISTED} more` : names.join(', ');
};

function fileOf(
  { source, path, bytes, views }: LearnedCollection,
  paths: readonly string[],
  pathOf: (local: string) => string,
): NonNullable<ResourceInput['file']> {
  if (source.kind === 'glob') return pathOf(source.pattern);
  if (source.kind === 'languages') {
    const { leader, pattern, isOpen, files } = source;
    const own = (tag: string): string => pathOf(files.get(tag) ?? '');
    if (isOpen) return { [leader]: own(leader), '*': pathOf(pattern) };
    const others = source.tags.filter((tag) => tag !== leader);
    return Object.fromEntries([leader, ...others].map((tag) => [tag.replaceAll('_', '-'), own(tag)]));
  }
  const [only = ''] = paths;
  // The index of a single file keeps what is around the collection; that of a list has the collection alone.
  return paths.length === 1 && !(path.length > 0 && bytes > INDEX_BYTES_MAX && views.length === 0) ? only : [...paths];
}

function viewsOf(
  { views }: LearnedCollection,
  isFirst: boolean,
  tell: (what: string, why: string) => void,
): NonNullable<ResourceInput['views']> {
  const drafted: NonNullable<ResourceInput['views']> = {};
  for (const { path, key } of views) {
    const name = kebabOf(path.at(-1) ?? '');
    if (!isPartName(name) || Object.hasOwn(drafted, name)) continue;
    drafted[name] = {
      path: [...path],
      ...(key.id !== undefined && { id: key.id }),
      ...((isFirst || key.hasDuplicates) && { duplicates: 'first' }),
    };
    const why = `the file has this collection, too: ${counted(key.keys.size, 'entity', 'entities')}, and ${key.why}`;
    tell(`\`views.${name}\` is at ${code(path.join('.'))}`, why);
  }
  return drafted;
}

function wordsOf({ id, field }: KeyCandidate): string {
  if (field !== undefined)
    return idFields(id ?? field)
      .map(code)
      .join(' or ');
  if (id === undefined) return 'the key';
  return typeof id === 'string' ? code(id) : 'the key, encoded';
}

/** Top fields that lists of entities show; undefined when there are none but the id. */
function summaryOf(
  { id, field }: KeyCandidate,
  shown: ChosenPresentation | undefined,
  shape: LearnedCollection['shape'],
): string[] | undefined {
  if (shown === undefined || shape === 'pairs' || shape === 'rows') return undefined;
  const { title, subtitle, image, cover, audio, start, end, badges, facets } = shown;
  const paths = [title, subtitle, image, cover, audio, start, end, ...badges, ...facets];
  const tops = paths.flatMap((path) => (path === null || path.includes('\\') ? [] : [path.split('.')[0] ?? path]));
  if (tops.length === 0) return undefined;
  const own = field === undefined ? [] : idFieldsOf(id ?? field);
  return [...new Set([...own, ...tops])].filter((name) => name !== '' && name.length <= FIELD_CHARACTERS_MAX);
}

const idFieldsOf = (id: IdInput): readonly string[] => idFields(id).map((field) => field.split('.')[0] ?? field);
