// One resource of a draft: file, kind, path, id, summary and views, with their reasons. Pure.
import { isPartName } from '../../kernel/names.ts';
import type { ChosenPresentation } from '../presentation/common/choose.ts';
import type { IdInput, ResourceInput } from '../release/snapshot/descriptor-schema.ts';
import { code, counted, type Reason } from './reason.ts';
import type { DraftedReferences } from './relations.ts';
import { kebabOf } from './resource-names.ts';
import type { LearnedCollection, LearnedTable } from './tables.ts';

/** A table with the name that it gets. */
export interface NamedTable extends LearnedTable {
  readonly name: string;
}

/** An index above this size keeps some fields only. */
const INDEX_BYTES_MAX = 512 * 1024;
const FIELD_CHARACTERS_MAX = 256;

/** The section of a resource. */
export function draftResource(
  table: NamedTable,
  { dependencies, relations }: DraftedReferences,
  shown: ChosenPresentation | undefined,
): { readonly input: ResourceInput; readonly reasons: readonly Reason[] } {
  const { name, files, collection } = table;
  const reasons: Reason[] = [];
  const tell = (what: string, why: string): void => {
    reasons.push({ resource: name, what, why });
  };
  const paths = files.map(({ path }) => path);
  const [only = ''] = paths;
  const file = paths.length === 1 ? only : paths;
  if (collection === undefined) {
    tell(`It is a document, from ${code(only)}`, table.why);
    return { input: { file, kind: 'document' }, reasons };
  }
  const { path, ids, count, why } = collection;
  tell(
    `It is a collection of ${counted(count, 'entity', 'entities')}, from ${paths.map(code).join(', ')}`,
    why.join('; '),
  );
  tell(`The id is ${wordsOf(ids.id, collection)}`, ids.why);
  const isFirst = ids.hasDuplicates || table.hasRepeatedKeys;
  if (isFirst) {
    tell(
      '`duplicates` is `first`',
      'an id or a key of the file stands twice; every repetition is a warning of `publish`',
    );
  }
  const summary = table.bytes > INDEX_BYTES_MAX ? summaryOf(ids.id, shown) : undefined;
  if (summary !== undefined) {
    const reason = 'the index of the whole table would be large; these fields are what lists show';
    tell(`\`summary\` is ${summary.map(code).join(', ')}`, reason);
  }
  const views = viewsOf(collection, isFirst, tell);
  return {
    input: {
      file,
      ...(path.length > 0 && { path: [...path] }),
      ...(ids.id !== undefined && { id: ids.id }),
      ...(isFirst && { duplicates: 'first' }),
      ...(summary !== undefined && { summary }),
      ...(dependencies.length > 0 && { dependencies: [...dependencies] }),
      ...(Object.keys(relations).length > 0 && { relations }),
      ...(Object.keys(views).length > 0 && { views }),
    },
    reasons,
  };
}

function viewsOf(
  { views }: LearnedCollection,
  isFirst: boolean,
  tell: (what: string, why: string) => void,
): NonNullable<ResourceInput['views']> {
  const drafted: NonNullable<ResourceInput['views']> = {};
  for (const { path, ids } of views) {
    const name = kebabOf(path.at(-1) ?? '');
    if (!isPartName(name) || Object.hasOwn(drafted, name)) continue;
    drafted[name] = {
      path: [...path],
      ...(ids.id !== undefined && { id: ids.id }),
      ...((isFirst || ids.hasDuplicates) && { duplicates: 'first' }),
    };
    const why = `the file has this collection, too: ${counted(ids.keys.size, 'entity', 'entities')}, and ${ids.why}`;
    tell(`\`views.${name}\` is at ${code(path.join('.'))}`, why);
  }
  return drafted;
}

const wordsOf = (id: IdInput | undefined, { ids }: LearnedCollection): string => {
  if (id === undefined) return ids.why.startsWith('the keys') ? 'the key' : '`id`';
  const fields = idFields(id);
  return fields.length === 0 ? 'the key, encoded' : fields.map(code).join(' or ');
};

/** Fields that hold the id; none when it is the key. */
export function idFields(id: IdInput | undefined): readonly string[] {
  if (id === undefined) return ['id'];
  return (Array.isArray(id) ? id : [id]).flatMap((item) => {
    const field = typeof item === 'string' ? item : item.field;
    return field === undefined ? [] : [field];
  });
}

/** Top fields that lists of entities show; undefined when there are none but the id. */
function summaryOf(id: IdInput | undefined, shown: ChosenPresentation | undefined): string[] | undefined {
  if (shown === undefined) return undefined;
  const { title, subtitle, image, cover, audio, start, end, badges, facets } = shown;
  const paths = [title, subtitle, image, cover, audio, start, end, ...badges, ...facets];
  const tops = paths.flatMap((path) => (path === null || path.includes('\\') ? [] : [path.split('.')[0] ?? path]));
  if (tops.length === 0) return undefined;
  const names = [...new Set([...idFields(id), ...tops])];
  return names.filter((field) => field !== '' && field.length <= FIELD_CHARACTERS_MAX);
}
